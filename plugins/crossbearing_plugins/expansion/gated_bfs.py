"""Relevance-gated breadth-first search from the seeds (localization specification §3.3; after CoSIL and OrcaLoca).

Starts from the pre-filtered entities and from the files that the issue mentions, and follows ``invoke``, ``contain``
and ``import`` edges in either direction. Import edges are read only of the mentioned files and the seeds' files. A
neighbour passes the gate when a word of the issue's identifiers or error strings stands in its text or in the
signature of something it calls; the path through any other neighbour is pruned. Nodes nearest to the symbols that the
issue names go first; each iteration goes one edge further. Module entities are passed through and not added.

Example: a seed ``Parser.peek`` calls ``Lexer.next``, whose body raises the quoted error: ``Lexer.next`` joins the pool
with distance 1; ``Lexer.reset``, which shares no word with the issue, does not.

Limits: at most ``max_iterations`` (10) edges from a seed and ``max_nodes`` (200) entities with the seeds. Words, not
meanings: an issue full of common words opens the gate for everything.
"""

from collections.abc import Iterable
from heapq import heapify, heappop
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from crossbearing.plugin import hookimpl, terms, words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Expansion, Query, Seeds

VERSION = 1

_SNIPPET = ("name", "signature", "docstring", "body")
_SIGNATURE = ("name", "signature")


@frozen
class Options:
    """``max_iterations``: edges from the nearest seed; ``max_nodes``: entities in the pool, seeds included."""

    max_iterations: int = field(default=10, validator=validators.in_(range(1, 11)))
    max_nodes: int = field(default=200, validator=validators.in_(range(1, 201)))


@hookimpl
def expand(query: "Query", seeds: "Seeds", options: Options | None) -> "Expansion":
    """Walk outward from ``seeds``; the answer's distances count edges from the nearest seed or mentioned file."""
    from crossbearing.plugin import Expansion

    options = options or Options()
    if len(seeds) >= options.max_nodes:
        return Expansion(dict.fromkeys((seed.entity for seed in seeds), 0), 0, 0)
    walk = _Walk(query, [seed.entity for seed in seeds], options.max_nodes)
    iterations = 0
    while walk.frontier and iterations < options.max_iterations and len(walk.pool) < options.max_nodes:
        iterations += 1
        walk.advance(iterations)
    return Expansion(walk.pool, iterations, len(walk.pruned))


class _Walk:
    """The state of one search: what is pooled, what was refused, and what comes next."""

    def __init__(self, query: "Query", seeds: list[int], limit: int) -> None:
        self.graph = query.graph
        self.limit = limit
        self.gate = _gate(query)
        mentioned = [path for name in query.bundle.file_paths if (path := query.graph.resolve_path(name))]
        modules = {query.graph.module_of_file(path) for path in mentioned} | {
            query.graph.module_of(entity) for entity in seeds
        }
        self.modules = {module for module in modules if module is not None}
        named = (entity for name in query.bundle.identifiers for entity in query.graph.named(name))
        self.urgency, _ = query.graph.hops(named)
        self.pool = dict.fromkeys(seeds, 0)
        self.seen = {*self.pool, *self.modules}
        self.pruned: set[int] = set()
        self.frontier = [self._prioritised(node) for node in self.seen]

    def advance(self, distance: int) -> None:
        """Follow one edge from every node of the frontier, those nearest to the named symbols first."""
        heapify(self.frontier)
        found: list[tuple[int, int]] = []
        while self.frontier and len(self.pool) < self.limit:
            for neighbour in self._neighbours(heappop(self.frontier)[1]):
                if neighbour in self.seen or neighbour in self.pruned or len(self.pool) >= self.limit:
                    continue
                if not self.gate[neighbour]:
                    self.pruned.add(neighbour)
                    continue
                self.seen.add(neighbour)
                found.append(self._prioritised(neighbour))
                if self.graph.kinds[neighbour] != "module":
                    self.pool[neighbour] = distance
        self.frontier = found

    def _neighbours(self, node: int) -> Iterable[int]:
        yield from self.graph.neighbours(node, ("invoke", "contain"))
        imports = self.graph.edges.get("import")
        if imports is None:
            return
        if node in self.modules:
            yield from imports.successors(node).tolist()
        yield from (source for source in imports.predecessors(node).tolist() if source in self.modules)

    def _prioritised(self, node: int) -> tuple[int, int]:
        hops = int(self.urgency[node])
        return (hops if hops >= 0 else len(self.graph), node)


def _gate(query: "Query") -> "npt.NDArray[np.bool_]":
    """Mark every entity whose text, or the signature of whose callees, holds a word of the issue's signals."""
    tokens = sorted(_tokens((*query.bundle.identifiers, *query.bundle.error_strings)))
    signatures = _holding(query, tokens, _SIGNATURE)
    relevant = _holding(query, tokens, _SNIPPET)
    if calls := query.graph.edges.get("invoke"):
        relevant[calls.sources[signatures[calls.targets]]] = True
    return relevant


def _tokens(signals: Iterable[str]) -> set[str]:
    """Each word as the index keeps it whole: the stem of a plain word, the compound of a compound one."""
    found = (list(terms(word)) for signal in signals for word in words(signal))
    return {term[-1] for term in found if term}


def _holding(query: "Query", tokens: list[str], fields: tuple[str, ...]) -> "npt.NDArray[np.bool_]":
    import numpy as np

    from crossbearing.plugin import FIELDS

    columns = [FIELDS.index(name) for name in fields]
    mask = np.zeros(len(query.graph), np.bool_)
    for token in tokens:
        span = query.index.postings(token)
        mask[query.index.documents[span][np.isin(query.index.fields[span], columns)]] = True
    return mask
