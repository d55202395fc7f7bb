"""Joining the facts of all files to one graph: every name is resolved, every use becomes an edge or says why not."""

from array import array
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from attrs import define, field

from crossbearing.model.facts import FileFacts, ModuleLinks, Reference
from crossbearing.model.graph import CodeGraph
from crossbearing.recon.assembly import edges_of, graph_of
from crossbearing.recon.candidates import Candidates, LanguageNames, Row
from crossbearing.recon.flow import ANY, Flow
from crossbearing.recon.overloads import Overloads
from crossbearing.recon.references import REFERENCE_KINDS, UNRESOLVED, ImportTable, ReferenceTable
from crossbearing.recon.resolve import CALLED, NO_ENTITY, Found, Resolver
from crossbearing.recon.symbols import UNKNOWN, Module, Project, build_project
from crossbearing.recon.values import NOTHING, Value, Values

CERTAIN = 1.0
"""Confidence of what scopes, imports, inheritance or a known receiver resolve."""
FLOWED = 0.9
"""Confidence of the one thing that a value followed through calls, arguments and items may be."""
FLOWED_SOME = 0.6
"""The same where it may be several: each of them."""
MAX_ROUNDS = 4
"""How often values are followed again because calls were found that give parameters more of them."""

NO_VALUE = -1


@define(eq=False)
class LinkedGraph:
    """The code graph with the places in the code that its edges come from."""

    graph: CodeGraph
    references: ReferenceTable
    imports: ImportTable


def link(
    facts: Mapping[str, FileFacts],
    links: Mapping[str, ModuleLinks],
    roles: Mapping[str, str],
    *,
    line_counts: Mapping[str, int] | None = None,
    languages: Mapping[str, LanguageNames] | None = None,
) -> LinkedGraph:
    """Resolve every name of ``facts`` (keyed by path) and return the graph.

    ``links`` are the language plugins' answers to ``link_modules``, ``roles`` the roles of the paths, ``line_counts``
    the lengths of the files (default: as far as their definitions reach), ``languages`` is keyed by
    :attr:`FileFacts.language`. A call of a class leads to the class, not to its constructor. Where the last part of a
    dotted name is unknown but a definition of the project stands on the way (a variable of unknown type), the use of
    that definition is kept as a read. The result does not depend on the order of the mappings.
    """
    known = languages or {}
    project = build_project(facts, links, {name: names.family for name, names in known.items() if names.family})
    implicit = frozenset(name for name, language in known.items() if language.implicit_receiver)
    followed = frozenset(name for name, names in known.items() if names.receiver_parameter)
    explicit = frozenset(known) - implicit - followed
    resolver = Resolver(project, {name: language.builtins for name, language in known.items()}, implicit, explicit)
    overloads = Overloads(project, resolver, frozenset(name for name, names in known.items() if names.overloads))
    candidates = Candidates(project, resolver, known, roles, overloads)
    linker = _Linker(project, resolver, candidates, overloads, Flow(project, resolver), followed)
    for module in project.modules:
        linker.link_module(module)
    linker.follow_values()
    references, imports = linker.references.table(), linker.imports.table()
    graph = graph_of(project, roles, line_counts or {})
    graph.edges = edges_of(graph, references, imports, linker.inheritance())
    return LinkedGraph(graph, references, imports)


@define(eq=False)
class _Uses:
    """Rows of the reference table under way."""

    columns: list["array[int]"] = field(factory=lambda: [array("i") for _ in range(5)])
    kinds: "array[int]" = field(factory=lambda: array("B"))
    targets: "array[int]" = field(factory=lambda: array("i"))
    confidence: "array[float]" = field(factory=lambda: array("f"))
    names: dict[str, int] = field(factory=dict)

    def add(self, number: int, entity: int, reference: Reference, kind: int, row: Row) -> None:
        """Add one row: a use of a name inside ``entity``, by the reference of this number."""
        order, entities, lines, columns, numbers = self.columns
        order.append(number)
        entities.append(entity)
        lines.append(reference.line)
        columns.append(reference.column)
        numbers.append(self.names.setdefault(reference.name, len(self.names)))
        self.kinds.append(kind)
        self.targets.append(row[0])
        self.confidence.append(row[1])

    def table(self) -> ReferenceTable:
        """The rows in the order of the references."""
        order = np.argsort(np.array(self.columns[0], np.int32), kind="stable")
        entities, lines, columns, numbers = (np.array(column, np.int32)[order] for column in self.columns[1:])
        return ReferenceTable(
            entities=entities,
            lines=lines,
            columns=columns,
            name_numbers=numbers,
            names=list(self.names),
            kinds=np.array(self.kinds, np.uint8)[order],
            targets=np.array(self.targets, np.int32)[order],
            confidence=np.array(self.confidence, np.float32)[order],
        )


