"""Reads `uv.lock` and the lock files of single scripts (`tool.py.lock`): the exact versions that uv resolved.

- **Locked packages**: each `[[package]]` with its version. Those that are folders of this repository (the project, the
  members of its workspace, packages by path) are not among them. A package that one of them, or a script, depends on is
  marked as direct, and its `requirements` are the specifiers that uv repeats from their metadata.
- Where the file holds several versions of a package, one claim for each folder that depends on the version says whose
  dependency it is, with the specifiers of that folder alone.
- **Package manager**: uv, by the first words of the file.

Example: `name = "click"` on line 12 and `version = "8.1.7"` below it claim that `click` is locked at `8.1.7`, at line
12; `{ name = "click", specifier = ">=8" }` in the project's metadata makes it a direct one that fulfils `>=8`.

Limits: markers under which one of several versions is chosen are not evaluated.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._python_lock import LockSheet, folder_from
from crossbearing_ecosystems._toml_lock import LockTable, TomlLock, dig

VERSION = 1
PATTERNS = ("uv.lock", "*.py.lock")

_FOLDERS = ("editable", "virtual", "directory")
_DEPENDENCIES = ("dependencies", "optional-dependencies", "dev-dependencies")
_METADATA = ("requires-dist", "requires-dev")
_OF_SCRIPTS = ("requirements", "dependency-groups")


class _Use(NamedTuple):
    """A dependency of a folder: the folder, and the version that is stated where there are several."""

    folder: str
    version: str


_Uses = defaultdict[str, set[_Use]]
_Specifiers = defaultdict[tuple[str, str], set[str]]


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``uv.lock``."""
    lock = TomlLock(file, "package")
    sheet = LockSheet(file, tree)
    sheet.locked_by("uv")
    members: list[tuple[str, LockTable]] = []
    packages: list[LockTable] = []
    for table in lock.tables():
        path = next((path for key in _FOLDERS if (path := table.text("source", key))), "")
        if path:
            members.append((folder_from(sheet, path), table))
        else:
            packages.append(table)
    _claim(sheet, packages, _uses(sheet, lock, members), _specifiers(sheet, lock, members))
    return sheet.claims


def _claim(sheet: LockSheet, packages: list[LockTable], uses: _Uses, specifiers: _Specifiers) -> None:
    versions = Counter(table.text("name") for table in packages)
    for table in packages:
        name, version = table.text("name"), table.text("version")
        folders = sorted({use.folder for use in uses[name] if use.version in ("", version)})
        # Each place is the folder that is claimed, and the folders whose requirements the version fulfils.
        places: list[tuple[str | None, list[str]]] = [(None, folders)]
        if folders and versions[name] > 1:
            places = [(folder, [folder]) for folder in folders]
        for place, fulfilled in places:
            sheet.locked(
                name,
                # A source tree that computes its version has none here, but a commit.
                version or table.text("source", "git").rpartition("#")[2],
                table.span,
                requirements=tuple(sorted({text for folder in fulfilled for text in specifiers[name, folder]})),
                folder=place,
                direct=bool(folders),
            )


def _uses(sheet: LockSheet, lock: TomlLock, members: list[tuple[str, LockTable]]) -> _Uses:
    """Which folders depend on each package by name."""
    lists = [(folder, table.values.get(key)) for folder, table in members for key in _DEPENDENCIES]
    lists += [(sheet.directory, dig(lock.data, "manifest", key)) for key in _OF_SCRIPTS]
    found: _Uses = defaultdict(set)
    for folder, value in lists:
        for item in _requirements(value):
            found[item["name"]].add(_Use(folder, _text(item, "version")))
    return found


def _specifiers(sheet: LockSheet, lock: TomlLock, members: list[tuple[str, LockTable]]) -> _Specifiers:
    """The version specifiers with which each folder asks for each package."""
    lists = [(folder, dig(table.values, "metadata", key)) for folder, table in members for key in _METADATA]
    lists += [(sheet.directory, dig(lock.data, "manifest", key)) for key in _OF_SCRIPTS]
    found: _Specifiers = defaultdict(set)
    for folder, value in lists:
        for item in _requirements(value):
            if specifier := _text(item, "specifier"):
                found[item["name"], folder].add(specifier)
    return found


def _requirements(value: Any) -> Iterator[dict[str, Any]]:
    """The tables with a name in a list, or in each list of a table of lists."""
    lists = value.values() if isinstance(value, dict) else (value,)
    for items in lists:
        if isinstance(items, list):
            yield from (item for item in items if isinstance(item, dict) and isinstance(item.get("name"), str))


def _text(item: dict[str, Any], key: str) -> str:
    value = item.get(key)
    return value if isinstance(value, str) else ""
