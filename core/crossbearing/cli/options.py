"""Options that several commands share, so that they are spelt and explained the same everywhere."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def add_common(parser: ArgumentParser, *, default_format: str = "table") -> None:
    """Add what every command takes: which plugins run, how the answer is written, and how much is said."""
    plugins = parser.add_argument_group("plugins")
    plugins.add_argument(
        "--profile", metavar="NAME|FILE", help="preset or profile file (default: $CROSSBEARING_PROFILE, else 'default')"
    )
    plugins.add_argument(
        "--without", metavar="PLUGIN", action="append", default=[], help="leave out this plugin (channel.bm25)"
    )
    plugins.add_argument(
        "--only",
        metavar="PLUGIN",
        action="append",
        default=[],
        help="of its kind, run this plugin only (and what else --only names)",
    )
    plugins.add_argument("--strict", action="store_true", help="exit with 1 at any problem that is otherwise reported")
    plugins.add_argument("--trace", action="store_true", help="log each plugin call and its time on standard error")
    output = parser.add_argument_group("output")
    output.add_argument(
        "--format",
        metavar="NAME",
        default=default_format,
        help="renderer of the answer: table, json or an installed one (default: %(default)s)",
    )
    output.add_argument("-q", "--quiet", action="store_true", help="show no progress and no remarks")


def add_build_dir(parser: ArgumentParser, default: str = ".crossbearing in the repository") -> None:
    """Add where the map and the cached facts are kept."""
    parser.add_argument("--build-dir", metavar="DIR", type=path, help=f"where maps are kept (default: {default})")


def add_repository(parser: ArgumentParser, *, positional: bool) -> None:
    """Add which repository, at which revision, and where its map is kept."""
    what = "working tree, git directory or plain folder (default: the current one)"
    if positional:
        parser.add_argument("repo", metavar="REPO", nargs="?", default=".", help=what)
    else:
        parser.add_argument("--repo", metavar="DIR", default=".", help=what)
    parser.add_argument("--rev", metavar="REVISION", help="read this commit, branch or tag instead of the working tree")
    add_build_dir(parser)


def path(text: str) -> "Path":
    """Parse a path."""
    from pathlib import Path  # not worth its time in commands that take none

    return Path(text)


def positive(text: str) -> int:
    """Parse a count of at least one."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise ArgumentTypeError(f"{text!r} is not a positive whole number")
    return number


def verdict(arguments: Namespace, problems: object) -> int:
    """Return the exit code: 1 where a strict run found problems, else 0."""
    return int(bool(arguments.strict and problems))
