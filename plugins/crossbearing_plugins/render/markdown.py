"""Markdown for a prompt, a comment on an issue or a chat: the ranking as a short list, other reports as tables.

Why: a coding agent that is told where to look needs a block of text, small and stable, that it can take over verbatim.

Example: ``crossbearing locate report.md --format markdown`` prints a numbered list of the best files, each with its
best places and the evidence in one sentence; ``crossbearing manifest --format markdown`` prints a table.

Limits: ``files`` and ``entities`` say how much of a ranking is shown, and stories are cut after 160 characters, so that
the block stays under 1,000 tokens; the ``json`` renderer has everything.
"""

import re
from collections.abc import Iterator

from attrs import field, frozen, validators

from crossbearing.plugin import RankedEntity, Report, Table, hookimpl, printable

VERSION = 1

LONGEST_STORY = 160
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|])")


@frozen
class Options:
    """How much of a ranking is shown."""

    files: int = field(default=5, validator=[validators.instance_of(int), validators.ge(1)])
    """Files in the list."""
    entities: int = field(default=2, validator=[validators.instance_of(int), validators.ge(0)])
    """Places below each file."""


@hookimpl
def render(report: "Report | Table", options: Options) -> str:
    """Write the report as Markdown."""
    lines = _table(report) if isinstance(report, Table) else _ranking(report, options)
    return "\n".join(lines) + "\n"


def _ranking(report: Report, options: Options) -> Iterator[str]:
    yield "## Candidate locations (deterministic)"
    yield ""
    if not report.ranking.files:
        yield str(report.notes.get("explanation") or "Nothing was found.")
    for rank, file in enumerate(report.ranking.files[: options.files], start=1):
        yield f"{rank}. {_code(file.file)}"
        for entity in file.entities[: options.entities]:
            yield f"   - {_code(entity.qualname)} line {entity.line}: {_text(_story(entity))}"


def _story(entity: RankedEntity) -> str:
    story = entity.causal_story
    return story if len(story) <= LONGEST_STORY else f"{story[: LONGEST_STORY - 1]}…"


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
