"""The few facts about a plugin that decide whether it is needed at all, read from its source without importing it.

Importing seventy plugins to learn that three of them have a file to read takes longer than reading it. What a module
states as a literal, once, at its top level, is what it has when it is imported; of anything else there is no glimpse.
"""

import ast
import re
from typing import Any, NamedTuple

from crossbearing.hookspecs import KINDS
from crossbearing.registry.description import source_of
from crossbearing.registry.discovery import PluginRecord

_UNSEEN = re.compile(r"^\s*(?:from\s+\S+\s+import\s+\(?\s*\*|exec\b|globals\b|setattr\b)", re.MULTILINE)
_OPTIONS = re.compile(r"\bOptions\b")
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
    source = source_of(record.target)
    if source is None or _UNSEEN.search(source) or _OPTIONS.search(source):
        return None
    version, claims = _stated(source, "VERSION"), _stated(source, attribute)
    if type(version) is not int or version < 1 or not isinstance(claims, tuple) or not claims:
        return None
    if not all(isinstance(claim, str) and claim for claim in claims):
        return None
    return Glimpse(version, claims)


def _stated(source: str, name: str) -> Any:
    """The literal that is assigned to ``name``, or None where it is not one, or the name is bound in any other way."""
    places = [match.end() for match in re.finditer(rf"^{name}(?:: [^=\n]+)? = ", source, re.MULTILINE)]
    bound = re.findall(
        rf"(?:^|[^\w.]){name}\s*(?:[-+|]?=(?!=)|:)|\b(?:import|as|for|global|del)\b[^\n]*\b{name}\b", source
    )
    if len(places) != 1 or len(bound) != 1:
        return None
    text = source[places[0] : places[0] + _LONGEST]
    rest, bracket, _ = text.partition("\n)")
    for written in (text.partition("\n")[0], rest + bracket):
        try:
            return ast.literal_eval(written.strip())
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
    return None
