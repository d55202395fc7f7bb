"""Where entities stand, and which of several that bear one name is meant."""

from collections.abc import Iterable

from crossbearing.plugin import CodeGraph, ContextQuery, Location

MOST_HITS = 8
"""How many hits a signal gives at most."""

_KINDS = ("class", "function", "method", "module", "variable")
_ROLES = ("source", "test", "example", "docs", "generated", "vendored")


def place_of(graph: CodeGraph, entity: int) -> Location:
    """The line that defines an entity."""
    return Location(graph.file(entity), int(graph.lines[entity]))


def likeliest(graph: CodeGraph, entities: Iterable[int]) -> int:
    """Of several entities of one name the one that a task most likely means: of the source, and furthest out."""

    def order(entity: int) -> tuple[int, int, int, str, int]:
        name = graph.qualnames[entity]
        kind = _KINDS.index(graph.kinds[entity])
        return _ROLES.index(graph.role(entity)), kind, name.count("."), graph.file(entity), entity

    return min(entities, key=order)


def crossing_ties(query: ContextQuery, source: int, edge_type: str) -> list[int]:
    """Entities in other files to which edges of one type lead from ``source``, in the order of the graph."""
    graph = query.graph
    edges = graph.edges.get(edge_type)  # type: ignore[call-overload]
    if edges is None:
        return []
    return [entity for entity in edges.successors(source).tolist() if graph.file(entity) != graph.file(source)]
