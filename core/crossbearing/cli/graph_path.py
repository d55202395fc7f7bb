"""``crossbearing graph path``: how two definitions are connected."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from crossbearing.cli import graph

if TYPE_CHECKING:
    from crossbearing.model.relations import Paths, Step

DESCRIPTION = """\
Find the shortest path from one definition to another and the one back, along calls and other uses. Where neither
exists, edges of all types are tried, and at last their direction is disregarded."""

EPILOG = """
SOURCE and TARGET are qualified names or ends of them (Parser.peek), FILE, FILE:NAME, or FILE:LINE. A class or file
stands for everything in it. A step "construct" leads from a class to the constructor that a call of it runs. Columns
count from 0.

examples:
  crossbearing graph path main Parser.peek
  crossbearing graph path src/main.py src/parser.py --type import
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    graph.add_symbol(parser, "source", "target")
    types = ("invoke", "inherit", "import", "contain")
    graph.add_types(parser, types, "only edges of this type; may be repeated (default: invoke, else all)")
    graph.add_certain(parser)
    graph.add_repository_and_common(parser)


def run(arguments: Namespace) -> int:
    """Print the paths."""
    return graph.answer(
        arguments,
        "path",
        lambda harness: harness.path(
            arguments.source, arguments.target, types=arguments.types, certain=arguments.certain
        ),
        _lay_out,
    )


def _lay_out(reply: "Paths") -> graph.Layout:
    rows = [*_rows("forward", reply.forward), *_rows("backward", reply.backward), *_rows("joined", reply.joined)]
    footer = [
        *graph.meanings(reply.sources, len(reply.sources), reply.source),
        *graph.meanings(reply.targets, len(reply.targets), reply.target),
    ]
    over = ", ".join(reply.types)
    ends = ((reply.source, reply.target, reply.forward), (reply.target, reply.source, reply.backward))
    for source, target, path in ends:
        if path is None:
            footer.append(f"no path from {source} to {target} over {over}")
        elif not path:
            footer.append(f"{source} and {target} overlap")
    return f"paths between {reply.source} and {reply.target} over {over}", _COLUMNS, rows, footer


_COLUMNS = ("path", "place", "from", "edge", "to")


def _rows(name: str, steps: "Sequence[Step] | None") -> Iterator[tuple[str, ...]]:
    for number, step in enumerate(steps or ()):
        ends, arrow = (step.source, step.target), "->"
        if step.direction == "backward":
            ends, arrow = (step.target, step.source), "<-"
        yield "" if number else name, step.place, ends[0], f"{arrow} {step.type}", ends[1]
