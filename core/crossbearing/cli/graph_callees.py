"""``crossbearing graph callees``: what a definition uses."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli import graph

DESCRIPTION = """\
List what a definition, and all that is defined inside it, calls and uses of the project, place by place. Candidates,
whose confidence is below 1, follow apart; names that lead nowhere known are named and counted."""

EPILOG = (
    graph.SYMBOL
    + """
Builtins, the standard library and third-party code are not listed. With --depth 2 follow the places inside the
functions that are used (of a class: inside its constructor), and so on; each function is followed once, along uses
with a confidence of 0.5 or more.

examples:
  crossbearing graph callees Parser.parse_sum
  crossbearing graph callees src/parser.py --type call --limit 0
"""
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    graph.add_uses(parser, "follow the callees of callees, N steps in all (default: %(default)s)")


def run(arguments: Namespace) -> int:
    """Print the places."""
    return graph.answer(
        arguments,
        "callees",
        lambda harness: harness.callees(arguments.symbol, **graph.choice_of_uses(arguments)),
        lambda reply: graph.lay_out_uses(
            reply, "callees of", "caller", "callee", "uses of names that lead nowhere known"
        ),
    )
