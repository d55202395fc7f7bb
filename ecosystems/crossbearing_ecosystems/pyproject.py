"""Reads `pyproject.toml`: the project, its dependencies, entry points, package manager, and configured tools.

What it claims, each with the line that says so:

- **Project** (PEP 621 `[project]`, `[tool.poetry]`): a component, the Python versions, runtime and optional
  dependencies, scripts, plugins; languages named by classifiers. What `[project]` lists is not repeated from
  `[tool.poetry.dependencies]`, which then only says where it comes from. Files from which `[tool.setuptools.dynamic]`
  takes dependencies are read, unless their names make them requirements files, which are read for themselves.
- **Dependency groups** (PEP 735, poetry groups, `[tool.pdm.dev-dependencies]`, `[tool.uv] dev-dependencies`, hatch
  environments): development dependencies under the group that lists them. An included group is not repeated.
- **Package manager**: the tool whose lock file lies beside; else one with a table of its own (uv, poetry, pdm, hatch);
  else the one that the build backend belongs to (poetry, pdm, uv, hatch, flit, setuptools). No table, no backend: none.
- **Runners**: scripts of hatch, pdm, poe, taskipy, rye and pixi; by convention `python -m build` where a build system
  is stated, `pytest`, `ruff check .`, `mypy .` and the like where the tool is configured.
- **Layout**: `src` folders, test folders, and the packages that build tools are told to take.

Example: `dependencies = ["requests>=2.28"]` on line 9 claims `requests`, version `>=2.28`, kind `runtime`, at line 9.

Limits: values computed at build time (`dynamic`) are not known; an extra or group counts as development by its name
(`dev`, `test`, `docs`, `lint`, …); versions stay as written, in poetry's notation too.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._pep508 import canonical_name, is_for_developers
from crossbearing_ecosystems._project_sheet import DependencyKind, EntryKind
from crossbearing_ecosystems._pyproject_backends import read_backends
from crossbearing_ecosystems._pyproject_managers import read_managers
from crossbearing_ecosystems._pyproject_poetry import read_poetry
from crossbearing_ecosystems._pyproject_tools import read_tools
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._toml import TomlDocument
from crossbearing_ecosystems._toml_requirements import read_requirements

VERSION = 2
PATTERNS = ("pyproject.toml",)

_SOURCES = {
    ("tool", "uv", "sources"): ("git", "url", "path", "index"),
    ("tool", "poetry", "dependencies"): ("git", "url", "path", "file", "source"),
}
_SCRIPTS: dict[str, EntryKind] = {"scripts": "console-script", "gui-scripts": "gui-script"}


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``pyproject.toml``."""
    document = TomlDocument(file)
    sheet = PythonSheet(file, tree)
    sheet.sources = _sources(document)
    _project(document, sheet)
    read_poetry(document, sheet)
    _dependency_groups(document, sheet)
    _build_system(document, sheet)
    read_managers(document, sheet)
    read_backends(document, sheet)
    read_tools(document, sheet)
    return sheet.claims


def _project(document: TomlDocument, sheet: PythonSheet) -> None:
    name = document.text("project", "name")
    if name:
        is_application = any(document.keys("project", table) for table in _SCRIPTS)
        sheet.project(name, document.span("project", "name"), is_application=is_application)
    if version := document.text("project", "requires-python"):
        sheet.python(version, document.span("project", "requires-python"))
    classifiers = document.strings("project", "classifiers")
    sheet.classifiers((text, document.span(*path)) for path, text in classifiers)
    read_requirements(document, sheet, ("project", "dependencies"), "runtime")
    for extra in document.keys("project", "optional-dependencies"):
        kind: DependencyKind = "dev" if is_for_developers(extra) else "optional"
        read_requirements(document, sheet, ("project", "optional-dependencies", extra), kind, extra)
    _entry_points(document, sheet)


def _entry_points(document: TomlDocument, sheet: PythonSheet) -> None:
    for table, kind in _SCRIPTS.items():
        for name in document.keys("project", table):
            path = ("project", table, name)
            sheet.entry_point(name, document.text(*path), document.span(*path), kind)
    for group in document.keys("project", "entry-points"):
        for name in document.keys("project", "entry-points", group):
            place = ("project", "entry-points", group, name)
            sheet.entry_point(name, document.text(*place), document.span(*place), "plugin", group)


def _dependency_groups(document: TomlDocument, sheet: PythonSheet) -> None:
    """PEP 735: requirement strings, and tables that include another group."""
    groups = document.keys("dependency-groups")
    for group in groups:
        for path, item in document.items("dependency-groups", group):
            span = document.span(*path)
            if isinstance(item, str):
                sheet.requirement(item, span, "dev", group)
            elif not isinstance(item, dict) or not isinstance(item.get("include-group"), str):
                sheet.problem(f"dependency group {group!r} holds neither a requirement nor an included group", span[0])
            elif item["include-group"] not in groups:
                sheet.problem(f"dependency group {group!r} includes {item['include-group']!r}, which is none", span[0])


def _build_system(document: TomlDocument, sheet: PythonSheet) -> None:
    read_requirements(document, sheet, ("build-system", "requires"), "build")
    if document.has("build-system"):
        key = ("build-system", "build-backend") if document.text("build-system", "build-backend") else ("build-system",)
        sheet.runner("build", "python -m build", document.span(*key), source="convention")


def _sources(document: TomlDocument) -> dict[str, str]:
    """Where uv and poetry are told to take dependencies from: a URL, a path, a named index, or this workspace."""
    found: dict[str, str] = {}
    for table, keys in _SOURCES.items():
        for name in document.keys(*table):
            for _, item in document.items(*table, name):
                if isinstance(item, dict):
                    places = (item.get(key) for key in keys)
                    place = next((place for place in places if isinstance(place, str)), "")
                    found.setdefault(canonical_name(name), place or ("workspace" if item.get("workspace") else ""))
    return found
