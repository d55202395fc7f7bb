"""The claims of a project whose build files are read together, each proved where it is stated."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from crossbearing.plugin import Claim, FileTree, Location, SourceFile
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Proof, Span

_WORD = re.compile(r"[A-Za-z0-9_.:+-]{3,100}")
_MOST_LINES = 400
_MOST_PROBLEMS = 100
_LONGEST_LINE = 2_000


class Place(NamedTuple):
    """Lines of a build file."""

    path: str
    span: Span


class BuildSheet(ProjectSheet):
    """The claims that one build file proves."""

    ecosystem = "generic"

    def __init__(self, file: SourceFile, tree: FileTree) -> None:
        super().__init__(file, tree)
        self._problems: set[tuple[str, int]] = set()

    def line_with(self, name: str, span: Span) -> int:
        """The line within ``span`` on which ``name`` stands by itself, or 0."""
        pattern: re.Pattern[str] | None = None
        for number in self._numbers(span):
            text = self.file.lines[number - 1]
            if name in text:
                pattern = pattern or re.compile(rf"(?<![\w.+-]){re.escape(name)}(?![\w+-])")
                if pattern.search(text):
                    return number
        return 0

    def part_of(self, name: str, span: Span) -> tuple[str, int]:
        """The longest word within ``span`` that ``name`` is made of, and its line; an empty one where there is none."""
        best, line = "", 0
        for number in self._numbers(span):
            for match in _WORD.finditer(self.file.lines[number - 1][:_LONGEST_LINE]):
                if len(match[0]) > len(best) and match[0] in name:
                    best, line = match[0], number
        return best, line

    def _numbers(self, span: Span) -> range:
        return range(span[0], min(span[1], span[0] + _MOST_LINES, len(self.file.lines)) + 1)

    def once(self, reason: str, line: int) -> None:
        """Say what could not be read; a line that is read several times says it once, and only the first lines do."""
        if (reason, line) not in self._problems and len(self._problems) < _MOST_PROBLEMS:
            self._problems.add((reason, line))
            self.problem(reason, line)


class BuildSheets:
    """The sheets of all build files of a project, by path."""

    def __init__(self, tree: FileTree) -> None:
        self.tree = tree
        self._sheets: dict[str, BuildSheet] = {}

    def of(self, path: str) -> BuildSheet:
        """The sheet of the build file at ``path``, which has been read before."""
        if path not in self._sheets:
            self._sheets[path] = BuildSheet(self.tree.read(path) or SourceFile(path, b""), self.tree)
        return self._sheets[path]

    def problem(self, place: Place, reason: str) -> None:
        """Say what could not be read."""
        self.of(place.path).once(reason, place.span[0])

    def claims(self) -> list[Claim]:
        """The claims of all sheets, file by file."""
        return [claim for path in sorted(self._sheets) for claim in self._sheets[path].claims]

    def prove(self, places: Sequence[Place], name: str, *written: str) -> Proof:
        """Find where ``name`` is stated.

        ``places`` are the command that uses it, and the calls and loops around which hand it down. Where the name is
        put together, a word of it in the outermost place that has one stands for it; else, at the command, one of the
        arguments as they are ``written``, or a part of the name.
        """
        for place in places:
            if line := self.of(place.path).line_with(name, place.span):
                return Proof(Location(place.path, line), "")
        for place in reversed(places[1:]):
            word, line = self.of(place.path).part_of(name, place.span)
            if word:
                return Proof(Location(place.path, line), word)
        sheet, span = self.of(places[0].path), places[0].span
        return sheet.proof(span, name, *written, sheet.part_of(name, span)[0])

    def role(self, places: Sequence[Place]) -> str:
        """The role of the file in which the outermost of ``places`` stands."""
        return self.of(places[-1].path).file.role
