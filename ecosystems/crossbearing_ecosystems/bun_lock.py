"""Reads `bun.lock`: the exact version of each package.

- What a `package.json` asks for (`workspaces`) is claimed for its folder, with the range that the lock file repeats, or
  that of the catalog to which it refers.
- A package inside another one's `node_modules` holds for that folder alone.
- The packages of the workspace, links and files are left out. An alias is claimed under the package's own name.

Example: `"express": ["express@5.1.0", "", {}, "sha512-…"],` on line 20 claims `express` 5.1.0, at line 20.

Limits: `bun.lockb`, which is binary, is not read. A git dependency has its commit for a version.
"""

from collections.abc import Sequence
from typing import Any

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._npm_lock import Directs, declared_in, is_local, requirement_of, split_reference
from crossbearing_ecosystems._npm_sheet import NpmSheet
from crossbearing_ecosystems._npm_specifier import is_package_name
from crossbearing_ecosystems._placed import PlacedDocument, PlacedList

VERSION = 1
PATTERNS = ("bun.lock",)

_CATALOG = "catalog:"


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one lock file of bun."""
    document = JsonDocument(file, lenient=True)
    if not isinstance(document.root, dict):
        raise UnreadableError("not a lock file of bun: there is no object at the top", 1)
    sheet = NpmSheet(file, tree)
    directs = _directs(document)
    for key in document.keys("packages"):
        entry = document.get("packages", key)
        if not isinstance(entry, PlacedList) or not entry or not isinstance(entry[0], str):
            sheet.problem(f"the package {key[:80]!r} is no list", document.span("packages", key)[0])
            continue
        name, reference = split_reference(entry[0])
        version = reference if reference[:1].isdigit() else reference.partition("#")[2]
        if version and not is_local(reference) and is_package_name(name):
            directs.lock(sheet, key, name, version, *document.span("packages", key), _container(key))
    return sheet.claims


def _directs(document: PlacedDocument) -> Directs:
    directs = Directs()
    packages: Any = document.get("packages") if document.has("packages") else {}
    for folder in document.keys("workspaces"):
        own = document.text("workspaces", folder, "name")
        for name, text in declared_in(document, "workspaces", folder):
            key = next((key for key in (f"{own}/{name}", name) if key in packages), "")
            if key:
                directs.add(key, folder, _requirements(document, name, text))
    return directs


def _requirements(document: PlacedDocument, name: str, text: str) -> tuple[str, ...]:
    if not text.startswith(_CATALOG):
        return requirement_of(name, text)
    catalog = text.removeprefix(_CATALOG)
    found = document.text("catalogs", catalog, name) if catalog else document.text("catalog", name)
    return (text, *requirement_of(name, found))


def _container(key: str) -> str | None:
    """The folder of the package in which another one lies: ``a/@b/c`` lies in that of ``a``."""
    names: list[str] = []
    for part in key.split("/"):
        if names and names[-1].startswith("@") and "/" not in names[-1]:
            names[-1] += f"/{part}"
        else:
            names.append(part)
    return "/".join(f"node_modules/{name}" for name in names[:-1]) or None
