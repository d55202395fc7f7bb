"""Graphs that are given by their edges alone, for tests of what works on edges."""

from collections.abc import Mapping, Sequence

import numpy as np

from crossbearing.model.graph import CodeGraph, Edges, EdgeType


def plain_graph(count: int, edges: Mapping[EdgeType, Sequence[tuple[int, int]]]) -> CodeGraph:
    """A file of ``count`` entities, one a line, the first of which is its module."""

    def pairs(links: Sequence[tuple[int, int]]) -> Edges:
        array = np.array(links, np.int32).reshape(-1, 2)
        return Edges(array[:, 0], array[:, 1], count)

    numbers = np.arange(1, count + 1, dtype=np.int32)
    return CodeGraph(
        files=["a.py"],
        file_index=np.zeros(count, np.int32),
        names=[f"n{i}" for i in range(count)],
        qualnames=[f"n{i}" for i in range(count)],
        kinds=["module", *["function"] * (count - 1)],
        lines=numbers,
        columns=numbers * 0,
        start_lines=numbers,
        end_lines=numbers,
        parents=numbers * 0 - 1,
        signatures=[""] * count,
        docstrings=[""] * count,
        roles=["source"],
        edges={name: pairs(links) for name, links in edges.items()},
    )
