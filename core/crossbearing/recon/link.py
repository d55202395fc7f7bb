"""Joining the facts of all files to one graph: every name is resolved, every use becomes an edge or says why not."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from attrs import define, field

from crossbearing.model.facts import FileFacts, ModuleLinks, Reference
from crossbearing.model.graph import CodeGraph
from crossbearing.recon.assembly import edges_of, graph_of
from crossbearing.recon.callers import MAX_CALLS
from crossbearing.recon.candidates import Candidates, LanguageNames
from crossbearing.recon.codec import Records
from crossbearing.recon.flow import Flow
from crossbearing.recon.meanings import KIND_NUMBERS, Meaning, Meanings, Waiting, head_of, scope_of
from crossbearing.recon.overloads import Overloads
from crossbearing.recon.references import ImportTable, ReferenceTable
from crossbearing.recon.resolve import Resolver
from crossbearing.recon.rows import ImportRows, column_of
from crossbearing.recon.symbols import OWN_VIEW, Module, Project, build_project
from crossbearing.recon.waiting import Settling


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
    project = build_project(facts, links, families_of(known))
    implicit = frozenset(name for name, language in known.items() if language.implicit_receiver)
    followed = frozenset(name for name, names in known.items() if names.receiver_parameter)
    explicit = frozenset(known) - implicit - followed
    resolver = Resolver(project, {name: language.builtins for name, language in known.items()}, implicit, explicit)
    overloads = Overloads(project, resolver, frozenset(name for name, names in known.items() if names.overloads))
    candidates = Candidates(project, resolver, known, roles, overloads)
    meanings, flow = Meanings(project, resolver, overloads, followed), Flow(project, resolver)
    references, imports = _link(project, meanings, flow, candidates)
    inheritance = _inheritance(project, resolver)
    # All that was remembered to resolve names is more than the graph itself.
    flow.release()
    resolver.release()
    del resolver, overloads, candidates, meanings, flow
    graph = graph_of(project, roles, line_counts or {})
    graph.edges = edges_of(graph, references, imports, inheritance)
    return LinkedGraph(graph, references, imports)


def families_of(languages: Mapping[str, LanguageNames]) -> dict[str, str]:
    """The family of each language that has others in it."""
    return {name: names.family for name, names in languages.items() if names.family}


def _link(
    project: Project, meanings: Meanings, flow: Flow, candidates: Candidates
) -> tuple[ReferenceTable, ImportTable]:
    settling = Settling(meanings, flow, candidates)
    linker = _Linker(project, meanings, flow, settling)
    for module in project.modules:
        linker.link_module(module)
    settling.run()
    return settling.uses.rows.table(), linker.imports.table()


def _inheritance(project: Project, resolver: Resolver) -> tuple[list[int], list[int]]:
    """Classes and their direct project bases, as parallel lists."""
    classes = [entity for entity, kind in enumerate(project.kinds) if kind == "class"]
    pairs = [(cls, base) for cls in classes for base in resolver.hierarchy.bases(cls)]
    return [cls for cls, _ in pairs], [base for _, base in pairs]


@define(eq=False)
class _Linker:
    """Says file by file what its uses mean."""

    project: Project
    meanings: Meanings
    flow: Flow
    settling: Settling
    imports: ImportRows = field(factory=ImportRows)

    def link_module(self, module: Module) -> None:
        """Resolve the references and imports of one file."""
        if module.facts.references:
            self._link_references(module)
        for position, statement in enumerate(module.facts.imports):
            target = self._import_target(module, position)
            # An alias that a file gives to a name of its own is written as an import from itself, which is none.
            if target is not None and self.project.owners[target] != module.number:
                entity = module.entity + 1 + statement.scope
                self.imports.rows.append((entity, statement.line, statement.column, target))

    def _link_references(self, module: Module) -> None:
        rows, references = self.settling.uses.rows, module.facts.references
        language = module.facts.language
        groups = _groups(module, is_overloaded=language in self.meanings.overloads.languages)
        heads = sorted(set(groups))
        meanings = dict(zip(heads, self._meanings(module, _rows_at(references, heads)), strict=True))
        waiting = {
            head: Waiting(module, meaning.kind, meaning.receiver, references[head], meaning.meant)
            for head, meaning in meanings.items()
            if meaning.waits
        }
        start = len(rows)
        for number, head in enumerate(groups if waiting else (), start):
            if head in waiting:
                waiting[head].uses.append(number)
        answers = {head: rows.answer(meaning.rows) for head, meaning in meanings.items()}
        rows.add_file(references, map(answers.__getitem__, groups), module.entity + 1)
        self.settling.add(waiting.values())
        if language in self.meanings.followed:
            self._note_calls(module, groups, meanings, waiting)
            self._note_decorated(module, groups, meanings, start)

    def _meanings(self, module: Module, references: Iterable[Reference]) -> Iterable[Meaning]:
        """What the uses of some references mean, one after the other.

        A name whose first part is bound in one place means the same in all scopes that see it from outside.
        """
        shared: dict[tuple[int, str, str, str], Meaning] = {}
        views: dict[tuple[int, str], int] = {}
        is_overloaded = module.facts.language in self.meanings.overloads.languages
        is_shared = module.facts.language not in self.meanings.resolver.implicit
        for reference in references:
            view = OWN_VIEW
            if is_shared:
                place = scope_of(module, reference), head_of(reference.name)
                known = views.get(place)
                view = views[place] = self.project.view(module, *place) if known is None else known
            if view == OWN_VIEW:
                yield self.meanings.of(module, reference)
                continue
            key = (view, reference.name, reference.kind, reference.arguments if is_overloaded else "")
            meaning = shared.get(key)
            if meaning is None:
                meaning = shared[key] = self.meanings.of(module, reference)
            yield meaning

    def _note_calls(
        self, module: Module, groups: Sequence[int], meanings: Mapping[int, Meaning], waiting: Mapping[int, Waiting]
    ) -> None:
        """Note the first few calls with arguments of each value, and of what waits: no more are ever asked for."""
        keys = {head: meaning.called for head, meaning in meanings.items() if meaning.called >= 0}
        left = {value: missing for value in set(keys.values()) if (missing := self.flow.callers.missing(value))}
        # What waits counts for itself: such keys are below those of all values.
        keys = {head: value for head, value in keys.items() if value in left} | {head: ~head for head in waiting}
        left |= {~head: MAX_CALLS + 1 for head in waiting}
        if not keys:
            return
        positions = list[int]()
        arguments = column_of(module.facts.references, "arguments")
        for position, (head, given) in enumerate(zip(groups, arguments, strict=True)):
            if given and head in keys and left[keys[head]]:
                left[keys[head]] -= 1
                positions.append(position)
        for position, reference in zip(positions, _rows_at(module.facts.references, positions), strict=True):
            head = groups[position]
            if head in waiting:
                waiting[head].calls.append(reference)
            else:
                self.flow.callers.note(keys[head], module, reference)

    def _note_decorated(
        self, module: Module, groups: Sequence[int], meanings: Mapping[int, Meaning], start: int
    ) -> None:
        """Note which uses lead to what is decorated, and the decorators themselves."""
        decorated = {head for head, meaning in meanings.items() if meaning.is_decorated}
        kinds = column_of(module.facts.references, "kind")
        positions = [
            position
            for position, (head, kind) in enumerate(zip(groups, kinds, strict=True))
            if head in decorated or kind == "decorator"
        ]
        for position, reference in zip(positions, _rows_at(module.facts.references, positions), strict=True):
            head = groups[position]
            if head in decorated:
                self.settling.uses.wrapped.append(
                    (start + position, KIND_NUMBERS[reference.kind], meanings[head].called >> 1)
                )
            if reference.kind == "decorator":
                entity = module.entity + 1 + reference.scope
                self.settling.uses.decorated.setdefault(entity, []).append((module, reference))

    def _import_target(self, module: Module, position: int) -> int | None:
        """The module or definition that an import statement leads to; None outside the project."""
        statement = module.facts.imports[position]
        number = module.targets[position]
        if number is None:
            return None
        if statement.name not in ("", "*"):
            value = self.meanings.resolver.names.imported(module, position)
            if value >= 0:
                return value >> 1
        return self.project.modules[number].entity


def _groups(module: Module, *, is_overloaded: bool) -> list[int]:
    """For each reference of a file the first one that means the same.

    They have one name, scope and kind; what they are given counts where that tells overloads apart, and which bindings
    of the name stand before them where a scope has several.
    """
    references = module.facts.references
    fields = ("scope", "name", "kind", "arguments") if is_overloaded else ("scope", "name", "kind")
    known: dict[tuple[Any, ...], int] = {}
    keys = zip(*(column_of(references, name) for name in fields), strict=True)
    groups = list(map(known.setdefault, keys, count()))
    rebound = {key for key, positions in module.bindings.items() if len(positions) > 1}
    scopes = {scope for scope, _ in rebound}
    changing = {
        first: (key[0], head)
        for key, first in known.items()
        if key[0] in scopes and (key[0], head := head_of(key[1])) in rebound
    }
    if changing:
        moments: dict[tuple[int, int], int] = {}
        lines = column_of(references, "line")
        for position, (first, line) in enumerate(zip(groups, lines, strict=True)):
            if first in changing:
                moment = module.bindings_before(*changing[first], line)
                groups[position] = moments.setdefault((first, moment), position)
    return groups


def _rows_at(references: Sequence[Reference], positions: Sequence[int]) -> Iterable[Reference]:
    if isinstance(references, Records):
        return references.rows(positions)
    return map(references.__getitem__, positions)
