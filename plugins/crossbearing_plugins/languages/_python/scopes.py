"""Python's scoping rules: which names hold plain values where, so that reading them leads nowhere else."""

from typing import Literal

ScopeKind = Literal["module", "function", "class", "inner"]
_NOTHING: frozenset[str] = frozenset()
LARGE = 200
"""So many names are not copied for each scope that sees them: a file of rules may have thousands of both."""


class Layers:
    """The names of a scope upon those ``beneath`` them, without some of these."""

    __slots__ = ("beneath", "own", "without")

    def __init__(self, own: "Names", beneath: "Names | Layers", without: "Names") -> None:
        self.own = own
        self.beneath = beneath
        self.without = without

    def __contains__(self, name: str) -> bool:
        layer: Names | Layers = self
        while isinstance(layer, Layers):
            if name in layer.own:
                return True
            if name in layer.without:
                return False
            layer = layer.beneath
        return name in layer

    def __and__(self, names: set[str]) -> set[str]:
        return {name for name in names if name in self}

    __rand__ = __and__


Names = set[str] | frozenset[str]
Known = Names | Layers


class Scope:
    """A region with names of its own; ``inner`` is a comprehension, a lambda or the header of a generic definition.

    ``plain`` names were bound to values, ``firm`` ones by definitions and imports; names in ``globals`` and
    ``nonlocals`` were declared so; ``unknown`` are plain names with the offsets where they are bound to something that
    cannot be told. After :func:`close_scopes`, ``hidden`` are the names whose reads give no reference
    here, and ``inherited`` the part of them that nested scopes see.
    """

    __slots__ = (
        "definition", "end", "firm", "globals", "hidden", "inherited", "kind", "nonlocals", "parent", "plain",
        "unknown",
    )  # fmt: skip

    def __init__(self, kind: ScopeKind, parent: "Scope | None", definition: int, end: int = 0) -> None:
        self.kind = kind
        self.parent = parent
        self.definition = definition
        self.end = end
        self.plain: set[str] = set()
        self.firm: set[str] = set()
        self.globals: Names = _NOTHING
        self.nonlocals: Names = _NOTHING
        self.unknown: list[tuple[str, int]] = []
        self.hidden: Known = _NOTHING
        self.inherited: Known = _NOTHING

    def owner(self, name: str) -> "Scope | None":
        """The scope that binds a hidden name to a plain value."""
        scope: Scope | None = self
        while scope is not None and (name not in scope.plain or (scope.kind == "class" and scope is not self)):
            scope = scope.parent
        return scope

    def binds(self, name: str) -> bool:
        """Say whether ``name`` is bound where this scope sees it."""
        scope: Scope | None = self
        while scope is not None:
            if (name in scope.plain or name in scope.firm) and (scope.kind != "class" or scope is self):
                return True
            scope = scope.parent
        return False


def close_scopes(scopes: list[Scope]) -> None:
    """Work out the hidden names of all scopes of a file; a scope stands after the one that encloses it."""
    module = scopes[0]
    for scope in scopes:
        seen = scope.parent.inherited if scope.parent else _NOTHING
        own: Names = scope.plain - scope.firm if scope.firm else scope.plain
        without: Names = scope.firm
        if scope.globals or scope.nonlocals:
            own = (own - scope.globals - scope.nonlocals) | (module.hidden & set(scope.globals))
            without = without | scope.globals
        scope.hidden = _upon(own, seen, without)
        scope.inherited = seen if scope.kind == "class" else scope.hidden


def _upon(own: Names, beneath: Known, without: Names) -> Known:
    """``own`` and what is ``beneath``, but for ``without``; copied where that is cheap."""
    if isinstance(beneath, Layers) or len(beneath) > LARGE:
        return Layers(own, beneath, without) if own or without else beneath
    visible = beneath - without if without else beneath
    return visible | own if visible else own
