"""``crossbearing graph imports``: what a file or definition imports."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli import graph

DESCRIPTION = """\
List the import statements of a file or definition that lead to code of the project, and what each brings."""

EPILOG = (
    graph.SYMBOL
    + """
Imports of the standard library and of third-party code are not listed.

examples:
  crossbearing graph imports src/parser.py
  crossbearing graph imports Parser --depth 2 --format json
"""
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    graph.add_symbol(parser)
    graph.add_depth(parser, "follow the imports of what is imported, N steps in all (default: %(default)s)")
    graph.add_files(parser)
    graph.add_shared(parser)


def run(arguments: Namespace) -> int:
    """Print the import statements."""
    return graph.answer(
        arguments,
        "imports",
        lambda harness: harness.imports(
            arguments.symbol, depth=arguments.depth, files=arguments.files, limit=arguments.limit
        ),
        lambda reply: graph.lay_out_uses(reply, "imports of", "importer", "imported"),
    )
