"""``crossbearing context``: just enough of a repository for a task, or nothing where nothing is needed."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from crossbearing.cli.issue import read_issue
from crossbearing.cli.options import add_common, add_repository, path, verdict
from crossbearing.cli.session import open_harness, scan, show

if TYPE_CHECKING:
    from pathlib import Path

    from crossbearing.model.context import Context
    from crossbearing.model.spectrum import Spectrum

DESCRIPTION = """\
Decide whether a task needs more of the repository than the place where it is worked on, and if so show the surroundings
of what it is about: signatures in a tree, at most 4,000 tokens, with the place of each."""

EPILOG = """
examples:
  crossbearing context --task "Cart.total rounds wrongly" --entity shop.report.render
  crossbearing context --task-file issue.md --entity shop/report.py:40
  crossbearing context --task "why is DATABASE_URL ignored" --format json
  crossbearing spectrum --repro tests/test_cart.py::test_total --export s.json
  crossbearing context --task-file issue.md --entity shop.report.render --spectrum s.json

Without --entity, the task is worked on nowhere in particular. The default format "text" is what a model is given;
"json" adds the signals that fired, the rungs that were climbed, and what the budget left out.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--task", metavar="TEXT", help="what is to be done, in words")
    task.add_argument("--task-file", metavar="FILE", help="file with the task; '-' or nothing: standard input")
    parser.add_argument("--entity", metavar="SYMBOL", help="where it is done: a name, FILE, FILE:NAME or FILE:LINE")
    parser.add_argument(
        "--spectrum",
        metavar="FILE",
        type=path,
        help="what a failing test executed, written by 'spectrum --export FILE.json'; executes nothing",
    )
    add_repository(parser, positional=False)
    add_common(parser, default_format="text")
    parser.set_defaults(own_formats=frozenset(("text", "json")))


def run(arguments: Namespace) -> int:
    """Bring the map up to date, and print the context of the task."""
    from crossbearing.cli.output import note, to_json, write

    task = arguments.task
    if task is None:
        task = read_issue(arguments.task_file, quiet=arguments.quiet)
    with open_harness(arguments) as harness:
        scan(harness, arguments)
        found = harness.context(task, arguments.entity, _spectrum(arguments.spectrum))
        if found.alternatives and not arguments.quiet:
            note(f"{arguments.entity!r} is taken for {found.entity}; it may also mean {', '.join(found.alternatives)}")
        if arguments.format == "text":
            write(found.text)
        elif arguments.format == "json":
            write(to_json(as_data(found)))
        else:
            show(harness.host, arguments, _table(found))
        return verdict(arguments, found.errors)


def _spectrum(exported: "Path | None") -> "Spectrum | None":
    if exported is None:
        return None
    from crossbearing.dynamic.importers.reading import read_exported

    return read_exported(exported)


def as_data(found: "Context") -> dict[str, Any]:
    """The answer as plain data; exactly three facts where nothing is retrieved and the entity is clear."""
    from attrs import asdict

    data = {
        "schema": "crossbearing.context/1",
        "retrieved": found.retrieved,
        "entity": found.entity,
        "manifest_header": found.manifest_header,
    }
    if found.retrieved:
        data |= {key: value for key, value in asdict(found).items() if key not in data and key != "errors"}
    elif found.alternatives:
        data["alternatives"] = found.alternatives
    if found.errors:
        data["errors"] = [asdict(problem) for problem in found.errors]
    return data


def _table(found: "Context") -> Any:
    from crossbearing.model.report import Table

    rows = tuple((signal.signal, signal.words, signal.reason, signal.evidence) for signal in found.signals)
    rows += tuple((f"rung.{step.rung}", "climbed" if step.is_climbed else "", step.reason, "") for step in found.ladder)
    footer = tuple(found.text.rstrip("\n").split("\n"))
    return Table("context", ("plugin", "words", "reason", "evidence"), rows, as_data(found), footer)
