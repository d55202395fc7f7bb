"""``crossbearing graph export``: the whole graph for other programs."""

from argparse import ArgumentParser, Namespace

from crossbearing.cli.options import add_common, add_repository, verdict
from crossbearing.cli.output import write_lines
from crossbearing.cli.session import open_harness, scan
from crossbearing.model.errors import CrossbearingError

DESCRIPTION = """\
Write the whole graph as JSON Lines: first the nodes, one a line, with id, kind, name, qualname, file, line, col and
end_line; then the edges with src, dst and type (invoke, contain, import). The same repository gives the same bytes."""

EPILOG = """
examples:
  crossbearing graph export > graph.jsonl
  crossbearing graph export --rev v2.1 | jq -r 'select(.type == "invoke") | [.src, .dst] | @tsv'
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    add_repository(parser, positional=False)
    add_common(parser, default_format="json")


def run(arguments: Namespace) -> int:
    """Write the lines as they come."""
    if arguments.format != "json":
        raise CrossbearingError(f"an export is JSON Lines, not {arguments.format!r}; leave out --format")
    with open_harness(arguments) as harness:
        found = scan(harness, arguments)
        write_lines(harness.export_graph())
        return verdict(arguments, found.errors)
