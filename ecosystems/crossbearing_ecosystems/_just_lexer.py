"""The statements and recipes of a justfile."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from attrs import define, field

from crossbearing_ecosystems._sheet import Span

_TOKEN = re.compile(
    r"""
      (?P<text>(?:x|f)?(?:'''.*?(?:'''|\Z)|\"\"\".*?(?:\"\"\"|\Z)|'[^']*'?|"[^"\\]*(?:\\.[^"\\]*)*\\?"?))
    | (?P<command>```.*?(?:```|\Z)|`[^`]*`?)
    | (?P<name>[A-Za-z_][A-Za-z0-9_-]*)
    | (?P<comment>\#[^\n]*)
    | (?P<joined>\\\n)
    | (?P<blank>[^\S\n]+)
    | (?P<end>\n)
    | (?P<mark>:=|::|\|\||&&|==|!=|=~|[^\w\s])
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"[\[,]\s*(?P<name>[a-z][a-z-]*)")
_ESCAPE = re.compile(r"\\(n|r|t|\"|\\|\n|u\{[0-9A-Fa-f]{1,6}\})")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\", "\n": ""}


class Token(NamedTuple):
    """A token: its kind (`text`, `command`, `name`, `mark`) and what is written."""

    kind: str
    text: str


@define
class Statement:
    """A statement with its lines, the attributes before it, and the lines indented below it."""

    tokens: list[Token]
    span: Span
    attributes: frozenset[str] = frozenset()
    body: list[str] = field(factory=list)
    body_span: Span = (0, 0)


def read_statements(text: str) -> Iterator[Statement]:
    """Yield the statements; an indented line that belongs to none is a statement without tokens."""
    place, line = 0, 1
    attributes: set[str] = set()
    while place < len(text):
        first = line
        if text[place] in " \t" and text[place : _line_end(text, place)].strip():
            yield Statement([], (line, line))
            place, line = _line_end(text, place) + 1, line + 1
            continue
        tokens, end = _statement(text, place)
        line += text.count("\n", place, end)
        if tokens and tokens[0].text == "[":
            attributes.update(match["name"] for match in _ATTRIBUTE.finditer(text[place:end]))
        elif tokens:
            statement = Statement(tokens, (first, max(first, line - 1)), frozenset(attributes))
            attributes = set()
            end, line = _read_body(statement, text, end, line)
            yield statement
        place = end


def _line_end(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end


def _statement(text: str, place: int) -> tuple[list[Token], int]:
    """The tokens up to the end of the line, or of the brackets and texts on it, and where the next line starts."""
    tokens: list[Token] = []
    depth = 0
    while match := _TOKEN.match(text, place):
        place = match.end()
        kind = str(match.lastgroup)
        if kind == "end":
            if depth <= 0:
                break
        elif kind == "mark":
            depth += (match[0] in "([{") - (match[0] in ")]}")
        if kind in ("text", "command", "name", "mark", "other"):
            tokens.append(Token(kind, match[0]))
    return tokens, place


def _read_body(statement: Statement, text: str, place: int, line: int) -> tuple[int, int]:
    """Take the indented lines below; empty lines between them belong to them."""
    first = last = line
    waiting = 0
    indent = ""
    while place < len(text):
        end = _line_end(text, place)
        content = text[place:end]
        if content.strip():
            if content[0] not in " \t":
                break
            indent = indent or content[: len(content) - len(content.lstrip())]
            statement.body += [""] * waiting
            statement.body.append(content.removeprefix(indent).rstrip())
            waiting, last = 0, line
        elif not statement.body:
            break
        else:
            waiting += 1
        place, line = end + 1, line + 1
    statement.body_span = (first, last)
    return place, line


def text_value(token: Token) -> str | None:
    """What a text token stands for; None where it has parts that are not fixed."""
    text = token.text
    if text[0] in "xf":
        return None
    quote = text[:3] if text[:3] in ("'''", '"""') else text[0]
    content = text[len(quote) :].removesuffix(quote)
    if len(quote) == 3:
        content = _dedented(content)
    return content if quote[0] == "'" else _ESCAPE.sub(_unescaped, content)


def _unescaped(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] != "u":
        return _ESCAPES[code]
    number = int(code[2:-1], 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else match[0]


def _dedented(text: str) -> str:
    """A text in three quotes: without its first line feed and the indentation that all lines share."""
    lines = text.removeprefix("\n").split("\n")
    margins = [line[: len(line) - len(line.lstrip())] for line in lines if line.strip()]
    margin = min(margins, default="")
    while margin and not all(other.startswith(margin) for other in margins):
        margin = margin[:-1]
    return "\n".join(line.removeprefix(margin) if line.strip() else line.strip(" \t") for line in lines)
