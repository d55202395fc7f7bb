"""Bases, subclasses, and methods that override each other."""

from collections.abc import Iterator

import numpy as np

from crossbearing.model.relations import Kin, KinRelation
from crossbearing.recon.query.tables import Tables


def kin_of(tables: Tables, entity: int) -> Iterator[Kin]:
    """Everything that inheritance relates to a class or method, relation by relation, the nearest first."""
    graph = tables.graph
    if tables.is_class(entity):
        yield from _classes(tables, entity, "base", upwards=True)
        yield from _classes(tables, entity, "subclass", upwards=False)
    elif graph.kinds[entity] == "method" and (cls := int(graph.parents[entity])) >= 0:
        yield from _methods(tables, entity, cls, "overrides", upwards=True)
        yield from _methods(tables, entity, cls, "overridden-by", upwards=False)


def _classes(tables: Tables, cls: int, relation: KinRelation, *, upwards: bool) -> Iterator[Kin]:
    for other, depth in relatives(tables, cls, upwards=upwards):
        yield Kin(relation, tables.graph.qualnames[cls], tables.symbol(other), depth)


def _methods(tables: Tables, method: int, cls: int, relation: KinRelation, *, upwards: bool) -> Iterator[Kin]:
    graph = tables.graph
    name = graph.names[method]
    for other, depth in relatives(tables, cls, upwards=upwards):
        for child in np.flatnonzero(graph.parents == other).tolist():
            if graph.names[child] == name:
                yield Kin(relation, graph.qualnames[method], tables.symbol(child), depth)


def relatives(tables: Tables, cls: int, *, upwards: bool) -> list[tuple[int, int]]:
    """The classes above (or below) a class with their distances, each once, the nearest first, then by number."""
    sources, targets = tables.pairs("inherit", certain=True)
    starts, ends = (sources, targets) if upwards else (targets, sources)
    seen, frontier, found, depth = {cls}, {cls}, [], 0
    while frontier:
        depth += 1
        reached = np.unique(ends[tables.mask(frontier)[starts]]).tolist()
        frontier = set(reached) - seen
        seen |= frontier
        found += [(other, depth) for other in sorted(frontier)]
    return found
