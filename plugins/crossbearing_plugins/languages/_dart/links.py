"""Chains of Dart: what the grammar gives as siblings, joined by where each piece ends.

``store.put(key).close()`` is a name and four selectors side by side. Pieces come in the order of the text; each goes on
from what ends where it begins.
"""

import re
from typing import TYPE_CHECKING

from crossbearing_plugins.languages._treesitter.reading import Reading, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node

_LONGEST_LINE = 500
_BLANKS = b" \t\n!"
_GENERIC = re.compile(rb"(?<=[\w$])<[^<>(){};=]{1,200}(?:<[^<>(){};=]{1,200}>\??)?>(?=\()")
_BRACKETS = ("parenthesized_expression", "record_literal")


class Links:
    """Where each chain begins, and how far it goes: ``starts`` by ends of its pieces, ``ends`` by its start."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.data = reading.source.data
        self.starts = {end: start for start, end in reading.heads.items()}
        self.ends: dict[int, int] = dict(reading.heads)
        self._receivers: dict[int, Span] = {}
        self._generic: dict[int, int] = {}
        for found in reading.custom.get("new", ()):
            self._construct(found)
        for found in reading.custom.get("brackets", ()):
            node = found["custom.brackets"]
            self.starts[node.end_byte] = node.start_byte
            self.ends[node.start_byte] = max(node.end_byte, self.ends.get(node.start_byte, 0))
        pieces = [(found["custom.link"].start_byte, found["custom.link"]) for found in reading.custom.get("link", ())]
        pieces += self._generic_calls()
        for _, node in sorted(pieces, key=lambda piece: piece[0]):
            self._link(node)
        for found in reading.custom.get("super", ()):
            callee, called, node = found["callee"], found["called"], found["custom.super"]
            reading.claimed.add(called.start_byte)
            self._call(callee.start_byte, called.end_byte, callee.start_byte, node.end_byte)
        self._brackets()

    def value(self, node: "Node") -> Span:
        """The span of the chain that a node begins, behind brackets of ``await``."""
        if node.type == "unary_expression" and (inner := _awaited(node)) is not None:
            node = inner
        return node.start_byte, max(node.end_byte, self.ends.get(node.start_byte, 0))

    def _link(self, node: "Node") -> None:
        before = self._generic.get(node.start_byte) or self._end_before(node.start_byte)
        if node.type == "cascade_section":
            self._cascade(node, before)
            return
        start = node.start_byte - 1 if node.type == "cascade_selector" else self.starts.get(before, -1)
        if start < 0:
            return
        self.starts[node.end_byte] = start
        if node.type != "cascade_selector":
            self.ends[start] = node.end_byte
        if node.type == "argument_part" or node.start_byte in self._generic:
            self._call(start, before, start, node.end_byte)

    def _generic_calls(self) -> "list[tuple[int, Node]]":
        """The brackets of ``Box<int>(1)`` where the grammar takes what stands before them for comparisons."""
        found = []
        root = self.reading.tree.root_node
        for match in _GENERIC.finditer(self.data):
            place = match.end()
            bracket = root.descendant_for_byte_range(place, place + 1)
            node = None if bracket is None else bracket.parent
            if node is not None and node.start_byte == place and node.type in _BRACKETS:
                self._generic[place] = match.start()
                found.append((place, node))
        return found

    def _end_before(self, place: int) -> int:
        """Where the text before a place ends, without blanks, ``!`` and comments of one line."""
        data = self.data
        while True:
            while place and data[place - 1] in _BLANKS:
                place -= 1
            line = data.rfind(b"\n", max(0, place - _LONGEST_LINE), place) + 1
            comment = data.find(b"//", line, place) if line or place < _LONGEST_LINE else -1
            if comment < 0 or b"'" in data[line:place] or b'"' in data[line:place]:
                return place
            place = comment

    def _cascade(self, node: "Node", before: int) -> None:
        """``..put(key)`` goes on from what stands before all cascades."""
        receiver = self._receivers.get(before) or (self.starts.get(before, -1), before)
        self._receivers[node.end_byte] = receiver
        dots = self.data.find(b"..", node.start_byte, node.start_byte + 3)
        if dots >= 0 and receiver[0] >= 0:
            self.reading.wraps.append(((dots + 1, dots + 1), receiver))

    def _construct(self, found: "Mapping[str, Node]") -> None:
        whole, type_, arguments = found["custom.new"], found["type"], found["arguments"]
        end = self._end_before(arguments.start_byte)
        self._call(type_.start_byte, end, whole.start_byte, whole.end_byte)
        self.starts[whole.end_byte] = whole.start_byte
        self.ends[whole.start_byte] = whole.end_byte
        for child in whole.named_children:
            if child.type == "identifier":
                self.reading.claimed.add(child.start_byte)

    def _call(self, start: int, callee_end: int, first: int, last: int) -> None:
        self.reading.calls.setdefault(start, []).append((callee_end, first, last))

    def _brackets(self) -> None:
        """What brackets and ``await`` hold is the chain inside; of a cast, its type."""
        casts = {}
        for found in self.reading.custom.get("cast", ()):
            casts[found["custom.cast"].start_byte, found["custom.cast"].end_byte] = found["type"]
        done: set[int] = set()
        for found in self.reading.custom.get("brackets", ()):
            node, inner = found["custom.brackets"], found["inner"]
            span = (node.start_byte, node.end_byte)
            if span[0] in done:
                continue
            done.add(span[0])
            cast = casts.get((inner.start_byte, inner.end_byte))
            if cast is not None:
                self.reading.wraps.append((span, (cast.start_byte, cast.end_byte)))
            elif inner.type in CHAINS:
                self.reading.wraps.append((span, self.value(inner)))


CHAINS = frozenset(
    {
        "identifier",
        "this",
        "super",
        "parenthesized_expression",
        "new_expression",
        "const_object_expression",
        "unary_expression",
    }
)
"""Nodes that begin a chain of the same value."""


def _awaited(node: "Node") -> "Node | None":
    first = node.named_child(0)
    return None if first is None or first.type != "await_expression" else first.named_child(0)
