"""Where every key and array item of a TOML document stands, and what it holds.

The standard library's parser gives values without positions. This scanner gives the positions: it walks the tokens
once, with a stack of its own. On the way it puts the values together as long as everything is written in one of the
forms that nearly all documents keep to. Whatever is rarer, or wrong, makes it give up the values, not the positions:
the parser is then asked, and alone says what is wrong. On a broken document the scanner stops at the first thing that
it does not know.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from crossbearing.plugin import UnreadableError

Path = tuple[str | int, ...]
Span = tuple[int, int]

DEEPEST = 100
"""More levels of nesting, or parts of a dotted key, are refused: parsers recurse on them or take quadratic time."""

_MOST_PLACES = 1_000_000
_BLANK = r"(?:[ \t\n]++|#[^\n]*+)*+"
_KEY = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*+')"""
_SCALAR = (
    r'(?:"""(?:[^"\\]++|\\[\s\S]|"(?!"")|""(?!"))*+"{3,5}'
    r"|'''(?:[^']++|'(?!'')|''(?!'))*+'{3,5}"
    r'|"(?:[^"\\\n]++|\\.)*+"'
    r"|'[^'\n]*+'"
    r"""|[^\s,\[\]{}#"'=][^,\[\]{}#"'=\n]*+)"""
)

_SKIP_BLANK = re.compile(_BLANK)
_SKIP_SPACE = re.compile(r"[ \t]*+")
_KEY_PART = re.compile(rf"({_KEY})[ \t]*+(\.?)[ \t]*+")
_LINE = re.compile(rf"({_KEY})[ \t]*+=[ \t]*+({_SCALAR})[ \t]*+(?:#[^\n]*+)?+(?:\n{_BLANK}|\Z)")
_STRING = r"""(?:"[^"\\\n]*+"|'[^'\n]*+')"""
_ARRAY = re.compile(
    rf"({_KEY})[ \t]*+=[ \t]*+(\[(?:{_BLANK}{_STRING}{_BLANK},)*+(?:{_BLANK}{_STRING})?+{_BLANK}\])"
    rf"[ \t]*+(?:#[^\n]*+)?+(?:\n{_BLANK}|\Z)"
)
_IN_ARRAY = re.compile(rf"#[^\n]*+|({_STRING})")
_HEADER = re.compile(
    rf"\[([A-Za-z0-9_-]++(?:\.[A-Za-z0-9_-]++){{0,{DEEPEST - 1}}}+)\][ \t]*+(?:#[^\n]*+)?+(?:\n{_BLANK}|\Z)"
)
_ITEM = re.compile(rf"{_BLANK}({_SCALAR}){_BLANK}(,?+)")
_ONE = re.compile(_SCALAR)
_SEPARATOR = re.compile(rf"{_BLANK}(,?+){_BLANK}")
_LINE_END = re.compile(r"[ \t]*+(?:#[^\n]*+)?+(?:\n|\Z)")
_CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f]")
_NUMBER = re.compile("0|[1-9][0-9]{0,17}")
_CONSTANTS = {"true": True, "false": False}


class IndexedToml(NamedTuple):
    """The values of a document, or None where only the parser can tell them, and the offsets of each path.

    The items of the arrays in ``arrays``, which hold nothing but plain strings, are not among ``spans``.
    """

    data: dict[str, Any] | None
    spans: dict[Path, Span]
    arrays: dict[Path, Span]


def read_toml(text: str) -> IndexedToml:
    r"""Read the values of ``text`` and map the path of each table, key and array item to its start and end.

    ``("project", "dependencies", 0)`` is the first item of ``dependencies`` in ``[project]``; tables of an array of
    tables are numbered the same way. A key's span starts at the key, a table's is its header. ``text`` must have
    ``\n`` line endings.

    Raises:
        UnreadableError: the document nests deeper than :data:`DEEPEST`.
    """
    scanner = _Scanner(text)
    scanner.scan()
    return IndexedToml(scanner.root if scanner.is_plain else None, scanner.spans, scanner.arrays)


def index_toml(text: str) -> dict[Path, Span]:
    """The offsets of each path of ``text``, as :func:`read_toml` gives them, those of all items included."""
    _, spans, arrays = read_toml(text)
    for path, span in arrays.items():
        spans.update(index_strings(text, path, span))
    return spans


def index_strings(text: str, path: Path, span: Span) -> Iterator[tuple[Path, Span]]:
    """The path and the offsets of each item of an array of plain strings."""
    matches = (match.span(1) for match in _IN_ARRAY.finditer(text, *span) if match[1])
    return (((*path, number), place) for number, place in enumerate(matches))


