"""What the items of lists, mappings and objects that are gone through may be."""

import re
from typing import TYPE_CHECKING

from attrs import define, field

from crossbearing.recon.expressions import Expression
from crossbearing.recon.symbols import RECEIVERS, Module, Project
from crossbearing.recon.values import (
    NOTHING,
    Box,
    BoxMethod,
    Generator,
    Many,
    Place,
    Value,
    Values,
    join,
    parts_at,
    path_of,
    slice_of,
)

if TYPE_CHECKING:
    from crossbearing.recon.flow import Flow

GETTERS = frozenset({"get", "pop", "setdefault", "popleft", "popitem"})
"""Methods of lists and mappings that give an item."""


@define(eq=False)
class Items:
    """Follows values through items, for the :class:`~crossbearing.recon.flow.Flow` that they belong to."""

    flow: "Flow"
    project: Project
    _writes: dict[int, dict[str, list[tuple[str, int]]]] = field(factory=dict)

    def iterated(self, value: Value) -> Values:
        """What a loop over a value gives."""
        if isinstance(value, Many):
            return (Many(value.values),) if value.pairs else value.values
        if isinstance(value, Generator):
            return self.flow.functions.yielded(value.function)
        if isinstance(value, Box):
            return self.item(value, "", value.place) if value.expression.form == "list" else NOTHING
        if isinstance(value, int) and value & 1 and self.project.kinds[value >> 1] == "class":
            return join(self._stepped(item) for item in self.result(value, "__iter__"))
        return NOTHING

    def _stepped(self, iterator: Value) -> Values:
        if isinstance(iterator, int):
            return self.result(iterator, "__next__") if iterator & 1 else NOTHING
        return self.iterated(iterator)

    def result(self, value: int, method: str) -> Values:
        """What a method of a value returns when it is given nothing."""
        found = self.flow.callers.method(value, method)
        return self.flow.functions.returned(found, (), 1) if found >= 0 else NOTHING

    def item(self, value: Value, key: str, place: Place) -> Values:
        """What the item of a value at a key (empty: any) may hold."""
        if isinstance(value, Many):
            return value.values
        if isinstance(value, int):
            is_instance = value & 1 and self.project.kinds[value >> 1] == "class"
            if not is_instance:
                return NOTHING
            return self.result(value, "__getitem__") or (NOTHING if key else self.iterated(value))
        if not isinstance(value, Box):
            return NOTHING if key else self.iterated(value)
        if value.owner and (last := self.last_written(value.owner, key, place)):
            return last
        return self.flow.once((value, key), self._box_item, value, key)

    def _box_item(self, value: Box, key: str) -> Values:
        expression, written = value.expression, self.written(value.owner, key) if value.owner else NOTHING
        if expression.form == "list":
            if ":" in key and key[:1] != '"':
                parts = expression.parts[slice_of(key)]
                return (Box(expression._replace(parts=parts), value.place),)
            parts = parts_at(expression.parts, key)
        else:
            parts = tuple(entry.parts[0] for entry in expression.parts if entry.text in (key, "?") or not key)
        return join([*(self.flow.evaluate(part, value.place) for part in parts), written])

    def box_call(self, method: BoxMethod, key: str, place: Place) -> Values:
        """What a method of a list or mapping gives at a key (empty: any)."""
        if method.name == "copy":
            return (method.box,)
        if method.name in GETTERS:
            return self.item(method.box, key, place)
        values = tuple(item for item in self.item(method.box, "", place) if not isinstance(item, Many))
        return (Many(values, pairs=method.name == "items"),) if values else NOTHING

    def last_written(self, owner: tuple[int, int, str], key: str, place: Place) -> Values:
        """What the same scope put at a constant key last before a place."""
        number, scope, name = owner
        if not key or (number, scope) != (place.module, place.scope):
            return NOTHING
        module = self.project.modules[number]
        path = f"{name}[{key}]"
        if not module.bindings_before(scope, path, place.line):
            return NOTHING
        return self.flow.bound_by(module, module.binding_at(scope, path, place.line))

    def written(self, owner: tuple[int, int, str], key: str) -> Values:
        """What is put under a key of a named list or mapping anywhere in its file, or its class."""
        number, scope, name = owner
        module = self.project.modules[number]
        head, dot, attribute = name.partition("[")[0].partition(".")
        if dot and head in RECEIVERS:
            cls = self.project.class_around(module, scope)
            return NOTHING if cls is None else self._written_attribute(cls, attribute, key)
        found = []
        for written, position in self._item_writes(module).get(name, ()):
            binding = module.facts.bindings[position]
            if (not key or written in (key, "")) and self._owner_scope(module, binding.scope, head) == scope:
                found.append(self.flow.bound_by(module, position))
        return join(found)

    def _written_attribute(self, cls: int, attribute: str, key: str) -> Values:
        keys = (
            [f"{attribute}[{key}]", f"{attribute}[]"] if key else self.flow.resolver.instances.item_keys(cls, attribute)
        )
        return join(
            self.flow.members.attribute(ancestor, item)
            for ancestor in self.flow.resolver.hierarchy.ancestors(cls)
            for item in keys
        )

    def owner(self, base: Expression, place: Place) -> tuple[int, int, str] | None:
        """The name that an item is written below, where there are such bindings."""
        name = path_of(base)
        if not name:
            return None
        module = self.project.modules[place.module]
        head = re.split(r"[.\[]", name, maxsplit=1)[0]
        if head in RECEIVERS:
            return place.module, place.scope, name
        if not self._item_writes(module).get(name):
            return None
        return place.module, self._owner_scope(module, place.scope, head), name

    def _item_writes(self, module: Module) -> dict[str, list[tuple[str, int]]]:
        """The bindings of items in a file: keys and positions by the name of what they are items of."""
        found = self._writes.get(module.number)
        if found is None:
            found = self._writes[module.number] = {}
            for position, binding in enumerate(module.facts.bindings):
                if binding.name[-1] == "]":
                    name, _, key = binding.name[:-1].rpartition("[")
                    found.setdefault(name, []).append((key, position))
        return found

    def _owner_scope(self, module: Module, scope: int, name: str) -> int:
        definitions = module.facts.definitions
        while scope >= 0:
            bound = module.scopes[scope + 1].get(name) or (scope, name) in module.bindings
            if bound or self.flow.functions.parameter(module.entity + 1 + scope, name):
                break
            scope = definitions[scope].scope
        return scope
