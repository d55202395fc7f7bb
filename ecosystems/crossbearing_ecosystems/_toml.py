"""A TOML file whose values can be asked for by path, with the lines on which they stand."""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._toml_index import DEEPEST, Path, Span, index_strings, index_toml, read_toml

_PLACE = re.compile(r" \(at (?:line (?P<line>[0-9]+), column [0-9]+|end of document)\)$")
_NEWLINE = re.compile("\n")


class TomlDocument:
    """The values of a file and their places; every question about something absent or of another type has an answer."""

    def __init__(self, file: SourceFile) -> None:
        """Parse ``file``; raises :class:`UnreadableError` with the line where it is no TOML."""
        text = file.text.replace("\r\n", "\n")
        self._text = text
        data, self._offsets, self._arrays = read_toml(text)
        self._newlines = [match.start() for match in _NEWLINE.finditer(text)]
        self._data = load_toml(text) if data is None else data

    def get(self, *path: str | int) -> Any:
        """The value at ``path``, or None."""
        value: Any = self._data
        for part in path:
            if isinstance(value, dict):
                value = value.get(part)
            elif isinstance(value, list) and isinstance(part, int):
                value = value[part] if part < len(value) else None
            else:
                return None
        return value

    def text(self, *path: str | int) -> str:
        """The string at ``path``, or an empty one."""
        value = self.get(*path)
        return value if isinstance(value, str) else ""

    def has(self, *path: str | int) -> bool:
        """Say whether there is a table at ``path``, an empty one included."""
        return isinstance(self.get(*path), dict)

    def keys(self, *path: str | int) -> list[str]:
        """The keys of the table at ``path``, in the order of the file."""
        value = self.get(*path)
        return list(value) if isinstance(value, dict) else []

    def items(self, *path: str | int) -> Iterator[tuple[Path, Any]]:
        """Each item of the array at ``path``, or the value itself where it is none, with its own path."""
        value = self.get(*path)
        if isinstance(value, list):
            for number, item in enumerate(value):
                yield (*path, number), item
        elif value is not None:
            yield path, value

    def strings(self, *path: str | int) -> Iterator[tuple[Path, str]]:
        """The strings among :meth:`items`."""
        return ((place, item) for place, item in self.items(*path) if isinstance(item, str))

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
