"""A YAML file with the line of every key, item and text, made from the events of libyaml.

Nothing is converted: `on`, `1.10` and `yes` stay what is written, and null is None. Aliases share the value of their
anchor, so that a document of a few lines cannot unfold into gigabytes: whoever walks through values bounds the walk,
and expects to meet a value inside of itself. Of a `<<` merge, a table takes over the keys that it has not itself.
"""

from collections.abc import Iterator
from typing import Any

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._placed import PlacedDocument, PlacedList, PlacedTable, Text

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_MERGE = "<<"
_MOST_MERGED = 10_000
_MOST_LEVELS = 1_000
# YAML 1.1 counts these as line ends; nobody else does, so that lines would no longer be those of the file.
_NO_LINE_ENDS = {0x85: " ", 0x2028: " ", 0x2029: " "}


class YamlDocument(PlacedDocument):
    """The first document of a YAML file; an empty file has the root None."""

    def __init__(self, file: SourceFile) -> None:
        """Parse ``file``; raises :class:`UnreadableError` with the line where it is no YAML."""
        super().__init__(next(read_documents(file), None))


def read_documents(file: SourceFile) -> Iterator[Any]:
    """Yield the root of each document of a YAML file; raises :class:`UnreadableError` at what is no YAML."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    last = _real_line(file, len(file.lines))
    builder = _Builder(last)
    try:
        for event in yaml.parse(file.text.translate(_NO_LINE_ENDS), Loader=loader):
            if isinstance(event, yaml.DocumentEndEvent):
                yield builder.root
                builder = _Builder(last)
            else:
                builder.take(event)
    except yaml.MarkedYAMLError as problem:
        mark: Any = problem.problem_mark or problem.context_mark
        reason = " ".join(str(part) for part in (problem.context, problem.problem) if part)
        raise UnreadableError(f"unparseable: {reason}", _real_line(file, mark.line) if mark else None) from None
    except yaml.YAMLError as problem:
        # A character that no YAML may hold; libyaml gives its place in bytes, if it does.
        reason = str(problem).partition("\n")[0]
        raise UnreadableError(f"unparseable: {reason}", _line_of_control(file)) from None
    except (RecursionError, ValueError):
        raise UnreadableError("unparseable: nested too deeply") from None


def _real_line(file: SourceFile, row: int) -> int:
    """The line of a mark; what is missing at the end of a file is missing on its last line."""
    lines = file.lines
    last = len(lines) if lines[-1] or len(lines) == 1 else len(lines) - 1
    return min(row + 1, last)


def _line_of_control(file: SourceFile) -> int | None:
    """The first line with a character that YAML forbids."""
    import yaml

    return next(
        (number for number, line in enumerate(file.lines, 1) if yaml.reader.Reader.NON_PRINTABLE.search(line)), None
    )


class _Builder:
    """Builds one document from its events, with a stack of its own."""

    def __init__(self, last_line: int) -> None:
        self.root: Any = None
        self.stack: list[PlacedTable | PlacedList] = []
        # Of each open table, the key that waits for its value.
        self.keys: list[tuple[str, int, bool] | None] = []
        self.anchors: dict[str, Any] = {}
        # The tables that take over what is being read, by how deep that lies.
        self.takers: dict[int, PlacedTable] = {}
        self.merged = 0
        # The last line of the file, and of what has been read of it.
        self.last_line = last_line
        self.last = 1

    def take(self, event: Any) -> None:
        kind = type(event).__name__
        # What is left out at the end of a file would stand beyond it.
        line = min(event.start_mark.line + 1, self.last_line)
        if kind == "ScalarEvent":
            self._scalar(event, line)
        elif kind == "MappingStartEvent":
            self._open(event, PlacedTable(line, event.tag or ""))
        elif kind == "SequenceStartEvent":
            self._open(event, PlacedList(line, event.tag or ""))
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            self._close(event)
        elif kind == "AliasEvent":
            if event.anchor not in self.anchors:
                raise UnreadableError(f"unparseable: found undefined alias {event.anchor!r}", line)
            self.last = line
            self._put(self.anchors[event.anchor], line)

    def _open(self, event: Any, container: PlacedTable | PlacedList) -> None:
        if len(self.stack) >= _MOST_LEVELS:
            raise UnreadableError(f"nested deeper than {_MOST_LEVELS} levels", container.line)
        if isinstance(table := self.stack[-1] if self.stack else None, PlacedTable) and self._is_merge(self.keys[-1]):
            self.takers[len(self.stack)] = table
        self._put(container, container.line)
        self._remember(event, container)
        self.last = container.line
        self.stack.append(container)
        self.keys.append(None)

    def _close(self, event: Any) -> None:
        container = self.stack.pop()
        self.keys.pop()
        if event.end_mark.index != event.start_mark.index:
            # A bracket; a block has no end of its own, and ends with what stands last in it.
            self.last = event.end_mark.line + 1
        container.end = max(container.line, self.last)
        if (table := self.takers.pop(len(self.stack), None)) is not None:
            self._merge(table, container)

    def _scalar(self, event: Any, line: int) -> None:
        is_plain = event.implicit[0]
        value: Any = None
        if not is_plain or event.value not in _NULL or self._expects_key():
            value = Text(event.value)
            is_block = event.style in ("|", ">")
            value.line = line
            value.end = max(line, event.end_mark.line + (1 if event.end_mark.column else 0))
            value.first = min(line + 1, value.end) if is_block else line
            value.is_plain = is_plain
        self.last = value.end if value is not None else line
        self._remember(event, value)
        self._put(value, line)

    def _expects_key(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1], PlacedTable) and self.keys[-1] is None

    def _remember(self, event: Any, value: Any) -> None:
        if event.anchor:
            self.anchors[event.anchor] = value

    def _put(self, value: Any, line: int) -> None:
        if not self.stack:
            self.root = value
            return
        container = self.stack[-1]
        if isinstance(container, PlacedList):
            container.append(value)
            container.lines.append(line)
        elif (waiting := self.keys[-1]) is None:
            # A key that is no text (a list, a table) names nothing that anybody asks for.
            is_text = isinstance(value, Text)
            self.keys[-1] = (str(value) if is_text else "", line, is_text and value.is_plain)
        else:
            key, key_line, _ = waiting
            self.keys[-1] = None
            if self._is_merge(waiting):
                self._merge(container, value)
            else:
                container[key] = value
                container.lines[key] = key_line

    def _is_merge(self, waiting: tuple[str, int, bool] | None) -> bool:
        return waiting is not None and waiting[0] == _MERGE and waiting[2]

    def _merge(self, table: PlacedTable, value: Any) -> None:
        """What a table takes over from others; its own keys, before and after, come first."""
        for source in value if isinstance(value, list) else [value]:
            if isinstance(source, PlacedTable) and source is not table:
                for key, item in source.items():
                    self.merged += 1
                    if self.merged > _MOST_MERGED:
                        raise UnreadableError(f"more than {_MOST_MERGED} merged keys", table.line)
                    if key not in table:
                        table[key] = item
                        table.lines[key] = source.lines.get(key, table.line)