@define(eq=False)
class _Imports:
    """Rows of the import table under way."""

    rows: list[tuple[int, int, int, int]] = field(factory=list)

    def table(self) -> ImportTable:
        columns = np.array(self.rows, np.int32).reshape(-1, 4)
        return ImportTable(*(np.ascontiguousarray(column) for column in columns.T))


_KIND_NUMBERS = {kind: number for number, kind in enumerate(REFERENCE_KINDS)}
_READ = _KIND_NUMBERS["read"]
_CALL = _KIND_NUMBERS["call"]
_CALLS = (_CALL, _KIND_NUMBERS["decorator"])
LOOP = "[]"
"""Ends a name whose items a loop takes."""


class _Use(NamedTuple):
    """A reference, numbered through all files."""

    number: int
    entity: int
    reference: Reference


def _scope_of(module: Module, reference: Reference) -> int:
    """The scope in which a name is looked up: a decorator stands outside of what it decorates."""
    if reference.kind == "decorator" and reference.scope >= 0:
        return module.facts.definitions[reference.scope].scope
    return reference.scope


@define(eq=False)
class _Waiting:
    """Uses of one name in one scope that scopes, imports and types do not explain, or not alone."""

    module: Module
    uses: list[_Use]
    kind: int
    receiver: int
    meant: int = NO_ENTITY
    asked: frozenset[int] = frozenset()
    found: tuple[int, ...] = ()


class _Answer(NamedTuple):
    """What a use makes: rows; or what it waits for; and the value that a call calls."""

    rows: list[tuple[int, Row]]
    waiting: _Waiting | None
    called: int
    is_decorated: bool = False


