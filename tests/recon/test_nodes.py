"""The specification's nodes and edges, as the store's views show them."""

import sqlite3
from contextlib import closing

import numpy as np
import pytest
from attrs import evolve
from handmade import graph_of, imports_of, references_of
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.model.graph import CodeGraph
from crossbearing.recon.nodes import GraphRows, graph_rows
from crossbearing.recon.references import ImportTable, ReferenceTable
from crossbearing.store import map as store_map
from crossbearing.store.map import MapHeader, StoredMap, replace_tables
from crossbearing.store.schema import migrate

CALL, READ, BASE, DECORATOR = range(4)
NOTHING = references_of()
NO_IMPORTS = imports_of()


class Shown:
    """What the views show of a graph."""

    def __init__(self, graph: CodeGraph, references: ReferenceTable = NOTHING, imports: ImportTable = NO_IMPORTS):
        rows = graph_rows(graph, references, imports)
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            migrate(connection, "memory")
            replace_tables(connection, StoredMap(MapHeader("0", "x"), rows))
            self.nodes = connection.execute(
                "SELECT n.* FROM nodes n JOIN graph_rows r ON r.id = n.id AND r.is_node "
                "ORDER BY n.kind = 'ref', r.number"
            ).fetchall()
            self.edges = sorted(connection.execute("SELECT * FROM edges"))
            self.unresolved = connection.execute("SELECT * FROM unresolved").fetchall()
            self.name_index = sorted(connection.execute("SELECT * FROM name_index"))
        assert (rows.node_count, rows.edge_count) == (len(self.nodes), len(self.edges))

    @property
    def ids(self) -> list[str]:
        return [row[0] for row in self.nodes]

    @property
    def reference_ids(self) -> list[str]:
        return [row[0] for row in self.nodes if row[1] == "ref"]

    def edges_of(self, edge_type: str) -> list[tuple[str, str]]:
        return [(source, target) for source, target, kind in self.edges if kind == edge_type]


@pytest.fixture
def two_files() -> CodeGraph:
    """``repo.main`` calls ``repo.utils.parse_args``."""
    return graph_of(
        ("main.py", "repo.main", "module", 1, 0, -1),
        ("main.py", "repo.main.main", "function", 12, 4, 0),
        ("utils.py", "repo.utils", "module", 1, 0, -1),
        ("utils.py", "repo.utils.Options", "class", 3, 6, 2),
        ("utils.py", "repo.utils.Options.get", "method", 4, 8, 3),
        ("utils.py", "repo.utils.LIMIT", "variable", 7, 0, 2),
        ("utils.py", "repo.utils.parse_args", "function", 8, 4, 2),
    )


def test_definitions_have_the_kinds_of_the_specification(two_files: CodeGraph) -> None:
    shown = Shown(two_files)
    assert [row[:3] for row in shown.nodes] == [
        ("repo.main:1", "def", "main"),
        ("repo.main.main:12", "function", "main"),
        ("repo.utils:1", "def", "utils"),
        ("repo.utils.Options:3", "class", "Options"),
        ("repo.utils.Options.get:4", "function", "get"),
        ("repo.utils.LIMIT:7", "var", "LIMIT"),
        ("repo.utils.parse_args:8", "function", "parse_args"),
    ]
    assert shown.nodes[1] == ("repo.main.main:12", "function", "main", "repo.main.main", "main.py", 12, 4, 17)


def test_definitions_are_contained_in_their_scope(two_files: CodeGraph) -> None:
    assert sorted(Shown(two_files).edges_of("contain")) == [
        ("repo.main.main:12", "repo.main:1"),
        ("repo.utils.LIMIT:7", "repo.utils:1"),
        ("repo.utils.Options.get:4", "repo.utils.Options:3"),
        ("repo.utils.Options:3", "repo.utils:1"),
        ("repo.utils.parse_args:8", "repo.utils:1"),
    ]


def test_a_call_is_a_node_with_an_edge_to_what_it_means(two_files: CodeGraph) -> None:
    shown = Shown(two_files, references_of((1, 15, 8, "utils.parse_args", CALL, 6, 1.0)))
    assert shown.nodes[7] == ("repo.main.main:15", "ref", "parse_args", "repo.utils.parse_args", "main.py", 15, 8, 15)
    assert shown.edges_of("invoke") == [("repo.main.main:15", "repo.utils.parse_args:8")]
    assert shown.unresolved == []


