"""``crossbearing plugins check``: run the conformance kit over one plugin."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_common, path
from crossbearing.cli.session import show_plain

EPILOG = """
examples:
  crossbearing plugins check channel.recency
  crossbearing plugins check language.elixir --cases tests/cases
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("plugin", metavar="PLUGIN", help="qualified name, for example channel.bm25")
    parser.add_argument("--cases", metavar="DIR", type=path, help="folder of cases, each with input/ and expected.json")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Run every check that applies, print what each found, and return 1 where one failed."""
    from crossbearing.model.errors import CrossbearingError
    from crossbearing.registry.discovery import record_of
    from crossbearing.testing.checks import Subject, checks_for, run_check

    if arguments.cases is not None and not arguments.cases.is_dir():
        raise CrossbearingError(f"there is no folder {arguments.cases}: expected one with a folder for each case")
    subject = Subject(record_of(arguments.plugin).qualified, arguments.cases)
    results = [(check.name, run_check(check, subject)) for check in checks_for(subject.kind)]
    failed = sum(complaint is not None for _, complaint in results)
    data = {
        "schema": "crossbearing.check/1",
        "plugin": subject.qualified,
        "passed": failed == 0,
        "checks": [{"check": name, "passed": complaint is None, "reason": complaint} for name, complaint in results],
    }
    rows = [(name, "failed" if complaint else "passed", complaint or "") for name, complaint in results]
    footer = (f"{len(results) - failed} of {len(results)} checks passed",)
    show_plain(arguments, columns=("CHECK", "RESULT", "REASON"), rows=rows, data=data, footer=footer)
    return int(failed > 0)
