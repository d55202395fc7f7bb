"""Questions to the code graph, and identifiers that stay."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crossbearing.harness import Harness
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.relations import Definitions, Family, Neighbourhood, Paths, Uses

SOURCES = {
    "books/__init__.py": "",
    "books/ledger.py": """\
class Ledger:
    def __init__(self, opening):
        self.opening = opening

    def balance(self):
        return rounded(self.opening)


class Journal(Ledger):
    def balance(self):
        return super().balance()


def rounded(amount):
    return round(amount, 2)
""",
    "books/printing.py": """\
from books.ledger import Journal


def show(opening):
    journal = Journal(opening)
    return journal.balance()
""",
    "books/rates.py": "def interest(amount):\n    return frobnicate(amount)\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    for name, text in SOURCES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


def test_every_question_has_a_typed_answer(folder: Path):
    with Harness.open(folder) as harness:
        callers = harness.callers("rounded")
        assert isinstance(callers, Uses)
        assert [use.place for use in callers.places] == ["books/ledger.py:6:15"]
        callees = harness.callees("show", kinds=["call"])
        assert [use.target for use in callees.places] == ["books.ledger.Journal", "books.ledger.Journal.balance"]
        assert [name.name for name in harness.callees("interest").unresolved] == ["frobnicate"]
        definitions = harness.definitions("balance")
        assert isinstance(definitions, Definitions)
        assert [match.symbol.place for match in definitions.matches] == ["books/ledger.py:5", "books/ledger.py:10"]
        assert [use.file for use in harness.importers("books/ledger.py").places] == ["books/printing.py"]
        assert [use.target for use in harness.imports("books/printing.py").places] == ["books.ledger.Journal"]
        family = harness.inheritance("Ledger.balance")
        assert isinstance(family, Family)
        assert [kin.symbol.qualname for kin in family.kin] == ["books.ledger.Journal.balance"]
        path = harness.path("show", "rounded")
        assert isinstance(path, Paths)
        assert path.forward is not None
        assert [step.target for step in path.forward] == [
            "books.ledger.Journal.balance",
            "books.ledger.Ledger.balance",
            "books.ledger.rounded",
        ]
        near = harness.neighbourhood("rounded")
        assert isinstance(near, Neighbourhood)
        assert [item.via for item in near.neighbours] == ["books.ledger.rounded"] * 2


def test_answers_are_those_of_the_map_until_it_is_refreshed(folder: Path):
    with Harness.open(folder) as harness:
        assert harness.callers("interest").totals.places == 0
        more = "from books.rates import interest\n\n\ndef earn():\n    return interest(1)\n"
        (folder / "books" / "earning.py").write_text(more, "utf-8")
        assert harness.callers("interest").totals.places == 0
        harness.refresh()
        assert [use.source for use in harness.callers("interest").places] == ["books.earning.earn"]
    with pytest.raises(CrossbearingError, match="closed"):
        harness.callers("interest")


def test_a_kept_map_gives_the_same_answers(folder: Path):
    with Harness.open(folder) as harness:
        expected = harness.callers("balance", depth=3), harness.path("show", "rounded")
    with Harness.open(folder) as harness:
        assert (harness.callers("balance", depth=3), harness.path("show", "rounded")) == expected


def test_a_map_that_was_thrown_away_is_said_so(folder: Path, tmp_path: Path):
    with Harness.open(folder, build_dir=tmp_path / "build") as harness:
        harness.scan()
        shutil.rmtree(tmp_path / "build")
        with pytest.raises(CrossbearingError, match=r"the map is no longer in .*; scan again"):
            harness.callers("rounded")
        harness.scan()
        assert harness.callers("rounded").totals.places == 1


def test_a_symbol_that_does_not_exist_is_refused(folder: Path):
    with Harness.open(folder) as harness, pytest.raises(CrossbearingError, match=r"did you mean books\.ledger\.Ledger"):
        harness.callers("Legder")


def views(build_dir: Path) -> tuple[dict[str, set[tuple[object, ...]]], set[tuple[str, str, str]]]:
    """The nodes that the store shows, by file, and its edges."""
    nodes: dict[str, set[tuple[object, ...]]] = {}
    with closing(sqlite3.connect(build_dir / "recon.db")) as connection:
        for row in connection.execute("SELECT id, kind, name, qualname, file, line, col, end_line FROM nodes"):
            nodes.setdefault(row[4], set()).add(row)
        return nodes, set(connection.execute("SELECT src, dst, type FROM edges"))


NAMES = st.sampled_from(["interest", "rounded", "Ledger", "compound", "yearly"])
PARTS = st.sampled_from(
    [
        "\n\n",
        "# a remark\n",
        "def {0}(amount):\n    return amount\n",
        "def {0}(amount):\n    def {1}():\n        return {2}(amount)\n    return {1}()\n",
        "class {0}:\n    def {1}(self):\n        return self.{2}() + {0}()\n",
        "{0} = {1} = 1\n",
        "from books.ledger import {0}\n",
        "import books.ledger; {0} = books.ledger.{1}({2})\n",
    ]
)
TEXTS = st.lists(st.builds(str.format, PARTS, NAMES, NAMES, NAMES), max_size=6).map("".join)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TEXTS)
def test_an_edit_changes_no_identifier_in_files_that_have_nothing_to_do_with_it(folder: Path, text: str):
    build = folder.parent / "build"
    (folder / "books" / "rates.py").write_text(SOURCES["books/rates.py"], "utf-8")
    with Harness.open(folder, build_dir=build) as harness:
        harness.scan()
        nodes, edges = views(build)
        (folder / "books" / "rates.py").write_text(text, "utf-8")
        harness.refresh()
        new_nodes, new_edges = views(build)
    untouched = {name for name in nodes if name != "books/rates.py"}
    assert {name: nodes[name] for name in untouched} == {name: new_nodes[name] for name in untouched}
    ids = {row[0] for name in untouched for row in nodes[name]}
    assert {edge for edge in edges if edge[0] in ids} == {edge for edge in new_edges if edge[0] in ids}
    every = [row[0] for rows in new_nodes.values() for row in rows]
    assert len(every) == len(set(every))
    assert all(source in every and target in every for source, target, _ in new_edges)


def test_an_edit_above_changes_lines_and_nothing_else_and_only_in_its_file(folder: Path):
    with Harness.open(folder) as harness:
        harness.scan()
        nodes, edges = views(folder / ".crossbearing")
        ledger = folder / "books" / "ledger.py"
        ledger.write_text(f"\n\n{ledger.read_text('utf-8')}", "utf-8")
        harness.refresh()
        new_nodes, new_edges = views(folder / ".crossbearing")
    assert nodes["books/printing.py"] == new_nodes["books/printing.py"]
    module = "books.ledger:1"
    moved = {(*row[1:4], row[5] + 2, row[6]) for row in nodes["books/ledger.py"] if row[0] != module}
    assert {(*row[1:4], *row[5:7]) for row in new_nodes["books/ledger.py"] if row[0] != module} == moved
    assert len(edges) == len(new_edges)
