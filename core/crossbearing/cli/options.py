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
    # What needs no renderer plugin; anything else is looked for among the installed ones.
    parser.set_defaults(plain_formats=frozenset(("table", "json", default_format)))
    output.add_argument("-q", "--quiet", action="store_true", help="show no progress and no remarks")


def add_execution(
    parser: ArgumentParser, *, executor: str = "the profile's", jobs: str = "repositories to work on at once"
) -> None:
    """Add what does the work of many issues, and how much of it is done at a time."""
    parser.add_argument("--executor", metavar="NAME", help=f"executor plugin (default: {executor})")
    parser.add_argument("--jobs", metavar="N", type=positive, default=1, help=f"{jobs} (default: %(default)s)")


def add_build_dir(parser: ArgumentParser, default: str = ".crossbearing in the repository") -> None:
    """Add where the map and the cached facts are kept."""
    parser.add_argument("--build-dir", metavar="DIR", type=path, help=f"where maps are kept (default: {default})")


def add_repository(parser: ArgumentParser, *, positional: bool) -> None:
    """Add which repository, at which revision, and where its map is kept."""
    what = "working tree, git directory or plain folder (default: the current one)"
    if positional:
        parser.add_argument("repo", metavar="REPO", nargs="?", type=path, default=".", help=what)
    else:
        parser.add_argument("--repo", metavar="DIR", type=path, default=".", help=what)
    parser.add_argument("--rev", metavar="REVISION", help="read this commit, branch or tag instead of the working tree")
    add_build_dir(parser)


def path(text: str) -> "Path":
    """Parse a path; an empty one (of a variable that is not set) would be taken for the current folder."""
    from pathlib import Path  # not worth its time in commands that take none

    if not text:
        raise ArgumentTypeError("the path is empty")
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


def check_format(arguments: Namespace) -> None:
    """Refuse a format that nothing can write, before anything is done; :class:`CrossbearingError` names the others."""
    if arguments.format in arguments.plain_formats:
        return
    from crossbearing.registry import discover

    known = {record.name for record in discover() if record.kind == "renderer"} | arguments.plain_formats
    if arguments.format not in known:
        from crossbearing.model.errors import CrossbearingError
        from crossbearing.registry.names import suggestion

        raise CrossbearingError(f"unknown format {arguments.format!r}: {suggestion(arguments.format, known)}")


def verdict(arguments: Namespace, problems: object) -> int:
    """Return the exit code: 1 where a strict run found problems, else 0."""
    return int(bool(arguments.strict and problems))
