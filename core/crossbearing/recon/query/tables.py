"""The line-level tables of a map, with what every question asks of them."""

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import cached_property

import numpy as np
import numpy.typing as npt
from attrs import define

from crossbearing.model.arrays import distinct
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.graph import CodeGraph, EdgeType, IntArray
from crossbearing.model.relations import Symbol, Use
from crossbearing.recon.assembly import INVOKE_THRESHOLD
from crossbearing.recon.references import REFERENCE_KINDS, ImportTable, ReferenceTable

BoolArray = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.intp]

CERTAIN = np.float32(1)
CALL, _, BASE, _ = range(len(REFERENCE_KINDS))
_CONSTRUCTORS = frozenset(("__init__", "__new__", "__construct", "constructor", "<init>", "<ctor>"))
# What is an ordinary name elsewhere.
_CONSTRUCTORS_BY_SUFFIX = {"rb": "initialize", "swift": "init"}


@define(slots=False, eq=False, repr=False)
class Tables:
    """A graph with its references and imports.

    A call of a class leads to the class in the tables; what runs is its constructor, which :meth:`constructors` knows.
    """

    graph: CodeGraph
    references: ReferenceTable
    imports: ImportTable

    def symbol(self, entity: int) -> Symbol:
        """The definition as answers show it."""
        graph = self.graph
        return Symbol(
            qualname=graph.qualnames[entity],
            kind=graph.kinds[entity],
            file=graph.file(entity),
            line=int(graph.lines[entity]),
            column=int(graph.columns[entity]),
            end_line=int(graph.end_lines[entity]),
            signature=graph.signatures[entity],
        )

    def use(self, row: int, depth: int) -> Use:
        """A row of the references as answers show it."""
        table, graph = self.references, self.graph
        entity = int(table.entities[row])
        return Use(
            source=graph.qualnames[entity],
            target=graph.qualnames[table.targets[row]],
            kind=REFERENCE_KINDS[table.kinds[row]],
            name=table.names[table.name_numbers[row]],
            file=graph.file(entity),
            line=int(table.lines[row]),
            column=int(table.columns[row]),
            confidence=round(float(table.confidence[row]), 3),
            depth=depth,
        )

    def import_use(self, row: int, depth: int) -> Use:
        """A row of the imports as answers show it."""
        table, graph = self.imports, self.graph
        entity = int(table.entities[row])
        return Use(
            source=graph.qualnames[entity],
            target=graph.qualnames[table.targets[row]],
            kind="import",
            name="",
            file=graph.file(entity),
            line=int(table.lines[row]),
            column=int(table.columns[row]),
            confidence=1.0,
            depth=depth,
        )

    def mask(self, entities: Iterable[int]) -> BoolArray:
        """A mask of entities; index -1, which stands for none, is False."""
        chosen = np.zeros(len(self.graph) + 1, np.bool_)
        chosen[list(entities)] = True
        return chosen

    def bodies(self, entities: Iterable[int]) -> set[int]:
        """The definitions and all definitions inside them."""
        inside, parents = self.mask(entities), self.graph.parents
        while (fresh := inside[parents] & ~inside[:-1]).any():
            inside[:-1] |= fresh
        return set(np.flatnonzero(inside).tolist())

    def is_class(self, entity: int) -> bool:
        """Whether the entity is a class."""
        return self.graph.kinds[entity] == "class"

    def constructors(self, classes: Iterable[int]) -> set[int]:
        """The constructors that the classes themselves define."""
        made_by, constructors = self.construction
        return set(constructors[self.mask(classes)[made_by]].tolist())

    def constructed_by(self, entity: int) -> int | None:
        """The class that the entity is a constructor of, or None."""
        parent = int(self.graph.parents[entity])
        return parent if parent >= 0 and self.is_class(parent) and self._constructs(entity, parent) else None

    def _constructs(self, entity: int, cls: int) -> bool:
        """Whether a member of a class is its constructor; in many languages that has the name of the class."""
        graph, name = self.graph, self.graph.names[entity]
        if graph.kinds[entity] != "method":
            return False
        suffix = graph.file(entity).rpartition(".")[2]
        return name in _CONSTRUCTORS or name == graph.names[cls] or name == _CONSTRUCTORS_BY_SUFFIX.get(suffix)

    def pairs(self, edge_type: EdgeType, *, certain: bool) -> tuple[IntArray, IntArray]:
        """Sources and targets of the edges of one type, sorted; with ``certain`` none that rests on a guess."""
        if edge_type == "invoke" and certain:
            return self._certain_calls
        edges = self.graph.edges.get(edge_type)
        return (np.empty(0, np.int32),) * 2 if edges is None else (edges.sources, edges.targets)

    @cached_property
    def construction(self) -> tuple[IntArray, IntArray]:
        """Classes and their constructors, as edges."""
        methods = [entity for entity, kind in enumerate(self.graph.kinds) if kind == "method"]
        made = [(cls, item) for item in methods if (cls := self.constructed_by(item)) is not None]
        columns = np.array(sorted(made), np.int32).reshape(-1, 2)
        return columns[:, 0], columns[:, 1]

    @cached_property
    def _certain_calls(self) -> tuple[IntArray, IntArray]:
        table = self.references
        rows = (table.targets >= 0) & (table.confidence >= CERTAIN)
        count = max(1, len(self.graph))
        keys = distinct(table.entities[rows].astype(np.int64) * count + table.targets[rows])
        return (keys // count).astype(np.int32), (keys % count).astype(np.int32)

    def edge_place(self, edge_type: EdgeType, source: int, target: int) -> tuple[str, int, int]:
        """File, line and column of what makes an edge: of several places the surest, then the first."""
        graph = self.graph
        if edge_type == "import":
            imports = self.imports
            rows = np.flatnonzero(imports.targets == target)
            rows = rows[graph.file_index[imports.entities[rows]] == graph.file_index[source]]
            return self._first(source, imports.lines[rows], imports.columns[rows], np.zeros(len(rows)))
        if edge_type == "contain":
            return graph.file(source), int(graph.lines[source]), int(graph.columns[source])
        table = self.references
        rows = self._rows_of_file(int(graph.file_index[source]))
        rows = rows[(table.targets[rows] == target) & (table.entities[rows] == source)]
        if edge_type == "inherit":
            rows = rows[table.kinds[rows] == BASE]
        return self._first(source, table.lines[rows], table.columns[rows], -table.confidence[rows])

    def _rows_of_file(self, file: int) -> Rows:
        order, starts = self._rows_by_file
        return order[starts[file] : starts[file + 1]]

    @cached_property
    def _rows_by_file(self) -> tuple[Rows, Rows]:
        files = self.graph.file_index[self.references.entities]
        order = np.argsort(files, kind="stable")
        return order, np.searchsorted(files[order], np.arange(len(self.graph.files) + 1))

    def _first(
        self, entity: int, lines: IntArray, columns: IntArray, order: npt.NDArray[np.floating]
    ) -> tuple[str, int, int]:
        graph = self.graph
        if not len(lines):
            return graph.file(entity), int(graph.lines[entity]), int(graph.columns[entity])
        first = np.lexsort((columns, lines, order))[0]
        return graph.file(entity), int(lines[first]), int(columns[first])

    def files(self, patterns: Sequence[str]) -> BoolArray:
        """Which files are one of ``patterns``, match one, or lie in a folder that is one; all where there is none.

        Raises :class:`CrossbearingError` for a pattern that no file fits.
        """
        chosen = np.full(len(self.graph.files), not patterns)
        for pattern in patterns:
            fitting = np.array([_fits(file, pattern) for file in self.graph.files], np.bool_)
            if not fitting.any():
                raise CrossbearingError(f"no file of the map is, matches or lies in {pattern!r}")
            chosen |= fitting
        return chosen

    def follows(self, *, certain: bool) -> BoolArray:
        """Which references are edges to walk along."""
        table = self.references
        lowest = CERTAIN if certain else np.float32(INVOKE_THRESHOLD)
        followed: BoolArray = (table.targets >= 0) & (table.confidence >= lowest)
        return followed


def _fits(file: str, pattern: str) -> bool:
    plain = pattern.removeprefix("./").rstrip("/")
    return plain in ("", ".", file) or file.startswith(f"{plain}/") or fnmatchcase(file, plain)
