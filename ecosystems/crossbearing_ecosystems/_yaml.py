"""A YAML file with the line of every key, item and text, made from the events of libyaml.

Nothing is converted: `on`, `1.10` and `yes` stay what is written, and null is None. Aliases share the value of their
anchor, so that a document of a few lines cannot unfold into gigabytes; `<<` merges are resolved one level at a time.
"""

from collections.abc import Iterator
from typing import Any

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._placed import PlacedDocument, PlacedList, PlacedTable, Text

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_MERGE = "<<"
_MOST_MERGED = 10_000


class YamlDocument(PlacedDocument):
    """The first document of a YAML file; an empty file has the root None."""

    def __init__(self, file: SourceFile) -> None:
        """Parse ``file``; raises :class:`UnreadableError` with the line where it is no YAML."""
        super().__init__(next(read_documents(file), None))


def read_documents(file: SourceFile) -> Iterator[Any]:
    """Yield the root of each document of a YAML file."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    builder = _Builder()
    try:
        for event in yaml.parse(file.text, Loader=loader):
            if isinstance(event, yaml.DocumentEndEvent):
                yield builder.root
                builder = _Builder()
            else:
                builder.take(event)
    except yaml.MarkedYAMLError as problem:
        mark: Any = problem.problem_mark or problem.context_mark
        reason = " ".join(str(part) for part in (problem.context, problem.problem) if part)
        raise UnreadableError(f"unparseable: {reason}", mark.line + 1 if mark else None) from None
    except (yaml.YAMLError, RecursionError, ValueError) as problem:
        reason = str(problem).partition("\n")[0] or "nested too deeply"
        raise UnreadableError(f"unparseable: {reason}") from None


class _Builder:
    """Builds one document from its events, with a stack of its own."""

    def __init__(self) -> None:
        self.root: Any = None
        self.stack: list[PlacedTable | PlacedList] = []
        self.keys: list[tuple[str, int] | None] = []
        self.anchors: dict[str, Any] = {}
        self.merged = 0

    def take(self, event: Any) -> None:
        kind = type(event).__name__
        line = event.start_mark.line + 1
        if kind == "ScalarEvent":
            self._scalar(event, line)
        elif kind == "MappingStartEvent":
            self._open(event, PlacedTable(line))
        elif kind == "SequenceStartEvent":
            self._open(event, PlacedList(line))
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            self._close(event)
        elif kind == "AliasEvent":
            self._put(self.anchors.get(event.anchor), line)

    def _open(self, event: Any, container: PlacedTable | PlacedList) -> None:
        self._put(container, container.line)
        self._remember(event, container)
        self.stack.append(container)
        self.keys.append(None)

    def _close(self, event: Any) -> None:
        container = self.stack.pop()
        self.keys.pop()
        # A block ends where the next thing starts: its last line is the one before, unless it closes with a bracket.
        last = event.end_mark.line + (1 if event.end_mark.column else 0)
        container.end = max(container.line, last, *(getattr(value, "end", 0) for value in _last(container)))

    def _scalar(self, event: Any, line: int) -> None:
        is_plain = event.implicit[0]
        if self.stack and isinstance(self.stack[-1], PlacedTable) and self.keys[-1] is None:
            self._remember(event, event.value)
            self.keys[-1] = (event.value, line)
            return
        value: Any = None
        if not is_plain or event.value not in _NULL:
            value = Text(event.value)
            is_block = not is_plain and event.end_mark.column == 0 and event.end_mark.line + 1 > line
            value.line = line
            value.end = max(line, event.end_mark.line + (0 if is_block else 1))
            value.first = min(line + 1, value.end) if is_block else line
            value.is_plain = is_plain
        self._remember(event, value)
        self._put(value, line)

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
        elif self.keys[-1] is None:
            # A key that is no text (a list, a table, an alias) names nothing that anybody asks for.
            self.keys[-1] = (value if isinstance(value, str) else "", line)
        else:
            key, key_line = self.keys[-1]
            self.keys[-1] = None
            if key == _MERGE:
                self._merge(container, value)
            else:
                container[key] = value
                container.lines[key] = key_line

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


def _last(container: PlacedTable | PlacedList) -> list[Any]:
    values = list(container.values())[-1:] if isinstance(container, PlacedTable) else container[-1:]
    return [
        value for value in values if not isinstance(value, PlacedTable | PlacedList) or value.line >= container.line
    ]
