"""Callers, callees, importers and imports, direct ones and those further away."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import define, field

from crossbearing.model.facts import ReferenceKind
from crossbearing.model.relations import UnresolvedName, Use, UseTotals
from crossbearing.recon.query.tables import CALL, CERTAIN, BoolArray, Rows, Tables
from crossbearing.recon.references import REFERENCE_KINDS, UNRESOLVED
from crossbearing.recon.uses import changes

_RUNNING = ("function", "method")
Column = npt.NDArray[Any]
_NO_ROWS = np.empty(0, np.intp)

Step = Callable[[set[int]], tuple[Rows, Iterable[int]]]
"""From definitions to the rows that are one step away, and the definitions to go on from."""


@define(eq=False)
class Walk:
    """Rows of a table in the order in which they are shown, and the step at which each was reached."""

    rows: Rows = field(factory=lambda: _NO_ROWS)
    depths: Rows = field(factory=lambda: _NO_ROWS)


@define(eq=False)
class Choice:
    """What of an answer is wanted: kinds of uses (empty: all), files, whether guesses, and at most how many of each."""

    kinds: Collection[ReferenceKind] = ()
    files: Sequence[str] = ()
    certain: bool = False
    limit: int | None = None


@define(eq=False)
class ReferenceWalks:
    """Walks along the references of a map."""

    tables: Tables
    choice: Choice
    _allowed: BoolArray = field(init=False)
    _follows: BoolArray = field(init=False)

    def __attrs_post_init__(self) -> None:
        table = self.tables.references
        kinds = [number for number, kind in enumerate(REFERENCE_KINDS) if kind in self.choice.kinds]
        self._allowed = np.isin(table.kinds, kinds) if self.choice.kinds else np.ones(len(table), np.bool_)
        self._follows = self.tables.follows(certain=self.choice.certain)

    def callers(self, entities: Collection[int], depth: int) -> tuple[tuple[Use, ...], tuple[Use, ...], UseTotals]:
        """Uses of ``entities``, and of the functions that they are in, up to ``depth`` steps; certain ones first."""
        return self._shown(_walk(set(entities), depth, self._up))

    def callees(self, entities: Collection[int], depth: int) -> tuple[tuple[Use, ...], tuple[Use, ...], UseTotals]:
        """What is used inside ``entities``, and inside the functions used, up to ``depth`` steps."""
        return self._shown(_walk(self.tables.bodies(entities), depth, self._down))

    def unresolved_inside(self, entities: Iterable[int]) -> tuple[UnresolvedName, ...]:
        """Names inside ``entities`` that lead nowhere known, the most frequent first."""
        table = self.tables.references
        inside = self.tables.mask(self.tables.bodies(entities))[table.entities]
        return self._grouped(np.flatnonzero(inside & (table.targets == UNRESOLVED) & self._allowed))

    def unresolved_named(self, entities: Iterable[int]) -> tuple[UnresolvedName, ...]:
        """Calls on something unknown of the names of ``entities``: they may mean them."""
        table, graph = self.tables.references, self.tables.graph
        endings = tuple({f".{graph.names[entity]}" for entity in entities if graph.kinds[entity] == "method"})
        if not endings:
            return ()
        named = np.fromiter((name.endswith(endings) for name in table.names), np.bool_, len(table.names))
        rows = (table.targets == UNRESOLVED) & named[table.name_numbers] & self._allowed
        return self._grouped(np.flatnonzero(rows))

    def _up(self, entities: set[int]) -> tuple[Rows, Iterable[int]]:
        table, tables = self.tables.references, self.tables
        reached = tables.mask(entities)[table.targets]
        classes = [cls for entity in entities if (cls := tables.constructed_by(entity)) is not None]
        if classes:
            reached |= tables.mask(classes)[table.targets] & (table.kinds == CALL)
        rows = np.flatnonzero(reached & self._allowed)
        scopes = np.unique(table.entities[rows[self._follows[rows]]]).tolist()
        # What stands in a class or module runs when it is imported, not when it is used.
        return rows, [scope for scope in scopes if tables.graph.kinds[scope] in _RUNNING]

    def _down(self, entities: set[int]) -> tuple[Rows, Iterable[int]]:
        table, tables = self.tables.references, self.tables
        rows = np.flatnonzero(tables.mask(entities)[table.entities] & (table.targets != UNRESOLVED) & self._allowed)
        used = np.unique(table.targets[rows[self._follows[rows]]]).tolist()
        further = tables.bodies(item for item in used if tables.graph.kinds[item] in _RUNNING)
        return rows, further | tables.constructors(item for item in used if tables.is_class(item))

    def _shown(self, walk: Walk) -> tuple[tuple[Use, ...], tuple[Use, ...], UseTotals]:
        table, graph = self.tables.references, self.tables.graph
        chosen = self.tables.files(self.choice.files)[graph.file_index[table.entities[walk.rows]]]
        rows, depths = walk.rows[chosen], walk.depths[chosen]
        rows, depths = self._in_order(rows, depths)
        sure = table.confidence[rows] >= CERTAIN
        places = self._uses(rows[sure], depths[sure])
        guesses = () if self.choice.certain else self._uses(rows[~sure], depths[~sure])
        candidates = 0 if self.choice.certain else int((~sure).sum())
        return places, guesses, UseTotals(int(sure.sum()), candidates)

    def _uses(self, rows: Rows, depths: Rows) -> tuple[Use, ...]:
        limit = self.choice.limit
        pairs = zip(rows[:limit].tolist(), depths[:limit].tolist(), strict=True)
        return tuple(self.tables.use(row, depth) for row, depth in pairs)

    def _in_order(self, rows: Rows, depths: Rows) -> tuple[Rows, Rows]:
        """The rows by depth, source files first, then place and meaning; of equal ones the surest."""
        table = self.tables.references
        order = _by_place(self.tables, table.entities[rows], table.lines[rows], table.columns[rows], depths)
        meanings: list[Column] = [table.kinds[rows], table.name_numbers[rows], table.targets[rows]]
        keys: list[Column] = [-table.confidence[rows], *reversed(meanings), table.entities[rows], *order]
        in_order = np.lexsort(keys)
        fresh = np.zeros(len(rows), np.bool_)
        for column in keys[1:]:
            fresh |= changes(column[in_order])
        kept = in_order[fresh]
        return rows[kept], depths[kept]

    def _grouped(self, rows: Rows) -> tuple[UnresolvedName, ...]:
        """The distinct names and kinds of rows, with counts and first places."""
        table, graph = self.tables.references, self.tables.graph
        rows = rows[self.tables.files(self.choice.files)[graph.file_index[table.entities[rows]]]]
        rows, _ = self._in_order(rows, np.zeros(len(rows), np.intp))
        counts: dict[tuple[str, ReferenceKind], list[int]] = {}
        for row in rows.tolist():
            key = (table.names[table.name_numbers[row]], REFERENCE_KINDS[table.kinds[row]])
            counts.setdefault(key, []).append(row)
        groups = sorted(counts.items(), key=lambda item: (-len(item[1]), item[0]))
        return tuple(
            UnresolvedName(
                name=name,
                kind=kind,
                count=len(members),
                file=graph.file(int(table.entities[members[0]])),
                line=int(table.lines[members[0]]),
                column=int(table.columns[members[0]]),
            )
            for (name, kind), members in groups
        )


@define(eq=False)
class ImportWalks:
    """Walks along the imports of a map."""

    tables: Tables
    choice: Choice

    def importers(self, entities: Collection[int], depth: int) -> tuple[tuple[Use, ...], UseTotals]:
        """Import statements that lead to ``entities`` (to a module: or to what it defines), and to their importers."""
        return self._shown(_walk(self._wholes(entities), depth, self._up))

    def imports(self, entities: Collection[int], depth: int) -> tuple[tuple[Use, ...], UseTotals]:
        """Import statements inside ``entities``, and inside the files that they lead to."""
        return self._shown(_walk(self.tables.bodies(entities), depth, self._down))

    def _up(self, entities: set[int]) -> tuple[Rows, Iterable[int]]:
        table = self.tables.imports
        rows = np.flatnonzero(self.tables.mask(entities)[table.targets])
        return rows, self._files_of(table.entities[rows])

    def _down(self, entities: set[int]) -> tuple[Rows, Iterable[int]]:
        table = self.tables.imports
        rows = np.flatnonzero(self.tables.mask(entities)[table.entities])
        return rows, self._files_of(table.targets[rows])

    def _files_of(self, entities: Column) -> set[int]:
        graph = self.tables.graph
        files = np.unique(graph.file_index[entities]).tolist()
        return {item for file in files for item in graph.entities_of_file(graph.files[file])}

    def _wholes(self, entities: Iterable[int]) -> set[int]:
        modules = {entity for entity in entities if self.tables.graph.kinds[entity] == "module"}
        return {*entities, *self.tables.bodies(modules)}

    def _shown(self, walk: Walk) -> tuple[tuple[Use, ...], UseTotals]:
        table, graph = self.tables.imports, self.tables.graph
        chosen = self.tables.files(self.choice.files)[graph.file_index[table.entities[walk.rows]]]
        rows, depths = walk.rows[chosen], walk.depths[chosen]
        order = _by_place(self.tables, table.entities[rows], table.lines[rows], table.columns[rows], depths)
        sorted_ = np.lexsort((table.targets[rows], *order))
        limit = self.choice.limit
        pairs = zip(rows[sorted_][:limit].tolist(), depths[sorted_][:limit].tolist(), strict=True)
        return tuple(self.tables.import_use(row, depth) for row, depth in pairs), UseTotals(len(rows))


def _walk(start: set[int], depth: int, step: Step) -> Walk:
    """Take up to ``depth`` steps; no definition is gone on from twice, and each row is kept where it came first."""
    seen, frontier = set(start), set(start)
    rows, depths = [_NO_ROWS], [_NO_ROWS]
    known = _NO_ROWS
    for distance in range(1, depth + 1):
        found, further = step(frontier)
        fresh = np.setdiff1d(found, known, assume_unique=True)
        known = np.union1d(known, fresh)
        rows.append(fresh)
        depths.append(np.full(len(fresh), distance, np.intp))
        frontier = set(further) - seen
        if not frontier:
            break
        seen |= frontier
    return Walk(np.concatenate(rows), np.concatenate(depths))


def _by_place(tables: Tables, entities: Column, lines: Column, columns: Column, depths: Column) -> tuple[Column, ...]:
    """Sort keys, the last one first in order: depth, source files before others, file, line, column."""
    files = tables.graph.file_index[entities]
    others = np.array([role != "source" for role in tables.graph.roles], np.bool_)[files]
    return columns, lines, files, others, depths
