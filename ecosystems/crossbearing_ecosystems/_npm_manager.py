"""Which of npm, yarn, pnpm and bun a package is worked on with, and the line that says so."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from crossbearing.plugin import Claim, FileTree, Location, PackageManager, Runner, SourceFile, UnreadableError
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._npm_workspaces import inside, upwards
from crossbearing_ecosystems._placed import PlacedDocument

MANIFEST = "package.json"
MANAGERS = ("bun", "pnpm", "yarn", "npm")
LOCK_FILES = {
    "bun.lock": ("bun", "lockfileVersion"),
    "pnpm-lock.yaml": ("pnpm", "lockfileVersion"),
    "pnpm-workspace.yaml": ("pnpm", "packages"),
    "yarn.lock": ("yarn", "yarn"),
    ".yarnrc.yml": ("yarn", ""),
    "package-lock.json": ("npm", "lockfileVersion"),
    "npm-shrinkwrap.json": ("npm", "lockfileVersion"),
}
"""The files that only one manager writes or reads, in the order of preference, and a word that stands in each."""

_STATED = re.compile(r"(?P<name>npm|yarn|pnpm|bun)@(?P<version>[^+\s]*)")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_HEAD = 8_192
_LONGEST_SPELLING = 80


class Manager(NamedTuple):
    """A package manager, the version asked for, and its proof: a line of a file, and the words that stand there."""

    name: str
    version: str | None
    evidence: Location
    spelling: str
    is_locked: bool = False

    def claims(self, directory: str) -> Iterator[Claim]:
        """The package manager, and how it installs what the package in ``directory`` needs."""
        yield PackageManager(
            evidence=self.evidence,
            spelling="" if self.spelling == self.name else self.spelling,
            name=self.name,
            version_hint=self.version,
        )
        yield Runner(
            evidence=self.evidence,
            spelling=self.spelling,
            name="install",
            command="npm ci" if self.name == "npm" and self.is_locked else f"{self.name} install",
            source="convention",
            directory=directory,
        )


@lru_cache(maxsize=16)
def parse_package(data: bytes) -> PlacedDocument:
    """The document of a manifest's bytes, or an empty one; a root is asked for by every member of its workspace."""
    try:
        return JsonDocument(SourceFile(MANIFEST, data))
    except UnreadableError:
        return PlacedDocument(None)


def manager_above(tree: FileTree, folder: str) -> str:
    """The manager that a folder above ``folder`` states; npm where none does."""
    for parent in list(upwards(folder))[1:]:
        file = tree.read(inside(parent, MANIFEST))
        document = parse_package(file.data) if file else PlacedDocument(None)
        if found := manager_in(tree, inside(parent, MANIFEST), document):
            return found.name
    return "npm"


def has_package_above(tree: FileTree, folder: str) -> bool:
    """Say whether a folder above ``folder`` has a package of its own."""
    return any(tree.exists(inside(parent, MANIFEST)) for parent in list(upwards(folder))[1:])


def manager_in(tree: FileTree, path: str, document: PlacedDocument) -> Manager | None:
    """The manager that the package at ``path`` or a file beside it states, or None."""
    folder = path.rpartition("/")[0]
    found = _by_field(path, document) or _by_file(tree, folder, path, document) or _by_engines(path, document)
    if not found:
        return None
    lock = (name for name, (manager, _) in LOCK_FILES.items() if manager == found.name and "lock" in name)
    is_locked = any(tree.exists(inside(folder, name)) for name in (*lock, "npm-shrinkwrap.json"))
    return found._replace(is_locked=is_locked)


def _by_field(path: str, document: PlacedDocument) -> Manager | None:
    if match := _STATED.match(document.text("packageManager")):
        line = document.span("packageManager")[1]
        return Manager(match["name"], match["version"] or None, Location(path, line), match["name"])
    for place, _ in document.items("devEngines", "packageManager"):
        name = document.text(*place, "name")
        if name in MANAGERS:
            line = document.span(*place, "name")[1]
            return Manager(name, document.text(*place, "version") or None, Location(path, line), name)
    return None


def _by_file(tree: FileTree, folder: str, path: str, document: PlacedDocument) -> Manager | None:
    for name, (manager, word) in LOCK_FILES.items():
        if tree.exists(inside(folder, name)):
            if range_ := _range(document, manager):
                return Manager(manager, range_, Location(path, document.span("engines", manager)[0]), manager)
            if proof := _proof(tree, inside(folder, name), word):
                return Manager(manager, None, *proof)
    return None


def _by_engines(path: str, document: PlacedDocument) -> Manager | None:
    for manager in MANAGERS:
        if range_ := _range(document, manager):
            return Manager(manager, range_, Location(path, document.span("engines", manager)[0]), manager)
    return None


def _range(document: PlacedDocument, manager: str) -> str:
    """The versions of a manager that may be used; ``please-use-yarn`` is none."""
    text = document.text("engines", manager)
    return text if any(map(str.isdigit, text)) or text == "*" else ""


def _proof(tree: FileTree, path: str, word: str) -> tuple[Location, str] | None:
    """The first line at the head of a file that has ``word``, else the first that says anything."""
    file = tree.read(path)
    lines = _NEWLINE.split(SourceFile(path, file.data[:_HEAD]).text) if file else []
    for number, line in enumerate(lines, 1):
        if word and word in line:
            return Location(path, number), word
    for number, line in enumerate(lines, 1):
        words = line.strip()[:_LONGEST_SPELLING].strip()
        if any(map(str.isalnum, words)):
            return Location(path, number), words
    return None
