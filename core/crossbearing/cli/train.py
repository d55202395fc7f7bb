"""``crossbearing train``: train the fusion on fix commits of repositories."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from crossbearing.cli.options import add_common, path, positive
from crossbearing.cli.progress import bench_progress
from crossbearing.cli.session import check_renderer, open_host, show

if TYPE_CHECKING:
    from crossbearing.measure.training.fit import Settings

DESCRIPTION = """\
Learn from commits that fix a reported fault: the message, without what trackers and reviews put there, is the issue,
and the parent's tree is searched for what the commit edits. Writes a model for the fusion that the profile names."""

EPILOG = """
Git directories or working trees are given by path; one in a folder owner+name is named owner/name.
A run that was broken off goes on where it stopped. Needs the extra 'learned'.

examples:
  crossbearing train mirrors/* --out ours.json
  crossbearing train --dataset solved.jsonl --repos mirrors --out ours.json
  crossbearing profiles set mine 'options."fusion.learned".model' ours.json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("repositories", metavar="REPO", nargs="*", type=path, help="git directory or working tree")
    parser.add_argument("--out", metavar="FILE", type=path, required=True, help="write the model here")
    parser.add_argument(
        "--limit", metavar="N", type=positive, default=40, help="commits of each repository (default: %(default)s)"
    )
    parser.add_argument(
        "--dataset", metavar="FILE", type=path, help="learn from solved issues too (SWE-bench's fields)"
    )
    parser.add_argument("--repos", metavar="DIR", type=path, help="folder of the data set's git repositories")
    parser.add_argument(
        "--cache",
        metavar="DIR",
        type=path,
        help="where lessons and facts are kept (default: the user's cache directory)",
    )
    parser.add_argument(
        "--folds", metavar="N", type=positive, default=5, help="parts of the cross-validation (default: %(default)s)"
    )
    parser.add_argument(
        "--file-amount", metavar="X", type=amount, help="how much the model moves files (default: 0.15; 0: not at all)"
    )
    parser.add_argument(
        "--function-amount", metavar="X", type=amount, help="how much it moves functions (default: 0: not at all)"
    )
    add_common(parser)


def amount(text: str) -> float:
    """Parse a number from 0 to 10."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 10:
        raise ArgumentTypeError(f"{text!r} is not a number from 0 to 10")
    return number


def run(arguments: Namespace) -> int:
    """Train, and print the card's figures."""
    from crossbearing.measure.training.report import report
    from crossbearing.measure.training.train import TrainRequest, train
    from crossbearing.model.errors import CrossbearingError

    if not arguments.repositories and arguments.dataset is None:
        raise CrossbearingError("nothing to learn from: name git repositories, or a data set with --dataset")
    host = open_host(arguments)
    host.check_options()
    check_renderer(host, arguments)
    request = TrainRequest(
        repositories=tuple(arguments.repositories),
        out=arguments.out,
        dataset=arguments.dataset,
        dataset_repositories=arguments.repos,
        cache=arguments.cache,
        limit=arguments.limit,
        folds=arguments.folds,
        settings=_settings(arguments),
    )
    with bench_progress(arguments) as progress:
        training = train(request, host, progress)
    show(host, arguments, report(training))
    return 0


def _settings(arguments: Namespace) -> "Settings":
    from crossbearing.measure.training.fit import Settings

    default = Settings()
    files, entities = arguments.file_amount, arguments.function_amount
    return Settings(
        file_amount=default.file_amount if files is None else files,
        entity_amount=default.entity_amount if entities is None else entities,
    )
