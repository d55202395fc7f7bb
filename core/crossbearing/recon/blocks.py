"""The rows of a graph for the store, made for some files at a time: all together would outgrow everything else."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from crossbearing.model.graph import CodeGraph
from crossbearing.recon.nodes import GraphRows, Layout, rows_of_files
from crossbearing.recon.references import ImportTable, ReferenceTable
from crossbearing.recon.uses import IntArray, readable
from crossbearing.store import GraphRow, Symbol

BLOCK_ROWS = 150_000
"""A block ends with the file that reaches so many rows."""
HELD_ROWS = 1_500_000
"""Blocks that have been made are held for the next time as long as they have no more rows than this together."""


class GraphBlocks:
    """The tables of a graph (:class:`crossbearing.store.GraphTables`); a few blocks of files are held at a time."""

    def __init__(self, graph: CodeGraph, references: ReferenceTable, imports: ImportTable) -> None:
        self._layout = Layout.of(graph)
        self._references = _ByFile(graph, references.entities)
        self._imports = _ByFile(graph, imports.entities)
        self._tables = references, imports
        parts = (self._layout.firsts, self._references.starts, self._imports.starts)
        self._sizes: IntArray = np.sum([np.diff(starts) for starts in parts], axis=0)
        self._bounds = self._block_bounds()
        self._held: list[GraphRows] = []
        self.paths: Sequence[str] = list(map(readable, graph.files))
        self._digests: list[bytes] = []
        self._counts: list[int] = []
        self.node_count = 0
        self.edge_count = 0
        for first, last in pairwise(self._bounds):
            block = self._block(first, last)
            self._digests += map(block.digest, range(first, last))
            self._counts += map(block.row_count, range(first, last))
            self.node_count += block.node_count
            self.edge_count += block.edge_count

    def digest(self, file: int) -> bytes:
        """A digest of all that the tables say of one file."""
        return self._digests[file]

    def row_count(self, file: int) -> int:
        """How many rows one file has."""
        return self._counts[file]

    def symbols(self, first: int, last: int) -> Iterable[Symbol]:
        """The symbols of files ``first`` to ``last - 1``, by number."""
        for start, stop in self._parts(first, last):
            yield from self._block(start, stop).symbols(start, stop)

    def rows(self, first: int, last: int) -> Iterable[GraphRow]:
        """The rows of files ``first`` to ``last - 1``, by number."""
        for start, stop in self._parts(first, last):
            yield from self._block(start, stop).rows(start, stop)

    def _block_bounds(self) -> list[int]:
        bounds, rows = [0], 0
        sizes = self._sizes.tolist()
        for file, size in enumerate(sizes):
            rows += size
            if rows >= BLOCK_ROWS:
                bounds.append(file + 1)
                rows = 0
        return bounds if bounds[-1] == len(sizes) else [*bounds, len(sizes)]

    def _parts(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """The files from ``first`` to ``last``, cut where the blocks are."""
        for start, stop in pairwise(self._bounds):
            if start < last and first < stop:
                yield max(start, first), min(stop, last)

    def _block(self, first: int, last: int) -> GraphRows:
        """A block that has the rows of these files."""
        for held in self._held:
            if held.first <= first <= last <= held.first + len(held.paths):
                return held
        references, imports = self._tables
        rows = int(self._sizes[first:last].sum())
        while self._held and rows + sum(len(held.numbers) for held in self._held) > HELD_ROWS:
            del self._held[0]
        made = rows_of_files(
            self._layout,
            references.select(self._references.rows(first, last)),
            imports.select(self._imports.rows(first, last)),
            first,
            last,
        )
        self._held.append(made)
        return made


class _ByFile:
    """Which rows of a table stand in which file."""

    def __init__(self, graph: CodeGraph, entities: npt.NDArray[np.int32]) -> None:
        files = graph.file_index[entities]
        self.order: IntArray | None = None
        if len(files) and bool((np.diff(files) < 0).any()):
            self.order = np.argsort(files, kind="stable")
            files = files[self.order]
        self.starts = np.searchsorted(files, np.arange(len(graph.files) + 1))

    def rows(self, first: int, last: int) -> IntArray | slice:
        """The rows in files ``first`` to ``last - 1``."""
        inside = slice(int(self.starts[first]), int(self.starts[last]))
        return inside if self.order is None else self.order[inside]
