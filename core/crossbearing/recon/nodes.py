"""The rows of the line-level graph (reconnaissance specification §3.2), ready for the store's tables.

**Identifiers.** A node's id is ``qualname:line``: the qualified name of the definition, or of the definition that a
reference stands in. Where an earlier node of the file has that id, its column follows (``qualname:line:column``), and
where that is taken too, its turn (``qualname:line:column:2``); definitions come first, then imports and references by
line, column, kind and name. A qualified name that several files define (two ``conftest`` modules, a function
and a submodule of one name) is told apart by the path, ``qualname@path``. So ids are unique, and an edit to one file
changes no id in another, unless it makes a qualified name shared.

**References.** One node stands for each place and name used; ``name`` and ``qualname`` are those of the definition
meant (the most certain, then the first), or what is written where none is known. A node has one ``invoke`` edge to each
definition that it means with enough confidence, an import statement one ``import`` edge to each thing imported.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import define

from crossbearing.model.graph import CodeGraph, EntityKind
from crossbearing.recon.references import UNRESOLVED, ImportTable, Int32Array, ReferenceTable
from crossbearing.recon.stems import Stems
from crossbearing.recon.uses import IMPORT, BoolArray, IntArray, Uses, changes, joined, merge_uses, readable
from crossbearing.store import ROW_BITS, GraphRow, Symbol

VERSION = 1
"""Raise it whenever the same graph gives other rows, so that those of the last scan are not taken for the same."""

NOWHERE = -1

_KINDS = ("def", "class", "function", "var", "ref")
_KIND_OF_ENTITY = {"module": 0, "class": 1, "function": 2, "method": 2, "variable": 3}
_REFERENCE = 4
_EDGE_TYPES = (None, "contain", "invoke", "import")
_NO_EDGE, _CONTAIN, _INVOKE, _IMPORT = range(4)
_CHUNK = 1 << 15


@define(eq=False)
class GraphRows:
    """Rows for the store's tables (:class:`crossbearing.store.GraphTables`), file by file, definitions first.

    They are those of the files from number ``first`` on, whose ``paths`` are given.

    Row ``i`` gets its id from the stem of entity ``owners[i]``, leads to the row numbered ``targets[i]``
    (:data:`NOWHERE`: has no edge), and has the symbol that row ``symbol_numbers[i]`` brought in; a row that brings in
    a symbol names it by ``names[words[i]]`` and ``qualnames[words[i]]``. ``starts`` are the first rows of the files.
    """

    first: int
    paths: Sequence[str]
    stems: npt.NDArray[np.object_]
    names: list[str]
    qualnames: list[str]
    starts: IntArray
    numbers: IntArray
    owners: Int32Array
    words: IntArray
    symbol_numbers: IntArray
    kinds: Int32Array
    is_node: BoolArray
    lines: Int32Array
    columns: Int32Array
    end_lines: Int32Array
    turns: Int32Array
    targets: IntArray
    types: Int32Array

    @property
    def node_count(self) -> int:
        """How many rows the view ``nodes`` shows."""
        return int(np.count_nonzero(self.is_node))

    @property
    def edge_count(self) -> int:
        """How many rows the view ``edges`` shows."""
        return int(np.count_nonzero(self.targets != NOWHERE))

    def row_count(self, file: int) -> int:
        """How many rows one file has."""
        return int(self.starts[file + 1 - self.first] - self.starts[file - self.first])

    def digest(self, file: int) -> bytes:
        """A digest of all that the tables say of one file; other files' entity numbers have no part in it."""
        rows = self._rows(file, file + 1)
        owners = self.owners[rows]
        state = blake2b(self.paths[file - self.first].encode(), digest_size=16, person=b"graph rows %d" % VERSION)
        for column in (self.symbol_numbers, self.kinds, self.is_node, self.lines, self.columns, self.end_lines):
            state.update(column[rows].data)
        for column in (self.turns, self.targets, self.types):
            state.update(column[rows].data)
        state.update((owners - owners[0]).data)
        words = self._introduced(rows)[1]
        texts = [(self.names[word], self.qualnames[word]) for word in words]
        state.update(repr((self.stems[np.unique(owners)].tolist(), texts)).encode())
        return state.digest()

    def symbols(self, first: int, last: int) -> Iterator[Symbol]:
        """The symbols that the rows of files ``first`` to ``last - 1`` bring in."""
        numbers, words = self._introduced(self._rows(first, last))
        return ((number, self.names[word], self.qualnames[word]) for number, word in zip(numbers, words, strict=True))

    def rows(self, first: int, last: int) -> Iterator[GraphRow]:
        """The rows of files ``first`` to ``last - 1``."""
        every = self._rows(first, last)
        for start in range(every.start, every.stop, _CHUNK):
            yield from self._chunk(slice(start, min(start + _CHUNK, every.stop)))

    def _rows(self, first: int, last: int) -> slice:
        return slice(int(self.starts[first - self.first]), int(self.starts[last - self.first]))

    def _introduced(self, rows: slice) -> tuple[list[int], list[int]]:
        numbers, words = self.numbers[rows], self.words[rows]
        chosen = numbers == self.symbol_numbers[rows]
        return numbers[chosen].tolist(), words[chosen].tolist()

    def _chunk(self, rows: slice) -> Iterator[GraphRow]:
        lines, columns = self.lines[rows].tolist(), self.columns[rows].tolist()
        numbers = self.numbers[rows]
        return zip(
            numbers.tolist(),
            map(_id, self.stems[self.owners[rows]].tolist(), lines, columns, self.turns[rows].tolist()),
            self.is_node[rows].tolist(),
            map(_KINDS.__getitem__, self.kinds[rows].tolist()),
            self.symbol_numbers[rows].tolist(),
            (numbers >> ROW_BITS).tolist(),
            lines,
            columns,
            self.end_lines[rows].tolist(),
            _with_none(self.targets[rows]),
            map(_EDGE_TYPES.__getitem__, self.types[rows].tolist()),
            strict=True,
        )


