"""Lock files in TOML: an array of tables, one a package, each with the lines on which it stands.

A lock file is large and simple, so its values come from the standard library's parser, and the lines from the headers
of the tables alone. Where those do not tell (a header written in an unusual way), every token is looked at.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from crossbearing.plugin import SourceFile
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._toml import TomlDocument, load_toml


class LockTable(NamedTuple):
    """One table of the array: its values, and its lines from the header to the one before the next header."""

    values: dict[str, Any]
    span: Span

    def text(self, *path: str) -> str:
        """The string at ``path``, or an empty one."""
        value = dig(self.values, *path)
        return value if isinstance(value, str) else ""


class TomlLock:
    """The tables of one array of a TOML file, and what stands beside them."""

    def __init__(self, file: SourceFile, array: str) -> None:
        """Parse ``file``; raises :class:`UnreadableError` with the line where it is no TOML."""
        self.file = file
        self.array = array
        self.data = load_toml(file.text.replace("\r\n", "\n"))

    def tables(self) -> Iterator[LockTable]:
        """The tables of the array in the order of the file."""
        value = self.data.get(self.array)
        tables = value if isinstance(value, list) else []
        starts = [*self._starts(len(tables)), len(self.file.lines) + 1]
        for number, values in enumerate(tables):
            if isinstance(values, dict):
                yield LockTable(values, (starts[number], max(starts[number], starts[number + 1] - 1)))

    def _starts(self, count: int) -> list[int]:
        header = re.compile(rf"^[ \t]*\[\[[ \t]*{re.escape(self.array)}[ \t]*\]\]", re.MULTILINE)
        text = self.file.text.replace("\r\n", "\n")
        starts: list[int] = []
        place, line = 0, 1
        for match in header.finditer(text):
            line += text.count("\n", place, match.start())
            place = match.start()
            starts.append(line)
        if len(starts) != count:
            document = TomlDocument(self.file)
            starts = [document.span(self.array, number)[0] for number in range(count)]
        return starts


def dig(value: Any, *path: str) -> Any:
    """The value at ``path`` of nested tables, or None."""
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    return value
