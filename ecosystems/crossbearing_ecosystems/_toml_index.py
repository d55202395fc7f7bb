"""Where every key and array item of a TOML document stands.

The standard library's parser gives values without positions. This scanner gives positions without values: it walks the
tokens once, with a stack of its own, and leaves judging the syntax to the parser. On a broken document it stops at the
first thing that it does not know.
"""

import re

from crossbearing.plugin import UnreadableError

Path = tuple[str | int, ...]
Span = tuple[int, int]

DEEPEST = 100
"""More levels of nesting, or parts of a dotted key, are refused: parsers recurse on them or take quadratic time."""

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
_LINE = re.compile(rf"({_KEY})[ \t]*+=[ \t]*+({_SCALAR}){_BLANK}")
_ITEM = re.compile(rf"{_BLANK}({_SCALAR}){_BLANK},?+")
_ONE = re.compile(_SCALAR)
_SEPARATOR = re.compile(rf"{_BLANK},?+{_BLANK}")


def index_toml(text: str) -> dict[Path, Span]:
    r"""Map the path of each table, key and array item of ``text`` to the offsets where it starts and ends.

    ``("project", "dependencies", 0)`` is the first item of ``dependencies`` in ``[project]``; tables of an array of
    tables are numbered the same way. A key's span starts at the key, a table's is its header. ``text`` must have
    ``\n`` line endings.

    Raises:
        UnreadableError: the document nests deeper than :data:`DEEPEST`.
    """
    return _Scanner(text).scan()


class _Frame:
    """An array or inline table that is still open."""

    __slots__ = ("close", "items", "path")

    def __init__(self, path: Path, opener: str) -> None:
        self.path = path
        self.close = "]" if opener == "[" else "}"
        self.items = 0


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.spans: dict[Path, Span] = {}
        self.tables: dict[Path, int] = {}

    def scan(self) -> dict[Path, Span]:
        table: Path | None = ()
        while table is not None:
            self._simple_lines(table)
            if self._peek() == "[":
                table = self._header()
            elif not self._statement(table):
                break
        return self.spans

    def _simple_lines(self, table: Path) -> None:
        """Take the lines of the form ``key = scalar``, which are nearly all of them, in one step each."""
        self._skip(_SKIP_BLANK)
        while match := _LINE.match(self.text, self.position):
            self.spans.setdefault((*table, _plain(match[1])), (match.start(), match.end(2)))
            self.position = match.end()

    def _header(self) -> Path | None:
        start = self.position
        many = self.text.startswith("[[", start)
        self.position += 2 if many else 1
        self._skip(_SKIP_SPACE)
        key = self._key()
        if key is None or self._peek() != "]":
            return None
        self.position += 2 if many else 1
        return self._open_table(key, many, (start, self.position))

    def _open_table(self, key: tuple[str, ...], many: bool, span: Span) -> Path:
        """The path of a header's table: each array of tables on the way means its last table."""
        path: Path = ()
        for number, part in enumerate(key):
            path = (*path, part)
            self.spans.setdefault(path, span)
            if many and number == len(key) - 1:
                self.tables[path] = self.tables.get(path, -1) + 1
            if path in self.tables:
                path = (*path, self.tables[path])
                self.spans.setdefault(path, span)
        return path

    def _statement(self, table: Path) -> bool:
        path = self._assignment(table)
        return path is not None and self._value(path)

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
                self.spans.setdefault(target, (self.position, self.position))
                frames.append(_Frame(target, opener))
                self.position += 1
            elif not self._scalar(target):
                return False
            target = self._next(frames)
        return not frames

    def _scalar(self, path: Path) -> bool:
        match = _ONE.match(self.text, self.position)
        if match is None:
            return False
        self.spans[path] = (self.spans.get(path, match.span())[0], match.end())
        self.position = match.end()
        return True

    def _next(self, frames: list[_Frame]) -> Path | None:
        """Close what ends here and return the path of the next value, or None where the outermost one is complete."""
        while frames:
            frame = frames[-1]
            self._skip(_SEPARATOR)
            if frame.close == "]":
                self._simple_items(frame)
            if self._peek() == frame.close:
                self.position += 1
                self.spans[frame.path] = (self.spans[frame.path][0], self.position)
                frames.pop()
            elif frame.close == "}":
                return self._assignment(frame.path)
            else:
                frame.items += 1
                return (*frame.path, frame.items - 1)
        return None

    def _simple_items(self, frame: _Frame) -> None:
        while match := _ITEM.match(self.text, self.position):
            self.spans[(*frame.path, frame.items)] = match.span(1)
            frame.items += 1
            self.position = match.end()
        self._skip(_SKIP_BLANK)

    def _key(self) -> tuple[str, ...] | None:
        parts: list[str] = []
        while match := _KEY_PART.match(self.text, self.position):
            parts.append(_plain(match[1]))
            self.position = match.end()
            if not match[2]:
                return tuple(parts)
            if len(parts) >= DEEPEST:
                raise UnreadableError(f"unparseable: a key of more than {DEEPEST} parts", self._line())
        return None

    def _peek(self) -> str:
        return self.text[self.position : self.position + 1]

    def _skip(self, pattern: re.Pattern[str]) -> None:
        if match := pattern.match(self.text, self.position):
            self.position = match.end()

    def _line(self) -> int:
        return self.text.count("\n", 0, self.position) + 1


def _plain(key: str) -> str:
    if key[0] not in "\"'":
        return key
    if key[0] == "'" or "\\" not in key:
        return key[1:-1]
    import tomllib

    try:
        return str(tomllib.loads(f"key = {key}")["key"])
    except tomllib.TOMLDecodeError:
        return key[1:-1]
