"""Reads Taskfiles of go-task: `Taskfile.yml`, `Taskfile.yaml`, their `.dist` variants, in capitals or not.

Each task that is not `internal` is a runner, and so is an alias that says what it is for (`fmt`). Its command is what
its `cmds` run where that is known: no `deps`, no `env`, no call of another task, every `{{.NAME}}` a variable with a
fixed text (`{{.CLI_ARGS}}` is empty). Otherwise it is `task NAME`. It runs in the folder of the Taskfile, or in the
`dir` of the task. Tasks of included files are `namespace:task`. A task that runs a test framework claims that too.

Example: `test: {cmds: ["go test ./..."]}` on line 8 claims the runner `test`, `go test ./...`, and the framework.

Limits: variables from the shell, the environment, loops and conditions are not evaluated; tasks with wildcards in
their names are no runners; remote includes are listed in `errors`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from posixpath import normpath
from typing import Any, NamedTuple

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._commands import purpose_of_name
from crossbearing_ecosystems._placed import PlacedDocument, PlacedTable
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._recipes import one_script
from crossbearing_ecosystems._test_targets import Task, claim_test_suites
from crossbearing_ecosystems._yaml import YamlDocument

VERSION = 1
PATTERNS = (
    "Taskfile.yml",
    "Taskfile.yaml",
    "taskfile.yml",
    "taskfile.yaml",
    "Taskfile.dist.yml",
    "Taskfile.dist.yaml",
    "taskfile.dist.yml",
    "taskfile.dist.yaml",
)

_VARIABLE = re.compile(r"\{\{-?\s*\.(?P<name>\w+)\s*-?\}\}")
_SECTIONS = frozenset({"version", "tasks", "includes", "vars", "env", "dotenv"})
_NO_STEPS = frozenset({"for", "task", "defer", "platforms", "if"})
_LONGEST = 1_000
_MOST_FILES = 50
_MOST_REFERENCES = 100


class _Included(NamedTuple):
    """A file to read: the namespace of its tasks, whether they are internal, and the files on the way to it."""

    file: SourceFile
    namespace: str = ""
    is_internal: bool = False
    above: tuple[str, ...] = ()


class _Reader:
    """Reads a Taskfile and the files that it includes, each once for a namespace; a cycle of them is a problem."""

    def __init__(self, file: SourceFile, tree: FileTree) -> None:
        self.tree = tree
        self.directory = ProjectSheet(file, tree).directory
        self.sheets: list[ProjectSheet] = []
        self.tasks: dict[str, Task] = {}
        self.waiting = [_Included(file)]
        self.excluded: set[str] = set()
        self.wildcards: list[str] = []
        self.seen = {(file.path, "")}

    def read(self, included: _Included) -> None:
        """Read one file; only the tasks themselves can call what is internal."""
        sheet = ProjectSheet(included.file, self.tree)
        self.sheets.append(sheet)
        try:
            document = YamlDocument(included.file)
            if document.root is not None and not isinstance(document.root, PlacedTable):
                raise UnreadableError("not a Taskfile: its top level is no mapping", 1)
            if document.root and _SECTIONS.isdisjoint(document.root):
                raise UnreadableError("not a Taskfile: it has no tasks", 1)
        except UnreadableError as problem:
            if len(self.sheets) == 1:
                raise
            sheet.problem(problem.reason, problem.line or 1)
            return
        self._includes(sheet, document, included)
        if not included.is_internal:
            self._tasks(sheet, document, included.namespace)

    def _tasks(self, sheet: ProjectSheet, document: PlacedDocument, namespace: str) -> None:
        common = _fixed(document.get("vars"), {})
        for key in document.keys("tasks"):
            name = f"{namespace}{key}"
            is_internal = document.get("tasks", key, "internal") in ("true", "yes")
            if not key or "*" in key or is_internal or self._is_excluded(name):
                continue
            script, is_known = _script(document, key, common)
            folder = document.text("tasks", key, "dir")
            is_known = is_known and not namespace and "{{" not in folder and not folder.startswith(("/", "~"))
            place = normpath(sheet.beside(folder)) if folder else self.directory
            is_known = is_known and 0 < len(script) <= _LONGEST and not place.startswith("..")
            command = script if is_known else f"task {name}"
            span = (document.span("tasks", key)[0],) * 2
            directory = self.directory if not is_known or place == "." else place
            sheet.runner(name, command, span, key, source="target", directory=directory)
            self._aliases(sheet, document, key, namespace, command, directory)
            needs = tuple(f"{namespace}{need}" for need in _needs(document, key))
            self.tasks[name] = Task(name, script, sheet, document.span("tasks", key), command, needs)

    def _is_excluded(self, name: str) -> bool:
        return name in self.excluded or any(fnmatchcase(name, other) for other in self.wildcards[:_MOST_FILES])

    def _aliases(
        self, sheet: ProjectSheet, document: PlacedDocument, key: str, namespace: str, command: str, directory: str
    ) -> None:
        """Claim the other names of a task, those that say what it is for: `t` tells nothing more than `test`."""
        for where, alias in document.strings("tasks", key, "aliases"):
            if purpose_of_name(alias):
                name = f"{namespace}{alias}"
                sheet.runner(name, command, document.span(*where), alias, source="target", directory=directory)

    def _includes(self, sheet: ProjectSheet, document: PlacedDocument, included: _Included) -> None:
        namespace, above = included.namespace, (*included.above, included.file.path)
        common = _fixed(document.get("vars"), {})
        for key in document.keys("includes"):
            name, _ = _filled(document.text("includes", key) or document.text("includes", key, "taskfile"), common)
            is_optional = document.get("includes", key, "optional") == "true"
            line = document.span("includes", key)[0]
            if not name or "{{" in name:
                continue
            file = None if "://" in name else self._find(normpath(sheet.beside(name)))
            inner = namespace if document.get("includes", key, "flatten") == "true" else f"{namespace}{key}:"
            is_hidden = included.is_internal or document.get("includes", key, "internal") == "true"
            excluded = [f"{inner}{item}" for _, item in document.strings("includes", key, "excludes")]
            self.excluded.update(excluded)
            self.wildcards += (item for item in excluded if "*" in item)
            if file is None:
                if not is_optional:
                    reason = "is remote" if "://" in name else "does not exist"
                    sheet.problem(f"included file {name!r} {reason}", line)
            elif file.path in above:
                sheet.problem(f"included file {name!r} includes this one", line)
            elif (file.path, inner) not in self.seen and len(self.seen) < _MOST_FILES and inner.count(":") < 8:
                self.seen.add((file.path, inner))
                self.waiting.append(_Included(file, inner, is_hidden, above))

    def _find(self, path: str) -> SourceFile | None:
        """The file of this path, or the Taskfile in the folder of this path."""
        names = [path] if path.endswith((".yml", ".yaml")) else [path, *(f"{path}/{name}" for name in PATTERNS)]
        names = [normpath(name) for name in names if not name.startswith(("../", "/"))]
        return next((file for name in names if (file := self.tree.read(name))), None)


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one Taskfile and the files that it includes."""
    folder, _, name = file.path.rpartition("/")
    before = [f"{folder}/{other}" if folder else other for other in PATTERNS[: PATTERNS.index(name)]]
    if ".dist." in name and any(tree.exists(other) for other in before if ".dist." not in other):
        return []
    reader = _Reader(file, tree)
    for included in reader.waiting:
        reader.read(included)
    claim_test_suites(reader.tasks)
    return [claim for sheet in reader.sheets for claim in sheet.claims]


