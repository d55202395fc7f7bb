"""The few facts about a plugin that decide whether it is needed at all, read from its source without importing it.

Importing seventy plugins to learn that three of them have a file to read takes longer than reading it. What a module
states as a literal, once, at its top level, is what it has when it is imported; of anything else there is no glimpse.
"""

import ast
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from crossbearing.hookspecs import KINDS
from crossbearing.registry.description import source_of
from crossbearing.registry.discovery import PluginRecord

_UNSEEN = re.compile(r"import \(?\s*\*|exec\(|globals\(|setattr\(|\bOptions\b")
_IMPORTED = re.compile(r"\b(?:import|as|global|del)\b")
_LOOP = re.compile(r"\bfor\s+(?:\w+,\s*)*$")
_ASSIGNED = re.compile(r"\s*(?:[-+|]?=(?!=)|:)")
_STATEMENT = re.compile(r"(?:: [^=\n]+)? = ")
_LONGEST = 20_000


class Glimpse(NamedTuple):
    """A plugin's ``VERSION`` and the ``PATTERNS`` or ``SUFFIXES`` it claims."""

    version: int
    claims: tuple[str, ...]


def glimpse(record: PluginRecord) -> Glimpse | None:
    """Return what the plugin's source states, or None where only importing it can tell.

    That is so for plugins that are no modules, that have options, or whose source says anything about the two names but
    one assignment of a literal each.
    """
    attribute = KINDS[record.kind].claims
    if ":" in record.target or not attribute:
        return None
    source = source_of(record)
    if source is None or _UNSEEN.search(source):
        return None
    version, claims = _stated(source, "VERSION"), _stated(source, attribute)
    if type(version) is not int or version < 1 or not isinstance(claims, tuple) or not claims:
        return None
    if not all(isinstance(claim, str) and claim for claim in claims):
        return None
    return Glimpse(version, claims)


def _stated(source: str, name: str) -> Any:
    """The literal that is assigned to ``name``, or None where it is not one, or the name is bound in any other way."""
    bound = [place for place in _words(source, name) if _binds(source, place, place + len(name))]
    if len(bound) != 1 or source[max(0, bound[0] - 1) : bound[0]].strip("\n"):
        return None
    statement = _STATEMENT.match(source, bound[0] + len(name))
    if statement is None:
        return None
    text = source[statement.end() : statement.end() + _LONGEST]
    rest, bracket, _ = text.partition("\n)")
    for written in (text.partition("\n")[0], rest + bracket):
        try:
            return ast.literal_eval(written.strip())
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
    return None


def _words(source: str, name: str) -> Iterator[int]:
    """Where ``name`` stands as a word of its own, and not as an attribute."""
    place = source.find(name)
    while place >= 0:
        around = source[max(0, place - 1) : place] + source[place + len(name) : place + len(name) + 1]
        if not any(character.isalnum() or character == "_" for character in around) and not around.startswith("."):
            yield place
        place = source.find(name, place + 1)


def _binds(source: str, start: int, end: int) -> bool:
    """Whether the name from ``start`` to ``end`` is given a value there, or may be."""
    before = source[source.rfind("\n", 0, start) + 1 : start]
    return bool(_ASSIGNED.match(source, end) or _IMPORTED.search(before) or _LOOP.search(before))
