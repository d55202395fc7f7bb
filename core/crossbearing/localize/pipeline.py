"""The deterministic pipeline of the localization specification, §3, from an issue to a report."""

from typing import TYPE_CHECKING, Any, Protocol

import attrs
import numpy as np

from crossbearing.localize.bearings import Bearings, FusionInput, channels_of, fusion_input, pooled_channels
from crossbearing.localize.confidence import Verdict, first_choices, judge
from crossbearing.localize.mine import Mined, mine
from crossbearing.localize.passages import split_passages
from crossbearing.localize.prefilter import in_order, shortlist, weighted_sum
from crossbearing.localize.rank import Order, Ranker, order_places, weakly_supported
from crossbearing.localize.request import LocateRequest
from crossbearing.localize.snippets import Snippets
from crossbearing.localize.statements import StatementRanker
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.file import FileTree
from crossbearing.model.graph import CodeGraph
from crossbearing.model.history import Earlier, Past
from crossbearing.model.index import TextIndex
from crossbearing.model.profile import Prefilter, Profile
from crossbearing.model.query import Expansion, FusedPlaces, FusionQuestion, Query, Seed
from crossbearing.model.report import Agreement, ChannelSummary, Ranking, Report
from crossbearing.model.spectrum import Spectrum

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost


class Map(Protocol):
    """What localization needs of a scanned repository."""

    @property
    def name(self) -> str:
        """The repository's name."""

    @property
    def revision(self) -> str | None:
        """The commit scanned, or None for a working tree."""

    @property
    def graph(self) -> CodeGraph:
        """Entities and edges."""

    @property
    def index(self) -> TextIndex:
        """The text of the entities."""

    @property
    def tree(self) -> FileTree:
        """The files."""

    @property
    def history(self) -> Past:
        """The commits that led to them."""


def locate(repository_map: Map, request: LocateRequest, host: "PluginHost") -> Report:
    """Rank the places where the fault of an issue may be.

    Asks the pre-filter's channels about every candidate, keeps the shortlist, expands it, asks the other channels about
    the pool, fuses, ranks and tests the agreement, all as ``host.profile`` says. A channel that fails is named in
    ``errors`` and left out; an issue or repository that gives nothing to rank gives an empty ranking with confidence
    ``none``. Raises :class:`CrossbearingError` for a request that makes no sense, and
    :class:`~crossbearing.model.errors.PluginError` where the expansion or the fusion fails.
    """
    if request.top < 1:
        raise CrossbearingError(f"cannot show {request.top} files: at least 1 is needed")
    mined = _mined(repository_map, request)
    search = _Search(_query(repository_map, mined, request, host), host)
    search.run()
    return search.report(repository_map, mined, request.top)


def fusion_question(repository_map: Map, request: LocateRequest, host: "PluginHost") -> FusionQuestion | None:
    """Return what :func:`locate` would ask the fusion, for the same arguments; None where nothing has evidence."""
    mined = _mined(repository_map, request)
    search = _Search(_query(repository_map, mined, request, host), host)
    search.collect()
    return search.question() if search.joined.scores else None


def _mined(repository_map: Map, request: LocateRequest) -> Mined:
    graph, name = repository_map.graph, repository_map.name
    return mine(request.text, graph, traceback=request.traceback, repro=request.repro, name=name)


def _query(repository_map: Map, mined: Mined, request: LocateRequest, host: "PluginHost") -> Query:
    query = build_query(repository_map, mined, host.profile.prefilter, request.before, request.spectrum)
    return attrs.evolve(query, snippets=Snippets(query.passages, query.graph, host))


