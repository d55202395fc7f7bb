"""Reads Azure Pipelines: `azure-pipelines*.yml`, the folders `azure-pipelines` and `.azure-pipelines`, and templates.

- **Runners**: each `script`, `bash`, `pwsh` and `powershell` step, and each script given to a task (`CmdLine`, `Bash`,
  `PowerShell`, `PythonScript`, `AzureCLI`), with its job (else stage), its shell, its folder and the matrix of the job.
  Of each command whose purpose is known (test, build, lint, …), the runner has the name of that purpose and points at
  its line; a step of no known purpose is one runner with its `displayName`, else the job's name, and all of the script.
- Jobs of deployment strategies, and whatever `${{ if }}` and `${{ each }}` guard, are read as if it held.
- A local `template` that is no pipeline by its own name is read for the file that uses it, 100 at most, and step lists
  that are handed to templates where they stand; one that is missing is listed in `errors`.
- **Dependencies**: containers of jobs and `resources` (`docker`).
- **Tests**: the frameworks that steps run, with the command. **Languages**: versions given to `UsePythonVersion`,
  `NodeTool`, `GoTool`, `UseDotNet` and the like, where they are written out.
- **Configuration**: the database that a container is; `DJANGO_SETTINGS_MODULE` and `DATABASE_URL` of any `env` or
  `variables`.

Example: `- script: pytest -x` in the job `Unit` claims the runner `test`, `pytest -x`.

Limits: `$(variables)` and `${{ parameters }}` stay as they are written, templates of other repositories are not read,
and tasks that build their command themselves (`DotNetCoreCLI`, `Npm`, `Maven`) give no runner.
"""

import re
from collections.abc import Iterator, Sequence
from posixpath import dirname, join, normpath
from typing import Any, NamedTuple

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._ci_languages import SETUP_TASKS, versions_of
from crossbearing_ecosystems._ci_sheet import CiSheet, Context, is_database, tables, text_at
from crossbearing_ecosystems._placed import PlacedList, PlacedTable, Text
from crossbearing_ecosystems._yaml import YamlDocument

VERSION = 1
PATTERNS = (
    "azure-pipelines*.yml",
    "azure-pipelines*.yaml",
    "**/azure-pipelines/**/*.yml",
    ".azure-pipelines/**/*.yml",
    ".azure-pipelines/**/*.yaml",
    ".azuredevops/**/*.yml",
)

_SHELLS = {"script": "", "bash": "bash", "pwsh": "pwsh", "powershell": "powershell"}
_TASKS = {
    "azurecli": "",
    "azurepowershell": "powershell",
    "bash": "bash",
    "cmdline": "",
    "powershell": "powershell",
    "pythonscript": "python",
    "shellscript": "bash",
}
_SCRIPT_INPUTS = ("script", "inlineScript", "Inline", "filePath", "scriptPath")
# What holds settings, and no steps; a step list may be handed to a template under any other name.
_CLOSED = frozenset(
    {"inputs", "env", "variables", "pool", "resources", "trigger", "pr", "schedules", "matrix", "values"}
)
_ROOTS = ("$(Build.SourcesDirectory)", "$(System.DefaultWorkingDirectory)", "$(Agent.BuildDirectory)/s")
# A container of ``resources`` is named; an image has a tag or an owner.
_NAME = re.compile(r"[\w-]*")
_MOST_FILES = 100
_MOST_VALUES = 200_000


