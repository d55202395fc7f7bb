"""``crossbearing shrink``: take out of a patch what its test does not need."""

import sys
from argparse import ArgumentParser, Namespace
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from crossbearing.cli.options import add_common, path, positive
from crossbearing.cli.output import note, to_json, write
from crossbearing.cli.progress import is_watched
from crossbearing.cli.stages import (
    INTERRUPTED,
    check_writable,
    open_stages,
    read_patch,
    stoppable,
    terminated_as_interrupted,
    write_patch,
)
from crossbearing.model.errors import CrossbearingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from crossbearing.model.stages import ShrinkResult

DESCRIPTION = """\
Drop files and hunks from a patch as long as a command still succeeds on the base commit with the rest. The command runs
in clean worktrees, never in your own files; nothing is left behind. The answer is a patch that passed, or yours."""

EPILOG = """
examples:
  crossbearing shrink fix.patch --oracle "pytest -q tests/test_cart.py"
  git diff main | crossbearing shrink - --base main --oracle "npm test" --setup "npm ci" > small.patch
  crossbearing shrink fix.patch --with tests.patch --oracle "pytest -q tests/test_cart.py" --level line --budget 60

The command must fail on the base commit and succeed with the whole patch. It must test the files of the folder that it
runs in: a package that is installed from elsewhere is not changed by the patch. Exit code 1: nothing could be tried
(the oracle does not tell the base from the patch, or is flaky); the patch is then printed as it was. An interrupt ends
the search: the smallest patch that had passed is printed, with exit code 130.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("patch", metavar="PATCH", help="file with a unified diff; '-': standard input")
    parser.add_argument(
        "--oracle", metavar="COMMAND", required=True, help="shell command that succeeds if the fix works"
    )
    parser.add_argument("--repo", metavar="DIR", type=path, default=".", help="git repository (default: this one)")
    parser.add_argument("--base", metavar="REVISION", default="HEAD", help="what the patch applies to (default: HEAD)")
    parser.add_argument("--with", dest="given", metavar="PATCH", help="patch that is applied besides (the tests)")
    parser.add_argument("--setup", metavar="COMMAND", default="", help="run once in each new worktree (install, build)")
    parser.add_argument("--budget", metavar="N", type=positive, help="runs of the oracle at most (default: 12)")
    parser.add_argument("--level", metavar="L", help="smallest part dropped: file, hunk, run, line (default: hunk)")
    parser.add_argument("--parallel", metavar="N", type=positive, help="candidates tried at once (default: 1)")
    parser.add_argument(
        "--timeout", metavar="S", type=positive, default=600, help="seconds a run may take (default: 600)"
    )
    parser.add_argument("--out", metavar="FILE", help="write the patch there instead of to standard output")
    add_common(parser, default_format="patch")
    parser.set_defaults(own_formats=frozenset(("patch", "json")))


def run(arguments: Namespace) -> int:
    """Shrink the patch, and print it."""
    from pathlib import Path

    from crossbearing.model.stages import ShrinkTask
    from crossbearing.repair.oracle import CommandOracle, said_last

    check_writable(arguments.out)
    if not arguments.oracle.strip():
        raise CrossbearingError("--oracle is empty: name a command that succeeds if the fix works")
    if arguments.format not in arguments.own_formats:
        arguments.format = "json"
    options = {"max_oracle_runs": arguments.budget, "level": arguments.level, "parallel": arguments.parallel}
    host = open_stages(arguments, "stage.shrink", options)
    parallel = host.options("stage.shrink").parallel
    patch = read_patch(arguments.patch)
    given = read_patch(arguments.given) if arguments.given else ""
    with (
        terminated_as_interrupted(),
        CommandOracle(
            Path(arguments.repo),
            arguments.base,
            arguments.oracle,
            given=given,
            setup=arguments.setup,
            parallel=parallel,
            timeout=arguments.timeout,
        ) as oracle,
        _Line(arguments) as line,
    ):
        if patch.strip() and (why := oracle.refusal(patch)):
            raise CrossbearingError(f"the patch does not apply to {arguments.base}: {why}")
        found: ShrinkResult = host.run("shrink", ShrinkTask(patch, stoppable(oracle), arguments.oracle, line.show))
    if found.oracle_runs and not (found.is_tried or found.is_flaky or arguments.quiet) and oracle.output:
        note(f"the oracle ended with{said_last(oracle.output)}")
    _print(arguments, found)
    if found.is_stopped and found.reason.startswith("interrupted"):
        return INTERRUPTED
    return int(not found.is_tried or found.is_flaky or found.is_stopped)


def _print(arguments: Namespace, found: "ShrinkResult") -> None:
    if arguments.format == "json":
        from attrs import asdict

        write(to_json({"schema": "crossbearing.shrink/1", **asdict(found)}))
        if arguments.out:
            write_patch(found.patch, arguments.out)
        return
    if not arguments.quiet:
        kept = f"{found.kept} of {found.kept + found.dropped} hunks, {found.lines_after} of {found.lines_before} lines"
        note(f"kept {kept} after {found.oracle_runs} runs: {found.reason}")
    write_patch(found.patch, arguments.out)


class _Line:
    """One line on the terminal that says how far the work is; nothing in a pipe."""

    def __init__(self, arguments: Namespace) -> None:
        self._is_shown = is_watched(arguments)
        self.show: Callable[[int, int, str], None] | None = self._show if self._is_shown else None

    def __enter__(self) -> "_Line":
        if self._is_shown:
            self._show(0, 0, "")
        return self

    def __exit__(self, *error: object) -> None:
        if self._is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _show(self, runs: int, hunks: int, remark: str) -> None:
        left = f", {hunks} hunks left" if hunks else ""
        text = f"shrinking: {runs} runs{left}" + (f", {remark}" if remark else "")
        sys.stderr.write(f"\r\x1b[K{text[: get_terminal_size().columns - 1]}")
        sys.stderr.flush()
