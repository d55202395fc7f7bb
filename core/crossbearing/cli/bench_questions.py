"""``crossbearing bench questions``: grade the six questions against truth that is found without the graph."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_common, add_repository, positive, verdict
from crossbearing.cli.progress import bench_progress
from crossbearing.cli.session import open_harness, scan, show

DESCRIPTION = """\
Draw names, environment variables and build commands of a repository, find out about them with the standard library's
parser and a search of its files alone, and compare with what 'crossbearing ask' answers.

Only Python can be judged so, and only names that nothing else in the repository has."""

EPILOG = """
examples:
  crossbearing bench questions path/to/repository
  crossbearing bench questions mirrors/pallets+flask --rev 2.3.0 --sample 50 --format json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    add_repository(parser, positional=True)
    parser.add_argument(
        "--sample",
        metavar="N",
        type=positive,
        default=20,
        help="names to draw for each question (default: %(default)s)",
    )
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="of the draw (default: %(default)s)")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Scan, ask, grade and print."""
    from crossbearing.measure.battery.table import battery_table, run_battery

    with open_harness(arguments) as harness:
        found = scan(harness, arguments)
        with bench_progress(arguments) as progress:
            grades = run_battery(
                found.tree, harness.ask, seed=arguments.seed, sample=arguments.sample, progress=progress
            )
        show(harness.host, arguments, battery_table(found.name, grades, arguments.seed))
        return verdict(arguments, [each for each in grades if not each.is_right])