@define(eq=False)
class Layout:
    """What the rows of a file depend on outside of it: how the entities of all files are numbered and named.

    Entity ``e`` is the row ``numbers[e]``; the entities of file ``f`` are those from ``firsts[f]`` to
    ``firsts[f + 1]``.
    """

    graph: CodeGraph
    stems: Stems
    firsts: IntArray
    numbers: IntArray

    @classmethod
    def of(cls, graph: CodeGraph) -> "Layout":
        """Lay out the entities of a graph."""
        files = graph.file_index.astype(np.int64)
        firsts = np.searchsorted(files, np.arange(len(graph.files) + 1))
        numbers = (files << ROW_BITS) + np.arange(len(graph)) - firsts[files]
        # The last one is what NOWHERE points to.
        numbers = np.append(numbers, NOWHERE)
        return cls(graph, Stems.of(graph), firsts, numbers)


def graph_rows(graph: CodeGraph, references: ReferenceTable, imports: ImportTable) -> GraphRows:
    """Lay out the graph for the store; equal graphs give equal rows, whatever the order of the tables' rows."""
    return rows_of_files(Layout.of(graph), references, imports, 0, len(graph.files))


def rows_of_files(layout: Layout, references: ReferenceTable, imports: ImportTable, first: int, last: int) -> GraphRows:
    """Lay out files ``first`` to ``last - 1``; the tables hold the uses in these files and no others."""
    graph = layout.graph
    uses, spellings = merge_uses(references, imports)
    begin, end = int(layout.firsts[first]), int(layout.firsts[last])
    inside, count = slice(begin, end), end - begin
    is_node = uses.starts()
    turns = _turns(layout, inside, uses.select(is_node))
    files = joined(graph.file_index[inside], graph.file_index[uses.scopes])
    order = np.argsort(files, kind="stable")
    starts = np.searchsorted(files[order], np.arange(first, last + 1))
    numbers = (files[order] << ROW_BITS) + np.arange(len(order)) - starts[files[order] - first]
    targets = layout.numbers[joined(graph.parents[inside], uses.targets)[order]]
    words = joined(np.arange(count), count + uses.spellings)[order]

    def column(of_definitions: npt.NDArray[Any], of_uses: npt.NDArray[Any]) -> Int32Array:
        return joined(of_definitions, of_uses)[order].astype(np.int32)

    return GraphRows(
        first=first,
        paths=list(map(readable, graph.files[first:last])),
        stems=layout.stems.select(inside),
        names=[*map(readable, graph.names[inside]), *(spelling.rpartition(".")[2] for spelling in spellings)],
        qualnames=[*map(readable, graph.qualnames[inside]), *spellings],
        starts=starts,
        numbers=numbers,
        owners=column(np.arange(count), uses.scopes - begin),
        words=words,
        symbol_numbers=_symbol_numbers(numbers, targets, order >= count, words),
        kinds=column(_entity_kinds(graph.kinds[inside]), np.full(len(uses), _REFERENCE)),
        is_node=np.concatenate((np.ones(count, np.bool_), is_node))[order],
        lines=column(graph.lines[inside], uses.lines),
        columns=column(graph.columns[inside], uses.columns),
        end_lines=column(graph.end_lines[inside], uses.lines),
        turns=column(turns[:count], turns[count:][np.cumsum(is_node) - 1]),
        targets=targets,
        types=column(*_edge_types(graph.parents[inside], uses)),
    )


