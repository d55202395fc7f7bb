"""Tables for a person: each file with its best places, how strong each channel's evidence is, and why.

Why: a ranking is only worth reading if one can see at a glance what it rests on. Every place is written ``path:line``,
which most terminals and editors open on a click; its evidence is a bar for each channel.

Example: ``crossbearing locate report.md`` prints the ranking; ``--format table`` is the default of every command. In a
profile, the table ``[options."renderer.table"]`` may set ``width = 100`` or ``entities = 5``.

Limits: fewer places are shown than a report holds (``detailed``, ``entities`` and ``statements`` say how many); the
``json`` renderer has them all. Below 60 columns there are no bars, and no evidence of single channels. Colours appear
on a terminal only, and not where ``NO_COLOR`` is set; in a pipe the width is 120 columns wherever it runs.
"""

import os
import re
import shutil
import sys
from io import StringIO
from typing import TYPE_CHECKING, Literal

from attrs import field, frozen, validators

from crossbearing.plugin import Report, Table, hookimpl, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console, RenderableType
    from rich.text import Text

VERSION = 1

PIPE_WIDTH = 120
NARROW_WIDTH = 60
NARROWEST = 20
_NUMBER = re.compile(r"[\d.,/%–±+\-\s]*")


@frozen
class Options:
    """How much is shown, and how."""

    width: int = field(default=0, validator=[validators.instance_of(int), validators.ge(0)])
    """Columns of text; 0 is the terminal's width, and 120 in a pipe."""
    color: Literal["auto", "always", "never"] = field(
        default="auto", validator=validators.in_(("auto", "always", "never"))
    )
    """``auto`` colours on a terminal."""
    detailed: int = field(default=3, validator=[validators.instance_of(int), validators.ge(0)])
    """Files shown in detail; of each other file the best place is shown."""
    entities: int = field(default=3, validator=[validators.instance_of(int), validators.ge(1)])
    """Places shown in each of the detailed files."""
    statements: int = field(default=2, validator=[validators.instance_of(int), validators.ge(0)])
    """Lines shown of each place in the detailed files."""
    problems: int = field(default=5, validator=[validators.instance_of(int), validators.ge(0)])
    """Problems listed below the ranking."""


@hookimpl
def render(report: "Report | Table", options: Options) -> str:
    """Write the report as text in columns."""
    unicode = not sys.stdout.isatty() or "utf" in (sys.stdout.encoding or "").lower()
    sink = StringIO()
    console = _console(sink, options)
    for block in _blocks(report, options, unicode, console.width < NARROW_WIDTH):
        console.print(block)
    return "\n".join(line.rstrip(" ") for line in sink.getvalue().split("\n")).strip("\n")


def _console(sink: StringIO, options: Options) -> "Console":
    from rich.console import Console

    terminal = sys.stdout.isatty()
    color = options.color == "always" or (options.color == "auto" and terminal and not os.environ.get("NO_COLOR"))
    return Console(
        file=sink,
        width=options.width or (_terminal_width() if terminal else PIPE_WIDTH),
        force_terminal=color,
        color_system="auto" if color and terminal else "standard" if color else None,
        highlight=False,
        emoji=False,
        markup=False,
        legacy_windows=False,
    )


def _terminal_width() -> int:
    """Columns of the terminal; some report 0, and in a few nothing can be read."""
    return max(NARROWEST, shutil.get_terminal_size((PIPE_WIDTH, 24)).columns)


def _blocks(report: "Report | Table", options: Options, unicode: bool, narrow: bool) -> "Iterator[RenderableType]":
    if isinstance(report, Table):
        yield from _table(report, unicode)
        return
    from crossbearing_plugins.render._ranking import Limits, blocks

    limits = Limits(options.detailed, options.entities, options.statements, options.problems)
    yield from blocks(report, limits, unicode=unicode, narrow=narrow)


def _table(report: Table, unicode: bool) -> "Iterator[RenderableType]":
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    if report.title:
        yield Text(printable(report.title), style="bold")
    if report.rows:
        grid = Grid(
            box=box.SIMPLE_HEAD if unicode else box.ASCII2,
            pad_edge=False,
            collapse_padding=True,
            header_style="bold",
            show_header=any(report.columns),
        )
        for number, name in enumerate(report.columns):
            numeric = all(_NUMBER.fullmatch(row[number]) for row in report.rows)
            grid.add_column(_cell(name), justify="right" if numeric else "left", overflow="fold")
        for row in report.rows:
            grid.add_row(*map(_cell, row))
        yield grid
    for line in report.footer:
        yield Text(printable(line), style="dim")


def _cell(text: str) -> "Text":
    """A cell may have several lines; nothing else in it reaches the terminal as a control character."""
    from rich.text import Text

    return Text("\n".join(map(printable, text.split("\n"))))
