"""``crossbearing bench gold``: what the fixes of a data set are taken to edit."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_build_dir, add_common, path, positive, verdict
from crossbearing.cli.progress import bench_progress
from crossbearing.cli.session import check_renderer, open_host, show

DESCRIPTION = """\
Show for every instance of a data set which files, functions, other places and lines its fix is taken to edit, by which
rule other files of the patch are left out, and why an instance has nothing to be found.

Without --repos only the patch is read: files are believed to exist, functions are not looked for."""

EPILOG = """
examples:
  crossbearing bench gold lite.jsonl
  crossbearing bench gold lite.jsonl --repos mirrors --format json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("dataset", metavar="DATASET", type=path, help="JSON Lines file of instances")
    parser.add_argument("--repos", metavar="DIR", type=path, help="folder of git repositories, to read base commits")
    parser.add_argument("--limit", metavar="N", type=positive, help="only the first N instances")
    parser.add_argument(
        "--instances", metavar="ID", nargs="+", default=[], help="only these instances, in the data set's order"
    )
    add_build_dir(parser, "the user's cache directory")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Read the data set and print its gold."""
    from crossbearing.measure.gold_table import GoldRequest, gold_of_dataset, gold_table
    from crossbearing.measure.plans import facts_folder

    host = open_host(arguments)
    check_renderer(host, arguments)
    request = GoldRequest(
        dataset=arguments.dataset,
        build_dir=facts_folder(arguments.build_dir),
        repositories=arguments.repos,
        instances=tuple(arguments.instances),
        limit=arguments.limit,
    )
    with bench_progress(arguments) as progress:
        found = list(gold_of_dataset(request, host, progress))
    show(host, arguments, gold_table(request, found))
    return verdict(arguments, [gold for _, gold in found if not gold.files])