def test_an_import_is_a_node_of_its_own(two_files: CodeGraph) -> None:
    shown = Shown(two_files, imports=imports_of((0, 2, 0, 2), (0, 3, 0, 6), (0, 3, 0, 3)))
    assert shown.edges_of("import") == [
        ("repo.main:2", "repo.utils:1"),
        ("repo.main:3", "repo.utils.Options:3"),
        ("repo.main:3", "repo.utils.parse_args:8"),
    ]
    assert [row[:4] for row in shown.nodes[7:]] == [
        ("repo.main:2", "ref", "utils", "repo.utils"),
        ("repo.main:3", "ref", "Options", "repo.utils.Options"),
    ]


def test_an_unresolved_name_is_a_node_without_an_edge(two_files: CodeGraph) -> None:
    shown = Shown(two_files, references_of((1, 15, 8, "?.frobnicate.now", CALL, -1, 0.0)))
    expected = ("repo.main.main:15", "ref", "now", "?.frobnicate.now", "main.py", 15, 8, 15)
    assert shown.nodes[7:] == [expected]
    assert shown.unresolved == [expected]
    assert shown.edges_of("invoke") == []


def test_a_guess_makes_no_edge(two_files: CodeGraph) -> None:
    shown = Shown(two_files, references_of((1, 15, 8, "x.get", CALL, 4, 0.2)))
    assert shown.edges_of("invoke") == []
    assert len(shown.unresolved) == 1


def test_several_meanings_are_several_edges_of_one_node(two_files: CodeGraph) -> None:
    rows = [
        (1, 15, 8, "get", CALL, target, confidence) for target, confidence in ((6, 0.5), (4, 0.9), (6, 0.8), (-1, 0))
    ]
    shown = Shown(two_files, references_of(*rows))
    assert shown.edges_of("invoke") == [
        ("repo.main.main:15", "repo.utils.Options.get:4"),
        ("repo.main.main:15", "repo.utils.parse_args:8"),
    ]
    assert [row[:4] for row in shown.nodes[7:]] == [("repo.main.main:15", "ref", "get", "repo.utils.Options.get")]
    assert shown.unresolved == []


def test_ids_on_one_line_get_columns_and_turns(two_files: CodeGraph) -> None:
    shown = Shown(
        two_files,
        references_of(
            (6, 8, 20, "b", CALL, -1, 0),
            (6, 9, 20, "b", CALL, -1, 0),
            (6, 9, 4, "c", CALL, -1, 0),
            (6, 9, 20, "a", CALL, -1, 0),
            (6, 9, 20, "a", READ, -1, 0),
        ),
        imports_of((6, 9, 20, 0)),
    )
    assert {row[0]: row[3] for row in shown.nodes if row[1] == "ref"} == {
        "repo.utils.parse_args:8:20": "b",
        "repo.utils.parse_args:9": "c",
        "repo.utils.parse_args:9:20": "repo.main",
        "repo.utils.parse_args:9:20:2": "a",
        "repo.utils.parse_args:9:20:3": "b",
        "repo.utils.parse_args:9:20:4": "a",
    }


def test_definitions_come_before_references_of_their_line() -> None:
    graph = graph_of(
        ("a.py", "a", "module", 1, 0, -1), ("a.py", "a.x", "variable", 1, 9, 0), ("a.py", "a.x", "variable", 1, 0, 0)
    )
    shown = Shown(graph, references_of((0, 1, 0, "f", CALL, -1, 0), (1, 1, 0, "g", CALL, -1, 0)))
    assert shown.ids[:3] == ["a:1", "a.x:1:9", "a.x:1"]
    assert sorted(shown.reference_ids) == ["a.x:1:0", "a:1:0"]


def test_redefinitions_on_other_lines_share_nothing() -> None:
    graph = graph_of(
        ("a.py", "a", "module", 1, 0, -1),
        ("a.py", "a.f", "function", 2, 4, 0),
        ("a.py", "a.f", "function", 9, 4, 0),
    )
    shown = Shown(graph, references_of((1, 3, 4, "g", CALL, -1, 0), (2, 10, 4, "g", CALL, -1, 0)))
    assert shown.ids[:3] == ["a:1", "a.f:2", "a.f:9"]
    assert shown.reference_ids == ["a.f:3", "a.f:10"]
    assert shown.name_index == [("a",), ("a.f",)]


