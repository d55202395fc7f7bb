"""Which calls of a function are known: what linking finds out file by file, and what following values adds."""

from attrs import define, field

from crossbearing.model.facts import Reference
from crossbearing.recon.resolve import Resolver
from crossbearing.recon.symbols import Module, Project

MAX_CALLS = 10
"""The values of a parameter are followed through at most this many calls; with more it says nothing."""

NO_FUNCTION = -1


@define(eq=False)
class Callers:
    """The calls with arguments of each value, as far as they are worth remembering, within one linking."""

    project: Project
    resolver: Resolver
    _noted: dict[int, list[tuple[Module, Reference]]] = field(factory=dict)
    _values: dict[int, list[int]] | None = None

    def note(self, value: int, module: Module, reference: Reference) -> None:
        """Note a call of a value with arguments."""
        calls = self._noted.get(value)
        if calls is None:
            self._noted[value] = [(module, reference)]
        elif len(calls) <= MAX_CALLS:
            calls.append((module, reference))

    def missing(self, value: int) -> int:
        """How many more calls of a value are worth noting."""
        return MAX_CALLS + 1 - len(self._noted.get(value, ()))

    def forget(self) -> None:
        """More values are known to be called now: which function each runs has to be asked again."""
        self._values = None

    def of(self, function: int) -> list[tuple[int, Module, Reference]]:
        """The calls of a function, each with how many parameters the object gives."""
        if self._values is None:
            self._values = {}
            for value in self._noted:
                self._values.setdefault(self.function(value), []).append(value)
        values = self._values.get(function, ())
        return [(self.bound(value), *call) for value in values for call in self._noted[value]]

    def bound(self, value: int) -> int:
        """How many parameters the object gives when ``value`` is called."""
        entity = value >> 1
        if self.project.kinds[entity] == "class":
            return 1
        return int(bool(value & 1) or self.project.is_decorated_with(entity, "classmethod"))

    def function(self, value: int) -> int:
        """The function that a call of ``value`` runs, or :data:`NO_FUNCTION`."""
        entity = value >> 1
        if self.project.kinds[entity] != "class":
            return entity if self.project.kinds[entity] in ("function", "method") else NO_FUNCTION
        return self.method(2 * entity + 1, "__call__" if value & 1 else "__init__")

    def method(self, value: int, name: str) -> int:
        """The method that a value has under a name, or :data:`NO_FUNCTION`."""
        found = self.resolver.member(value, name)
        return found >> 1 if found >= 0 and self.project.kinds[found >> 1] == "method" else NO_FUNCTION
