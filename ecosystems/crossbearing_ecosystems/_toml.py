"""A TOML file whose values can be asked for by path, with the lines on which they stand."""

import re
import tomllib
from bisect import bisect_left
from typing import Any

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._placed import PlacedDocument
from crossbearing_ecosystems._toml_index import DEEPEST, Span, index_strings, index_toml, read_toml

_PLACE = re.compile(r" \(at (?:line (?P<line>[0-9]+), column [0-9]+|end of document)\)$")
_NEWLINE = re.compile("\n")


class TomlDocument(PlacedDocument):
    """The values of a TOML file, as Python has them; their places are kept apart."""

    def __init__(self, file: SourceFile) -> None:
        """Parse ``file``; raises :class:`UnreadableError` with the line where it is no TOML."""
        text = file.text.replace("\r\n", "\n")
        self._text = text
        data, self._offsets, self._arrays = read_toml(text)
        self._newlines = [match.start() for match in _NEWLINE.finditer(text)]
        super().__init__(load_toml(text) if data is None else data)

    def span(self, *path: str | int) -> Span:
        """First and last line of the value at ``path``; of its nearest known parent where it is not written out."""
        if path not in self._offsets and (array := self._arrays.pop(path[:-1], None)):
            self._offsets.update(index_strings(self._text, path[:-1], array))
        for end in range(len(path), 0, -1):
            if offsets := self._offsets.get(path[:end]):
                first = bisect_left(self._newlines, offsets[0])
                is_one_line = first == len(self._newlines) or offsets[1] <= self._newlines[first]
                last = first if is_one_line else bisect_left(self._newlines, offsets[1], first)
                return first + 1, last + 1
        return (1, 1)


def load_toml(text: str) -> dict[str, Any]:
    r"""The values of a document with ``\n`` line endings; raises :class:`UnreadableError` with the line of an error."""
    # A key of very many parts takes the parser quadratic time; the index refuses it.
    if any(len(line) > DEEPEST and line.count(".") >= DEEPEST for line in text.split("\n")):
        index_toml(text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise UnreadableError("unparseable: nested too deeply") from None
    except ValueError as problem:
        reason = str(problem)
        line = None
        if place := _PLACE.search(reason):
            line = int(place["line"]) if place["line"] else text.rstrip("\n").count("\n") + 1
            reason = reason[: place.start()]
        raise UnreadableError(f"unparseable: {reason}", line) from None
