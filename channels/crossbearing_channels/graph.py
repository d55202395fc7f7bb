"""Structural distance from the symbols that the issue names (localization specification §3.2, channel 3).

``score(e) = 1 / (1 + d(e))`` with ``d`` the number of ``invoke``, ``import`` and ``contain`` edges, in either
direction, from the nearest definition that one of the issue's identifiers means; 0 beyond ten edges.

With ``rarity`` on, a definition that shares its name with ``n`` others starts with a lower score:
``score(e) = max over the named symbols s of r(s) / (1 + d(s, e))``, ``r = 1 / (1 + log2(n))``, so that ``__init__`` or
``run`` does not pull as hard as a name that only one place has.

Example: an issue that names ``Parser.peek`` gives that method 1, its class and its callers 1/2.

Limits: in a densely connected program everything is three edges from everything; names in prose that happen to be
definitions (``test``, ``sign``) count as named.
"""

from functools import partial
from math import log2
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl
from crossbearing_channels._scores import Reasons, as_scores, short_name

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Query

    Array = npt.NDArray[np.int64]

VERSION = 1


@frozen
class Options:
    """``max_hops``: edges after which the score is 0; ``rarity``: whether ambiguous names count less."""

    max_hops: int = field(default=10, validator=validators.in_(range(1, 11)))
    rarity: bool = False


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score all candidates within reach of a named symbol."""
    import numpy as np

    options = options or Options()
    named = {name: query.graph.named(name) for name in query.bundle.identifiers}
    scores = np.zeros(len(query.graph))
    nearest = np.full(len(query.graph), -1, np.int64)
    hops = np.zeros(len(query.graph), np.int64)
    for weight, sources in _sources(named, options):
        distances, origins = query.graph.hops(sources, limit=options.max_hops)
        own = np.where(distances >= 0, weight / (1.0 + np.maximum(distances, 0)), 0.0)
        better = own > scores
        scores[better], nearest[better], hops[better] = own[better], origins[better], distances[better]
    if not scores.any():
        return NoEvidence("the issue names no definition of the project")
    found = as_scores(scores, query.candidates)
    return Evidence(found, Reasons(found, partial(_reason, query, nearest, hops)))


def _sources(named: "dict[str, list[int]]", options: Options) -> list[tuple[float, list[int]]]:
    """The named definitions, by falling weight."""
    groups: dict[float, set[int]] = {}
    for found in named.values():
        if found:
            weight = 1 / (1 + log2(len(found))) if options.rarity else 1.0
            groups.setdefault(weight, set()).update(found)
    return [(weight, sorted(groups[weight])) for weight in sorted(groups, reverse=True)]


def _reason(query: "Query", nearest: "Array", hops: "Array", entity: int) -> str:
    symbol = short_name(query.graph.qualnames[int(nearest[entity])])
    distance = int(hops[entity])
    if not distance:
        return f"the issue names `{symbol}`"
    return f"it is {distance} {'hop' if distance == 1 else 'hops'} from `{symbol}`, which the issue names"
