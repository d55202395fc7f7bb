"""Files, entities and statements from one fused score for each entity (localization specification §3.7)."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from crossbearing.localize.bearings import Bearings, FusionInput
from crossbearing.localize.likely_tests import LikelyTests
from crossbearing.localize.prefilter import DIGITS, in_order
from crossbearing.localize.statements import StatementRanker
from crossbearing.localize.stories import causal_story, strongest_reasons
from crossbearing.model.graph import CodeGraph
from crossbearing.model.profile import RankingChoice
from crossbearing.model.report import RankedEntity, RankedFile, Ranking

MAX_ENTITIES = 50
"""Entities in the flat list."""
_PLACES = 6
_MOST = 0.5


@frozen(eq=False)
class Order:
    """Entities, best first, and the files that hold them with their scores, best first; the entities' ``scores``."""

    entities: list[int]
    files: list[tuple[str, float]]
    scores: Mapping[int, float]


def order_places(
    graph: CodeGraph,
    fused: Mapping[int, float],
    scores: Mapping[str, Mapping[int, float]],
    choice: RankingChoice,
    files: Mapping[int, float] | None = None,
) -> Order:
    """Order files by their entities' scores (or by ``files``, where it names them), and entities by their own.

    An entity gets ``choice.file_share`` of its file's score on top of its own: the right file's places come before
    better worded ones elsewhere.

    Where a channel of ``choice.backing`` supports any entity, the entities that ``choice.unbacked`` ones alone support
    come after all others, and so do files of only such entities.
    """
    weak = weakly_supported(fused, scores, choice)
    by_file: dict[str, list[int]] = {}
    for entity in sorted(in_order(fused), key=lambda entity: entity in weak):
        by_file.setdefault(graph.file(entity), []).append(entity)
    given = files or {}
    totals = {
        path: round(given.get(int(graph.file_index[own[0]]), _file_score(graph, fused, own, choice)), DIGITS)
        for path, own in by_file.items()
    }
    ordered = sorted(totals, key=lambda path: (by_file[path][0] in weak, -totals[path], path))
    share = choice.file_share
    placed = {entity: fused[entity] + share * totals[path] for path, own in by_file.items() for entity in own}
    ranked = sorted(in_order(placed), key=lambda entity: entity in weak)
    return Order(_listed(graph, ranked, choice), [(path, totals[path]) for path in ordered], placed)


def weakly_supported(
    fused: Mapping[int, float], scores: Mapping[str, Mapping[int, float]], choice: RankingChoice
) -> set[int]:
    """The entities that have only ``unbacked`` support, in a ranking where others are backed."""
    if not any(scores.get(name) for name in choice.backing):
        return set()
    others = [own for name, own in scores.items() if name not in choice.unbacked]
    return {entity for entity in fused if all(own.get(entity, 0.0) <= 0 for own in others)}


def _file_score(graph: CodeGraph, fused: Mapping[int, float], own: Sequence[int], choice: RankingChoice) -> float:
    whole = 0.0
    parts = [fused[entity] for entity in own]
    if choice.whole_file_weight:
        module = graph.module_of(own[0])
        whole = choice.whole_file_weight * fused.get(module, 0.0)
        parts = [fused[entity] for entity in own if entity != module] or [0.0]
    parts.sort(reverse=True)
    top = parts[: choice.mean_of]
    return parts[0] + choice.mean_weight * sum(top) / choice.mean_of + whole


def _listed(graph: CodeGraph, ranked: Sequence[int], choice: RankingChoice) -> list[int]:
    """Leave out whole files that stand for their best entities already."""
    if not choice.whole_file_weight:
        return list(ranked)
    others = {graph.file(entity) for entity in ranked if graph.kinds[entity] != "module"}
    return [entity for entity in ranked if graph.kinds[entity] != "module" or graph.file(entity) not in others]


def common_channels(bearings: Bearings, joined: FusionInput, choice: RankingChoice) -> set[str]:
    """The channels whose reasons tell places little apart: of ``unbacked`` groups, or about most of what is ranked."""
    places = {entity for own in joined.scores.values() for entity in own}
    common = {channel for name in choice.unbacked for channel in joined.shares.get(name, ())}
    for channel in joined.channel_weights():
        known = bearings.evidence[channel].scores
        if sum(entity in known for entity in places) > _MOST * len(places):
            common.add(channel)
    return common


