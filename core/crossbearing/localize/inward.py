"""Frames of stacks that print the innermost call first: Node, browsers, Java, .NET, Go, Rust, Ruby, PHP, Elixir, Dart,
Swift, Lua, gdb, valgrind, the sanitizers.

One line at a time, by patterns anchored at its start.
"""

import re
from collections.abc import Callable

from crossbearing.model.issue import Frame

_LONGEST = 500

_NODE_PLACE = re.compile(r"(?:file://)?([^\n]+):(\d{1,9}):\d{1,9}\Z")
_NODE_LINE = re.compile(r"([^\n:()]+\.\w{1,6}):(\d{1,9})\Z")
_JVM = re.compile(r"at (?:[\w.@-]+/{1,2})?((?:[\w$]+\.)*)[\w$]+\.([\w$<>]+)\(([\w$]+\.\w{1,6}):(\d{1,9})\)")
# Windows says "at", "in" and "line" in the user's language.
_DOT_NET = re.compile(
    r"[^\W\d]{1,4}:? ([\w.<>`+\[\],|]+)\([^()\n]*\) \w{1,4} ([^\n]+\.\w{2,6}):[^\W\d]{1,8} (\d{1,9})\.?\Z"
)
# What compilers make of a lambda or of a coroutine bears the name of the method around it.
_MADE_INSIDE = re.compile(
    r"lambda\$(\w+)\$\d+\Z|\$anonfun\$(\w+)\$\d+\Z|(?:.*\.)?<(\w+)>[bdg]__\w+(?:\|\w+)?(?:\.MoveNext)?\Z"
)
_SUSPENDED = re.compile(r"\$(\w+)\$\d+\.invokeSuspend\(\Z")
_GO = re.compile(r"([^\s:]+\.go):(\d{1,9})(?: \+0x[0-9a-f]+)?\Z")
_RUBY = re.compile(r"(?:from )?([^\s:]+\.(?:rb|erb|rake)):(\d{1,9}):in [`']([^'\n]*)'")
_NO_METHOD = re.compile(r"[\w)]>\Z")
_PHP = re.compile(r"#\d+ ([^\s:(]+\.php)\((\d{1,9})\): (?:[\w\\]+(?:->|::))?(\w+)\(")
_SYMFONY = re.compile(
    r"at (?:(?:[\w\\]+(?:->|::))?(\w+)\([^\n]*\) ?(?:in )?)?\(?([^\s:()]+\.php)(?::| line )(\d{1,9})\)?\Z"
    r"|\(([^\s:()]+\.php):(\d{1,9})\)\Z"
)
_NATIVE = re.compile(
    r"#\d+\s+(?:0x[0-9a-f]+ )?(?:in )?(\S[^\n]{0,400}?)(?: at)? ([^\s:()]+\.\w{1,5}):(\d{1,9})(?::\d{1,9})?"
    r"(?: \([^\s()]+\+0x[0-9a-f]+\))?(?: \(BuildId: \w+\))?\Z"
)
_LLDB = re.compile(
    r"(?:\* )?frame #\d+: 0x[0-9a-f]+ [^\s`]+`(\S[^\n]{0,400}?) at ([^\s:()]+\.\w{1,5}):(\d{1,9})"
    r"(?::\d{1,9})?(?: \[|\Z)"
)
_OPERATOR = re.compile(r"\boperator ?(\(\)|\[\]|[^\w\s(]{1,3})")
_VALGRIND = re.compile(r"==\d+==\s+(?:at|by) 0x[0-9A-F]+: ([^\n]{1,400}?) \(([^\s:()]+\.\w{1,5}):(\d{1,9})\)\Z")
_DART = re.compile(r"#\d+\s+(\S[^\n(]{0,200}?) \((package:[\w.]+/|file://)([^\s:()]+\.dart):(\d{1,9})(?::\d{1,9})?\)\Z")
_LUA = re.compile(r"([^\s:]+\.lua):(\d{1,9}): in (?:main chunk|function <[^>\n]*>|(?:\w+ )?'?([\w.:]+)'?)\Z")
_ASSERTED = re.compile(
    r"(?:[^\s:]+: )?([^\s:()]+\.\w{1,5}):(\d{1,9}): (?:[^\n]{0,200}?[\s*&])?(\w+)(?:\([^\n]*\))?: Assertion\b"
)
_ASSERTION = re.compile(r"Assertion failed: [^\n]*?, (?:function (\w+), )?file ([^\s,]+), line (\d{1,9})")
_SWIFT = re.compile(r"(?:[^\n]{0,200}: )?[Ff]atal error: [^\n]*: file ([^\s,]+\.swift), line (\d{1,9})\Z")
_BROWSER = re.compile(
    r"(?:async\*)?(?:(?:global|module|eval) code|([\w$./<>]{0,200}))"
    r"@((?:https?|file|webpack)[^\s@]+):(\d{1,9}):\d{1,9}\Z"
)
_SERVED = re.compile(r"(?:https?|file)://[^/\s]*/|webpack(?:-internal)?:///?(?:[\w@-]+/)?(?:\./)?")
_ELIXIR = re.compile(
    r"(?:\([\w.-]+(?: \d[\w.+-]*)?\) )?([^\s:()]+\.(?:exs?|erl)):(\d{1,9}): (?:anonymous fn/\d+ in )?"
    r"(?::?(?:[\w.]+\.)?\"?-?([\w?!]+)[^\s(]*[/(]|\(\w+\)\Z)"
)
_THROWN = re.compile(
    r"(?:PHP )?(?:(?:\w+ )?[Ff]atal|Parse) error:[^\n]* in ([^\s:]+\.php)(?::| on line )(\d{1,9})\Z"
    r"|\[[^\n]{1,400}? at ([^\s:()]+\.php):(\d{1,9})\)?\Z"
)
_PANIC = re.compile(
    r"(?:thread '[^'\n]*'(?: \(\d+\))? )?panicked at (?:'[^\n]*', )?([^\s:]+\.rs):(\d{1,9})"
    # The message of old versions may have lines of its own.
    r"|[^\n]*['`]', ([^\s:]+\.rs):(\d{1,9}):\d{1,9}\Z"
)