@define(eq=False)
class _Linker:
    project: Project
    resolver: Resolver
    candidates: Candidates
    overloads: Overloads
    flow: Flow
    followed: frozenset[str]
    references: _Uses = field(factory=_Uses)
    imports: _Imports = field(factory=_Imports)
    waiting: list[_Waiting] = field(factory=list)
    decorated: dict[int, list[tuple[Module, Reference]]] = field(factory=dict)
    wrapped: list[tuple[_Use, int]] = field(factory=list)
    named: set[str] = field(factory=set)
    count: int = 0

    def link_module(self, module: Module) -> None:
        """Resolve the references and imports of one file."""
        known: dict[tuple[int, str, int, str, str], _Answer] = {}
        changing: dict[tuple[int, str], bool] = {}
        is_overloaded = module.facts.language in self.overloads.languages
        is_followed = module.facts.language in self.followed
        first = module.entity + 1
        add = self.references.add
        for number, reference in enumerate(module.facts.references, start=self.count):
            scope = reference.scope
            given = reference.arguments if is_overloaded else ""
            place = (scope, reference.name)
            changes = changing.get(place)
            if changes is None:
                changes = changing[place] = self._changes(module, reference)
            moment = self._epoch(module, reference) if changes else 0
            key = (scope, reference.name, moment, reference.kind, given)
            answer = known.get(key)
            if answer is None:
                answer = known[key] = self._resolve(module, reference)
            for kind, row in answer.rows:
                add(number, first + scope, reference, kind, row)
            if is_followed and answer.called >= 0 and reference.arguments:
                self.flow.note(answer.called, module, reference)
            if answer.is_decorated:
                self.wrapped.append((_Use(number, first + scope, reference), answer.called >> 1))
            elif answer.waiting is not None:
                answer.waiting.uses.append(_Use(number, first + scope, reference))
            if is_followed and reference.kind == "decorator":
                self.decorated.setdefault(first + scope, []).append((module, reference))
        self.count += len(module.facts.references)
        for position, statement in enumerate(module.facts.imports):
            target = self._import_target(module, position)
            # An alias that a file gives to a name of its own is written as an import from itself, which is none.
            if target is not None and self.project.owners[target] != module.number:
                entity = module.entity + 1 + statement.scope
                self.imports.rows.append((entity, statement.line, statement.column, target))

    def _changes(self, module: Module, reference: Reference) -> bool:
        """Whether what a name means in its scope depends on the line."""
        head = reference.name.partition(".")[0].removesuffix(CALLED)
        return len(module.bindings.get((reference.scope, head), ())) > 1

    def _epoch(self, module: Module, reference: Reference) -> int:
        head = reference.name.partition(".")[0].removesuffix(CALLED)
        return module.bindings_before(reference.scope, head, reference.line)

    def _resolve(self, module: Module, reference: Reference) -> _Answer:
        """What the uses of a name in a scope make."""
        kind = _KIND_NUMBERS[reference.kind]
        name = reference.name
        scope, is_read = _scope_of(module, reference), kind not in _CALLS
        found = self.resolver.follow(module, scope, name, reference.line, is_read=is_read)
        value = found.value
        if value >= 0:
            if kind not in _CALLS:
                return _Answer([] if value & 1 else [(kind, (value >> 1, CERTAIN))], None, NO_VALUE)
            return self._called(module, kind, found, reference.arguments)
        rows = [] if found.passed == NO_ENTITY else [(_READ, (found.passed, CERTAIN))]
        if kind in _CALLS and value == UNKNOWN:
            return _Answer(rows, self._wait(_Waiting(module, [], kind, found.receiver)), NO_VALUE)
        if value == UNKNOWN and "." not in name:
            rows.append((kind, (UNRESOLVED, 0.0)))
        return _Answer(rows, None, NO_VALUE)

    def _called(self, module: Module, kind: int, found: Found, arguments: str) -> _Answer:
        """What the calls of a known value make."""
        value, language = found.value, module.facts.language
        is_open = language in self.followed and self._is_rebound(value)
        entity = value >> 1 if is_open else self._meant(value, kind)
        if entity != NO_ENTITY and self.project.kinds[entity] == "variable":
            return _Answer([], self._wait(_Waiting(module, [], kind, found.receiver, entity)), NO_VALUE)
        called = self._callable(found)
        if kind == _CALL and entity != NO_ENTITY and not value & 1 and language in self.overloads.languages:
            entity = self.overloads.meant(entity, arguments)
        rows = [] if entity == NO_ENTITY or self._is_fragment(entity) else [(kind, (entity, CERTAIN))]
        return _Answer(
            rows, None, called, language in self.followed and called >= 0 and self._is_decorated(called >> 1)
        )

    def _is_fragment(self, entity: int) -> bool:
        """Whether a class is only a part of one that the project does not define."""
        return self.project.kinds[entity] == "class" and self.project.definition(entity).is_part

    def _callable(self, found: Found) -> int:
        """The value that a call calls; of a method, whether an object gives its first parameter."""
        value = self.resolver.plain(found.value)
        if value < 0 or self.project.kinds[value >> 1] != "method":
            return value
        receiver = found.receiver
        through_class = receiver >= 0 and not receiver & 1 and self.project.kinds[receiver >> 1] == "class"
        return value if through_class else value | 1

    def _is_rebound(self, value: int) -> bool:
        """Whether a variable is assigned to more than once, so that what it holds depends on the place."""
        if value & 1 or self.project.kinds[value >> 1] != "variable":
            return False
        module, definition = self.project.modules[self.project.owners[value >> 1]], self.project.definition(value >> 1)
        return len(module.bindings.get((definition.scope, definition.name), ())) > 1

    def _is_decorated(self, entity: int) -> bool:
        return self.project.kinds[entity] in ("function", "method") and bool(self.project.definition(entity).decorators)

    def _wait(self, waiting: _Waiting) -> _Waiting:
        self.waiting.append(waiting)
        return waiting

    # Values

    def follow_values(self) -> None:
        """Resolve what waits by following values, for as long as new calls show where parameters come from."""
        wrappers = self._note_decorators()
        self.named = self._bound_names()
        pending = [waiting for waiting in self.waiting if waiting.module.facts.language in self.followed]
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
        for waiting in self.waiting:
            self._settle(waiting)
        for use, target in self.wrapped:
            replaced, within = wrappers.get(target, ([], NOTHING))
            # What stands in its place calls the function itself.
            if 2 * use.entity not in within:
                kind = _KIND_NUMBERS[use.reference.kind]
                for wrapper in replaced:
                    self.references.add(use.number, use.entity, use.reference, kind, (wrapper, FLOWED))

    def _bound_names(self) -> set[str]:
        """All names of definitions, imports and attributes: a member of any other name is none of the project's."""
        found = set[str]()
        for module in self.project.modules:
            facts = module.facts
            found.update(definition.name for definition in facts.definitions)
            found.update(statement.alias for statement in facts.imports)
            found.update(binding.name.rpartition(".")[2] for binding in facts.bindings if "." in binding.name)
        return found

    def _note_decorators(self) -> dict[int, tuple[list[int], Values]]:
        """Note that decorators are called with what they decorate.

        The answer is for each decorated definition what they put in its place, and all that they made on the way.
        """
        wrappers: dict[int, tuple[list[int], Values]] = {}
        for entity, decorators in self.decorated.items():
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
        scope = _scope_of(module, reference)
        found = self.resolver.follow(module, scope, reference.name, reference.line)
        known = self._callable(found)
        called: Values = (known,) if known >= 0 else ()
        if found.value == UNKNOWN:
            called = self.flow.values(module, scope, reference.name, reference.line)
        results: list[Value] = []
        for value in called:
            if isinstance(value, int) and (function := self.flow.function(value)) >= 0:
                bound = self.flow.bound(value)
                self.flow.applied.setdefault(function, []).append((bound, values))
                results += self.flow.returned(function, [("", values)], bound)
        return tuple(dict.fromkeys(results))

    def _follow(self, waiting: _Waiting, changed: set[int]) -> None:
        """Find what the uses of a name may be; calls that were not known are new evidence for parameters."""
        first = waiting.uses[0].reference
        _, dot, last = first.name.rpartition(".")
        if first.name[0] == "?" or (dot and last.isidentifier() and last not in self.named):
            return
        scope = _scope_of(waiting.module, first)
        self.flow.asked.clear()
        follow = self.flow.loops if first.name.endswith(LOOP) else self.flow.values
        values = follow(waiting.module, scope, first.name.removesuffix(LOOP), first.line)
        waiting.asked = frozenset(self.flow.asked)
        fresh = [value for value in values if isinstance(value, int) and value not in waiting.found]
        waiting.found += tuple(fresh)
        for value in fresh:
            for use in waiting.uses:
                if use.reference.arguments:
                    self.flow.note(value, waiting.module, use.reference)
                    changed.add(self.flow.function(value))

    def _settle(self, waiting: _Waiting) -> None:
        """Add the rows of what waited."""
        module, kind = waiting.module, waiting.kind
        kinds = self.project.kinds
        values = [value - (value & 1) if kinds[value >> 1] == "method" else value for value in waiting.found]
        targets = [target for value in values if (target := self._meant(value, kind)) != NO_ENTITY]
        targets = [target for target in dict.fromkeys(targets) if kinds[target] in ("class", "function", "method")]
        rows = [(target, FLOWED if len(targets) == 1 else FLOWED_SOME) for target in targets]
        if not rows and waiting.meant != NO_ENTITY:
            rows = [(waiting.meant, CERTAIN)]
        for use in waiting.uses:
            own, reference = rows, use.reference
            if not own and "[" not in reference.name and not reference.name.endswith(CALLED):
                own = self.candidates.of(module, reference, waiting.receiver)
            for row in own:
                self.references.add(use.number, use.entity, reference, kind, row)
            if module.facts.language in self.followed:
                self.wrapped += [(use, row[0]) for row in rows if self._is_decorated(row[0])]

    def _meant(self, value: int, kind: int) -> int:
        """The entity that a use of ``value`` leads to: a call goes through a variable that names a function."""
        kinds = self.project.kinds
        if value & 1:
            method = self.resolver.member(value, "__call__") if kind == _CALL else UNKNOWN
            return method >> 1 if method >= 0 else NO_ENTITY
        if kind == _CALL and kinds[value >> 1] == "variable":
            held = self.resolver.plain(value)
            if held >= 0 and not held & 1 and kinds[held >> 1] in ("class", "function", "method"):
                return held >> 1
        return value >> 1

    def _import_target(self, module: Module, position: int) -> int | None:
        """The module or definition that an import statement leads to; None outside the project."""
        statement = module.facts.imports[position]
        number = module.targets[position]
        if number is None:
            return None
        if statement.name not in ("", "*"):
            value = self.resolver.names.imported(module, position)
            if value >= 0:
                return value >> 1
        return self.project.modules[number].entity

    def inheritance(self) -> tuple[list[int], list[int]]:
        """Classes and their direct project bases, as parallel lists."""
        classes = [entity for entity, kind in enumerate(self.project.kinds) if kind == "class"]
        pairs = [(cls, base) for cls in classes for base in self.resolver.bases(cls)]
        return [cls for cls, _ in pairs], [base for _, base in pairs]
