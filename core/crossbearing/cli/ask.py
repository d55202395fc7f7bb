"""``crossbearing ask``: six questions that manifest and graph answer without a model."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_common, add_repository, verdict
from crossbearing.cli.session import open_harness, scan, show

DESCRIPTION = """\
Answer one of six questions from what a scan has found, each line with the place that proves it:

  tests-for SYMBOL    where are the tests for this?
  defines SYMBOL      which module defines this?
  calls SYMBOL        what calls this?
  builds [COMPONENT]  which command builds this?
  config WORD         which configuration selects this?
  affects SYMBOL      which files does a change of this plausibly affect?

Nothing is guessed: no answer is an answer."""

EPILOG = """
examples:
  crossbearing ask tests-for Cart.total
  crossbearing ask calls shop/cart.py:12 --format json
  crossbearing ask builds
  crossbearing ask config database
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("question", metavar="QUESTION", help="which of the six")
    parser.add_argument("argument", metavar="ARG", nargs="?", default="", help="what it is asked about")
    add_repository(parser, positional=False)
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Bring the map up to date, and print the answer."""
    from attrs import asdict

    from crossbearing.model.report import Table

    with open_harness(arguments) as harness:
        errors = scan(harness, arguments).errors
        found = harness.ask(arguments.question, arguments.argument)
        rows = tuple((finding.text, finding.evidence) for finding in found.findings)
        about = f" {', '.join(found.about[:3]) or found.argument}".rstrip()
        data = {"schema": "crossbearing.ask/1", **asdict(found)}
        footer = (found.reason,) if found.reason else ()
        title = f"{found.question}{about}"
        show(harness.host, arguments, Table(title, ("answer", "evidence"), rows, data, footer))
        return verdict(arguments, errors)
