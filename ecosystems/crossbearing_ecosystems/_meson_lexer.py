"""The statements of a `meson.build` file as tokens with lines, and where its blocks begin, branch and end."""

import re
from bisect import bisect_right
from typing import Literal, NamedTuple

from crossbearing.plugin import UnreadableError
from crossbearing_ecosystems._sheet import Span

_NEWLINE = re.compile(r"\r\n|\r|\n")
_TOKEN = re.compile(
    r"""(?P<blank>[ \t]+|\\(?:\r\n|\r|\n)|\#[^\r\n]*)|(?P<newline>\r\n|\r|\n)"""
    r"""|(?P<long>f?'''(?s:.)*?''')|(?P<text>f?'(?:[^'\\\r\n]|\\.)*+')"""
    r"""|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<number>0[xob][0-9a-fA-F]+|[0-9]+)"""
    r"""|(?P<mark>==|!=|<=|>=|\+=|[-+*/%=<>?:,.()\[\]{}])"""
)
_ESCAPE = re.compile(r"\\(['\\nt])")
_ESCAPED = {"n": "\n", "t": "\t", "'": "'", "\\": "\\"}
_DEEPEST = 100
_MOST_TOKENS = 400_000
_ENDS = {"if": "endif", "foreach": "endforeach"}
_BRACKETS = {")": "(", "]": "[", "}": "{"}

TokenKind = Literal["text", "format", "name", "number", "mark"]


class Token(NamedTuple):
    """A word of the language: a string's content, a name, a number, or a mark."""

    text: str
    kind: TokenKind
    line: int


class Statement(NamedTuple):
    """A line, with those that its brackets continue it over."""

    tokens: tuple[Token, ...]
    line: int
    end: int

    @property
    def word(self) -> str:
        """The keyword that the statement starts with, or an empty string."""
        first = self.tokens[0]
        return first.text if first.kind == "name" else ""

    @property
    def span(self) -> Span:
        """First and last line."""
        return self.line, self.end


class Branches(NamedTuple):
    """A block by the numbers of its statements: that which opens it, its ``elif``s and ``else``, and its end."""

    starts: tuple[int, ...]
    end: int


class Fault(NamedTuple):
    """What is no Meson, and where."""

    reason: str
    line: int


class BuildFile(NamedTuple):
    """A file that was read; ``blocks`` are known by the number of the statement that opens them."""

    path: str
    statements: list[Statement]
    blocks: dict[int, Branches]
    faults: list[Fault]


def read_build_file(path: str, text: str) -> BuildFile:
    """Take ``text`` apart; what comes after a mistake that hides where statements end is left out."""
    statements, faults = _statements(text)
    blocks, unmatched = _match_blocks(statements)
    return BuildFile(path, statements, blocks, [*faults, *unmatched])


def _statements(text: str) -> tuple[list[Statement], list[Fault]]:
    starts = [0, *(match.end() for match in _NEWLINE.finditer(text))]
    found: list[Statement] = []
    tokens: list[Token] = []
    brackets: list[str] = []
    place, size, count = 0, len(text), 0

    def close(last: int) -> None:
        if tokens:
            found.append(Statement(tuple(tokens), tokens[0].line, last))
            tokens.clear()

    while place < size:
        match = _TOKEN.match(text, place)
        line = bisect_right(starts, place)
        count += 1
        if match is None or count > _MOST_TOKENS:
            reason = f"unexpected {text[place]!r}" if match is None else f"more than {_MOST_TOKENS} words"
            return found, [Fault(f"unparseable: {reason}", line)]
        place = match.end()
        kind = match.lastgroup
        if kind == "newline":
            if not brackets:
                close(line)
        elif kind != "blank":
            if kind == "mark" and (reason := _follow(brackets, match[0])):
                return found, [Fault(reason, line)]
            tokens.append(_token(match[0], str(kind), line))
    if brackets:
        return found, [Fault(f"unparseable: {brackets[-1]!r} is not closed", tokens[0].line)]
    close(bisect_right(starts, max(size - 1, 0)))
    return found, []


def _follow(brackets: list[str], mark: str) -> str:
    """Open or close a bracket; the reason where that is wrong."""
    if mark in _BRACKETS:
        if not brackets or brackets.pop() != _BRACKETS[mark]:
            return f"unparseable: unexpected {mark!r}"
    elif mark in ("(", "[", "{"):
        brackets.append(mark)
        if len(brackets) > _DEEPEST:
            return "nested too deeply"
    return ""


def _token(word: str, kind: str, line: int) -> Token:
    if kind in ("text", "long"):
        is_format = word.startswith("f")
        quotes = 3 if kind == "long" else 1
        content = word[is_format + quotes : -quotes]
        if kind == "text" and "\\" in content:
            content = _ESCAPE.sub(lambda match: _ESCAPED[match[1]], content)
        return Token(content, "format" if is_format else "text", line)
    return Token(word, kind, line)  # type: ignore[arg-type]


def _match_blocks(statements: list[Statement]) -> tuple[dict[int, Branches], list[Fault]]:
    blocks: dict[int, Branches] = {}
    faults: list[Fault] = []
    waiting: list[tuple[str, list[int]]] = []
    for number, statement in enumerate(statements):
        word = statement.word
        if word in _ENDS:
            if len(waiting) >= _DEEPEST:
                raise UnreadableError("nested too deeply", statement.line)
            waiting.append((word, [number]))
        elif word in ("elif", "else") and waiting and waiting[-1][0] == "if":
            waiting[-1][1].append(number)
        elif word in _ENDS.values():
            if waiting and _ENDS[waiting[-1][0]] == word:
                starts = waiting.pop()[1]
                blocks[starts[0]] = Branches(tuple(starts), number)
            else:
                faults.append(Fault(f"unparseable: unexpected {word}", statement.line))
    for word, starts in waiting:
        blocks[starts[0]] = Branches(tuple(starts), len(statements))
        faults.append(Fault(f"unparseable: {word} is not closed", statements[starts[0]].line))
    return blocks, faults
