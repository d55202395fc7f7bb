"""Reads `deno.json` and `deno.jsonc`: the package, its imports, tasks, workspace, and what Deno does by itself.

- **Package**: a component of JSR, where it has a name; its `exports` as entry points.
- **Dependencies**: `imports` and `scopes`, of the file itself or of the import map that it names. `jsr:` and `npm:` are
  claimed under the name and version that they state, URLs under the name in them (`https://deno.land/x/oak@v12.0.0/`
  is `oak`, `v12.0.0`), else under the name that they are given. Files of the repository are no dependencies.
- **Tasks**: each is a runner (`deno task build`), and a test suite where it tests.
- **Conventions**: `deno test`, `deno lint`, `deno fmt` and `deno bench` where the file has settings for them, and
  `deno test` where the folder has test files and no task tests; unless the file is a member of a workspace above.
- **Package manager**: Deno, for the outermost file. `typescript` where there are `compilerOptions`.
- **Workspace**: the layout `deno-workspace`, at each member that is there.

Example: `"@std/path": "jsr:@std/path@^1.0.8"` on line 4 claims `@std/path`, version `^1.0.8`, at line 4.

Limits: what the source files import by URL without an import map is not claimed.
"""

import re
import shlex
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from posixpath import normpath

from crossbearing.plugin import Claim, FileTree, SourceFile, TestSuite, UnreadableError, hookimpl
from crossbearing_ecosystems._deno import MANIFESTS, read_import
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._npm_entries import read_exports
from crossbearing_ecosystems._npm_scripts import frameworks_in
from crossbearing_ecosystems._npm_sheet import NpmSheet
from crossbearing_ecosystems._npm_specifier import is_package_name
from crossbearing_ecosystems._npm_workspaces import inside, patterns_with_members, upwards
from crossbearing_ecosystems._placed import Path, PlacedDocument

VERSION = 1
PATTERNS = (
    "deno.json",
    "deno.jsonc",
)

_CONVENTIONS = {"test": "deno test", "lint": "deno lint", "fmt": "deno fmt", "bench": "deno bench"}
_NAMES = {"fmt": "format"}
_TEST_FILE = re.compile(r"(?:.*[._])?test\.[mc]?[jt]sx?", re.ASCII)
_MEMBERS = (*MANIFESTS, "package.json")


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``deno.json`` and the import map that it names."""
    document = JsonDocument(file, lenient=True)
    if not isinstance(document.root, dict):
        raise UnreadableError("not a configuration of Deno: there is no object at the top", 1)
    sheet = NpmSheet(file, tree, "jsr")
    name = document.text("name")
    if is_package_name(name):
        sheet.component(name, sheet.directory, document.span("name"), "lib")
        read_exports(document, sheet, name)
    _imports(document, sheet)
    _tasks(document, sheet)
    _conventions(document, sheet)
    _workspace(document, sheet)
    return [*sheet.claims, *_import_map(document, sheet)]


def _imports(document: PlacedDocument, sheet: NpmSheet) -> None:
    tables: list[Path] = [("imports",), *(("scopes", scope) for scope in document.keys("scopes"))]
    for table in tables:
        for alias in document.keys(*table):
            if wanted := read_import(alias, document.text(*table, alias)):
                sheet.wanted(wanted, document.span(*table, alias), "runtime", "", alias.rstrip("/"))


def _import_map(document: PlacedDocument, sheet: NpmSheet) -> list[Claim]:
    name = document.text("importMap")
    file = sheet.tree.read(normpath(sheet.beside(name))) if name else None
    if file is None:
        return []
    inner = NpmSheet(file, sheet.tree, "jsr")
    try:
        _imports(JsonDocument(file, lenient=True), inner)
    except UnreadableError as problem:
        inner.problem(problem.reason, problem.line or 1)
    return inner.claims


def _tasks(document: PlacedDocument, sheet: NpmSheet) -> None:
    suites: dict[str, str] = {}
    for name in sorted(document.keys("tasks"), key=lambda name: name != "test"):
        span = document.span("tasks", name)
        sheet.runner(name, f"deno task {shlex.quote(name)}", span, source="script")
        command = document.text("tasks", name) or document.text("tasks", name, "command")
        for framework in frameworks_in(command):
            suites.setdefault(framework, name)
    for framework, name in suites.items():
        sheet.test_suite(framework, document.span("tasks", name), f"deno task {shlex.quote(name)}", name)


def _conventions(document: PlacedDocument, sheet: NpmSheet) -> None:
    """What Deno does without being told how, where the file is not a part of another one's workspace."""
    first = next(iter(document.keys()), None)
    folders = list(upwards(sheet.directory))[1:]
    if first is None or any(sheet.tree.exists(inside(folder, name)) for folder in folders for name in MANIFESTS):
        return
    place = (document.span(first)[0],) * 2
    sheet.manager("deno", place, first)
    if document.has("compilerOptions"):
        sheet.language("typescript", (document.span("compilerOptions")[0],) * 2, "compilerOptions")
    for key, command in _CONVENTIONS.items():
        if document.has(key):
            line = document.span(key)[0]
            sheet.runner(_NAMES.get(key, key), command, (line, line), key, source="convention")
    is_told = any(isinstance(claim, TestSuite) for claim in sheet.claims)
    if not is_told and any(_TEST_FILE.fullmatch(path.rpartition("/")[2]) for path in _paths_below(sheet)):
        sheet.runner("test", "deno test", place, first, source="convention")
        sheet.test_suite("deno test", place, "deno test", first)


def _paths_below(sheet: NpmSheet) -> Iterator[str]:
    prefix = f"{sheet.directory}/" if sheet.directory else ""
    paths = sheet.tree.paths
    for place in range(bisect_left(paths, prefix), len(paths)):
        if not paths[place].startswith(prefix):
            return
        yield paths[place]


def _workspace(document: PlacedDocument, sheet: NpmSheet) -> None:
    root: Path = ("workspace", "members") if document.has("workspace") else ("workspace",)
    patterns = {text: path for path, text in document.strings(*root)}
    for text in patterns_with_members(sheet.tree, sheet.directory, patterns, _MEMBERS) if patterns else ():
        sheet.layout("deno-workspace", document.span(*patterns[text]), text)
