"""What a dotted name means at one place of the code."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from attrs import define, field

from crossbearing.model.facts import MODULE_SCOPE, Binding
from crossbearing.recon.annotations import named_classes
from crossbearing.recon.hierarchy import Hierarchy
from crossbearing.recon.instances import InstanceBindings
from crossbearing.recon.names import ModuleNames
from crossbearing.recon.parts import join_parts
from crossbearing.recon.symbols import (
    MAX_HOPS,
    OPAQUE,
    OUTSIDE,
    RECEIVERS,
    UNKNOWN,
    Module,
    Project,
    is_property,
)

MAX_VARIABLES = 8
"""How many variables that hold each other are looked through."""

NO_ENTITY = -1

CALLED = "()"
"""Ends a link of a dotted name that is called."""
RETURNED, YIELDED = "return", "yield"
"""Names under which a function's scope binds what it returns and yields."""
_CHAIN = re.compile(r"\w+(?:\(\))?(?:\.\w+(?:\(\))?)*+")


class Found(NamedTuple):
    """Where following a dotted name led.

    ``passed`` is the last project definition on the way (or :data:`NO_ENTITY`), which the name certainly uses even
    where its last part is unknown: the variable in ``settings.get``. ``receiver`` is the value in which the last link
    that was followed was looked up.
    """

    value: int
    passed: int
    receiver: int


