"""``crossbearing diagnose``: read the diagnosis out of an agent's transcript."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_common, path
from crossbearing.cli.output import write
from crossbearing.cli.session import show
from crossbearing.cli.stages import open_stages

DESCRIPTION = """\
Find the structured diagnosis that an agent gave, and what its probes left of its hypotheses. Where there is none, the
text to ask for it again is printed; with --protocol, the text to ask for it the first time."""

EPILOG = """
examples:
  crossbearing diagnose --protocol
  crossbearing diagnose run.traj
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("trajectory", metavar="TRAJECTORY", nargs="?", type=path, help="file of a run, in any format")
    parser.add_argument("--protocol", action="store_true", help="print what to tell an agent, and stop")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Print the diagnosis; exit with 1 where there is none."""
    from attrs import asdict

    from crossbearing.model.errors import CrossbearingError
    from crossbearing.model.report import Table
    from crossbearing.model.stages import DiagnosisReport, DiagnosisTask, HypothesisReport, HypothesisTask
    from crossbearing.repair.trajectories import read_trajectory

    host = open_stages(arguments, "stage.diagnosis")
    if arguments.protocol:
        write(str(host.attribute("stage.diagnosis", "PROTOCOL", "")))
        return 0
    if arguments.trajectory is None:
        raise CrossbearingError("no trajectory was given; name a file, or ask for the --protocol")
    events = read_trajectory(arguments.trajectory).events
    found: DiagnosisReport = host.run("diagnosis", DiagnosisTask(events))
    known = found.diagnosis.hypotheses if found.diagnosis else ()
    probed: HypothesisReport = host.run("hypotheses", HypothesisTask(events, known))
    rows = tuple((each.id, each.result, each.statement, each.evidence) for each in probed.hypotheses)
    data = {"schema": "crossbearing.diagnosis/1", **asdict(found), "hypotheses": asdict(probed)}
    footer: tuple[str, ...]
    if found.diagnosis:
        footer = (found.diagnosis.problem, f"fixed means: {found.diagnosis.expected_behavior}")
    else:
        footer = tuple(found.reprompt.split("\n"))
    show(host, arguments, Table("diagnosis", ("id", "result", "statement", "evidence"), rows, data, footer))
    return int(found.diagnosis is None)
