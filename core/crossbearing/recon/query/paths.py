"""Shortest paths between definitions, and what lies near one."""

from collections.abc import Collection, Iterator, Sequence

import numpy as np
from attrs import define

from crossbearing.model.graph import EdgeType, IntArray
from crossbearing.model.relations import Direction, Neighbour, Step, StepType
from crossbearing.recon.query.tables import Rows, Tables

EDGE_TYPES: tuple[EdgeType, ...] = ("inherit", "invoke", "import", "contain")
"""In the order in which one is preferred where several lead to the same place."""
CONSTRUCT = len(EDGE_TYPES)
_STEP_TYPES: tuple[StepType, ...] = (*EDGE_TYPES, "construct")


@define(eq=False)
class Network:
    """Edges of chosen types, to be walked from ``starts`` to ``ends``: ``backward`` ones against their direction."""

    starts: IntArray
    ends: IntArray
    types: IntArray
    backward: IntArray

    @classmethod
    def of(cls, tables: Tables, types: Collection[EdgeType], *, certain: bool, construct: bool = True) -> "Network":
        """The edges of ``types`` in their own direction; with calls go the steps from classes to constructors."""
        parts = [
            (*tables.pairs(name, certain=certain), number) for number, name in enumerate(EDGE_TYPES) if name in types
        ]
        if construct and "invoke" in types:
            parts.append((*tables.construction, CONSTRUCT))
        starts = np.concatenate([start for start, _, _ in parts])
        ends = np.concatenate([end for _, end, _ in parts])
        numbers = np.concatenate([np.full(len(start), number, np.int32) for start, _, number in parts])
        return cls(starts, ends, numbers, np.zeros(len(starts), np.int32))

    def reversed(self) -> "Network":
        """The same edges, walked against their direction."""
        return Network(self.ends, self.starts, self.types, 1 - self.backward)

    def both_ways(self) -> "Network":
        """The same edges, walked in their direction and against it."""
        other = self.reversed()
        columns = ("starts", "ends", "types", "backward")
        return Network(*(np.concatenate((getattr(self, name), getattr(other, name))) for name in columns))

    def levels(self, sources: Collection[int], count: int, depth: int) -> Iterator[Rows]:
        """For each distance from ``sources``, one edge to each of the ``count`` entities first reached there.

        Of several edges to one entity, that which starts first counts, then by type and direction.
        """
        seen = np.zeros(count, np.bool_)
        seen[list(sources)] = True
        frontier = seen.copy()
        for _ in range(depth):
            rows = np.flatnonzero(frontier[self.starts] & ~seen[self.ends])
            rows = rows[np.lexsort((self.backward[rows], self.types[rows], self.starts[rows], self.ends[rows]))]
            _, first = np.unique(self.ends[rows], return_index=True)
            rows = rows[first]
            if not len(rows):
                return
            frontier = np.zeros(count, np.bool_)
            frontier[self.ends[rows]] = True
            seen |= frontier
            yield rows


def shortest(
    tables: Tables, network: Network, sources: Collection[int], targets: Collection[int]
) -> tuple[Step, ...] | None:
    """The shortest path from any of ``sources`` to any of ``targets``; empty where they overlap, None without one."""
    if set(sources) & set(targets):
        return ()
    count = len(tables.graph)
    wanted = tables.mask(targets)
    into: dict[int, int] = {}
    for rows in network.levels(sources, count, count):
        into.update(zip(network.ends[rows].tolist(), rows.tolist(), strict=True))
        if hits := network.ends[rows][wanted[network.ends[rows]]].tolist():
            return tuple(_steps_back(tables, network, into, min(hits)))
    return None


def _steps_back(tables: Tables, network: Network, into: dict[int, int], entity: int) -> Iterator[Step]:
    rows = []
    while entity in into:
        rows.append(into[entity])
        entity = int(network.starts[rows[-1]])
    for row in reversed(rows):
        yield _step(tables, network, row)


def _step(tables: Tables, network: Network, row: int) -> Step:
    backward = bool(network.backward[row])
    ends = int(network.starts[row]), int(network.ends[row])
    source, target = reversed(ends) if backward else ends
    kind = _STEP_TYPES[network.types[row]]
    file, line, column = _name_of(tables, target) if kind == "construct" else tables.edge_place(kind, source, target)
    names = tables.graph.qualnames
    return Step(kind, names[source], names[target], _direction(backward), file, line, column)


def _name_of(tables: Tables, entity: int) -> tuple[str, int, int]:
    graph = tables.graph
    return graph.file(entity), int(graph.lines[entity]), int(graph.columns[entity])


def _direction(backward: bool) -> Direction:
    return "backward" if backward else "forward"


def near(network: Network, entities: Collection[int], count: int, depth: int) -> list[tuple[int, int]]:
    """Rows of ``network`` that lead to what is within ``depth`` of ``entities``, each with its distance.

    The nearest come first, then by type, direction, and the definition that they lead to.
    """
    found = []
    for distance, rows in enumerate(network.levels(entities, count, depth), start=1):
        order = np.lexsort((network.ends[rows], network.backward[rows], network.types[rows]))
        found += [(row, distance) for row in rows[order].tolist()]
    return found


def neighbour(tables: Tables, network: Network, row: int, depth: int) -> Neighbour:
    """What a row of a network without steps to constructors leads to, as answers show it."""
    start, end, backward = int(network.starts[row]), int(network.ends[row]), bool(network.backward[row])
    kind = EDGE_TYPES[network.types[row]]
    file, line, column = tables.edge_place(kind, end, start) if backward else tables.edge_place(kind, start, end)
    via = tables.graph.qualnames[start]
    return Neighbour(tables.symbol(end), depth, kind, _direction(backward), via, file, line, column)


def disjoint_bodies(
    tables: Tables, sources: Sequence[int], targets: Sequence[int]
) -> tuple[Collection[int], Collection[int]]:
    """Both ends with all that they contain; as they are where one contains the other."""
    from_, to = tables.bodies(sources), tables.bodies(targets)
    return (sources, targets) if from_ & to else (from_, to)
