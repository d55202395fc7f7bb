"""``crossbearing graph near``: what surrounds a definition."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from crossbearing.cli import graph

if TYPE_CHECKING:
    from crossbearing.model.relations import Neighbourhood

DESCRIPTION = """\
Show the definitions within a few edges of a definition, in either direction, each once, with the edge that leads to it:
calls and other uses (invoke), base classes (inherit), imports (import), enclosing definitions (contain)."""

EPILOG = (
    graph.SYMBOL
    + """
An arrow -> leads from the nearer definition to the further one, <- from the further one to the nearer.

examples:
  crossbearing graph near Parser.peek
  crossbearing graph near src/parser.py --type contain --depth 3        what a file defines
"""
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    graph.add_symbol(parser)
    graph.add_depth(parser, "go N edges far (default: %(default)s)")
    graph.add_types(parser, ("invoke", "inherit", "import", "contain"), "only edges of this type; may be repeated")
    graph.add_files(parser)
    graph.add_certain(parser)
    graph.add_shared(parser)


def run(arguments: Namespace) -> int:
    """Print the neighbours."""
    return graph.answer(
        arguments,
        "near",
        lambda harness: harness.neighbourhood(
            arguments.symbol,
            depth=arguments.depth,
            types=arguments.types,
            files=arguments.files,
            certain=arguments.certain,
            limit=arguments.limit,
        ),
        _lay_out,
    )


def _lay_out(reply: "Neighbourhood") -> graph.Layout:
    rows: list[tuple[str, ...]] = [
        (
            item.place,
            str(item.depth),
            item.via,
            f"-> {item.type}" if item.direction == "forward" else f"<- {item.type}",
            item.symbol.qualname,
        )
        for item in reply.neighbours
    ]
    footer = graph.meanings(reply.matches, reply.matched, reply.symbol)
    footer += graph.cut("neighbours", len(rows), reply.total)
    return (
        graph.about("near", reply.matches, reply.matched, reply.symbol),
        ("place", "depth", "from", "edge", "to"),
        rows,
        footer,
    )
