"""A JSON file with the line of every key, item and string.

The standard library's parser judges the syntax and says what is wrong where; it gives no positions. No string of a
JSON file spans two lines, so the tokens are then taken line by line, which gives them theirs. In the lenient form
(JSON with comments, as `deno.json` and `tsconfig.json` are written) comments and commas before a closing bracket are
blanked out first.
"""

import json
import re
from typing import Any

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._placed import PlacedDocument, PlacedList, PlacedTable, Text

_PAIR = re.compile(
    r"""\"(?P<string>[^"\\]*+(?:\\.[^"\\]*+)*+)\"
        (?:\s*:\s*(?:\"(?P<value>[^"\\]*+(?:\\.[^"\\]*+)*+)\"|(?P<opening>[{\[])|(?P<bare>[^\s,:{}\[\]"]++))?)?
    |   (?P<mark>[{}\[\]])
    |   (?P<word>[^\s,:{}\[\]"]++)""",
    re.VERBOSE,
)
"""A key with the start of its value where that stands on the same line, or a single token."""
_STRING, _VALUE, _OPENING, _BARE, _MARK = range(1, 6)
_SIMPLE = re.compile(r'[ \t]*"([^"\\]*)"[ \t]*:[ \t]*"([^"\\]*)"[ \t]*,?[ \t]*')
"""The most frequent line by far, whole."""
_CONSTANTS = {"true": True, "false": False, "null": None}
_SKIPPED = r'"(?:[^"\\\n]++|\\[^\n])*+"?'
_COMMENT = re.compile(rf"(?:[^\"/]++|{_SKIPPED}|/(?![/*]))*+(?P<blank>//[^\n\r]*+|/\*(?s:.*?)(?:\*/|\Z))")
_LAST_COMMA = re.compile(rf"(?:[^\",\[{{]++|[\[{{](?:[ \t\r\n]*+,)?+|{_SKIPPED}|,(?![ \t\r\n]*+[}}\]]))*+(?P<blank>,)")
"""A comma before a closing bracket, unless nothing but the opening one stands before it."""
_NO_NEWLINE = re.compile(r"[^\r\n]")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_HALF = re.compile("[\ud800-\udfff]")
_DEEPEST = 200


class JsonDocument(PlacedDocument):
    """The values of a JSON file; numbers are kept as they are written."""

    def __init__(self, file: SourceFile, *, lenient: bool = False) -> None:
        """Parse ``file``; raises :class:`UnreadableError` with the line where it is no JSON."""
        text, lines = file.text, file.lines
        if lenient and ("/" in text or _LAST_COMMA.match(text)):
            text = _blanked(_blanked(text, _COMMENT), _LAST_COMMA)
            lines = _NEWLINE.split(text)
        _judge(text)
        super().__init__(_Scanner().scan(lines))


def _judge(text: str) -> None:
    try:
        json.loads(text, parse_int=str, parse_float=str)
    except RecursionError:
        raise UnreadableError("unparseable: nested too deeply") from None
    except json.JSONDecodeError as problem:
        raise UnreadableError(f"unparseable: {problem.msg}", _line_at(text, problem.pos)) from None


def _line_at(text: str, place: int) -> int:
    """The line of a place; the end of the file is on its last line, even where that is ended."""
    end = min(place, len(text.rstrip("\r\n")))
    return sum(1 for _ in _NEWLINE.finditer(text, 0, end)) + 1


def _blanked(text: str, pattern: re.Pattern[str]) -> str:
    """Replace what is found by blanks, so that everything else stays where it is."""
    parts: list[str] = []
    place = 0
    while match := pattern.match(text, place):
        start, found = match.start("blank"), match["blank"]
        if found.startswith("/*") and (len(found) < len("/**/") or not found.endswith("*/")):
            raise UnreadableError("unparseable: unterminated comment", _line_at(text, start))
        parts += (text[place:start], _NO_NEWLINE.sub(" ", found))
        place = match.end()
    return "".join((*parts, text[place:]))


class _Scanner:
    """Builds the values of text that is known to be JSON, with a stack of its own."""

    def __init__(self) -> None:
        self.root: Any = None
        self.containers: list[PlacedTable | PlacedList] = []
        self.key: tuple[str, int] | None = None

    def scan(self, lines: list[str]) -> Any:
        simple = _SIMPLE.fullmatch
        for number, line in enumerate(lines, 1):
            if found := simple(line):
                name, value = found.groups()
                table: Any = self.containers[-1]
                table[name] = _text(value, number)
                table.lines[name] = number
                continue
            for match in _PAIR.finditer(line):
                kind = match.lastindex
                if kind == _VALUE:
                    self.key = (_plain(match[1]), number)
                    self._put(_text(_plain(match[2]), number), number)
                elif kind == _OPENING:
                    self.key = (_plain(match[1]), number)
                    self._open(match[3], number)
                elif kind == _MARK:
                    self._mark(match[5], number)
                elif kind == _STRING:
                    self._string(match[1], number)
                elif kind == _BARE:
                    self.key = (_plain(match[1]), number)
                    self._put(_CONSTANTS.get(match[4], match[4]), number)
                else:
                    self._put(_CONSTANTS.get(match[6], match[6]), number)
        return self.root

    def _string(self, token: str, line: int) -> None:
        """A string by itself: an item, the value of a key on an earlier line, or a key whose value follows later."""
        is_key = self.key is None and self.containers and isinstance(self.containers[-1], PlacedTable)
        if is_key:
            self.key = (_plain(token), line)
        else:
            self._put(_text(_plain(token), line), line)

    def _mark(self, mark: str, line: int) -> None:
        if mark in "{[":
            self._open(mark, line)
        else:
            self.containers.pop().end = line

    def _open(self, mark: str, line: int) -> None:
        if len(self.containers) >= _DEEPEST:
            raise UnreadableError("unparseable: nested too deeply", line)
        container = PlacedTable(line) if mark == "{" else PlacedList(line)
        self._put(container, line)
        self.containers.append(container)

    def _put(self, value: Any, line: int) -> None:
        if self.key is not None:
            # Of a key that stands twice the last counts, as for the standard library's parser.
            name, key_line = self.key
            table: Any = self.containers[-1]
            table[name] = value
            table.lines[name] = key_line
            self.key = None
        elif self.containers:
            items: Any = self.containers[-1]
            items.append(value)
            items.lines.append(line)
        else:
            self.root = value


def _text(value: str, line: int) -> Text:
    text = Text(value)
    text.line = text.end = text.first = line
    text.is_plain = False
    return text


def _plain(token: str) -> str:
    """The text of a string token; half of a character that JSON can escape by itself becomes U+FFFD."""
    return _HALF.sub("\ufffd", json.loads(f'"{token}"')) if "\\" in token else token