class _Frame:
    """An array or inline table that is still open; ``is_separated`` says whether another value may come next."""

    __slots__ = ("close", "is_separated", "items", "path", "value")

    def __init__(self, path: Path, opener: str) -> None:
        self.path = path
        self.close = "]" if opener == "[" else "}"
        self.value: Any = [] if opener == "[" else {}
        self.items = 0
        self.is_separated = True


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.spans: dict[Path, Span] = {}
        self.arrays: dict[Path, Span] = {}
        self.tables: dict[Path, int] = {}
        self.root: dict[str, Any] = {}
        self.current = self.root
        # False once something was met whose value, or whose being right at all, is for the parser to say.
        self.is_plain = not _CONTROL.search(text)
        self._by_header: set[Path] = set()
        self._declared: set[Path] = set()
        self._by_dotted_key: set[Path] = set()
        self._open_to_keys: set[Path] = set()
        self._target = self.root

    def scan(self) -> None:
        table: Path | None = ()
        while table is not None:
            self._simple_lines(table)
            if self._peek() == "[":
                table = self._header()
            elif not self._statement(table):
                break
        self.is_plain = self.is_plain and self.position == len(self.text)

    def _simple_lines(self, table: Path) -> None:
        """Take what is written as ``key = scalar`` or as an array of strings, nearly everything, in one step each."""
        self._skip(_SKIP_BLANK)
        text, position = self.text, self.position
        while match := _LINE.match(text, position) or _ARRAY.match(text, position):
            key = self._plain(match[1])
            path = (*table, key)
            if text[match.start(2)] == "[":
                self._put(self.current, key, [item[1:-1] for item in _IN_ARRAY.findall(match[2]) if item])
                self.arrays.setdefault(path, match.span(2))
            else:
                self._put(self.current, key, self._scalar_value(match[2]))
            self.spans.setdefault(path, (match.start(), match.end(2)))
            position = match.end()
        self.position = position

    def _header(self) -> Path | None:
        start = self.position
        if match := _HEADER.match(self.text, start):
            self.position = match.end()
            return self._open_table(tuple(match[1].split(".")), False, (start, match.end(1) + 1))
        many = self.text.startswith("[[", start)
        self.position += 2 if many else 1
        self._skip(_SKIP_SPACE)
        key = self._key()
        if key is None or self._peek() != "]":
            self.is_plain = False
            return None
        self.is_plain = self.is_plain and self.text.startswith("]]" if many else "]", self.position)
        self.position += 2 if many else 1
        span = (start, self.position)
        self._end_line()
        return self._open_table(key, many, span)

    def _open_table(self, key: tuple[str, ...], many: bool, span: Span) -> Path:
        """The path of a header's table: each array of tables on the way means its last table."""
        path: Path = ()
        value: Any = self.root
        for number, part in enumerate(key):
            is_last = number == len(key) - 1
            path = (*path, part)
            self.spans.setdefault(path, span)
            if self.is_plain:
                value = self._descend(value, part, path, is_last=is_last, is_array=many and is_last)
            if many and is_last:
                self.tables[path] = self.tables.get(path, -1) + 1
            if path in self.tables:
                path = (*path, self.tables[path])
                self.spans.setdefault(path, span)
        self.is_plain = self.is_plain and path not in self._declared
        self._declared.add(path)
        self._open_to_keys.clear()
        self.current = value if self.is_plain else {}
        return path

    def _descend(self, table: dict[str, Any], key: str, path: Path, *, is_last: bool, is_array: bool) -> Any:
        """The table that a part of a header leads to: one that headers made, or dotted keys if it goes on."""
        if key not in table:
            self._by_header.add(path)
            table[key] = [{}] if is_array else {}
        elif path in self._by_header and is_array == (is_last and path in self.tables):
            if is_array:
                table[key].append({})
        elif is_last or path not in self._by_dotted_key:
            self.is_plain = False
            return {}
        value = table[key]
        return value[-1] if isinstance(value, list) else value

    def _statement(self, table: Path) -> bool:
        if self.position == len(self.text):
            return False
        path = self._assignment(table)
        if path is None:
            self.is_plain = False
            return False
        self._target = self._table_of_key(table, path[len(table) : -1])
        if not self._value(path):
            self.is_plain = False
            return False
        self._end_line()
        return True

    def _table_of_key(self, table: Path, parts: Path) -> dict[str, Any]:
        """The table of a dotted key; only what such keys below the same header made may be gone through."""
        value = self.current
        path = table
        for part in parts:
            path = (*path, part)
            if not self.is_plain:
                return {}
            if part not in value:
                self._by_dotted_key.add(path)
                self._open_to_keys.add(path)
                value[str(part)] = {}
            elif path not in self._open_to_keys:
                self.is_plain = False
                return {}
            value = value[str(part)]
        return value

    def _end_line(self) -> None:
        """Nothing but a comment may follow on the line."""
        if match := _LINE_END.match(self.text, self.position):
            self.position = match.end()
        else:
            self.is_plain = False

    def _assignment(self, table: Path) -> Path | None:
        """Read ``key =`` and return the path of the key."""
        start = self.position
        key = self._key()
        if key is None or self._peek() != "=":
            return None
        self.position += 1
        self._skip(_SKIP_SPACE)
        path = table
        for part in key:
            path = (*path, part)
            self.spans.setdefault(path, (start, self.position))
        return path

    def _value(self, path: Path) -> bool:
        """Read one value with everything in it; the frames stand for the recursion."""
        frames: list[_Frame] = []
        target: Path | None = path
        while target is not None:
            opener = self._peek()
            if opener and opener in "[{":
                if len(frames) >= DEEPEST:
                    raise UnreadableError(f"unparseable: nested deeper than {DEEPEST} levels", self._line())
                if len(self.spans) > _MOST_PLACES:
                    raise UnreadableError(f"more than {_MOST_PLACES} values", self._line())
                self.spans.setdefault(target, (self.position, self.position))
                frame = _Frame(target, opener)
                self._store(frames, target, frame.value)
                frames.append(frame)
                self.position += 1
            elif not self._scalar(frames, target):
                return False
            target = self._next(frames)
        return not frames

    def _scalar(self, frames: list[_Frame], path: Path) -> bool:
        match = _ONE.match(self.text, self.position)
        if match is None:
            return False
        self.spans[path] = (self.spans.get(path, match.span())[0], match.end())
        self.position = match.end()
        self._store(frames, path, self._scalar_value(match[0]))
        return True

    def _store(self, frames: list[_Frame], path: Path, value: Any) -> None:
        """Put a value where it belongs: into the innermost open frame, or the current table."""
        if not frames:
            self._put(self._target, path[-1], value)
            return
        frame = frames[-1]
        # A dotted key in an inline table is rare enough for the parser.
        self.is_plain = self.is_plain and frame.is_separated and len(path) == len(frame.path) + 1
        frame.is_separated = False
        if frame.close == "]":
            frame.value.append(value)
        else:
            self._put(frame.value, path[-1], value)

    def _next(self, frames: list[_Frame]) -> Path | None:
        """Close what ends here and return the path of the next value, or None where the outermost one is complete."""
        while frames:
            frame = frames[-1]
            self._separator(frame)
            if frame.close == "]":
                self._simple_items(frame)
            if self._peek() == frame.close:
                # An inline table must not end in a comma, nor an array begin with one.
                self.is_plain = self.is_plain and (frame.close == "]" or not frame.value or not frame.is_separated)
                self.position += 1
                self.spans[frame.path] = (self.spans[frame.path][0], self.position)
                frames.pop()
            elif frame.close == "}":
                return self._assignment(frame.path)
            else:
                frame.items += 1
                return (*frame.path, frame.items - 1)
        return None

    def _separator(self, frame: _Frame) -> None:
        """What stands between two values: a comma, unless it is before the first or after the last."""
        match = _SEPARATOR.match(self.text, self.position)
        if match is None:
            return
        if match[1]:
            self.is_plain = self.is_plain and bool(frame.value) and not frame.is_separated
            frame.is_separated = True
        if frame.close == "}" and "\n" in match[0]:
            self.is_plain = False
        self.position = match.end()

    def _simple_items(self, frame: _Frame) -> None:
        while match := _ITEM.match(self.text, self.position):
            self.is_plain = self.is_plain and frame.is_separated
            self.spans[(*frame.path, frame.items)] = match.span(1)
            frame.value.append(self._scalar_value(match[1]))
            frame.is_separated = bool(match[2])
            frame.items += 1
            self.position = match.end()
        self._skip(_SKIP_BLANK)

    def _scalar_value(self, text: str) -> Any:
        """The value of a scalar; the parser is asked for those that are not simply what they look like."""
        if not self.is_plain:
            return None
        quote = text[0]
        if quote in "\"'":
            if not text.startswith(quote * 3) and (quote == "'" or "\\" not in text):
                return text[1:-1]
        else:
            text = text.rstrip(" \t")
            if text in _CONSTANTS:
                return _CONSTANTS[text]
            if _NUMBER.fullmatch(text):
                return int(text)
        return self._parsed(text)

    def _parsed(self, text: str) -> Any:
        import tomllib

        try:
            return tomllib.loads(f"value = {text}\n")["value"]
        except ValueError:
            self.is_plain = False
            return None

    def _put(self, table: dict[str, Any], key: Any, value: Any) -> None:
        if key in table:
            self.is_plain = False
        else:
            table[key] = value

    def _key(self) -> tuple[str, ...] | None:
        parts: list[str] = []
        while match := _KEY_PART.match(self.text, self.position):
            parts.append(self._plain(match[1]))
            self.position = match.end()
            if not match[2]:
                return tuple(parts)
            if len(parts) >= DEEPEST:
                raise UnreadableError(f"unparseable: a key of more than {DEEPEST} parts", self._line())
        return None

    def _plain(self, key: str) -> str:
        if key[0] not in "\"'":
            return key
        if key[0] == "'" or "\\" not in key:
            return key[1:-1]
        import tomllib

        try:
            return str(tomllib.loads(f"key = {key}")["key"])
        except tomllib.TOMLDecodeError:
            self.is_plain = False
            return key[1:-1]

    def _peek(self) -> str:
        return self.text[self.position : self.position + 1]

    def _skip(self, pattern: re.Pattern[str]) -> None:
        if match := pattern.match(self.text, self.position):
            self.position = match.end()

    def _line(self) -> int:
        return self.text.count("\n", 0, self.position) + 1
