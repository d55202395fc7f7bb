"""Reads `pnpm-lock.yaml`, versions 5 to 9: the exact version of each package.

- What a `package.json` asks for (`importers`, or the top of the file) is claimed for its folder, at the line that names
  it there, with the range that was asked for; that of a catalog too, where it was asked for as `catalog:`.
- Every entry of `packages` is claimed once for each version, at its own line.
- Links to other packages of the workspace are left out. An alias is claimed under the package's own name.

Example: `express:` on line 12 with `version: 5.1.0(supports-color@8)` below claims `express` 5.1.0, at line 12.

Limits: what depends on the versions of its peers is not told apart by them.
"""

from collections.abc import Iterator, Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._npm_lock import SECTIONS, is_local, requirement_of, split_reference
from crossbearing_ecosystems._npm_sheet import NpmSheet
from crossbearing_ecosystems._npm_specifier import is_package_name
from crossbearing_ecosystems._npm_workspaces import inside
from crossbearing_ecosystems._placed import Path, PlacedDocument
from crossbearing_ecosystems._yaml import read_documents

VERSION = 1
PATTERNS = ("pnpm-lock.yaml",)

_CATALOG = "catalog:"


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one lock file of pnpm."""
    sheet = NpmSheet(file, tree)
    for root in read_documents(file):
        document = PlacedDocument(root)
        if root is not None and not document.get("lockfileVersion"):
            raise UnreadableError("not a lock file of pnpm: lockfileVersion is missing", 1)
        _Lock(document, sheet).read()
    return sheet.claims


class _Lock:
    def __init__(self, document: PlacedDocument, sheet: NpmSheet) -> None:
        self.document = document
        self.sheet = sheet
        self.is_old = document.text("lockfileVersion").startswith("5")

    def read(self) -> None:
        for folder, root in self._importers():
            for section in SECTIONS:
                for name in self.document.keys(*root, section):
                    self._direct(folder, root, section, name)
        self._packages()

    def _importers(self) -> Iterator[tuple[str, Path]]:
        """The folders whose manifests the file covers, and where it speaks of them."""
        if not self.document.has("importers"):
            yield self.sheet.directory, ()
        for folder in self.document.keys("importers"):
            inner = "" if folder == "." else folder
            yield inside(self.sheet.directory, inner) if inner else self.sheet.directory, ("importers", folder)

    def _direct(self, folder: str, root: Path, section: str, name: str) -> None:
        path = (*root, section, name)
        reference = self.document.text(*path, "version") or self.document.text(*path)
        specifier = self.document.text(*path, "specifier") or self.document.text(*root, "specifiers", name)
        found = self._package(reference, name)
        if not found:
            return
        requirements = requirement_of(name, specifier)
        if specifier.startswith(_CATALOG):
            catalog = specifier.removeprefix(_CATALOG) or "default"
            text = self.document.text("catalogs", catalog, name, "specifier")
            requirements = (specifier, *requirement_of(name, text))
        span = self.document.span(*path)
        self.sheet.lock(*found, span, name, requirements=requirements, folder=folder, direct=True)

    def _packages(self) -> None:
        seen: set[tuple[str, str]] = set()
        for key in self.document.keys("packages"):
            found = self._package(key, "")
            if found and found not in seen:
                seen.add(found)
                self.sheet.lock(*found, self.document.span("packages", key))

    def _package(self, reference: str, name: str) -> tuple[str, str] | None:
        """The package that ``reference`` leads to, which is a version of ``name`` or the key of a package."""
        if not reference or is_local(reference):
            return None
        for key in (reference, f"{name}@{reference}", f"/{name}@{reference}") if name else (reference,):
            # What does not come from the registry has its name and version written out.
            if version := self.document.text("packages", key, "version"):
                own = self.document.text("packages", key, "name") or split_reference(key.lstrip("/"))[0]
                return (own, version) if is_package_name(own) else None
        text = reference.partition("(")[0]
        own, version = self._split_old(text, name) if self.is_old else self._split(text, name)
        return (own, version) if version[:1].isdigit() and is_package_name(own) else None

    def _split(self, text: str, name: str) -> tuple[str, str]:
        if name and text[:1].isdigit():
            return name, text
        return split_reference(text.removeprefix("/"))

    def _split_old(self, text: str, name: str) -> tuple[str, str]:
        """Version 5: ``/@scope/name/1.0.0_peer@2``."""
        own, _, version = text.rpartition("/") if text.startswith("/") else (name, "", text)
        return own.removeprefix("/"), version.partition("_")[0]
