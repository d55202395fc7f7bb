"""``crossbearing locate``: rank the places where the fault of an issue is."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from crossbearing.cli.issue import read_issue, read_traceback
from crossbearing.cli.options import add_common, add_repository, positive, verdict
from crossbearing.cli.session import open_harness, scan, show
from crossbearing.cli.testing import add_test_options, spectrum_of

DESCRIPTION = """\
Rank the files, functions and lines where the fault that an issue describes is likely to be, with the evidence for
each. The repository is scanned first where it changed since the last time."""

EPILOG = """
examples:
  crossbearing locate report.md
  crossbearing locate report.md --traceback crash.log --top 3
  gh issue view 42 --json body --jq .body | crossbearing locate --format json
  crossbearing locate report.md --repo path/to/repository --rev v2.1
  crossbearing locate report.md --repro tests/test_cart.py::test_total --python .venv/bin/python

Evidence scores are between 0 and 1. Confidence is "agree" where several channels of evidence have the same first
choice, "disagree" where they do not, and "none" where nothing was found.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument(
        "issue", metavar="ISSUE", nargs="?", help="file with the text of the issue; '-' or nothing: standard input"
    )
    parser.add_argument("--traceback", metavar="FILE", help="file with a stack trace that belongs to the issue")
    parser.add_argument("--top", metavar="N", type=positive, default=10, help="files to show (default: %(default)s)")
    parser.add_argument(
        "--before",
        metavar="TIME",
        type=moment,
        help="read the history only up to then: 2024-05-01, or with the time of day, in UTC unless it says otherwise",
    )
    add_test_options(parser)
    add_repository(parser, positional=False)
    add_common(parser)


def moment(text: str) -> int:
    """Parse a time as ISO 8601 has it, in seconds since 1970."""
    from datetime import UTC, datetime

    try:
        told = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no time; expected 2024-05-01 or 2024-05-01T12:00:00+02:00") from None
    return int((told if told.tzinfo else told.replace(tzinfo=UTC)).timestamp())


def run(arguments: Namespace) -> int:
    """Read the issue, bring the map up to date, and print the ranking."""
    text = read_issue(arguments.issue, quiet=arguments.quiet)
    traceback = read_traceback(arguments.traceback, quiet=arguments.quiet)
    with open_harness(arguments) as harness:
        if not harness.flags.why_no_localization:
            scan(harness, arguments)
            spectrum = spectrum_of(harness, arguments)
        else:
            spectrum = None
        repro = next(iter(arguments.repro), None)
        report = harness.locate(
            text, traceback=traceback, repro=repro, top=arguments.top, spectrum=spectrum, before=arguments.before
        )
        if harness.host.attribute(f"renderer.{arguments.format}", "DETAILS", False):
            report = harness.detailed(report)
        show(harness.host, arguments, report)
        return verdict(arguments, report.errors)
