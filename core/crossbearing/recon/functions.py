"""What goes into functions and what comes out: values of parameters, and of calls."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from crossbearing.model.facts import Binding, Reference
from crossbearing.recon.callers import MAX_CALLS
from crossbearing.recon.expressions import Expression, read_expression
from crossbearing.recon.parameters import Parameter, given_to, parameters_of
from crossbearing.recon.resolve import RETURNED, YIELDED
from crossbearing.recon.symbols import Module, Project
from crossbearing.recon.values import NOTHING, BoxMethod, Generator, Many, Place, Value, Values, join

if TYPE_CHECKING:
    from crossbearing.recon.flow import Flow


@define(eq=False)
class Functions:
    """Follows values through functions, for the :class:`~crossbearing.recon.flow.Flow` that they belong to."""

    flow: "Flow"
    project: Project
    _parameters: dict[int, tuple[Parameter, ...]] = field(factory=dict)

    def parameters(self, entity: int) -> tuple[Parameter, ...]:
        """The parameters of a function."""
        found = self._parameters.get(entity)
        if found is None:
            is_function = self.project.kinds[entity] in ("function", "method")
            found = parameters_of(self.project.definition(entity).signature) if is_function else ()
            self._parameters[entity] = found
        return found

    def parameter(self, entity: int, name: str) -> Parameter | None:
        """The parameter of a function under a name."""
        return next((item for item in self.parameters(entity) if item.name == name), None)

    def argument(self, entity: int, parameter: Parameter) -> Values:
        """What a parameter may hold: what the calls of its function give it, or its default."""
        place = self.project.place(entity)
        module = self.project.modules[place.module]
        definition = module.facts.definitions[place.scope]
        parameters = self.parameters(entity)
        if (
            definition.kind == "method"
            and parameters[0] == parameter
            and not self.project.is_decorated_with(entity, "staticmethod")
        ):
            cls = self.project.class_around(module, place.scope)
            is_class = self.project.is_decorated_with(entity, "classmethod") or definition.name == "__new__"
            return NOTHING if cls is None else (2 * cls + (not is_class),)
        self.flow.asked.add(entity)
        calls = self.flow.callers.of(entity)
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
            yield self.flow.evaluate(
                read_expression(parameter.default), Place(number, definition.scope, definition.line)
            )
        for bound, values in self.flow.applied.get(entity, ()):
            if parameters.index(parameter) == bound:
                yield values
        for bound, module, reference in calls:
            place = Place(module.number, reference.scope, reference.line)
            for value, star in given_to(parameters, parameter.name, reference.arguments, bound):
                yield self._given(value, star, parameter, place)

    def _given(self, value: Expression, star: str, parameter: Parameter, place: Place) -> Values:
        values = self.flow.evaluate(value, place)
        if star == "*":
            return join(self.flow.items.iterated(item) for item in values)
        if star == "**":
            key = "" if parameter.star else f'"{parameter.name}"'
            return join(self.flow.items.item(item, key, place) for item in values)
        return values

    def called(self, value: Value, call: Expression, place: Place) -> Values:
        """What a call gives."""
        if isinstance(value, BoxMethod):
            key = call.parts[1].parts[0] if len(call.parts) > 1 else None
            return self.flow.items.box_call(value, key.text if key and key.form == "constant" else "", place)
        if not isinstance(value, int):
            return NOTHING
        if self.project.kinds[value >> 1] == "class" and not value & 1:
            return (value + 1,)
        function = self.flow.callers.function(value)
        if function < 0:
            return NOTHING
        arguments = [(entry.text, self.flow.evaluate(entry.parts[0], place)) for entry in call.parts[1:]]
        return self.returned(function, arguments, self.flow.callers.bound(value))

    def returned(self, function: int, arguments: Sequence[tuple[str, Values]], bound: int) -> Values:
        """What a function returns; a parameter that it returns is the argument, where that is known."""
        module = self.project.modules[self.project.owners[function]]
        definition = self.project.definition(function)
        scope = function - module.entity - 1
        if definition.annotation:
            typed = self.flow.resolver.annotated(module, definition.scope, definition.annotation, definition.line)
            if typed >= 0:
                return (typed,)
        if (scope, YIELDED) in module.bindings:
            is_context = any(name.endswith("contextmanager") for name in definition.decorators)
            return self.yielded(function) if is_context else (Generator(function),)
        found = []
        for position in module.bindings.get((scope, RETURNED), ()):
            binding = module.facts.bindings[position]
            given = self._passed_on(function, binding, arguments, bound) if arguments else NOTHING
            found.append(given or self.flow.bound_by(module, position))
        return join(found)

    def _passed_on(
        self, function: int, binding: Binding, arguments: Sequence[tuple[str, Values]], bound: int
    ) -> Values:
        if binding.kind != "alias" or not self.parameter(function, binding.value):
            return NOTHING
        place = [parameter.name for parameter in self.parameters(function)].index(binding.value)
        named = [values for key, values in arguments if key == binding.value]
        plain = [values for key, values in arguments if not key]
        return named[0] if named else plain[place - bound] if 0 <= place - bound < len(plain) else NOTHING

    def yielded(self, function: int) -> Values:
        """What a generator function yields."""
        module = self.project.modules[self.project.owners[function]]
        positions = module.bindings.get((function - module.entity - 1, YIELDED), ())
        return join(self.flow.bound_by(module, position) for position in positions)
