"""The logical lines of a Makefile and the statements on them."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_CONTINUED = re.compile(r"[ \t]*\\\n[ \t]*")
_MARK = re.compile(r"\\.|\$\$|\$[({]|[(){}]|(?:::?:?|[?+!])?=|&?::?|;", re.DOTALL)
_COMMENT = re.compile(r"(?P<escapes>\\*)#")
_WORD = re.compile(r"\\.|\$\$|\$?[({]|[)}]|\s+|[^\\$(){}\s]+|.", re.DOTALL)
_MODIFIERS = frozenset({"export", "override", "private", "unexport"})
_MOST_JOINED = 2_000


class LogicalLine(NamedTuple):
    r"""A line with the lines that continue it, joined by ``\`` and a line feed as they are written."""

    first: int
    last: int
    text: str


class Statement(NamedTuple):
    """What stands left of the first separator outside of references, the separator, and what stands right of it."""

    left: str
    separator: str
    right: str


def logical_lines(lines: Sequence[str]) -> Iterator[LogicalLine]:
    """Join the lines that end with an odd number of backslashes with those after them."""
    number = 0
    while number < len(lines):
        first = number
        while _is_continued(lines[number]) and number + 1 < len(lines) and number - first < _MOST_JOINED:
            number += 1
        yield LogicalLine(first + 1, number + 1, "\n".join(lines[first : number + 1]))
        number += 1


def _is_continued(line: str) -> bool:
    return line.endswith("\\") and (len(line) - len(line.rstrip("\\"))) % 2 == 1


def without_comment(text: str) -> str:
    r"""A line outside of recipes, on one line, and without what stands after a ``#`` that no backslash escapes."""
    if "\\\n" in text:
        text = _CONTINUED.sub(" ", text)
    if "#" not in text:
        return text
    parts: list[str] = []
    place = 0
    for match in _COMMENT.finditer(text):
        slashes = len(match["escapes"])
        parts.append(text[place : match.start()] + "\\" * (slashes // 2))
        place = match.end()
        if slashes % 2 == 0:
            return "".join(parts)
        parts.append("#")
    return "".join(parts) + text[place:]


def split_statement(text: str) -> Statement:
    """Split at the first of ``:``, ``=``, ``;`` and their like; the separator is empty where there is none."""
    depth = 0
    for match in _MARK.finditer(text):
        mark = match[0]
        if mark in ("$(", "${") or (depth and mark in ("(", "{")):
            depth += 1
        elif depth and mark in (")", "}"):
            depth -= 1
        elif not depth and mark[-1] in ":=;" and mark[0] != "\\":
            return Statement(text[: match.start()].strip(), mark, text[match.end() :].strip())
    return Statement(text.strip(), "", "")


def split_words(text: str) -> list[str]:
    """The words of a list, those that hold references with blanks in them whole."""
    if "$" not in text and "\\" not in text:
        return text.split()
    words: list[str] = []
    word: list[str] = []
    depth = 0
    for match in _WORD.finditer(text):
        part = match[0]
        if part in ("$(", "${") or (depth and part in ("(", "{")):
            depth += 1
        elif depth and part in (")", "}"):
            depth -= 1
        if part.isspace() and not depth:
            words += ["".join(word)] if word else []
            word = []
        else:
            word.append(part)
    return [*words, "".join(word)] if word else words


def variable_name(left: str) -> tuple[str, frozenset[str]]:
    """The name on the left of an assignment and its modifiers; an empty name where it is not one word."""
    words = left.split() if "$" not in left else split_words(left)
    modifiers = []
    while len(words) > 1 and words[0] in _MODIFIERS:
        modifiers.append(words.pop(0))
    return words[0] if len(words) == 1 else "", frozenset(modifiers)
