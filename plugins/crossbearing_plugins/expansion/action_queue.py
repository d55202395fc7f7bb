"""Search from the seeds by a queue of actions, the most promising first (after OrcaLoca, ICML 2025, without a model).

An action is to look at one definition. Looking at it proposes more: what it calls and what calls it, the bases of a
class, the class of a method. A class or a file is decomposed: of its members only the ``members`` that match the issue
best are proposed. An action's priority is how well its definition matches the issue's words (its share of the best
match), plus ``repetition`` for each time that it was proposed again: what many paths lead to is looked at early. The
queue ends after ``max_actions``, or with ``max_nodes`` entities. At last, what lies more than ``max_distance`` edges
from every anchor (the best seeds, the innermost stack frames, the files that the issue names) is pruned.

Example, in a profile whose shortlist leaves room to expand::

    [prefilter]
    size = 40

    [expansion]
    name = "action_queue"

Limits: what was pooled stays so, however little it led to; words, not meanings.
"""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from attrs import define, field, frozen, validators

from crossbearing.plugin import hookimpl, terms

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Expansion, Query, Seeds

VERSION = 1

_FIELDS = {"name": 2.0, "signature": 1.0, "docstring": 0.5, "body": 1.0, "path": 1.0}


@frozen
class Options:
    """Bounds of the search, and what a repeated proposal counts."""

    max_actions: int = field(default=400, validator=validators.in_(range(1, 10_001)))
    """Definitions that are looked at."""
    max_nodes: int = field(default=200, validator=validators.in_(range(1, 201)))
    """Entities in the pool, seeds included."""
    members: int = field(default=3, validator=validators.in_(range(1, 51)))
    """Members of a class or file that are looked at."""
    repetition: float = field(default=0.2, validator=[validators.ge(0), validators.le(1)])
    """What each repeated proposal adds to a priority."""
    anchors: int = field(default=5, validator=validators.in_(range(1, 201)))
    """Seeds, and stack frames, that distances are measured from in the end."""
    max_distance: int = field(default=3, validator=validators.in_(range(1, 11)))
    """Edges from the nearest anchor beyond which an entity is pruned."""


@hookimpl
def expand(query: "Query", seeds: "Seeds", options: Options | None) -> "Expansion":
    """Work through the queue; distances count the edges walked from the nearest seed."""
    from crossbearing.plugin import Expansion

    options = options or Options()
    chosen = {seed.entity: 0 for seed in seeds}
    if len(chosen) >= options.max_nodes:
        return Expansion(chosen, 0, 0)
    search = _Search(query, options, _relevance(query))
    search.start([seed.entity for seed in seeds])
    search.run()
    far = search.far_from(_anchors(query, seeds, options.anchors)) - chosen.keys()
    kept = {entity: steps for entity, steps in search.pool.items() if entity not in far}
    return Expansion(chosen | kept, max(kept.values(), default=0), len(far))


def _relevance(query: "Query") -> "npt.NDArray[np.float64]":
    """How well each entity matches the words of the issue, from 0 to 1."""
    weights: dict[str, float] = {}
    for passage in query.passages or ():
        for term in terms(passage.text):
            weights[term] = max(weights.get(term, 0.0), 2.0 if passage.kind == "title" else 1.0)
    for signal in (*query.bundle.identifiers, *query.bundle.error_strings):
        weights |= dict.fromkeys(terms(signal), 2.0)
    scores: npt.NDArray[np.float64] = query.index.bm25(dict(sorted(weights.items())), _FIELDS, b=0.5)
    best = float(scores.max(initial=0.0))
    return scores / best if best > 0 else scores


def _anchors(query: "Query", seeds: "Seeds", count: int) -> list[int]:
    best = [seed.entity for seed in sorted(seeds, key=lambda seed: (-seed.score, seed.entity))[:count]]
    files = ((query.graph.resolve_path(frame.file), frame.line) for frame in query.bundle.frames[-count:])
    frames = (query.graph.enclosing(path, line) for path, line in files if path is not None)
    return list(dict.fromkeys((*best, *_mentioned(query), *(entity for entity in frames if entity is not None))))


def _mentioned(query: "Query") -> list[int]:
    """The modules of the files that the issue names."""
    paths = (query.graph.resolve_path(name) for name in query.bundle.file_paths)
    modules = (query.graph.module_of_file(path) for path in paths if path is not None)
    return [module for module in modules if module is not None]


@define
class _Search:
    """The queue, how often each action was proposed, and what was looked at, with its edges from a seed."""

    query: "Query"
    options: Options
    relevance: "npt.NDArray[np.float64]"
    pool: dict[int, int] = field(factory=dict)
    steps: dict[int, int] = field(factory=dict)
    counts: dict[int, int] = field(factory=dict)
    done: set[int] = field(factory=set)
    queue: list[tuple[float, int, int]] = field(factory=list)

    def start(self, seeds: Iterable[int]) -> None:
        """Propose the seeds and the files that the issue names."""
        for entity in (*seeds, *_mentioned(self.query)):
            self.propose(entity, 0)

    def propose(self, entity: int, steps: int) -> None:
        """Put an action in the queue, or raise the priority of one that waits there."""
        self.counts[entity] = self.counts.get(entity, -1) + 1
        self.steps[entity] = min(steps, self.steps.get(entity, steps))
        if entity not in self.done:
            priority = float(self.relevance[entity]) + self.options.repetition * self.counts[entity]
            heappush(self.queue, (-round(priority, 9), self.steps[entity], entity))

    def run(self) -> None:
        """Look at what is in front of the queue until there is nothing, or enough."""
        while self.queue and len(self.done) < self.options.max_actions and len(self.pool) < self.options.max_nodes:
            _, _, entity = heappop(self.queue)
            if entity in self.done:
                continue
            self.done.add(entity)
            if self.query.graph.kinds[entity] != "module":
                self.pool[entity] = self.steps[entity]
            for other in self._proposals(entity):
                self.propose(other, self.steps[entity] + 1)

    def _proposals(self, entity: int) -> Iterator[int]:
        graph = self.query.graph
        if graph.kinds[entity] in ("module", "class"):
            members = [child for child in graph.children(entity).tolist() if graph.kinds[child] != "variable"]
            yield from sorted(members, key=lambda child: (-self.relevance[child], child))[: self.options.members]
        parent = int(graph.parents[entity])
        if parent >= 0 and graph.kinds[parent] == "class":
            yield parent
        for other in (*graph.neighbours(entity, ("invoke",)), *self._bases(entity)):
            # What shares no word with the issue is a dead end.
            if self.relevance[other] > 0 and self.query.population[other]:
                yield int(other)

    def _bases(self, entity: int) -> list[int]:
        inherit = self.query.graph.edges.get("inherit")
        return inherit.successors(entity).tolist() if inherit else []

    def far_from(self, anchors: list[int]) -> set[int]:
        """What was pooled further from all anchors than is allowed."""
        if not anchors:
            return set()
        hops, _ = self.query.graph.hops(
            anchors, ("invoke", "contain", "inherit", "import"), limit=self.options.max_distance
        )
        return {entity for entity in self.pool if hops[entity] < 0}
