"""``context``, ``ask`` and ``map`` as they are installed, on a small git repository."""

import json

import pytest


def test_context_is_text_for_a_model(crossbearing, repository):
    done = crossbearing("context", "--task", "peek fails on empty input", "--entity", "Parser.advance", cwd=repository)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("## Repository context\n### Manifest header\nlanguages: python")
    assert 'calc.parser.Parser.peek (method) — "def peek(self):" [calc/parser.py:13]' in done.stdout


def test_context_as_json(crossbearing, repository, check_schema):
    done = crossbearing(
        "context", "--task", "`as_table` is slow", "--entity", "calc/parser.py:15", "--format", "json", cwd=repository
    )
    data = check_schema(done.stdout)
    assert data["retrieved"]
    assert data["named"] == "calc.report.as_table"
    assert data["signals"][0]["words"] == "as_table"
    assert data["ladder"][0] == {"rung": "r0", "is_climbed": True, "reason": data["signals"][0]["reason"]}
    assert data["level"] == "r0"


def test_nothing_retrieved_is_three_facts(crossbearing, repository, check_schema):
    done = crossbearing(
        "context", "--task", "make it faster", "--entity", "as_table", "--format", "json", cwd=repository
    )
    data = check_schema(done.stdout)
    assert set(data) == {"schema", "retrieved", "entity", "manifest_header"}
    assert data["retrieved"] is False
    assert data["entity"] == "calc.report.as_table"
    assert data["manifest_header"]["languages"] == ["python"]


def test_an_unclear_entity_is_named_with_its_alternatives(crossbearing, repository, check_schema):
    for place in ("one", "two"):
        (repository / f"{place}.py").write_text("def twin():\n    return 1\n")
    arguments = ("context", "--task", "make it faster", "--entity", "twin", "--format", "json")
    done = crossbearing(*arguments, cwd=repository)
    data = check_schema(done.stdout)
    assert data["entity"] == "one.twin"
    assert data["alternatives"] == ["two.twin [two.py:1]"]
    assert "'twin' is taken for one.twin; it may also mean two.twin [two.py:1]" in done.stderr
    assert crossbearing(*arguments, "--quiet", cwd=repository).stderr == ""


def test_the_task_can_be_a_file_or_piped(crossbearing, repository, issue):
    (repository / "report.md").write_text(issue)
    read = crossbearing("context", "--task-file", "report.md", cwd=repository)
    piped = crossbearing("context", cwd=repository, stdin=issue)
    assert read.stdout == piped.stdout
    assert "calc.parser.Parser.peek" in read.stdout


def test_signals_and_rungs_in_a_table(crossbearing, repository):
    done = crossbearing(
        "context", "--task", "peek", "--entity", "calc.main.main", "--format", "table", "--without", "signal.s2",
        cwd=repository,
    )  # fmt: skip
    assert "signal.s4" in done.stdout
    assert "signal.s2" not in done.stdout
    assert "rung.r2" in done.stdout


def test_an_unknown_place_is_one_sentence(crossbearing, repository):
    done = crossbearing("context", "--task", "x", "--entity", "Parser.pek", cwd=repository)
    assert done.returncode == 2
    assert "unknown symbol 'Parser.pek'" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("question", "argument", "expected"),
    [
        ("defines", "peek", "calc/parser.py:13"),
        ("calls", "Parser.peek", "calc/parser.py:19"),
        ("affects", "tokenize", "calc/parser.py:3"),
        ("tests-for", "parse_sum", "tests/test_parser.py:5"),
        ("builds", "", "pyproject.toml:3"),
    ],
)
def test_questions(crossbearing, repository, check_schema, question, argument, expected):
    done = crossbearing("ask", question, argument, "--format", "json", cwd=repository)
    assert (done.returncode, done.stderr) == (0, "")
    data = check_schema(done.stdout)
    assert expected in [finding["evidence"] for finding in data["findings"]]
    assert expected in crossbearing("ask", question, argument, cwd=repository).stdout


def test_an_unknown_question(crossbearing, repository):
    done = crossbearing("ask", "why", "peek", cwd=repository)
    assert done.returncode == 2
    assert "unknown question 'why'; it can be tests-for, defines" in done.stderr


def test_a_map_is_drawn(crossbearing, repository, issue):
    (repository / "report.md").write_text(issue)
    done = crossbearing("map", "--issue", "report.md", cwd=repository)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("<?xml")
    again = crossbearing("map", "--issue", "report.md", cwd=repository)
    assert again.stdout == done.stdout
    drawn = crossbearing("map", "--format", "png", "--output", repository / "map.png", cwd=repository)
    assert (drawn.returncode, drawn.stdout) == (0, "")
    assert (repository / "map.png").read_bytes().startswith(b"\x89PNG")


def test_a_map_in_no_format(crossbearing, repository):
    done = crossbearing("map", "--format", "json", cwd=repository)
    assert done.returncode == 2
    assert "picture format" in json.dumps(done.stdout + done.stderr)


def test_a_map_that_cannot_be_written(crossbearing, repository):
    done = crossbearing("map", "--output", repository / "none" / "map.svg", cwd=repository)
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
