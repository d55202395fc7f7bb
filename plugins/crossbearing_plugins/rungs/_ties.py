"""The edges of an entity, and what evidence leads out of a file or component."""

from collections.abc import Iterator

from crossbearing.plugin import CodeGraph, ContextQuery, Tie

DEPENDENCIES = ("invoke", "import")


def ties_of(graph: CodeGraph, entity: int, direction: str) -> Iterator[Tie]:
    """The ``invoke`` and ``import`` edges of an entity to (``out``) or from (``in``) others."""
    for edge_type in DEPENDENCIES:
        edges = graph.edges.get(edge_type)  # type: ignore[call-overload]
        if edges is not None:
            ends = edges.successors(entity) if direction == "out" else edges.predecessors(entity)
            yield from (Tie(edge_type, direction, end) for end in ends.tolist() if end != entity)  # type: ignore[arg-type]


def crosses_files(graph: CodeGraph, entity: int, tie: Tie) -> bool:
    """Whether an edge leads to another file."""
    return bool(graph.file_index[tie.entity] != graph.file_index[entity])


def component_path(query: ContextQuery, entity: int) -> str:
    """The folder of the component that holds an entity; empty where none does."""
    component = query.manifest.component_of(query.graph.file(entity))
    return "" if component is None else component.path
