"""A random walk over the graph from the places that the issue's words and names mean.

Personalised PageRank (restart ``restart``, ``rounds`` rounds) over ``invoke``, ``import``, ``contain`` and ``inherit``
edges in both directions. It starts from the best ``seeds`` entities of a BM25 search for the title and the prose, and
from the definitions of the identifiers mentioned, one half each. A place that many suspects call, contain or share
scores high even where the issue says nothing about it. Scores are square roots, divided by the best.

Example: an issue talks of three printers' methods; the base class's ``_print`` that all of them call comes up.

Limits: hubs (utility functions, base classes) come up for everything.
"""

from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl
from crossbearing_channels._mentions import mentions
from crossbearing_channels._scores import Reasons, as_scores, modules, scaled
from crossbearing_channels._walk import arcs, walked
from crossbearing_channels._words import telling_terms

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Query

    Array = npt.NDArray[np.float64]

VERSION = 1

_FIELDS = {"name": 1.0, "signature": 1.0, "docstring": 0.3, "body": 1.0, "path": 4.0}
_TYPES = ("contain", "import", "inherit", "invoke")
_MOST = 30


@frozen
class Options:
    """``restart``: how soon the walk starts anew; ``rounds``: steps; ``seeds``: places found by words to start from."""

    restart: float = field(default=0.25, validator=[validators.gt(0), validators.lt(1)])
    rounds: int = field(default=12, validator=validators.in_(range(1, 101)))
    seeds: int = field(default=50, validator=validators.in_(range(1, 1001)))


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score the candidates by how often the walk passes them."""
    import numpy as np

    options = options or Options()
    starts = _by_words(query, options.seeds) + _by_names(query)
    place = walked(starts, arcs(query.graph, _TYPES, both_ways=True), restart=options.restart, rounds=options.rounds)
    found = as_scores(scaled(np.sqrt(place), query.candidates), query.candidates)
    if not found:
        return NoEvidence("neither words nor names of the issue lead into the project")
    return Evidence(found, Reasons(found, lambda _entity: "it is connected to many places that match the issue"))


def _by_words(query: "Query", count: int) -> "Array":
    import numpy as np

    asked = dict.fromkeys(telling_terms(query.text_of("prose")), 1.0)
    asked |= dict.fromkeys(telling_terms(query.text_of("title")), 2.0)
    population = query.population & ~modules(query)
    scores = query.index.bm25(asked, _FIELDS, population=population)
    scores[np.argsort(-scores, kind="stable")[count:]] = 0.0
    return _shared(scores)


def _by_names(query: "Query") -> "Array":
    import numpy as np

    scores = np.zeros(len(query.graph))
    for name, weight in sorted(mentions(query).items()):
        found = query.graph.named(name)
        if 0 < len(found) <= _MOST:
            scores[found] += weight / len(found)
    scores[~query.population] = 0.0
    return _shared(scores)


def _shared(scores: "Array") -> "Array":
    total = float(scores.sum())
    return scores / total if total else scores
