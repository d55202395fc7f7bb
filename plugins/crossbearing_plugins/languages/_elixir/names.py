"""Names that are no project's own: of Kernel, its special forms, and the modules that come with Elixir."""

_KERNEL_TEXT = """
abs alias alias! and apply binary_part binary_slice binding bit_size byte_size case catch ceil cond dbg def
defdelegate defexception defguard defguardp defimpl defmacro defmacrop defmodule defoverridable defp defprotocol
defstruct destructure div elem exit floor fn for function_exported? get_and_update_in get_in hd if import in inspect
is_atom is_binary is_bitstring is_boolean is_exception is_float is_function is_integer is_list is_map is_map_key is_nil
is_non_struct_map is_number is_pid is_port is_reference is_struct is_tuple length macro_exported? make_ref map_size
match? max min node not or pop_in put_elem put_in quote raise receive rem require reraise round self send size sigil_C
sigil_D sigil_N sigil_R sigil_S sigil_T sigil_U sigil_W sigil_c sigil_r sigil_s sigil_w spawn spawn_link spawn_monitor
struct struct! super tap then throw tl to_charlist to_string to_timeout trunc try tuple_size unless unquote
unquote_splicing update_in use var! with
"""
_MODULES_TEXT = """
Access Agent Application ArgumentError ArithmeticError Atom BadArityError BadFunctionError Base Behaviour Bitwise
Calendar CaseClauseError Code Collectable CondClauseError Config Date DateTime DynamicSupervisor EEx Enum Enumerable
ErlangError Exception ExUnit File Float Function FunctionClauseError GenEvent GenServer HashDict HashSet IEx IO Inspect
Integer JSON Kernel KeyError Keyword List Logger Macro Map MapSet MatchError Mix Module NaiveDateTime Node OptionParser
Path PartitionSupervisor Port Process Protocol Range Record Regex Registry RuntimeError Set Stream String StringIO
Supervisor System SystemLimitError Task Time Tuple URI UndefinedFunctionError UnicodeConversionError Version
WithClauseError
"""
_TESTS_TEXT = """
assert assert_in_delta assert_raise assert_receive assert_received capture_io capture_log catch_error catch_exit
catch_throw describe doctest flunk on_exit refute refute_in_delta refute_receive refute_received setup setup_all
start_link_supervised! start_supervised start_supervised! stop_supervised stop_supervised! test
"""
MODULES = frozenset(_MODULES_TEXT.split())
"""The modules that come with Elixir, by the first part of their names."""
KERNEL = frozenset(_KERNEL_TEXT.split()) | frozenset(_TESTS_TEXT.split())
"""With what ExUnit has."""

_MEMBERS_TEXT = """
all? any? at call cast child_spec chunk_every code_change concat count dedup delete drop each empty? ends_with? fetch
fetch! filter find find_index find_value first flat_map format from_list get get_and_update get_in get_lazy group_by
handle_call handle_cast handle_continue handle_info has_key? init inspect insert intersperse into join keys last
length map map_join map_reduce max max_by member? merge min min_by new pop pop_first put put_new puts reduce
reduce_while reject replace replace_all reverse run shuffle size slice sort sort_by split split_with start start_link
starts_with? stop stop sum take terminate then to_atom to_integer to_list to_string trim uniq update update! upcase
values with_index zip
"""
MEMBERS = frozenset(_MEMBERS_TEXT.split())
"""Functions of those modules and of behaviours that come with Elixir, which say nothing about a module of a project."""
