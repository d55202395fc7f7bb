"""The ``markdown`` renderer: short, and nothing of the repository is read as markup."""

import pytest
from attrs import evolve

from crossbearing.plugin import Ranking, Report, Table, count_tokens
from crossbearing_plugins.render.markdown import Options, render


def test_a_ranking_is_a_numbered_list(report: Report) -> None:
    lines = render(report, Options(entities=2)).splitlines()
    peek = "`calc.parser.Parser.peek` (line 14)"
    assert lines == [
        "## Candidate locations (deterministic)",
        "",
        f"1. `calc/parser.py` — {peek}, {peek} — peek fails because the traceback ends there",
        "2. `calc/to\\nk\\x1b[1m\\udcff.py`",
        "",
        "Likely tests: `tests/test_parser.py`, `tests/calc/`",
    ]


def test_options_say_how_much_is_shown(report: Report) -> None:
    text = render(report, Options(files=1, entities=0))
    assert text == (
        "## Candidate locations (deterministic)\n\n1. `calc/parser.py`\n\nLikely tests: `tests/test_parser.py`\n"
    )


@pytest.mark.parametrize("text", ["`a_rather_long_name`, ", "日本語", "\x00", "_*<", "`" * 7])
@pytest.mark.parametrize("tokens", [60, 1000])
def test_the_block_is_small_whatever_it_tells(report: Report, text: str, tokens: int) -> None:
    file = report.ranking.files[0]
    entities = tuple(evolve(entity, causal_story=text * 500, qualname=text * 99) for entity in file.entities)
    files = tuple(evolve(file, file=f"{number}{text * 30}", entities=entities) for number in range(10))
    block = render(evolve(report, ranking=Ranking(files)), Options(files=10, entities=5, tokens=tokens))
    assert block.startswith("## Candidate locations (deterministic)\n")
    assert count_tokens(block) <= tokens
    assert "\n1. " in render(evolve(report, ranking=Ranking(files)), Options())


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
