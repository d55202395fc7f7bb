"""The argument parser, built from the command table; only the command that is run adds its own options."""

import argparse
import textwrap
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from crossbearing import __version__
from crossbearing.cli.commands import COMMANDS, Command, find
from crossbearing.model.errors import CrossbearingError

EPILOG = """
examples:
  crossbearing locate report.md                  where is the fault of this report?
  pytest 2>&1 | crossbearing locate              the same, from a pipe
  crossbearing locate report.md --format json    for programs
  crossbearing scan path/to/repository           map a repository
  crossbearing plugins list                      what is installed

exit codes: 0 fine; 1 ran but found problems (--strict, a failed check); 2 bad input, in one line on standard error
"""


# What makes sense without a command, or without an action of one.
_ALONE = ("-h", "--help", "--version")


class UsageError(CrossbearingError):
    """The command line itself was wrong."""


class Parser(argparse.ArgumentParser):
    """A parser that reports a wrong command line as one sentence, and whose help keeps its line breaks."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        settings["allow_abbrev"] = False
        if epilog := settings.get("epilog"):
            settings["epilog"] = textwrap.dedent(epilog).strip("\n")
        super().__init__(**settings)
        self.add_argument("--version", action="version", version=f"crossbearing {__version__}")

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage, so that every error leaves the program in the same way."""
        raise UsageError(f"{message} (see '{self.prog} --help')")


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments; ``run`` of the result is the command's function. Raises :class:`UsageError`."""
    arguments = normalize(argv)
    options, unknown = build_parser(arguments).parse_known_args(arguments)
    if unknown:
        raise UsageError(f"unrecognized arguments: {' '.join(unknown)} (see '{options.command} --help')")
    return options


def normalize(argv: Sequence[str]) -> list[str]:
    """Insert the default action of a command that was given without one, and refuse unknown commands.

    >>> normalize(["plugins", "--format", "json"])
    ['plugins', 'list', '--format', 'json']
    >>> normalize(["bench", "issues.jsonl"])
    ['bench', 'run', 'issues.jsonl']
    """
    arguments = list(argv)
    if not arguments or arguments[0] in _ALONE:
        return arguments
    if arguments[0].startswith("-"):
        raise UsageError(f"{arguments[0]} comes before the command; write 'crossbearing COMMAND {arguments[0]} ...'")
    command = _known(arguments[0], COMMANDS, "command")
    if not command.actions:
        return arguments
    rest = arguments[1:]
    if not rest or (rest[0].startswith("-") and rest[0] not in _ALONE):
        return [command.name, command.default, *rest] if command.default else arguments
    if not rest[0].startswith("-"):
        if command.is_implied and find(rest[0], command.actions) is None:
            return [command.name, command.default, *rest]
        _known(rest[0], command.actions, f"action of '{command.name}'")
    return arguments


def build_parser(path: Sequence[str] = (), *, everything: bool = False) -> Parser:
    """Build the parser with the options of the command that ``path`` (the arguments) names, or of all of them."""
    parser = Parser(
        prog="crossbearing",
        description="Map a repository and fix the place of a fault from independent evidence.",
        epilog=EPILOG,
    )
    _add_commands(parser, COMMANDS, path, everything)
    return parser


def _add_commands(parser: Parser, commands: tuple[Command, ...], path: Sequence[str], everything: bool) -> None:
    group = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    for command in commands:
        chosen = everything or (bool(path) and path[0] == command.name)
        if command.actions:
            default = f" Without a command, '{command.default}' is run." if command.default else ""
            description = f"{_sentence(command.help)}{default}"
            child = group.add_parser(command.name, help=command.help, description=description)
            _add_commands(child, command.actions, path[1:] if chosen else (), everything)
        elif chosen:
            _add_command(group, command)
        else:
            group.add_parser(command.name, help=command.help)


def _add_command(group: "argparse._SubParsersAction[Parser]", command: Command) -> None:
    module = import_module(command.module)
    child = group.add_parser(
        command.name,
        help=command.help,
        description=getattr(module, "DESCRIPTION", _sentence(command.help)),
        epilog=getattr(module, "EPILOG", None),
    )
    module.add_arguments(child)
    child.set_defaults(run=module.run, command=child.prog)


def _known(name: str, commands: tuple[Command, ...], what: str) -> Command:
    command = find(name, commands)
    if command is None:
        from crossbearing.registry.names import suggestion

        raise UsageError(f"unknown {what} {name!r}: {suggestion(name, [known.name for known in commands])}")
    return command


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
