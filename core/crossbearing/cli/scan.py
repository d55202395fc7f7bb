"""``crossbearing scan``: build or refresh the map of a repository and say what is on it."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from crossbearing.cli.options import add_common, add_repository, verdict
from crossbearing.cli.output import note
from crossbearing.cli.session import open_harness, scan, show
from crossbearing.model.errors import CrossbearingError

if TYPE_CHECKING:
    from crossbearing.harness import Harness
    from crossbearing.model.location import Problem
    from crossbearing.model.report import Table
    from crossbearing.recon.scan import RepositoryMap

DESCRIPTION = """\
Map a repository: read its manifests and extract its code graph. Only files that changed since the last scan are
parsed; the map is kept in the build directory and used by the other commands."""

EPILOG = """
examples:
  crossbearing scan                       the repository around the current folder
  crossbearing scan repo.git --rev v2.1   a revision, straight from the git objects
  crossbearing scan --watch               keep the map warm while you edit
  crossbearing scan --without language.python_ast --format json
"""


PROBLEMS_SHOWN = 10


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    add_repository(parser, positional=True)
    parser.add_argument("--watch", action="store_true", help="keep the map up to date while files change, until Ctrl-C")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Scan and print the summary."""
    if arguments.watch and arguments.rev:
        raise CrossbearingError("a revision does not change; leave out --rev to watch the working tree")
    with open_harness(arguments) as harness:
        found = scan(harness, arguments)
        show(harness.host, arguments, summarize(found))
        if arguments.watch:
            found = _watch(harness, arguments, found)
        return verdict(arguments, found.errors)


def _watch(harness: "Harness", arguments: Namespace, found: "RepositoryMap") -> "RepositoryMap":
    """Refresh the map at each change and show it where it is another one; return the last."""
    from crossbearing.cli.watch import changes

    root, build_dir = harness.places()
    if not arguments.quiet:
        note(f"watching {root.name}; Ctrl-C ends")
    for paths in changes(root, build_dir):
        last, found = found, harness.refresh(paths or None)
        if found.fingerprint != last.fingerprint:
            show(harness.host, arguments, summarize(found))
    return found


def summarize(found: "RepositoryMap") -> "Table":
    """Return what is on a map.

    How much of it was parsed anew is in the table for a person, but not in its data: those depend on the repository
    alone, whatever was scanned before.
    """
    from attrs import asdict

    from crossbearing.model.report import Table

    statistics = asdict(found.statistics)
    parsed, reused = statistics.pop("parsed"), statistics.pop("reused")
    languages = ", ".join(sorted({language.name for language in found.manifest.languages}))
    facts = [("revision", found.revision or "working tree"), ("languages", languages or "none stated")]
    facts += [(name, f"{count:,}") for name, count in statistics.items()]
    facts.append(("parsed now", f"{parsed:,} ({reused:,} from the cache)"))
    return Table(
        title=f"map of {found.name}",
        columns=("", ""),
        rows=tuple(facts),
        data={
            "schema": "crossbearing.scan/1",
            "repo": found.name,
            "revision": found.revision,
            "fingerprint": found.fingerprint,
            "statistics": statistics,
            "errors": [asdict(problem) for problem in found.errors],
            "skipped": [asdict(problem) for problem in found.skipped],
        },
        footer=tuple(_problem_line(problem) for problem in found.errors[:PROBLEMS_SHOWN])
        + ((f"{len(found.errors) - PROBLEMS_SHOWN} more problems",) if len(found.errors) > PROBLEMS_SHOWN else ()),
    )


def _problem_line(problem: "Problem") -> str:
    where = problem.file if problem.line is None else f"{problem.file}:{problem.line}"
    return ": ".join(part for part in ("problem", problem.plugin, where, problem.reason) if part)
