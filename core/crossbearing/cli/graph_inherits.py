"""``crossbearing graph inherits``: bases, subclasses and overrides."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from crossbearing.cli import graph

if TYPE_CHECKING:
    from crossbearing.model.relations import Family

DESCRIPTION = """\
Show the bases and subclasses of a class, or the methods that a method overrides and that override it, as far as they
are in the project, the nearest first."""

EPILOG = (
    graph.SYMBOL
    + """
examples:
  crossbearing graph inherits Parser
  crossbearing graph inherits Parser --type subclass --depth 1
  crossbearing graph inherits Parser.peek --type overridden-by
"""
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    graph.add_symbol(parser)
    graph.add_depth(parser, "go up and down N classes (default: all)", default=None)
    relations = ("base", "subclass", "overrides", "overridden-by")
    graph.add_types(parser, relations, "only this relation; may be repeated")
    graph.add_files(parser)
    graph.add_shared(parser)


def run(arguments: Namespace) -> int:
    """Print the related definitions."""
    return graph.answer(
        arguments,
        "inherits",
        lambda harness: harness.inheritance(
            arguments.symbol,
            depth=arguments.depth,
            relations=arguments.types,
            files=arguments.files,
            limit=arguments.limit,
        ),
        _lay_out,
    )


def _lay_out(reply: "Family") -> graph.Layout:
    rows: list[tuple[str, ...]] = [
        (kin.relation, kin.symbol.place, kin.symbol.qualname, str(kin.depth), kin.of) for kin in reply.kin
    ]
    footer = graph.meanings(reply.matches, reply.matched, reply.symbol)
    footer += graph.cut("definitions", len(rows), reply.total)
    title = graph.about("inheritance of", reply.matches, reply.matched, reply.symbol)
    return title, ("relation", "place", "definition", "depth", "of"), rows, footer
