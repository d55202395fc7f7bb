"""Finding where code reads environment variables: patterns by language, tried only where a word of theirs occurs."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from crossbearing.plugin import Claim, Configuration, Location, SourceFile
from crossbearing_ecosystems._secrets import without_secrets

NAME = r"[A-Za-z_][A-Za-z0-9_]*"
CAPITALS = r"[A-Z][A-Z0-9_]*"
LITERAL = (
    r"""(?:[rbu]?"(?P<double>[^"\\\n$#{}]{0,200})"|[rbu]?'(?P<single>[^'\\\n]{0,200})'"""
    r"""|`(?P<back>[^`\\\n${}]{0,200})`|(?P<bare>[0-9]+(?:\.[0-9]+)?|[Tt]rue|[Ff]alse)\b)"""
)

_HEAD = 4_096
_LONGEST_LINE = 500
_MOST_NAMES = 1_000
_MOST_MATCHES = 20_000
_TRIPLE = re.compile(r'"""|\'\'\'')


class Reader(NamedTuple):
    """How a language reads the environment.

    A file is looked at only if one of ``hints`` occurs in it and, where there are any, one of the longer ``words``; or
    if one of ``imports`` does at its beginning. Each match of ``access`` reads a variable, whose name is in its last
    group; ``default``, tried where a match ends, holds the value that it falls back
    to, and ``write``, tried there too, says that the match is an assignment, which reads nothing. ``comments`` are the
    marks that start a comment. ``more`` finds the readings that no pattern tells.
    """

    hints: tuple[bytes, ...]
    access: re.Pattern[str]
    default: re.Pattern[str] | None = None
    write: re.Pattern[str] | None = None
    comments: tuple[str, ...] = ("//", "* ", "/*")
    has_heredocs: bool = False
    more: Callable[[str], Iterator["Reading"]] | None = None
    words: tuple[bytes, ...] = ()
    imports: tuple[bytes, ...] = ()


class Reading(NamedTuple):
    """A place where a variable is read: the offset of its name, and the literal that it falls back to."""

    name: str
    offset: int
    value: str = ""


def claims_of(file: SourceFile, reader: Reader) -> list[Claim]:
    """One claim for each variable that ``file`` reads, at the first line that does."""
    data = file.data
    if not any(hint in data for hint in reader.hints):
        if not reader.imports or not any(word in data[:_HEAD] for word in reader.imports):
            return []
    elif reader.words and not any(word in data for word in reader.words):
        return []
    text = file.text
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return claims_at(file, text, readings(text, reader))


def claims_at(file: SourceFile, text: str, found: Iterator[Reading]) -> list[Claim]:
    """One claim for each name, at the line of its first reading; the first default that is known is its value."""
    first: dict[str, Reading] = {}
    for reading in found:
        known = first.get(reading.name)
        if known is None and len(first) < _MOST_NAMES:
            first[reading.name] = reading
        elif known is not None and reading.value and not known.value:
            first[reading.name] = known._replace(value=reading.value)
    line, place = 1, 0
    claims: list[Claim] = []
    for reading in sorted(first.values(), key=lambda reading: reading.offset):
        line += text.count("\n", place, reading.offset)
        place = reading.offset
        value = without_secrets(reading.name, reading.value)
        claims.append(
            Configuration(evidence=Location(file.path, line), name=reading.name, kind="environment", value=value)
        )
    return claims


def readings(text: str, reader: Reader) -> Iterator[Reading]:
    """The readings in a text, those in comments and documentation left out."""
    heredocs: list[tuple[int, int]] | None = None if reader.has_heredocs else []
    more = reader.more(text) if reader.more else ()
    for reading in chain(_matches(text, reader), more):
        if heredocs is None:
            heredocs = _heredocs(text)
        if not is_commented(text, reading.offset, reader.comments) and not _is_inside(reading.offset, heredocs):
            yield reading


def _matches(text: str, reader: Reader) -> Iterator[Reading]:
    for match in islice(reader.access.finditer(text), _MOST_MATCHES):
        group = match.lastgroup
        is_deletion = text.endswith(("del os.", "del ", "delete "), 0, match.start())
        if group and not is_deletion and not (reader.write and reader.write.match(text, match.end())):
            yield Reading(match[group], match.start(group), literal_at(text, match.end(), reader.default))


def literal_at(text: str, place: int, default: re.Pattern[str] | None) -> str:
    """The literal that ``default`` finds at ``place``, without its quotes, or an empty string."""
    found = default.match(text, place) if default else None
    return next((value for value in found.groupdict().values() if value), "") if found else ""


def is_commented(text: str, offset: int, comments: tuple[str, ...]) -> bool:
    """Say whether the part of the line before ``offset`` starts a comment."""
    first = max(0, offset - _LONGEST_LINE)
    before = text[max(text.rfind("\n", first, offset) + 1, first) : offset]
    if before.lstrip().startswith(comments):
        return True
    for mark in comments:
        place = before.find(f" {mark}") if mark in ("//", "#", "--") else -1
        # An odd number of quotes before it: the mark is inside of a string.
        if place >= 0 and not (before.count('"', 0, place) % 2 or before.count("'", 0, place) % 2):
            return True
    return False


def _heredocs(text: str) -> list[tuple[int, int]]:
    """Where the strings in three quotes are, which mostly are documentation."""
    found: list[tuple[int, int]] = []
    start, mark = 0, ""
    for match in _TRIPLE.finditer(text):
        if not mark:
            start, mark = match.start(), match[0]
        elif match[0] == mark:
            found.append((start, match.end()))
            mark = ""
    return found


def _is_inside(offset: int, spans: list[tuple[int, int]]) -> bool:
    place = bisect_left(spans, (offset, 0))
    return place > 0 and offset < spans[place - 1][1]
