"""Taking over what the last linking found, where an edit cannot have changed it.

Linking reads names, scopes, values, signatures, arguments: everything but where in the text they stand. Of lines it
only asks which of two in one file comes first. So when the files that changed say the same as before in the same order
(comments, documentation, strings and layout were edited), every name still means the same, and the tables of the last
map are right but for the lines and columns in those files. Anything else is linked anew and in full: values are
followed from file to file, and what one call gives a parameter may decide what a name at the other end holds.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from attrs import define, evolve

from crossbearing.model.facts import FileFacts, ModuleLinks
from crossbearing.model.graph import Edges, EdgeType
from crossbearing.recon.assembly import graph_of
from crossbearing.recon.candidates import LanguageNames
from crossbearing.recon.link import LinkedGraph
from crossbearing.recon.references import ImportTable, ReferenceTable
from crossbearing.recon.symbols import Project, build_project
from crossbearing.store import FactKey

T = TypeVar("T")

MOST_CHANGED = 32
"""Where more files than this have changed, it is hardly ever their text alone."""

Place = tuple[int, int]
"""A line and a column."""


@define(eq=False)
class LinkInputs:
    """What a map was linked from: ``keys`` of all files by path, and a digest of everything else."""

    keys: dict[str, FactKey]
    context: str

    def to_bytes(self) -> bytes:
        """Encode for the store."""
        rows = [[path, key.digest, key.plugin, key.version] for path, key in sorted(self.keys.items())]
        return json.dumps({"context": self.context, "files": rows}, separators=(",", ":")).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> "LinkInputs":
        """Undo :meth:`to_bytes`; raises ValueError, LookupError or TypeError for anything else."""
        values = json.loads(data)
        keys = {path: FactKey(digest, path, plugin, version) for path, digest, plugin, version in values["files"]}
        return cls(keys, str(values["context"]))

    def changed(self, other: "LinkInputs") -> list[str] | None:
        """The paths whose facts may differ; None where more than that does, or more files than :data:`MOST_CHANGED`."""
        if self.context != other.context or self.keys.keys() != other.keys.keys():
            return None
        changed = [path for path, key in self.keys.items() if other.keys[path] != key]
        return changed if len(changed) <= MOST_CHANGED else None


def link_context(
    links: Mapping[str, ModuleLinks], roles: Mapping[str, str], languages: Mapping[str, LanguageNames], version: int
) -> str:
    """A digest of all that linking depends on beside the facts."""
    state = hashlib.sha256(str(version).encode())
    for path, link in sorted(links.items()):
        state.update(repr((path, link.name, link.targets, link.package)).encode())
    for path, role in sorted(roles.items()):
        state.update(repr((path, role)).encode())
    for language, names in sorted(languages.items()):
        parts = (names.implicit_receiver, names.overloads, names.receiver_parameter, names.family)
        state.update(repr((language, sorted(names.builtins), sorted(names.members), parts)).encode())
    return state.hexdigest()


def means_the_same(before: FileFacts, after: FileFacts) -> bool:
    """Whether linking cannot tell the facts of two versions of a file apart."""
    return all(part(before) == part(after) for part in _PARTS) and _ranks(before) == _ranks(after)


_PARTS: tuple[Callable[[FileFacts], Any], ...] = (
    lambda facts: (facts.language, facts.package, facts.exports),
    lambda facts: [
        (item.name, item.qualname, item.kind, item.scope, item.signature, item.bases, item.decorators, item.is_part)
        for item in facts.definitions
    ],
    lambda facts: [item.annotation for item in facts.definitions],
    lambda facts: [(item.module, item.name, item.alias, item.level, item.scope) for item in facts.imports],
    lambda facts: [(item.name, item.value, item.kind, item.scope) for item in facts.bindings],
    lambda facts: [(item.name, item.scope, item.kind, item.arguments) for item in facts.references],
)


def _ranks(facts: FileFacts) -> list[int]:
    """For all facts of a file the number of its line among those that any of them stands on."""
    rows: tuple[Iterable[Any], ...] = (facts.definitions, facts.imports, facts.bindings, facts.references)
    lines = np.array([item.line for group in rows for item in group], np.int64)
    ranks: list[int] = np.unique(lines, return_inverse=True)[1].tolist()
    return ranks


@define(eq=False)
class LastLink:
    """What the last linking made: its tables and edges."""

    references: ReferenceTable
    imports: ImportTable
    edges: dict[EdgeType, Edges]


def linked_before(
    last: Callable[[], LastLink | None],
    changed: Mapping[str, FileFacts],
    facts: Mapping[str, FileFacts],
    links: Mapping[str, ModuleLinks],
    roles: Mapping[str, str],
    line_counts: Mapping[str, int],
    families: Mapping[str, str],
) -> LinkedGraph | None:
    """What :func:`~crossbearing.recon.link.link` gives, made from the last link; None where it may be something else.

    ``last`` loads that, of the same files in the same context, if it is there; ``changed`` are the facts that it was
    made from, of the files in which they differ. The other arguments are those of ``link``.
    """
    moves: dict[str, Moves] = {}
    for path, before in changed.items():
        found = Moves.between(before, facts[path]) if means_the_same(before, facts[path]) else None
        if found is None:
            return None
        moves[path] = found
    known = last()
    if known is None:
        return None
    project = build_project(facts, links, families)
    try:
        references, imports = _moved_tables(project, known, moves)
    except LookupError:
        return None
    graph = graph_of(project, roles, line_counts)
    if any(len(edges) and int(edges.sources.max()) >= len(graph) for edges in known.edges.values()):
        return None
    graph.edges = {kind: Edges(edges.sources, edges.targets, len(graph)) for kind, edges in known.edges.items()}
    return LinkedGraph(graph, references, imports)


@define(eq=False)
class Moves:
    """Where the uses and imports of one file stand now, by where they stood."""

    references: dict[tuple[int, str, Place], Place]
    imports: dict[Place, Place]

    @classmethod
    def between(cls, before: FileFacts, after: FileFacts) -> "Moves | None":
        """Compare two versions that mean the same; None where two things of one place have come apart."""
        references = _moves(
            ((item.scope, item.name, (item.line, item.column)) for item in before.references),
            ((item.line, item.column) for item in after.references),
        )
        imports = _moves(
            ((item.line, item.column) for item in before.imports), ((item.line, item.column) for item in after.imports)
        )
        return None if references is None or imports is None else cls(references, imports)


def _moves(before: Iterable[T], after: Iterable[Place]) -> dict[T, Place] | None:
    found: dict[T, Place] = {}
    for old, new in zip(before, after, strict=True):
        if found.setdefault(old, new) != new:
            return None
    return found


def _moved_tables(project: Project, last: LastLink, moves: Mapping[str, Moves]) -> tuple[ReferenceTable, ImportTable]:
    """The last tables with the lines and columns of today in the files that changed.

    Raises LookupError where a row stands where nothing stood: the tables are not of these files.
    """
    references, imports = last.references, last.imports
    lines, columns = references.lines.copy(), references.columns.copy()
    import_lines, import_columns = imports.lines.copy(), imports.columns.copy()
    for module in project.modules:
        if (found := moves.get(module.path)) is not None:
            entities = range(module.entity, module.entity + 1 + len(module.facts.definitions))
            for row in _rows_in(references.entities, entities):
                scope = int(references.entities[row]) - module.entity - 1
                name = references.names[references.name_numbers[row]]
                place = int(lines[row]), int(columns[row])
                lines[row], columns[row] = found.references[scope, name, place]
            for row in _rows_in(imports.entities, entities):
                place = int(import_lines[row]), int(import_columns[row])
                import_lines[row], import_columns[row] = found.imports[place]
    return (
        evolve(references, lines=lines, columns=columns),
        evolve(imports, lines=import_lines, columns=import_columns),
    )


def _rows_in(entities: npt.NDArray[np.int32], wanted: range) -> Sequence[int]:
    rows: list[int] = np.flatnonzero((entities >= wanted.start) & (entities < wanted.stop)).tolist()
    return rows