@define(eq=False)
class Resolver:
    """Resolves names by scope, import, inheritance and what is known of receivers.

    ``implicit`` are the languages in which members of the enclosing classes need no receiver, ``explicit`` those in
    which the body of a class is no scope of its own; both have fields and methods of one name side by side.
    One is used for one linking: answers are remembered. Every method that infers counts its depth and gives up at
    :data:`MAX_HOPS`, so that hostile code cannot exhaust the stack.
    """

    project: Project
    builtins: dict[str, frozenset[str]]
    implicit: frozenset[str] = frozenset()
    explicit: frozenset[str] = frozenset()
    names: ModuleNames = field(init=False)
    instances: InstanceBindings = field(init=False)
    hierarchy: Hierarchy = field(init=False)
    depth: int = 0
    _bindings: dict[tuple[int, int], int] = field(factory=dict)
    _returns: dict[int, int] = field(factory=dict)
    _members: dict[tuple[int, str, bool], int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.names = ModuleNames(self.project)
        join_parts(self.project, self.names)
        self.instances = InstanceBindings(self.project)
        self.hierarchy = Hierarchy(self.project, self)

    def follow(self, module: Module, scope: int, name: str, line: int, *, is_read: bool = False) -> Found:
        """What a dotted name means in a scope; a link that is called ends in ``()`` (``make().put``).

        With ``is_read`` it is not called itself: where a class has a field and a method of that name, the field is.
        """
        if name[-1] == "]" or "[" in name:
            return Found(UNKNOWN, NO_ENTITY, UNKNOWN)
        parts = name.split(".")
        value, used = self._head(module, scope, parts, line)
        reads = module.facts.language in self.implicit or module.facts.language in self.explicit
        if value >= 0 and reads and (used < len(parts) or is_read) and not parts[used - 1].endswith(CALLED):
            value = self._as_field(value)
        passed, receiver = NO_ENTITY, UNKNOWN
        for at, part in enumerate(parts[used:], start=used + 1):
            receiver = value
            if value >= 0 and not value & 1 and self.project.kinds[value >> 1] != "module":
                passed = value >> 1
            value = self.member(value, part.removesuffix(CALLED))
            if value >= 0 and reads and (at < len(parts) or is_read) and not part.endswith(CALLED):
                value = self._as_field(value)
            value = self._link(value, part)
            if value < 0:
                break
        return Found(value, passed, receiver)

    def release(self) -> None:
        """Let go of what knows this object in turn: nothing else would free it while collection is held off."""
        del self.hierarchy

    def _as_field(self, value: int) -> int:
        """The field that stands beside a method of one name."""
        entity = value >> 1
        if value & 1 or self.project.kinds[entity] != "method":
            return value
        definition, module = self.project.definition(entity), self.project.modules[self.project.owners[entity]]
        beside = module.scopes[definition.scope + 1][definition.name]
        fields = [at for at in beside if at >= 0 and module.facts.definitions[at].kind == "variable"]
        return 2 * (module.entity + 1 + fields[-1]) if fields else value

    def value(self, module: Module, scope: int, name: str, line: int) -> int:
        """The value of a dotted name in a scope."""
        return self.follow(module, scope, name, line).value

    def _link(self, value: int, part: str) -> int:
        return self.called(value) if part.endswith(CALLED) else value

    # Names

    def _head(self, module: Module, scope: int, parts: Sequence[str], line: int) -> tuple[int, int]:
        """The value of the first part, or of as many as name a module, and how many that were."""
        first = parts[0]
        if first in module.dotted_heads:
            for used in range(len(parts), 0, -1):
                name = ".".join(parts[:used])
                number = module.dotted.get(name, self.project.by_name.get(name))
                if number is not None:
                    return 2 * self.project.modules[number].entity, used
        name = first.removesuffix(CALLED)
        if name in RECEIVERS:
            cls = self.project.class_around(module, scope)
            if cls is not None and not module.rebinds(scope, name):
                if name == "super":
                    return self._inherited(cls, parts)
                return self._link(2 * cls + (name != "cls"), first), 1
        return self._link(self._lexical(module, scope, name, line), first), 1

    def _inherited(self, cls: int, parts: Sequence[str]) -> tuple[int, int]:
        if len(parts) == 1:
            return UNKNOWN, 1
        return self._link(self._class_member(cls, parts[1].removesuffix(CALLED), skip=True), parts[1]), 2

    def _lexical(self, module: Module, scope: int, name: str, line: int) -> int:
        definitions = module.facts.definitions
        start = scope
        inherited = field_ = UNKNOWN
        while scope >= 0:
            if scope == start or definitions[scope].kind != "class":
                value = self._local(module, scope, name, line if scope == start else None)
                if value is not None and not self._is_field(module, scope, name):
                    return value
                field_ = UNKNOWN if value is None else value
            if definitions[scope].kind == "class" and module.facts.language in self.implicit:
                member = self._class_member(self.project.whole(module.entity + 1 + scope), name)
                if member >= 0:
                    return member
                inherited = min(inherited, member)
            scope = definitions[scope].scope
        value = self._attribute(module.number, name)
        value = field_ if value == UNKNOWN else value
        if value == UNKNOWN and (MODULE_SCOPE, name) in module.bindings:
            return self._held_by(module, MODULE_SCOPE, name)
        if value == UNKNOWN and name in self.builtins.get(module.facts.language, ()):
            return OUTSIDE
        # What no file defines may come from a class outside that an enclosing class inherits from.
        return inherited if value == UNKNOWN else value

    def _is_field(self, module: Module, scope: int, name: str) -> bool:
        """Whether a class binds a name to a variable that its language does not see without a receiver."""
        definitions = module.facts.definitions
        if definitions[scope].kind != "class" or module.facts.language not in self.explicit:
            return False
        return all(item >= 0 and definitions[item].kind == "variable" for item in module.binders(scope, name))

    def _local(self, module: Module, scope: int, name: str, line: int | None) -> int | None:
        binders = module.binders(scope, name)
        if binders:
            best = binders[0]
            if best < 0:
                return self.names.imported(module, ~best)
            if module.facts.definitions[best].kind != "variable" or (scope, name) not in module.bindings:
                return 2 * self.project.whole(module.entity + 1 + best)
        if (scope, name) in module.bindings:
            if line is None:
                return self._held_by(module, scope, name)
            return self._bound(module, module.binding_at(scope, name, line))
        return None

    def _attribute(self, module: int, name: str) -> int:
        """The value of a name at the top level of a module."""
        value = self.names.attribute(module, name)
        return value if value < 0 or value & 1 else 2 * self.project.whole(value >> 1)

    # Bindings and types

    def _held_by(self, module: Module, scope: int, name: str) -> int:
        """The value of a name as another scope sees it: of all its bindings, one that leads into the project."""
        positions = reversed(module.bindings[scope, name])
        return _first([self._bound(module, position) for position in positions])

    def _bound(self, module: Module, position: int) -> int:
        key = (module.number, position)
        value = self._bindings.get(key)
        if value is None:
            self._bindings[key] = UNKNOWN
            value = self._bindings[key] = self._evaluate(module, module.facts.bindings[position])
        return value

    def _evaluate(self, module: Module, binding: Binding) -> int:
        if binding.value == OPAQUE or self.depth >= MAX_HOPS:
            return UNKNOWN
        self.depth += 1
        try:
            if binding.kind == "annotation":
                return self.annotated(module, binding.scope, binding.value, binding.line)
            if binding.kind == "value" and not _CHAIN.fullmatch(binding.value):
                return UNKNOWN
            value = self.value(module, binding.scope, binding.value, binding.line)
            return self.called(value) if binding.kind == "call" else value
        finally:
            self.depth -= 1

    def annotated(self, module: Module, scope: int, annotation: str, line: int) -> int:
        """The value of a name of this written type: an instance of the first project class that it names."""
        if self.depth >= MAX_HOPS:
            return UNKNOWN
        self.depth += 1
        try:
            return self._annotated(module, scope, annotation, line)
        finally:
            self.depth -= 1

    def _annotated(self, module: Module, scope: int, annotation: str, line: int) -> int:
        outside = False
        for name, is_class in named_classes(annotation):
            if name.rpartition(".")[2] == "Self":
                cls = self.project.class_around(module, scope)
                return UNKNOWN if cls is None else 2 * cls + 1
            value = self.plain(self.value(module, scope, name, line))
            if value >= 0 and not value & 1 and self.project.kinds[value >> 1] == "class":
                return value + (not is_class)
            outside = outside or value == OUTSIDE
        return OUTSIDE if outside else UNKNOWN

    def called(self, value: int) -> int:
        """What a call of ``value`` returns."""
        value = self.plain(value)
        if value < 0:
            return value
        entity = value >> 1
        if value & 1:
            method = self._class_member(entity, "__call__")
            return self._returned(method >> 1) if method >= 0 else UNKNOWN
        kind = self.project.kinds[entity]
        if kind == "class":
            return value + 1
        return self._returned(entity) if kind in ("function", "method") else UNKNOWN

    def plain(self, value: int) -> int:
        """Look through variables to what they hold, and through a property to what it returns."""
        for _ in range(MAX_VARIABLES):
            if value < 0 or value & 1 or self.project.kinds[value >> 1] != "variable":
                break
            value = self._held(value >> 1)
        if value < 0 or value & 1:
            return value
        entity = value >> 1
        kind = self.project.kinds[entity]
        if kind == "method" and is_property(self.project.definition(entity)):
            return self._returned(entity)
        return value

    def _returned(self, entity: int) -> int:
        value = self._returns.get(entity)
        if value is None:
            self._returns[entity] = UNKNOWN
            definition = self.project.definition(entity)
            module = self.project.modules[self.project.owners[entity]]
            scope = entity - module.entity - 1
            if definition.annotation:
                self._returns[entity] = self.annotated(module, scope, definition.annotation, definition.line)
            if self._returns[entity] == UNKNOWN and (scope, YIELDED) not in module.bindings:
                positions = module.bindings.get((scope, RETURNED), ())
                values = {value for position in positions if (value := self._bound(module, position)) >= 0}
                self._returns[entity] = values.pop() if len(values) == 1 else UNKNOWN
            value = self._returns[entity]
        return value

    def _held(self, variable: int) -> int:
        definition = self.project.definition(variable)
        module = self.project.modules[self.project.owners[variable]]
        if (definition.scope, definition.name) in module.bindings:
            value = self._held_by(module, definition.scope, definition.name)
        elif definition.annotation:
            value = self.annotated(module, definition.scope, definition.annotation, definition.line)
        else:
            value = UNKNOWN
        if value == UNKNOWN and definition.scope >= 0:
            value = self._attribute_value(module.entity + 1 + definition.scope, definition.name)
        return UNKNOWN if value == 2 * variable else value

    # Members

    def member(self, value: int, name: str) -> int:
        """The value of an attribute of ``value``."""
        value = self.plain(value)
        if value < 0:
            return value
        entity = value >> 1
        kind = self.project.kinds[entity]
        if kind == "module":
            return self._attribute(self.project.owners[entity], name)
        return self._class_member(entity, name) if kind == "class" else UNKNOWN

    def _class_member(self, cls: int, name: str, *, skip: bool = False) -> int:
        key = (cls, name, skip)
        value = self._members.get(key)
        if value is None:
            self._members[key] = UNKNOWN
            value = self._members[key] = self._find_member(cls, name, skip)
        return value

    def _find_member(self, cls: int, name: str, skip: bool) -> int:
        order = self.hierarchy.ancestors(cls)
        for ancestor in order[skip:]:
            declared = UNKNOWN
            for part in (ancestor, *self.project.parts.get(ancestor, ())):
                place = self.project.place(part)
                module = self.project.modules[place.module]
                binders = module.binders(place.scope, name)
                if binders and binders[0] < 0:
                    return self.names.imported(module, ~binders[0])
                if binders and not module.facts.definitions[binders[0]].is_part:
                    return 2 * self.project.whole(module.entity + 1 + binders[0])
                if binders and declared == UNKNOWN:
                    declared = 2 * self.project.whole(module.entity + 1 + binders[0])
            if declared != UNKNOWN:
                return declared
            if self.instances.has(ancestor, name):
                return self._attribute_value(ancestor, name)
        if name.startswith("__") and name.endswith("__"):
            return OUTSIDE
        return OUTSIDE if any(ancestor in self.hierarchy.outside_bases for ancestor in order) else UNKNOWN

    def _attribute_value(self, cls: int, name: str) -> int:
        """What ``self.name`` holds: the first binding in the class that leads into the project."""
        positions = self.instances.positions(cls, name)
        return _first([self._bound(self.project.modules[number], position) for number, position in positions])


def _first(values: Sequence[int]) -> int:
    """The first value in the project; else what is known of all."""
    return next((value for value in values if value >= 0), OUTSIDE if OUTSIDE in values else UNKNOWN)
