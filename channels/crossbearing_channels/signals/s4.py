"""Dependency edge: the current entity uses, or imports, a definition of another project file.

Fires where the current entity itself has an ``invoke`` or ``import`` edge to a definition in another file. The hits
point at the definitions used, those first that the task names.

Example: ``Cart.total`` calls ``price_of`` of ``shop/prices.py``. Limits: says nothing without a current entity.
"""

from typing import TYPE_CHECKING

from crossbearing.plugin import SignalHit, hookimpl
from crossbearing_channels.signals._places import MOST_HITS, crossing_ties, place_of
from crossbearing_channels.signals._task import parts_of

if TYPE_CHECKING:
    from crossbearing.plugin import ContextQuery

VERSION = 1


@hookimpl
def check(query: "ContextQuery") -> list[SignalHit]:
    """Fire for each definition of another file that the current entity uses."""
    if query.entity is None:
        return []
    graph, verbs = query.graph, {"invoke": "uses", "import": "imports"}
    found = {
        entity: verb
        for edge_type, verb in reversed(verbs.items())
        for entity in crossing_ties(query, query.entity, edge_type)
    }
    said = parts_of(query.task)
    order = sorted(found, key=lambda entity: (graph.names[entity] not in said, entity))
    name = graph.qualnames[query.entity]
    return [
        SignalHit("", place_of(graph, entity), f"{name} {found[entity]} {graph.qualnames[entity]}", entity)
        for entity in order[:MOST_HITS]
    ]
