"""Messages that the issue quotes, matched to the string literals and format strings that produce them.

A message is what follows the name of an exception, a quoted text, or a line of output, of at least two words. The
places that hold most of its words are read, and their string literals (neighbouring ones joined) compared: a literal
is cut at its placeholders (``{name}``, ``%s``, ``$name``, ``${…}``, ``#{…}``), and the pieces have to stand in the
message in their order. The score is the share of the message's words that the pieces cover, if it is at least a third;
a message that literals in ``n`` places produce gives each ``1 / n`` of it.

Example: "ValueError: Velocity of point Q has not been defined in ReferenceFrame A" → the ``raise`` whose literals read
"Velocity of point " and " has not been defined in ReferenceFrame ".

Limits: a message put together from variables; one that a library words.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import define, field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl, words
from crossbearing_channels._candidates import files_of_candidates, holding_most

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Query

VERSION = 2

_RAISED = re.compile(
    r"(?:^|[\s`])(?:[\w.]*(?:Error|Exception|Warning|Panic|panicked at)|E|error|warning|fatal)\b:?\s*(.+)"
)
_QUOTED = re.compile(r"(?<!\w)(?:\"([^\"\n]{8,300})\"|'([^'\n]{8,300})'|`([^`\n]{8,300})`)(?!\w)")
_LITERAL = re.compile(r"[bBrRuUfF]{0,2}(?:\"((?:[^\"\\\n]|\\.)*+)\"|'((?:[^'\\\n]|\\.)*+)'|`((?:[^`\\\n]|\\.)*+)`)")
_PLACEHOLDER = re.compile(
    r"[$#]?\{[^{}]*\}|%[-+ #0']*[\d.*]*(?:hh?|ll?|[zjtqL])?[a-zA-Z]|%\(\w+\)[a-zA-Z]|\$\w+|\\\([^()]*\)|\\."
)
_JOINT = re.compile(r"[\s+\\.&(]*\Z")
_LONGEST = 300
_LEAST_SHARE = 1 / 3


@frozen
class Options:
    """``max_messages``: messages looked for; ``max_places``: definitions read for each; ``max_hits``: places that may
    produce a message, beyond which it says nothing."""

    max_messages: int = field(default=12, validator=validators.in_(range(1, 101)))
    max_places: int = field(default=12, validator=validators.in_(range(1, 101)))
    max_hits: int = field(default=5, validator=validators.in_(range(1, 101)))


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score the places whose literals produce a message of the issue."""
    options = options or Options()
    modules = files_of_candidates(query)
    search = _Search(query, options, query.population & ~modules, modules)
    for message in list(_messages(query))[: options.max_messages]:
        search.look_for(message)
    return search.evidence()


def _messages(query: "Query") -> Iterator[str]:
    """Distinct messages of at least two words, what an exception says first."""
    text = query.text_of("title", "trace", "prose", "output", "code")
    lines = text.splitlines()
    raised = (match[1] for line in lines if (match := _RAISED.search(line[: 2 * _LONGEST])))
    quoted = (next(filter(None, match.groups())) for line in lines for match in _QUOTED.finditer(line[: 4 * _LONGEST]))
    output = (line for line in query.text_of("output").splitlines())
    seen: set[str] = set()
    for found in (*raised, *quoted, *output):
        message = " ".join(found[:_LONGEST].split()).strip("`'\" ")
        if message not in seen and len([word for word in words(message) if len(word) > 1]) > 1:
            seen.add(message)
            yield message


@define
class _Search:
    query: "Query"
    options: Options
    parts: "npt.NDArray[np.bool_]"
    modules: "npt.NDArray[np.bool_]"
    scores: dict[int, float] = field(factory=dict)
    reasons: dict[int, str] = field(factory=dict)
    lines: dict[int, dict[int, float]] = field(factory=dict)
    literals: dict[str, list[tuple[int, str]]] = field(factory=dict)

    def look_for(self, message: str) -> None:
        """Note the places that produce a message, unless they are too many."""
        hits: dict[int, tuple[float, int, str]] = {}
        for path in self._files(message):
            for line, literal in self._literals_of(path):
                share = _covered(message, literal)
                place = self.query.graph.enclosing(path, line) if share >= _LEAST_SHARE else None
                if place is not None and share > hits.get(place, (0.0, 0, ""))[0]:
                    hits[place] = (share, line, literal)
        best = max((share for share, _, _ in hits.values()), default=0.0)
        hits = {place: hit for place, hit in hits.items() if hit[0] > 0.7 * best}
        if len(hits) <= self.options.max_hits:
            for place, (share, line, literal) in hits.items():
                self._add(place, share / len(hits), line, literal)

    def _files(self, message: str) -> list[str]:
        parts = holding_most(self.query, message, self.parts, self.options.max_places)
        whole = holding_most(self.query, message, self.modules, self.options.max_places // 3)
        return list(dict.fromkeys(map(self.query.graph.file, (*parts, *whole))))

    def _add(self, place: int, score: float, line: int, literal: str) -> None:
        if score > self.scores.get(place, 0.0):
            self.scores[place] = score
            shown = literal if len(literal) < 60 else f"{literal[:59]}…"
            self.reasons[place] = f"its text {shown!r} makes a message of the issue"
        own = self.lines.setdefault(place, {})
        own[line] = max(score, own.get(line, 0.0))

    def _literals_of(self, path: str) -> list[tuple[int, str]]:
        if path not in self.literals:
            file = self.query.tree.read(path)
            self.literals[path] = list(_literals(file.lines)) if file else []
        return self.literals[path]

    def evidence(self) -> Evidence | NoEvidence:
        """What was found about candidates."""
        kept = [entity for entity in sorted(self.scores) if self.query.population[entity]]
        if not kept:
            return NoEvidence("no string of the project makes a message of the issue")
        return Evidence(
            {entity: min(1.0, self.scores[entity]) for entity in kept},
            {entity: self.reasons[entity] for entity in kept},
            {entity: self.lines[entity] for entity in kept},
        )


def _literals(lines: list[str]) -> Iterator[tuple[int, str]]:
    """String literals of at least two words with the line of each; those that only white space parts are joined."""
    text, start, open_end = "", 0, False
    for number, line in enumerate(lines, start=1):
        end = 0
        for match in _LITERAL.finditer(line[: 4 * _LONGEST]):
            own = next((group for group in match.groups() if group is not None), "")
            joined = open_end and _JOINT.match(line[end : match.start()])
            if not joined:
                if text.count(" "):
                    yield start, text
                text, start = "", number
            text, end, open_end = text + own, match.end(), True
        open_end = open_end and bool(_JOINT.match(line[end:]))
    if text.count(" "):
        yield start, text


def _covered(message: str, literal: str) -> float:
    """The share of the message's words in the literal's pieces, which have to stand in it in order; else 0."""
    pieces = [" ".join(piece.split()) for piece in _PLACEHOLDER.split(literal)]
    pieces = [piece for piece in pieces if any(character.isalnum() for character in piece)]
    position = covered = 0
    for piece in pieces:
        found = message.find(piece, position)
        if found < 0:
            return 0.0
        position = found + len(piece)
        covered += len(piece.split())
    return covered / len(message.split()) if covered > 1 else 0.0