class Ranker:
    """Describes ordered places: evidence, reasons, stories and statements."""

    def __init__(
        self, statements: StatementRanker, bearings: Bearings, joined: FusionInput, choice: RankingChoice
    ) -> None:
        self.graph = statements.graph
        self.bundle = statements.bundle
        self.statements = statements
        self.bearings = bearings
        self.joined = joined
        self.choice = choice
        self.channel_weights = joined.channel_weights()
        self.common = common_channels(bearings, joined, choice)
        self.reasons = {channel: bearings.evidence[channel].reasons for channel in self.channel_weights}

    def ranking(self, order: Order, weak: set[int], top: int) -> Ranking:
        """Describe at most ``top`` files within the profile's caps, and the best entities of all files."""
        by_file: dict[str, list[int]] = {}
        for entity in order.entities:
            by_file.setdefault(self.graph.file(entity), []).append(entity)
        shown = order.files[: min(top, self.choice.max_files)]
        described: dict[int, RankedEntity] = {}
        tests = LikelyTests(self.graph)
        files = []
        for path, score in shown:
            best = by_file[path][: self.choice.max_entities]
            for entity in best:
                described[entity] = self._describe(entity, order.scores, weak, self.choice.max_statements)
            entities = tuple(described[entity] for entity in best)
            files.append(RankedFile(path, round(score, _PLACES), entities, tests.of(path)))
        flat = (
            described[entity] if entity in described else self._describe(entity, order.scores, weak, 0)
            for entity in order.entities[: min(MAX_ENTITIES, top * self.choice.max_entities)]
        )
        return Ranking(tuple(files), tuple(flat))

    def stories(self, entities: Sequence[int], weak: set[int]) -> dict[int, str]:
        """The causal stories of some entities."""
        return {entity: self._story(entity, self._reasons(entity), weak) for entity in entities}

    def _describe(self, entity: int, scores: Mapping[int, float], weak: set[int], statements: int) -> RankedEntity:
        reasons = self._reasons(entity)
        return RankedEntity(
            qualname=self.graph.qualnames[entity],
            kind=self.graph.kinds[entity],
            file=self.graph.file(entity),
            line=int(self.graph.lines[entity]),
            end_line=int(self.graph.end_lines[entity]),
            score=round(scores[entity], _PLACES),
            causal_story=self._story(entity, reasons, weak),
            evidence=self._evidence(entity),
            reasons=dict(sorted(reasons.items())),
            statements=self.statements.rank(entity, self._lines(entity), statements) if statements else (),
        )

    def _evidence(self, entity: int) -> dict[str, float]:
        scores = self.joined.scores
        return {name: round(own[entity], _PLACES) for name, own in sorted(scores.items()) if entity in own}

    def _reasons(self, entity: int) -> dict[str, str]:
        strengths = {
            channel: weight * self.bearings.evidence[channel].scores.get(entity, 0.0)
            for channel, weight in self.channel_weights.items()
        }
        return strongest_reasons(entity, strengths, self.reasons, self.common)

    def _story(self, entity: int, reasons: Mapping[str, str], weak: set[int]) -> str:
        is_weak = entity in weak or not self._evidence(entity).keys() - set(self.choice.unbacked)
        return causal_story(self.graph, entity, list(reasons.values()), self.bundle, weak=is_weak)

    def _lines(self, entity: int) -> dict[int, tuple[float, str]]:
        """Lines of ``entity`` that channels point at: the weighted sum, and the reason of the heaviest."""
        sums: dict[int, float] = {}
        heaviest: dict[int, tuple[float, str]] = {}
        for channel, weight in sorted(self.channel_weights.items()):
            for line, share in self.bearings.evidence[channel].lines.get(entity, {}).items():
                own = weight * share
                sums[line] = sums.get(line, 0.0) + own
                heaviest[line] = max(heaviest.get(line, (0.0, "")), (own, f"{channel} points here"))
        return {line: (min(1.0, total), heaviest[line][1]) for line, total in sums.items()}
