"""Frames of stacks that print the innermost call first: Node, browsers, Java, .NET, Go, Rust, Ruby, PHP, Elixir, gdb,
sanitizers.

One line at a time, by patterns anchored at its start.
"""

import re
from collections.abc import Callable

from crossbearing.model.issue import Frame

_LONGEST = 500

_NODE_PLACE = re.compile(r"(?:file://)?([^\n]+):(\d{1,9}):\d{1,9}\Z")
_JVM = re.compile(r"at (?:[\w.@-]+/{1,2})?((?:[\w$]+\.)*)[\w$]+\.([\w$<>]+)\(([\w$]+\.\w{1,6}):(\d{1,9})\)")
_DOT_NET = re.compile(r"at [\w.<>`+\[\],]*?([\w<>`]+)\([^()\n]*\) in ([^\n]+):line (\d{1,9})")
_GO = re.compile(r"([^\s:]+\.go):(\d{1,9})(?: \+0x[0-9a-f]+)?\Z")
_RUBY = re.compile(r"(?:from |\d+: from )?([^\s:]+\.rb):(\d{1,9}):in [`'](?:[^'\n]*[#. ])?([\w?!]+)'")
_PHP = re.compile(r"#\d+ ([^\s:(]+\.php)\((\d{1,9})\): (?:[\w\\]+(?:->|::))?(\w+)\(")
_NATIVE = re.compile(
    r"#\d+\s+(?:0x[0-9a-f]+ )?(?:in )?(?:[\w<>]+::)*([\w~]+)(?: ?\([^\n]*?\))?(?: at)? ([^\s:()]+\.\w{1,5}):(\d{1,9})"
)
_BROWSER = re.compile(r"(?:async\*)?([\w$./<>]{0,200})@((?:https?|file|webpack)[^\s@]+):(\d{1,9}):\d{1,9}\Z")
_SERVED = re.compile(r"(?:https?|file)://[^/\s]*/|webpack(?:-internal)?:///?(?:[\w@-]+/)?(?:\./)?")
_ELIXIR = re.compile(
    r"(?:\([\w.-]+ \d[\w.+-]*\) )?([^\s:()]+\.exs?):(\d{1,9}): (?:anonymous fn/\d+ in )?(?:[\w.]+\.)?([\w?!]+)/\d+"
)
_THROWN = re.compile(r"(?:PHP )?Fatal error:[^\n]* in ([^\s:]+\.php)(?::| on line )(\d{1,9})\Z")
_PANIC = re.compile(r"(?:thread '[^'\n]*'(?: \(\d+\))? )?panicked at (?:'[^\n]*', )?([^\s:]+\.rs):(\d{1,9})")

_GO_FUNCTION = re.compile(r"(?:created by )?[\w./*()-]+\.[\w.*()-]*\w\([^\n]*\)\Z|created by \S+")
_BETWEEN = re.compile(r"\.\.\. \d+ (?:more|common frames omitted)|\d+: [\w:<>{}# ]+\Z")


def inward_frame(line: str) -> Frame | None:
    """The frame on a line, if it is one."""
    text = line[:_LONGEST].strip()
    return next((frame for read in _READERS if (frame := read(text))), None)


def is_between(line: str) -> bool:
    """Say whether a line may stand between two frames of one stack: what names the function of the next."""
    text = line[:_LONGEST].strip()
    return bool(_GO_FUNCTION.match(text) or _BETWEEN.match(text))


def _node(text: str) -> Frame | None:
    """Read ``at async Parser.peek (/app/src/parser.js:12:5)``, with or without a function."""
    if not text.startswith("at "):
        return None
    head, opened, place = text[3:].rpartition(" (")
    if opened and place.endswith(")"):
        place = place[:-1]
    else:
        head, place = "", text[3:]
    match = _NODE_PLACE.match(place.removeprefix("async "))
    return Frame(_on_server(match[1]), int(match[2]), _node_function(head)) if match else None


def _node_function(head: str) -> str:
    name = head.removeprefix("async ").removeprefix("new ").partition(" [as ")[0]
    return "" if name.endswith("<anonymous>") else name


def _jvm(text: str) -> Frame | None:
    """Read ``at org.example.Parser.peek(Parser.java:12)``; the packages are the folders."""
    match = _JVM.match(text)
    if not match:
        return None
    function = match[2] if not match[2].startswith("<") else ""
    return Frame(match[1].replace(".", "/") + match[3], int(match[4]), function)


def _dot_net(text: str) -> Frame | None:
    match = _DOT_NET.match(text)
    return Frame(match[2], int(match[3]), match[1]) if match else None


def _placed(pattern: re.Pattern[str], function: int) -> Callable[[str], Frame | None]:
    """A reader of lines that hold path and line, and the function in a group of its own (0: none)."""

    def read(text: str) -> Frame | None:
        match = pattern.match(text)
        return Frame(match[1], int(match[2]), match[function] if function else "") if match else None

    return read


def _native(text: str) -> Frame | None:
    match = _NATIVE.match(text)
    return Frame(match[2], int(match[3]), match[1]) if match else None


def _browser(text: str) -> Frame | None:
    """Read ``peek@https://example.org/src/parser.js:12:5`` (Firefox, Safari); the path is that on the server."""
    match = _BROWSER.match(text)
    return Frame(_on_server(match[2]), int(match[3]), match[1].strip("<>/")) if match else None


def _on_server(address: str) -> str:
    return _SERVED.sub("", address).partition("?")[0]


_READERS = (
    _node,
    _jvm,
    _dot_net,
    _placed(_RUBY, 3),
    _placed(_PHP, 3),
    _native,
    _placed(_PANIC, 0),
    _placed(_GO, 0),
    _browser,
    _placed(_ELIXIR, 3),
    _placed(_THROWN, 0),
)
