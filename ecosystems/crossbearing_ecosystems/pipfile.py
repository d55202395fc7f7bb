"""Reads `Pipfile`: the packages, Python version and scripts of a project that pipenv manages.

- **Dependencies**: `[packages]` are needed at run time, `[dev-packages]` for development; any other table of packages
  is a category of its own, for development or optional by its name. Keys such as `sys_platform` become the marker, and
  a git address, path, file or named index the source. The project's own folder is no dependency.
- **Python**: `python_version` or `python_full_version` of `[requires]`.
- **Runners**: `[scripts]`, run with `pipenv run NAME`; a test suite where a script runs a known framework.
- **Package manager**: pipenv.

Example: `requests = {version = ">=2", extras = ["socks"]}` on line 9 claims `requests`, version `>=2`, at line 9.

Limits: versions stay as written, `*` included; sources (`[[source]]`) are not claimed.
"""

from collections.abc import Iterator, Mapping, Sequence
from posixpath import normpath
from typing import Any

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._commands import framework_of
from crossbearing_ecosystems._pep508 import is_for_developers
from crossbearing_ecosystems._project_sheet import DependencyKind
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._toml import TomlDocument

VERSION = 1
PATTERNS = ("Pipfile",)

_KNOWN: Mapping[str, tuple[DependencyKind, str]] = {"packages": ("runtime", ""), "dev-packages": ("dev", "dev")}
_OTHER_TABLES = frozenset({"source", "requires", "scripts", "pipenv", "pipfile"})
# fmt: off
_MARKERS = (
    "os_name", "sys_platform", "platform_machine", "platform_python_implementation", "platform_release",
    "platform_system", "platform_version", "python_version", "python_full_version", "implementation_name",
    "implementation_version",
)
# fmt: on
_SOURCES = ("git", "hg", "svn", "bzr", "path", "file", "index")


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``Pipfile``."""
    document = TomlDocument(file)
    sheet = PythonSheet(file, tree)
    tables = list(_package_tables(document))
    if first := next((table for table in (*_KNOWN, *tables) if document.has(table)), ""):
        sheet.manager("pipenv", document.span(first), first)
    for key in ("python_full_version", "python_version"):
        if version := document.text("requires", key):
            sheet.language("python", document.span("requires", key), version=version)
            break
    for table in tables:
        kind, group = _KNOWN.get(table) or ("dev" if is_for_developers(table) else "optional", table)
        for name in document.keys(table):
            _package(document, sheet, table, name, kind, group)
    _scripts(document, sheet)
    return sheet.claims


def _package_tables(document: TomlDocument) -> Iterator[str]:
    return (key for key in document.keys(*()) if key not in _OTHER_TABLES and document.has(key))


def _package(
    document: TomlDocument, sheet: PythonSheet, table: str, name: str, kind: DependencyKind, group: str
) -> None:
    value = document.get(table, name)
    span = document.span(table, name)
    if isinstance(value, str):
        sheet.dependency(name, value or None, span, kind, group)
    elif isinstance(value, dict):
        source = next(_texts(value, *_SOURCES), "")
        if normpath(source or "-") != ".":
            version = next(_texts(value, "version"), None)
            sheet.dependency(name, version, span, kind, group, _marker(value), source)
    else:
        sheet.problem(f"{name!r} in [{table}] is neither a version nor a table", span[0])


def _marker(value: Mapping[str, Any]) -> str:
    markers = [*_texts(value, "markers")]
    markers += [f"{key} {condition}" for key in _MARKERS for condition in _texts(value, key)]
    return " and ".join(markers)


def _texts(value: Mapping[str, Any], *keys: str) -> Iterator[str]:
    return (text for key in keys if isinstance(text := value.get(key), str) and text)


def _scripts(document: TomlDocument, sheet: PythonSheet) -> None:
    for name in document.keys("scripts"):
        span = document.span("scripts", name)
        command = f"pipenv run {name}"
        sheet.runner(name, command, span, source="script")
        script = document.text("scripts", name) or document.text("scripts", name, "cmd")
        if framework := framework_of(script):
            sheet.test_suite(framework, span, command, name)
