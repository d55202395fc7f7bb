"""``crossbearing consensus``: choose among patches."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_common, path, positive
from crossbearing.cli.output import note
from crossbearing.cli.session import show
from crossbearing.cli.stages import check_writable, open_stages, read_patch, terminated_as_interrupted, write_patch
from crossbearing.model.errors import CrossbearingError

DESCRIPTION = """\
Group patches that say the same, and choose: agreement of passing ones first, a single passing one next. Where passing
ones differ a selector has to choose, and the command says so."""

EPILOG = """
examples:
  crossbearing consensus a.patch b.patch c.patch --passing a.patch --passing b.patch
  crossbearing consensus *.patch --oracle "pytest -q tests/test_cart.py" --out chosen.patch

With --oracle each patch is tried on the base commit, in a clean worktree. With --oracle or --repo the files that result
are compared, as syntax where a language plugin reads them, and not only the diffs. Exit code 1: none is chosen.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("patches", metavar="PATCH", nargs="+", help="files with unified diffs against the same commit")
    parser.add_argument("--passing", metavar="PATCH", action="append", default=[], help="this one passes its tests")
    parser.add_argument("--oracle", metavar="COMMAND", help="try each: shell command that succeeds if the fix works")
    parser.add_argument("--with", dest="given", metavar="PATCH", help="patch that is applied besides (the tests)")
    parser.add_argument("--repo", metavar="DIR", type=path, help="git repository (with --oracle: default this one)")
    parser.add_argument("--base", metavar="REVISION", default="HEAD", help="what the patches apply to (default: HEAD)")
    parser.add_argument("--setup", metavar="COMMAND", default="", help="run once in each new worktree (install, build)")
    parser.add_argument("--parallel", metavar="N", type=positive, default=1, help="patches tried at once (default: 1)")
    parser.add_argument(
        "--timeout", metavar="S", type=positive, default=600, help="seconds a run may take (default: 600)"
    )
    parser.add_argument("--out", metavar="FILE", help="write the chosen patch there")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Print the choice and the groups."""
    from pathlib import Path

    from attrs import asdict

    from crossbearing.model.report import Table
    from crossbearing.model.stages import Candidate, ConsensusTask, Selection
    from crossbearing.repair.shapes import shape_of
    from crossbearing.repair.worktrees import reader_at

    check_writable(arguments.out)
    host = open_stages(arguments, "stage.consensus")
    if unknown := sorted(set(arguments.passing) - set(arguments.patches)):
        raise CrossbearingError(f"--passing names {unknown[0]!r}, which is none of the patches")
    texts = {name: read_patch(name) for name in arguments.patches}
    passing = set(arguments.passing) if arguments.oracle is None else _passing(arguments, texts)
    candidates = tuple(
        Candidate(name, text, name in passing, "flipped" if name in passing else "none") for name, text in texts.items()
    )
    has_files = arguments.repo is not None or arguments.oracle
    read = reader_at(Path(arguments.repo or "."), arguments.base) if has_files else None
    found: Selection = host.run("consensus", ConsensusTask(candidates, read, shape_of(host)))
    rows = tuple(
        (", ".join(each.members), "yes" if each.passes else "no", str(each.changed_lines)) for each in found.clusters
    )
    chosen = (
        found.chosen or f"undecided between {', '.join(found.undecided)}" if found.undecided or found.chosen else "none"
    )
    grouped = {name for each in found.clusters for name in each.members}
    if (left_out := [name for name in texts if name not in grouped]) and not arguments.quiet:
        note(f"left out, no diff that can be read: {', '.join(left_out)}")
    data = {"schema": "crossbearing.consensus/1", **asdict(found)}
    footer = (f"{chosen} ({found.case}): {found.reason}",)
    show(host, arguments, Table("consensus", ("patches", "passes", "lines"), rows, data, footer))
    if found.chosen and arguments.out:
        write_patch(texts[found.chosen], arguments.out)
    return int(found.chosen is None)


def _passing(arguments: Namespace, texts: dict[str, str]) -> set[str]:
    from pathlib import Path

    from crossbearing.repair.oracle import CommandOracle

    given = read_patch(arguments.given) if arguments.given else ""
    with (
        terminated_as_interrupted(),
        CommandOracle(
            Path(arguments.repo or "."),
            arguments.base,
            arguments.oracle,
            given=given,
            setup=arguments.setup,
            parallel=arguments.parallel,
            timeout=arguments.timeout,
        ) as oracle,
    ):
        for name, text in texts.items():
            if text.strip() and (why := oracle.refusal(text)):
                note(f"{name} does not apply to {arguments.base}: {why}")
        verdicts = oracle(list(texts.values()))
    return {name for name, verdict in zip(texts, verdicts, strict=True) if verdict}
