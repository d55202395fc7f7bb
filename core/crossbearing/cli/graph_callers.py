"""``crossbearing graph callers``: who uses a definition."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli import graph

DESCRIPTION = """\
List every place that calls a definition, or uses it otherwise: passes it on, inherits from it, decorates with it.
Candidates, whose confidence is below 1, follow apart. Calls of a method's name on something unknown are counted."""

EPILOG = (
    graph.SYMBOL
    + """
A constructor is used where its class is called. With --depth 2 follow the places that use those functions, and so on;
each function is followed once, along uses with a confidence of 0.5 or more.

examples:
  crossbearing graph callers Parser.peek
  crossbearing graph callers src/parser.py:120 --depth 3 --type call --certain
  crossbearing graph callers peek --file src --format json
"""
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    graph.add_uses(parser, "follow the callers of callers, N steps in all (default: %(default)s)")


def run(arguments: Namespace) -> int:
    """Print the places."""
    return graph.answer(
        arguments,
        "callers",
        lambda harness: harness.callers(arguments.symbol, **graph.choice_of_uses(arguments)),
        lambda reply: graph.lay_out_uses(
            reply, "callers of", "caller", "definition", "more calls end in this name and lead nowhere known"
        ),
    )
