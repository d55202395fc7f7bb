"""R1: the local map, which is the entity in its own scope.

Shows what encloses the entity and what it uses in its own file. Climbed where the entity has an edge within the project
or its file imports something of the project; a self-contained leaf stays below. That a file contains the definition is
no such edge, or there would be no leaf.

Example: ``Cart.total`` shows the class ``Cart``, and ``Cart.discount`` if it calls that.
"""

from typing import TYPE_CHECKING

from attrs import evolve

from crossbearing.plugin import Footing, Stop, Tie, hookimpl
from crossbearing_plugins.rungs._ties import crosses_files, ties_of

if TYPE_CHECKING:
    from crossbearing.plugin import CodeGraph, ContextQuery

VERSION = 1


@hookimpl
def climb(query: "ContextQuery", below: Footing) -> Footing | Stop:
    """Add the entity's enclosing scope and what it uses in its own file."""
    root, graph = below.root, query.graph
    if root is None:
        return Stop("there is no entity of the project to look around")
    outward = list(ties_of(graph, root, "out"))
    parent = int(graph.parents[root])
    if not (outward or (parent >= 0 and graph.kinds[parent] != "module") or _imports(graph, root)):
        return Stop(f"{graph.qualnames[root]} is self-contained")
    local = [tie for tie in outward if tie.type == "invoke" and not crosses_files(graph, root, tie)]
    enclosing = [Tie("contain", "out", parent)] if parent >= 0 else []
    return evolve(
        below,
        rung="r1",
        ties=tuple(dict.fromkeys((*below.ties, *local, *enclosing))),
        reason=f"{graph.qualnames[root]} is not self-contained",
    )


def _imports(graph: "CodeGraph", entity: int) -> bool:
    return bool(len(graph.edges["import"].successors(graph.module_of(entity))))
