"""``crossbearing ab``: compare two ways of localizing on the same issues, and decide by rule."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_build_dir, add_common, add_execution, path
from crossbearing.cli.progress import bench_progress
from crossbearing.cli.session import check_renderer, open_host, show
from crossbearing.model.errors import CrossbearingError

DESCRIPTION = """\
Localize the same issues in two ways, count what a coding agent makes of each where the plan names one, and adopt or
reject the candidate by the specifications' rule, naming every clause that fails."""

EPILOG = """
a plan:
  dataset = "lite.jsonl"
  repositories = "mirrors"
  scope = "localization"              no agent: resolve, cost and tokens are not looked at
  [candidate]
  profile = "default"
  [current]
  profile = "localize-round1"         or command = ["./locate.sh"]

examples:
  crossbearing ab round2.toml --out round2
  crossbearing ab round2.toml --format markdown
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("plan", metavar="PLAN", type=path, help="TOML file that says what is compared")
    parser.add_argument(
        "--out", metavar="DIR", type=path, help="keep results and attempts here; what is there is not run again"
    )
    add_execution(parser, executor="the candidate's", jobs="repositories or attempts at once")
    add_build_dir(parser, "the user's cache directory")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Measure what has no result yet, and print figures and verdict; with ``--strict``, a rejection is exit code 1."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from crossbearing.measure.plans import facts_folder
    from crossbearing.measure.trial.outcome import run_trial
    from crossbearing.measure.trial.plan import read_trial_plan
    from crossbearing.measure.trial.summary import summarize_trial

    if given := [name for name in ("profile", "without", "only") if getattr(arguments, name)]:
        raise CrossbearingError(f"--{given[0]} has no side to apply to; say in the plan which plugins each side runs")
    plan = read_trial_plan(arguments.plan)
    host = open_host(arguments)
    check_renderer(host, arguments)
    with TemporaryDirectory(prefix="crossbearing-ab-") as scratch, bench_progress(arguments) as progress:
        outcome = run_trial(
            plan,
            arguments.out or Path(scratch),
            facts_folder(arguments.build_dir),
            arguments.jobs,
            arguments.executor,
            progress,
        )
    show(host, arguments, summarize_trial(plan, outcome))
    return int(bool(arguments.strict and not outcome.decision.adopted))
