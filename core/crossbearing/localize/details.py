"""What a page shows of ranked places beside their evidence: their code, and what calls them and what they call."""

from collections.abc import Mapping

from attrs import evolve

from crossbearing.model.file import FileTree
from crossbearing.model.graph import CodeGraph
from crossbearing.model.report import CodeExcerpt, Neighbour, RankedEntity, Ranking

MOST_LINES = 60
"""Lines of code that are shown of one place."""
MOST_NEIGHBOURS = 6
"""Callers, and callees, that are named of one place."""
LONGEST_LINE = 400
"""Characters of a line that are shown."""


def with_details(ranking: Ranking, graph: CodeGraph, tree: FileTree) -> Ranking:
    """The ranking with code and neighbours of the places of its files; those of the flat list are left as they are."""
    files = []
    for file in ranking.files:
        read = tree.read(file.file)
        lines = [] if read is None else read.text.split("\n")
        numbers = _numbers(graph, file.file)
        entities = tuple(_detailed(entity, lines, graph, numbers) for entity in file.entities)
        files.append(evolve(file, entities=entities))
    return evolve(ranking, files=tuple(files))


def _numbers(graph: CodeGraph, file: str) -> dict[tuple[str, int], int]:
    return {(graph.qualnames[entity], int(graph.lines[entity])): entity for entity in graph.entities_of_file(file)}


def _detailed(
    entity: RankedEntity, lines: list[str], graph: CodeGraph, numbers: Mapping[tuple[str, int], int]
) -> RankedEntity:
    number = numbers.get((entity.qualname, entity.line))
    neighbours = () if number is None else (*_near(graph, number, "caller"), *_near(graph, number, "callee"))
    return evolve(entity, excerpt=_excerpt(entity, lines), neighbours=neighbours)


def _excerpt(entity: RankedEntity, lines: list[str]) -> CodeExcerpt:
    """The place's lines; of a long one its first, or those around the last line that evidence points at."""
    first, last = entity.line, max(entity.line, entity.end_line)
    if last - first >= MOST_LINES:
        pointed = max((statement.line for statement in entity.statements), default=first)
        if pointed >= first + MOST_LINES:
            first = min(pointed - MOST_LINES // 2, last - MOST_LINES + 1)
        last = first + MOST_LINES - 1
    return CodeExcerpt(first, tuple(line.rstrip("\r")[:LONGEST_LINE] for line in lines[first - 1 : last]))


def _near(graph: CodeGraph, entity: int, relation: str) -> list[Neighbour]:
    edges = graph.edges.get("invoke")
    if edges is None:
        return []
    found = edges.predecessors(entity) if relation == "caller" else edges.successors(entity)
    distinct = {int(other) for other in found} - {entity}
    others = sorted(distinct, key=lambda other: (graph.role(other) != "source", other))
    return [
        Neighbour(relation, graph.qualnames[other], graph.file(other), int(graph.lines[other]))
        for other in others[:MOST_NEIGHBOURS]
    ]
