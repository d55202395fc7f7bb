"""The ``markdown`` renderer: short, and nothing of the repository is read as markup."""

from attrs import evolve

from crossbearing.model.tokens import count_tokens
from crossbearing.plugin import Ranking, Report, Table
from crossbearing_plugins.render.markdown import Options, render


def test_a_ranking_is_a_numbered_list(report: Report) -> None:
    lines = render(report, Options()).splitlines()
    assert lines[0] == "## Candidate locations (deterministic)"
    assert lines[2] == "1. `calc/parser.py`"
    assert lines[3] == "   - `calc.parser.Parser.peek` line 14: peek fails because the traceback ends there"
    assert lines[5] == "2. `calc/to\\nk\\x1b[1m\\udcff.py`"


def test_options_say_how_much_is_shown(report: Report) -> None:
    text = render(report, Options(files=1, entities=0))
    assert text == "## Candidate locations (deterministic)\n\n1. `calc/parser.py`\n"


def test_the_block_is_small_however_long_the_stories_are(report: Report) -> None:
    story = "it fails because " + "`a_rather_long_name`, " * 500
    file = evolve(
        report.ranking.files[0],
        entities=tuple(evolve(entity, causal_story=story) for entity in report.ranking.files[0].entities),
    )
    text = render(evolve(report, ranking=Ranking((file,) * 10)), Options())
    assert count_tokens(text) <= 1000


def test_nothing_found_says_so(report: Report) -> None:
    assert render(evolve(report, ranking=Ranking()), Options()).endswith("\nfor a test\n")


def test_a_table_keeps_its_cells_apart() -> None:
    table = Table("x_y", ("name", "value"), (("a|b", "<i>*c*</i>"), ("`d|e`", "\x1b[31m\ntwo")), footer=("done: 2",))
    assert render(table, Options()) == (
        "## x\\_y\n\n"
        "| name | value |\n| --- | --- |\n"
        "| a\\|b | \\<i\\>\\*c\\*\\</i\\> |\n"
        "| `d\\|e` | \\\\x1b\\[31m<br>two |\n"
        "\ndone: 2  \n"
    )


def test_backquotes_in_names() -> None:
    table = Table("", ("name",), (("un`closed",),))
    assert "| un\\`closed |" in render(table, Options())
