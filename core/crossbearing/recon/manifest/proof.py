"""The rule that every claim stands or falls by: its line exists, and says so."""

from collections.abc import Iterable, Iterator

from crossbearing.model.claims import Claim, UnreadablePart
from crossbearing.model.file import FileTree, SourceFile
from crossbearing.model.location import Location, Problem

_LONGEST_SPELLING = 80


def label(claim: Claim) -> str:
    """What a claim is known by: its name, framework or convention; empty where it has none."""
    for attribute in ("name", "framework", "convention"):
        if hasattr(claim, attribute):
            return str(getattr(claim, attribute))
    return ""


class ProofReader:
    """Checks claims against the files that they point at, keeping the file that was asked for last."""

    def __init__(self, tree: FileTree) -> None:
        self._tree = tree
        self._file: SourceFile | None = None
        self._offsets: dict[int, int] = {}

    def accept(self, plugin: str, file: SourceFile, claims: Iterable[Claim]) -> Iterator[Claim | Problem]:
        """Yield the claims that ``plugin`` made about ``file`` and that hold, and a problem for each that does not."""
        self._file = file
        self._offsets.clear()
        for claim in claims:
            reason = self._refusal(claim)
            if isinstance(claim, UnreadablePart) and not reason:
                line = claim.evidence.line
                yield Problem(claim.evidence.path, " ".join(claim.reason.split()), line, plugin)
            elif reason:
                what = f"{claim.section} {label(claim)!r}" if label(claim) else claim.section
                yield Problem(file.path, f"dropped {what}: {reason}", None, plugin)
            else:
                yield claim

    def _refusal(self, claim: Claim) -> str | None:
        """Say why the evidence does not prove the claim, or return None where it does."""
        evidence = claim.evidence
        if not isinstance(evidence, Location) or not isinstance(evidence.line, int):
            return f"its evidence is no location but {evidence!r}"
        lines = self._lines(evidence.path)
        if lines is None:
            return f"its evidence {evidence.path!r} is not a file of the repository"
        if not 1 <= evidence.line <= len(lines):
            return f"its evidence {evidence} is beyond the {len(lines)} lines of the file"
        words = str(claim.spelling or label(claim))
        if self._stands(words, lines[evidence.line - 1], evidence.line):
            return None
        return f"{words[:_LONGEST_SPELLING]!r} does not stand at {evidence}"

    def _stands(self, words: str, text: str, line: int) -> bool:
        """Look first from where the last claim about the line was found: a minified file is one long line."""
        place = text.find(words, self._offsets.get(line, 0))
        place = text.find(words) if place < 0 else place
        self._offsets[line] = max(place, 0)
        return place >= 0

    def _lines(self, path: str) -> list[str] | None:
        if self._file is None or self._file.path != path:
            self._file = self._tree.read(path)
            self._offsets.clear()
        return None if self._file is None else real_lines(self._file)


def real_lines(file: SourceFile) -> list[str]:
    """The lines of a file; what comes after the last line ending is none if it is empty."""
    return file.lines if file.lines[-1] else file.lines[:-1]


def first_words(file: SourceFile) -> tuple[Location, str] | None:
    """The first line of a file that has a letter or digit, and its words: the proof that the file is there, or None."""
    for number, line in enumerate(file.lines, 1):
        words = line.strip()[:_LONGEST_SPELLING].strip()
        if any(map(str.isalnum, words)):
            return Location(file.path, number), words
    return None
