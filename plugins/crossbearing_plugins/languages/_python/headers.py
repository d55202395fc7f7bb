"""The parts of a Python definition's header: arguments between brackets, and the signature in one line."""

import re
from typing import NamedTuple

from crossbearing_plugins.languages._python.tokens import Tokens, structures

_LONGEST_VALUE = 40
"""Default values and variables' values longer than this many characters become ``...`` in signatures."""
_WRAPPED = re.compile(r"([(\[{]) | ([)\]}])| (\.)(?=[^\W\d])")
_LAST_COMMA = re.compile(r",\)(?=$| ->)")


class Item(NamedTuple):
    """One argument between commas, as token indexes: its first token, where its annotation and value begin, its end."""

    first: int
    annotation: int | None
    value: int | None
    last: int


class Arguments(NamedTuple):
    """What stands between brackets, which close before token ``close``; its gap begins in ``depth`` brackets."""

    items: list[Item]
    close: int
    depth: int


def split_arguments(tokens: Tokens, first: int, last: int, signs: str) -> Arguments:
    """Split the arguments from token ``first`` on, just after an opening bracket, at its commas.

    ``signs`` are those between the bracket and token ``first``.
    """
    if signs[:1] in (")", "]"):
        return Arguments([], first, 1)
    splitter = _Splitter(tokens, first)
    for index in range(first, last + 1):
        entry = splitter.depth
        for sign in signs:
            if splitter.sign(sign, index):
                return Arguments(splitter.items, index, entry)
        if index < last:
            splitter.token(tokens.texts[index], index)
            signs = structures[tokens.gaps[index + 1]]
    splitter.finish(last)
    return Arguments(splitter.items, last, splitter.depth)


class _Splitter:
    """The argument that is being read, and those before it."""

    __slots__ = ("annotation", "depth", "in_lambda", "items", "start", "texts", "value")

    def __init__(self, tokens: Tokens, first: int) -> None:
        self.texts = tokens.texts
        self.items: list[Item] = []
        self.depth = 1
        self.start = first
        self.annotation: int | None = None
        self.value: int | None = None
        self.in_lambda = False

    def sign(self, sign: str, index: int) -> bool:
        """Take a sign before token ``index``; true where it closes the arguments."""
        if sign in "([{":
            self.depth += 1
        elif sign in ")]}":
            self.depth -= 1
            if not self.depth:
                self.finish(index)
                return True
        elif self.depth == 1:
            if sign == ",":
                if not self.in_lambda:
                    self.finish(index)
            elif sign == ":":
                if not self.in_lambda and self.value is None:
                    self.annotation = index
                self.in_lambda = False
            elif sign == "=" and self.value is None:
                self.value = index
        return False

    def token(self, text: str, index: int) -> None:
        """Take a token."""
        if text[-1] == "(":
            self.depth += text[0] != "#"
        elif self.depth == 1 and text[0] != "#":
            if text[-1] == "=" and self.value is None:
                self.value = index + 1
            elif text == "lambda":
                self.in_lambda = True

    def finish(self, index: int) -> None:
        """The argument ends before token ``index``."""
        first = self.start
        while first < index and self.texts[first][0] == "#":
            first += 1
        if first < index:
            self.items.append(Item(first, self.annotation, self.value, index))
        self.start, self.annotation, self.value = index, None, None


def find_sign(tokens: Tokens, index: int, last: int, depth: int, wanted: str, begin: int = 0) -> tuple[int, int]:
    """Find the first of the ``wanted`` signs outside brackets, from the gap before token ``index`` on.

    That gap begins in ``depth`` brackets; offsets before ``begin`` are passed over. The answer is the token before
    which the sign stands, and the sign's offset; where there is none, those of the end.
    """
    gaps, texts = tokens.gaps, tokens.texts
    for at in range(index, last + 1):
        entry = depth
        for sign in structures[gaps[at]]:
            if depth == 0 and sign in wanted:
                offset = _place(tokens, at, entry, wanted, begin)
                if offset >= 0:
                    return at, offset
            if sign in "([{":
                depth += 1
            elif sign in ")]}":
                depth -= 1
        if at < last and texts[at][-1] == "(" and texts[at][0] != "#":
            depth += 1
    return last, gap_start(tokens, last)


def _place(tokens: Tokens, index: int, depth: int, wanted: str, begin: int) -> int:
    """The offset of the first wanted sign outside brackets in the gap before token ``index``; -1: there is none."""
    origin = gap_start(tokens, index)
    for position, sign in enumerate(tokens.gaps[index], origin):
        if position >= begin:
            if depth == 0 and sign in wanted:
                return position
            if sign in "([{":
                depth += 1
            elif sign in ")]}":
                depth -= 1
    return -1


def gap_end(tokens: Tokens, index: int) -> int:
    """The offset at which the gap before token ``index`` ends."""
    return tokens.starts[index] if index < len(tokens.starts) else len(tokens.text)


def gap_start(tokens: Tokens, index: int) -> int:
    """The offset at which the gap before token ``index`` begins."""
    return gap_end(tokens, index) - len(tokens.gaps[index])


def signature(tokens: Tokens, start: int, colon: int, items: list[Item]) -> str:
    """A definition's header in one line, up to its colon; long default values become ``...``."""
    parts: list[str] = []
    for item in items:
        if item.value is None or gap_end(tokens, item.last) - gap_end(tokens, item.value) <= _LONGEST_VALUE:
            continue
        begin = value_start(tokens, item.value)
        _, end = find_sign(tokens, item.value, item.last, 0, ",)]", begin)
        if len(one_line(tokens, begin, end).strip()) > _LONGEST_VALUE:
            space = " " if tokens.text[begin : begin + 1].isspace() else ""
            parts += [one_line(tokens, start, begin), space, "..."]
            start = end
    header = "".join([*parts, one_line(tokens, start, colon)])
    return (_LAST_COMMA.sub(")", header) if ",)" in header else header) + ":"


def value_start(tokens: Tokens, value: int) -> int:
    """The offset just after the ``=`` that stands before the value at token ``value``."""
    before = gap_start(tokens, value)
    return before if tokens.texts[value - 1][-1] == "=" else before + tokens.gaps[value].index("=") + 1


def short_value(tokens: Tokens, start: int, end: int) -> str:
    """The text of an expression in one line, or ``...`` where it is long."""
    if end - start > 4 * _LONGEST_VALUE:
        return "..."
    text = one_line(tokens, start, end).strip()
    return text if len(text) <= _LONGEST_VALUE else "..."


def one_line(tokens: Tokens, start: int, end: int) -> str:
    """The text between two offsets in one line, without comments and the space that wrapping brought."""
    text = tokens.text[start:end]
    if "#" in text:
        text = _without_comments(tokens, start, end)
    if "\n" in text or "  " in text or "\t" in text:
        text = _WRAPPED.sub(lambda match: match[match.lastindex or 0], " ".join(text.replace("\\\n", " ").split()))
    return text


def _without_comments(tokens: Tokens, start: int, end: int) -> str:
    parts = []
    for index in range(tokens.first_at(start), tokens.first_at(end)):
        if tokens.text[tokens.starts[index]] == "#":
            parts.append(tokens.text[start : tokens.starts[index]])
            start = tokens.end(index)
    return "".join([*parts, tokens.text[start:end]])
