"""``crossbearing oracle``: say whether an agent's run showed the fault, and then fixed it."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_common, path
from crossbearing.cli.session import show
from crossbearing.cli.stages import open_stages

DESCRIPTION = """\
Follow the tests in what an agent did: "none" until a test or script fails, "failing" until the same one passes after an
edit of the source, then "flipped". Reads SWE-agent, mini-SWE-agent, OpenHands, Claude Code, Codex and neutral
events."""

EPILOG = """
examples:
  crossbearing oracle run.traj
  crossbearing oracle session.jsonl --midway     what to tell the agent now, where it has no failing test yet
  crossbearing oracle run.traj.json --format json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("trajectory", metavar="TRAJECTORY", type=path, help="file of a run, in any of the formats")
    parser.add_argument("--midway", action="store_true", help="the run goes on: give the instruction that is due")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Print the state and the runs behind it."""
    from attrs import asdict

    from crossbearing.model.report import Table
    from crossbearing.model.stages import OracleReport, OracleTask
    from crossbearing.repair.trajectories import read_trajectory

    host = open_stages(arguments, "stage.spec_test")
    trajectory = read_trajectory(arguments.trajectory)
    found: OracleReport = host.run("spec_test", OracleTask(trajectory.events, arguments.midway))
    rows = tuple(
        (str(each.step), each.verdict, "after" if each.after_edit else "before", each.key, each.why)
        for each in found.runs
    )
    data = {"schema": "crossbearing.oracle/1", "format": trajectory.source, "steps": trajectory.steps, **asdict(found)}
    footer = (
        (f"{found.state}: {found.reason}", *found.correction.split("\n"))
        if found.correction
        else (f"{found.state}: {found.reason}",)
    )
    show(host, arguments, Table("oracle", ("step", "verdict", "edit", "test", "why"), rows, data, footer))
    return 0
