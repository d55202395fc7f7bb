"""Reads the files of Bazel: `MODULE.bazel`, `WORKSPACE`, `BUILD` files and `.bazelversion`. Nothing is run.

- **Modules**: `bazel_dep` with its version, for development where it says so, and the source of an override;
  `http_archive`, `git_repository`, `go_repository` and local repositories of a `WORKSPACE`. `module()` and
  `workspace()` name the component.
- **Rules** of `BUILD` files by the name of the rule: `*_binary`, `*_library`, `*_test`, `alias`, `filegroup`,
  `test_suite`, `genrule`. A target is known by its label; `srcs` and `glob` are files of the repository, `deps` labels
  in full or, of another module, its name. All branches of `select` count.
- **Runners**: by convention `bazel build //...`, and `bazel test //...` where a package has a test.

Example: `cc_library(name = "core", …)` on line 3 of `src/BUILD` claims the target `//src:core`, spelled `core`.

Limits: macros of the project are known by their suffix alone, and what they make is not followed; rules within
comprehensions, and dependencies of module extensions, are not read.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._bazel_modules import ModuleReader, repository_names
from crossbearing_ecosystems._bazel_rules import RuleReader, kind_of
from crossbearing_ecosystems._bazel_values import Values, faults, top_calls
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._remembered import ByTree
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._syntax import parse_syntax

if TYPE_CHECKING:
    from tree_sitter import Node

VERSION = 1
PATTERNS = (
    "BUILD.bazel",
    "BUILD",
    "MODULE.bazel",
    "*.MODULE.bazel",
    "WORKSPACE",
    "WORKSPACE.bazel",
    "WORKSPACE.bzlmod",
    ".bazelversion",
)

_TOPS = ("MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE", "REPO.bazel")
_BUILD_FILES = ("BUILD.bazel", "BUILD")
_MOST_PACKAGES_TO_LOOK_AT = 300

# The names of modules are asked for by every package.
_names: ByTree[dict[str, Mapping[str, str]]] = ByTree(lambda tree: {})


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one file."""
    folder, _, name = file.path.rpartition("/")
    sheet = ProjectSheet(file, tree, "bazel")
    if name == ".bazelversion":
        _version(sheet)
        return sheet.claims
    if name == "BUILD" and tree.exists(sheet.beside("BUILD.bazel")):
        return []
    root = parse_syntax(file, "starlark")
    problems = list(faults(root))
    calls = any(True for _ in top_calls(root))
    if problems and not calls:
        raise UnreadableError(f"unparseable: {problems[0][0]}", problems[0][1])
    for reason, line in problems:
        sheet.problem(f"unparseable: {reason}", line)
    values = Values(tree, folder)
    if name in _BUILD_FILES:
        _package(sheet, tree, values, root)
    elif name.endswith("MODULE.bazel"):
        ModuleReader(sheet, values).modules(root)
    else:
        ModuleReader(sheet, values).repositories(root)
    if name in _TOPS and not _is_superseded(sheet, name) and calls:
        _conventions(sheet, tree, next(iter(top_calls(root))).span)
    return sheet.claims


def _version(sheet: ProjectSheet) -> None:
    for number, line in enumerate(sheet.file.lines[:50], 1):
        if (text := line.partition("#")[0].strip()) and len(text) < 100:
            sheet.manager("bazel", (number, number), text, version=text)
            return


def _is_superseded(sheet: ProjectSheet, name: str) -> bool:
    """Say whether a file of more weight marks the same workspace."""
    return any(sheet.tree.exists(sheet.beside(other)) for other in _TOPS[: _TOPS.index(name)])


def _conventions(sheet: ProjectSheet, tree: FileTree, span: Span) -> None:
    word = sheet.file.lines[span[0] - 1].strip().partition("(")[0]
    sheet.manager("bazel", span, word)
    sheet.runner("build", "bazel build //...", span, word, source="convention")
    if found := _first_test(tree, sheet.directory):
        other, line, rule = found
        tests = ProjectSheet(other, tree, "bazel")
        tests.test_suite("bazel", (line, line), None, rule)
        tests.runner("test", "bazel test //...", (line, line), rule, source="convention", directory=sheet.directory)
        sheet.claims += tests.claims


def _first_test(tree: FileTree, folder: str) -> tuple[SourceFile, int, str] | None:
    """The first rule of the workspace that is a test: the file, the line, and the name of the rule."""
    prefix = f"{folder}/" if folder else ""
    looked = 0
    for path in tree.paths:
        if not path.startswith(prefix) or path.rpartition("/")[2] not in _BUILD_FILES:
            continue
        looked += 1
        file = tree.read(path) if looked <= _MOST_PACKAGES_TO_LOOK_AT else None
        if file is None or "_test(" not in file.text or _top_of(path, tree) != folder:
            continue
        for number, line in enumerate(file.lines, 1):
            rule, bracket, _ = line.partition("(")
            if bracket and rule.isidentifier() and kind_of(rule) == "test":
                return file, number, rule
    return None


def _package(sheet: ProjectSheet, tree: FileTree, values: Values, root: "Node") -> None:
    folder = sheet.directory
    top = _top_of(sheet.file.path, tree)
    package = folder[len(top) :].lstrip("/")
    reader = RuleReader(sheet, tree, package, _module_names(top, tree))
    for call in top_calls(root, values):
        reader.read(call, values)


def _top_of(path: str, tree: FileTree) -> str:
    """The folder of the workspace that a file belongs to."""
    folder = path.rpartition("/")[0]
    while folder:
        if any(tree.exists(f"{folder}/{name}") for name in _TOPS):
            return folder
        folder = folder.rpartition("/")[0]
    return ""


def _module_names(top: str, tree: FileTree) -> Mapping[str, str]:
    known = _names.of(tree)
    if top not in known:
        file = tree.read(f"{top}/MODULE.bazel" if top else "MODULE.bazel")
        try:
            known[top] = repository_names(parse_syntax(file, "starlark"), Values(tree, top)) if file else {}
        except UnreadableError:
            known[top] = {}
    return known[top]