def test_names_of_several_files_are_told_apart_by_path() -> None:
    graph = graph_of(
        ("tests/a/conftest.py", "conftest", "module", 1, 0, -1),
        ("tests/a/conftest.py", "conftest.client", "function", 5, 4, 0),
        ("tests/b/conftest.py", "conftest", "module", 1, 0, -1),
        ("tests/b/conftest.py", "conftest.server", "function", 5, 4, 2),
    )
    shown = Shown(graph, references_of((0, 9, 0, "x", CALL, -1, 0), (2, 9, 0, "x", CALL, -1, 0)))
    assert shown.ids == [
        "conftest@tests/a/conftest.py:1",
        "conftest.client:5",
        "conftest@tests/b/conftest.py:1",
        "conftest.server:5",
        "conftest@tests/a/conftest.py:9",
        "conftest@tests/b/conftest.py:9",
    ]
    assert [row[3] for row in shown.nodes[:3]] == ["conftest", "conftest.client", "conftest"]


def test_function_and_submodule_of_one_name_are_told_apart() -> None:
    graph = graph_of(
        ("p/__init__.py", "p", "module", 1, 0, -1),
        ("p/__init__.py", "p.run", "function", 1, 4, 0),
        ("p/run.py", "p.run", "module", 1, 0, -1),
    )
    assert Shown(graph).ids == ["p:1", "p.run@p/__init__.py:1", "p.run@p/run.py:1"]


def test_edit_to_one_file_changes_no_id_in_another(two_files: CodeGraph) -> None:
    references = references_of((1, 15, 8, "f", CALL, 6, 1), (1, 15, 20, "g", CALL, -1, 0), (6, 9, 4, "h", CALL, -1, 0))
    edited = references_of((1, 15, 8, "f", CALL, 6, 1), (1, 15, 20, "g", CALL, -1, 0), (6, 11, 4, "new.h", CALL, 1, 1))
    before, after = Shown(two_files, references), Shown(two_files, edited)
    assert [row for row in before.nodes if row[4] == "main.py"] == [row for row in after.nodes if row[4] == "main.py"]


@pytest.mark.parametrize("name", ["nul\0", "new\nline", "a:1", "a@b", "", "ü", "\udcff", "q'uote\""])
def test_any_name_can_be_shown(name: str) -> None:
    graph = graph_of((f"{name}.py", name, "module", 1, 0, -1), (f"{name}.py", f"{name}.f", "function", 1, 4, 0))
    shown = Shown(graph, references_of((1, 1, 4, name, CALL, -1, 0), (0, 2, 4, name, CALL, 1, 1)))
    assert len(set(shown.ids)) == 4


def test_names_made_to_collide_do_not(two_files: CodeGraph) -> None:
    graph = graph_of(
        ("a.py", "x", "module", 1, 0, -1),
        ("a.py", "x:1", "variable", 2, 3, 0),
        ("a.py", "x", "variable", 1, 2, 0),
        ("b.py", "x", "module", 1, 0, -1),
        ("b.py", "x@a.py", "function", 1, 2, 3),
        ("b.py", "x:1:", "function", 2, 3, 3),
    )
    ids = Shown(graph).ids
    assert len(set(ids)) == 6


def test_empty_graph_has_no_rows() -> None:
    shown = Shown(graph_of())
    assert (shown.nodes, shown.edges) == ([], [])


NAMES = st.sampled_from(["a", "a.b", "a:1", "a:1:2", "a@f.py", "a@", "a:", "", "b:2:3:4"])
SMALL = st.integers(0, 3)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["f.py", "g.py", "a"]), NAMES, SMALL, SMALL), min_size=1, max_size=8),
    st.data(),
)
def test_ids_are_unique_and_independent_of_the_order_of_rows(
    entities: list[tuple[str, str, int, int]], data: st.DataObject
) -> None:
    entities.sort(key=lambda row: row[0])
    graph = graph_of(*((file, name, "function", line, column, -1) for file, name, line, column in entities))
    entity = st.integers(0, len(entities) - 1)
    target = st.integers(-1, len(entities) - 1)
    confidence = st.sampled_from([0.0, 0.25, 0.5, 1.0])
    rows = data.draw(st.lists(st.tuples(entity, SMALL, SMALL, NAMES, SMALL, target, confidence), max_size=12))
    imports = data.draw(st.lists(st.tuples(entity, SMALL, SMALL, entity), max_size=6))
    shown = Shown(graph, references_of(*rows), imports_of(*imports))
    assert len(set(shown.ids)) == len(shown.ids)
    assert {end for source, target, _ in shown.edges for end in (source, target)} <= set(shown.ids)
    assert len(set(shown.edges)) == len(shown.edges)
    shuffled = Shown(
        graph,
        references_of(*data.draw(st.permutations(rows))),
        imports_of(*data.draw(st.permutations(imports))),
    )
    assert shuffled.nodes == shown.nodes
    assert shuffled.edges == shown.edges


