"""A shell script as the simple commands in it, as far as that can be told without running it.

Quotes, comments, continued lines, substitutions, groups and here-documents are read as a POSIX shell reads them;
nothing is expanded. Any text has an answer, in time that grows with its length only.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
      (?P<single>'[^']*'?)
    | (?P<double>"[^"\\]*(?:\\.[^"\\]*)*\\?"?)
    | (?P<backtick>`[^`]*`?)
    | (?P<template>\$?\{\{[^{}\n]*\}\})
    | (?P<continued>\\\r?\n)
    | (?P<escaped>\\.)
    | (?P<substitution>[$<>]\()
    | (?P<here><<-?[ \t]*(?P<quote>["']?)(?P<end>[A-Za-z_]\w*)(?P=quote))
    | (?P<redirection>\d*(?:<<<|>>|<>|>\||[<>]&|&>>|&>|[<>]))
    | (?P<separator>&&|\|\||\|&|;;&?|[;|&\n()])
    | (?P<blank>[^\S\n]+)
    | (?P<comment>\#)
    | (?P<plain>[^\s'"`\\$<>&;|()#{}]+|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_DUPLICATED = re.compile(r"\d*[<>]&(?:\d+|-)")
_ARRAY = re.compile(r"[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=")
_KEYWORDS = frozenset({"!", "{", "}", "if", "then", "elif", "else", "fi", "while", "until", "do", "done", "time", "@"})


class SimpleCommand(NamedTuple):
    """One simple command: the text as written, its words without quotes and redirections, and where it starts."""

    text: str
    words: tuple[str, ...]
    start: int


def simple_commands(script: str) -> Iterator[SimpleCommand]:
    """The simple commands of a script, in their order; words that only structure a script are left out."""
    reader = _Reader(script)
    reader.run()
    return iter(reader.commands)


class _Reader:
    """Reads a script once, from left to right."""

    def __init__(self, script: str) -> None:
        self.script = script
        self.commands: list[SimpleCommand] = []
        self.words: list[str] = []
        self.word: list[str] = []
        self.start: int | None = None
        self.depth = 0
        self.is_redirected = False
        self.documents: list[str] = []

    def run(self) -> None:
        place = 0
        while match := _TOKEN.match(self.script, place):
            place = self._take(match)
        self._end_command(len(self.script))

    def _take(self, match: re.Match[str]) -> int:
        """Read one token and return where the next one starts."""
        kind, text = str(match.lastgroup if match["here"] is None else "here"), match[0]
        if kind == "comment" and (not self.word or (self.depth and self.word[-1][-1:].isspace())):
            return self._skip_comment(match)
        if self.depth:
            self.depth += text.endswith("(") - (text == ")") if kind in ("substitution", "separator") else 0
            self.word.append(text)
        elif text == "(" and self.word and _ARRAY.fullmatch("".join(self.word)):
            self.depth = 1
            self.word.append(text)
        elif kind == "separator":
            self._end_command(match.start())
            if text == "\n" and self.documents:
                return self._after_documents(match.end())
        elif kind in ("blank", "continued"):
            self._end_word()
        elif kind == "here":
            self._end_word()
            self.documents.append(match["end"])
        elif kind == "redirection":
            self._redirect(match)
            if duplicated := _DUPLICATED.match(self.script, match.start()):
                self.is_redirected = False
                return duplicated.end()
        else:
            self._piece(kind, text, match.start())
        return match.end()

    def _skip_comment(self, match: re.Match[str]) -> int:
        if not self.depth:
            self._end_command(match.start())
        end = self.script.find("\n", match.end())
        return len(self.script) if end < 0 else end

    def _piece(self, kind: str, text: str, place: int) -> None:
        """Add a part to the current word."""
        self.start = place if self.start is None else self.start
        self.depth = int(kind == "substitution")
        if kind in ("single", "double"):
            text = text[1:].removesuffix(text[0])
        elif kind == "escaped" and not text[1].isalnum():
            # An escaped letter is no use to a shell, but part of a path of Windows.
            text = text[1]
        self.word.append(text)

    def _redirect(self, match: re.Match[str]) -> None:
        """The word after a redirection is a file, and the digits before it no word."""
        self._end_word()
        self.is_redirected = True

    def _end_word(self) -> None:
        if self.word:
            if not self.is_redirected:
                self.words.append("".join(self.word))
            self.is_redirected = False
            self.word = []

    def _end_command(self, place: int) -> None:
        self._end_word()
        self.is_redirected = False
        self.depth = 0
        count = next((number for number, word in enumerate(self.words) if word not in _KEYWORDS), len(self.words))
        if self.start is not None and self.words[count:]:
            text = self.script[self.start : place].strip()
            self.commands.append(SimpleCommand(text, tuple(self.words[count:]), self.start))
        self.words, self.start = [], None

    def _after_documents(self, place: int) -> int:
        """Where the lines after the here-documents start that began on the line before."""
        for end in self.documents:
            found = re.compile(rf"^[ \t]*{end}[ \t\r]*$", re.MULTILINE).search(self.script, place)
            place = len(self.script) if found is None else found.end()
        self.documents = []
        return place
