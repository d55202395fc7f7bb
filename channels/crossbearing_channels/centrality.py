"""How much of the program depends on a place: calls and imports from elsewhere, on a logarithmic scale.

``score(e) = ln(1 + d(e)) / ln(1 + max d)`` with ``d`` the number of distinct entities that call, import or inherit from
it. It says nothing about the issue: it only decides between places that other evidence cannot tell apart.

Example: of two functions that share the issue's words alike, the one with thirty callers comes first.

Limits: blind to the issue; give it little weight.
"""

from functools import partial
from math import log
from typing import TYPE_CHECKING

from crossbearing.plugin import Evidence, NoEvidence, hookimpl
from crossbearing_channels._scores import Reasons
from crossbearing_channels._walk import arcs

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Query

VERSION = 1


@hookimpl
def collect(query: "Query") -> Evidence | NoEvidence:
    """Score the candidates that anything depends on."""
    import numpy as np

    _, targets = arcs(query.graph, ("import", "inherit", "invoke"), both_ways=False)
    counts = np.bincount(targets, minlength=len(query.graph))
    best = int(counts[query.candidates].max(initial=0))
    if not best:
        return NoEvidence("nothing in the project depends on a candidate")
    used = query.candidates[counts[query.candidates] > 0].tolist()
    scores = {entity: log(1 + int(counts[entity])) / log(1 + best) for entity in used}
    return Evidence(scores, Reasons(scores, partial(_reason, counts)))


def _reason(counts: "npt.NDArray[np.int64]", entity: int) -> str:
    count = int(counts[entity])
    return f"{count} {'place depends' if count == 1 else 'places depend'} on it"
