"""Putting the columns of the code graph together from symbol tables, and its edges from tables of uses."""

from array import array
from collections.abc import Mapping
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np

from crossbearing.model.facts import Definition
from crossbearing.model.graph import CodeGraph, Edges, EdgeType
from crossbearing.recon.references import UNRESOLVED, ImportTable, ReferenceTable
from crossbearing.recon.symbols import TEXT, Module, Project

INVOKE_THRESHOLD = 0.5
"""Confidence from which a reference makes an ``invoke`` edge, in the graph and in the store's views."""

NO_PARENT = -1


def graph_of(project: Project, roles: Mapping[str, str], line_counts: Mapping[str, int]) -> CodeGraph:
    """The graph's entities, still without edges."""
    texts: tuple[list[str], ...] = ([], [], [])
    numbers = tuple(array("i") for _ in range(4))
    parents = array("i")
    qualnames: list[str] = []
    for module in project.modules:
        row = _module_row(module, line_counts.get(module.path))
        parents.append(NO_PARENT)
        qualnames.append(module.name)
        # One at a time: those of large files are made for this, and need not live longer.
        for definition in chain((row,), module.facts.definitions):
            for text, value in zip(texts, _texts_of(definition), strict=True):
                text.append(value)
            for column, number in zip(numbers, _numbers_of(definition), strict=True):
                column.append(number)
            if definition is not row:
                parents.append(module.entity + 1 + definition.scope)
                qualnames.append(f"{module.name}.{definition.qualname}")
    names, signatures, docstrings = texts
    lines, columns, start_lines, end_lines = (np.array(column, np.int32) for column in numbers)
    return CodeGraph(
        files=[module.path for module in project.modules],
        file_index=np.array(project.owners, np.int32),
        names=names,
        qualnames=qualnames,
        kinds=project.kinds,
        lines=lines,
        columns=columns,
        start_lines=start_lines,
        end_lines=end_lines,
        parents=np.array(parents, np.int32),
        signatures=signatures,
        docstrings=docstrings,
        roles=[roles.get(module.path, "source") for module in project.modules],
    )


_texts_of = attrgetter("name", "signature", "docstring")
_numbers_of = attrgetter("line", "column", "start_line", "end_line")


def _module_row(module: Module, line_count: int | None) -> Definition:
    facts = module.facts
    last = line_count or max((definition.end_line for definition in facts.definitions), default=1)
    if facts.language == TEXT:
        name = module.path.rpartition("/")[2].partition(".")[0] or module.path.rpartition("/")[2]
    else:
        name = module.name.rpartition(".")[2]
    return Definition(name, name, "variable", 1, 0, 1, last, docstring=facts.docstring)


def edges_of(
    graph: CodeGraph, references: ReferenceTable, imports: ImportTable, inheritance: tuple[list[int], list[int]]
) -> dict[EdgeType, Edges]:
    """The distinct edges of each type, sorted by source and target; ``inheritance`` are classes and their bases."""
    inside = np.flatnonzero(graph.parents >= 0)
    module_entities = np.searchsorted(graph.file_index, np.arange(len(graph.files)))
    used = (references.targets != UNRESOLVED) & (references.confidence >= np.float32(INVOKE_THRESHOLD))
    return {
        "contain": _edges(graph, inside, graph.parents[inside]),
        "import": _edges(graph, module_entities[graph.file_index[imports.entities]], imports.targets),
        "inherit": _edges(graph, *inheritance),
        "invoke": _edges(graph, references.entities[used], references.targets[used]),
    }


def _edges(graph: CodeGraph, sources: Any, targets: Any) -> Edges:
    # In place: there may be tens of millions, at the time when everything else is in memory, too.
    keys = np.array(sources, np.int64)
    keys *= len(graph)
    keys += np.asarray(targets, np.int64)
    keys.sort()
    keys = keys[np.diff(keys, prepend=-1) > 0]
    return Edges((keys // len(graph)).astype(np.int32), (keys % len(graph)).astype(np.int32), len(graph))