class _Visit(NamedTuple):
    """A table or list of a pipeline that is yet to be read, and where its steps run."""

    value: Any
    context: Context


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one pipeline or template, and the templates that it uses and that are not read for their own name."""
    sheets: list[CiSheet] = []
    waiting, seen = [file], {file.path}
    while waiting:
        current = waiting.pop()
        sheet = CiSheet(current, tree, "docker")
        sheets.append(sheet)
        try:
            templates = _read(sheet)
        except UnreadableError as problem:
            if current is file:
                raise
            sheet.problem(problem.reason, problem.line or 1)
            continue
        for path in templates:
            if path not in seen and len(seen) < _MOST_FILES and (found := tree.read(path)):
                seen.add(path)
                waiting.append(found)
    return [claim for sheet in sheets for claim in sheet.claims]


def _read(sheet: CiSheet) -> list[str]:
    """Claim what one file says, and return the templates that are to be read for it."""
    root = YamlDocument(sheet.file).root
    if root is None:
        return []
    if not isinstance(root, PlacedTable):
        raise UnreadableError("not a pipeline: it is no table", 1)
    _containers(root, sheet)
    templates: list[str] = []
    waiting = [_Visit(root, Context())]
    seen: set[int] = set()
    while waiting and len(seen) < _MOST_VALUES:
        value, context = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, PlacedList):
            waiting += [_Visit(item, context) for item in reversed(value)]
        elif isinstance(value, PlacedTable):
            context = _table(value, context, sheet)
            templates += _template(value, sheet)
            waiting += [_Visit(inner, context) for key, inner in reversed(value.items()) if key not in _CLOSED]
    return templates


def _table(table: PlacedTable, context: Context, sheet: CiSheet) -> Context:
    """Claim a table for what it is, a step or a job, and return where the steps in it run."""
    sheet.environment(table.get("env"))
    sheet.environment(table.get("variables"))
    for key, shell in _SHELLS.items():
        if script := text_at(table, key):
            _step(table, script, context._replace(shell=shell), text_at(table, "workingDirectory"), sheet)
            return context
    if task := text_at(table, "task"):
        _task(table, task.partition("@")[0].lower(), context, sheet)
        return context
    container = table.get("container")
    image = container if isinstance(container, Text) else text_at(container, "image")
    if image and not _NAME.fullmatch(image):
        sheet.image(image, (image.line, image.end))
    strategy = table.get("strategy")
    matrix = sheet.axes(strategy.get("matrix")) if isinstance(strategy, PlacedTable) else ()
    name = next(filter(None, (text_at(table, key) for key in ("job", "deployment", "stage"))), context.job)
    return context._replace(job=str(name), matrix=matrix or context.matrix)


def _step(table: PlacedTable, script: Text, context: Context, directory: Text | None, sheet: CiSheet) -> None:
    name = text_at(table, "displayName") or text_at(table, "name") or ""
    own = context._replace(directory=_folder(directory)) if directory else context
    sheet.script(name, script, own)


def _task(table: PlacedTable, task: str, context: Context, sheet: CiSheet) -> None:
    inputs = table.get("inputs")
    if task in _TASKS and (script := next(filter(None, (text_at(inputs, key) for key in _SCRIPT_INPUTS)), None)):
        is_core = task == "powershell" and (text_at(inputs, "pwsh") or "").lower() == "true"
        shell = "pwsh" if is_core else _TASKS[task]
        directory = text_at(inputs, "workingDirectory") or text_at(inputs, "cwd")
        _step(table, script, context._replace(shell=shell), directory, sheet)
    language, *keys = SETUP_TASKS.get(task, ("",))
    for key in keys:
        if (value := text_at(inputs, key)) and (version := versions_of(value)):
            sheet.language(language, (value.line, value.end), version, version=version)
            return


def _template(table: PlacedTable, sheet: CiSheet) -> Iterator[str]:
    """The file of the template that a table uses, if it is one of this repository."""
    template = text_at(table, "template")
    if not template or "$" in template or "@" in template.removesuffix("@self"):
        return
    name = template.strip().removesuffix("@self").replace("\\", "/")
    path = normpath(name.lstrip("/") if name.startswith("/") else join(dirname(sheet.file.path), name))
    if not sheet.tree.exists(path):
        sheet.problem(f"template {name[:200]!r} does not exist", template.line)
    elif not _is_read_anyway(path):
        yield path


def _is_read_anyway(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    folders = folder.split("/")
    return (
        name.startswith("azure-pipelines")
        or folders[0] in (".azure-pipelines", ".azuredevops")
        or ("azure-pipelines" in folders and name.endswith(".yml"))
    )


def _containers(root: PlacedTable, sheet: CiSheet) -> None:
    resources = root.get("resources")
    for container in tables(resources.get("containers") if isinstance(resources, PlacedTable) else None):
        if image := text_at(container, "image"):
            claim = sheet.service if is_database(image) else sheet.image
            claim(image, (image.line, image.end))


def _folder(path: str) -> str:
    """A folder relative to the repository; a variable stays what it is."""
    path = path.strip().replace("\\", "/").rstrip("/")
    for root in _ROOTS:
        if path == root or path.startswith(f"{root}/"):
            path = path[len(root) :].lstrip("/") or "."
    path = normpath(path)
    return "" if path == "." else path
