"""What a name may hold where scopes, imports and types do not tell: values followed from where they come from.

A function given as an argument is what the parameter may hold; what a function returns is what its call may be; items
of lists and mappings hold what the program puts there. The analysis is that of assignment graphs (Salis and others,
*PyCG*, ICSE 2021): it regards neither conditions nor, outside of one scope, the order of statements. Only what a use
asks for is followed, backwards, within the bounds below, so that large projects cost little.
"""

from collections.abc import Callable

from attrs import define, field

from crossbearing.model.facts import Binding
from crossbearing.recon.attributes import Attributes
from crossbearing.recon.callers import Callers
from crossbearing.recon.expressions import Expression, read_expression
from crossbearing.recon.functions import Functions
from crossbearing.recon.items import Items
from crossbearing.recon.resolve import Resolver
from crossbearing.recon.symbols import OPAQUE, OUTSIDE, RECEIVERS, Module, Project
from crossbearing.recon.values import NOTHING, Box, Place, Values, chain_of, join

MAX_DEPTH = 24
"""How deep values may lean on each other; what lies deeper says nothing."""

MAX_STEPS = 16
"""How many names, members and items one question may lead to that no earlier one has led to."""
LOOP_STEPS = 12
"""The same for what a loop goes over, which seldom is an object of the project."""
MAX_ASKED = 32
"""An answer that depends on the callers of more functions than this is taken to depend on those of any."""
ANY = -1


@define(eq=False)
class Flow:
    """Follows values within one linking.

    The linker tells ``callers`` of calls as it finds them; :meth:`forget` makes later answers take the new ones into
    account. ``applied`` holds for each function the values that it is given as a decorator, each with how many
    parameters are given otherwise. ``asked`` collects the functions whose callers an answer depends on, or
    :data:`ANY`.
    """

    project: Project
    resolver: Resolver
    callers: Callers = field(init=False)
    functions: Functions = field(init=False)
    members: Attributes = field(init=False)
    items: Items = field(init=False)
    applied: dict[int, list[tuple[int, Values]]] = field(factory=dict)
    asked: set[int] = field(factory=set)
    _depth: int = 0
    _steps: int = 0
    _known: dict[object, tuple[Values, frozenset[int]]] = field(factory=dict)
    _open: set[object] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        self.callers = Callers(self.project, self.resolver)
        self.functions = Functions(self, self.project)
        self.members = Attributes(self, self.project)
        self.items = Items(self, self.project)

    def values(self, module: Module, scope: int, name: str, line: int) -> Values:
        """What a name, as references write it, may hold."""
        self._steps = 0
        return self.evaluate(read_expression(name), Place(module.number, scope, line))

    def loops(self, module: Module, scope: int, name: str, line: int) -> Values:
        """The methods that a loop over a name calls: those that give an iterator, and its next items."""
        self._steps = MAX_STEPS - LOOP_STEPS
        values = self.evaluate(read_expression(name), Place(module.number, scope, line))
        objects = [value for value in values if isinstance(value, int) and value & 1]
        methods = [self.callers.method(value, "__iter__") for value in objects]
        for value in objects:
            results = self.items.result(value, "__iter__")
            methods += [self.callers.method(item, "__next__") for item in results if isinstance(item, int) and item & 1]
        return tuple(dict.fromkeys(2 * method for method in methods if method >= 0))

    def forget(self) -> None:
        """Drop all answers: more calls are known now."""
        self._known.clear()
        self.callers.forget()

    def release(self) -> None:
        """Let go of what knows this object in turn: nothing else would free it while collection is held off."""
        del self.functions, self.members, self.items

    # Expressions

    def evaluate(self, expression: Expression, place: Place) -> Values:
        """What an expression may hold."""
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
        return self.once((name, module, scope, line if len(positions) > 1 else 0), self._name, name, place)

    def _composed(self, expression: Expression, place: Place) -> Values:
        first = expression.parts[0]
        match expression.form:
            case "either":
                return join(self.evaluate(part, place) for part in expression.parts)
            case "member":
                return self._member_of(expression, place)
            case "call":
                if first == Expression("name", "super"):
                    return NOTHING
                return join(self.functions.called(value, expression, place) for value in self.evaluate(first, place))
            case "item":
                owner = self.items.owner(first, place)
                if owner and (last := self.items.last_written(owner, expression.text, place)):
                    return last
                values = self.evaluate(first, place)
                found = join(self.items.item(value, expression.text, place) for value in values)
                return found or (self.items.written(owner, expression.text) if owner else NOTHING)
        return NOTHING

    def _member_of(self, expression: Expression, place: Place) -> Values:
        chain = chain_of(expression)
        if chain:
            module = self.project.modules[place.module]
            value = self.resolver.value(module, place.scope, chain, place.line)
            if value == OUTSIDE:
                return NOTHING
            if value >= 0 and self.project.kinds[value >> 1] != "variable":
                through_class = self.evaluate(expression.parts[0], place) if "." in chain else NOTHING
                return (self._as_bound(value, through_class),)
        first = expression.parts[0]
        return join(self.members.member(value, expression.text) for value in self.evaluate(first, place))

    def _as_bound(self, value: int, receivers: Values) -> int:
        if self.project.kinds[value >> 1] != "method" or self.project.is_decorated_with(value >> 1, "staticmethod"):
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
            return self.held(value, place.line)
        return self.held(value, None)

    def _local(self, module: Module, scope: int, name: str, line: int | None) -> Values | None:
        binders = module.binders(scope, name)
        if binders:
            if binders[0] < 0:
                return self.held(self.resolver.names.imported(module, ~binders[0]), None)
            if module.facts.definitions[binders[0]].kind != "variable":
                return (2 * (module.entity + 1 + binders[0]),)
        entity = module.entity + 1 + scope
        parameter = self.functions.parameter(entity, name)
        if (scope, name) in module.bindings:
            found = self._bindings(module, scope, name, line)
            return found or (self.functions.argument(entity, parameter) if parameter else NOTHING)
        if parameter:
            return self.functions.argument(entity, parameter)
        return NOTHING if binders else None

    def held(self, value: int, line: int | None) -> Values:
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
            found = self.members.attribute(module.entity + 1 + definition.scope, definition.name)
        if not found and definition.annotation:
            typed = self.resolver.annotated(module, definition.scope, definition.annotation, definition.line)
            found = (typed,) if typed >= 0 else NOTHING
        return found

    def _bindings(self, module: Module, scope: int, name: str, line: int | None) -> Values:
        """The values of a name: at a line of the scope itself those of the last binding before, if it tells."""
        positions = module.bindings[scope, name]
        found = NOTHING
        if line is not None:
            found = self.bound_by(module, module.binding_at(scope, name, line))
        return found or join(self.bound_by(module, position) for position in positions)

    def bound_by(self, module: Module, position: int) -> Values:
        """What one binding gives a name."""
        binding = module.facts.bindings[position]
        if binding.value == OPAQUE:
            return NOTHING
        found = self.once((module.number, position), self._evaluated, module, binding)
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
        return self.evaluate(expression, place)

    # Bookkeeping

    def once(self, key: object, work: Callable[..., Values], *arguments: object) -> Values:
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