def _turns(layout: Layout, inside: slice, nodes: Uses) -> IntArray:
    """How much each id needs after its line, for definitions and then nodes of uses.

    0: nothing; 1: the column; more: the column and this number.
    """
    graph = layout.graph
    stems = joined(layout.stems.numbers[inside], layout.stems.numbers[nodes.scopes])
    lines = joined(graph.lines[inside], nodes.lines)
    columns = joined(graph.columns[inside], nodes.columns)
    is_use = np.arange(len(stems)) >= inside.stop - inside.start
    order = np.lexsort((columns, is_use, lines, stems))
    first = changes(stems[order]) | changes(lines[order])
    turns = np.zeros(len(stems), np.int64)
    rest = order[~first]
    rest = rest[np.lexsort((columns[rest], lines[rest], stems[rest]))]
    starts = changes(stems[rest]) | changes(lines[rest]) | changes(columns[rest])
    positions = np.arange(len(rest))
    turns[rest] = positions - np.maximum.accumulate(np.where(starts, positions, 0)) + 1
    return turns


def _symbol_numbers(numbers: IntArray, targets: IntArray, is_use: BoolArray, words: IntArray) -> IntArray:
    """The row that brings in each row's symbol: itself, its target, or the first of the file that is written so."""
    symbols = np.where(is_use, targets, numbers)
    rows = np.flatnonzero(is_use & (targets == NOWHERE))
    keys = (numbers[rows] >> ROW_BITS) * (int(words.max(initial=0)) + 1) + words[rows]
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    symbols[rows] = numbers[rows][first][group]
    return symbols


def _entity_kinds(kinds: Sequence[EntityKind]) -> IntArray:
    return np.fromiter(map(_KIND_OF_ENTITY.__getitem__, kinds), np.int64, len(kinds))


def _edge_types(parents: Int32Array, uses: Uses) -> tuple[IntArray, IntArray]:
    of_uses = np.where(uses.kinds == IMPORT, _IMPORT, _INVOKE)
    return (
        np.where(parents >= 0, _CONTAIN, _NO_EDGE),
        np.where(uses.targets == UNRESOLVED, _NO_EDGE, of_uses),
    )


def _id(stem: str, line: int, column: int, turn: int) -> str:
    if turn == 0:
        return f"{stem}:{line}"
    return f"{stem}:{line}:{column}" if turn == 1 else f"{stem}:{line}:{column}:{turn}"


def _with_none(values: npt.NDArray[Any]) -> list[int | None]:
    column = values.astype(object)
    column[values < 0] = None
    nullable: list[int | None] = column.tolist()
    return nullable
