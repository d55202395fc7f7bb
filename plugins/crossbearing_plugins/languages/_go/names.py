"""Names that every Go file has without importing them, and methods of the standard library."""

_BUILTINS = """
_ any append bool byte cap chan comparable complex complex128 complex64 copy delete error false float32 float64 func
imag int int16 int32 int64 int8 interface iota len make map new nil panic real recover rune string struct true uint
uint16 uint32 uint64 uint8 uintptr
"""
PREDECLARED = frozenset(_BUILTINS.split())
"""Predeclared names that no package declares itself."""
BUILTINS = PREDECLARED | frozenset(("clear", "close", "max", "min", "print", "println"))
"""All predeclared names; a package's own ``max`` goes before."""

_MEMBERS = """
AddDate After AppendFormat Before Bool Broadcast Bytes CanInterface CanSet Cancel Cleanup CloseWithError
CompareAndSwap Context Copy Create Deadline Decode DecodeString Del Delete Done Elem Encode EncodeToString Equal Err
ErrorContains Fail FailNow Fatalln Field FieldByName Flush Format Fprintf Get Go Grow Handle HandleFunc Has Head
Header Helper Host Hours IndexByte Int Interface IsNil IsValid IsZero Kind List Load Log Logf Lookup MarshalJSON
MatchString Method Milliseconds Minutes Name Nanoseconds NewReader Next NumField Parallel Parse Patch Path Peek
Pointer Print Push Query Quo ReadAll ReadByte ReadFrom ReadRune Replace Reset Rewind Round Run Scan Seconds Seek
ServeHTTP Set SetFinalizer Setenv Signal Size Skip Skipf Sleep Sort Source Split Stat Status Stop Store Sub Submatch
Sum TempDir Text Time Title Trim Truncate TryLock Type URL UTC Unix UnixNano UnmarshalJSON UnreadByte Unwrap Update
Value Wait Watch WithCancel WithTimeout WithValue WriteByte WriteHeader WriteRune WriteString WriteTo Year
"""
MEMBERS = frozenset(_MEMBERS.split())
"""Methods of the standard library's types, which say nothing about a type of the project."""
