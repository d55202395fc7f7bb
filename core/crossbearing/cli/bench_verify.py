"""``crossbearing bench verify``: measure a published result again and compare."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from crossbearing.cli.options import add_build_dir, add_common, add_execution, path
from crossbearing.cli.progress import bench_progress
from crossbearing.cli.session import check_renderer, open_host, show
from crossbearing.model.errors import CrossbearingError

if TYPE_CHECKING:
    from crossbearing.measure.published import Published

DESCRIPTION = """\
Measure again what a result file (written by 'bench --record') says was measured, with the same profile and on the same
rows, and compare every figure to the last digit. Exit code 1 if one differs."""

EPILOG = """
examples:
  crossbearing bench verify docs/results/default-python.toml --dataset lite.jsonl --repos mirrors
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("result", metavar="FILE", type=path, help="TOML file of a result")
    parser.add_argument(
        "--dataset", metavar="DATASET", type=path, help="its data set (default: of that name, beside the file)"
    )
    parser.add_argument("--repos", metavar="DIR", type=path, required=True, help="folder of git repositories")
    parser.add_argument("--out", metavar="OUT", type=path, help="keep the lines; those already there are not run again")
    add_execution(parser)
    add_build_dir(parser, "the user's cache directory")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Run what has no result yet and print the comparison."""
    from crossbearing.measure.bench import BenchRequest, run_bench
    from crossbearing.measure.published import check_rows, figures_of, read_published, verification_table
    from crossbearing.measure.summary import summarize

    published = read_published(arguments.result)
    _choose(arguments, published)
    dataset = arguments.dataset or arguments.result.parent / published.dataset
    host = open_host(arguments, arguments.executor)
    host.check_options()
    check_renderer(host, arguments)
    request = BenchRequest(
        dataset=dataset,
        repositories=arguments.repos,
        out=arguments.out,
        build_dir=arguments.build_dir,
        instances=published.instances,
        limit=published.limit,
        jobs=arguments.jobs,
    )
    with bench_progress(arguments) as progress:
        bench = run_bench(request, host, progress)
    check_rows(published, bench, dataset)
    measured = figures_of(summarize(bench, None).data)
    table = verification_table(published, bench, measured)
    show(host, arguments, table)
    return int(not table.data["reproduced"])


def _choose(arguments: Namespace, published: "Published") -> None:
    """Take profile and plugins from the file: other ones would be another result."""
    for name in ("profile", "without", "only"):
        if getattr(arguments, name):
            raise CrossbearingError(f"--{name} would make it another result; the file says what to run")
    arguments.profile = published.profile
    arguments.without, arguments.only = list(published.without), list(published.only)
