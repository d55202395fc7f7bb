"""The commands of a CMake list file, with their arguments and lines.

The language is so small that its scanner is shorter and quicker than a grammar, and goes on after an error at the next
line. Nothing is evaluated here.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal, NamedTuple

from crossbearing_ecosystems._sheet import Span

_NEWLINE = re.compile(r"\r\n|\r|\n")
_SPACE = re.compile(r"\s+")
_BRACKET = re.compile(r"\[(=*)\[")
_IDENTIFIER = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)[ \t]*\(")
_LINE_REST = re.compile(r"[^\r\n]*")
_ARGUMENT = re.compile(
    r"""(?P<blank>\s+)|(?P<paren>[()])|(?P<quoted>"(?:[^"\\]|\\(?s:.))*+")"""
    r"""|(?P<bare>(?:[^\s()\#"\\]|\\(?s:.))(?:[^\s()\#"\\]|\\(?s:.)|"(?:[^"\\\r\n]|\\(?s:.))*+")*+)"""
)
_RESERVED = re.compile("[\ue000-\ue00f]")
_MOST_PROBLEMS = 5
_MOST_ARGUMENTS = 200_000

ArgumentKind = Literal["bare", "quoted", "bracket", "paren"]


class Argument(NamedTuple):
    """One argument as it is written, without its quotes."""

    text: str
    kind: ArgumentKind
    line: int


class Command(NamedTuple):
    """One command invocation; ``name`` is in lower case."""

    name: str
    arguments: tuple[Argument, ...]
    line: int
    end: int

    @property
    def span(self) -> Span:
        """First and last line."""
        return self.line, self.end


class SyntaxFault(NamedTuple):
    """What is no CMake, and where."""

    reason: str
    line: int


class CommandScanner:
    """Takes a text apart into commands; ``faults`` are what had to be left out, known once the commands are read."""

    def __init__(self, text: str) -> None:
        self.faults: list[SyntaxFault] = []
        self._text = _RESERVED.sub("\ufffd", text)
        self._starts = [0, *(match.end() for match in _NEWLINE.finditer(self._text))]
        self._place = 0
        self._budget = _MOST_ARGUMENTS

    def commands(self) -> Iterator[Command]:
        """The commands in their order; ends early after too many faults."""
        text, size = self._text, len(self._text)
        while self._place < size and len(self.faults) < _MOST_PROBLEMS:
            if blank := _SPACE.match(text, self._place):
                self._place = blank.end()
            elif text[self._place] == "#":
                self._comment()
            elif found := _IDENTIFIER.match(text, self._place):
                line = self._line(self._place)
                self._place = found.end()
                if (arguments := self._arguments(found[1], line)) is not None:
                    yield Command(found[1].lower(), tuple(arguments), line, self._line(self._place - 1))
            else:
                rest = _LINE_REST.match(text, self._place)
                words = rest[0][:40].strip() if rest else ""
                self.faults.append(SyntaxFault(f"no command: {words!r}", self._line(self._place)))
                self._place = rest.end() if rest else size

    def _line(self, place: int) -> int:
        return bisect_right(self._starts, place)

    def _comment(self) -> None:
        bracket = _BRACKET.match(self._text, self._place + 1)
        if bracket:
            self._bracketed(bracket)
        elif rest := _LINE_REST.match(self._text, self._place):
            self._place = rest.end()

    def _bracketed(self, opening: re.Match[str]) -> str:
        """The content of what is between ``[==[`` and ``]==]``; to the end of the file where it is not closed."""
        closing = f"]{opening[1]}]"
        end = self._text.find(closing, opening.end())
        if end < 0:
            self.faults.append(SyntaxFault(f"{opening[0]!r} is not closed", self._line(opening.start())))
            end = len(self._text)
        self._place = end + len(closing)
        return self._text[opening.end() : end]

    def _arguments(self, name: str, line: int) -> list[Argument] | None:
        """The arguments up to the parenthesis that closes the command; None where there is none."""
        found: list[Argument] = []
        depth = 1
        text, size = self._text, len(self._text)
        while self._place < size and self._budget > 0:
            here = text[self._place]
            if here == "#":
                self._comment()
                continue
            if here == "[" and (bracket := _BRACKET.match(text, self._place)):
                number = self._line(self._place)
                found.append(Argument(self._bracketed(bracket), "bracket", number))
                continue
            token = _ARGUMENT.match(text, self._place)
            if token is None:
                break
            start, self._place = self._place, token.end()
            kind = token.lastgroup
            if kind == "blank":
                continue
            if kind == "paren":
                depth += 1 if here == "(" else -1
                if depth == 0:
                    return found
            self._budget -= 1
            word = token[0][1:-1] if kind == "quoted" else token[0]
            found.append(Argument(word, kind, self._line(start)))  # type: ignore[arg-type]
        if self._budget <= 0:
            self.faults.append(SyntaxFault(f"more than {_MOST_ARGUMENTS} arguments", line))
            self._place = size
            return None
        if self._place < size:
            self.faults.append(SyntaxFault(f"a string of {name}() is not closed", self._line(self._place)))
        else:
            self.faults.append(SyntaxFault(f"the parenthesis of {name}() is not closed", line))
        self._skip_line(line)
        return None

    def _skip_line(self, line: int) -> None:
        """Go on after the line on which a broken command starts."""
        self._place = self._starts[line] if line < len(self._starts) else len(self._text)
