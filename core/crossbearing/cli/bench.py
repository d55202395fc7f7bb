"""``crossbearing bench``: measure localization on solved issues."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_build_dir, add_common, path, positive, verdict
from crossbearing.cli.progress import bench_progress
from crossbearing.cli.session import check_renderer, open_host, show

DESCRIPTION = """\
Localize every issue of a data set at its base commit, read straight from the git objects, and compare with what its
fix edited. The fix and its tests are used for the comparison only."""

EPILOG = """
The data set is JSON Lines with SWE-bench's fields instance_id, repo, base_commit, problem_statement and patch.
Git directories are looked for as DIR/owner+name, DIR/owner+name.git and DIR/owner+name/repo.

examples:
  crossbearing bench lite.jsonl --repos mirrors --out default.jsonl
  crossbearing bench lite.jsonl --repos mirrors --profile localize-round1 --limit 20 --jobs 4
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("dataset", metavar="DATASET", type=path, help="JSON Lines file of instances")
    parser.add_argument("--repos", metavar="DIR", type=path, required=True, help="folder of git repositories")
    parser.add_argument(
        "--out", metavar="FILE", type=path, help="write one line an instance; lines already there are kept, not rerun"
    )
    parser.add_argument("--limit", metavar="N", type=positive, help="only the first N instances")
    parser.add_argument(
        "--instances", metavar="ID", nargs="+", default=[], help="only these instances, in the data set's order"
    )
    parser.add_argument("--executor", metavar="NAME", help="executor plugin (default: the profile's)")
    parser.add_argument(
        "--jobs", metavar="N", type=positive, default=1, help="repositories to work on at once (default: %(default)s)"
    )
    add_build_dir(parser, "the user's cache directory")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Run what has no result yet and print the summary of everything asked for."""
    from crossbearing.measure.bench import BenchRequest, run_bench
    from crossbearing.measure.summary import summarize

    host = open_host(arguments, arguments.executor)
    host.check_options()
    check_renderer(host, arguments)
    request = BenchRequest(
        dataset=arguments.dataset,
        repositories=arguments.repos,
        out=arguments.out,
        build_dir=arguments.build_dir,
        instances=tuple(arguments.instances),
        limit=arguments.limit,
        jobs=arguments.jobs,
    )
    with bench_progress(arguments) as progress:
        bench = run_bench(request, host, progress)
    show(host, arguments, summarize(bench))
    return verdict(arguments, [record for record in bench.records if record.line["status"] == "failed"])
