"""Where on its way through the pipeline the gold of an instance was lost.

For each gold function, the first stage that lost it:

- ``not a candidate``: nothing reads it as an entity that may be ranked (its role or kind is not searched).
- ``not in the pre-filter``: it is not on the shortlist, and no edge leads from there to it.
- ``not expanded``: an edge leads from an entity of the shortlist to it, yet the expansion did not take it in.
- ``ranked low``: it is in the pool, and not among the first :data:`~crossbearing.measure.metrics.FUNCTION_CUTS` [-1].
- ``found``: it is.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np
from attrs import Factory, define

from crossbearing.measure.metrics import FUNCTION_CUTS, Span, lines_to_read
from crossbearing.model.graph import CodeGraph, EdgeType

if TYPE_CHECKING:
    from crossbearing.measure.gold import Gold
    from crossbearing.model.query import Query
    from crossbearing.registry import PluginHost

Stage = Literal["not a candidate", "not in the pre-filter", "not expanded", "ranked low", "found"]
STAGES: tuple[Stage, ...] = ("not a candidate", "not in the pre-filter", "not expanded", "ranked low", "found")
"""All stages, in the order of the pipeline."""

_EDGES: tuple[EdgeType, ...] = ("invoke", "import", "contain", "inherit")


@define(eq=False)
class Trail:
    """What a localization asked about: who might be ranked, who was on the shortlist, and who was in the pool.

    ``supported`` holds, by channel, the entities of the pool to which it gave a score.
    """

    candidates: frozenset[int] = frozenset()
    shortlist: frozenset[int] = frozenset()
    pool: frozenset[int] = frozenset()
    supported: dict[str, frozenset[int]] = Factory(dict)

    def watch(self, host: "PluginHost") -> "PluginHost":
        """A host that does what ``host`` does, and notes here what it is asked."""
        return cast("PluginHost", _WatchedHost(host, self))


class _WatchedHost:
    """Passes everything on; of the calls that make up a localization it keeps the questions."""

    def __init__(self, host: "PluginHost", trail: Trail) -> None:
        self._host = host
        self._trail = trail

    def __getattr__(self, name: str) -> Any:
        return getattr(self._host, name)

    def collect(self, qualified: str, query: "Query") -> Any:
        if not self._trail.candidates:  # the first channel is asked about everything that may be ranked
            self._trail.candidates = frozenset(query.candidates.tolist())
        return self._host.collect(qualified, query)

    def expand(self, name: str, query: "Query", seeds: Any) -> Any:
        self._trail.shortlist = frozenset(seed.entity for seed in seeds)
        return self._host.expand(name, query, seeds)

    def fuse(self, name: str, evidence: Any, weights: Any, channels: Any = None, query: "Query | None" = None) -> Any:
        if query is not None:
            self._trail.pool = frozenset(query.candidates.tolist())
        for channel, scores in (channels or {}).items():
            self._trail.supported[channel] = frozenset(entity for entity, score in scores.items() if score > 0)
        return self._host.fuse(name, evidence, weights, channels, query)


def describe_gold(gold: "Gold", ranked: Sequence[Span], trail: Trail, graph: CodeGraph) -> list[dict[str, Any]]:
    """Say of each gold function where it was lost, its rank, after how many lines it is read, and who supported it.

    The ``rank`` counts functions from 1, and ``lines`` the lines of those up to it; both are None where it is not
    among ``ranked``. ``channels`` are those that gave it a score in the pool.
    """
    ranks = {span[:2]: rank for rank, span in reversed(list(enumerate(ranked, 1)))}
    spans = [Span(each.file, each.line, each.end_line) for each in gold.functions]
    stage_of = _stages(trail, graph)
    return [
        {
            "stage": stage_of(entity, ranks.get(span[:2])),
            "rank": ranks.get(span[:2]),
            "lines": lines,
            "channels": sorted(name for name, known in trail.supported.items() if entity in known),
        }
        for entity, span, lines in zip(gold.entities, spans, lines_to_read(ranked, spans), strict=True)
    ]


def _stages(trail: Trail, graph: CodeGraph) -> Callable[[int, int | None], Stage]:
    near: set[int] = set()
    if trail.shortlist:
        hops, _ = graph.hops(sorted(trail.shortlist), _EDGES, limit=1)
        near = set(np.flatnonzero(hops == 1).tolist())

    def stage(entity: int, rank: int | None) -> Stage:
        if rank is not None and rank <= FUNCTION_CUTS[-1]:
            return "found"
        if entity in trail.pool:
            return "ranked low"
        if entity not in trail.candidates:
            return "not a candidate"
        return "not expanded" if entity in near else "not in the pre-filter"

    return stage
