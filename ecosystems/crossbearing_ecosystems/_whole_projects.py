"""Projects that are read as a whole from their top file and asked for file by file."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError
from crossbearing_ecosystems._remembered import ByTree


class ProjectReading(NamedTuple):
    """What came of reading a project: its claims, and the build files that were read."""

    claims: list[Claim]
    reached: frozenset[str]
    failure: UnreadableError | None = None


class WholeProjects:
    """The projects of each repository, by their top files, which are called ``name`` and read by ``read``."""

    def __init__(self, name: str, read: Callable[[str, FileTree], ProjectReading]) -> None:
        self._name = name
        self._read = read
        self._readings: ByTree[dict[str, ProjectReading]] = ByTree(lambda tree: {})

    def claims(self, file: SourceFile, tree: FileTree) -> Sequence[Claim]:
        """The claims of the project whose top is ``file``; none where it is a part of a project that is read above.

        A third party's project is one by itself. Raises the project's failure where nothing of it could be read.
        """
        for top in self._files_above(file, tree):
            if file.path in self._reading(top, tree).reached:
                return []
        reading = self._reading(file.path, tree)
        if reading.failure:
            raise reading.failure
        return reading.claims

    def _files_above(self, file: SourceFile, tree: FileTree) -> list[str]:
        """The files of that name in the folders above, the topmost first."""
        if file.role == "vendored":
            return []
        folders = file.path.split("/")[:-1]
        paths = ("/".join([*folders[:count], self._name]) for count in range(len(folders)))
        return [path for path in paths if tree.exists(path)]

    def _reading(self, path: str, tree: FileTree) -> ProjectReading:
        readings = self._readings.of(tree)
        if path not in readings:
            readings[path] = self._read(path, tree)
        return readings[path]
