"""The static table of commands: `crossbearing --help` prints it without importing any of them."""

from typing import NamedTuple


class Command(NamedTuple):
    """One command: its name, its line in ``--help``, and the module that has ``add_arguments`` and ``run``.

    A command with ``actions`` has no module of its own: its first argument names one of them, ``default`` where it is
    left out (empty: it cannot be). Where that ``is_implied``, any other first argument is one of the default action.
    """

    name: str
    help: str
    module: str = ""
    actions: "tuple[Command, ...]" = ()
    default: str = ""
    is_implied: bool = False


def _command(name: str, line: str) -> Command:
    return Command(name, line, f"crossbearing.cli.{name}")


def _group(name: str, line: str, actions: dict[str, str], default: str = "", *, is_implied: bool = False) -> Command:
    """A command with actions, each in a module that is named after both."""
    own = tuple(Command(action, each, f"crossbearing.cli.{name}_{action}") for action, each in actions.items())
    return Command(name, line, actions=own, default=default, is_implied=is_implied)


COMMANDS = (
    _command("scan", "map a repository: its manifest and its code graph"),
    _command("manifest", "show what a repository is made of, with the line that proves it"),
    _command("locate", "rank the files, functions and lines where an issue's fault is"),
    _command("spectrum", "run a failing test and show who executed what"),
    _group(
        "graph",
        "ask the code graph: callers, callees, definitions, imports, inheritance, paths",
        {
            "defs": "find definitions by name, or by file and line",
            "callers": "list every place that calls or uses a definition",
            "callees": "list what a definition calls and uses",
            "imports": "list what a file or definition imports",
            "importers": "list what imports a file or definition",
            "inherits": "show bases, subclasses and overrides",
            "path": "find the shortest paths between two definitions",
            "near": "show what is within a few edges of a definition",
            "export": "write the whole graph as JSON Lines",
        },
    ),
    _command("context", "give a task just enough of the repository, or nothing"),
    _command("ask", "answer one of six questions from manifest and graph"),
    _command("map", "draw a repository in one picture"),
    _command("mcp", "serve repositories to agents and editors (Model Context Protocol)"),
    _group(
        "bench",
        "measure localization on a data set of solved issues",
        {
            "run": "localize every issue of a data set and compare with its fix",
            "gold": "show what the fixes of a data set edit",
            "verify": "measure a published result again and compare",
            "questions": "grade the answers of 'ask' on a repository",
        },
        default="run",
        is_implied=True,
    ),
    _command("ablate", "leave plugins out and see which of them nothing depends on"),
    _command("ab", "compare two ways of localizing, and decide by rule"),
    _command("train", "train the fusion on commits that fix faults"),
    _command("shrink", "take out of a patch what its test does not need"),
    _command("consensus", "choose among patches by agreement and evidence"),
    _command("oracle", "say whether an agent's run showed the fault and fixed it"),
    _command("diagnose", "read the diagnosis out of an agent's transcript"),
    _command("priors", "show what is known of how a repository works"),
    _group(
        "profiles",
        "list, show and edit profiles",
        {
            "list": "list the presets and profiles",
            "show": "show one profile with everything that it inherits",
            "new": "write a profile that extends another",
            "set": "change one value of a profile and keep its comments",
        },
        default="list",
    ),
    _group(
        "plugins",
        "list, show, check and scaffold plugins",
        {
            "list": "list every installed plugin without importing any",
            "show": "show one plugin's documentation, hooks and options",
            "check": "run the conformance kit over one plugin",
            "new": "scaffold a plugin as a distribution of its own",
        },
        default="list",
    ),
)
"""Every command, in the order of ``--help``."""


def find(name: str, commands: tuple[Command, ...] = COMMANDS) -> Command | None:
    """Return the command of that name."""
    return next((command for command in commands if command.name == name), None)
