"""The directives of a `go.mod` or `go.work` file, by the lexical rules of Go's own reader of these files."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from crossbearing.plugin import SourceFile, UnreadableError

_TOKEN = re.compile(
    r"""\s*(?:(?P<comment>//.*)|(?P<quoted>"(?:[^"\\]|\\.)*+"|`[^`]*+`)|(?P<open>["`])"""
    r"""|(?P<mark>=>|[()\[\]{},])|(?P<word>(?:[^\s()\[\]{},/]|/(?!/))++))"""
)
_ESCAPE = re.compile(r"\\(.)")
_MOST_FAULTS = 100
_LONGEST_LINE = 10_000


class Directive(NamedTuple):
    """One directive: ``require`` with its words, whether it stood alone or in a block, and the comment after it."""

    verb: str
    words: tuple[str, ...]
    comment: str
    line: int


class Fault(NamedTuple):
    """What is wrong on a line."""

    reason: str
    line: int


class DirectiveReader:
    """Reads the directives one by one, and collects what is wrong meanwhile."""

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self.faults: list[Fault] = []
        self._count = 0

    def fault(self, reason: str, line: int) -> None:
        """Note what is wrong; raises :class:`UnreadableError` where hardly anything is right."""
        self.faults.append(Fault(reason, line))
        if len(self.faults) > _MOST_FAULTS and len(self.faults) >= self._count:
            self._refuse()

    def finish(self, good: int) -> list[Fault]:
        """What was wrong in a file of ``good`` meaningful directives; raises where more was wrong than right."""
        if len(self.faults) > good:
            self._refuse()
        return self.faults

    def __iter__(self) -> Iterator[Directive]:
        verb, start = "", 0
        for number, text in enumerate(self._file.lines, 1):
            words, comment = self._words(text, number)
            if not words:
                continue
            self._count += 1
            if verb and words == [")"]:
                verb = ""
            elif verb:
                yield Directive(verb, tuple(words), comment, number)
            elif words[1:] == ["("]:
                verb, start = words[0], number
            elif words[1:] != ["(", ")"]:
                yield Directive(words[0], tuple(words[1:]), comment, number)
        if verb:
            self.fault(f"syntax error: the block of {verb!r} is not closed", start)

    def _words(self, text: str, number: int) -> tuple[list[str], str]:
        words: list[str] = []
        if len(text) > _LONGEST_LINE:
            self.fault(f"a line of more than {_LONGEST_LINE} characters", number)
            return words, ""
        for token in _TOKEN.finditer(text):
            kind = token.lastgroup
            if kind == "comment":
                return words, token["comment"]
            if kind == "open":
                self.fault("syntax error: a string is not closed", number)
                return [], ""
            words.append(_unquoted(token["quoted"]) if kind == "quoted" else token[kind or 0])
        return words, ""

    def _refuse(self) -> None:
        first = min(self.faults, key=lambda fault: fault.line)
        raise UnreadableError(f"unparseable: {first.reason}", first.line)


def _unquoted(text: str) -> str:
    return text[1:-1] if text[0] == "`" else _ESCAPE.sub(r"\1", text[1:-1])
