"""The workspace that a Cargo package belongs to, and what the package inherits from it."""

from collections.abc import Iterator
from functools import lru_cache
from posixpath import normpath
from typing import Any

from crossbearing.plugin import FileTree, SourceFile, UnreadableError
from crossbearing_ecosystems._toml import TomlDocument

MANIFEST = "Cargo.toml"


@lru_cache(maxsize=8)
def parse_cargo(data: bytes) -> TomlDocument:
    """The document of a manifest's bytes; the root's is asked for by every member of its workspace."""
    return TomlDocument(SourceFile(MANIFEST, data))


class CargoManifest:
    """One ``Cargo.toml`` with the root of its workspace, which may be itself.

    ``workspace`` and ``workspace_folder`` are the root's document and folder; the document is None where there is no
    workspace, and ``fault`` says why where there should be one.
    """

    def __init__(self, file: SourceFile, tree: FileTree) -> None:
        self.tree = tree
        self.folder = file.path.rpartition("/")[0]
        self.document = parse_cargo(file.data)
        self.workspace: TomlDocument | None = None
        self.workspace_folder = ""
        self.fault = ""
        self._find_workspace()

    @property
    def is_root(self) -> bool:
        """Say whether no other folder's workspace takes this package in."""
        return self.workspace is None or self.workspace_folder == self.folder

    def inherited(self, *path: str) -> Any:
        """The value at ``path``; that of the workspace where the package says ``key.workspace = true``."""
        value = self.document.get(*path)
        if not isinstance(value, dict) or value.get("workspace") is not True:
            return value
        return self.workspace.get("workspace", *path) if self.workspace else None

    def path_of(self, folder: str, path: str) -> str:
        """The path in the repository of ``path`` as written in a manifest in ``folder``; empty for the root."""
        found = normpath("/".join(part for part in (folder, path.replace("\\", "/")) if part))
        return "" if found == "." else found

    def _find_workspace(self) -> None:
        if self.document.has("workspace"):
            self.workspace, self.workspace_folder = self.document, self.folder
            return
        stated = self.document.text("package", "workspace")
        folders = iter([self.path_of(self.folder, stated)]) if stated else _above(self.folder)
        for folder in folders:
            document = self._root_in(folder)
            if document is not None and (stated or not _leaves_out(document, folder, self.folder)):
                self.workspace, self.workspace_folder = document, folder
                return
        self.fault = self.fault or "failed to find a workspace root"

    def _root_in(self, folder: str) -> TomlDocument | None:
        file = self.tree.read(f"{folder}/{MANIFEST}" if folder else MANIFEST)
        if file is None or b"workspace" not in file.data:
            return None
        try:
            document = parse_cargo(file.data)
        except UnreadableError:
            self.fault = f"failed to parse the workspace root {file.path}"
            return None
        return document if document.has("workspace") else None


def _above(folder: str) -> Iterator[str]:
    while folder:
        folder = folder.rpartition("/")[0]
        yield folder


def _leaves_out(root: TomlDocument, root_folder: str, folder: str) -> bool:
    """Say whether a workspace excludes a folder that it does not name among its members."""
    inside = folder[len(root_folder) + 1 :] if root_folder else folder

    def names(key: str) -> bool:
        paths = (normpath(text) for _, text in root.strings("workspace", key))
        return any(inside == path or inside.startswith(f"{path}/") for path in paths)

    return names("exclude") and not names("members")
