"""``crossbearing mcp``: serve repositories to agents and editors over the Model Context Protocol."""

import socket
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from importlib.util import find_spec
from pathlib import Path

from crossbearing.cli.options import add_build_dir, add_common, path
from crossbearing.cli.streams import answering, silence
from crossbearing.model.errors import CrossbearingError

DESCRIPTION = """\
Serve the tools scan, context, locate, ask, callers, callees, definition and manifest over the Model Context Protocol:
on standard input and output, or with --http on a port of this machine."""

EPILOG = """
examples:
  crossbearing mcp                        the repository in the current folder
  crossbearing mcp ~/code/shop ~/code/billing
  crossbearing mcp --http 8765            then connect to http://127.0.0.1:8765/mcp

Nothing outside the folders named is read. Needs the extra "mcp": pip install "crossbearing[mcp]".
"""

HOST = "127.0.0.1"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument(
        "roots", metavar="ROOT", nargs="*", type=path, help="folders that may be read (default: the current one)"
    )
    parser.add_argument("--http", metavar="PORT", type=_port, help=f"serve streamable HTTP on this port of {HOST}")
    add_build_dir(parser)
    add_common(parser)


def run(arguments: Namespace) -> int:
    """Serve until the client leaves, or for ever."""
    if find_spec("mcp") is None:
        raise CrossbearingError("the server needs the package mcp; install it with: pip install 'crossbearing[mcp]'")
    from crossbearing.harness import Harness
    from crossbearing.server.mcp import make_server
    from crossbearing.server.repositories import Repositories

    def open_harness(repo: Path) -> Harness:
        return Harness.open(
            repo,
            arguments.profile,
            build_dir=arguments.build_dir,
            without=arguments.without,
            only=arguments.only,
            strict=arguments.strict,
            trace=arguments.trace,
        )

    roots = arguments.roots or [Path()]
    if missing := next((root for root in roots if not root.is_dir()), None):
        raise CrossbearingError(f"{str(missing)!r} is no folder")
    repositories = Repositories(roots, open_harness)
    try:
        server = make_server(repositories)
        if arguments.http is None:
            with answering():  # the protocol is the answer; the SDK keeps everything else off it
                server.run("stdio")
        else:
            _check_free(arguments.http)
            server.run("streamable-http", host=HOST, port=arguments.http)
    except* BrokenPipeError:
        silence(sys.stdout)  # the client has left
    finally:
        repositories.close()
    return 0


def _check_free(port: int) -> None:
    """Refuse a port on which something listens, or that this user may not open: the server would only say so late."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as problem:
            raise CrossbearingError(f"port {port} cannot be opened: {problem.strerror or problem}") from None


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 65535:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is no port (1 to 65535)")
