"""The files that a pipeline of GitLab is made of."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from crossbearing.plugin import FileTree, SourceFile, UnreadableError
from crossbearing_ecosystems._ci_sheet import CiSheet
from crossbearing_ecosystems._placed import PlacedList, PlacedTable, Text
from crossbearing_ecosystems._yaml import read_documents

_MOST_FILES = 100
_WILDCARDS = re.compile(r"(?P<deep>\*\*/?)|(?P<star>\*)|(?P<other>[^*]+)")


class Part(NamedTuple):
    """The root table of one file of a pipeline, and the sheet of its claims."""

    root: PlacedTable
    sheet: CiSheet


class Files:
    """The files of all pipelines that start in one file, each read once for each pipeline that it belongs to."""

    def __init__(self, file: SourceFile, tree: FileTree) -> None:
        self.tree = tree
        self.sheets: dict[str, CiSheet] = {file.path: CiSheet(file, tree, "docker")}
        self._roots: dict[str, PlacedTable | None] = {file.path: _root_of(file)}

    def pipeline(self, path: str) -> list[Part]:
        """The parts of the pipeline whose file is ``path``; what is said in a later one goes before the earlier."""
        parts: list[Part] = []
        waiting, seen = [path], {path}
        while waiting:
            current = waiting.pop()
            root = self._roots[current]
            if root is None:
                continue
            parts.append(Part(root, self.sheets[current]))
            for target in self._targets(root.get("include"), self.sheets[current]):
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        return parts[::-1]

    def children(self, parts: list[Part]) -> Iterator[str]:
        """The files of the pipelines that the jobs of a pipeline start."""
        for root, sheet in parts:
            for job in root.values():
                trigger = job.get("trigger") if isinstance(job, PlacedTable) else None
                if isinstance(trigger, PlacedTable):
                    yield from self._targets(trigger.get("include"), sheet)

    def _targets(self, include: Any, sheet: CiSheet) -> Iterator[str]:
        """The files of this repository that are included, in their order, once they have been read."""
        items = include if isinstance(include, PlacedList) else [include]
        locals_ = [item if isinstance(item, Text) else item.get("local") for item in items if _names_file(item)]
        for name in (item for item in locals_ if isinstance(item, Text)):
            if "://" in name or "$" in name:
                continue
            path = name.strip().lstrip("/")
            found = self._matching(path) if "*" in path else [path]
            for target in found:
                if self._read(target):
                    yield target
                elif "*" not in path and not self.tree.exists(target):
                    sheet.problem(f"included file {path[:200]!r} does not exist", name.line)

    def _read(self, path: str) -> bool:
        if path in self._roots:
            return self._roots[path] is not None
        file = self.tree.read(path) if len(self._roots) < _MOST_FILES else None
        if file is None:
            return False
        self.sheets[path] = CiSheet(file, self.tree, "docker")
        try:
            self._roots[path] = _root_of(file)
        except UnreadableError as problem:
            self._roots[path] = None
            self.sheets[path].problem(problem.reason, problem.line or 1)
        return self._roots[path] is not None

    def _matching(self, pattern: str) -> list[str]:
        """The files that a pattern means; ``*`` stays within a folder, ``**`` does not."""
        parts = (
            ".*" if match["deep"] else "[^/]*" if match["star"] else re.escape(match["other"])
            for match in _WILDCARDS.finditer(pattern[:300])
        )
        whole = re.compile("".join(parts))
        start = pattern.partition("*")[0]
        return [path for path in self.tree.paths if path.startswith(start) and whole.fullmatch(path)][:_MOST_FILES]


def _names_file(item: Any) -> bool:
    return isinstance(item, Text | PlacedTable)


def _root_of(file: SourceFile) -> PlacedTable | None:
    """The pipeline of a file; a document before it says what inputs it has."""
    roots = [root for root in read_documents(file) if root is not None]
    if not roots:
        return None
    if not isinstance(roots[-1], PlacedTable):
        raise UnreadableError("not a pipeline: it is no table of jobs", 1)
    return roots[-1]
