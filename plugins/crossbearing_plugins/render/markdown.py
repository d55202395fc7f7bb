"""Markdown for a prompt, a comment on an issue or a chat: the ranking as a short list, other reports as tables.

Why: a coding agent that is told where to look needs a block of text, small and stable, that it can take over verbatim.

Example: ``crossbearing locate report.md --format markdown`` prints Scalpel's block (F1): a numbered list of the best
files, each as path, symbols with their lines, and why, then where their tests likely are; ``crossbearing manifest
--format markdown`` prints a table.

Limits: of a ranking, at most ``tokens`` tokens are printed: what comes last is left out first. The ``json`` renderer
has everything.
"""

import re
from collections.abc import Iterator

from attrs import field, frozen, validators

from crossbearing.plugin import RankedFile, Report, Table, count_tokens, hookimpl, printable

VERSION = 1

LONGEST_REASON = 200
LONGEST_NAME = 120
_NOTHING = "Nothing was found."
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|])")


@frozen
class Options:
    """How much of a ranking is shown."""

    files: int = field(default=5, validator=[validators.instance_of(int), validators.ge(1)])
    """Files in the list."""
    entities: int = field(default=3, validator=[validators.instance_of(int), validators.ge(0)])
    """Symbols named of each file."""
    tokens: int = field(default=1000, validator=[validators.instance_of(int), validators.ge(50)])
    """Tokens that a ranking may take."""


@hookimpl
def render(report: "Report | Table", options: Options) -> str:
    """Write the report as Markdown."""
    if isinstance(report, Table):
        return "\n".join(_table(report)) + "\n"
    return _ranking(report, options)


def _ranking(report: Report, options: Options) -> str:
    """The heading, and as many lines as there is room for; no line is cut in the middle."""
    text = "## Candidate locations (deterministic)\n\n"
    for choices in _lines_of_files(report, options):
        longer = (f"{text}{line}\n" for line in choices)
        fitting = next((each for each in longer if count_tokens(each) <= options.tokens), None)
        if fitting is None:
            break
        text = fitting
    return text


def _lines_of_files(report: Report, options: Options) -> Iterator[tuple[str, ...]]:
    """Each line, and what may stand in its place where there is no room for it."""
    files = report.ranking.files[: options.files]
    if not files:
        yield (_text(str(report.notes.get("explanation") or _NOTHING)), _NOTHING)
    for rank, file in enumerate(files, start=1):
        yield tuple(f"{rank}. {_file(file, shown)}" for shown in (options.entities, min(1, options.entities), 0))
    tests = dict.fromkeys(test for file in files for test in file.tests)
    if tests:
        yield (f"\nLikely tests: {', '.join(map(_code, list(tests)[: options.files]))}",)


def _file(file: RankedFile, entities: int) -> str:
    """``path — symbols — why``, where the why is the best symbol's."""
    shown = file.entities[:entities]
    symbols = ", ".join(f"{_code(_cut(entity.qualname, LONGEST_NAME))} (line {entity.line})" for entity in shown)
    why = _text(_cut(shown[0].causal_story, LONGEST_REASON)) if shown else ""
    return " — ".join(part for part in (_code(file.file), symbols, why) if part)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _table(table: Table) -> Iterator[str]:
    if table.title:
        yield from (f"## {_text(table.title)}", "")
    yield _row(table.columns)
    yield _row(("---",) * len(table.columns), escaped=True)
    yield from map(_row, table.rows)
    if table.footer:
        yield from ("", *(f"{_text(line)}  " for line in table.footer))


def _row(cells: tuple[str, ...], *, escaped: bool = False) -> str:
    # A vertical bar ends a cell even inside a code span (GitHub Flavored Markdown, tables).
    shown = cells if escaped else (re.sub(r"(?<!\\)\|", r"\|", _lines(cell)) for cell in cells)
    return "| " + " | ".join(shown) + " |"


def _lines(cell: str) -> str:
    """A cell may have several lines, which a row has not."""
    return "<br>".join(map(_text, cell.split("\n")))


def _code(text: str) -> str:
    """Quote ``text`` as code, whatever backquotes it holds (CommonMark §6.1)."""
    shown = printable(text)
    longest = max(map(len, re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {shown} {fence}" if longest else f"`{shown}`"


def _text(text: str) -> str:
    """Escape what Markdown would read as markup, but leave names in backquotes as they are."""
    parts = re.split(r"(`[^`]+`)", printable(text))
    return "".join(part if index % 2 else _SPECIAL.sub(r"\\\1", part) for index, part in enumerate(parts))
