"""``crossbearing ablate``: leave plugins out, one at a time, and see which of them nothing depends on."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from crossbearing.cli.options import add_build_dir, add_common, add_execution, path, verdict
from crossbearing.cli.progress import bench_progress
from crossbearing.cli.session import check_renderer, open_host, show

if TYPE_CHECKING:
    from pathlib import Path

    from crossbearing.measure.ablation.plan import AblationPlan
    from crossbearing.measure.leaks import LeakReport
    from crossbearing.registry import PluginHost

DESCRIPTION = """\
Localize the issues of a data set with every plugin on, and again with each of the plan's targets left out, and say what
that changes. Says what may be deleted by the specifications' rule; deletes nothing."""

EPILOG = """
a plan:
  dataset = "lite.jsonl"              JSON Lines, as for 'bench'
  repositories = "mirrors"            folder of git repositories, as for 'bench --repos'
  profile = "default"
  targets = ["channel.*", ["channel.stack", "channel.literal"]]
  sample = 40                         drawn with seed = 0

examples:
  crossbearing ablate channels.toml --out channels
  crossbearing ablate channels.toml --format markdown
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("plan", metavar="PLAN", type=path, help="TOML file that says what is left out")
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=path,
        help="keep the results here, one file a target; what is there is not run again",
    )
    add_execution(parser)
    add_build_dir(parser, "the user's cache directory")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Measure what has no result yet and print the verdicts."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from crossbearing.measure.ablation.outcome import ablate
    from crossbearing.measure.ablation.plan import read_ablation_plan
    from crossbearing.measure.ablation.summary import summarize_ablation
    from crossbearing.measure.plans import facts_folder

    plan = read_ablation_plan(arguments.plan)
    arguments.profile = arguments.profile or plan.profile
    host = open_host(arguments, arguments.executor)
    host.check_options()
    check_renderer(host, arguments)
    build_dir = facts_folder(arguments.build_dir)
    with TemporaryDirectory(prefix="crossbearing-ablation-") as scratch, bench_progress(arguments) as progress:
        folder = arguments.out or Path(scratch)
        outcome = ablate(plan, host, folder, build_dir, arguments.jobs, progress)
    leaks = _leaks(plan, host, build_dir)
    show(host, arguments, summarize_ablation(plan, outcome, leaks))
    return verdict(arguments, [*outcome.baseline_failed, *(leaks.leaks if leaks else ())])


def _leaks(plan: "AblationPlan", host: "PluginHost", build_dir: "Path") -> "LeakReport | None":
    from crossbearing.measure.ablation.run import instances_of
    from crossbearing.measure.leaks import find_leaks
    from crossbearing.measure.plans import sampled

    if not plan.leak_instances:
        return None
    chosen = sampled(instances_of(plan), plan.leak_instances, plan.seed)
    return find_leaks(plan.dataset, chosen, plan.repositories, build_dir, host)
