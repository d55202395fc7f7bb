"""The instructions of a Dockerfile as BuildKit reads them: continued lines, comments inside them, here-documents."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from crossbearing.plugin import SourceFile
from crossbearing_ecosystems._sheet import Span

INSTRUCTIONS = frozenset(
    {
        "ADD",
        "ARG",
        "CMD",
        "COPY",
        "ENTRYPOINT",
        "ENV",
        "EXPOSE",
        "FROM",
        "HEALTHCHECK",
        "LABEL",
        "MAINTAINER",
        "ONBUILD",
    }
    | {"RUN", "SHELL", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR"}
)
_DIRECTIVE = re.compile(r"\s*#\s*(?P<name>[a-zA-Z][a-zA-Z0-9]*)\s*=\s*(?P<value>.+?)\s*")
_HERE = re.compile(r"(?<![<\\])<<-?(?P<quote>[\"']?)(?P<end>[A-Za-z0-9_]+)(?P=quote)(?!\S*<<<)")
_REFERENCE = re.compile(r"\\\$|\$(?:(?P<bare>\w+)|\{(?P<name>\w+)(?:(?P<operator>:?[-+])(?P<word>[^{}]*))?\})")
_WORD = re.compile(r"""\s+|"[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*'?|\\.|[^\s"'\\]+|.""", re.DOTALL)


_MOST_REFERENCES = 100
_LONGEST = 10_000


class Instruction(NamedTuple):
    """One instruction: its name in capitals, what stands after it, and its lines; ``body`` is a here-document."""

    name: str
    text: str
    span: Span
    body: str = ""


def read_instructions(file: SourceFile) -> Iterator[Instruction]:
    """Yield the instructions of a file; the name of one may be any word."""
    lines = file.lines
    escape, number = _escape_of(lines)
    documents = _Documents(lines)
    continued = re.compile(rf"{re.escape(escape)}[ \t]*$")
    while number < len(lines):
        line = lines[number].strip()
        number += 1
        if not line or line.startswith("#"):
            continue
        first = number
        parts: list[str] = []
        while match := continued.search(line):
            parts.append(line[: match.start()])
            # Comments and empty lines inside do not end an instruction.
            while number < len(lines) and (not lines[number].strip() or lines[number].lstrip().startswith("#")):
                number += 1
            if number >= len(lines):
                line = ""
                break
            line = lines[number].rstrip()
            number += 1
        text = " ".join(part.strip() for part in [*parts, line]).strip()
        name, _, rest = text.partition(" ") if "\t" not in text else _split(text)
        last = min(number, len(lines))
        body = ""
        if name.upper() in ("RUN", "COPY", "ADD", "ONBUILD") and "<<" in rest:
            number, body = documents.after(number, rest)
        yield Instruction(name.upper(), rest.strip(), (first, last), body)


def _split(text: str) -> tuple[str, str, str]:
    name, *rest = text.split(None, 1)
    return name, " ", "".join(rest)


def _escape_of(lines: Sequence[str]) -> tuple[str, int]:
    """The escape character, and how many lines of parser directives the file starts with."""
    escape, number = "\\", 0
    while number < len(lines) and (match := _DIRECTIVE.fullmatch(lines[number][:200])):
        if match["name"].lower() == "escape":
            escape = match["value"] if match["value"] in ("`", "\\") else escape
        elif match["name"].lower() not in ("syntax", "check"):
            break
        number += 1
    return escape, number


class _Documents:
    """Finds the ends of here-documents: the lines of a file by what stands on them, indexed when they are needed."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._numbers: dict[str, list[int]] = {}

    def after(self, number: int, text: str) -> tuple[int, str]:
        """The line after the here-documents that an instruction starts, and their text."""
        if not self._numbers:
            for place, line in enumerate(self._lines):
                self._numbers.setdefault(line.strip("\t"), []).append(place)
        found: list[str] = []
        start = number
        for match in _HERE.finditer(text):
            places = self._numbers.get(match["end"], [])
            place = bisect_left(places, start)
            if place == len(places):
                return number, ""
            found += self._lines[start : places[place]]
            start = places[place] + 1
        return start, "\n".join(found)


def substitute(text: str, values: Mapping[str, str]) -> str:
    """Replace ``$name``, ``${name}``, ``${name:-word}`` and ``${name:+word}``; what has no value stands as written.

    A text that would become very long stands as written, too.
    """

    def value(match: re.Match[str]) -> str:
        name = match["bare"] or match["name"]
        found = values.get(name or "")
        operator, word = match["operator"] or "", match["word"] or ""
        is_set = bool(found) if operator.startswith(":") else found is not None
        if operator.endswith("-"):
            return str(found) if is_set else word
        if operator.endswith("+"):
            return word if is_set else ""
        return match[0] if found is None else found

    if not 0 < text.count("$") <= _MOST_REFERENCES:
        return text
    replaced = _REFERENCE.sub(value, text)
    return replaced if len(replaced) <= _LONGEST else text


def words_of(text: str) -> list[str]:
    """The words of an instruction, without their quotes."""
    words: list[str] = []
    word: list[str] | None = None
    for match in _WORD.finditer(f"{text} "):
        part = match[0]
        if part.isspace():
            words += [] if word is None else ["".join(word)]
            word = None
            continue
        if part[0] in "\"'":
            part = part[1:].removesuffix(part[0])
        elif part[0] == "\\" and len(part) > 1:
            part = part[1]
        word = [] if word is None else word
        word.append(part)
    return words
