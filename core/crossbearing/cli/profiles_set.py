"""``crossbearing profiles set``: change one value of a profile file."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_common
from crossbearing.cli.session import show_plain

DESCRIPTION = """\
Set one value of a profile and keep its comments and layout. Nothing is written where the key is unknown or the value
does not fit."""

EPILOG = """
examples:
  crossbearing profiles set ./tuned.toml prefilter.weights.bm25 0.8
  crossbearing profiles set tuned options.channel.bm25.k1 1.2
  crossbearing profiles set tuned plugins.disable '["channel.graph"]'
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("name", metavar="NAME|FILE", help="the user's profile of this name, or path of its file")
    parser.add_argument("key", metavar="KEY", help="dotted key, for example prefilter.weights.bm25")
    parser.add_argument("value", metavar="VALUE", help="value as in TOML; the quotes of a string may be left out")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Change the file and print its path."""
    from crossbearing.registry import parse_value, set_value

    path = str(set_value(arguments.name, arguments.key, parse_value(arguments.value)))
    show_plain(arguments, columns=("WRITTEN",), rows=[(path,)], data={"schema": "crossbearing.written/1", "path": path})
    return 0
