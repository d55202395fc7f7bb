"""Reads `package-lock.json` and `npm-shrinkwrap.json`, versions 1 to 3: the exact version of each package.

- Versions 2 and 3: a package that a `package.json` asks for is claimed for its folder, with the range that the lock
  file repeats; one that several folders ask for, for each of them. It is found as Node finds it: in the `node_modules`
  of the folder, else of the folders above.
- Version 1 does not say what was asked for: what lies at the top is what the folder of the file gets.
- A package inside another one's `node_modules` holds for that folder alone.
- Links to workspaces and files of the repository are left out. An alias is claimed under the package's own name.

Example: `"node_modules/express": {` on line 30 with `"version": "5.1.0"` claims `express` 5.1.0, at line 30.

Limits: a git dependency of version 1 has its commit for a version.
"""

from collections.abc import Sequence
from typing import Any

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._npm_lock import Directs, declared_in, requirement_of
from crossbearing_ecosystems._npm_sheet import NpmSheet
from crossbearing_ecosystems._npm_specifier import is_package_name, read_specifier
from crossbearing_ecosystems._npm_workspaces import inside, upwards
from crossbearing_ecosystems._placed import PlacedDocument, PlacedTable

VERSION = 1
PATTERNS = ("package-lock.json", "npm-shrinkwrap.json")

_MODULES = "node_modules/"


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one lock file of npm."""
    document = JsonDocument(file)
    if not isinstance(document.root, dict):
        raise UnreadableError("not a lock file of npm: there is no object at the top", 1)
    sheet = NpmSheet(file, tree)
    packages = document.get("packages")
    if isinstance(packages, PlacedTable):
        _packages(document, packages, sheet)
    elif isinstance(nested := document.get("dependencies"), PlacedTable):
        _nested(nested, sheet)
    return sheet.claims


def _packages(document: PlacedDocument, packages: PlacedTable, sheet: NpmSheet) -> None:
    """Versions 2 and 3: a flat table of folders."""
    directs = Directs()
    for folder in packages:
        if _MODULES not in f"{folder}/":
            for name, text in declared_in(document, "packages", folder):
                if found := _found_from(folder, name, packages):
                    directs.add(found, folder, requirement_of(name, text))
    for place, entry in packages.items():
        container, marker, alias = place.rpartition(_MODULES)
        if not marker or not isinstance(entry, PlacedTable) or entry.get("link") is True:
            continue
        name, version = _text(entry, "name") or alias, _text(entry, "version")
        if version and is_package_name(name):
            end = packages.lines[place] if name == alias else entry.end
            folder = container.rstrip("/")
            directs.lock(sheet, place, name, version, packages.lines[place], end, folder or None)


def _found_from(folder: str, name: str, packages: PlacedTable) -> str:
    """The place where Node finds ``name`` from ``folder``, or an empty string."""
    places = (inside(above, f"{_MODULES}{name}") for above in upwards(folder))
    return next((place for place in places if place in packages), "")


def _nested(root: PlacedTable, sheet: NpmSheet) -> None:
    """Version 1: packages with the packages that lie inside them."""
    waiting = [("", root)]
    while waiting:
        container, table = waiting.pop()
        for alias, entry in table.items():
            if not isinstance(entry, PlacedTable):
                continue
            wanted = read_specifier(alias, _text(entry, "version"))
            version = wanted.version or wanted.source.partition("#")[2]
            if version and is_package_name(wanted.name):
                end = table.lines[alias] if wanted.name == alias else entry.end
                folder = sheet.beside(container) if container else sheet.directory
                sheet.lock(wanted.name, version, (table.lines[alias], end), folder=folder)
            if isinstance(inner := entry.get("dependencies"), PlacedTable):
                waiting.append((inside(container, f"{_MODULES}{alias}"), inner))


def _text(entry: PlacedTable, key: str) -> str:
    value: Any = entry.get(key)
    return value if isinstance(value, str) else ""
