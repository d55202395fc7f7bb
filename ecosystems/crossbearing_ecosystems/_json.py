"""A JSON file with the line of every key, item and string.

The standard library's parser judges the syntax and says what is wrong where; it gives no positions. This scanner takes
the tokens once more, with a stack of its own. In the lenient form (JSON with comments, as `deno.json` and
`tsconfig.json` are written) comments and commas before a closing bracket are allowed.
"""

import json
import re
from typing import Any

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._placed import PlacedDocument, PlacedList, PlacedTable, Text

_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r\n]+|//[^\n]*|/\*(?s:.)*?\*/)"""
    r"""|(?P<string>"(?:[^"\\\n]++|\\.)*+")|(?P<mark>[{}\[\]:,])|(?P<bare>[^\s{}\[\]:,"/]+)"""
)
_DEEPEST = 200
_BARE = {"true": True, "false": False, "null": None}


class JsonDocument(PlacedDocument):
    """The values of a JSON file; numbers are kept as they are written."""

    def __init__(self, file: SourceFile, *, lenient: bool = False) -> None:
        """Parse ``file``; raises :class:`UnreadableError` with the line where it is no JSON."""
        text = file.text
        if not lenient:
            _judge(text)
        super().__init__(_Scanner(text).scan())


def _judge(text: str) -> None:
    try:
        json.loads(text)
    except RecursionError:
        raise UnreadableError("unparseable: nested too deeply") from None
    except json.JSONDecodeError as problem:
        raise UnreadableError(f"unparseable: {problem.msg}", problem.lineno) from None
    except ValueError as problem:
        # A number of more digits than Python converts.
        raise UnreadableError(f"unparseable: {problem}") from None


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.line = 1
        self.stack: list[PlacedTable | PlacedList] = []
        self.keys: list[tuple[str, int] | None] = []
        self.root: Any = None
        self.is_done = False

    def scan(self) -> Any:
        text, place, size = self.text, 0, len(self.text)
        match = _TOKEN.match
        while place < size:
            token = match(text, place)
            if token is None:
                raise UnreadableError(f"unparseable: unexpected {text[place]!r}", self.line)
            place = token.end()
            word = token[0]
            kind = token.lastgroup
            if kind == "blank":
                self.line += word.count("\n") + (word.count("\r") - word.count("\r\n"))
            elif kind == "mark":
                self._mark(word)
            else:
                self._scalar(word, is_string=kind == "string")
        if self.stack or not self.is_done:
            raise UnreadableError("unparseable: the file ends too early", self.line)
        return self.root

    def _mark(self, word: str) -> None:
        if word == "{":
            self._open(PlacedTable(self.line))
        elif word == "[":
            self._open(PlacedList(self.line))
        elif word in "}]":
            is_right = self.stack and isinstance(self.stack[-1], PlacedTable) == (word == "}")
            if not is_right:
                raise UnreadableError(f"unparseable: unexpected {word!r}", self.line)
            self.stack.pop().end = self.line
            self.keys.pop()

    def _open(self, container: PlacedTable | PlacedList) -> None:
        if len(self.stack) >= _DEEPEST:
            raise UnreadableError("unparseable: nested too deeply", self.line)
        self._put(container)
        self.stack.append(container)
        self.keys.append(None)

    def _scalar(self, word: str, *, is_string: bool) -> None:
        if not is_string:
            self._put(_BARE.get(word, word))
            return
        value = _plain(word)
        if self.stack and isinstance(self.stack[-1], PlacedTable) and self.keys[-1] is None:
            self.keys[-1] = (value, self.line)
            return
        text = Text(value)
        text.line = text.end = text.first = self.line
        text.is_plain = False
        self._put(text)

    def _put(self, value: Any) -> None:
        if not self.stack:
            if self.is_done:
                raise UnreadableError("unparseable: more than one value", self.line)
            self.root, self.is_done = value, True
            return
        container = self.stack[-1]
        if isinstance(container, PlacedList):
            container.append(value)
            container.lines.append(self.line)
            return
        key = self.keys[-1]
        if key is None:
            raise UnreadableError("unparseable: a key must be a string in double quotes", self.line)
        # Of a key that stands twice the last counts, as for the standard library's parser.
        container[key[0]] = value
        container.lines[key[0]] = key[1]
        self.keys[-1] = None


def _plain(token: str) -> str:
    if "\\" not in token:
        return token[1:-1]
    try:
        return str(json.loads(token))
    except ValueError:
        return token[1:-1]