def build_query(
    repository_map: Map, mined: Mined, choice: Prefilter, before: int | None = None, spectrum: Spectrum | None = None
) -> Query:
    """Return the question that channels are asked: the mined issue over all entities that may be candidates.

    Of the history, they are told what was there ``before`` a time (seconds since 1970; None: all).
    """
    graph = repository_map.graph
    allowed_roles = np.isin(graph.roles, choice.roles)
    population = np.isin(graph.kinds, choice.kinds) & allowed_roles[graph.file_index]
    return Query(
        title=mined.title,
        text=mined.text,
        bundle=mined.bundle,
        graph=graph,
        index=repository_map.index,
        tree=repository_map.tree,
        candidates=np.flatnonzero(population).astype(np.int32),
        population=population,
        passages=split_passages(mined.text),
        history=repository_map.history if before is None else Earlier(repository_map.history, before),
        spectrum=spectrum,
    )


class _Search:
    """One run of the pipeline and what it found on the way."""

    def __init__(self, query: Query, host: "PluginHost") -> None:
        self.query = query
        self.host = host
        self.profile: Profile = host.profile
        self.bearings = Bearings()
        self.pool: dict[int, int] = {}
        self.joined = FusionInput({}, {}, {})
        self.fused: dict[int, float] = {}
        self.order = Order([], [], {})
        self.notes: dict[str, Any] = {"candidates": len(query.candidates)}

    def run(self) -> None:
        """Collect, expand, fuse and order."""
        self.collect()
        self._fuse()

    def question(self) -> FusionQuestion:
        """What the fusion is asked about what was collected."""
        channels = pooled_channels(self.bearings, self.pool)
        return FusionQuestion(self.joined.scores, self.joined.weights, channels, _within(self.query, self.pool))

    def collect(self) -> None:
        """Ask the channels: the evidence over the pool is then in ``joined``."""
        if not len(self.query.candidates):
            return
        first, rest = channels_of(self.host)
        self.bearings.ask(self.host, first, self.query)
        seeds = shortlist(
            weighted_sum(self.bearings.scores(first), self.profile.prefilter.weights), self.profile.prefilter.size
        )
        if not seeds:
            # No channel of the pre-filter has evidence: let the others choose the shortlist.
            self.bearings.ask(self.host, rest, self.query)
            weights = dict.fromkeys(rest, 1.0)
            seeds = shortlist(weighted_sum(self.bearings.scores(rest), weights), self.profile.prefilter.size)
            rest = []
        if not seeds:
            return
        self.pool = self._expanded(seeds)
        self.bearings.ask(self.host, rest, _within(self.query, self.pool))
        self.joined = fusion_input(self.bearings, self.pool, self.profile)

    def _expanded(self, seeds: list[Seed]) -> dict[int, int]:
        """The pool: seeds and what the expansion adds, within the profile's bounds, that may be ranked."""
        choice = self.profile.expansion
        expansion: Expansion = self.host.expand(choice.name, self.query, seeds)
        eligible = self.query.population
        near = {
            entity: distance
            for entity, distance in expansion.distances.items()
            if distance <= choice.max_iterations and 0 <= entity < len(eligible) and eligible[entity]
        }
        for seed in seeds:
            near[seed.entity] = 0
        kept = sorted(near, key=lambda entity: (near[entity], entity))[: max(choice.max_nodes, len(seeds))]
        self.notes["pool"] = {
            "seeds": len(seeds),
            "entities": len(kept),
            "iterations": expansion.iterations,
            "pruned": expansion.pruned,
        }
        return {entity: near[entity] for entity in sorted(kept)}

    def _fuse(self) -> None:
        joined = self.joined
        if not joined.scores:
            return
        asked = self.question()
        fused = self.host.fuse(self.profile.fusion.name, asked.evidence, asked.weights, asked.channels, asked.query)
        places = fused if isinstance(fused, FusedPlaces) else FusedPlaces(fused, {})
        if places.note:
            self.notes["fusion"] = places.note
        scores = places.entities
        self.fused = {entity: scores[entity] for entity in in_order(scores) if entity in self.pool}
        self.order = order_places(self.query.graph, self.fused, joined.scores, self.profile.ranking, places.files)

    def report(self, repository_map: Map, mined: Mined, top: int) -> Report:
        """Describe what was found."""
        ranked = set(self.order.entities)
        bearings = {name: {e: s for e, s in own.items() if e in ranked} for name, own in self.joined.scores.items()}
        verdict = judge(bearings, self.order.entities, self.profile.confidence)
        self.notes["dynamic_evidence"] = self._dynamic_evidence()
        notes = self.notes | ({"left_out": mined.notes} if mined.notes else {})
        if verdict.confidence == "disagree" and self.profile.rerank.name:
            notes["rerank"] = self._rerank(mined.text)
        return Report(
            repo=repository_map.name,
            revision=repository_map.revision,
            profile=self.profile.name,
            ranking=self._ranking(top),
            confidence=verdict.confidence,
            agreement=self._agreement(verdict),
            bundle=mined.bundle,
            channels=self._summaries(),
            plugins=self.host.statuses(),
            errors=tuple(self.bearings.failed[channel] for channel in sorted(self.bearings.failed)),
            notes=notes,
        )

    def _rerank(self, issue: str) -> dict[str, Any]:
        """Ask the profile's re-ranker; the order is then its own, or as it was."""
        from crossbearing.localize.rerank import rerank

        graph = self.query.graph
        hints = self._ranker().stories(self.order.entities[: self.profile.rerank.size], self._weak())
        self.order, told = rerank(self.order, issue, hints, graph, self.host)
        return told

    def _dynamic_evidence(self) -> str | dict[str, Any]:
        """What was run or read, or ``none``: its absence is reported, never averaged away."""
        spectrum = self.query.spectrum
        if spectrum is None or not spectrum.failing:
            return "none"
        return {
            "source": spectrum.source,
            "failing": [test.name for test in spectrum.failing],
            "passing": len(spectrum.passing),
            "environment": dict(spectrum.environment),
            "remarks": list(spectrum.remarks),
        }

    def _ranking(self, top: int) -> Ranking:
        return self._ranker().ranking(self.order, self._weak(), top)

    def _ranker(self) -> Ranker:
        query = self.query
        statements = StatementRanker(query.graph, query.tree, query.index, query.bundle)
        return Ranker(statements, self.bearings, self.joined, self.profile.ranking)

    def _weak(self) -> set[int]:
        return weakly_supported(self.fused, self.joined.scores, self.profile.ranking)

    def _agreement(self, verdict: Verdict) -> Agreement:
        leader = None if verdict.leader is None else self.query.graph.qualnames[verdict.leader]
        return Agreement(leader, verdict.channels, len(verdict.channels), _margin(self.order))

    def _summaries(self) -> tuple[ChannelSummary, ...]:
        bearings, graph = self.bearings, self.query.graph
        weights = self.joined.channel_weights()
        favourites = first_choices(bearings.scores(sorted(bearings.evidence)), self.order.entities)
        summaries = [
            ChannelSummary(
                channel,
                "evidence",
                round(weights.get(channel, 0.0), 6),
                graph.qualnames[favourites[channel]] if channel in favourites else None,
            )
            for channel in bearings.evidence
        ]
        summaries += [ChannelSummary(channel, "none", reason=why) for channel, why in bearings.silent.items()]
        summaries += [ChannelSummary(channel, "failed", reason=p.reason) for channel, p in bearings.failed.items()]
        return tuple(sorted(summaries, key=lambda summary: summary.channel))


def _within(query: Query, pool: dict[int, int]) -> Query:
    """The same question about the pool alone."""
    candidates = np.array(sorted(pool), np.int32)
    population = np.zeros_like(query.population)
    population[candidates] = True
    return attrs.evolve(query, candidates=candidates, population=population)


def _margin(order: Order) -> float:
    """How far the first file's score is ahead of the second's, as a share of the first's; 0 without a second."""
    if len(order.files) < 2:
        return 0.0
    (_, first), (_, second) = order.files[:2]
    return round((first - second) / first, 6) if first > 0 else 0.0
