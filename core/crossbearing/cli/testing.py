"""Options of the commands that run tests or read coverage, and the spectrum that comes of them."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import contextmanager
from typing import TYPE_CHECKING

from crossbearing.cli.options import path, positive
from crossbearing.cli.output import note
from crossbearing.cli.progress import is_watched
from crossbearing.model.errors import CrossbearingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crossbearing.dynamic.evidence import SpectrumRequest
    from crossbearing.harness import Harness
    from crossbearing.model.spectrum import Spectrum

_WORDS = ("auto", "all", "none")


def add_test_options(parser: ArgumentParser) -> None:
    """Add which tests run, with what and within which limits, and which coverage is read instead."""
    run = parser.add_argument_group("running tests (executes the repository's code)")
    run.add_argument(
        "--repro", metavar="TEST", action="append", default=[], help="run this failing test; may be repeated"
    )
    run.add_argument(
        "--tests",
        metavar="WHICH",
        action="append",
        default=[],
        help="passing tests to compare with: auto (chosen by the graph; default), all, none, or ids, files, folders",
    )
    run.add_argument("--most", metavar="N", type=positive, default=200, help="at most so many (default: %(default)s)")
    run.add_argument(
        "--seconds",
        metavar="S",
        type=seconds,
        default=60.0,
        help="time for chosen passing tests (default: %(default)g)",
    )
    run.add_argument("--python", metavar="PATH", help="interpreter or environment (default: the project's own)")
    run.add_argument(
        "--runner", metavar="NAME", help="pytest, unittest, django, doctest or script (default: by the id)"
    )
    run.add_argument(
        "--tracer", metavar="NAME", choices=("own", "coverage"), default="own", help="own, or the target's coverage.py"
    )
    run.add_argument(
        "--runner-arg",
        metavar="ARG",
        action="append",
        default=[],
        help="further argument for the runner (--runner-arg=-x)",
    )
    run.add_argument("--in-place", action="store_true", help="run in the working tree itself, not in a copy")
    run.add_argument(
        "--time-limit", metavar="S", type=seconds, default=300.0, help="for one run (default: %(default)g)"
    )
    run.add_argument(
        "--test-limit", metavar="S", type=seconds, default=60.0, help="for one test (default: %(default)g)"
    )
    run.add_argument("--memory-limit", metavar="MB", type=positive, help="for all processes (default: half of it)")
    read = parser.add_argument_group("reading coverage (executes nothing)")
    read.add_argument(
        "--coverage",
        metavar="FILE",
        action="append",
        default=[],
        type=path,
        help="coverage.py, Cobertura, LCOV, JaCoCo, Go, llvm-cov, tarpaulin, Istanbul, or a spectrum of our own",
    )
    read.add_argument("--junit", metavar="FILE", action="append", default=[], type=path, help="how the tests ended")
    read.add_argument("--failed", metavar="TEST", action="append", default=[], help="a test that failed, by its name")


def seconds(text: str) -> float:
    """Parse a positive number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        raise ArgumentTypeError(f"{text!r} is not a positive number of seconds")
    return number


def spectrum_of(harness: "Harness", arguments: Namespace) -> "Spectrum | None":
    """Run or read what the options ask for; None where they ask for nothing.

    Raises :class:`CrossbearingError` for options that contradict each other.
    """
    if arguments.coverage and arguments.repro:
        raise CrossbearingError("--repro runs a test and --coverage reads what one wrote; give one of them")
    if arguments.coverage:
        return harness.read_coverage(arguments.coverage, junit=arguments.junit, failed=arguments.failed)
    if arguments.junit or arguments.failed:
        raise CrossbearingError(
            "--junit and --failed say how tests ended whose coverage --coverage names; it is missing"
        )
    if not arguments.repro:
        return None
    with run_progress(arguments) as progress:
        spectrum = harness.spectrum(request_of(arguments), progress)
    if not arguments.quiet:
        for remark in spectrum.remarks:
            note(remark)
    return spectrum


def request_of(arguments: Namespace) -> "SpectrumRequest":
    """The request that the options spell."""
    from attrs import evolve

    from crossbearing.dynamic.evidence import SpectrumRequest
    from crossbearing.dynamic.limits import Limits

    limits = Limits(seconds=arguments.time_limit, test_seconds=arguments.test_limit)
    if arguments.memory_limit:
        limits = evolve(limits, memory_bytes=arguments.memory_limit * 1_000_000)
    tests = arguments.tests or ["auto"]
    if len(tests) > 1 and any(word in tests for word in _WORDS):
        raise CrossbearingError(f"--tests {', '.join(_WORDS)} each stand alone")
    return SpectrumRequest(
        failing=tuple(arguments.repro),
        tests=tests[0] if tests[0] in _WORDS else tuple(tests),
        most=arguments.most,
        seconds=arguments.seconds,
        python=arguments.python,
        runner=arguments.runner,
        tracer=arguments.tracer,
        in_place=arguments.in_place,
        arguments=tuple(arguments.runner_arg),
        limits=limits,
    )


@contextmanager
def run_progress(arguments: Namespace) -> "Iterator[Callable[[str], None] | None]":
    """Give a callable that shows what is being run, or None in a pipe."""
    if not is_watched(arguments):
        yield None
        return
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("starting") as status:
        yield status.update
