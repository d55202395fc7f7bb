"""What the lock files of npm, yarn, pnpm, bun and Deno have in common."""

from collections.abc import Iterable, Iterator

from crossbearing_ecosystems._npm_sheet import NpmSheet
from crossbearing_ecosystems._npm_specifier import read_specifier
from crossbearing_ecosystems._npm_workspaces import inside
from crossbearing_ecosystems._placed import PlacedDocument

SECTIONS = ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies")
_LOCAL = ("link:", "file:", "portal:", "workspace:")


def split_reference(text: str) -> tuple[str, str]:
    """``@scope/name@1.0`` as the name and what follows it; the latter is empty where there is nothing."""
    name, _, rest = text[1:].partition("@")
    return text[:1] + name, rest


def is_local(text: str) -> bool:
    """Say whether a locked version is a folder or file of the repository."""
    return text.startswith(_LOCAL)


def requirement_of(name: str, text: str) -> tuple[str, ...]:
    """The range that a declared dependency has as its version, if it has one."""
    version = read_specifier(name, text).version
    return (version,) if version else ()


def declared_in(document: PlacedDocument, *path: str) -> Iterator[tuple[str, str]]:
    """The names and ranges that a lock file repeats from the manifest at ``path``."""
    for section in SECTIONS:
        for name in document.keys(*path, section):
            if isinstance(text := document.get(*path, section, name), str):
                yield name, text


class Directs:
    """Which packages of a lock file the manifests ask for themselves: by folder, with the ranges that they state."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, tuple[str, ...]]] = {}

    def add(self, key: str, folder: str, requirements: Iterable[str]) -> None:
        """Note that the manifest in ``folder`` asks for the package at ``key``."""
        folders = self._of.setdefault(key, {})
        folders[folder] = tuple(dict.fromkeys((*folders.get(folder, ()), *requirements)))

    def lock(
        self, sheet: NpmSheet, key: str, name: str, version: str, line: int, end: int, folder: str | None = None
    ) -> None:
        """Claim the package at ``key``: once for each folder that asks for it, else as one that others need."""
        span = (line, end)
        if not (folders := self._of.get(key)):
            sheet.lock(name, version, span, folder=folder if folder is None else sheet.beside(folder))
        for asking, requirements in (folders or {}).items():
            place = inside(sheet.directory, asking) if asking else sheet.directory
            sheet.lock(name, version, span, requirements=requirements, folder=place, direct=True)
