"""Expressions in markup: read as one program in which they keep their lines and columns."""

import re
from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple

from crossbearing.plugin import FileFacts, Reference
from crossbearing_plugins.languages._treesitter.facts import facts_of
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.text import blank

_NAME = re.compile(r"(?<![\w$.])[A-Za-z_$][\w$]*")
_KEYS = re.compile(r"(?<![\w$.])[A-Za-z_$][\w$]*\s*:")
_DEFAULTS = re.compile(r"=[^,{}\[\]()]*")
_STATEMENTS = re.compile(r";|^\s*(?:if|for|while|const|let|var|return|try|switch)\b")
_GROUPED = re.compile(r"\s*(?:\{|function\b|class\b|async\b)")
_MOST_LOOKS = 100


class Piece(NamedTuple):
    """An expression: where it begins and ends, and how many characters of markup stand before it."""

    start: int
    end: int
    lead: int


class Names:
    """Names that markup binds, by the stretches in which they hold."""

    def __init__(self) -> None:
        self.spans: dict[str, list[tuple[int, int]]] = {}

    def bind(self, pattern: str, start: int, end: int) -> None:
        """Bind the names of a parameter list or pattern."""
        for name in bound_names(pattern):
            self.spans.setdefault(name, []).append((start, end))

    def settle(self) -> None:
        """Sort what was bound."""
        for spans in self.spans.values():
            spans.sort()

    def hold(self, name: str, place: int) -> bool:
        """Whether markup binds a name at a place."""
        spans = self.spans.get(name)
        if spans is None:
            return False
        at = bisect_right(spans, (place, 1 << 62))
        return any(start <= place < end for start, end in reversed(spans[max(at - _MOST_LOOKS, 0) : at]))


def bound_names(pattern: str) -> list[str]:
    """The names that a parameter list binds: those of patterns, without keys and defaults."""
    plain = _DEFAULTS.sub("", _KEYS.sub("", pattern[:2_000]))
    return _NAME.findall(plain)


def program(text: str, pieces: list[Piece]) -> str:
    """The text as a program: each expression a statement, all else blank."""
    characters = list(blank(text))
    begins = {piece.start - lead for piece in pieces for lead in range(piece.lead + 1)}
    for piece in pieces:
        inner = text[piece.start : piece.end]
        characters[piece.start : piece.end] = inner
        if piece.lead > 1:
            before, after = (";{", "}") if _STATEMENTS.search(inner) else (";(", ")")
        else:
            before, after = ("(", ")") if _GROUPED.match(inner) else (";", ";")
        place = piece.start - len(before)
        for offset, character in enumerate(before):
            if place + offset >= 0 and text[place + offset] != "\n":
                characters[place + offset] = character
        _put(characters, piece.end, after)
        if after != ";" and piece.end + 1 not in begins:
            _put(characters, piece.end + 1, ";")
    return "".join(characters)


def _put(characters: list[str], place: int, character: str) -> None:
    if place < len(characters) and characters[place] != "\n":
        characters[place] = character


def references(text: str, pieces: list[Piece], names: Names, language: Language) -> list[Reference]:
    """The uses of names in expressions; what markup binds hides what the script has."""
    if not pieces:
        return []
    facts: FileFacts = facts_of(program(text, pieces), language)
    names.settle()
    starts = line_starts(text)
    bindings = {item.name for item in facts.bindings if item.scope < 0}
    own = {item.name for item in facts.definitions}
    found = []
    for item in facts.references:
        head = item.name.partition(".")[0].removesuffix("()")
        if names.hold(head, starts[item.line - 1] + item.column):
            if item.kind != "call":
                continue
            last = item.name.rpartition(".")[2]
            if "." not in item.name:
                continue
            item.name = f"?.{last}"
        elif head in own or head in bindings:
            continue
        found.append(item)
    return found


def line_starts(text: str) -> list[int]:
    """Where the lines of a text begin."""
    return [0, *accumulate(len(line) + 1 for line in text.split("\n")[:-1])]


def place_of(starts: list[int], offset: int) -> tuple[int, int]:
    """The line from 1 and column from 0 of an offset."""
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1]
