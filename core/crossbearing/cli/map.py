"""``crossbearing map``: one picture of a repository."""

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from crossbearing.cli.issue import read_issue
from crossbearing.cli.options import add_common, add_repository, path, verdict
from crossbearing.cli.session import open_harness, scan
from crossbearing.cli.streams import answering
from crossbearing.model.errors import CrossbearingError

if TYPE_CHECKING:
    from pathlib import Path

DESCRIPTION = """\
Draw a repository in one picture of 1,024 pixels: folders as nested areas sized by lines of code and coloured by role,
the imports between them, entry points and commands, and with --issue the files where its fault is likely to be."""

EPILOG = """
examples:
  crossbearing map --format png --output map.png
  crossbearing map path/to/repository --issue report.md --format svg > map.svg

Needs the extra "report": pip install "crossbearing[report]".
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    add_repository(parser, positional=True)
    parser.add_argument("--issue", metavar="FILE", help="lay the ranking for this report over it; '-': from a pipe")
    parser.add_argument("-o", "--output", metavar="FILE", type=path, help="file to write (default: standard output)")
    add_common(parser, default_format="svg")
    parser.set_defaults(plain_formats=frozenset(("svg", "png")), own_formats=frozenset(("svg", "png")))


def run(arguments: Namespace) -> int:
    """Bring the map up to date, and draw it."""
    from crossbearing.recon.picture import draw_picture, scene_of

    if arguments.format not in ("svg", "png"):
        raise CrossbearingError(f"unknown picture format {arguments.format!r}: it can be svg or png")
    issue = None if arguments.issue is None else read_issue(arguments.issue, quiet=arguments.quiet)
    with open_harness(arguments) as harness:
        found = scan(harness, arguments)
        report = None if issue is None else harness.locate(issue)
        scene = scene_of(found.name, found.graph, found.manifest, report)
        _write(draw_picture(scene, arguments.format), arguments.output)
        return verdict(arguments, found.errors)


def _write(data: bytes, output: "Path | None") -> None:
    if output is not None:
        try:
            output.write_bytes(data)
        except OSError as problem:
            raise CrossbearingError(f"{str(output)!r} cannot be written: {problem.strerror or problem}") from None
        return
    if sys.stdout.isatty() and data.startswith(b"\x89PNG"):
        raise CrossbearingError("a PNG is no text for a terminal; name a file with --output")
    with answering():
        sys.stdout.buffer.write(data)
