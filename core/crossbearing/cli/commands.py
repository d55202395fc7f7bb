"""The static table of commands: `crossbearing --help` prints it without importing any of them."""

from typing import NamedTuple


class Command(NamedTuple):
    """One command: its name, its line in ``--help``, and the module that has ``add_arguments`` and ``run``.

    A command with ``actions`` has no module of its own: its first argument names one of them, ``default`` where it is
    left out.
    """

    name: str
    help: str
    module: str = ""
    actions: "tuple[Command, ...]" = ()
    default: str = ""


COMMANDS = (
    Command("scan", "map a repository: its manifest and its code graph", "crossbearing.cli.scan"),
    Command("manifest", "show what a repository is made of, with the line that proves it", "crossbearing.cli.manifest"),
    Command("locate", "rank the files, functions and lines where an issue's fault is", "crossbearing.cli.locate"),
    Command("bench", "measure localization on a data set of solved issues", "crossbearing.cli.bench"),
    Command(
        "profiles",
        "list, show and edit profiles",
        actions=(
            Command("list", "list the presets and profiles", "crossbearing.cli.profiles_list"),
            Command("show", "show one profile with everything that it inherits", "crossbearing.cli.profiles_show"),
            Command("new", "write a profile that extends another", "crossbearing.cli.profiles_new"),
            Command("set", "change one value of a profile and keep its comments", "crossbearing.cli.profiles_set"),
        ),
        default="list",
    ),
    Command(
        "plugins",
        "list, show, check and scaffold plugins",
        actions=(
            Command("list", "list every installed plugin without importing any", "crossbearing.cli.plugins_list"),
            Command("show", "show one plugin's documentation, hooks and options", "crossbearing.cli.plugins_show"),
            Command("check", "run the conformance kit over one plugin", "crossbearing.cli.plugins_check"),
            Command("new", "scaffold a plugin as a distribution of its own", "crossbearing.cli.plugins_new"),
        ),
        default="list",
    ),
)
"""Every command, in the order of ``--help``."""


def find(name: str, commands: tuple[Command, ...] = COMMANDS) -> Command | None:
    """Return the command of that name."""
    return next((command for command in commands if command.name == name), None)
