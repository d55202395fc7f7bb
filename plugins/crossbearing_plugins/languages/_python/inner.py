"""Comprehensions and lambdas: scopes inside one expression."""

from typing import NamedTuple

from crossbearing_plugins.languages._python.names import INNER, bare, is_plain, kind_of
from crossbearing_plugins.languages._python.scopes import Scope
from crossbearing_plugins.languages._python.tokens import Tokens, structures

_WATCHFUL = frozenset(("target", "nested", "iterable", "parameters"))
"""States in which any token may matter."""

Range = tuple[int, int, Scope, int]
"""Tokens ``first:last`` that see the names of a scope and belong to a definition."""

_DEEPEST = 64
"""Comprehensions and lambdas nested deeper than this share one scope."""


class _Region(NamedTuple):
    """Tokens ``first:last`` that see ``names`` too, or (None) that are evaluated outside the region around them."""

    first: int
    last: int
    names: list[str] | None


class _Open:
    """A bracket or lambda that has begun: its first token, and what its ``for`` clauses or parameters bind so far."""

    __slots__ = ("first", "mark", "names", "sign", "state")

    def __init__(self, sign: str, first: int, state: str = "") -> None:
        self.sign = sign
        self.first = first
        self.state = state
        self.names: list[str] = []
        self.mark = -1


def split_inner(
    tokens: Tokens, first: int, last: int, scope: Scope, definition: int, scopes: list[Scope]
) -> list[Range]:
    """Split an expression's tokens into ranges by the innermost comprehension or lambda that they belong to.

    New scopes are appended to ``scopes``.
    """
    ranges: list[Range] = []
    stack = [(last, scope)]
    position = first
    regions = _Scan(tokens).run(first, last)
    # A region stands before those inside it; one that is evaluated outside comes before what begins and ends with it.
    regions.sort(key=lambda region: (region.first, -region.last, region.names is not None))
    for region in [*regions, _Region(last, last, None)]:
        while stack and stack[-1][0] <= region.first:
            stop, inner = stack.pop()
            if position < stop:
                ranges.append((position, stop, inner, definition))
                position = stop
        if not stack:
            break
        parent = stack[-1][1]
        if position < region.first:
            ranges.append((position, region.first, parent, definition))
            position = region.first
        stack.append((region.last, _scope_of(tokens, region, parent, definition, scopes, len(stack))))
    return ranges


def _scope_of(
    tokens: Tokens, region: _Region, parent: Scope, definition: int, scopes: list[Scope], depth: int
) -> Scope:
    if region.names is None:
        return parent.parent or parent
    inner = parent
    if depth <= _DEEPEST or parent.kind != "inner":
        inner = Scope("inner", parent, definition)
        scopes.append(inner)
    inner.plain.update(region.names)
    inner.unknown += [(name, tokens.starts[region.first]) for name in region.names]
    return inner


class _Scan:
    """One pass over the tokens of an expression that finds its comprehensions and lambdas."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.regions: list[_Region] = []
        self.stack: list[_Open] = []

    def run(self, first: int, last: int) -> list[_Region]:
        texts, gaps = self.tokens.texts, self.tokens.gaps
        self.stack.append(_Open("", first))
        for index in range(first, last):
            for sign in structures[gaps[index]]:
                self.sign(sign, index)
            text = texts[index]
            if text in ("for", "lambda") or self.stack[-1].state in _WATCHFUL or kind_of(text) == INNER:
                self.token(text, index)
            elif text[-1] == "(" and text[0] != "#":
                self.open("(", index + 1)
        for sign in structures[gaps[last]]:
            self.sign(sign, last)
        while self.stack:
            self.close(last)
        return self.regions

    def sign(self, sign: str, index: int) -> None:
        """Take a bracket, comma or colon before token ``index``; brackets that nothing opened are another's."""
        if sign in "([{":
            self.open(sign, index)
        elif sign in ")]}":
            self.close_lambdas(index)
            if len(self.stack) > 1:
                self.close(index)
        elif sign in ",:":
            if self.stack[-1].state == "parameters":
                self.close_mark(index)
                if sign == ":":
                    self.stack[-1].state = "body"
            else:
                self.close_lambdas(index)

    def token(self, text: str, index: int) -> None:
        """Take a token that may begin, go on with or end a clause."""
        if text[0] == "#":
            return
        top = self.stack[-1]
        word = bare(text)
        if word == "lambda":
            self.stack.append(_Open("lambda", index + 1, "parameters"))
        elif word == "for":
            self.close_lambdas(index)
            top = self.stack[-1]
            self.close_mark(index)
            top.state = "target"
        elif top.state in ("target", "nested"):
            if word == "in":
                top.mark = index + 1 if top.mark == -1 else top.mark
                top.state = "iterable"
            elif is_plain(text) and structures[self.tokens.gaps[index + 1]][:1] != "[":
                top.names.append(text)
        elif top.state == "iterable" and word in ("if", "async"):
            self.close_mark(index)
            top.state = "condition"
        elif top.state == "parameters" and top.mark < 0 and text[-1] not in "\"'(":
            top.names.append(word)
            if text[-1] == "=":
                top.mark = index + 1
        if text[-1] == "(":
            self.open("(", index + 1)

    def open(self, sign: str, index: int) -> None:
        """Open a bracket; one around the targets of a ``for`` clause binds for that clause."""
        outer = self.stack[-1]
        opened = _Open(sign, index)
        if outer.state in ("target", "nested"):
            opened.state = "nested"
            opened.names = outer.names
        self.stack.append(opened)

    def close_mark(self, index: int) -> None:
        """End the part of the top that is evaluated outside of it: a first iterable, or the default of a parameter."""
        top = self.stack[-1]
        if top.mark >= 0:
            self.regions.append(_Region(top.mark, index, None))
            top.mark = -1 if top.sign == "lambda" else -2

    def close_lambdas(self, index: int) -> None:
        while self.stack[-1].sign == "lambda":
            self.close(index)

    def close(self, index: int) -> None:
        if self.stack[-1].state not in ("", "nested"):
            self.close_mark(index)
            top = self.stack[-1]
            self.regions.append(_Region(top.first, index, top.names))
        self.stack.pop()
