"""Failing-test location: what the failing test executed most suspiciously lies in another file.

Fires where the most suspicious entity of the spectrum, if a failing test was run, is not in the file of the current
entity. Without a spectrum it never fires. Equally suspicious entities are all looked at: one in the current file is
enough to stay.

Example: ``tests/test_cart.py::test_total`` fails, and ``convert`` in ``shop/prices.py`` is executed by it alone.
"""

from typing import TYPE_CHECKING

from crossbearing.plugin import SignalHit, hookimpl
from crossbearing_channels.signals._places import likeliest, place_of

if TYPE_CHECKING:
    from crossbearing.plugin import ContextQuery

VERSION = 1


@hookimpl
def check(query: "ContextQuery") -> list[SignalHit]:
    """Fire for the most suspicious entity where it lies outside the current file."""
    highest = max(query.suspiciousness.values(), default=0.0)
    if highest <= 0:
        return []
    graph = query.graph
    suspects = [entity for entity, score in query.suspiciousness.items() if score == highest]
    if any(graph.file(entity) == query.file for entity in suspects):
        return []
    entity = likeliest(graph, suspects)
    reason = f"the failing test points at {graph.qualnames[entity]} (suspiciousness {highest:.2f})"
    return [SignalHit("", place_of(graph, entity), reason, entity)]
