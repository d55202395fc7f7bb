"""Names that are no project's own: the standard libraries of Lua and LuaJIT, and of hosts, and members of strings."""

_STANDARD_TEXT = """
_G _ENV _VERSION arg assert bit bit32 collectgarbage coroutine debug dofile error getfenv getmetatable io ipairs jit
load loadfile loadstring math module newproxy next os package pairs pcall print rawequal rawget rawlen rawset
require select setfenv setmetatable string table tonumber tostring type unpack utf8 warn xpcall vim ngx love redis
describe it pending before_each after_each setup teardown insulate expose finally spy stub mock
"""
STANDARD = frozenset(_STANDARD_TEXT.split())

_MEMBERS_TEXT = """
byte char close dump find flush format gmatch gsub len lines lower match new pack read rep reverse seek setvbuf sub
unpack upper write insert remove concat sort init extend class super tostring
"""
MEMBERS = frozenset(_MEMBERS_TEXT.split())

_STRING_TEXT = """
byte find format gmatch gsub len lower match rep reverse sub upper
"""
STRING_CALLS = frozenset(f"?.{name}" for name in _STRING_TEXT.split())
"""Calls of methods that all strings have, on what has no name."""
