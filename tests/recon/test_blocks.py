"""Rows that are made for some files at a time are those of the whole graph."""

from unittest.mock import patch

import pytest
from handmade import graph_of, imports_of, references_of
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.recon import blocks
from crossbearing.recon.blocks import GraphBlocks
from crossbearing.recon.nodes import graph_rows

FILES = ("a.py", "b.py", "c.py", "d.py")
NAMES = st.sampled_from(["x", "y", "x:1", "pkg.x", "x@a.py", "x@a.py:"])
SMALL = st.integers(1, 3)


@st.composite
def graphs(draw: st.DrawFn):
    entities = sorted(
        draw(st.lists(st.tuples(st.sampled_from(FILES), NAMES, SMALL, SMALL), min_size=1, max_size=8)),
        key=lambda row: row[0],
    )
    entity = st.integers(0, len(entities) - 1)
    uses = st.tuples(
        entity, SMALL, SMALL, NAMES, SMALL, st.integers(-1, len(entities) - 1), st.sampled_from([0.2, 1.0])
    )
    graph = graph_of(*((file, name, "function", line, column, -1) for file, name, line, column in entities))
    references = references_of(*draw(st.lists(uses, max_size=8)))
    return graph, references, imports_of(*draw(st.lists(st.tuples(entity, SMALL, SMALL, entity), max_size=4)))


@settings(max_examples=150, deadline=None)
@given(graphs(), st.integers(1, 6), st.integers(1, 12))
def test_blocks_of_any_size_give_the_rows_of_the_whole(tables, size: int, held: int) -> None:
    whole = graph_rows(*tables)
    with patch.object(blocks, "BLOCK_ROWS", size), patch.object(blocks, "HELD_ROWS", held):
        parts = GraphBlocks(*tables)
        count = len(whole.paths)
        assert list(parts.paths) == list(whole.paths)
        assert (parts.node_count, parts.edge_count) == (whole.node_count, whole.edge_count)
        assert list(parts.rows(0, count)) == list(whole.rows(0, count))
        assert list(parts.symbols(0, count)) == list(whole.symbols(0, count))
        for file in range(count):
            assert parts.digest(file) == whole.digest(file)
            assert parts.row_count(file) == whole.row_count(file)
            assert list(parts.rows(file, file + 1)) == list(whole.rows(file, file + 1))


@pytest.mark.parametrize("size", [1, 1000])
def test_an_empty_graph_has_no_rows(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "BLOCK_ROWS", size)
    parts = GraphBlocks(graph_of(), references_of(), imports_of())
    assert (list(parts.paths), parts.node_count, parts.edge_count, list(parts.rows(0, 0))) == ([], 0, 0, [])
