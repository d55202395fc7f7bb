"""``crossbearing profiles new``: write a profile that extends another."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_common
from crossbearing.cli.session import show_plain

EPILOG = """
examples:
  crossbearing profiles new tuned                          in the user's configuration folder
  crossbearing profiles new ./tuned.toml --extends minimal
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("name", metavar="NAME|FILE", help="name of the new profile, or path of its file")
    parser.add_argument(
        "--extends", metavar="NAME|FILE", default="default", help="profile to start from (default: %(default)s)"
    )
    parser.add_argument("--description", metavar="TEXT", default="", help="one line that says what it is for")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Write the file and print its path."""
    from crossbearing.registry import new_profile

    path = str(new_profile(arguments.name, arguments.extends, arguments.description))
    show_plain(arguments, columns=("WRITTEN",), rows=[(path,)], data={"schema": "crossbearing.written/1", "path": path})
    return 0
