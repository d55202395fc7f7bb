"""Lines, columns and one-line excerpts of a text that is parsed as UTF-8 bytes."""

import re
from bisect import bisect_right
from collections.abc import Iterable

from crossbearing_plugins.languages._python.offsets import Offsets

LONGEST_SIGNATURE = 240
_NEWLINE = re.compile(rb"\n")
_BLANKED = re.compile(r"[^\r\n]+")
_SPACE = re.compile(r"\s+")
_PADDING = re.compile(r"(?<=[(\[<]) | (?=[)\]>,;])|,(?= ?[)\]])")


class Source:
    r"""A text with ``\n`` as the only line ending, its UTF-8 form, and where its lines begin."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
        self.data = self.text.encode("utf-8", "replace")
        self.line_starts = [0, *(match.end() for match in _NEWLINE.finditer(self.data))]
        self._offsets = None if self.text.isascii() else Offsets(self.text)

    def line(self, byte: int) -> int:
        """The line, from 1, of a byte offset."""
        return bisect_right(self.line_starts, byte)

    def place(self, byte: int) -> tuple[int, int]:
        """The line from 1 and the column from 0, in characters."""
        line = bisect_right(self.line_starts, byte)
        start = self.line_starts[line - 1]
        if self._offsets is None:
            return line, byte - start
        return line, self._offsets.character(byte) - self._offsets.character(start)

    def places(self, offsets: list[int]) -> list[tuple[int, int]]:
        """The places of byte offsets in ascending order."""
        if self._offsets is not None:
            return [self.place(byte) for byte in offsets]
        found, line, starts = [], 0, [*self.line_starts, len(self.data) + 1]
        for byte in offsets:
            while starts[line] <= byte:
                line += 1
            found.append((line, byte - starts[line - 1]))
        return found

    def slice(self, start: int, end: int) -> str:
        """The text between two byte offsets."""
        return self.data[start:end].decode("utf-8", "replace")

    def starts_line(self, byte: int) -> bool:
        """Whether only blanks stand before a byte offset on its line."""
        return not self.data[self.line_starts[self.line(byte) - 1] : byte].strip()


def blank_outside(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with blanks for all characters but line ends outside of ascending spans, which count in characters.

    What stands inside keeps its lines and columns: code that is embedded in a file of another language.
    """
    parts, position = [], 0
    for start, end in spans:
        parts += [blank(text[position:start]), text[start:end]]
        position = end
    return "".join([*parts, blank(text[position:])])


def blank(text: str) -> str:
    """Blanks for all characters but line ends."""
    return _BLANKED.sub(lambda match: " " * len(match[0]), text)


def one_line(text: str, longest: int = LONGEST_SIGNATURE) -> str:
    """A text with every run of blanks as one space, and cut where it is too long."""
    line = _PADDING.sub("", _SPACE.sub(" ", text.strip()))
    return line if len(line) <= longest else f"{line[: longest - 3].rstrip()}..."
