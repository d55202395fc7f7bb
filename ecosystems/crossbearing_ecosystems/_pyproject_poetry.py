"""The tables of poetry in `pyproject.toml`."""

from collections.abc import Container, Iterator
from typing import Any

from crossbearing.plugin import Dependency
from crossbearing_ecosystems._pep508 import canonical_name
from crossbearing_ecosystems._project_sheet import DependencyKind
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._toml import TomlDocument
from crossbearing_ecosystems._toml_index import Path

_POETRY = ("tool", "poetry")


def read_poetry(document: TomlDocument, sheet: PythonSheet) -> None:
    """Claim what ``[tool.poetry]`` declares; ``[project]`` goes first where both name the project."""
    name = document.text(*_POETRY, "name")
    if name and not sheet.own_name:
        sheet.project(name, document.span(*_POETRY, "name"), is_application=bool(document.keys(*_POETRY, "scripts")))
    _dependencies(document, sheet)
    classifiers = document.strings(*_POETRY, "classifiers")
    sheet.classifiers((text, document.span(*path)) for path, text in classifiers)
    _entry_points(document, sheet)
    for path, item in document.items(*_POETRY, "packages"):
        if isinstance(item, dict) and isinstance(item.get("include"), str):
            folder = item.get("from") if isinstance(item.get("from"), str) else ""
            _package(sheet, str(folder), item["include"], document, path)


def _package(sheet: PythonSheet, folder: str, include: str, document: TomlDocument, path: Path) -> None:
    span = document.span(*path)
    sheet.sources_in(folder, span)
    sheet.package(folder, include.strip("/").replace("/", ".").removesuffix(".py"), span)


def _dependencies(document: TomlDocument, sheet: PythonSheet) -> None:
    extras = _extras(document)
    # What [project] lists is not repeated here: poetry only takes from its own table where those come from.
    declared = {canonical_name(claim.name) for claim in sheet.claims if isinstance(claim, Dependency)}
    _table(document, sheet, (*_POETRY, "dependencies"), "runtime", "", extras, declared)
    _table(document, sheet, (*_POETRY, "dev-dependencies"), "dev", "dev", {})
    for group in document.keys(*_POETRY, "group"):
        kind: DependencyKind = "runtime" if group == "main" else "dev"
        _table(document, sheet, (*_POETRY, "group", group, "dependencies"), kind, group, {})


def _extras(document: TomlDocument) -> dict[str, str]:
    """The first extra that each optional dependency belongs to, by canonical name."""
    found: dict[str, str] = {}
    for extra in document.keys(*_POETRY, "extras"):
        for _, name in document.strings(*_POETRY, "extras", extra):
            found.setdefault(canonical_name(name.partition("[")[0].strip()), extra)
    return found


def _table(
    document: TomlDocument,
    sheet: PythonSheet,
    table: Path,
    kind: DependencyKind,
    group: str,
    extras: dict[str, str],
    known: Container[str] = (),
) -> None:
    for name in document.keys(*table):
        if canonical_name(name) in known:
            continue
        for path, item in document.items(*table, name):
            version, marker, source, is_optional = _constraint(item)
            if name == "python":
                sheet.python(version or "", document.span(*path))
                continue
            extra = extras.get(canonical_name(name), "") if is_optional else ""
            span = (document.span(*table, name)[0], document.span(*path)[1])
            sheet.dependency(name, version, span, "optional" if is_optional else kind, extra or group, marker, source)


def _constraint(item: Any) -> tuple[str | None, str, str, bool]:
    """Version, marker, source and whether it is optional, of a constraint string or table."""
    if isinstance(item, str):
        return item or None, "", "", False
    table = item if isinstance(item, dict) else {}

    def first(*keys: str) -> Iterator[str]:
        return (table[key] for key in keys if isinstance(table.get(key), str))

    return (
        next(first("version"), None),
        next(first("markers"), "") or next((f"python {version}" for version in first("python")), ""),
        next(first("git", "url", "path", "file", "source"), ""),
        table.get("optional") is True,
    )


def _entry_points(document: TomlDocument, sheet: PythonSheet) -> None:
    for name in document.keys(*_POETRY, "scripts"):
        path: Path = (*_POETRY, "scripts", name)
        item = document.get(*path)
        is_file = isinstance(item, dict) and item.get("type") == "file"
        target = document.text(*path) or document.text(*path, "reference") or document.text(*path, "callable")
        sheet.entry_point(name, target, document.span(*path), "bin" if is_file else "console-script")
    for group in document.keys(*_POETRY, "plugins"):
        for name in document.keys(*_POETRY, "plugins", group):
            path = (*_POETRY, "plugins", group, name)
            sheet.entry_point(name, document.text(*path), document.span(*path), "plugin", group)
