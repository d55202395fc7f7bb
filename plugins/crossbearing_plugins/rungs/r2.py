"""R2: the dependency neighbourhood, which is everything one ``invoke`` or ``import`` edge away from the entity.

Climbed where the local map has an edge to a definition of another file, which is then still missing. Shows what the
entity depends on and what depends on it; never anything two edges away.

Example: ``Cart.total`` shows ``price_of`` in ``shop/prices.py`` and its callers in ``shop/report.py``. Evidence leads
further where the neighbourhood reaches into another component of the manifest, or the task names one.
"""

from typing import TYPE_CHECKING

from attrs import evolve

from crossbearing.plugin import Footing, Stop, hookimpl
from crossbearing_plugins.rungs._ties import component_path, crosses_files, ties_of

if TYPE_CHECKING:
    from crossbearing.plugin import ContextQuery, Tie

VERSION = 1


@hookimpl
def climb(query: "ContextQuery", below: Footing) -> Footing | Stop:
    """Add the entities that are one edge away."""
    root, graph = below.root, query.graph
    if root is None:
        return Stop("there is no entity of the project to look around")
    outward = list(ties_of(graph, root, "out"))
    missing = [tie for tie in outward if crosses_files(graph, root, tie) and tie not in below.ties]
    if not missing:
        return Stop(f"all that {graph.qualnames[root]} depends on stands in its own file")
    ties = tuple(dict.fromkeys((*below.ties, *outward, *ties_of(graph, root, "in"))))
    return evolve(
        below,
        rung="r2",
        ties=ties,
        reason=f"{graph.qualnames[missing[0].entity]} is defined in another file",
        beyond=_beyond(query, below, root, ties),
    )


def _beyond(query: "ContextQuery", below: Footing, root: int, ties: "tuple[Tie, ...]") -> str:
    own = component_path(query, root)
    for fired in below.fired:
        if fired.signal == "signal.s6":
            return fired.hit.reason
    for tie in ties:
        if tie.direction == "out" and (other := component_path(query, tie.entity)) not in ("", own):
            return f"it depends on {query.graph.qualnames[tie.entity]} in the component {other}"
    return ""
