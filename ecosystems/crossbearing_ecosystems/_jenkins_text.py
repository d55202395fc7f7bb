"""Scripts that are strings of Groovy, with the line on which each of their characters stands."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from crossbearing_ecosystems._ci_script import Script
from crossbearing_ecosystems._ci_text import with_continued_lines
from crossbearing_ecosystems._gradle_tokens import Token

_ESCAPED = re.compile(r"\\([\\'\"$nrtbf])")
_MEANING = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_AS_WRITTEN = ("/", "$/")


def script_of(pieces: Sequence[Token], shell: str) -> Script:
    """The script that strings are which are put together; continued lines are those of the shell."""
    starts, numbers, length = [], [], 0
    parts: list[str] = []
    for piece in pieces:
        for number, line in enumerate(_lines(piece)):
            starts.append(length)
            numbers.append(piece.line + number)
            text = line if number == 0 else f"\n{line}"
            starts[-1] += bool(number)
            parts.append(text)
            length += len(text)
    return Script(
        with_continued_lines("".join(parts), shell), lambda offset: numbers[max(0, bisect_right(starts, offset) - 1)]
    )


def _lines(piece: Token) -> list[str]:
    """The lines of a string as the pipeline sees them, moved to the left together."""
    lines = piece.text.split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    lines = [lines[0], *(line[margin:] for line in lines[1:])]
    if piece.mark in _AS_WRITTEN:
        return lines
    return [_ESCAPED.sub(lambda match: _MEANING.get(match[1], match[1]), line) for line in lines]
