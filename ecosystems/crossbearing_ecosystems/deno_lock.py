"""Reads `deno.lock`, versions 2 to 5: the exact version of each package of JSR and npm.

Each is claimed once for each version, at its own line, with the ranges that lead to it (`specifiers`). What a
`deno.json` of the workspace asks for itself is marked, where the file says so (`workspace`).

Example: `"@std/path@1.0.8": {` on line 12 claims `@std/path` 1.0.8, at line 12.

Limits: modules that are fetched by URL (`remote`) are locked by their content and have no version; they are left out.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._deno import read_import
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._npm_lock import split_reference
from crossbearing_ecosystems._npm_sheet import NpmSheet
from crossbearing_ecosystems._npm_specifier import is_package_name
from crossbearing_ecosystems._placed import Path, PlacedDocument

VERSION = 1
PATTERNS = ("deno.lock",)

_REGISTRIES = ("jsr", "npm")
_Package = tuple[str, str, str]


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one lock file of Deno."""
    document = JsonDocument(file)
    if not isinstance(document.root, dict):
        raise UnreadableError("not a lock file of Deno: there is no object at the top", 1)
    sheet = NpmSheet(file, tree)
    specifiers = _specifiers(document)
    asked = {text for path in _dependencies(document) for _, text in document.strings(*path)}
    seen: set[_Package] = set()
    for registry, path in _packages(document):
        name, version = _split(str(path[-1]))
        package = (registry, name, version)
        if not version or package in seen or not is_package_name(name):
            continue
        seen.add(package)
        texts = specifiers.get(package, ())
        ranges = (wanted.version for text in texts if (wanted := read_import("", text)) and wanted.version)
        # Deno writes ^5 as 5, which is the same.
        ranges = (form for text in ranges for form in ((text, f"^{text}") if text.isdigit() else (text,)))
        sheet.lock(
            name,
            version,
            (document.span(*path)[0],) * 2,
            requirements=tuple(dict.fromkeys(ranges)),
            direct=not asked.isdisjoint(texts),
            ecosystem=registry,
        )
    return sheet.claims


def _packages(document: PlacedDocument) -> Iterator[tuple[str, Path]]:
    """The tables of packages: at the top (since version 4), or below `packages`; version 2 has one of npm alone."""
    # In version 2, and in it alone, the table of npm has two tables of its own.
    tops = (
        [("npm", ("npm", "packages"))] if document.has("npm", "packages") else [(name, (name,)) for name in _REGISTRIES]
    )
    tables: list[tuple[str, Path]] = [*tops, *((name, ("packages", name)) for name in _REGISTRIES)]
    return ((registry, (*path, key)) for registry, path in tables for key in document.keys(*path))


def _specifiers(document: PlacedDocument) -> Mapping[_Package, list[str]]:
    """What was asked for (``npm:chalk@^5``), by the package that it led to."""
    found: defaultdict[_Package, list[str]] = defaultdict(list)
    for path in (("specifiers",), ("packages", "specifiers"), ("npm", "specifiers")):
        for text in document.keys(*path):
            specifier = text if ":" in text else f"npm:{text}"
            registry = specifier.partition(":")[0]
            target = document.text(*path, text).removeprefix(f"{registry}:")
            wanted = read_import("", specifier)
            if wanted:
                # Since version 4 only the version stands there.
                name, version = _split(f"{wanted.name}@{target}" if target[:1].isdigit() else target)
                found[registry, name, version].append(specifier)
    return found


def _dependencies(document: PlacedDocument) -> Iterator[Path]:
    """Where the lock file repeats what the files of the workspace ask for."""
    members = document.keys("workspace", "members")
    roots: list[Path] = [("workspace",), *(("workspace", "members", name) for name in members)]
    for root in roots:
        yield (*root, "dependencies")
        yield (*root, "packageJson", "dependencies")


def _split(text: str) -> tuple[str, str]:
    """``@scope/name@1.0.0_peer@2.0.0`` as name and version."""
    name, version = split_reference(text)
    return name, version.partition("_")[0]
