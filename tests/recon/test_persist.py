"""A map in the store and back: equal, unless anything about it is damaged."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from handmade import graph_of, imports_of, references_of

from crossbearing.model.graph import CodeGraph, Edges
from crossbearing.model.index import TextIndex
from crossbearing.model.location import Problem
from crossbearing.recon import persist
from crossbearing.recon.persist import MapParts, load_map, load_references, save_map
from crossbearing.store import Store

MARK = "5e" * 32
REFERENCES = references_of((1, 5, 4, "x.y", 0, 3, 1.0), (3, 9, 2, "?.\udcff", 1, -1, 0.0))
IMPORTS = imports_of((0, 2, 0, 2))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "build") as opened:
        yield opened


def small_graph() -> CodeGraph:
    graph = graph_of(
        ("bad\udcff.py", "bad", "module", 1, 0, -1),
        ("bad\udcff.py", "bad.f", "function", 3, 4, 0),
        ("ünïcode.py", "ünïcode", "module", 1, 0, -1),
        ("ünïcode.py", "ünïcode.C", "class", 3, 6, 2),
        ("ünïcode.py", "ünïcode.C.m", "method", 4, 8, 3),
        ("ünïcode.py", "ünïcode.v", "variable", 9, 0, 2),
    )
    graph.docstrings[1] = "Text\nwith a NUL \0 and a lone surrogate \ud800."
    graph.signatures[4] = "def m(self) -> None:"
    graph.roles[1] = "test"
    graph.edges["invoke"] = Edges(np.array([1], np.int32), np.array([3], np.int32), 6)
    graph.edges["inherit"] = Edges(np.empty(0, np.int32), np.empty(0, np.int32), 6)
    return graph


def small_index() -> TextIndex:
    return TextIndex(
        vocabulary=["alpha", "beta", "ünïcode"],
        offsets=np.array([0, 2, 3, 4], np.int64),
        documents=np.array([0, 1, 5, 2], np.int32),
        fields=np.array([3, 3, 0, 2], np.uint8),
        counts=np.array([1, 7, 1, 65535], np.uint16),
        lengths=np.arange(30, dtype=np.int32).reshape(6, 5),
    )


@pytest.fixture
def parts() -> MapParts:
    return MapParts(
        repo="small",
        revision=None,
        fingerprint=MARK,
        graph=small_graph(),
        index=small_index(),
        manifest={"languages": [{"name": "python", "evidence": "setup.py:3"}]},
        errors=(Problem("bad\udcff.py", "parsed with errors", 3, "language.python"), Problem("", "general")),
        details={"statistics": {"files": 2}},
    )


def test_map_comes_back(store: Store, parts: MapParts) -> None:
    save_map(store, parts, REFERENCES, IMPORTS)
    found = load_map(store, MARK)
    assert found is not None
    for name in ("repo", "revision", "fingerprint", "manifest", "errors", "details"):
        assert getattr(found, name) == getattr(parts, name)
    for name in ("files", "names", "qualnames", "kinds", "signatures", "docstrings", "roles"):
        assert getattr(found.graph, name) == getattr(parts.graph, name)
    for name in ("file_index", "lines", "columns", "start_lines", "end_lines", "parents"):
        np.testing.assert_array_equal(getattr(found.graph, name), getattr(parts.graph, name))
    assert found.graph.edges.keys() == parts.graph.edges.keys()
    assert found.graph.children(2).tolist() == [3, 5]
    assert found.graph.edges["invoke"].successors(1).tolist() == [3]
    assert list(found.index.vocabulary) == list(parts.index.vocabulary)
    query = {"alpha": 1.0, "ünïcode": 0.5, "absent": 1.0}
    weights = {"body": 1.0, "docstring": 2.0}
    np.testing.assert_array_equal(found.index.bm25(query, weights), parts.index.bm25(query, weights))


def test_references_come_back(store: Store, parts: MapParts) -> None:
    save_map(store, parts, REFERENCES, IMPORTS)
    loaded = load_references(store, MARK)
    assert loaded is not None
    references, imports = loaded
    assert references.names == REFERENCES.names
    for name in ("entities", "lines", "columns", "name_numbers", "kinds", "targets", "confidence"):
        np.testing.assert_array_equal(getattr(references, name), getattr(REFERENCES, name))
        assert getattr(references, name).dtype == getattr(REFERENCES, name).dtype
    for name in ("entities", "lines", "columns", "targets"):
        np.testing.assert_array_equal(getattr(imports, name), getattr(IMPORTS, name))


def test_header_counts_what_the_views_show(store: Store, parts: MapParts) -> None:
    save_map(store, parts, REFERENCES, IMPORTS)
    header = store.current()
    assert header is not None
    assert (header.repo, header.fingerprint, header.revision) == ("small", MARK, None)
    assert (header.files, header.nodes, header.edges) == (2, 6 + 3, 4 + 2)


def test_empty_map_comes_back(store: Store) -> None:
    index = TextIndex(
        [],
        np.zeros(1, np.int64),
        np.empty(0, np.int32),
        np.empty(0, np.uint8),
        np.empty(0, np.uint16),
        np.empty((0, 5), np.int32),
    )
    save_map(store, MapParts("empty", "c0ffee", MARK, graph_of(), index), references_of(), imports_of())
    found = load_map(store, MARK)
    assert found is not None
    assert found.revision == "c0ffee"
    assert len(found.graph) == 0
    assert len(found.index.vocabulary) == 0


def test_unknown_fingerprint_gives_nothing(store: Store, parts: MapParts) -> None:
    save_map(store, parts, REFERENCES, IMPORTS)
    assert load_map(store, "0" * 64) is None
    assert load_references(store, "0" * 64) is None


@pytest.mark.parametrize("name", ["graph", "index"])
def test_damaged_part_gives_nothing_and_a_notice(store: Store, parts: MapParts, name: str) -> None:
    save_map(store, parts, REFERENCES, IMPORTS)
    path = store.build_dir / "artifacts" / f"{MARK}.{name}"
    path.write_bytes(path.read_bytes()[:-1])
    assert load_map(store, MARK) is None
    assert f"stored {name} of the map is unusable" in store.notices[0].reason


def test_another_layout_is_not_loaded(store: Store, parts: MapParts, monkeypatch: pytest.MonkeyPatch) -> None:
    save_map(store, parts, REFERENCES, IMPORTS)
    monkeypatch.setattr(persist, "LAYOUT", persist.LAYOUT + 1)
    assert load_map(store, MARK) is None
    assert load_references(store, MARK) is None


def forge(store: Store, name: str, **changes: object) -> None:
    arrays = dict(store.load_artifact(MARK, name) or {})
    for key, value in changes.items():
        if value is None:
            del arrays[key]
        else:
            arrays[key] = value  # type: ignore[assignment]
    store.save_artifact(MARK, name, arrays)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("graph", {"lines": None}),
        ("graph", {"lines": np.zeros(3, np.int32)}),
        ("graph", {"parents": np.full(6, 6, np.int32)}),
        ("graph", {"parents": np.full(6, -2, np.int32)}),
        ("graph", {"file_index": np.full(6, 2, np.int32)}),
        ("graph", {"invoke_targets": np.array([99], np.int32)}),
        ("graph", {"kinds": np.full(6, 200, np.uint8)}),
        ("graph", {"names": b"\0only\0two"}),
        ("graph", {"names": b"\xff\xff"}),
        ("graph", {"roles": b""}),
        ("graph", {"summary": b"{"}),
        ("graph", {"summary": b"[]"}),
        ("graph", {"summary": json.dumps({"repo": "x"}).encode()}),
        ("graph", {"layout": np.array([1, 1])}),
        ("index", {"offsets": np.array([0, 2], np.int64)}),
        ("index", {"offsets": np.array([0, 2, 3, 400], np.int64)}),
        ("index", {"vocabulary": b"short"}),
        ("index", {"vocabulary_offsets": None}),
    ],
)
def test_arrays_that_do_not_fit_give_nothing(
    store: Store, parts: MapParts, name: str, changes: dict[str, object]
) -> None:
    save_map(store, parts, REFERENCES, IMPORTS)
    forge(store, name, **changes)
    assert load_map(store, MARK) is None


def test_equal_maps_make_equal_files(tmp_path: Path, parts: MapParts) -> None:
    contents = []
    for name in ("one", "two"):
        with Store.open(tmp_path / name) as store:
            again = evolve(parts, graph=small_graph(), details=dict(reversed(parts.details.items())))
            save_map(store, again, REFERENCES, IMPORTS)
            contents.append([path.read_bytes() for path in sorted((store.build_dir / "artifacts").iterdir())])
    assert len(contents[0]) == 3
    assert contents[0] == contents[1]
