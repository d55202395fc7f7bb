"""Settling what scopes, imports and types do not explain: by values that are followed, else by candidates."""

from collections.abc import Iterable

from attrs import define, field

from crossbearing.model.facts import Reference
from crossbearing.recon.candidates import Candidates
from crossbearing.recon.flow import ANY, Flow
from crossbearing.recon.meanings import CERTAIN, Meanings, Waiting, scope_of
from crossbearing.recon.resolve import CALLED, NO_ENTITY
from crossbearing.recon.rows import UseRows
from crossbearing.recon.symbols import UNKNOWN, Module, Project
from crossbearing.recon.values import NOTHING, Value, Values

FLOWED = 0.9
"""Confidence of the one thing that a value followed through calls, arguments and items may be."""
FLOWED_SOME = 0.6
"""The same where it may be several: each of them."""
MAX_ROUNDS = 4
"""How often values are followed again because calls were found that give parameters more of them."""
LOOP = "[]"
"""Ends a name whose items a loop takes."""


@define(eq=False)
class Uses:
    """What is known of all uses when every file has been read: their rows so far, and what is still open.

    ``decorated`` are the decorators of each definition; ``wrapped`` the uses of what is decorated, by number, kind
    and target.
    """

    rows: UseRows = field(factory=UseRows)
    waiting: list[Waiting] = field(factory=list)
    decorated: dict[int, list[tuple[Module, Reference]]] = field(factory=dict)
    wrapped: list[tuple[int, int, int]] = field(factory=list)


def _bound_names(project: Project) -> set[str]:
    """All names of definitions, imports and attributes: a member of any other name is none of the project's."""
    found = set[str]()
    for module in project.modules:
        facts = module.facts
        found.update(definition.name for definition in facts.definitions)
        found.update(statement.alias for statement in facts.imports)
        found.update(binding.name.rpartition(".")[2] for binding in facts.bindings if "." in binding.name)
    return found


@define(eq=False)
class Settling:
    """Adds the rows of what waits, and those that lead to what decorators put in a definition's place."""

    meanings: Meanings
    flow: Flow
    candidates: Candidates
    uses: Uses = field(factory=Uses)
    named: set[str] = field(init=False, factory=set)

    @property
    def project(self) -> Project:
        """What is linked."""
        return self.meanings.project

    def add(self, waiting: Iterable[Waiting]) -> None:
        """Take what waits in a file whose rows are there: where values are not followed, there is nothing to wait for,
        and large projects have millions of such uses.
        """
        for each in waiting:
            if each.module.facts.language in self.meanings.followed:
                self.uses.waiting.append(each)
            else:
                self._settle(each)

    def run(self) -> None:
        """Resolve what waits by following values, for as long as new calls show where parameters come from."""
        self.named = _bound_names(self.project)
        wrappers = self._note_decorators()
        pending = self.uses.waiting
        for _ in range(MAX_ROUNDS):
            changed = set[int]()
            for waiting in pending:
                self._follow(waiting, changed)
            if changed:
                changed.add(ANY)
            pending = [waiting for waiting in pending if not changed.isdisjoint(waiting.asked)]
            if not pending:
                break
            self.flow.forget()
        for waiting in self.uses.waiting:
            self._settle(waiting)
        rows = self.uses.rows
        for number, kind, target in self.uses.wrapped:
            replaced, within = wrappers.get(target, ([], NOTHING))
            # What stands in its place calls the function itself.
            if 2 * rows.entities[number] not in within:
                rows.add((number,), tuple((kind, (wrapper, FLOWED)) for wrapper in replaced))

    def _note_decorators(self) -> dict[int, tuple[list[int], Values]]:
        """Note that decorators are called with what they decorate.

        The answer is for each decorated definition what they put in its place, and all that they made on the way.
        """
        wrappers: dict[int, tuple[list[int], Values]] = {}
        for entity, decorators in self.uses.decorated.items():
            values: Values = (2 * entity,)
            made: Values = ()
            names = [reference.name for _, reference in decorators]
            for position in range(len(decorators) - 1, -1, -1):
                if names[position] + CALLED != "".join(names[position + 1 : position + 2]):
                    values = self._apply(*decorators[position], values) or values
                    made += values
            functions = [value >> 1 for value in values if isinstance(value, int) and value >> 1 != entity]
            replaced = [item for item in functions if self.project.kinds[item] in ("function", "method")]
            if replaced:
                wrappers[entity] = replaced, made
        self.flow.forget()
        return wrappers

    def _apply(self, module: Module, reference: Reference, values: Values) -> Values:
        """What a decorator makes of what it decorates."""
        scope = scope_of(module, reference)
        found = self.meanings.resolver.follow(module, scope, reference.name, reference.line)
        known = self.meanings.callable(found)
        called: Values = (known,) if known >= 0 else ()
        if found.value == UNKNOWN:
            called = self.flow.values(module, scope, reference.name, reference.line)
        results: list[Value] = []
        for value in called:
            if isinstance(value, int) and (function := self.flow.callers.function(value)) >= 0:
                bound = self.flow.callers.bound(value)
                self.flow.applied.setdefault(function, []).append((bound, values))
                results += self.flow.functions.returned(function, [("", values)], bound)
        return tuple(dict.fromkeys(results))

    def _follow(self, waiting: Waiting, changed: set[int]) -> None:
        """Find what the uses of a name may be; calls that were not known are new evidence for parameters."""
        first = waiting.first
        _, dot, last = first.name.rpartition(".")
        if first.name[0] == "?" or (dot and last.isidentifier() and last not in self.named):
            return
        scope = scope_of(waiting.module, first)
        self.flow.asked.clear()
        follow = self.flow.loops if first.name.endswith(LOOP) else self.flow.values
        values = follow(waiting.module, scope, first.name.removesuffix(LOOP), first.line)
        waiting.asked = frozenset(self.flow.asked)
        fresh = [value for value in values if isinstance(value, int) and value not in waiting.found]
        waiting.found += tuple(fresh)
        for value in fresh:
            for reference in waiting.calls:
                self.flow.callers.note(value, waiting.module, reference)
                changed.add(self.flow.callers.function(value))

    def _settle(self, waiting: Waiting) -> None:
        """Add the rows of what waited: they are the same for all uses of the name."""
        module, kind, first = waiting.module, waiting.kind, waiting.first
        kinds = self.project.kinds
        values = [value - (value & 1) if kinds[value >> 1] == "method" else value for value in waiting.found]
        targets = [target for value in values if (target := self.meanings.meant(value, kind)) != NO_ENTITY]
        targets = [target for target in dict.fromkeys(targets) if kinds[target] in ("class", "function", "method")]
        rows = [(target, FLOWED if len(targets) == 1 else FLOWED_SOME) for target in targets]
        if not rows and waiting.meant != NO_ENTITY:
            rows = [(waiting.meant, CERTAIN)]
        if module.facts.language in self.meanings.followed:
            wrapped = [target for target, _ in rows if self.meanings.is_decorated(target)]
            self.uses.wrapped += [(number, kind, target) for number in waiting.uses for target in wrapped]
        if not rows and "[" not in first.name and not first.name.endswith(CALLED):
            rows = self.candidates.of(module, first, waiting.receiver)
        self.uses.rows.add(waiting.uses, tuple((kind, row) for row in rows))