_GO_FUNCTION = re.compile(
    r"[\w./*()@\[\],-]+\.([\w*()-]*\w)(?:\[[^\]\n]*\])?\([^\n]*\)\Z|created by \S*?(\w+)(?: in goroutine \d+)?\Z"
)
_GO_CLOSURE = re.compile(r"(?:\.func\d+(?:\.\d+)*)+(?=\(|\Z)")
_RUST_HASH = re.compile(r"::h[0-9a-f]{16}\Z")
_RUST_FUNCTION = re.compile(r"\d+:(?: +0x[0-9a-f]+ -)? ([\w:<>{}#,&\[\]()* ]+)\Z")
_BETWEEN = re.compile(
    r"\.\.\. \d+ (?:more|common frames omitted)|stack backtrace:\Z|Stack trace:\Z|\[stacktrace\]\Z|stack traceback:\Z"
    r"|#\d+ +(?:\{main\}|<signal handler called>|0x[0-9a-f]+ in |[^\n]*<null> )|\[C\]: in |note: run with `RUST_"
    r"|(?:\* )?frame #\d+: 0x|\[native code\]\Z|[\w$]{0,80}@\[native code\]\Z"
    # Frames without a line: of compiled code, of what the runtime itself does.
    r"|at (?:async |new )?[^\s(]+(?: \[as [^\]\n]*\])? ?\([^\n]*\)|--- End of [^\n]*stack trace[^\n]* ---"
)
_INTERNAL = re.compile(r"#\d+ \[internal function\]: (?:[\w\\]+(?:->|::))?(\w+)\(|at [\w\\]+(?:->|::)(\w+)\([^\n]*\)\Z")


def inward_frame(line: str) -> Frame | None:
    """The frame on a line, if it is one."""
    text = line[:_LONGEST].strip()
    return next((frame for read in _READERS if (frame := read(text))), None)


def between(line: str) -> str | None:
    """The function that a line between frames names for the next (empty: none); None for any other line."""
    text = line[:_LONGEST].strip()
    if match := _INTERNAL.match(text):
        return match[1] or match[2]
    if _BETWEEN.match(text):
        return ""
    if match := _RUST_FUNCTION.match(text):
        parts = [part for part in _plain(_RUST_HASH.sub("", match[1])).split("::") if part and part[0] not in "{<"]
        return parts[-1] if parts else ""
    match = _GO_FUNCTION.match(_GO_CLOSURE.sub("", text)) if "." in text else None
    return match[1] or match[2] if match else None


def _plain(name: str) -> str:
    """A native function's name without parameters and template arguments: ``at`` of ``vector<int>::at(long)``."""
    if operator := _OPERATOR.search(name):
        return f"operator{operator[1]}"
    depth, kept = 0, []
    for character in name:
        if character == "(" and depth == 0:
            break
        depth += {"<": 1, ">": -1}.get(character, 0)
        if depth == 0 and character != ">":
            kept.append(character)
    return "".join(kept).strip()


