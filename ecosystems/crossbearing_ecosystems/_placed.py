"""Documents of nested tables and lists whose every key, item and text knows the line on which it stands."""

from collections.abc import Iterator
from typing import Any

from crossbearing_ecosystems._sheet import Span

Path = tuple[str | int, ...]


class Text(str):
    """A string of a document.

    ``line`` and ``end`` are its first and last line, and ``first`` the line on which its content starts: the line after
    ``line`` for a block of YAML. ``is_plain`` is false where it was quoted.
    """

    __slots__ = ("end", "first", "is_plain", "line")

    line: int
    end: int
    first: int
    is_plain: bool


class PlacedTable(dict[str, Any]):
    """A table; ``lines`` gives the line of each key, ``line`` and ``end`` its own first and last line.

    ``tag`` is what YAML was told that it is (``!include``), empty for a plain one.
    """

    __slots__ = ("end", "line", "lines", "tag")

    def __init__(self, line: int, tag: str = "") -> None:
        super().__init__()
        self.line = self.end = line
        self.lines: dict[str, int] = {}
        self.tag = tag


class PlacedList(list[Any]):
    """A list; ``lines`` gives the line of each item, ``line`` and ``end`` its own first and last line.

    ``tag`` is what YAML was told that it is (``!reference``), empty for a plain one.
    """

    __slots__ = ("end", "line", "lines", "tag")

    def __init__(self, line: int, tag: str = "") -> None:
        super().__init__()
        self.line = self.end = line
        self.lines: list[int] = []
        self.tag = tag


class PlacedDocument:
    """The values of a file and their places; every question about something absent or of another type has an answer.

    Values are :class:`PlacedTable`, :class:`PlacedList`, :class:`Text`, or what the format has beside those.
    """

    def __init__(self, root: Any) -> None:
        self.root = root

    def get(self, *path: str | int) -> Any:
        """The value at ``path``, or None."""
        value = self.root
        for part in path:
            if isinstance(value, dict):
                value = value.get(part)
            elif isinstance(value, list) and isinstance(part, int):
                value = value[part] if 0 <= part < len(value) else None
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
        """Each item of the list at ``path``, or the value itself where it is none, with its own path."""
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
        """From the line of the key or item at ``path`` to the last line of its value; of the nearest parent if absent.

        Where the value is reached through an alias or a merge, the lines are those where it is written out.
        """
        value, line = self.root, 1
        end = getattr(value, "end", 1)
        for part in path:
            if isinstance(value, PlacedTable) and part in value:
                line = value.lines.get(str(part), line)
            elif isinstance(value, PlacedList) and isinstance(part, int) and 0 <= part < len(value):
                line = value.lines[part]
            else:
                break
            value = value[part]
            end = max(line, getattr(value, "end", line))
        return line, end
