"""Reads justfiles: `justfile`, `.justfile` and the like, and `*.just`.

Each recipe is a runner, run from the folder of the justfile; recipes that are `[private]` or start with `_` are none.

- **Its command** is the body without `@` and `-`, with `{{ … }}` filled in where that is a text or a variable made of
  texts. It is **`just NAME`** where anything else is needed: parameters, functions, backticks, other recipes, exported
  variables, a shebang, settings or attributes that change how a body runs.
- Aliases that say what they are for (`fmt`) are runners too, with the command of their recipe.
- `import` and `mod` are followed within the repository; recipes of modules are `module::name`. A missing file is listed
  in `errors`, and so is a line that just does not know.
- A recipe that runs a test framework claims that framework.

Example: `test:` on line 4 with the body `cargo test --all` claims the runner `test`, `cargo test --all`.

Limits: functions, conditions and the environment are not evaluated. A `*.just` file speaks for itself only where no
justfile lies in its folder or above.
"""

import re
from collections.abc import Iterator, Sequence
from posixpath import dirname

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, UnreadablePart, hookimpl
from crossbearing_ecosystems._commands import purpose_of_name
from crossbearing_ecosystems._just_lexer import read_statements
from crossbearing_ecosystems._just_reader import NAMES, JustReader, Recipe
from crossbearing_ecosystems._recipes import one_script
from crossbearing_ecosystems._test_targets import Task, claim_test_suites

VERSION = 1
PATTERNS = (
    "justfile",
    ".justfile",
    "Justfile",
    "JUSTFILE",
    ".Justfile",
    "*.just",
)

_FILLED = re.compile(r"\{\{\{\{|\{\{(?P<expression>.*?)\}\}", re.DOTALL)
_PREFIX = re.compile(r"[@-]{1,2}\s*")
_OWN_SHELL = frozenset({"script", "extension", "no-cd", "working-directory", "confirm", "env", "shell"})
_OWN_SETTINGS = frozenset(
    {"dotenv-load", "dotenv-path", "dotenv-filename", "dotenv-required", "export", "working-directory"}
    | {"script-interpreter", "positional-arguments", "dotenv-override", "windows-powershell"}
)
_LONGEST = 1_000
_MOST_REFERENCES = 100


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one justfile and the files that it imports."""
    if _is_part_of_another(file, tree):
        return []
    reader = JustReader(tree, file)
    reader.read()
    if not reader.good:
        for claim in reader.sheets[0].claims:
            if isinstance(claim, UnreadablePart):
                raise UnreadableError(f"not a justfile: {claim.reason}", claim.evidence.line)
    name = file.path.rpartition("/")[2]
    call = "just" if name in NAMES else f"just -f {name}"
    tasks: dict[str, Task] = {}
    for key, recipes in reader.recipes.items():
        if not _is_private(recipes[0]):
            tasks[key] = _claim(reader, key, recipes, call)
    _aliases(reader, tasks, call)
    claim_test_suites(tasks)
    return [claim for sheet in reader.sheets for claim in sheet.claims]


def _is_part_of_another(file: SourceFile, tree: FileTree) -> bool:
    """Say whether just does not start at this file, but at one that is read for itself."""
    folder, _, name = file.path.rpartition("/")
    if name in NAMES:
        return False
    folders = [folder]
    while folders[-1]:
        folders.append(dirname(folders[-1]))
    return any(tree.exists(f"{place}/{other}" if place else other) for place in folders for other in NAMES)


def _is_private(recipe: Recipe) -> bool:
    return recipe.name.startswith("_") or "private" in recipe.statement.attributes


def _claim(reader: JustReader, key: str, recipes: list[Recipe], call: str) -> Task:
    """Claim one runner; several recipes of a name are for different systems."""
    recipe = recipes[0]
    lines, is_known = _lines(reader, recipe)
    script = one_script(lines)
    is_alone = len(recipes) == 1 and not (recipe.needs or recipe.module or recipe.parameters)
    is_plain = _OWN_SHELL.isdisjoint(recipe.statement.attributes) and _OWN_SETTINGS.isdisjoint(reader.settings)
    is_known = is_known and is_alone and is_plain and not reader.has_exports
    command = script if is_known and script and len(script) <= _LONGEST else f"{call} {key}"
    directory = reader.sheets[0].directory
    shell = reader.shell if command == script else ""
    at = recipe.statement.span
    recipe.sheet.runner(key, command, at, recipe.name, source="target", directory=directory, shell=shell)
    span = recipe.statement.body_span if recipe.statement.body else recipe.statement.span
    needs = tuple(f"{recipe.module}{need}" for need in recipe.needs)
    return Task(key, "\n".join(lines), recipe.sheet, span, command, needs)


def _aliases(reader: JustReader, tasks: dict[str, Task], call: str) -> None:
    for name, recipe, sheet, statement in reader.aliases:
        if recipe in tasks and name not in tasks and purpose_of_name(name) and "private" not in statement.attributes:
            command = tasks[recipe].command
            command = f"{call} {name}" if command == f"{call} {recipe}" else command
            directory = reader.sheets[0].directory
            sheet.runner(name, command, statement.span, source="target", directory=directory)


def _lines(reader: JustReader, recipe: Recipe) -> tuple[list[str], bool]:
    """The lines of a body as they are run, and whether all of each is known."""
    body = recipe.statement.body
    if body and body[0].startswith("#!"):
        return body, False
    is_known = True
    found: list[str] = []
    for line in _joined(body):
        text, is_filled = _fill(reader, recipe, _PREFIX.sub("", line, count=1) if line[:1] in "@-" else line)
        is_known = is_known and is_filled
        found += [text] if text.strip() and not text.startswith("#") else []
    return found, is_known


def _joined(body: Sequence[str]) -> Iterator[str]:
    r"""Lines with those that continue them after a ``\``."""
    part = ""
    for line in body:
        part = f"{part}\n{line}" if part else line
        if not line.endswith("\\"):
            yield part
            part = ""
    yield part


def _fill(reader: JustReader, recipe: Recipe, text: str) -> tuple[str, bool]:
    """A line with its expressions filled in, and whether all of them were."""
    if not 0 < text.count("{{") <= _MOST_REFERENCES:
        return text, "{{" not in text
    is_known = True

    def value(match: re.Match[str]) -> str:
        nonlocal is_known
        expression = match["expression"]
        if expression is None:
            return "{{"
        statement = next(read_statements(expression.strip()), None)
        tokens = statement.tokens if statement else []
        is_own = any(token.kind == "name" and token.text in recipe.parameters for token in tokens)
        found = None if is_own else reader.value_of(tokens)
        is_known = is_known and found is not None
        return match[0] if found is None else found

    filled = _FILLED.sub(value, text)
    return filled, is_known
