"""BM25F between the words of the issue and the text of every entity.

``score(d) = Σ_t w_t · idf(t) · tf·(k1+1) / (tf + k1·(1-b+b·len/avg))`` with term frequency and length summed over the
fields by their weights (Robertson, Zaragoza and Taylor, "Simple BM25 extension to multiple weighted fields", CIKM
2004), divided by the best score. Words are split into stemmed parts; compounds count as one more term. Whole files
(``module`` entities) are a collection of their own, with its own statistics and its own best score.

Two queries can be asked:

- ``text``: every word of the issue but those of templates and version dumps, and the title and the prose without what
  was pasted, each word weighted by ``occurrences ** repetition``; and the title alone. The scores of the three, each
  divided by their best, are weighed 1, ``prose_weight`` and ``title_weight``, lest what says most drowns in the rest.
  Stop words ("expected", "should") are left out: rare in code, they would count as telling.
- ``bundle``: each signal mined from the issue counts once, and the words of identifiers ``identifier_weight`` times
  (localization specification §3.2, with ``fields = { signature = 3, docstring = 1 }``, so that a match in a symbol
  counts three times one in prose).

Example, in a profile::

    [options."channel.bm25"]
    query = "bundle"
    fields = { signature = 3, docstring = 1 }

Limits: words only. An issue that describes a symptom in the user's words finds the place that talks like the user.
"""

from collections import Counter
from collections.abc import Iterable
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Literal

from attrs import Factory, field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl, subtokens, terms, words
from crossbearing_channels._scores import Reasons, as_scores, modules, quoted, scaled
from crossbearing_channels._words import telling_terms

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Query

    Array = npt.NDArray[np.float64]
    Mask = npt.NDArray[np.bool_]
    Queries = list[tuple[float, dict[str, float]]]
    """What is asked, as weighted terms, and what share of the score it decides."""

VERSION = 2

_FIELDS = ("name", "signature", "docstring", "body", "path")
_SHOWN = 3
_READ = 4096
# A word that more than one document in so many holds is worth no mention where another is shared.
_COMMON = 4


def _default_fields() -> dict[str, float]:
    return {"name": 1.0, "signature": 1.0, "docstring": 0.3, "body": 1.0, "path": 4.0}


@frozen
class Options:
    """Weights of the documents and of the query.

    ``fields``: weight of each field of an entity's text; those left out count nothing.
    ``query``: what is asked, ``text`` or ``bundle``.
    ``prose_weight``: how much title and prose count beside the whole text (query ``text``).
    ``title_weight``: how much the title alone counts beside the whole text (query ``text``).
    ``repetition``: the power of a word's number of occurrences in the issue that it weighs (query ``text``).
    ``identifier_weight``: the weight of a word of an identifier, where another has 1 (query ``bundle``).
    ``k1``: how slowly the repetition of a word in a document saturates.
    ``b``: how much the length of a document is held against it, from 0 to 1.
    """

    fields: dict[str, float] = field(
        default=Factory(_default_fields),
        validator=validators.deep_mapping(validators.in_(_FIELDS), validators.ge(0)),
    )
    query: Literal["bundle", "text"] = field(default="text", validator=validators.in_(("bundle", "text")))
    prose_weight: float = field(default=0.25, validator=validators.ge(0))
    title_weight: float = field(default=1.0, validator=validators.ge(0))
    repetition: float = field(default=0.5, validator=[validators.ge(0), validators.le(1)])
    identifier_weight: float = field(default=3.0, validator=validators.ge(0))
    k1: float = field(default=1.5, validator=validators.ge(0))
    b: float = field(default=0.75, validator=[validators.ge(0), validators.le(1)])


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score all candidates that share a word with the issue."""
    import numpy as np

    options = options or Options()
    queries = _bundle_queries(query, options) if options.query == "bundle" else _text_queries(query, options)
    if not any(asked for _, asked in queries):
        return NoEvidence("the issue holds no words")
    whole_files = modules(query)
    parts = _scores(query, queries, options, query.population & ~whole_files)
    whole = _scores(query, queries, options, whole_files)
    found = as_scores(parts + whole, query.candidates)
    if not found:
        return NoEvidence("no candidate shares a word with the issue")
    counted = np.array([options.fields.get(name, 0.0) > 0 for name in _FIELDS])
    return Evidence(found, Reasons(found, partial(_reason, query, _spellings(query, queries), counted)))


def _bundle_queries(query: "Query", options: Options) -> "Queries":
    bundle = query.bundle
    asked = dict.fromkeys(_terms((*bundle.unresolved, *bundle.error_strings, *bundle.file_paths)), 1.0)
    asked |= dict.fromkeys(_terms(bundle.identifiers), options.identifier_weight)
    return [(1.0, asked)]


def _text_queries(query: "Query", options: Options) -> "Queries":
    def asked(text: str) -> dict[str, float]:
        counts = Counter(telling_terms(text))
        return {term: count**options.repetition for term, count in counts.items()}

    queries = [
        (1.0, asked(query.text_of("title", "prose", "code", "output", "trace"))),
        (options.prose_weight, asked(query.text_of("title", "prose"))),
        (options.title_weight, asked(query.text_of("title"))),
    ]
    queries = [(weight, terms) for weight, terms in queries if terms]
    total = sum(weight for weight, _ in queries)
    return [(weight / total, terms) for weight, terms in queries]


def _scores(query: "Query", queries: "Queries", options: Options, population: "Mask") -> "Array":
    """Scores of one collection: the queries' scores, each divided by their best, and weighted."""
    import numpy as np

    scores = np.zeros(len(query.graph))
    for weight, asked in queries:
        if weight > 0:
            raw = query.index.bm25(asked, options.fields, population=population, k1=options.k1, b=options.b)
            scores += weight * scaled(raw, query.candidates)
    return scores


def _terms(signals: Iterable[str]) -> Iterable[str]:
    return (term for signal in signals for term in terms(signal))


def _spellings(query: "Query", queries: "Queries") -> dict[str, str]:
    """How the issue spells the asked terms; those that say most first, common words last."""
    from math import log

    total = len(query.index.lengths)
    weights: dict[str, float] = {}
    for share, asked in queries:
        for term, weight in asked.items():
            span = query.index.postings(term)
            rarity = total / (1 + span.stop - span.start)
            weights[term] = weights.get(term, 0.0) + share * weight * log(1 + rarity) * (rarity > _COMMON)
    spelled: dict[str, str] = {}
    for word in words(query.text):
        parts = subtokens(word)
        # A part of a compound is quoted as that part: the whole may stand in none of the documents.
        for part in parts if len(parts) > 1 else (word,):
            for term in terms(part):
                spelled.setdefault(term, part)
        for term in terms(word):
            spelled.setdefault(term, word)
    return {term: spelled.get(term, term) for term in sorted(weights, key=lambda term: (-weights[term], term))}


def _reason(query: "Query", spellings: dict[str, str], counted: "Mask", entity: int) -> str:
    shown: list[str] = []
    for term, spelling in islice(spellings.items(), _READ):
        span = query.index.postings(term)
        own = query.index.documents[span] == entity
        if spelling not in shown and counted[query.index.fields[span][own]].any():
            shown.append(spelling)
            if len(shown) == _SHOWN:
                break
    return f"its text shares {quoted(shown)}"
