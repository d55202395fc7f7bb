"""Names that every Rust program has without importing them."""

_TYPES = """
A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize
AsMut AsRef Box Clone Copy Default DoubleEndedIterator Drop Eq Err ExactSizeIterator Extend Fn FnMut FnOnce From
FromIterator Into IntoIterator Iterator None Ok Option Ord PartialEq PartialOrd Result Send Sized Some String Sync
ToOwned ToString TryFrom TryInto Unpin Vec alloc core std proc_macro
Debug Display Hash Error
"""
_MACROS = """
assert assert_eq assert_ne cfg column compile_error concat dbg debug_assert debug_assert_eq debug_assert_ne env eprint
eprintln file format format_args include include_bytes include_str line matches module_path option_env panic print
println stringify thread_local todo unimplemented unreachable vec write writeln
"""
_ATTRIBUTES = """
allow bench cfg_attr cold deny deprecated derive doc expect export_name feature forbid global_allocator ignore inline
link link_name link_section macro_export macro_use must_use no_link no_main no_mangle no_std non_exhaustive path
proc_macro_attribute proc_macro_derive repr rustfmt should_panic target_feature test track_caller used warn
"""
MACROS = frozenset(_MACROS.split())
"""Macros of the standard library."""
BUILTINS = frozenset(f"_ drop {_TYPES} {_ATTRIBUTES}".split()) | MACROS

_MEMBERS = """
abs all and and_then any as_bytes as_deref as_deref_mut as_mut as_mut_ptr as_mut_slice as_os_str as_path as_ptr as_ref
as_slice as_str borrow borrow_mut by_ref bytes capacity ceil chain chars checked_add checked_mul checked_sub chunks
clear clone clone_from cloned cmp collect concat contains contains_key copied copy_from_slice count cycle default deref
deref_mut display drain ends_with entry enumerate eq err exists exit expect expect_err extend extend_from_slice
extension
fetch_add fetch_sub fill filter filter_map find find_map finish first flat_map flatten floor flush fmt fold for_each
from from_str from_utf8 get get_mut get_or_insert_with hash if_let inspect into into_boxed_slice into_inner into_iter
into_string is_alphabetic is_dir is_empty is_err is_file is_none is_ok is_some iter iter_mut join keys kind last
len lines load lock make_ascii_lowercase map map_err map_or map_or_else map_while max max_by max_by_key min min_by
min_by_key ne new next next_back nth ok ok_or ok_or_else open or_default or_else or_insert or_insert_with parse
partial_cmp partition path peek peekable pop pop_front position pow product push push_back push_front push_str read
read_exact read_line read_to_end read_to_string recv remove repeat replace reserve resize retain rev rfind rposition
rsplit
saturating_add saturating_sub scan seek send set_len shrink_to_fit size_hint skip skip_while sort sort_by sort_by_key
sort_unstable spawn splice split split_at split_first split_last split_off split_whitespace splitn sqrt starts_with
step_by store strip_prefix strip_suffix sum swap take take_while then then_some to_ascii_lowercase to_bytes
to_lowercase to_owned to_path_buf to_str to_string to_string_lossy to_uppercase to_vec transpose trim trim_end
trim_end_matches trim_matches trim_start trim_start_matches truncate try_from try_into unwrap unwrap_err unwrap_or
unwrap_or_default unwrap_or_else unzip update values values_mut wait with_capacity windows wrapping_add wrapping_sub
write write_all write_fmt write_str zip
"""
MEMBERS = frozenset(_MEMBERS.split())
"""Methods of the standard library's types and traits, which say nothing about a type of the project."""
