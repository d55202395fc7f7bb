"""Where a Python file uses names, and the references that follow from it."""

from bisect import bisect_left, bisect_right
from itertools import repeat
from operator import attrgetter
from typing import Literal

from crossbearing.plugin import Binding, Reference
from crossbearing_plugins.languages._python.inner import Range, split_inner
from crossbearing_plugins.languages._python.names import (
    BUILTIN,
    BUILTINS,
    CALL,
    CHAIN,
    DOTTED,
    KEYWORDS,
    LONGEST_REMEMBERED,
    NAME,
    bare,
)
from crossbearing_plugins.languages._python.postfix import Leads, head_of
from crossbearing_plugins.languages._python.scopes import Scope
from crossbearing_plugins.languages._python.tokens import Tokens
from crossbearing_plugins.languages._python.values import arguments_at

ReferenceKind = Literal["call", "read", "base", "decorator"]

_USES = frozenset((NAME, CHAIN, CALL, DOTTED))
_LINE_ENDS = frozenset("\n\\")
_UNKNOWN = "?"
_RECEIVERS = ("self", "cls")


Shape = tuple[str, str, int, ReferenceKind]
"""What a token says as a use: its name; the first part of that, where it leads more; the offset in it of the last part;
the kind of its references. A plain tuple: the garbage collector takes no interest in those of constants."""

_MOST_SHAPES = 1 << 16


class _Shapes(dict[str, Shape]):
    """The shapes of tokens, remembered for all files."""

    def __missing__(self, token: str) -> Shape:
        shape = _shape(token)
        if len(token) <= LONGEST_REMEMBERED:
            if len(self) > _MOST_SHAPES:
                self.clear()
            self[token] = shape
        return shape


_shapes = _Shapes()


def shape_of(token: str) -> Shape:
    """The shape of a token; plain names lead nothing, but those of builtins are their own head."""
    return _shapes[token]


def _shape(token: str) -> Shape:
    name = bare(token)
    head, dot, _ = name.partition(".")
    if not dot and name == token and name not in BUILTINS:
        head = ""
    last = token.rfind(".") + 1
    inset = len(token) - len(token[last:].lstrip(" \t\\\n"))
    return name, head, inset, "call" if token[-1] == "(" else "read"


