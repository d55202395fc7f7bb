"""Putting the columns of the code graph together from symbol tables, and its edges from tables of uses."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from crossbearing.model.facts import Definition
from crossbearing.model.graph import CodeGraph, Edges, EdgeType, IntArray
from crossbearing.recon.references import UNRESOLVED, ImportTable, ReferenceTable
from crossbearing.recon.symbols import TEXT, Module, Project

INVOKE_THRESHOLD = 0.5
"""Confidence from which a reference makes an ``invoke`` edge, in the graph and in the store's views."""

NO_PARENT = -1


def graph_of(project: Project, roles: Mapping[str, str], line_counts: Mapping[str, int]) -> CodeGraph:
    """The graph's entities, still without edges."""
    rows = [_module_row(module, line_counts.get(module.path)) for module in project.modules]
    flat: list[Definition] = []
    parents: list[int] = []
    qualnames: list[str] = []
    for module, row in zip(project.modules, rows, strict=True):
        definitions = module.facts.definitions
        flat += [row, *definitions]
        parents.append(NO_PARENT)
        parents.extend(module.entity + 1 + definition.scope for definition in definitions)
        qualnames.append(module.name)
        qualnames.extend(f"{module.name}.{definition.qualname}" for definition in definitions)
    return CodeGraph(
        files=[module.path for module in project.modules],
        file_index=np.array(project.owners, np.int32),
        names=[row.name for row in flat],
        qualnames=qualnames,
        kinds=project.kinds,
        lines=_int_column(row.line for row in flat),
        columns=_int_column(row.column for row in flat),
        start_lines=_int_column(row.start_line for row in flat),
        end_lines=_int_column(row.end_line for row in flat),
        parents=np.array(parents, np.int32),
        signatures=[row.signature for row in flat],
        docstrings=[row.docstring for row in flat],
        roles=[roles.get(module.path, "source") for module in project.modules],
    )


def _module_row(module: Module, line_count: int | None) -> Definition:
    facts = module.facts
    last = line_count or max((definition.end_line for definition in facts.definitions), default=1)
    if facts.language == TEXT:
        name = module.path.rpartition("/")[2].partition(".")[0] or module.path.rpartition("/")[2]
    else:
        name = module.name.rpartition(".")[2]
    return Definition(name, name, "variable", 1, 0, 1, last, docstring=facts.docstring)


def _int_column(values: Iterable[int]) -> IntArray:
    return np.fromiter(values, np.int32)


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
    pairs = np.stack((np.asarray(sources, np.int64), np.asarray(targets, np.int64)))
    keys = np.unique(pairs[0] * len(graph) + pairs[1])
    return Edges((keys // len(graph)).astype(np.int32), (keys % len(graph)).astype(np.int32), len(graph))
