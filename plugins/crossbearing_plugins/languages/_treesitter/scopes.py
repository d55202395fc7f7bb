"""Which definition and which scope every place of a file lies in, and what each scope declares."""

from bisect import bisect_right
from typing import Literal

from crossbearing_plugins.languages._treesitter.reading import RawDefinition, Reading, Span

ScopeKind = Literal["module", "class", "function", "block"]
NOWHERE = -1


class Declaration:
    """A name that a scope declares.

    ``definition`` is its position among the facts' definitions, or -1 for locals and imports. ``is_local`` says that
    the name holds a value that only this scope knows. ``values`` are evidence for what it holds: the place, and the
    span of a type or value.
    """

    __slots__ = ("definition", "is_local", "name", "place", "scope", "used", "values")

    def __init__(self, name: bytes, scope: int, place: int, *, is_local: bool, definition: int = -1) -> None:
        self.name = name
        self.scope = scope
        self.place = place
        self.is_local = is_local
        self.definition = definition
        self.used = False
        self.values: list[tuple[int, Span | None, Span | None]] = []


class Scopes:
    """The scopes of a file by number, each with its enclosing one and the raw definition that it belongs to.

    Scope 0 is the module's. ``owners`` are positions in ``definitions``, or -1 outside of all.
    """

    def __init__(self, reading: Reading) -> None:
        self.definitions = _distinct(reading.definitions)
        self.starts = [0]
        self.ends = [len(reading.source.data) + 1]
        self.parents = [NOWHERE]
        self.kinds: list[ScopeKind] = ["module"]
        self.owners = [NOWHERE]
        self.names: list[dict[bytes, Declaration]] = [{}]
        self.around: list[int] = [0] * len(self.definitions)
        """For each definition, the scope that its name is declared in."""
        self.opened: list[int] = [NOWHERE] * len(self.definitions)
        """For each definition, the scope that it opens."""
        self._nest(reading)
        self._cut()

    def _nest(self, reading: Reading) -> None:
        spans = [(raw.start, -raw.end, 0, number) for number, raw in enumerate(self.definitions)]
        spans += [(start, -end, 1 + is_function, 0) for start, end, is_function in set(reading.scopes)]
        spans.sort()
        stack = [0]
        ends, definitions = self.ends, self.definitions
        for start, negative, form, number in spans:
            while start >= ends[stack[-1]]:
                stack.pop()
            around = stack[-1]
            if form == 0:
                raw = definitions[number]
                self.around[number] = around
                if raw.kind == "variable":
                    continue
                self.opened[number] = len(ends)
                self._add(start, -negative, around, "class" if raw.kind == "class" else "function", number)
            else:
                self._add(start, -negative, around, "function" if form > 1 else "block", self.owners[around])
            stack.append(len(ends) - 1)

    def _add(self, start: int, end: int, parent: int, kind: ScopeKind, owner: int) -> None:
        self.starts.append(start)
        # A node may reach out of the one around it only where the tree is broken.
        self.ends.append(min(end, self.ends[parent]))
        self.parents.append(parent)
        self.kinds.append(kind)
        self.owners.append(owner)
        self.names.append({})

    def add_variable(self, raw: RawDefinition) -> None:
        """Add a variable of the module."""
        self.definitions.append(raw)
        self.around.append(0)
        self.opened.append(NOWHERE)

    def _cut(self) -> None:
        """Find where the innermost scope changes: ``bounds`` are places, ``inner`` the scopes from each one on."""
        bounds, inner, stack = [0], [0], [0]
        starts, ends = self.starts, self.ends
        for scope in range(1, len(starts)):
            start = starts[scope]
            while start >= ends[stack[-1]]:
                bounds.append(ends[stack.pop()])
                inner.append(stack[-1])
            stack.append(scope)
            bounds.append(start)
            inner.append(scope)
        while len(stack) > 1:
            bounds.append(ends[stack.pop()])
            inner.append(stack[-1])
        self.bounds, self.inner = [*bounds, ends[0]], inner

    def at(self, place: int) -> int:
        """The innermost scope of a place."""
        return self.inner[bisect_right(self.bounds, place) - 1]

    def function_around(self, scope: int) -> int:
        """The innermost function, class or module scope that encloses or is ``scope``."""
        while self.kinds[scope] == "block":
            scope = self.parents[scope]
        return scope

    def is_open(self, scope: int) -> bool:
        """Whether a name declared in a scope is a definition of the file: in its module, or in a class."""
        return scope == 0 or self.kinds[scope] == "class"


def _distinct(definitions: list[RawDefinition]) -> list[RawDefinition]:
    """One definition for each place of a name, the one of the earliest pattern; sorted by start, outer ones first."""
    best: dict[int, RawDefinition] = {}
    for raw in definitions:
        key = ~raw.start if _is_nameless(raw) else raw.name_at[0]
        known = best.get(key)
        if known is None or _rank(raw) < _rank(known):
            best[key] = raw
    bodies = {raw.body for raw in best.values() if raw.body < raw.end and not _is_nameless(raw)}
    kept = [raw for raw in best.values() if not _is_nameless(raw) or bodies.isdisjoint((raw.start, raw.body))]
    return sorted(kept, key=lambda raw: (raw.start, -raw.end, raw.rank))


def _is_nameless(raw: RawDefinition) -> bool:
    """Whether the text has no name for a definition, only its pattern."""
    return raw.name_at[0] == raw.name_at[1]


def _rank(raw: RawDefinition) -> tuple[bool, int]:
    return raw.kind == "variable", raw.rank
