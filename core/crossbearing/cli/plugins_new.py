"""``crossbearing plugins new``: scaffold a plugin as a distribution of its own."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_common, path
from crossbearing.cli.session import show_plain

EPILOG = """
examples:
  crossbearing plugins new channel recency               writes crossbearing-recency/
  crossbearing plugins new language elixir --into plugins/elixir
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    from crossbearing.hookspecs import KINDS

    parser.add_argument("kind", metavar="KIND", help=f"one of {', '.join(sorted(KINDS))}")
    parser.add_argument("name", metavar="NAME", help="the plugin's name: lower-case words joined by _")
    parser.add_argument("--into", metavar="DIR", type=path, help="empty or new folder (default: crossbearing-NAME)")
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Write the distribution and print its files."""
    from pathlib import Path

    from crossbearing.testing.scaffold import new_plugin

    folder = arguments.into or Path(f"crossbearing-{arguments.name.replace('_', '-')}")
    written = [str(file) for file in new_plugin(arguments.kind, arguments.name, folder)]
    data = {"schema": "crossbearing.written/1", "path": str(folder), "files": written}
    footer = (f"next: cd {folder} && python -m pip install -e '.[test]' && python -m pytest",)
    show_plain(arguments, columns=("WRITTEN",), rows=[(file,) for file in written], data=data, footer=footer)
    return 0
