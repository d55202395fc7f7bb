"""``crossbearing graph importers``: what imports a file or definition."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli import graph

DESCRIPTION = """\
List the import statements that lead to a file or definition; for a file, also those that lead to what it defines."""

EPILOG = (
    graph.SYMBOL
    + """
An import through a package that passes a name on counts as one of the definition itself.

examples:
  crossbearing graph importers src/parser.py
  crossbearing graph importers Parser --depth 2 --format json
"""
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    graph.add_symbol(parser)
    graph.add_depth(parser, "follow the importers of importers, N steps in all (default: %(default)s)")
    graph.add_files(parser)
    graph.add_shared(parser)


def run(arguments: Namespace) -> int:
    """Print the import statements."""
    return graph.answer(
        arguments,
        "importers",
        lambda harness: harness.importers(
            arguments.symbol, depth=arguments.depth, files=arguments.files, limit=arguments.limit
        ),
        lambda reply: graph.lay_out_uses(reply, "importers of", "importer", "imported"),
    )
