"""Progress bars: on standard error, and only where a person watches."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

ScanProgress = Callable[[str, int, int], None]
BenchProgress = Callable[[int, int], None]


def is_watched(arguments: Namespace) -> bool:
    """Say whether standard error is a terminal and the user did not ask for quiet."""
    return sys.stderr.isatty() and not arguments.quiet and not arguments.trace


@contextmanager
def scan_progress(arguments: Namespace) -> Iterator[ScanProgress | None]:
    """Give a callable that shows how many of how many files a step of a scan has done, or None in a pipe."""
    if not is_watched(arguments):
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=_console(), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def show(step: str, done: int, total: int) -> None:
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=total)
            bars.update(tasks[step], completed=done, total=total)

        yield show


@contextmanager
def bench_progress(arguments: Namespace) -> Iterator[BenchProgress | None]:
    """Give a callable that shows how many instances are done and how long the rest will take, or None in a pipe."""
    if not is_watched(arguments):
        yield None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("instances"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=_console(), transient=True) as bars:
        task = bars.add_task("instances", total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)


def _console() -> "Console":
    from rich.console import Console

    return Console(stderr=True)
