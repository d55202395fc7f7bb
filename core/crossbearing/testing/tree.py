"""A repository in memory, for plugins that are checked without a disk."""

from collections.abc import Mapping
from pathlib import Path

from crossbearing.model.file import SourceFile
from crossbearing.model.role import role_of


class MemoryTree:
    """A :class:`~crossbearing.model.file.FileTree` over a mapping of paths to contents."""

    def __init__(self, name: str, files: Mapping[str, bytes]) -> None:
        self._name = name
        self._files = {path: SourceFile(path, files[path], role=role_of(path)) for path in sorted(files)}

    @classmethod
    def of_folder(cls, folder: Path) -> "MemoryTree":
        """Read every file below ``folder``; paths are relative to it."""
        found = sorted(path for path in folder.rglob("*") if path.is_file())
        return cls(folder.name, {path.relative_to(folder).as_posix(): path.read_bytes() for path in found})

    @property
    def name(self) -> str:
        """The name the tree was given."""
        return self._name

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path, sorted."""
        return tuple(self._files)

    def exists(self, path: str) -> bool:
        """Say whether there is such a file."""
        return path in self._files

    def read(self, path: str) -> SourceFile | None:
        """Return the file, or None."""
        return self._files.get(path)
