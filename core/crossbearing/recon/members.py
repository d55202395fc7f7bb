"""Names of members that built-in types have: seen on an unknown receiver, they say nothing about a project's classes.

Strings, sequences, mappings, files, paths, dates, optional values and streams of the languages that people use, as one
set: what is common in one of them is no distinctive name in another.
"""

_NAMES = """
Add Close Done Error Errorf Fatal Fatalf Len Less Lock Printf Println RLock RUnlock Read String Swap Unlock
Wait Write absolute add addAll addEventListener all anchor and_then any append appendChild appendleft apply
as_bytes as_integer_ratio as_mut as_posix as_ref as_str as_uri astimezone at await bind bit_count bit_length
borrow borrow_mut buffer build builder call capitalize casefold catch center chain charAt charCodeAt chmod
clear clone close closed codePointAt collect combine compareTo computeIfAbsent concat conjugate contains
containsKey contains_key copy count ctime cwd daemon date day days debug decode delete denominator detach
difference difference_update discard drive dst dup each elements emit empty encode encoding end endpos
endsWith endswith entries entry enumerate equals err error errors every exec exists expand expandtabs
expanduser expect extend extendleft fileno fill filter filter_map finally find findIndex findLast findall
finditer first flags flat flatMap flat_map flush fold forEach format format_map freeze from_bytes fromhex
fromisocalendar fromisoformat fromkeys fromordinal fromtimestamp full fullmatch get getAttribute getClass
getElementById getKey getMessage getName getOrDefault getValue get_mut get_nowait getbuffer getvalue gi_code
gi_frame gi_running gi_suspended gi_yieldfrom glob group groupdict groupindex groups hardlink_to has hasNext
hasOwnProperty hashCode hex home hour ident ifPresent imag includes index indexOf info inject insert
intersection intersection_update into into_iter isDaemon isEmpty isPresent is_absolute is_alive
is_block_device is_char_device is_dir is_empty is_err is_fifo is_file is_integer is_mount is_none is_ok
is_relative_to is_reserved is_socket is_some is_symlink isalnum isalpha isascii isatty isdecimal isdigit
isdisjoint isidentifier islower isnumeric isocalendar isoformat isoweekday isprintable isspace issubset
issuperset istitle isupper items iter iter_mut iterator iterdir join joinpath keys last lastIndexOf lastgroup
lastindex lchmod len length line_buffering link_to ljust localeCompare lock log lower lstat lstrip maketrans
map map_err match matchAll max maxlen microsecond microseconds min minute mkdir month most_common move_to_end
name native_id new newlines next nil notify now numerator off ok on once open orElse orElseGet orElseThrow
or_else or_insert or_insert_with owner padEnd padStart parent parents parseInt partition parts pattern pipe
pop popitem popleft pos print printStackTrace println push push_str put putAll putIfAbsent put_nowait puts
qsize querySelector re read read1 read_bytes read_text readable readinto readinto1 readline readlines readlink
real reconfigure recv reduce regs reject relative_to remove removeAll removeEventListener removeprefix
removesuffix rename replace replaceAll resolution resolve return rev reverse rfind rglob rindex rjust rmdir
root rotate rpartition rsplit rstrip run samefile scanner search second seconds seek seekable select send set
setAttribute setDaemon setName setValue setdefault shift size skip slice some sort span splice split
splitlines start startsWith startswith stat stem stop stream strftime string strip strptime sub subn substr
substring subtract suffix suffixes swapcase symlink_to symmetric_difference symmetric_difference_update take
task_done tell test then throw time timestamp timetuple timetz title toArray toFixed toJSON toList toLowerCase
toString toUpperCase to_a to_bytes to_h to_i to_owned to_s to_string to_sym today toordinal total
total_seconds touch translate trim trimEnd trimStart truncate tzinfo tzname union unlink unshift unwrap
unwrap_or unwrap_or_default unwrap_or_else update upper utcfromtimestamp utcnow utcoffset utctimetuple valueOf
values wait warn weekday with_name with_stem with_suffix writable write write_bytes write_text write_through
writelines year zfill zip
"""
COMMON_MEMBERS = frozenset(_NAMES.split())
