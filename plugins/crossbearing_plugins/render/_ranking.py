"""The layout of a localization report as rich blocks; private to the ``table`` renderer."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Group
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from crossbearing.plugin import printable

if TYPE_CHECKING:
    from crossbearing.plugin import Problem, RankedEntity, RankedFile, RankedStatement, Report

_CELLS = 8
_EIGHTHS = " ▏▎▍▌▋▊▉"


class Limits(NamedTuple):
    """How many files are shown in detail, with how many places and lines; and how many problems."""

    detailed: int
    entities: int
    statements: int
    problems: int


def blocks(report: "Report", limits: Limits, *, unicode: bool, narrow: bool) -> "Iterator[Grid | Text]":
    """Yield the report from its heading to its problems; ``narrow`` leaves out what needs room of its own."""
    yield _heading(report)
    if report.ranking.files:
        yield _narrow_grid(report.ranking.files, limits) if narrow else _grid(report.ranking.files, limits, unicode)
    else:
        yield Text("nothing was found", style="yellow")
    yield from _remarks(report)
    yield from _problems(report.errors, limits.problems)


def bar(score: float, unicode: bool) -> str:
    """Draw a score between 0 and 1 as a bar of eight cells."""
    eighths = round(max(0.0, min(1.0, score)) * _CELLS * 8)
    if not unicode:
        return ("#" * round(eighths / 8)).ljust(_CELLS)
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + (_EIGHTHS[rest] if rest else "")).ljust(_CELLS)


def _heading(report: "Report") -> Text:
    text = Text(printable(report.repo), style="bold")
    if report.revision:
        text.append(f" at {report.revision[:12]}", style="dim")
    text.append(f" · profile {printable(report.profile)} · confidence ", style="not bold")
    text.append(report.confidence, style={"agree": "green", "disagree": "yellow"}.get(report.confidence, "red"))
    agreement = report.agreement
    if agreement.count:
        channels = ", ".join(agreement.channels_agreeing)
        text.append(f" ({channels} on {printable(str(agreement.top1))})", style="not bold")
    return text


def _grid(files: "Sequence[RankedFile]", limits: Limits, unicode: bool) -> Grid:
    grid = Grid.grid(padding=(0, 1))
    for justify, ratio in (("right", None), ("left", 3), ("left", None), ("left", 1)):
        grid.add_column(justify=justify, ratio=ratio, overflow="fold")  # type: ignore[arg-type]
    # Fusions differ in scale: bars of scores are drawn relative to the best.
    best = max(file.score for file in files) or 1.0
    for rank, file in enumerate(files, 1):
        grid.add_row(Text(str(rank), style="bold"), _name(file), _score(file.score, best, unicode), "")
        detailed = rank <= limits.detailed
        shown = file.entities[: limits.entities if detailed else 1]
        for entity in shown:
            place = _place(entity, limits.statements if detailed else 0)
            grid.add_row("", place, _score(entity.score, best, unicode), _evidence(entity, unicode))
        if detailed and len(file.entities) > len(shown):
            grid.add_row("", Text(f"  and {len(file.entities) - len(shown)} more", style="dim"), "", "")
    return grid


def _narrow_grid(files: "Sequence[RankedFile]", limits: Limits) -> Grid:
    grid = Grid.grid(padding=(0, 1))
    for justify in ("right", "left"):
        grid.add_column(justify=justify, overflow="fold")
    for rank, file in enumerate(files, 1):
        grid.add_row(Text(str(rank), style="bold"), _name(file).append(f" {file.score:.3f}", style="green"))
        detailed = rank <= limits.detailed
        for entity in file.entities[: limits.entities if detailed else 1]:
            grid.add_row("", _place(entity, limits.statements if detailed else 0))
    return grid


def _name(file: "RankedFile") -> Text:
    return Text(printable(file.file), style="bold")


def _place(entity: "RankedEntity", statements: int) -> Padding:
    head = Text(printable(entity.qualname), style="cyan")
    head.append(f" {entity.kind} ", style="dim")
    head.append(f"{printable(entity.file)}:{entity.line}", style="default")
    lines = [head]
    if entity.causal_story:
        lines.append(Text(printable(entity.causal_story), style="italic"))
    lines += [_statement(statement) for statement in entity.statements[:statements]]
    return Padding(Group(head, *(Padding(line, (0, 0, 0, 2)) for line in lines[1:])), (0, 0, 0, 2))


def _statement(statement: "RankedStatement") -> Text:
    text = Text(f"{statement.line:>5}  ", style="dim", no_wrap=True, overflow="ellipsis")
    text.append(printable(statement.text.expandtabs(4).strip()), style="default")
    if statement.reason:
        text.append(f"  {printable(statement.reason)}")
    return text


def _score(score: float, best: float, unicode: bool) -> Text:
    return Text(f"{bar(score / best, unicode)} {score:.3f}", style="green", no_wrap=True)


def _evidence(entity: "RankedEntity", unicode: bool) -> Text:
    width = max(map(len, entity.evidence), default=0)
    lines = [
        f"{printable(channel):<{width}} {bar(score, unicode)} {score:.2f}" for channel, score in entity.evidence.items()
    ]
    return Text("\n".join(lines), style="blue", no_wrap=True)


def _remarks(report: "Report") -> Iterator[Text]:
    for name, value in report.notes.items():
        if isinstance(value, str) and value:
            yield Text(f"{printable(name)}: {printable(value)}", style="dim")
    if heard := [
        f"{printable(each.channel)} {each.weight:.2f}" for each in report.channels if each.status == "evidence"
    ]:
        yield Text(f"evidence: {', '.join(heard)}", style="dim")
    for each in report.channels:
        if each.status != "evidence":
            yield Text(f"no evidence: {printable(each.channel)}: {printable(each.reason)}", style="dim")


def _problems(errors: "Sequence[Problem]", shown: int) -> Iterator[Text]:
    for problem in errors[:shown]:
        where = f"{problem.file}:{problem.line}" if problem.line is not None else problem.file
        parts = [printable(part) for part in (problem.plugin, where, problem.reason) if part]
        yield Text(f"problem: {': '.join(parts)}", style="yellow")
    if len(errors) > shown:
        yield Text(f"{len(errors) - shown} more problems, all in the json output", style="yellow")