class Uses:
    """Collects the token ranges of a file in which names are read; ``kinds`` maps the kind of each distinct token.

    ``inner`` lists the tokens that start a comprehension clause or a lambda. ``overrides`` gives a token's reference
    another kind than its form says; an empty kind drops it.
    """

    def __init__(
        self,
        tokens: Tokens,
        kinds: dict[str, int],
        chains: dict[int, str],
        inner: list[int],
        scopes: list[Scope],
        begins: set[int],
    ) -> None:
        self.tokens = tokens
        self.kinds = kinds
        self.chains = chains
        self.inner = inner
        self.scopes = scopes
        self.begins = begins
        # What is taken of a builtin leads nowhere.
        outside = [index for index, chain in chains.items() if head_of(chain) in BUILTINS and chain[:6] != "super."]
        self.overrides: dict[int, ReferenceKind | Literal[""]] = dict.fromkeys(outside, "")
        self.ranges: list[Range] = []
        self.mentions: list[tuple[str, int, Scope, int, ReferenceKind]] = []
        self.guarded: set[str] = set()
        self.dropped: set[int] = set()
        self.led_by_values: set[tuple[Scope, str]] = set()

    def add(self, first: int, last: int, scope: Scope, definition: int) -> None:
        """Tokens ``first:last``, one expression or statement, are read in ``scope`` and belong to ``definition``."""
        if first >= last:
            return
        nearest = bisect_left(self.inner, first)
        if nearest < len(self.inner) and self.inner[nearest] < last:
            self.ranges += split_inner(self.tokens, first, last, scope, definition, self.scopes)
        else:
            self.ranges.append((first, last, scope, definition))

    def mention(self, name: str, offset: int, scope: Scope, definition: int, kind: ReferenceKind = "read") -> None:
        """A dotted name at ``offset`` is used in a way that its token does not show."""
        self.mentions.append((name, offset, scope, definition, kind))

    def references(self, line_starts: list[int]) -> list[Reference]:
        """All uses that may lead to a definition elsewhere, in the order of the text; scopes must be closed."""
        texts, starts = self.tokens.texts, self.tokens.starts
        shapes = self._shapes()
        picks: list[int] = []
        owners: list[int] = []
        for first, last, scope, definition in self.ranges:
            hidden = scope.hidden
            found = [
                index for index, text in enumerate(texts[first:last], first) if text in shapes and text not in hidden
            ]
            if not found:
                continue
            if hidden and (led := hidden & {shapes[texts[index]][1] for index in found}):
                self.led_by_values |= {(scope, name) for name in led}
            if self.chains and (joined := self.chains.keys() & set(found)):
                heads = {head_of(self.chains[index]) for index in joined} & hidden
                self.led_by_values |= {(scope, name) for name in heads}
            if self.guarded or not self.dropped.isdisjoint(found):
                found = [index for index in found if self._is_use(index, scope)]
            picks += found
            owners += repeat(definition, len(found))
        result: list[Reference] = []
        if picks:
            names, _, insets, kinds = zip(*[shapes[texts[index]] for index in picks], strict=True)
            offsets = [starts[index] + inset for index, inset in zip(picks, insets, strict=True)]
            lines = [*map(bisect_right, repeat(line_starts), offsets)]
            columns = [offset - line_starts[line - 1] for offset, line in zip(offsets, lines, strict=True)]
            arguments = self._arguments(picks, kinds)
            result += map(Reference, names, lines, columns, owners, kinds, arguments)
            self._amend(picks, result)
        self._call_again(result, line_starts)
        if self.mentions:
            result += self._mentioned(line_starts)
        if self.mentions or len(result) > len(picks):
            result.sort(key=attrgetter("line", "column"))
        return result

    def _call_again(self, result: list[Reference], line_starts: list[int]) -> None:
        """Add the calls of what a call or an item gives."""
        firsts = [first for first, _, _, _ in self.ranges]
        text = self.tokens.text
        for index, offset, name in Leads(self.tokens, self.chains).called_again():
            place = bisect_right(firsts, index) - 1
            head = head_of(name)
            if place < 0 or not self.ranges[place][1] > index:
                continue
            _, _, scope, definition = self.ranges[place]
            if head in BUILTINS and not scope.binds(head):
                continue
            if head in scope.hidden:
                self.led_by_values.add((scope, head))
            line = bisect_right(line_starts, offset)
            column = offset - line_starts[line - 1]
            result.append(Reference(name, line, column, definition, "call", arguments_at(text, offset + 1)))

    def _arguments(self, picks: list[int], kinds: tuple[ReferenceKind, ...]) -> list[str]:
        """The arguments of the calls among some tokens."""
        text, texts, starts = self.tokens.text, self.tokens.texts, self.tokens.starts
        return [
            arguments_at(text, starts[index] + len(texts[index])) if kind == "call" else ""
            for index, kind in zip(picks, kinds, strict=True)
        ]

    def _shapes(self) -> dict[str, Shape]:
        """The shape of each distinct token that may be a use."""
        bound = set[str]().union(*(scope.plain | scope.firm for scope in self.scopes)) & BUILTINS
        if bound:
            self.guarded = {
                token for token, kind in self.kinds.items() if kind == BUILTIN and shape_of(token)[1] in bound
            }
        self.dropped = {index for index, kind in self.overrides.items() if not kind}
        wanted = [token for token, kind in self.kinds.items() if kind in _USES]
        return dict(zip(wanted, map(_shapes.__getitem__, wanted), strict=True)) | {
            token: shape_of(token) for token in self.guarded
        }

    def _is_use(self, index: int, scope: Scope) -> bool:
        """Say whether a token is not dropped and no builtin."""
        text = self.tokens.texts[index]
        return index not in self.dropped and (text not in self.guarded or scope.binds(shape_of(text)[1]))

    def _amend(self, picks: list[int], result: list[Reference]) -> None:
        """Correct what a token alone does not say: whole chains, other kinds, calls whose bracket is a line below."""
        gaps = self.tokens.gaps
        for place in [place for place, index in enumerate(picks) if gaps[index + 1][:1] in _LINE_ENDS]:
            if self._is_called(picks[place]):
                result[place].kind = "call"
        for changes in (self.chains, self.overrides):
            for index in changes:
                place = bisect_left(picks, index)
                if place < len(picks) and picks[place] == index:
                    if index in self.chains:
                        result[place].name = bare(self.chains[index])
                    if kind := self.overrides.get(index):
                        result[place].kind = kind

    def _is_called(self, index: int) -> bool:
        """Say whether the bracket after a name, on a line below it, calls it and begins no statement."""
        before, bracket, _ = self.tokens.gaps[index + 1].partition("(")
        if not bracket or before.strip(" \t\n\f\\") or self.tokens.texts[index][-1] in "(=":
            return False
        return self.tokens.end(index) + len(before) not in self.begins

    def _mentioned(self, line_starts: list[int]) -> list[Reference]:
        result = []
        for name, start, scope, definition, kind in self.mentions:
            head = name.partition(".")[0]
            if (kind == "read" and name in scope.hidden) or head in KEYWORDS:
                continue
            if head in BUILTINS and not scope.binds(head):
                continue
            offset = start + name.partition("[")[0].rfind(".") + 1
            line = bisect_right(line_starts, offset)
            result.append(Reference(name, line, offset - line_starts[line - 1], definition, kind))
        return result

    def unknown_values(self, bindings: list[Binding], line_starts: list[int], *, has_star: bool) -> list[Binding]:
        """Bindings that say of local names that they hold something unknown, where that hides another meaning.

        Names count that references start with, and that mean something further out or hold something known elsewhere
        in the function.
        """
        known = {(binding.scope, binding.name) for binding in bindings}
        used: dict[Scope, set[str]] = {}
        for scope, name in self.led_by_values:
            owner = scope.owner(name)
            if owner is None or name in _RECEIVERS:
                continue
            outside = owner.parent is not None and owner.parent.binds(name)
            if has_star or outside or (owner.definition, name) in known:
                used.setdefault(owner, set()).add(name)
        found = [
            Binding(name, _UNKNOWN, "alias", bisect_right(line_starts, offset), owner.definition)
            for owner, names in used.items()
            for name, offset in owner.unknown
            if name in names
        ]
        return sorted(found, key=lambda binding: (binding.line, binding.scope, binding.name))
