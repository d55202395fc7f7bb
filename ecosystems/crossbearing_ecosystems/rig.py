"""Reads `crossbearing.rig.toml`: a build graph described by hand, for build systems that nothing else here reads.

Five arrays of tables, each entry with a `name` of its own:

- `[[component]]`: `kind` (`executable`, `static-library`, `shared-library`, `module-library`, `object-library`,
  `interface-library`, `package`), `path`, `sources`, `depends_on`
- `[[aggregator]]`: `depends_on`
- `[[runner]]`: `command`, `directory`, `depends_on`
- `[[test]]`: `command`, `directory`, `depends_on`, `framework`
- `[[external]]`: `version`, `ecosystem` and `source` of a package from elsewhere, or `path` of one in the tree

Every entry is a target (an external one a dependency or external package); a component is a component of the manifest
as well, a runner a runner, a test with a framework a test suite. Paths are relative to the folder of the file.
`depends_on` names other entries. `evidence = "file:line"` points at a line that proves the entry and must hold its
name, or the words given as `spelling`; without it the entry's own line does.

Example: `[[runner]]` with `name = "flash"` and `command = "./flash.sh"` claims the runner `flash` at the line of its
name.

Limits: the file is checked strictly. Every mistake is listed in `errors` with its line; an entry without a usable name,
kind, value or evidence is left out, and the others stand.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from posixpath import normpath
from typing import Any, Literal, NamedTuple

from crossbearing.plugin import (
    Claim,
    Component,
    Dependency,
    EntryPoint,
    ExternalPackage,
    FileTree,
    Location,
    Runner,
    SourceFile,
    Target,
    TestSuite,
    hookimpl,
)
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Proof
from crossbearing_ecosystems._toml import TomlDocument

VERSION = 1
PATTERNS = ("crossbearing.rig.toml",)

_COMPONENT_KINDS: Mapping[str, Literal["package", "app", "lib"]] = {
    "executable": "app",
    "static-library": "lib",
    "shared-library": "lib",
    "module-library": "lib",
    "object-library": "lib",
    "interface-library": "lib",
    "package": "package",
}
_COMMON = {"name": str, "evidence": str, "spelling": str}
_KEYS: Mapping[str, Mapping[str, Any]] = {
    "component": {**_COMMON, "kind": str, "path": str, "sources": list, "depends_on": list},
    "aggregator": {**_COMMON, "depends_on": list},
    "runner": {**_COMMON, "command": str, "directory": str, "depends_on": list},
    "test": {**_COMMON, "command": str, "directory": str, "depends_on": list, "framework": str},
    "external": {**_COMMON, "version": str, "ecosystem": str, "source": str, "path": str},
}
_NEEDED = {"component": ("name", "kind"), "runner": ("name", "command"), "test": ("name", "command")}
_TYPES: Mapping[Any, str] = {str: "a string", list: "a list of strings"}
_EVIDENCE = re.compile(r"(?P<path>.+):(?P<line>[0-9]{1,8})")


class _Entry(NamedTuple):
    """One entry whose keys and values are of the right form."""

    table: str
    number: int
    name: str
    values: Mapping[str, Any]
    proof: Proof

    def text(self, key: str) -> str:
        return str(self.values.get(key, ""))


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read and check one description."""
    return _Description(file, tree).read()


