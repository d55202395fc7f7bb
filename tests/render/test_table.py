import os
import pty
import subprocess
import sys
import unicodedata

import pytest
from attrs import evolve

from crossbearing.plugin import Agreement, Ranking, Report, Table
from crossbearing_plugins.render._ranking import bar
from crossbearing_plugins.render.table import Options, render


def test_a_report_shows_places_evidence_and_reasons(report: Report):
    text = render(report, Options())
    lines = text.splitlines()
    assert lines[0] == (
        "calc at 0123456789ab · profile default · confidence agree (bm25, stack on calc.parser.Parser.peek)"
    )
    assert lines[1].startswith("1 calc/parser.py ")
    assert "calc.parser.Parser.peek method calc/parser.py:14" in text
    assert "peek fails because the traceback ends there" in text
    assert "   16  return self.tokens[self.position]  the deepest frame" in text
    assert "bm25  ██       0.25" in text
    assert "stack ████████ 1.00" in text
    assert "no evidence: sbfl: no failing test was given" in text
    assert "explanation: for a test" in text


def test_it_shows_as_much_as_its_options_say(report: Report):
    text = render(report, Options(entities=2, statements=0, problems=1))
    assert text.count("calc/parser.py:14") == 2
    assert "and 2 more" in text
    assert "return self" not in text
    assert text.count("problem: language.python: calc/bad.py:3: reason") == 1
    assert "6 more problems, all in the json output" in text
    assert "more" not in render(evolve(report, errors=()), Options(entities=4))
    best_only = render(report, Options(detailed=0))
    assert best_only.count("calc/parser.py:14") == 1
    assert "return self" not in best_only


@pytest.mark.parametrize("width", [40, 80, 200])
def test_it_keeps_to_its_width_and_lets_no_control_character_through(report: Report, width: int):
    text = render(report, Options(width=width))
    assert max(map(len, text.splitlines())) <= width
    assert not {c for c in text if unicodedata.category(c) in ("Cc", "Cs")} - {"\n"}
    assert "k\\x1b[1m\\udcff" in "".join(text.split()) if width > 40 else True


def test_an_empty_ranking_says_so(report: Report):
    empty = evolve(report, ranking=Ranking(), confidence="none", agreement=Agreement(None))
    lines = render(empty, Options()).splitlines()
    assert lines[0] == "calc at 0123456789ab · profile default · confidence none"
    assert lines[1] == "nothing was found"


def test_colours_appear_where_they_are_asked_for(report: Report):
    assert "\x1b[" not in render(report, Options())
    assert "\x1b[" in render(report, Options(color="always"))


def test_a_table_aligns_numbers_and_keeps_lines_within_cells():
    table = Table("Title", ("name", "n"), (("a\nb", "1.5"), ("c\x1b[2Jd", "12")), footer=("note",))
    assert render(table, Options()).splitlines() == [
        "Title",
        "",
        " name         n",
        " ──────────────",
        " a          1.5",
        " b",
        " c\\x1b[2Jd   12",
        "",
        "note",
    ]


def test_a_table_without_rows_is_its_title_and_footer():
    assert render(Table("Title", ("a",), (), footer=("x", "y")), Options()) == "Title\nx\ny"


@pytest.mark.parametrize(
    ("score", "drawn"), [(0, ""), (0.5, "████"), (1, "████████"), (0.07, "▌"), (2, "████████"), (-1, "")]
)
def test_a_bar_is_as_long_as_its_score(score: float, drawn: str):
    assert bar(score, unicode=True) == drawn.ljust(8)
    assert set(bar(score, unicode=False)) <= {"#", " "}


@pytest.mark.parametrize(
    ("variable", "colored", "unicode"),
    [({}, True, True), ({"NO_COLOR": "1"}, False, True), ({"PYTHONIOENCODING": "ascii"}, True, False)],
)
def test_a_terminal_gets_colours_and_characters_that_it_can_show(
    variable: dict[str, str], colored: bool, unicode: bool
):
    script = (
        "from crossbearing.plugin import *\n"
        "from crossbearing_plugins.render.table import Options, render\n"
        "ranking = Ranking((RankedFile('a.py', 1.0),))\n"
        "report = Report('r', None, 'p', ranking, 'agree', Agreement(None), IssueBundle())\n"
        "import sys; sys.stdout.reconfigure(errors='backslashreplace')\n"
        "print(render(report, Options()))\n"
    )
    leader, follower = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "PYTHONIOENCODING")}
    environment |= {"TERM": "xterm-256color", "PYTHONUTF8": "1", **variable}
    try:
        subprocess.run([sys.executable, "-c", script], stdout=follower, env=environment, check=True)
        shown = os.read(leader, 65536).decode()
    finally:
        os.close(leader)
        os.close(follower)
    assert ("\x1b[" in shown) == colored
    assert ("█" in shown) == unicode


def test_columns_without_names_have_no_heading():
    lines = render(Table("a map", ("", ""), (("files", "3"),)), Options()).splitlines()
    assert [line.split() for line in lines if line] == [["a", "map"], ["files", "3"]]


def test_a_narrow_table_can_still_be_read(report: Report):
    lines = render(report, Options(width=40)).splitlines()
    assert any(line.startswith("1 calc/parser.py 0.900") for line in lines)
    assert "█" not in "".join(lines)
    assert len(lines) < 60


@pytest.mark.parametrize("columns", ["0", "1", "x", ""])
def test_a_terminal_that_tells_no_width_is_no_empty_answer(columns: str):
    leader, follower = pty.openpty()
    script = (
        "from crossbearing.plugin import Table\n"
        "from crossbearing_plugins.render.table import Options, render\n"
        "print(render(Table('a title', ('',), (('row',),)), Options()))\n"
    )
    run = [sys.executable, "-c", script]
    subprocess.run(run, stdout=follower, env={**os.environ, "COLUMNS": columns, "TERM": "xterm"}, check=True)
    os.close(follower)
    written = os.read(leader, 4096)
    os.close(leader)
    assert b"a title" in written
    assert b"row" in written
