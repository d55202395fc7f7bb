"""Forms of shell scripts that a query cannot say: where variables live, and commands that take commands or files."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._treesitter.reading import RawLocal, Reading, Span

if TYPE_CHECKING:
    from tree_sitter import Node

COMMAND = re.compile(r"[^\W\d][\w:@+-]*\Z")
"""What names a function that the linker can follow."""
_COMMAND_BYTES = re.compile(rb"[A-Za-z_\x80-\xff][\w:@+\x80-\xff-]*\Z")
_FIRST_WORDS = re.compile(r"(?:^|[;&|\n])\s*(?:!\s*)?([^\W\d][\w:-]*)(?=[\s;&|]|$)")
_EXPANSIONS = ("simple_expansion", "expansion", "command_substitution", "arithmetic_expansion")
_LOCAL = ("local", "declare", "typeset")
_SOURCES = frozenset(("source", ".", "load", "bats_load_library"))
_READERS = frozenset(("read", "mapfile", "readarray", "getopts"))
_CODE = frozenset(("trap", "eval"))
LIBRARY = "load "
"""Begins the module of what BATS loads: a path without its suffix."""
FIELD = "{}"
"""Stands in a path for what only the running script knows."""


def finish(reading: Reading) -> None:
    """Read the forms of one file."""
    _Forms(reading).run()


class _Forms:
    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        spans = sorted((raw.start, raw.end) for raw in reading.definitions)
        self.starts = [start for start, _ in spans]
        self.reaches: list[int] = []
        for _, end in spans:
            self.reaches.append(max(end, self.reaches[-1] if self.reaches else 0))
        self.globals: set[str] = set()
        self.passing: set[str] = set()

    def run(self) -> None:
        reading, custom = self.reading, self.reading.custom
        own = [found["custom.declared"] for found in custom.get("declared", ())]
        local = {at for node in own if self._is_local(node) for at in self._names(node)}
        assigned = [found["custom.assigned"] for found in custom.get("assigned", ())]
        for node in assigned:
            if not self._in_function(node.start_byte) and not _is_prefix(node):
                self._define(node)
        for node in assigned:
            reading.claimed.add(node.start_byte)
            if self._in_function(node.start_byte) and (node.start_byte in local or self._is_own(node)):
                self._hide(node)
        for node in own:
            for name in node.named_children if self._is_local(node) else ():
                if name.type == "variable_name":
                    self._hide(name)
        for found in custom.get("loop", ()):
            self._hide(found["custom.loop"])
        for found in custom.get("command", ()):
            self._command(reading.node_text(found["command"]), found["custom.command"])
        self._let_go()

    def _let_go(self) -> None:
        """Forget positional parameters, commands that are paths, and what only loops and ``read`` give a value."""
        reading, data = self.reading, self.reading.source.data
        if data.startswith(b"#!"):
            reading.comments = [span for span in reading.comments if span[0]]
        passing = {name.encode() for name in self.passing - self.globals}
        for start, end in reading.heads.items():
            word = data[start:end]
            if start in reading.calls:
                if not _COMMAND_BYTES.match(word):
                    del reading.calls[start]
                    reading.claimed.add(start)
            elif word.isdigit() or word in passing:
                reading.claimed.add(start)

    def _in_function(self, place: int) -> bool:
        at = bisect_right(self.starts, place) - 1
        return at >= 0 and place < self.reaches[at]

    # Variables

    def _is_local(self, node: "Node") -> bool:
        return node.children[0].type in _LOCAL and self._in_function(node.start_byte)

    def _names(self, node: "Node") -> Iterator[int]:
        for item in node.named_children:
            if item.type == "variable_assignment":
                yield item.start_byte

    def _is_own(self, name: "Node") -> bool:
        """Whether a name that a function gives a value is no variable of the whole script, by custom."""
        text = self.reading.node_text(name)
        return text not in self.globals and not text.isupper()

    def _define(self, name: "Node") -> None:
        """The first value of a variable of the whole script defines it."""
        text, whole = self.reading.node_text(name), name.parent
        if text in self.globals or whole is None:
            return
        self.globals.add(text)
        if whole.parent is not None and whole.parent.type == "declaration_command":
            whole = whole.parent
        self.reading.add_definition(
            "variable", (whole.start_byte, whole.end_byte), (name.start_byte, name.end_byte), text
        )

    def _hide(self, name: "Node") -> None:
        span = (name.start_byte, name.end_byte)
        self.reading.claimed.add(span[0])
        if not self._in_function(span[0]):
            self.passing.add(self.reading.node_text(name))
        else:
            self.reading.locals.append(RawLocal(span, None, None, hoisted=True))

    # Commands

    def _command(self, command: str, node: "Node") -> None:
        arguments = node.children_by_field_name("argument")
        if command in _SOURCES:
            self._source(command, arguments)
        elif command in _READERS:
            for item in arguments:
                if item.type == "word" and COMMAND.match(self.reading.node_text(item)):
                    self._hide(item)
        elif command in _CODE:
            for item in arguments[: 1 if command == "trap" else None]:
                self._code(item)
        elif command == "complete":
            for flag, name in pairwise(arguments):
                if self.reading.node_text(flag) == "-F":
                    self.reading.heads[name.start_byte] = name.end_byte
        else:
            self._wrapped(arguments)

    def _wrapped(self, arguments: "list[Node]") -> None:
        """``run name``: the first argument that is no option is a command."""
        for item in arguments:
            text = self.reading.node_text(item)
            if item.type == "word" and COMMAND.match(text):
                self._call((item.start_byte, item.end_byte))
                return
            if not text.startswith(("-", "!")) and not text.isdecimal():
                return

    def _code(self, item: "Node") -> None:
        """Code in a string: the first word of each of its commands."""
        text = self.reading.node_text(item)
        inner = item.type in ("string", "raw_string")
        for match in _FIRST_WORDS.finditer(text[1:-1] if inner else text):
            start = item.start_byte + inner + len(text[inner : inner + match.start(1)].encode())
            self._call((start, start + len(match[1].encode())))

    def _call(self, span: Span) -> None:
        self.reading.heads[span[0]] = span[1]
        self.reading.calls.setdefault(span[0], []).append((span[1], span[0], span[1]))

    def _source(self, command: str, arguments: "list[Node]") -> None:
        if not arguments:
            return
        path = self._path(arguments[0])
        if command in ("load", "bats_load_library"):
            path = f"{LIBRARY}{path}"
        self.reading.add_import(arguments[0].start_byte, path, "*", "")

    def _path(self, node: "Node") -> str:
        """The text of an argument, with a field for each expansion."""
        text, parts, position = self.reading.node_text(node), [], node.start_byte
        data, pending, found = self.reading.source.data, [node], list[Span]()
        while pending:
            item = pending.pop()
            if item.type in _EXPANSIONS:
                found.append((item.start_byte, item.end_byte))
            else:
                pending += item.named_children
        for start, end in sorted(found):
            parts += [data[position:start].decode("utf-8", "replace"), FIELD]
            position = end
        text = "".join([*parts, data[position : node.end_byte].decode("utf-8", "replace")])
        return re.sub(r"[\"']", "", text)


def _is_prefix(name: "Node") -> bool:
    """Whether an assignment stands before a command, for which alone it holds."""
    whole = name.parent
    return whole is not None and whole.parent is not None and whole.parent.type == "command"
