"""``crossbearing graph defs``: what a name means."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from crossbearing.cli import graph

if TYPE_CHECKING:
    from crossbearing.model.relations import Definitions

DESCRIPTION = """\
Find definitions by name, or by file and line, and say why each is meant: the name itself comes first, then its end,
then what differs in case only, then in case and underscores; similar names only where there is nothing else."""

EPILOG = (
    graph.SYMBOL
    + """
examples:
  crossbearing graph defs Parser.peek
  crossbearing graph defs readfile                 finds read_file and readFile
  crossbearing graph defs src/parser.py:120        the innermost definition at the line
  crossbearing graph defs peek --type method --file src
"""
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    graph.add_symbol(parser)
    kinds = ("module", "class", "function", "method", "variable")
    graph.add_types(parser, kinds, "only this kind of definition; may be repeated")
    graph.add_files(parser)
    graph.add_shared(parser)


def run(arguments: Namespace) -> int:
    """Print the definitions."""
    return graph.answer(
        arguments,
        "defs",
        lambda harness: harness.definitions(
            arguments.symbol, kinds=arguments.types, files=arguments.files, limit=arguments.limit
        ),
        _lay_out,
    )


def _lay_out(reply: "Definitions") -> graph.Layout:
    rows: list[tuple[str, ...]] = [
        (
            str(match.rank),
            match.symbol.place,
            match.symbol.kind,
            match.symbol.qualname,
            graph.why(match),
            match.symbol.signature,
        )
        for match in reply.matches
    ]
    columns = ("rank", "place", "kind", "definition", "matched by", "signature")
    return f"definitions of {reply.symbol}", columns, rows, graph.cut("definitions", len(rows), reply.total)