class _Description:
    def __init__(self, file: SourceFile, tree: FileTree) -> None:
        self._sheet = ProjectSheet(file, tree, "generic")
        self._document = TomlDocument(file)
        self._tree = tree

    def read(self) -> Sequence[Claim]:
        for table in self._document.get() or ():
            if table not in _KEYS:
                self._problem(f"unknown table {table!r}: there are {', '.join(sorted(_KEYS))}", table)
        names = self._names()
        entries = [entry for entry in self._entries() if entry is not None]
        for entry in entries:
            self._claim(entry, self._depends_on(entry, names), self._sources(entry))
        return self._sheet.claims

    def _problem(self, reason: str, *path: str | int) -> None:
        self._sheet.problem(reason, self._document.span(*path)[0])

    def _names(self) -> set[str]:
        return {
            name
            for table in _KEYS
            for path, _ in self._document.items(table)
            if (name := self._document.text(*path, "name"))
        }

    # --- checks ---

    def _entries(self) -> Iterator[_Entry | None]:
        seen: set[str] = set()
        for table, keys in _KEYS.items():
            if self._document.get(table) is not None and not isinstance(self._document.get(table), list):
                self._problem(f"{table!r} must be written [[{table}]]", table)
                continue
            for path, values in self._document.items(table):
                if not isinstance(values, dict):
                    self._problem(f"an entry of {table!r} must be a table", *path)
                elif self._is_sound(table, path, values, keys):
                    name = values["name"]
                    if name in seen:
                        self._problem(f"{name!r} is described twice", *path, "name")
                        continue
                    seen.add(name)
                    proof = self._proof(path, values)
                    known = {key: value for key, value in values.items() if key in keys}
                    yield _Entry(table, int(path[1]), name, known, proof) if proof else None

    def _is_sound(
        self, table: str, path: tuple[str | int, ...], values: Mapping[str, Any], keys: Mapping[str, Any]
    ) -> bool:
        is_sound = True
        for key, value in values.items():
            if key not in keys:
                self._problem(f"unknown key {key!r} of a {table}: there are {', '.join(sorted(keys))}", *path, key)
            elif not isinstance(value, keys[key]) or (
                isinstance(value, list) and not all(isinstance(item, str) for item in value)
            ):
                self._problem(f"{key!r} of a {table} must be {_TYPES[keys[key]]}", *path, key)
                is_sound = False
        for key in _NEEDED.get(table, ("name",)):
            if key not in values:
                self._problem(f"a {table} needs {key!r}", *path)
                is_sound = False
            elif isinstance(values[key], str) and not values[key].strip():
                self._problem(f"{key!r} of a {table} is empty", *path, key)
                is_sound = False
        kind = values.get("kind")
        if table == "component" and isinstance(kind, str) and kind.strip() and kind not in _COMPONENT_KINDS:
            self._problem(f"unknown kind {kind!r}: there are {', '.join(_COMPONENT_KINDS)}", *path, "kind")
            is_sound = False
        return is_sound

    def _proof(self, path: tuple[str | int, ...], values: Mapping[str, Any]) -> Proof | None:
        """The line that the entry names as its proof, or its own; None, with a problem, where it proves nothing."""
        name, written = values["name"], values.get("evidence")
        words = values.get("spelling") or name
        if written is None:
            return self._sheet.proof(self._document.span(*path, "name"), name)
        match = _EVIDENCE.fullmatch(written)
        place = self._below(match["path"]) if match else None
        file = self._tree.read(place) if place else None
        if not match or file is None:
            reason = "is no 'file:line'" if not match else "names no file of the repository"
            self._problem(f"evidence {written!r} {reason}", *path, "evidence")
            return None
        number = int(match["line"])
        lines = file.lines if file.lines[-1] else file.lines[:-1]
        if not 1 <= number <= len(lines):
            self._problem(f"evidence {written!r} is beyond the last line, {len(lines)}", *path, "evidence")
        elif words not in lines[number - 1]:
            self._problem(f"{words!r} does not stand at {written!r}", *path, "evidence")
        else:
            return Proof(Location(file.path, number), "" if words == name else words)
        return None

    def _below(self, path: str) -> str | None:
        """A path relative to the folder of the file as one of the repository; None where it leads out of it."""
        found = normpath(self._sheet.beside(path)) if path else self._sheet.directory
        return None if found == ".." or found.startswith(("../", "/")) else "" if found == "." else found

    def _depends_on(self, entry: _Entry, names: set[str]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for place, name in enumerate(entry.values.get("depends_on", ())):
            path = (entry.table, entry.number, "depends_on", place)
            if name not in names:
                self._problem(f"{entry.name!r} depends on {name!r}, which is described nowhere", *path)
            elif name == entry.name:
                self._problem(f"{entry.name!r} depends on itself", *path)
            else:
                found[name] = None
        return tuple(sorted(found))

    def _sources(self, entry: _Entry) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for place, source in enumerate(entry.values.get("sources", ())):
            path = self._below(source)
            if path and self._tree.exists(path):
                found[path] = None
            else:
                self._problem(f"source {source!r} does not exist", entry.table, entry.number, "sources", place)
        return tuple(sorted(found))

    # --- claims ---

    def _claim(self, entry: _Entry, depends_on: tuple[str, ...], sources: tuple[str, ...]) -> None:
        if entry.table == "external":
            self._external(entry)
            return
        key = "path" if entry.table == "component" else "directory"
        directory = self._below(entry.text(key))
        if directory is None:
            self._problem(f"{key} {entry.text(key)!r} leads out of the repository", entry.table, entry.number, key)
            return
        kind: Any = entry.text("kind") if entry.table == "component" else entry.table
        evidence, spelling = entry.proof
        command = entry.text("command")
        self._sheet.add(
            Target(
                evidence=evidence,
                spelling=spelling,
                name=entry.name,
                kind=kind,
                directory=directory,
                depends_on=depends_on,
                sources=sources,
                command=command,
            )
        )
        if entry.table == "component":
            self._component(entry, directory)
        elif entry.table == "runner":
            self._sheet.add(
                Runner(
                    evidence=evidence,
                    spelling=spelling,
                    name=entry.name,
                    command=command,
                    source="target",
                    directory=directory,
                )
            )
        elif entry.text("framework"):
            words = spelling or entry.name
            self._sheet.add(
                TestSuite(evidence=evidence, spelling=words, framework=entry.text("framework"), command=command)
            )

    def _component(self, entry: _Entry, directory: str) -> None:
        evidence, spelling = entry.proof
        kind = _COMPONENT_KINDS[entry.text("kind")]
        self._sheet.add(
            Component(
                evidence=evidence,
                spelling=spelling,
                name=entry.name,
                path=directory or ".",
                kind=kind,
                ecosystem="generic",
            )
        )
        if kind == "app":
            self._sheet.add(EntryPoint(evidence=evidence, spelling=spelling, name=entry.name, kind="bin"))

    def _external(self, entry: _Entry) -> None:
        evidence, spelling = entry.proof
        if not entry.text("path"):
            self._sheet.add(
                Dependency(
                    evidence=evidence,
                    spelling=spelling,
                    name=entry.name,
                    version=entry.text("version") or None,
                    source=entry.text("source"),
                    ecosystem=entry.text("ecosystem") or "generic",
                )
            )
            return
        path = self._below(entry.text("path"))
        if path and (self._sheet.has_folder(path) or self._tree.exists(path)):
            self._sheet.add(ExternalPackage(evidence=evidence, spelling=spelling, name=entry.name, path=path))
        else:
            self._problem(f"path {entry.text('path')!r} does not exist", "external", entry.number, "path")
