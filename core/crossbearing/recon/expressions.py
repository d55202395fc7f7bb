"""Reading written values: the few forms of expression in which most languages agree.

Names and their members (``store.put``), calls (``make(a, key=b)``), items (``table["key"]``, ``pair[0]``, ``rows[]``
for any), lists and tuples (``[a, b]``, ``(a, b)``), mappings (``{"key": a}``) and alternatives (``a | b``). Whatever
else stands in a value is an unknown part of it. Expressions are plain tuples, equal where they are written equally.
"""

import re
from functools import lru_cache
from typing import NamedTuple

MAX_LENGTH = 400
"""Longer values say nothing."""
_DEEPEST = 12
"""Brackets within brackets beyond this are not read."""

_TOKEN = re.compile(r"\s*(?:([^\W\d]\w*)|(\"[^\"\\\n]*\"|'[^'\\\n]*'|-?\d+)|(\*\*|.))", re.DOTALL)
_NAME, _CONSTANT = 1, 2
_CLOSERS = {"(": ")", "[": "]", "{": "}"}


class Expression(NamedTuple):
    """One expression; ``form`` tells the kinds apart.

    ``name``: the name ``text``. ``member``: ``text`` of the one part. ``call``: the parts are what is called and the
    arguments. ``item``: of the one part at the constant ``text``, or any where it is empty. ``list`` and ``either``:
    the parts. ``mapping`` and the arguments of a call: the parts are ``entry`` expressions, whose ``text`` is the key
    (a constant, the name of a parameter, ``*`` or ``**``) and whose part is the value; without a key it stands by its
    position. ``constant``: ``text``. ``unknown``.
    """

    form: str
    text: str = ""
    parts: tuple["Expression", ...] = ()


UNKNOWN_EXPRESSION = Expression("unknown")


@lru_cache(maxsize=1 << 15)
def read_expression(text: str) -> Expression:
    """Read one value."""
    return _Reader(text).either(0) if 0 < len(text) <= MAX_LENGTH else UNKNOWN_EXPRESSION


@lru_cache(maxsize=1 << 15)
def read_arguments(text: str) -> tuple[Expression, ...]:
    """Read what stands between the brackets of a call: ``entry`` expressions."""
    return _Reader(text).entries("", 0) if 0 < len(text) <= MAX_LENGTH else ()


def constant(text: str) -> str:
    """A constant in one writing, whatever its quotes: ``'a'`` is ``"a"``."""
    return f'"{text[1:-1]}"' if text[0] == "'" else text


class _Reader:
    """Reads tokens from the left; on what it does not know it passes over to where the value ends."""

    def __init__(self, text: str) -> None:
        self.tokens = [
            (match.lastindex or 0, match[match.lastindex or 0]) for match in _TOKEN.finditer(text) if match.lastindex
        ]
        self.position = 0

    @property
    def next(self) -> str:
        return self.tokens[self.position][1] if self.position < len(self.tokens) else ""

    def either(self, depth: int) -> Expression:
        """Alternatives, up to a sign that ends the value."""
        parts = [self.value(depth)]
        while self.next == "|":
            self.position += 1
            parts.append(self.value(depth))
        return parts[0] if len(parts) == 1 else Expression("either", "", tuple(parts))

    def value(self, depth: int) -> Expression:
        """One value with its members, calls and items."""
        found = self.head(depth)
        while True:
            sign = self.next
            if sign == "." and self.kind(1) == _NAME:
                found = Expression("member", self.tokens[self.position + 1][1], (found,))
                self.position += 2
            elif sign == "(" and depth < _DEEPEST:
                self.position += 1
                found = Expression("call", "", (found, *self.entries(")", depth + 1)))
            elif sign == "[" and depth < _DEEPEST:
                self.position += 1
                found = Expression("item", self.key(depth + 1), (found,))
            elif sign in ("", ",", ")", "]", "}", "|", ":", "="):
                return found
            else:
                found = self.skip()

    def head(self, depth: int) -> Expression:
        """What a value begins with."""
        kind, text = self.kind(0), self.next
        if kind == _NAME:
            self.position += 1
            return Expression("name", text)
        if kind == _CONSTANT:
            self.position += 1
            return Expression("constant", constant(text))
        if text in ("(", "[", "{") and depth < _DEEPEST:
            self.position += 1
            entries = self.entries(_CLOSERS[text], depth + 1)
            if text == "{" and all(entry.text for entry in entries):
                return Expression("mapping", "", entries)
            parts = tuple(entry.parts[0] for entry in entries)
            is_group = text == "(" and len(parts) == 1 and self.tokens[self.position - 2 :][:1] != [(3, ",")]
            return parts[0] if is_group else Expression("list", "", parts)
        return UNKNOWN_EXPRESSION if text in ("", ",", ")", "]", "}", "|", ":", "=") else self.skip()

    def entries(self, closer: str, depth: int) -> tuple[Expression, ...]:
        """Values between commas up to the closing bracket, with their keys."""
        found: list[Expression] = []
        while self.next and self.next != closer:
            begin = self.position
            if self.next in ("*", "**"):
                key = self.next
                self.position += 1
            else:
                key = self.entry_key()
            found.append(Expression("entry", key, (self.either(depth),)))
            if self.next and self.next not in (",", closer):
                self.skip(",")
            if self.next == "," or self.position == begin:
                self.position += 1
        self.position += bool(self.next)
        return tuple(found)

    def entry_key(self) -> str:
        """The key before a value, if one stands there: ``name=``, ``"key":``; ``?`` where it is no constant."""
        if self.position + 1 < len(self.tokens) and self.tokens[self.position + 1][1] in ("=", ":"):
            kind, text = self.tokens[self.position]
            sign = self.tokens[self.position + 1][1]
            if kind in (_CONSTANT, _NAME):
                self.position += 2
                return constant(text) if kind == _CONSTANT else text if sign == "=" else "?"
        return ""

    def key(self, depth: int) -> str:
        """The constant between the brackets of an item; empty where it is none."""
        kind, text = self.kind(0), self.next
        if kind == _CONSTANT and self.position + 1 < len(self.tokens) and self.tokens[self.position + 1][1] == "]":
            self.position += 2
            return constant(text)
        begin = self.position
        while self.next and self.next != "]":
            self.either(depth)
            if self.next and self.next != "]":
                self.position += 1
        written = "".join(item for _, item in self.tokens[begin : self.position])
        self.position += bool(self.next)
        return written if re.fullmatch(r"-?\d*:-?\d*", written) else ""

    def skip(self, ends: str = ",|:=") -> Expression:
        """Pass over what is not known, up to a sign that ends the value."""
        depth = 0
        while self.position < len(self.tokens):
            text = self.next
            if text in ("(", "[", "{"):
                depth += 1
            elif text in (")", "]", "}"):
                if not depth:
                    break
                depth -= 1
            elif text in ends and not depth:
                break
            self.position += 1
        return UNKNOWN_EXPRESSION

    def kind(self, ahead: int) -> int:
        place = self.position + ahead
        return self.tokens[place][0] if place < len(self.tokens) else 0
