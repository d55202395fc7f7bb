"""The current map: what the views show, and what becomes of it when another one is saved."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from small_maps import check_whole, fingerprint, small_map, views

from crossbearing.model.errors import CrossbearingError
from crossbearing.store import FactKey, MapHeader, Store


def test_there_is_no_map_at_first(store: Store) -> None:
    assert store.current() is None
    assert store.notices == ()
    assert store.writable


def test_saved_map_is_current(store: Store) -> None:
    store.save_map(small_map(1))
    assert store.current() == MapHeader(fingerprint(1), "small", "revision 1", files=1, nodes=7, edges=6)
    assert check_whole(store) == 1


def test_a_map_replaces_the_one_before_it(store: Store) -> None:
    store.save_map(small_map(1, size=50))
    store.save_map(small_map(2))
    assert check_whole(store) == 2


def test_views_have_exactly_the_columns_of_the_specification(store: Store) -> None:
    with closing(sqlite3.connect(store.build_dir / "recon.db")) as connection:
        columns = {
            view: [column[0] for column in connection.execute(f"SELECT * FROM {view}").description]
            for view in ("nodes", "edges", "name_index")
        }
    assert columns == {
        "nodes": ["id", "kind", "name", "qualname", "file", "line", "col", "end_line"],
        "edges": ["src", "dst", "type"],
        "name_index": ["qualname"],
    }


def test_views_show_definitions_references_and_edges(store: Store) -> None:
    store.save_map(small_map(1, size=1))
    assert views(store.build_dir / "recon.db") == {
        "nodes": [
            ("map1.f1:1", "function", "f1", "map1.f1", "map1.py", 1, 0, 1),
            ("map1.f1:1:4", "ref", "f1", "map1.f1", "map1.py", 1, 4, 1),
            ("map1:1", "def", "map1", "map1", "map1.py", 1, 0, 1),
        ],
        "edges": [("map1.f1:1", "map1:1", "contain"), ("map1.f1:1:4", "map1.f1:1", "invoke")],
        "name_index": [("map1",), ("map1.f1",)],
        "unresolved": [],
    }


@pytest.mark.parametrize(
    "question",
    [
        "SELECT * FROM nodes WHERE id = 'a.f3:3'",
        "SELECT * FROM nodes WHERE qualname = 'a.f3'",
        "SELECT * FROM nodes WHERE name = 'f3'",
        "SELECT * FROM nodes WHERE file = 'a.py'",
        "SELECT * FROM edges WHERE src = 'a.f3:3'",
        "SELECT * FROM edges WHERE dst = 'a.f3:3'",
        "SELECT * FROM name_index WHERE qualname = 'a.f3'",
        "SELECT n.file, n.line FROM edges e JOIN nodes n ON n.id = e.src WHERE e.dst = 'a.f1:1'",
        "SELECT count(*) FROM edges e JOIN nodes n ON n.id = e.dst WHERE n.qualname = 'a.f1' AND e.type = 'invoke'",
        "SELECT a.file FROM edges e JOIN nodes a ON a.id = e.src JOIN nodes b ON b.id = e.dst WHERE b.name = 'f1'",
    ],
)
def test_usual_questions_reach_an_index(store: Store, question: str) -> None:
    with closing(sqlite3.connect(store.build_dir / "recon.db")) as connection:
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {question}")]
    assert [step for step in plan if step.startswith("SCAN") and step != "SCAN name_index"] == []


def test_only_files_that_changed_are_written_again(store: Store) -> None:
    store.save_map(small_map(1, names="abcdefgh"))
    with closing(sqlite3.connect(store.build_dir / "recon.db")) as connection, connection:
        connection.execute("UPDATE graph_rows SET end_line = 77")
    store.save_map(small_map(2, names="abcdXfgh"))
    nodes = views(store.build_dir / "recon.db")["nodes"]
    assert {row[4] for row in nodes if row[7] != 77} == {"X.py"}
    assert len(nodes) == 8 * 7


@pytest.mark.parametrize("after", ["abcdXfgh", "abXdefgh", "Xabcdefgh", "abcdefg", "abcdefghX", "X", "hgfedcba", ""])
def test_map_written_over_another_equals_one_written_alone(tmp_path: Path, after: str) -> None:
    contents = []
    for before in ("abcdefgh", None):
        with Store.open(tmp_path / str(before)) as store:
            if before is not None:
                store.save_map(small_map(1, names=before))
            store.save_map(small_map(2, names=[*after] or ["map2"]))
            with closing(sqlite3.connect(store.build_dir / "recon.db")) as connection:
                names = ("nodes", "edges", "name_index", "unresolved", "files", "symbols", "graph_rows")
                contents.append([connection.execute(f"SELECT * FROM {name}").fetchall() for name in names])
    assert contents[0] == contents[1]


def test_map_that_cannot_be_written_leaves_the_one_before_it(store: Store) -> None:
    store.save_map(small_map(1))
    broken = small_map(2, names=["map2", None])  # type: ignore[list-item]
    broken.tables.symbols = lambda first, last: [(1, "name", None)]  # type: ignore[method-assign]
    with pytest.raises(CrossbearingError, match="NOT NULL"):
        store.save_map(broken)
    assert check_whole(store) == 1


def test_same_maps_make_same_files(tmp_path: Path) -> None:
    contents = []
    for name in ("one", "two"):
        with Store.open(tmp_path / name) as store:
            store.save_map(small_map(1))
            contents.append(
                [
                    views(store.build_dir / "recon.db"),
                    *(path.read_bytes() for path in sorted((store.build_dir / "artifacts").iterdir())),
                ]
            )
    assert contents[0] == contents[1]


def test_store_may_be_used_from_several_threads(store: Store) -> None:
    def work(number: int) -> None:
        for round_number in range(20):
            key = FactKey("0", f"{number}-{round_number}", "p", 1)
            store.put_facts([(key, b"x")])
            assert store.get_facts([key]) == {key: b"x"}

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    keys = [FactKey("0", f"{number}-{round_number}", "p", 1) for number in range(4) for round_number in range(20)]
    assert len(store.get_facts(keys)) == 80


def test_artifacts_of_the_most_recent_maps_are_kept(store: Store) -> None:
    for number in range(8):
        store.save_artifact(fingerprint(number), "graph", {"number": np.array([number])})
    kept = [number for number in range(8) if store.load_artifact(fingerprint(number), "graph") is not None]
    assert kept == [4, 5, 6, 7]
    assert len(list((store.build_dir / "artifacts").iterdir())) == 4


def test_artifacts_of_the_current_map_are_always_kept(store: Store) -> None:
    store.save_map(small_map(1))
    for number in range(2, 10):
        store.save_artifact(fingerprint(number), "graph", {"number": np.array([number])})
    assert check_whole(store) == 1


def test_saving_again_makes_a_map_recent_again(store: Store) -> None:
    for number in (0, 1, 2, 3, 0, 4):
        store.save_artifact(fingerprint(number), "graph", {"number": np.array([number])})
    assert store.load_artifact(fingerprint(0), "graph") is not None
    assert store.load_artifact(fingerprint(1), "graph") is None


def test_leftovers_of_a_killed_process_are_swept_away(store: Store) -> None:
    store.save_map(small_map(1))
    leftover = store.build_dir / "artifacts" / f"{fingerprint(9)}.graph.123.partial"
    leftover.write_bytes(b"half")
    store.save_map(small_map(2))
    assert not leftover.exists()


def test_arrays_stay_readable_after_their_map_is_forgotten(store: Store) -> None:
    store.save_artifact(fingerprint(0), "graph", {"number": np.arange(5000)})
    arrays = store.load_artifact(fingerprint(0), "graph")
    for number in range(1, 8):
        store.save_artifact(fingerprint(number), "graph", {"number": np.array([number])})
    assert arrays is not None
    assert arrays["number"].sum() == 4999 * 2500


@pytest.mark.parametrize(
    ("mark", "name"), [("../../etc", "graph"), ("abc", "graph"), ("a" * 64, "../x"), ("a" * 64, "")]
)
def test_artifact_names_cannot_leave_the_directory(store: Store, mark: str, name: str) -> None:
    with pytest.raises(ValueError, match="no artifact can be named"):
        store.save_artifact(mark, name, {})
