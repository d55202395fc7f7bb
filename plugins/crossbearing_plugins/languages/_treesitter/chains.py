"""Dotted chains: what is written from a name on, through links and calls."""

import re
from functools import cache
from typing import NamedTuple

from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.reading import RawCall, Reading

MAX_LINKS = 32
"""Longer chains are cut: nothing follows so many."""
UNKNOWN = "?"

_SPACE = rb"(?:\s|//[^\n]*\n|/\*(?:[^*]|\*(?!/)){0,400}\*/)*"
# What may stand between the end of a callee's name and that of the callee, or around a link.
_FILLER = re.compile(rb"[\s!?.]*(?:<[^()]{0,200}>)?\s*")


Part = tuple[str, int, bool]
"""A use within a chain: its name up to here, where its last word is, and whether it is called."""
Chain = tuple[list[Part], str, int]
"""A whole chain: its uses, its full name, and where it ends in the text."""

BEFORE_LINKS = frozenset(bytes([byte]) for byte in b" \t\n\r\f\v.?!-:/&\\#<")
"""First bytes of what may stand between a name and the link that goes on from it."""


class Words(NamedTuple):
    """The regular expressions of a language's chains."""

    plain: "re.Pattern[bytes]"
    link: "re.Pattern[bytes]"
    last: "re.Pattern[bytes]"


@cache
def words(language: Language) -> Words:
    """Compile what links look like in a language."""
    word = _in_bytes(language.word)
    operators = _in_bytes(language.operators)
    return Words(
        # Nearly all chains are written without blanks and with points: many links at once.
        re.compile(rb"(?:\.(" + word + b"))+" if re.match(operators, b".a") else rb"(?!)"),
        re.compile(_SPACE + b"(?:" + operators + b")" + _SPACE + b"(" + word + b")"),
        re.compile(b"(" + word + rb")\W*$"),
    )


def _in_bytes(expression: str) -> bytes:
    r"""The expression for UTF-8: every byte of a wide character counts as a letter."""
    return expression.replace(r"[^\W\d]", r"[A-Za-z_\x80-\xff]").replace(r"\w", r"\w\x80-\xff").encode("latin-1")


def _follow_links(
    data: bytes, link: re.Pattern[bytes], name: str, at: int, position: int, most: int
) -> tuple[str, int, int, int]:
    """Read on from ``position`` while there are links; also return how many of ``most`` there were."""
    count = 0
    while count < most and data[position : position + 1] in BEFORE_LINKS and (match := link.match(data, position)):
        name = f"{name}.{match[1].decode('utf-8', 'replace')}"
        at, position, count = match.start(1), match.end(), count + 1
    return name, at, position, count


def read_chain(
    reading: Reading,
    start: str,
    at: int,
    position: int,
    calls: list[RawCall],
    *,
    fresh: bool = True,
    last_at: int | None = None,
) -> Chain:
    """Read the chain that begins with the word ``start`` at ``at`` and goes on at ``position``.

    ``calls`` are those whose callee begins where the chain does, the innermost first. Without ``fresh`` the start
    itself is no use of a name: it was read elsewhere. ``last_at`` is where its last word is, if not at ``at``.
    """
    data = reading.source.data
    plain, link, last = words(reading.language)
    name, links, begin = start, 0, at
    at = at if last_at is None else last_at
    parts: list[Part] = []
    for call in [*calls, None]:
        if match := plain.match(data, position):
            name += match[0].decode("utf-8", "replace")
            at, position, fresh = match.start(1), match.end(), True
        name, at, position, more = _follow_links(data, link, name, at, position, MAX_LINKS - links)
        links, fresh = links + more, fresh or more > 0
        if call is None:
            break
        if position > call[0]:
            continue
        if position != call[0] and not _FILLER.fullmatch(data, position, call[0]):
            if fresh and name != UNKNOWN:
                parts.append((name, at, False))
            word = last.search(data, max(position, call[0] - 100), call[0])
            if word is None or word.end(1) != call[0]:
                name, position, fresh = UNKNOWN, call[2], False
                continue
            name, at = f"{UNKNOWN}.{word[1].decode('utf-8', 'replace')}", word.start(1)
        if links >= MAX_LINKS:
            return parts, UNKNOWN, call[2]
        if name != UNKNOWN and not name.endswith("()"):
            parts.append((name, at, True))
            reading.note_arguments(at, call[0], call[2])
        name, position, fresh, links = f"{name}()", call[2], False, links + 1
        if call[1] < begin:
            # What follows goes on from where the call begins: ``new Store().put``.
            return parts, name, position
    if fresh and name != UNKNOWN:
        parts.append((name, at, False))
    return parts, name, position
