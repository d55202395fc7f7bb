"""The whole graph as lines of JSON, with the columns of the reconnaissance specification (§3.2)."""

import json
from collections.abc import Iterator

from crossbearing.store import Store

_NODE = ("id", "kind", "name", "qualname", "file", "line", "col", "end_line")
_EDGE = ("src", "dst", "type")

# Like the views, in the order of the rows: by file, definitions first, then uses by line and column.
_NODES = """
SELECT r.id, r.kind, s.name, s.qualname, f.path, r.line, r.col, r.end_line
FROM graph_rows r JOIN symbols s ON s.number = r.symbol JOIN files f ON f.number = r.file
WHERE r.is_node ORDER BY r.number
"""
_EDGES = """
SELECT r.id, t.id, r.type FROM graph_rows r JOIN graph_rows t ON t.number = r.target
WHERE r.target IS NOT NULL ORDER BY r.number
"""


def export_graph(store: Store) -> Iterator[str]:
    """Yield the nodes and then the edges of the store's current map, each an object of JSON in a line.

    The lines depend on the map alone: equal repositories give equal lines, however they were scanned. All come from one
    state of the store, whatever other processes write meanwhile.
    """
    with store.snapshot() as select:
        for query, names in ((_NODES, _NODE), (_EDGES, _EDGE)):
            for row in select(query):
                yield json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False)
