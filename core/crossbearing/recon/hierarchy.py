"""Which classes inherit from which."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import define, field

from crossbearing.recon.inheritance import MAX_ANCESTORS, linearize
from crossbearing.recon.symbols import MAX_HOPS, OUTSIDE, Project

if TYPE_CHECKING:
    from crossbearing.recon.resolve import Resolver


@define(eq=False)
class Hierarchy:
    """The inheritance of a project's classes, worked out as it is asked for.

    ``outside_bases`` are the classes asked for so far that have a base outside of the project.
    """

    project: Project
    resolver: "Resolver"
    outside_bases: set[int] = field(factory=set)
    _bases: dict[int, tuple[int, ...]] = field(factory=dict)
    _orders: dict[int, tuple[int, ...]] = field(factory=dict)
    _children: dict[int, list[int]] | None = None

    def ancestors(self, cls: int) -> tuple[int, ...]:
        """The class and its project ancestors in method resolution order."""
        order = self._orders.get(cls)
        return linearize(cls, self.bases, self._orders) if order is None else order

    def bases(self, cls: int) -> tuple[int, ...]:
        """The project classes that a class names as its bases, in order."""
        found = self._bases.get(cls)
        if found is None:
            self._bases[cls] = ()
            found = self._bases[cls] = self._resolve_bases(cls)
        return found

    def descendants(self, cls: int) -> Iterator[int]:
        """Project classes that inherit from ``cls``, the nearest first; at most :data:`MAX_ANCESTORS`."""
        if self._children is None:
            self._children = {}
            for entity, kind in enumerate(self.project.kinds):
                for base in self.bases(entity) if kind == "class" else ():
                    self._children.setdefault(base, []).append(entity)
        found = dict.fromkeys(self._children.get(cls, ()))
        pending = list(found)
        for heir in pending:
            yield heir
            if len(pending) < MAX_ANCESTORS:
                fresh = [item for item in self._children.get(heir, ()) if item not in found]
                found.update(dict.fromkeys(fresh))
                pending += fresh

    def _resolve_bases(self, cls: int) -> tuple[int, ...]:
        if self.resolver.depth >= MAX_HOPS or cls in self.project.wholes:
            return ()
        found = []
        self.resolver.depth += 1
        for part in (cls, *self.project.parts.get(cls, ())):
            definition = self.project.definition(part)
            module = self.project.modules[self.project.owners[part]]
            for name in definition.bases:
                value = self.resolver.plain(self.resolver.value(module, definition.scope, name, definition.line))
                if value >= 0 and not value & 1 and self.project.kinds[value >> 1] == "class":
                    found.append(self.project.whole(value >> 1))
                elif value == OUTSIDE and name != "object":
                    self.outside_bases.add(cls)
        self.resolver.depth -= 1
        return tuple(base for base in dict.fromkeys(found) if base != cls)
