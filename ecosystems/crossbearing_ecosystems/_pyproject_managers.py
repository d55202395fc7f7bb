"""Which tool manages a `pyproject.toml` project, with its development dependencies and scripts."""

import re
from collections.abc import Iterator

from crossbearing.plugin import Location, PackageManager
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._toml import TomlDocument
from crossbearing_ecosystems._toml_index import Path
from crossbearing_ecosystems._toml_requirements import read_requirements

_MANAGERS = ("uv", "poetry", "pdm", "hatch")
_LOCKS = (("uv", "uv.lock"), ("poetry", "poetry.lock"), ("pdm", "pdm.lock"))
_BACKENDS = (
    ("poetry", "poetry"),
    ("pdm", "pdm"),
    ("uv_build", "uv"),
    ("hatchling", "hatch"),
    ("flit", "flit"),
    ("setuptools", "setuptools"),
)
_SCRIPTS = (
    (("tool", "pdm", "scripts"), "pdm run"),
    (("tool", "poe", "tasks"), "poe"),
    (("tool", "taskipy", "tasks"), "task"),
    (("tool", "rye", "scripts"), "rye run"),
    (("tool", "pixi", "tasks"), "pixi run"),
)
_FRAMEWORK = re.compile(r"(?<![\w.-])(pytest|nose2|unittest|behave)(?![\w.-])")


def read_managers(document: TomlDocument, sheet: PythonSheet) -> None:
    """Claim the package manager and its development dependencies and scripts."""
    _manager(document, sheet)
    _development_dependencies(document, sheet)
    _scripts(document, sheet)
    _hatch_environments(document, sheet)


def _manager(document: TomlDocument, sheet: PythonSheet) -> None:
    locked = next(((name, lock) for name, lock in _LOCKS if sheet.tree.exists(sheet.beside(lock))), None)
    tables = [name for name in _MANAGERS if document.has("tool", name)]
    if locked and locked[0] not in tables and document.has("project"):
        _lock_file(sheet, *locked)
        return
    if tables:
        name = locked[0] if locked and locked[0] in tables else tables[0]
        sheet.manager(name, document.span("tool", name))
        return
    backend = document.text("build-system", "build-backend")
    for prefix, name in _BACKENDS:
        if backend.startswith(prefix):
            sheet.manager(name, document.span("build-system", "build-backend"), prefix)
            return
    if not backend:
        # PEP 518: without a backend the build goes to setuptools.
        for path, text in document.strings("build-system", "requires"):
            if text.startswith("setuptools"):
                sheet.manager("setuptools", document.span(*path))
                return


def _lock_file(sheet: PythonSheet, name: str, lock: str) -> None:
    """A lock file proves its tool by being there; its first words stand for it."""
    path = sheet.beside(lock)
    lines = found.lines if (found := sheet.tree.read(path)) else []
    for number, line in enumerate(lines, 1):
        if words := line.strip()[:80].strip():
            spelling = "" if name in words else words
            sheet.add(PackageManager(evidence=Location(path, number), spelling=spelling, name=name))
            return


def _development_dependencies(document: TomlDocument, sheet: PythonSheet) -> None:
    for tool in ("uv", "rye"):
        read_requirements(document, sheet, ("tool", tool, "dev-dependencies"), "dev", "dev")
    for group in document.keys("tool", "pdm", "dev-dependencies"):
        read_requirements(document, sheet, ("tool", "pdm", "dev-dependencies", group), "dev", group)


def _scripts(document: TomlDocument, sheet: PythonSheet) -> None:
    for table, command in _SCRIPTS:
        for name in document.keys(*table):
            if not name.startswith("_"):
                _script(document, sheet, (*table, name), name, f"{command} {name}")


def _script(document: TomlDocument, sheet: PythonSheet, path: Path, name: str, command: str) -> None:
    span = document.span(*path)
    sheet.runner(name, command, span, str(path[-1]), source="script")
    framework = _FRAMEWORK.search(" ".join(_words(document.get(*path)))) if name.startswith("test") else None
    if framework:
        sheet.test_suite(framework[1], span, command, str(path[-1]))


def _words(value: object) -> Iterator[str]:
    """The strings of a script, which may be a string, a list, or a table with one of them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (item for item in value if isinstance(item, str))
    elif isinstance(value, dict):
        for key in ("cmd", "shell", "script", "composite", "sequence", "chain"):
            item = value.get(key)
            yield from (item,) if isinstance(item, str) else ()
            yield from (part for part in item if isinstance(part, str)) if isinstance(item, list) else ()


def _hatch_environments(document: TomlDocument, sheet: PythonSheet) -> None:
    environments = ("tool", "hatch", "envs")
    for name in document.keys(*environments):
        path = (*environments, name)
        for key in ("dependencies", "extra-dependencies"):
            read_requirements(document, sheet, (*path, key), "dev", name)
        for script in document.keys(*path, "scripts"):
            if not script.startswith("_"):
                full = script if name == "default" else f"{name}:{script}"
                _script(document, sheet, (*path, "scripts", script), full, f"hatch run {full}")