def _node(text: str) -> Frame | None:
    """Read ``at async Parser.peek (/app/src/parser.js:12:5)``, with or without a function."""
    if not text.startswith("at "):
        return None
    # The last frame before the properties of an error.
    head, opened, place = text[3:].removesuffix(" {").rpartition(" (")
    if opened and place.endswith(")"):
        place = place[:-1]
        match = _NODE_PLACE.match(place) or _NODE_LINE.match(place)
    else:
        head, match = "", _NODE_PLACE.match(text[3:].removeprefix("async "))
    # A frame of evaluated code tells where it was evaluated, in the same way.
    is_place = match is not None and "<anonymous>" not in match[1]
    return Frame(_on_server(match[1]), int(match[2]), _node_function(head)) if match and is_place else None


def _node_function(head: str) -> str:
    name = head.removeprefix("async ").removeprefix("new ").partition(" [as ")[0]
    return "" if name.endswith("<anonymous>") else name


def _jvm(text: str) -> Frame | None:
    """Read ``at org.example.Parser.peek(Parser.java:12)``; the packages are the folders."""
    match = _JVM.match(text)
    if not match:
        return None
    function = match[2] if not match[2].startswith("<") else ""
    if function == "invokeSuspend" and (suspended := _SUSPENDED.search(text[: match.start(3)])):
        function = suspended[1]
    return Frame(match[1].replace(".", "/") + match[3], int(match[4]), _around(function))


def _around(function: str) -> str:
    """The method that a lambda's or coroutine's made-up name stands for; other names as they are."""
    match = _MADE_INSIDE.match(function)
    return next(filter(None, match.groups())) if match else function


def _dot_net(text: str) -> Frame | None:
    match = _DOT_NET.match(text)
    if not match:
        return None
    name = _around(match[1]).removesuffix("..ctor").removesuffix("..cctor")
    return Frame(match[2], int(match[3]), name.partition("[")[0].rpartition(".")[2])


def _placed(pattern: re.Pattern[str], function: int) -> Callable[[str], Frame | None]:
    """A reader of lines that hold path and line, and the function in a group of its own (0: none)."""

    def read(text: str) -> Frame | None:
        match = pattern.match(text)
        return Frame(match[1], int(match[2]), (match[function] or "") if function else "") if match else None

    return read


def _native(text: str) -> Frame | None:
    """Read a frame of gdb, of lldb, of a sanitizer or of valgrind."""
    match = _NATIVE.match(text) or _VALGRIND.match(text) or _LLDB.match(text)
    return Frame(match[2], int(match[3]), _plain(match[1]).rpartition("::")[2].strip()) if match else None


def _dart(text: str) -> Frame | None:
    """Read ``#0  Parser.peek (package:app/src/parser.dart:12:5)``; a package's files lie in its ``lib``."""
    match = _DART.match(text)
    if not match:
        return None
    return Frame(f"lib/{match[3]}" if match[2].startswith("package:") else match[3], int(match[4]), match[1])


def _thrown(text: str) -> Frame | None:
    """Read where an error was thrown, from the line that reports it."""
    if match := _THROWN.match(text):
        return Frame(match[1] or match[3], int(match[2] or match[4]))
    match = _ASSERTION.match(text)
    return Frame(match[2] or match[4], int(match[3] or match[5]), match[1] or "") if match else None


def _ruby(text: str) -> Frame | None:
    """Read ``from lib/cart.rb:9:in 'Integer#times'``; what is not in a method has no function."""
    match = _RUBY.match(text)
    if not match:
        return None
    name = re.split(r"[#. ]", match[3])[-1]
    return Frame(match[1], int(match[2]), "" if _NO_METHOD.search(name) else name)


def _panic(text: str) -> Frame | None:
    match = _PANIC.match(text)
    return Frame(match[1] or match[3], int(match[2] or match[4])) if match else None


def _symfony(text: str) -> Frame | None:
    match = _SYMFONY.match(text)
    return Frame(match[2] or match[4], int(match[3] or match[5]), match[1] or "") if match else None


def _browser(text: str) -> Frame | None:
    """Read ``peek@https://example.org/src/parser.js:12:5`` (Firefox, Safari); the path is that on the server."""
    match = _BROWSER.match(text)
    return Frame(_on_server(match[2]), int(match[3]), (match[1] or "").strip("<>/")) if match else None


def _on_server(address: str) -> str:
    return _SERVED.sub("", address).partition("?")[0]


_READERS = (
    _node,
    _jvm,
    _dot_net,
    _ruby,
    _placed(_PHP, 3),
    _symfony,
    _dart,
    _native,
    _panic,
    _placed(_GO, 0),
    _browser,
    _placed(_ELIXIR, 3),
    _placed(_LUA, 3),
    _placed(_ASSERTED, 3),
    _placed(_SWIFT, 0),
    _thrown,
)
