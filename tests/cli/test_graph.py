"""``crossbearing graph`` as it is installed, on a small git repository."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import subprocess

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Check = Callable[[str], dict[str, Any]]
Git = Callable[..., str]


@pytest.fixture
def ask(crossbearing: Run, repository: Path, check_schema: Check) -> Callable[..., dict[str, Any]]:
    """Ask the graph of the repository and return the checked JSON."""

    def run(*arguments: str) -> dict[str, Any]:
        done = crossbearing("graph", *arguments, "--format", "json", cwd=repository)
        assert (done.returncode, done.stderr) == (0, "")
        data = check_schema(done.stdout)
        assert (data["query"], data["repo"], data["revision"], data["errors"]) == (arguments[0], "calc", None, [])
        return data

    return run


def places(uses: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(use["source"], f"{use['file']}:{use['line']}:{use['column']}") for use in uses]


def test_callers_are_listed_with_the_place_of_each_call(ask: Callable[..., dict[str, Any]]):
    data = ask("callers", "Parser.peek")
    assert places(data["places"]) == [
        ("calc.parser.Parser.advance", "calc/parser.py:19:21"),
        ("calc.parser.Parser.parse_sum", "calc/parser.py:26:56"),
    ]
    assert {(use["kind"], use["name"], use["confidence"]) for use in data["places"]} == {("call", "self.peek", 1.0)}
    assert data["matches"][0]["symbol"]["signature"] == "def peek(self):"
    assert data["totals"] == {"places": 2, "candidates": 0, "unresolved": 0}


def test_callers_of_callers_are_followed(ask: Callable[..., dict[str, Any]]):
    data = ask("callers", "calc/tokens.py:8", "--depth", "5", "--type", "call", "--certain")
    assert data["matches"][0]["reason"] == "line"
    assert [(use["source"], use["target"], use["depth"]) for use in data["places"]] == [
        ("calc.parser.Parser.__init__", "calc.tokens.tokenize", 1),
        ("calc.main.main", "calc.parser.Parser", 2),
        ("test_parser.test_sum", "calc.parser.Parser", 2),
    ]


def test_callees_imports_and_importers(ask: Callable[..., dict[str, Any]]):
    callees = ask("callees", "Parser.advance")
    assert [use["target"] for use in callees["places"] if use["kind"] == "call"] == ["calc.parser.Parser.peek"]
    assert places(ask("imports", "calc/main.py")["places"]) == [("calc.main", "calc/main.py:5:24")]
    importers = ask("importers", "calc.parser.Parser", "--file", "tests")
    assert places(importers["places"]) == [("test_parser", "tests/test_parser.py:1:24")]


def test_definitions_say_why_they_are_meant(ask: Callable[..., dict[str, Any]]):
    (match,) = ask("defs", "parseSum")["matches"]
    assert (match["symbol"]["qualname"], match["reason"]) == ("calc.parser.Parser.parse_sum", "spelling")
    assert ask("defs", "tokenise")["matches"][0]["reason"] == "similar"
    assert ask("defs", "parser", "--type", "class")["matches"][0]["symbol"]["qualname"] == "calc.parser.Parser"


def test_a_path_and_the_way_back(ask: Callable[..., dict[str, Any]]):
    data = ask("path", "calc.main.main", "tokenize")
    assert [(step["type"], step["target"]) for step in data["forward"]] == [
        ("invoke", "calc.parser.Parser"),
        ("construct", "calc.parser.Parser.__init__"),
        ("invoke", "calc.tokens.tokenize"),
    ]
    assert (data["backward"], data["joined"]) == (None, None)


def test_inheritance_and_neighbours(ask: Callable[..., dict[str, Any]], repository: Path):
    text = "from calc.parser import Parser\n\n\nclass Strict(Parser):\n    def peek(self):\n        return None\n"
    (repository / "calc" / "strict.py").write_text(text, "utf-8")
    (kin,) = ask("inherits", "calc.parser.Parser")["kin"]
    assert (kin["relation"], kin["symbol"]["qualname"]) == ("subclass", "calc.strict.Strict")
    (kin,) = ask("inherits", "Strict.peek", "--type", "overrides")["kin"]
    assert kin["symbol"]["qualname"] == "calc.parser.Parser.peek"
    near = ask("near", "calc/strict.py", "--type", "contain", "--depth", "2")["neighbours"]
    assert [item["symbol"]["qualname"] for item in near] == ["calc.strict.Strict", "calc.strict.Strict.peek"]


def test_a_table_has_places_that_can_be_clicked(crossbearing: Run, repository: Path):
    done = crossbearing("graph", "callers", "Parser", "--repo", repository)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "callers of calc.parser.Parser (class calc/parser.py:6, by the end of its name)"
    assert lines[2].split() == ["PLACE", "CALLER", "USE", "AS", "WRITTEN"]
    assert lines[3].split() == ["calc/main.py:10:10", "calc.main.main", "call", "Parser"]
    short = crossbearing("graph", "callers", "Parser", "--repo", repository, "--limit", "1").stdout
    assert "1 of 2 places shown; --limit 0 shows all" in short


@pytest.mark.parametrize(
    "arguments",
    [
        ("defs", "peek"),
        ("callees", "calc/parser.py"),
        ("imports", "calc.main"),
        ("importers", "tokenize"),
        ("inherits", "Parser"),
        ("path", "main", "tokenize"),
        ("near", "tokenize"),
    ],
    ids=lambda words: words[0],
)
def test_every_question_can_be_shown_to_a_person(crossbearing: Run, repository: Path, arguments: tuple[str, ...]):
    done = crossbearing("graph", *arguments, cwd=repository)
    assert (done.returncode, done.stderr) == (0, "")
    assert arguments[1].rpartition("/")[2].removesuffix(".py") in done.stdout


def test_other_renderers_can_show_an_answer(crossbearing: Run, repository: Path):
    done = crossbearing("graph", "callers", "tokenize", "--format", "markdown", cwd=repository)
    assert (done.returncode, done.stderr) == (0, "")
    assert "| calc/parser.py:10:27 | calc.parser.Parser.\\_\\_init\\_\\_ |" in done.stdout


def test_a_revision_is_asked_without_a_checkout(crossbearing: Run, repository: Path, check_schema: Check, git: Git):
    (repository / "calc" / "main.py").unlink()
    done = crossbearing("graph", "callers", "Parser", "--rev", "HEAD", "--format", "json", cwd=repository)
    data = check_schema(done.stdout)
    assert data["revision"] == git(repository, "rev-parse", "HEAD")
    assert [use["file"] for use in data["places"]] == ["calc/main.py", "tests/test_parser.py"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("callers", "Parsr"), "unknown symbol 'Parsr': did you mean calc.parser.Parser or calc.parser?"),
        (("defs", "zzzzzz"), "unknown symbol 'zzzzzz': nothing on the map has a name like it"),
        (("path", "main", "Parsr.peek"), "unknown symbol 'Parsr.peek': did you mean calc.parser.Parser.peek?"),
        (("callers", "calc/none.py"), "no file of the map is named 'calc/none.py'"),
        (("callers", "calc/main.py:99"), "calc/main.py has no line 99; its last one is 10"),
        (("callers", "Parser", "--file", "src"), "no file of the map is, matches or lies in 'src'"),
        (("callers", "Parser", "--limit", "-1"), "argument --limit: '-1' is not a whole number"),
        (("callers", "Parser", "--type", "import"), "argument --type: invalid choice: 'import'"),
        (("callers",), "the following arguments are required: SYMBOL"),
        (("export", "--format", "table"), "an export is JSON Lines, not 'table'; leave out --format"),
        (("caller", "Parser"), "unknown action of 'graph' 'caller': did you mean callers"),
        ((), "the following arguments are required: COMMAND"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_answered_is_said_in_one_sentence(
    crossbearing: Run, repository: Path, arguments: tuple[str, ...], sentence: str
):
    done = crossbearing("graph", *arguments, cwd=repository)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"crossbearing: error: {sentence}")
    assert done.stderr.count("\n") == 1


def test_problems_of_the_files_named_are_part_of_the_answer(crossbearing: Run, repository: Path, check_schema: Check):
    (repository / "calc" / "broken.py").write_text("def broken(:\n    x = = 1\n", "utf-8")
    arguments = ["--repo", repository, "--format", "json"]
    data = check_schema(crossbearing("graph", "defs", "calc/broken.py", *arguments).stdout)
    assert [error["file"] for error in data["errors"]] == ["calc/broken.py"]
    assert check_schema(crossbearing("graph", "defs", "tokenize", *arguments).stdout)["errors"] == []
    assert crossbearing("graph", "defs", "tokenize", *arguments, "--strict").returncode == 1


def exported(text: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    rows = [json.loads(line) for line in text.splitlines()]
    nodes = [row for row in rows if "id" in row]
    assert rows[: len(nodes)] == nodes
    return nodes, rows[len(nodes) :]


def test_the_export_is_what_the_views_show(crossbearing: Run, repository: Path):
    done = crossbearing("graph", "export", cwd=repository)
    assert (done.returncode, done.stderr) == (0, "")
    nodes, edges = exported(done.stdout)
    assert {tuple(node) for node in nodes} == {("id", "kind", "name", "qualname", "file", "line", "col", "end_line")}
    assert {tuple(edge) for edge in edges} == {("src", "dst", "type")}
    with closing(sqlite3.connect(repository / ".crossbearing" / "recon.db")) as connection:
        shown = connection.execute("SELECT * FROM nodes").fetchall()
        assert sorted(map(tuple, map(dict.values, nodes))) == sorted(shown)
        shown = connection.execute("SELECT * FROM edges").fetchall()
        assert sorted(map(tuple, map(dict.values, edges))) == sorted(shown)
    ids = {node["id"] for node in nodes}
    assert len(ids) == len(nodes)
    assert all(edge["src"] in ids and edge["dst"] in ids for edge in edges)


def test_edges_lead_where_the_specification_says(crossbearing: Run, repository: Path):
    nodes, edges = exported(crossbearing("graph", "export", cwd=repository).stdout)
    by_id = {node["id"]: node for node in nodes}
    triples = {(edge["src"], edge["dst"], edge["type"]) for edge in edges}
    assert ("calc.parser.Parser.peek:13", "calc.parser.Parser:6", "contain") in triples
    assert ("calc.parser.Parser.advance:19", "calc.parser.Parser.peek:13", "invoke") in triples
    assert ("calc.main:5", "calc.parser.Parser:6", "import") in triples
    for source, target, edge_type in triples:
        assert (by_id[source]["kind"] == "ref") == (edge_type != "contain")
        assert by_id[target]["kind"] != "ref"


def test_the_export_does_not_depend_on_how_it_came_about(crossbearing: Run, repository: Path, tmp_path: Path, git: Git):
    def export(seed: str, *arguments: str | Path) -> str:
        done = crossbearing("graph", "export", *arguments, cwd=repository, env={"PYTHONHASHSEED": seed})
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    cold = export("0")
    assert export("1") == cold
    assert export("2", "--rev", "HEAD") == cold
    assert export("3") == cold  # the store showed the revision in between
    shutil.rmtree(repository / ".crossbearing")
    assert export("4") == cold
    assert export("5", "--build-dir", tmp_path / "elsewhere") == cold
    head = crossbearing("graph", "export", "--format", "json", cwd=repository)
    assert head.stdout == cold