@st.composite
def whole_graphs(draw: st.DrawFn) -> GraphRows:
    files = st.sampled_from(["f.py", "g.py", "h.py"])
    entities = draw(st.lists(st.tuples(files, NAMES, SMALL, SMALL), min_size=1, max_size=6))
    entities.sort(key=lambda row: row[0])
    entity = st.integers(0, len(entities) - 1)
    row = st.tuples(entity, SMALL, SMALL, NAMES, SMALL, st.integers(-1, len(entities) - 1), st.just(1.0))
    graph = graph_of(*((file, name, "function", line, column, -1) for file, name, line, column in entities))
    return graph_rows(graph, references_of(*draw(st.lists(row, max_size=6))), NO_IMPORTS)


@settings(max_examples=200, deadline=None)
@given(whole_graphs(), whole_graphs())
def test_writing_only_changed_files_ends_in_the_same_tables(before: GraphRows, after: GraphRows) -> None:
    tables = []
    for earlier, share in ((before, 0), (None, 4)):
        with (
            closing(sqlite3.connect(":memory:", isolation_level=None)) as connection,
            pytest.MonkeyPatch.context() as patch,
        ):
            patch.setattr(store_map, "_REWRITE_SHARE", share)
            migrate(connection, "memory")
            for rows in (earlier, after):
                if rows is not None:
                    replace_tables(connection, StoredMap(MapHeader("0", "x"), rows))
            names = ("files", "symbols", "graph_rows")
            tables.append([connection.execute(f"SELECT * FROM {name}").fetchall() for name in names])
    assert tables[0] == tables[1]


def test_an_edit_changes_no_digest_of_another_file() -> None:
    before = graph_rows(
        graph_of(
            ("a.py", "a", "module", 1, 0, -1),
            ("a.py", "a.run", "function", 12, 4, 0),
            ("b.py", "b", "module", 1, 0, -1),
            ("b.py", "b.f", "function", 3, 4, 2),
        ),
        references_of((1, 13, 4, "b.f", CALL, 3, 1.0), (3, 4, 4, "f", CALL, 3, 1.0), (3, 4, 9, "x", CALL, -1, 0.0)),
        imports_of((2, 1, 0, 0)),
    )
    after = graph_rows(
        graph_of(
            ("a.py", "a", "module", 1, 0, -1),
            ("a.py", "a.new", "function", 5, 4, 0),
            ("a.py", "a.run", "function", 22, 4, 0),
            ("b.py", "b", "module", 1, 0, -1),
            ("b.py", "b.f", "function", 3, 4, 3),
        ),
        references_of((4, 4, 9, "x", CALL, -1, 0.0), (2, 23, 4, "more", CALL, -1, 0.0), (4, 4, 4, "f", CALL, 4, 1.0)),
        imports_of((3, 1, 0, 0)),
    )
    assert before.digest(0) != after.digest(0)
    assert before.digest(1) == after.digest(1)


@pytest.mark.parametrize(
    "change",
    [
        {"qualnames": ["a", "a.g"]},
        {"names": ["a", "g"]},
        {"lines": np.array([1, 4], np.int32)},
        {"columns": np.array([0, 5], np.int32)},
        {"end_lines": np.array([6, 9], np.int32)},
        {"kinds": ["module", "class"]},
        {"parents": np.array([-1, -1], np.int32)},
        {"files": ["b.py"]},
    ],
)
def test_digest_covers_everything_shown(change: dict[str, object]) -> None:
    graph = graph_of(("a.py", "a", "module", 1, 0, -1), ("a.py", "a.f", "function", 3, 4, 0))
    references = references_of((1, 4, 4, "x", CALL, -1, 0.0))
    changed = evolve(graph, **change)
    assert graph_rows(changed, references, NO_IMPORTS).digest(0) != graph_rows(graph, references, NO_IMPORTS).digest(0)
    other = references_of((1, 4, 4, "y", CALL, -1, 0.0))
    assert graph_rows(graph, other, NO_IMPORTS).digest(0) != graph_rows(graph, references, NO_IMPORTS).digest(0)


def test_table_of_names_may_hold_more_than_is_used(two_files: CodeGraph) -> None:
    references = references_of((1, 15, 8, "b", CALL, -1, 0.0))
    more = evolve(references, names=["unused", "b", "b"], name_numbers=np.array([2], np.int32))
    assert Shown(two_files, more).nodes == Shown(two_files, references).nodes
    assert graph_rows(two_files, more, NO_IMPORTS).qualnames[-2:] == ["repo.utils.parse_args", "b"]