def _fixed(table: Any, known: Mapping[str, str]) -> dict[str, str]:
    """The variables of a table whose text is fixed, on top of those known before."""
    found = dict(known)
    for name, value in table.items() if isinstance(table, PlacedTable) else ():
        text, is_known = _filled(value, found) if isinstance(value, str) else ("", False)
        if is_known and len(text) <= _LONGEST:
            found[name] = text
        else:
            found.pop(name, None)
    return found


def _filled(text: str, variables: Mapping[str, str]) -> tuple[str, bool]:
    """A text with its variables filled in, and whether that was all there was to fill in."""
    if not 0 < text.count("{{") <= _MOST_REFERENCES:
        return text, "{{" not in text
    filled = _VARIABLE.sub(lambda match: variables.get(match["name"], match[0]), text)
    return filled.rstrip(), "{{" not in filled


def _script(document: PlacedDocument, key: str, common: Mapping[str, str]) -> tuple[str, bool]:
    """What the commands of a task run, and whether that is all of it and fixed."""
    task = ("tasks", key)
    variables = {**_fixed(document.get(*task, "vars"), common), "CLI_ARGS": ""}
    is_known = not any(document.get(*place) for place in (("env",), ("dotenv",), (*task, "env"), (*task, "dotenv")))
    is_known = is_known and not any(document.get(*task, word) for word in ("deps", "requires", "platforms", "if"))
    lines: list[str] = []
    for step in _steps(document, key):
        if isinstance(step, PlacedTable):
            is_known = is_known and _NO_STEPS.isdisjoint(step) and "cmd" in step
            step = step.get("cmd")
        text, is_fixed = _filled(step, variables) if isinstance(step, str) else ("", True)
        is_known = is_known and is_fixed
        lines += [text.strip()] if text.strip() else []
    script = one_script(lines)
    return script or "\n".join(lines), is_known and script is not None


def _steps(document: PlacedDocument, key: str) -> Iterator[Any]:
    """The steps of a task: the items of `cmds`, `cmd`, or the task itself where it is a command or a list of them."""
    value = document.get("tasks", key)
    if not isinstance(value, PlacedTable):
        yield from (item for _, item in document.items("tasks", key))
        return
    for word in ("cmds", "cmd"):
        yield from (item for _, item in document.items("tasks", key, word))


def _needs(document: PlacedDocument, key: str) -> Iterator[str]:
    """The tasks that a task runs before or in its steps."""
    for _, item in document.items("tasks", key, "deps"):
        name = item.get("task") if isinstance(item, PlacedTable) else item
        if isinstance(name, str):
            yield name
    for step in _steps(document, key):
        if isinstance(step, PlacedTable) and isinstance(step.get("task"), str):
            yield step["task"]
