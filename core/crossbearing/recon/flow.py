"""What a name may hold where scopes, imports and types do not tell: values followed from where they come from.

A function given as an argument is what the parameter may hold; what a function returns is what its call may be; items
of lists and mappings hold what the program puts there. The analysis is that of assignment graphs (Salis and others,
*PyCG*, ICSE 2021): it regards neither conditions nor, outside of one scope, the order of statements. Only what a use
asks for is followed, backwards, within the bounds below, so that large projects cost little.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from attrs import define, field

from crossbearing.model.facts import Binding, Reference
from crossbearing.recon.expressions import Expression, read_expression
from crossbearing.recon.parameters import Parameter, given_to, parameters_of
from crossbearing.recon.resolve import RETURNED, YIELDED, Resolver
from crossbearing.recon.symbols import OPAQUE, OUTSIDE, RECEIVERS, Module, Project, is_property
from crossbearing.recon.values import (
    NOTHING,
    Box,
    BoxMethod,
    Generator,
    Many,
    Place,
    Value,
    Values,
    chain_of,
    join,
    parts_at,
    path_of,
    slice_of,
)

MAX_CALLS = 10
"""The values of a parameter are followed through at most this many calls; with more it says nothing."""

MAX_DEPTH = 24
"""How deep values may lean on each other; what lies deeper says nothing."""

MAX_STEPS = 16
"""How many names, members and items one question may lead to that no earlier one has led to."""
LOOP_STEPS = 12
"""The same for what a loop goes over, which seldom is an object of the project."""
MAX_ASKED = 32
"""An answer that depends on the callers of more functions than this is taken to depend on those of any."""
ANY = -1


_GETTERS = frozenset({"get", "pop", "setdefault", "popleft", "popitem"})
_SAME = frozenset({"values", "copy", "items"})


@define(eq=False)
class Flow:
    """Follows values within one linking.

    The linker notes calls as it finds them; :meth:`forget` makes later answers take the new ones into account.
    ``applied`` holds for each function the values that it is given as a decorator, each with how many parameters are
    given otherwise. ``asked`` collects the functions whose callers an answer depends on, or
    :data:`ANY`.
    """

    project: Project
    resolver: Resolver
    applied: dict[int, list[tuple[int, Values]]] = field(factory=dict)
    asked: set[int] = field(factory=set)
    _noted: dict[int, list[tuple[Module, Reference]]] = field(factory=dict)
    _callers: dict[int, list[int]] | None = None
    _depth: int = 0
    _steps: int = 0
    _known: dict[object, tuple[Values, frozenset[int]]] = field(factory=dict)
    _open: set[object] = field(factory=set)
    _parameters: dict[int, tuple[Parameter, ...]] = field(factory=dict)
    _items: dict[int, dict[str, list[tuple[str, int]]]] = field(factory=dict)

    def values(self, module: Module, scope: int, name: str, line: int) -> Values:
        """What a name, as references write it, may hold."""
        self._steps = 0
        return self._evaluate(read_expression(name), Place(module.number, scope, line))

    def loops(self, module: Module, scope: int, name: str, line: int) -> Values:
        """The methods that a loop over a name calls: those that give an iterator, and its next items."""
        self._steps = MAX_STEPS - LOOP_STEPS
        values = self._evaluate(read_expression(name), Place(module.number, scope, line))
        objects = [value for value in values if isinstance(value, int) and value & 1]
        methods = [self._method(value, "__iter__") for value in objects]
        for value in objects:
            results = self._result(value, "__iter__")
            methods += [self._method(item, "__next__") for item in results if isinstance(item, int) and item & 1]
        return tuple(dict.fromkeys(2 * method for method in methods if method >= 0))

    def _method(self, value: int, name: str) -> int:
        found = self.resolver.member(value, name)
        return found >> 1 if found >= 0 and self.project.kinds[found >> 1] == "method" else -1

    def forget(self) -> None:
        """Drop all answers: more calls are known now."""
        self._known.clear()
        self._callers = None

    def note(self, value: int, module: Module, reference: Reference) -> None:
        """Note a call of a value with arguments."""
        calls = self._noted.get(value)
        if calls is None:
            self._noted[value] = [(module, reference)]
        elif len(calls) <= MAX_CALLS:
            calls.append((module, reference))

    def _calls(self, function: int) -> list[tuple[int, Module, Reference]]:
        """The calls of a function, each with how many parameters the object gives."""
        if self._callers is None:
            self._callers = {}
            for value in self._noted:
                self._callers.setdefault(self.function(value), []).append(value)
        values = self._callers.get(function, ())
        return [(self.bound(value), *call) for value in values for call in self._noted[value]]

    def bound(self, value: int) -> int:
        """How many parameters the object gives when ``value`` is called."""
        entity = value >> 1
        if self.project.kinds[entity] == "class":
            return 1
        return int(bool(value & 1) or self._is(entity, "classmethod"))

    def function(self, value: int) -> int:
        """The function that a call of ``value`` runs, or -1."""
        entity = value >> 1
        if self.project.kinds[entity] != "class":
            return entity if self.project.kinds[entity] in ("function", "method") else -1
        return self._method(2 * entity + 1, "__call__" if value & 1 else "__init__")

    # Expressions

    def _evaluate(self, expression: Expression, place: Place) -> Values:
        form = expression.form
        if form == "name":
            return self._named(expression.text, place)
        if form in ("unknown", "constant") or self._depth >= MAX_DEPTH:
            return NOTHING
        if form in ("list", "mapping"):
            return (Box(expression, place),)
        self._depth += 1
        try:
            return self._composed(expression, place)
        finally:
            self._depth -= 1

    def _named(self, name: str, place: Place) -> Values:
        """What a name holds; the line matters only where the scope binds it more than once."""
        module, scope, line = place
        positions = self.project.modules[module].bindings.get((scope, name), ())
        if len(positions) > 1:
            line = -self.project.modules[module].bindings_before(scope, name, line)
        return self._once((name, module, scope, line if len(positions) > 1 else 0), self._name, name, place)

    def _composed(self, expression: Expression, place: Place) -> Values:
        first = expression.parts[0]
        match expression.form:
            case "either":
                return join(self._evaluate(part, place) for part in expression.parts)
            case "member":
                return self._member_of(expression, place)
            case "call":
                if first == Expression("name", "super"):
                    return NOTHING
                return join(self._called(value, expression, place) for value in self._evaluate(first, place))
            case "item":
                owner = self._owner(first, place)
                if owner and (last := self._last_written(owner, expression.text, place)):
                    return last
                values = self._evaluate(first, place)
                found = join(self._item(value, expression.text, place) for value in values)
                return found or (self._written(owner, expression.text) if owner else NOTHING)
        return NOTHING

    def _member_of(self, expression: Expression, place: Place) -> Values:
        chain = chain_of(expression)
        if chain:
            module = self.project.modules[place.module]
            value = self.resolver.value(module, place.scope, chain, place.line)
            if value == OUTSIDE:
                return NOTHING
            if value >= 0 and self.project.kinds[value >> 1] != "variable":
                through_class = self._evaluate(expression.parts[0], place) if "." in chain else NOTHING
                return (self._as_bound(value, through_class),)
        first = expression.parts[0]
        return join(self.member(value, expression.text) for value in self._evaluate(first, place))

    def _as_bound(self, value: int, receivers: Values) -> int:
        if self.project.kinds[value >> 1] != "method" or self._is(value >> 1, "staticmethod"):
            return value
        through_class = receivers and all(
            isinstance(item, int) and not item & 1 and self.project.kinds[item >> 1] in ("class", "module")
            for item in receivers
        )
        return value if through_class else value | 1

    # Names

    def _name(self, name: str, place: Place) -> Values:
        module = self.project.modules[place.module]
        if name in RECEIVERS:
            cls = self.project.class_around(module, place.scope)
            if cls is not None and not module.rebinds(place.scope, name):
                return NOTHING if name == "super" else (2 * cls + (name != "cls"),)
        definitions = module.facts.definitions
        scope = place.scope
        while scope >= 0:
            if scope == place.scope or definitions[scope].kind != "class":
                found = self._local(module, scope, name, place.line if scope == place.scope else None)
                if found is not None:
                    return found
            scope = definitions[scope].scope
        value = self.resolver.names.attribute(module.number, name)
        if value < 0 and (-1, name) in module.bindings:
            return self._bindings(module, -1, name, None)
        if value >= 0 and place.scope < 0 and self.project.owners[value >> 1] == module.number:
            return self._held(value, place.line)
        return self._held(value, None)

    def _local(self, module: Module, scope: int, name: str, line: int | None) -> Values | None:
        binders = module.binders(scope, name)
        if binders:
            if binders[0] < 0:
                return self._held(self.resolver.names.imported(module, ~binders[0]), None)
            if module.facts.definitions[binders[0]].kind != "variable":
                return (2 * (module.entity + 1 + binders[0]),)
        entity = module.entity + 1 + scope
        parameter = self._parameter(entity, name)
        if (scope, name) in module.bindings:
            found = self._bindings(module, scope, name, line)
            return found or (self._argument(entity, parameter) if parameter else NOTHING)
        if parameter:
            return self._argument(entity, parameter)
        return NOTHING if binders else None

    def _held(self, value: int, line: int | None) -> Values:
        """What a variable holds; anything else is itself."""
        if value < 0:
            return NOTHING
        entity = value >> 1
        if value & 1 or self.project.kinds[entity] != "variable":
            return (value,)
        definition = self.project.definition(entity)
        module = self.project.modules[self.project.owners[entity]]
        found = NOTHING
        if (definition.scope, definition.name) in module.bindings:
            found = self._bindings(module, definition.scope, definition.name, line)
        if not found and definition.scope >= 0:
            found = self._attribute(module.entity + 1 + definition.scope, definition.name)
        if not found and definition.annotation:
            typed = self.resolver.annotated(module, definition.scope, definition.annotation, definition.line)
            found = (typed,) if typed >= 0 else NOTHING
        return found

    def _bindings(self, module: Module, scope: int, name: str, line: int | None) -> Values:
        """The values of a name: at a line of the scope itself those of the last binding before, if it tells."""
        positions = module.bindings[scope, name]
        found = NOTHING
        if line is not None:
            found = self._bound(module, module.binding_at(scope, name, line))
        return found or join(self._bound(module, position) for position in positions)

    def _bound(self, module: Module, position: int) -> Values:
        binding = module.facts.bindings[position]
        if binding.value == OPAQUE:
            return NOTHING
        found = self._once((module.number, position), self._evaluated, module, binding)
        owner = (module.number, binding.scope, binding.name)
        return tuple(item._replace(owner=owner) if isinstance(item, Box) and not item.owner else item for item in found)

    def _evaluated(self, module: Module, binding: Binding) -> Values:
        if binding.kind == "annotation":
            value = self.resolver.annotated(module, binding.scope, binding.value, binding.line)
            return (value,) if value >= 0 else NOTHING
        place = Place(module.number, binding.scope, binding.line)
        expression = read_expression(binding.value)
        if binding.kind == "call":
            expression = Expression("call", "", (expression,))
        return self._evaluate(expression, place)

    # Parameters

    def _parameter(self, entity: int, name: str) -> Parameter | None:
        return next((item for item in self.parameters(entity) if item.name == name), None)

    def parameters(self, entity: int) -> tuple[Parameter, ...]:
        """The parameters of a function."""
        found = self._parameters.get(entity)
        if found is None:
            is_function = self.project.kinds[entity] in ("function", "method")
            found = parameters_of(self.project.definition(entity).signature) if is_function else ()
            self._parameters[entity] = found
        return found

    def _argument(self, entity: int, parameter: Parameter) -> Values:
        """What a parameter may hold: what the calls of its function give it, or its default."""
        place = self.project.place(entity)
        module = self.project.modules[place.module]
        definition = module.facts.definitions[place.scope]
        parameters = self.parameters(entity)
        if definition.kind == "method" and parameters[0] == parameter and not self._is(entity, "staticmethod"):
            cls = self.project.class_around(module, place.scope)
            is_class = self._is(entity, "classmethod") or definition.name == "__new__"
            return NOTHING if cls is None else (2 * cls + (not is_class),)
        self.asked.add(entity)
        calls = self._calls(entity)
        if len(calls) > MAX_CALLS:
            return NOTHING
        values = join(self._sources(entity, parameter, calls))
        if parameter.star:
            # Many of many would nest without end where arguments are passed on and on.
            values = join(item.values if isinstance(item, Many) else (item,) for item in values)
            return (Many(values),) if values else NOTHING
        return values

    def _sources(
        self, entity: int, parameter: Parameter, calls: Sequence[tuple[int, Module, Reference]]
    ) -> Iterator[Values]:
        parameters = self.parameters(entity)
        if parameter.default:
            number, definition = self.project.place(entity).module, self.project.definition(entity)
            yield self._evaluate(read_expression(parameter.default), Place(number, definition.scope, definition.line))
        for bound, values in self.applied.get(entity, ()):
            if parameters.index(parameter) == bound:
                yield values
        for bound, module, reference in calls:
            place = Place(module.number, reference.scope, reference.line)
            for value, star in given_to(parameters, parameter.name, reference.arguments, bound):
                yield self._given(value, star, parameter, place)

    def _given(self, value: Expression, star: str, parameter: Parameter, place: Place) -> Values:
        values = self._evaluate(value, place)
        if star == "*":
            return join(self._iterated(item) for item in values)
        if star == "**":
            key = "" if parameter.star else f'"{parameter.name}"'
            return join(self._item(item, key, place) for item in values)
        return values

    # Calls

    def _called(self, value: Value, call: Expression, place: Place) -> Values:
        """What a call gives."""
        if isinstance(value, BoxMethod):
            key = call.parts[1].parts[0] if len(call.parts) > 1 else None
            return self._box_call(value, key.text if key and key.form == "constant" else "", place)
        if not isinstance(value, int):
            return NOTHING
        if self.project.kinds[value >> 1] == "class" and not value & 1:
            return (value + 1,)
        function = self.function(value)
        if function < 0:
            return NOTHING
        arguments = [(entry.text, self._evaluate(entry.parts[0], place)) for entry in call.parts[1:]]
        return self.returned(function, arguments, self.bound(value))

    def returned(self, function: int, arguments: Sequence[tuple[str, Values]], bound: int) -> Values:
        """What a function returns; a parameter that it returns is the argument, where that is known."""
        module = self.project.modules[self.project.owners[function]]
        definition = self.project.definition(function)
        scope = function - module.entity - 1
        if definition.annotation:
            typed = self.resolver.annotated(module, definition.scope, definition.annotation, definition.line)
            if typed >= 0:
                return (typed,)
        if (scope, YIELDED) in module.bindings:
            is_context = any(name.endswith("contextmanager") for name in definition.decorators)
            return self._yielded(function) if is_context else (Generator(function),)
        found = []
        for position in module.bindings.get((scope, RETURNED), ()):
            binding = module.facts.bindings[position]
            given = self._passed_on(function, binding, arguments, bound) if arguments else NOTHING
            found.append(given or self._bound(module, position))
        return join(found)

    def _passed_on(
        self, function: int, binding: Binding, arguments: Sequence[tuple[str, Values]], bound: int
    ) -> Values:
        if binding.kind != "alias" or not self._parameter(function, binding.value):
            return NOTHING
        place = [parameter.name for parameter in self.parameters(function)].index(binding.value)
        named = [values for key, values in arguments if key == binding.value]
        plain = [values for key, values in arguments if not key]
        return named[0] if named else plain[place - bound] if 0 <= place - bound < len(plain) else NOTHING

    def _yielded(self, function: int) -> Values:
        module = self.project.modules[self.project.owners[function]]
        positions = module.bindings.get((function - module.entity - 1, YIELDED), ())
        return join(self._bound(module, position) for position in positions)

    # Members

    def member(self, value: Value, name: str) -> Values:
        """What an attribute of a value may hold."""
        if isinstance(value, Box):
            return (BoxMethod(value, name),) if name in _GETTERS or name in _SAME else NOTHING
        if not isinstance(value, int):
            return NOTHING
        entity = value >> 1
        kind = self.project.kinds[entity]
        if kind == "module":
            return self._held(self.resolver.names.attribute(self.project.owners[entity], name), None)
        if kind != "class":
            return NOTHING
        return self._once((value, name), self._class_member, value, name)

    def _class_member(self, value: int, name: str) -> Values:
        cls = value >> 1
        for ancestor in self.resolver.ancestors(cls):
            for part in (ancestor, *self.project.parts.get(ancestor, ())):
                place = self.project.place(part)
                module = self.project.modules[place.module]
                binders = module.binders(place.scope, name)
                if binders and binders[0] < 0:
                    return self._held(self.resolver.names.imported(module, ~binders[0]), None)
                if binders:
                    return self._own_member(value, module.entity + 1 + binders[0])
            if found := self._attribute(ancestor, name):
                return found
        # What a class calls but never sets itself is left to its heirs.
        return join(self._attribute(heir, name) for heir in self.resolver.descendants(cls))

    def _own_member(self, value: int, entity: int) -> Values:
        kind = self.project.kinds[entity]
        if kind == "variable":
            return self._held(2 * entity, None)
        if kind == "method" and is_property(self.project.definition(entity)):
            return self.returned(entity, (), 1)
        is_bound = kind == "method" and value & 1 and not self._is(entity, "staticmethod")
        return (2 * entity + bool(is_bound),)

    def _attribute(self, cls: int, name: str) -> Values:
        positions = self.resolver.attributes(cls, name)
        return join(self._bound(self.project.modules[number], position) for number, position in positions)

    # Items

    def _iterated(self, value: Value) -> Values:
        """What a loop over a value gives."""
        if isinstance(value, Many):
            return (Many(value.values),) if value.pairs else value.values
        if isinstance(value, Generator):
            return self._yielded(value.function)
        if isinstance(value, Box):
            return self._item(value, "", value.place) if value.expression.form == "list" else NOTHING
        if isinstance(value, int) and value & 1 and self.project.kinds[value >> 1] == "class":
            return join(self._stepped(item) for item in self._result(value, "__iter__"))
        return NOTHING

    def _stepped(self, iterator: Value) -> Values:
        if isinstance(iterator, int):
            return self._result(iterator, "__next__") if iterator & 1 else NOTHING
        return self._iterated(iterator)

    def _result(self, value: int, method: str) -> Values:
        found = self._method(value, method)
        return self.returned(found, (), 1) if found >= 0 else NOTHING

    def _item(self, value: Value, key: str, place: Place) -> Values:
        """What the item of a value at a key (empty: any) may hold."""
        if isinstance(value, Many):
            return value.values
        if isinstance(value, int):
            is_instance = value & 1 and self.project.kinds[value >> 1] == "class"
            if not is_instance:
                return NOTHING
            return self._result(value, "__getitem__") or (NOTHING if key else self._iterated(value))
        if not isinstance(value, Box):
            return NOTHING if key else self._iterated(value)
        if value.owner and (last := self._last_written(value.owner, key, place)):
            return last
        return self._once((value, key), self._box_item, value, key)

    def _box_item(self, value: Box, key: str) -> Values:
        expression, written = value.expression, self._written(value.owner, key) if value.owner else NOTHING
        if expression.form == "list":
            if ":" in key and key[:1] != '"':
                parts = expression.parts[slice_of(key)]
                return (Box(expression._replace(parts=parts), value.place),)
            parts = parts_at(expression.parts, key)
        else:
            parts = tuple(entry.parts[0] for entry in expression.parts if entry.text in (key, "?") or not key)
        return join([*(self._evaluate(part, value.place) for part in parts), written])

    def _box_call(self, method: BoxMethod, key: str, place: Place) -> Values:
        if method.name == "copy":
            return (method.box,)
        if method.name in _GETTERS:
            return self._item(method.box, key, place)
        values = tuple(item for item in self._item(method.box, "", place) if not isinstance(item, Many))
        return (Many(values, pairs=method.name == "items"),) if values else NOTHING

    def _last_written(self, owner: tuple[int, int, str], key: str, place: Place) -> Values:
        """What the same scope put at a constant key last before a place."""
        number, scope, name = owner
        if not key or (number, scope) != (place.module, place.scope):
            return NOTHING
        module = self.project.modules[number]
        path = f"{name}[{key}]"
        if not module.bindings_before(scope, path, place.line):
            return NOTHING
        return self._bound(module, module.binding_at(scope, path, place.line))

    def _written(self, owner: tuple[int, int, str], key: str) -> Values:
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
                found.append(self._bound(module, position))
        return join(found)

    def _written_attribute(self, cls: int, attribute: str, key: str) -> Values:
        keys = [f"{attribute}[{key}]", f"{attribute}[]"] if key else self.resolver.item_keys(cls, attribute)
        return join(self._attribute(ancestor, item) for ancestor in self.resolver.ancestors(cls) for item in keys)

    def _owner(self, base: Expression, place: Place) -> tuple[int, int, str] | None:
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
        found = self._items.get(module.number)
        if found is None:
            found = self._items[module.number] = {}
            for position, binding in enumerate(module.facts.bindings):
                if binding.name[-1] == "]":
                    name, _, key = binding.name[:-1].rpartition("[")
                    found.setdefault(name, []).append((key, position))
        return found

    def _owner_scope(self, module: Module, scope: int, name: str) -> int:
        definitions = module.facts.definitions
        while scope >= 0:
            bound = module.scopes[scope + 1].get(name) or (scope, name) in module.bindings
            if bound or self._parameter(module.entity + 1 + scope, name):
                break
            scope = definitions[scope].scope
        return scope

    # Bookkeeping

    def _is(self, entity: int, decorator: str) -> bool:
        return decorator in self.project.definition(entity).decorators

    def _once(self, key: object, work: Callable[..., Values], *arguments: object) -> Values:
        """Answer from memory, or work it out; what asks for itself, or asks too deep, gets nothing."""
        known = self._known.get(key)
        if known is not None:
            if known[1]:
                self.asked |= known[1]
            return known[0]
        if key in self._open or self._depth >= MAX_DEPTH or self._steps >= MAX_STEPS:
            return NOTHING
        self._steps += 1
        outer, self.asked = self.asked, set()
        self._open.add(key)
        self._depth += 1
        try:
            found = work(*arguments)
        finally:
            self._open.discard(key)
            self._depth -= 1
            asked, self.asked = self.asked, outer
            if len(asked) > MAX_ASKED:
                asked = {ANY}
            self.asked |= asked
        self._known[key] = found, frozenset(asked)
        return found
