"""Rare identifiers of the issue that an entity's text uses.

BM25 over identifiers alone: compounds (``get_or_create``, ``CamelCase``), names in backticks or code, and pairs of
neighbouring words of the prose that the project writes as one name ("default factory" → ``default_factory``). Prose
does not drown them here, which in ``channel.bm25`` it can. Functions and whole files are collections of their own.

Example: "passing ``strict_undefined`` is ignored" points at the two functions whose bodies read that option.

Limits: as ``channel.bm25``; a name that the issue spells differently from the code is not found.
"""

import itertools
from functools import partial
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl, stem, subtokens, words
from crossbearing_channels._mentions import NAMED, mentions
from crossbearing_channels._scores import Reasons, as_scores, modules, quoted, scaled
from crossbearing_channels._words import STOP_WORDS

if TYPE_CHECKING:
    from crossbearing.plugin import Query

VERSION = 1

_FIELDS = {"name": 1.0, "signature": 1.0, "docstring": 0.5, "body": 1.0}
_SHOWN = 3


@frozen
class Options:
    """``pair_weight``: how much a name counts that two neighbouring words of the prose make up."""

    pair_weight: float = field(default=0.7, validator=validators.ge(0))


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score all candidates whose text holds an identifier of the issue."""
    asked = _asked(query, (options or Options()).pair_weight)
    if not asked:
        return NoEvidence("the issue holds no identifier that the project uses")
    whole = modules(query)
    parts = query.index.bm25(asked, _FIELDS, population=query.population & ~whole, b=0.5)
    files = query.index.bm25(asked, _FIELDS, population=whole, b=0.5)
    found = as_scores(scaled(parts, query.candidates) + scaled(files, query.candidates), query.candidates)
    if not found:
        return NoEvidence("no candidate uses an identifier of the issue")
    return Evidence(found, Reasons(found, partial(_reason, query, asked)))


def _asked(query: "Query", pair_weight: float) -> dict[str, float]:
    """Index terms of identifiers that the project uses, with weights."""
    asked: dict[str, float] = {}
    for chain, weight in mentions(query).items():
        for name in chain.split("."):
            if weight >= NAMED and (term := _term(name)):
                asked[term] = max(asked.get(term, 0.0), weight)
    for pair in _pairs(query.text_of("title", "prose")):
        asked[pair] = max(asked.get(pair, 0.0), pair_weight)
    known = ((term, asked[term], query.index.postings(term)) for term in sorted(asked))
    return {term: weight for term, weight, span in known if span.stop > span.start}


def _term(name: str) -> str:
    """How the index keeps an identifier whole: a compound in lower case, a plain word as its stem."""
    parts = subtokens(name)
    return name.strip("_").lower() if len(parts) > 1 else stem(parts[0]) if parts else ""


def _pairs(text: str) -> list[str]:
    found = [word.lower() for word in words(text)]
    pairs = [pair for pair in itertools.pairwise(found) if all(map(_is_telling, pair))]
    return [f"{left}{joint}{right}" for left, right in pairs for joint in ("_", "")]


def _is_telling(word: str) -> bool:
    return len(word) > 2 and word not in STOP_WORDS


def _reason(query: "Query", asked: dict[str, float], entity: int) -> str:
    shown = []
    rarest = sorted(asked, key=lambda term: (query.index.postings(term).stop - query.index.postings(term).start, term))
    for term in rarest:
        if (query.index.documents[query.index.postings(term)] == entity).any():
            shown.append(term)
            if len(shown) == _SHOWN:
                break
    return f"it uses {quoted(shown)}"
