"""Cross-file import: the file of the current entity imports something of the project.

Fires where the file's module has an ``import`` edge to a definition or module in another project file. The hits point
at what is imported, those first that the task names. Imports of the standard library and of third parties have no edge.

Example: ``from shop.prices import price_of`` in ``shop/cart.py``. Limits: says nothing without a current entity, and
fires for nearly every file that is not a leaf.
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
    """Fire for each import of the current file that leads to another project file."""
    if query.entity is None:
        return []
    graph = query.graph
    module = graph.module_of(query.entity)
    imported = crossing_ties(query, module, "import")
    said = parts_of(query.task)
    imported.sort(key=lambda entity: graph.names[entity] not in said)
    return [
        SignalHit("", place_of(graph, entity), f"{graph.file(module)} imports {graph.qualnames[entity]}", entity)
        for entity in imported[:MOST_HITS]
    ]
