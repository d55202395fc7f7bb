"""What the members of modules, classes and objects may hold."""

from typing import TYPE_CHECKING

from attrs import define

from crossbearing.recon.items import GETTERS
from crossbearing.recon.symbols import Project, is_property
from crossbearing.recon.values import NOTHING, Box, BoxMethod, Value, Values, join

if TYPE_CHECKING:
    from crossbearing.recon.flow import Flow

_SAME = frozenset({"values", "copy", "items"})


@define(eq=False)
class Attributes:
    """Follows values through members, for the :class:`~crossbearing.recon.flow.Flow` that they belong to."""

    flow: "Flow"
    project: Project

    def member(self, value: Value, name: str) -> Values:
        """What an attribute of a value may hold."""
        if isinstance(value, Box):
            return (BoxMethod(value, name),) if name in GETTERS or name in _SAME else NOTHING
        if not isinstance(value, int):
            return NOTHING
        entity = value >> 1
        kind = self.project.kinds[entity]
        if kind == "module":
            return self.flow.held(self.flow.resolver.names.attribute(self.project.owners[entity], name), None)
        if kind != "class":
            return NOTHING
        return self.flow.once((value, name), self._class_member, value, name)

    def _class_member(self, value: int, name: str) -> Values:
        cls = value >> 1
        for ancestor in self.flow.resolver.hierarchy.ancestors(cls):
            for part in (ancestor, *self.project.parts.get(ancestor, ())):
                place = self.project.place(part)
                module = self.project.modules[place.module]
                binders = module.binders(place.scope, name)
                if binders and binders[0] < 0:
                    return self.flow.held(self.flow.resolver.names.imported(module, ~binders[0]), None)
                if binders:
                    return self._own_member(value, module.entity + 1 + binders[0])
            if found := self.attribute(ancestor, name):
                return found
        # What a class calls but never sets itself is left to its heirs.
        return join(self.attribute(heir, name) for heir in self.flow.resolver.hierarchy.descendants(cls))

    def _own_member(self, value: int, entity: int) -> Values:
        kind = self.project.kinds[entity]
        if kind == "variable":
            return self.flow.held(2 * entity, None)
        if kind == "method" and is_property(self.project.definition(entity)):
            return self.flow.functions.returned(entity, (), 1)
        is_bound = kind == "method" and value & 1 and not self.project.is_decorated_with(entity, "staticmethod")
        return (2 * entity + bool(is_bound),)

    def attribute(self, cls: int, name: str) -> Values:
        """What the methods of a class put in an attribute of their object."""
        positions = self.flow.resolver.instances.positions(cls, name)
        return join(self.flow.bound_by(self.project.modules[number], position) for number, position in positions)
