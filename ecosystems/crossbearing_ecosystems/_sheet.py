"""Collecting the claims of one file, each with the line that proves it."""

from itertools import chain, islice
from typing import NamedTuple

from crossbearing.plugin import Claim, Location, SourceFile, UnreadableError, UnreadablePart

Span = tuple[int, int]

_LONGEST_SPELLING = 80
_LONG_LINE = 1_000
_MOST_CLAIMS = 20_000
_MOST_LINES = 300
_MOST_PLACES = 16


class Proof(NamedTuple):
    """A line, and the words that stand there where they are not the claim's own name."""

    evidence: Location
    spelling: str


class ClaimSheet:
    """The claims of one file as they are found."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.claims: list[Claim] = []
        self._lines = file.lines
        # Claims come in the order of the file: where the last one was found is where to look for the next.
        self._cursors: dict[Span, int] = {}
        self._offsets: dict[int, int] = {}

    @property
    def directory(self) -> str:
        """The folder of the file, without a slash at its end; empty at the root of the repository."""
        return self.file.path.rpartition("/")[0]

    def beside(self, name: str) -> str:
        """The path of ``name`` in the folder of the file."""
        return f"{self.directory}/{name}" if self.directory else name

    def add(self, claim: Claim) -> None:
        """Put a claim on the sheet; raises :class:`UnreadableError` where there are far too many."""
        if len(self.claims) >= _MOST_CLAIMS:
            raise UnreadableError(f"more than {_MOST_CLAIMS} claims")
        self.claims.append(claim)

    def problem(self, reason: str, line: int) -> None:
        """Say that what stands on ``line`` could not be read."""
        self.add(UnreadablePart(evidence=Location(self.file.path, line), reason=reason))

    def proof(self, span: Span, name: str, *spellings: str) -> Proof:
        """Find the line within ``span`` on which ``name`` stands, or else the first of ``spellings`` that stands there.

        Where none does (a name written with escapes), the words of the span's first line stand for it.
        """
        first = span[0]
        if first == span[1] and name:
            # Nearly always: one short line, on which the name stands by itself.
            text = self._lines[first - 1]
            place = text.find(name) if len(text) <= _LONG_LINE else -1
            if place >= 0 and _is_whole(text, place, name):
                return Proof(Location(self.file.path, first), "")
        for word in (name, *spellings):
            if line := self._line_with(word, span):
                return Proof(Location(self.file.path, line), "" if word == name else word)
        words = self._lines[first - 1].strip()[:_LONGEST_SPELLING].strip()
        return Proof(Location(self.file.path, first), words)

    def _line_with(self, word: str, span: Span) -> int:
        """The line within ``span`` on which ``word`` stands by itself, or else as a part of another; 0 if on none."""
        if not word:
            return 0
        first, last = span[0], min(span[1], len(self._lines))
        start = self._cursors.get(span, first)
        part = 0
        for line in islice(chain(range(start, last + 1), range(first, start)), _MOST_LINES):
            place = self._find(word, line)
            if place >= 0 and _is_whole(self._lines[line - 1], place, word):
                self._cursors[span] = line
                return line
            part = part or (line if place >= 0 else 0)
        return part

    def _find(self, word: str, line: int) -> int:
        """Where ``word`` stands on ``line``, by itself if it does so within the first few places, or -1."""
        text = self._lines[line - 1]
        first = place = text.find(word, self._offsets.get(line, 0))
        if place < 0:
            first = place = text.find(word)
        for _ in range(_MOST_PLACES):
            if place < 0 or _is_whole(text, place, word):
                break
            place = text.find(word, place + 1)
        place = first if place < 0 else place
        if len(text) > _LONG_LINE:
            self._offsets[line] = max(place, 0)
        return place


def _is_whole(text: str, place: int, word: str) -> bool:
    """Say whether a word is no part of a longer name where it stands."""
    if place:
        before = text[place - 1]
        if before.isalnum() or before in "_.-":
            return False
    end = place + len(word)
    if end >= len(text):
        return True
    after = text[end]
    return not (after.isalnum() or after in "_-" or (after == "." and text[end + 1 : end + 2].isalnum()))
