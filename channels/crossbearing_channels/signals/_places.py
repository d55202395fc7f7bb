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


def is_open(graph: CodeGraph, entity: int) -> bool:
    """Whether it is a function or class that its file offers as it is, not a part of another one."""
    parent = int(graph.parents[entity])
    return graph.kinds[entity] in ("class", "function") and parent >= 0 and graph.kinds[parent] == "module"


def ancestors(graph: CodeGraph, entity: int) -> list[int]:
    """The project classes from which the classes around an entity inherit."""
    pending = [entity]
    while (parent := int(graph.parents[pending[-1]])) >= 0:
        pending.append(parent)
    found: dict[int, None] = {}
    while pending:
        for base in graph.edges["inherit"].successors(pending.pop()).tolist():
            if base not in found:
                found[base] = None
                pending.append(base)
    return list(found)


def named(graph: CodeGraph, name: str, depth: int = 2) -> list[int]:
    """What a dotted name means, also where a module hands it on (``flask.url_for``) or a class inherits it.

    ``depth`` is how many parts of the name may be found like that.
    """
    if found := graph.named(name):
        return found
    owner, _, last = name.rpartition(".")
    known: dict[int, None] = {}
    for entity in named(graph, owner, depth - 1) if owner and depth else ():
        if graph.kinds[entity] == "module":
            known.update(dict.fromkeys(graph.edges["import"].successors(entity).tolist()))
        elif graph.kinds[entity] == "class":
            family = (entity, *ancestors(graph, entity))
            known.update((child, None) for member in family for child in graph.children(member).tolist())
    return [entity for entity in known if graph.names[entity] == last]


def crossing_ties(query: ContextQuery, source: int, edge_type: str) -> list[int]:
    """Entities in other files to which edges of one type lead from ``source``, in the order of the graph."""
    graph = query.graph
    edges = graph.edges.get(edge_type)  # type: ignore[call-overload]
    if edges is None:
        return []
    return [entity for entity in edges.successors(source).tolist() if graph.file(entity) != graph.file(source)]
