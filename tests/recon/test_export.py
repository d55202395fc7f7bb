"""The whole graph as lines of JSON."""

import json

import pytest
from toy_host import open_host, write_files

from crossbearing.model.errors import CrossbearingError
from crossbearing.recon.export import export_graph
from crossbearing.recon.scan import scan
from crossbearing.source import open_source
from crossbearing.store import Store

FILES = {
    "app.toy": "import lib.utils.parse\ndef main\ncall parse\ncall lost\n",
    "lib/utils.toy": "def parse\n",
    "lib/\udce4\n.toy": "def parse\n",
}


@pytest.fixture
def exported(tmp_path):
    def run(files):
        root = write_files(tmp_path / "project", files)
        with open_source(root) as source, Store.open(tmp_path / "build") as store:
            scan(source, store, open_host())
            return [json.loads(line) for line in export_graph(store)]

    return run


def test_nodes_come_first_and_every_edge_leads_from_node_to_node(exported):
    rows = exported(FILES)
    nodes = [row for row in rows if "id" in row]
    edges = rows[len(nodes) :]
    assert [list(row) for row in nodes] == [
        ["id", "kind", "name", "qualname", "file", "line", "col", "end_line"]
    ] * len(nodes)
    assert all(list(row) == ["src", "dst", "type"] for row in edges)
    ids = [row["id"] for row in nodes]
    assert len(set(ids)) == len(ids)
    assert {row[end] for row in edges for end in ("src", "dst")} <= set(ids)
    assert {row["type"] for row in edges} == {"contain", "invoke", "import"}
    (call,) = [row for row in edges if row["type"] == "invoke"]
    assert (call["src"], call["dst"]) == ("app.main:3", "lib.utils.parse:1")


def test_names_that_are_no_utf8_are_escaped(exported):
    assert any("\\udce4\n" in row.get("file", "") for row in exported(FILES))


def test_an_export_shows_one_state_whatever_is_written_meanwhile(tmp_path):
    root = write_files(tmp_path / "project", FILES)
    with open_source(root) as source, Store.open(tmp_path / "build") as store:
        scan(source, store, open_host())
        expected = list(export_graph(store))
        lines = export_graph(store)
        first = next(lines)
        write_files(root, {"app.toy": "def other\n"})
        with open_source(root) as later, Store.open(tmp_path / "build") as second:
            scan(later, second, open_host())
        assert [first, *lines] == expected
        assert list(export_graph(store)) != expected


def test_a_store_without_a_map_exports_nothing(tmp_path):
    with Store.open(tmp_path / "build") as store:
        assert list(export_graph(store)) == []


def test_a_store_that_is_gone_is_an_error(tmp_path):
    with Store.open(tmp_path / "build") as store:
        (tmp_path / "build" / "recon.db").unlink()
        with pytest.raises(CrossbearingError):
            list(export_graph(store))
