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


COMMANDS = (
    Command("scan", "map a repository: its manifest and its code graph", "crossbearing.cli.scan"),
    Command("manifest", "show what a repository is made of, with the line that proves it", "crossbearing.cli.manifest"),
    Command("locate", "rank the files, functions and lines where an issue's fault is", "crossbearing.cli.locate"),
    Command("spectrum", "run a failing test and show who executed what", "crossbearing.cli.spectrum"),
    Command(
        "graph",
        "ask the code graph: callers, callees, definitions, imports, inheritance, paths",
        actions=(
            Command("defs", "find definitions by name, or by file and line", "crossbearing.cli.graph_defs"),
            Command("callers", "list every place that calls or uses a definition", "crossbearing.cli.graph_callers"),
            Command("callees", "list what a definition calls and uses", "crossbearing.cli.graph_callees"),
            Command("imports", "list what a file or definition imports", "crossbearing.cli.graph_imports"),
            Command("importers", "list what imports a file or definition", "crossbearing.cli.graph_importers"),
            Command("inherits", "show bases, subclasses and overrides", "crossbearing.cli.graph_inherits"),
            Command("path", "find the shortest paths between two definitions", "crossbearing.cli.graph_path"),
            Command("near", "show what is within a few edges of a definition", "crossbearing.cli.graph_near"),
            Command("export", "write the whole graph as JSON Lines", "crossbearing.cli.graph_export"),
        ),
    ),
    Command("context", "give a task just enough of the repository, or nothing", "crossbearing.cli.context"),
    Command("ask", "answer one of six questions from manifest and graph", "crossbearing.cli.ask"),
    Command("map", "draw a repository in one picture", "crossbearing.cli.map"),
    Command("mcp", "serve repositories to agents and editors (Model Context Protocol)", "crossbearing.cli.mcp"),
    Command(
        "bench",
        "measure localization on a data set of solved issues",
        actions=(
            Command("run", "localize every issue of a data set and compare with its fix", "crossbearing.cli.bench"),
            Command("gold", "show what the fixes of a data set edit", "crossbearing.cli.bench_gold"),
            Command("verify", "measure a published result again and compare", "crossbearing.cli.bench_verify"),
            Command("questions", "grade the answers of 'ask' on a repository", "crossbearing.cli.bench_questions"),
        ),
        default="run",
        is_implied=True,
    ),
    Command("ablate", "leave plugins out and see which of them nothing depends on", "crossbearing.cli.ablate"),
    Command("ab", "compare two ways of localizing, and decide by rule", "crossbearing.cli.ab"),
    Command("train", "train the fusion on commits that fix faults", "crossbearing.cli.train"),
    Command("shrink", "take out of a patch what its test does not need", "crossbearing.cli.shrink"),
    Command("consensus", "choose among patches by agreement and evidence", "crossbearing.cli.consensus"),
    Command("oracle", "say whether an agent's run showed the fault and fixed it", "crossbearing.cli.oracle"),
    Command("diagnose", "read the diagnosis out of an agent's transcript", "crossbearing.cli.diagnose"),
    Command("priors", "show what is known of how a repository works", "crossbearing.cli.priors"),
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
