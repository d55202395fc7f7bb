"""Joining the facts of all files to one graph: every name is resolved, every use becomes an edge or says why not."""

from array import array
from collections.abc import Mapping

import numpy as np
from attrs import define, field

from crossbearing.model.facts import FileFacts, ModuleLinks, Reference
from crossbearing.model.graph import CodeGraph
from crossbearing.recon.assembly import edges_of, graph_of
from crossbearing.recon.candidates import Candidates, LanguageNames, Row
from crossbearing.recon.references import REFERENCE_KINDS, ImportTable, ReferenceTable
from crossbearing.recon.resolve import CALLED, NO_ENTITY, Resolver
from crossbearing.recon.symbols import UNKNOWN, Module, Project, build_project

CERTAIN = 1.0
"""Confidence of what scopes, imports, inheritance or a known receiver resolve."""


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
    project = build_project(facts, links)
    known = languages or {}
    implicit = frozenset(name for name, language in known.items() if language.implicit_receiver)
    resolver = Resolver(project, {name: language.builtins for name, language in known.items()}, implicit)
    linker = _Linker(project, resolver, Candidates(project, resolver, known, roles))
    for module in project.modules:
        linker.link_module(module)
    references, imports = linker.references.table(), linker.imports.table()
    graph = graph_of(project, roles, line_counts or {})
    graph.edges = edges_of(graph, references, imports, linker.inheritance())
    return LinkedGraph(graph, references, imports)


@define(eq=False)
class _Uses:
    """Rows of the reference table under way."""

    columns: list["array[int]"] = field(factory=lambda: [array("i") for _ in range(4)])
    kinds: "array[int]" = field(factory=lambda: array("B"))
    targets: "array[int]" = field(factory=lambda: array("i"))
    confidence: "array[float]" = field(factory=lambda: array("f"))
    names: dict[str, int] = field(factory=dict)

    def add(self, entity: int, reference: Reference, kind: int, row: Row) -> None:
        """Add one row: a use of a name inside ``entity``."""
        entities, lines, columns, numbers = self.columns
        entities.append(entity)
        lines.append(reference.line)
        columns.append(reference.column)
        numbers.append(self.names.setdefault(reference.name, len(self.names)))
        self.kinds.append(kind)
        self.targets.append(row[0])
        self.confidence.append(row[1])

    def table(self) -> ReferenceTable:
        entities, lines, columns, numbers = (np.array(column, np.int32) for column in self.columns)
        return ReferenceTable(
            entities=entities,
            lines=lines,
            columns=columns,
            name_numbers=numbers,
            names=list(self.names),
            kinds=np.array(self.kinds, np.uint8),
            targets=np.array(self.targets, np.int32),
            confidence=np.array(self.confidence, np.float32),
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


@define(eq=False)
class _Linker:
    project: Project
    resolver: Resolver
    candidates: Candidates
    references: _Uses = field(factory=_Uses)
    imports: _Imports = field(factory=_Imports)

    def link_module(self, module: Module) -> None:
        """Resolve the references and imports of one file."""
        known: dict[tuple[int, str, int, str], list[tuple[int, Row]]] = {}
        for reference in module.facts.references:
            key = (reference.scope, reference.name, self._epoch(module, reference), reference.kind)
            rows = known.get(key)
            if rows is None:
                rows = known[key] = self._resolve(module, reference)
            for kind, row in rows:
                self.references.add(module.entity + 1 + reference.scope, reference, kind, row)
        for position, statement in enumerate(module.facts.imports):
            target = self._import_target(module, position)
            # An alias that a file gives to a name of its own is written as an import from itself, which is none.
            if target is not None and self.project.owners[target] != module.number:
                entity = module.entity + 1 + statement.scope
                self.imports.rows.append((entity, statement.line, statement.column, target))

    def _epoch(self, module: Module, reference: Reference) -> int:
        head = reference.name.partition(".")[0].removesuffix(CALLED)
        if len(module.bindings.get((reference.scope, head), ())) < 2:
            return 0
        return module.bindings_before(reference.scope, head, reference.line)

    def _resolve(self, module: Module, reference: Reference) -> list[tuple[int, Row]]:
        """The rows that a reference makes: each with its kind of use and what it leads to."""
        kind = _KIND_NUMBERS[reference.kind]
        found = self.resolver.follow(module, reference.scope, reference.name, reference.line)
        if found.value >= 0:
            entity = self._meant(found.value, kind)
            return [] if entity == NO_ENTITY else [(kind, (entity, CERTAIN))]
        rows = [] if found.passed == NO_ENTITY else [(_READ, (found.passed, CERTAIN))]
        if found.value == UNKNOWN and (kind != _READ or "." not in reference.name):
            rows += [(kind, row) for row in self.candidates.of(module, reference, found.receiver)]
        return rows

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
