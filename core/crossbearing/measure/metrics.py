"""The figures of one localization, by their exact definitions.

All but the distance are between 0 and 1 and better when higher. A file is identified by its path, a function by its
file and first line. A ranking may hold anything else; what it holds twice counts at its first place.

- ``acc@k`` is 1 where *all* gold is among the first ``k``, else 0: the rule of Agentless (Xia et al., 2024), LocAgent
  (Chen et al., ACL 2025) and CoSIL.
- ``recall@k`` is the share of the gold that is among the first ``k`` (localization specification §7.1).
- ``hit@k`` is 1 where *any* gold is among the first ``k``, else 0: the success@k of the retrieval literature, and for
  files the "hit-file" of agents' reports.
- ``mrr`` is 1 over the rank of the first gold item, 0 where none is ranked (Voorhees, TREC-8, 1999).
- ``map`` is the mean over the gold items of the precision at each one's rank, 0 for one that is not ranked: trec_eval's
  average precision (Buckley and Voorhees, SIGIR 2000); a mean over instances makes it MAP.
- ``ndcg@k`` is the sum of ``1 / log2(rank + 1)`` over the gold items among the first ``k``, as a share of the largest
  sum that any ranking has (Järvelin and Kekäläinen, TOIS 20(4), 2002, with gains of 0 and 1).
- ``context_efficiency`` is the share of a budget of 100 lines that lies inside gold functions when the ranked functions
  are read in order until the budget is spent, no line twice (reconnaissance specification §6.2, after SWE-Explore).
  :func:`lines_to_read` turns it around: how many lines until a gold function has been read.
- ``question accuracy`` is the share of questions whose answer is, as a set, exactly the true one (reconnaissance
  specification §6.1).
- ``distance`` is the number of edges, in any direction, between the first ranked entity and the nearest gold one over
  ``invoke``, ``import`` and ``contain`` (localization specification §7.1); lower is better.
"""

from collections.abc import Collection, Hashable, Iterable, Sequence
from math import log2
from typing import NamedTuple

from crossbearing.model.graph import CodeGraph, EdgeType

FILE_CUTS = (1, 3, 5)
FUNCTION_CUTS = (1, 3, 5, 10)
NDCG_CUT = 10
LINE_BUDGET = 100
FARTHEST = 10
"""The greatest distance told apart; what is farther, not connected, or not ranked at all counts as this."""


class Span(NamedTuple):
    """The lines of a function, first and last included."""

    file: str
    line: int
    end_line: int


def accuracy(ranked: Sequence[Hashable], gold: Collection[Hashable], k: int) -> float:
    """1 where all of ``gold`` (at least one item) is among the first ``k`` of ``ranked``, else 0."""
    return float(set(gold) <= set(ranked[:k]))


def recall(ranked: Sequence[Hashable], gold: Collection[Hashable], k: int) -> float:
    """The share of ``gold`` (at least one item) among the first ``k`` of ``ranked``."""
    wanted = set(gold)
    return len(wanted & set(ranked[:k])) / len(wanted)


def reciprocal_rank(ranked: Sequence[Hashable], gold: Collection[Hashable]) -> float:
    """1 over the rank of the first item of ``gold``, 0 where none is ranked."""
    wanted = set(gold)
    return next((1.0 / rank for rank, item in enumerate(ranked, 1) if item in wanted), 0.0)


def hit(ranked: Sequence[Hashable], gold: Collection[Hashable], k: int) -> float:
    """1 where any of ``gold`` is among the first ``k`` of ``ranked``, else 0."""
    return float(not set(gold).isdisjoint(ranked[:k]))


def average_precision(ranked: Sequence[Hashable], gold: Collection[Hashable]) -> float:
    """The mean over ``gold`` (at least one item) of the precision at each one's rank; ``ranked`` holds none twice."""
    ranks = _ranks(ranked, gold)
    return sum(found / rank for found, rank in enumerate(ranks, 1)) / len(set(gold))


def ndcg(ranked: Sequence[Hashable], gold: Collection[Hashable], k: int = NDCG_CUT) -> float:
    """The discounted gain of the first ``k`` of ``ranked`` (no item twice), as a share of the best that there is."""
    ideal = sum(1 / log2(rank + 1) for rank in range(1, min(k, len(set(gold))) + 1))
    return sum(1 / log2(rank + 1) for rank in _ranks(ranked[:k], gold)) / ideal


def _ranks(ranked: Sequence[Hashable], gold: Collection[Hashable]) -> list[int]:
    wanted = set(gold)
    return [rank for rank, item in enumerate(ranked, 1) if item in wanted]


def question_accuracy(answers: Sequence[Collection[Hashable]], truths: Sequence[Collection[Hashable]]) -> float:
    """The share of ``answers`` (at least one) that equal the truth at their place, order and repetitions aside."""
    return sum(set(answer) == set(truth) for answer, truth in zip(answers, truths, strict=True)) / len(truths)


def lines_to_read(ranked: Iterable[Span], gold: Sequence[Span]) -> list[int | None]:
    """How many lines are read, in the order of ``ranked`` and none twice, until each gold function is known whole.

    None for one of which some line is never read.
    """
    place = {line: number for number, line in enumerate(_reading(ranked), 1)}
    needed = [[place.get((span.file, line)) for line in range(span.line, span.end_line + 1)] for span in gold]
    return [None if None in numbers else max(number for number in numbers if number) for numbers in needed]


def _reading(ranked: Iterable[Span]) -> dict[tuple[str, int], None]:
    """Every line of ``ranked`` once, in the order in which they are read."""
    return dict.fromkeys((span.file, line) for span in ranked for line in range(span.line, span.end_line + 1))


def context_efficiency(ranked: Iterable[Span], gold: Iterable[Span], budget: int = LINE_BUDGET) -> float:
    """The share of ``budget`` lines, spent on the ranked spans in order, that lies inside the gold spans."""
    wanted = {(span.file, line) for span in gold for line in range(span.line, span.end_line + 1)}
    read: set[tuple[str, int]] = set()
    for span in ranked:
        for line in range(span.line, span.end_line + 1):
            if len(read) == budget:
                return len(read & wanted) / budget
            read.add((span.file, line))
    return len(read & wanted) / budget


def distance(
    start: int | None,
    gold: Collection[int],
    graph: CodeGraph,
    types: tuple[EdgeType, ...] = ("invoke", "import", "contain"),
) -> int:
    """Hops between ``start`` (None: nothing was ranked) and the nearest entity of ``gold``, at most ``FARTHEST``."""
    if start is None:
        return FARTHEST
    hops, _ = graph.hops([start], types, limit=FARTHEST)
    return min((int(hops[entity]) for entity in gold if hops[entity] >= 0), default=FARTHEST)


def file_figures(ranked: Sequence[str], gold: Collection[str]) -> dict[str, float]:
    """All figures of a file ranking."""
    return _figures("file", ranked, gold, FILE_CUTS)


def function_figures(ranked: Sequence[Span], gold: Collection[Span]) -> dict[str, float]:
    """All figures of a function ranking but the distance, which needs the graph."""
    figures = _figures("function", [span[:2] for span in ranked], [span[:2] for span in gold], FUNCTION_CUTS)
    return {**figures, "context_efficiency": context_efficiency(ranked, gold)}


def _figures(
    what: str, ranked: Sequence[Hashable], gold: Collection[Hashable], cuts: tuple[int, ...]
) -> dict[str, float]:
    items = list(dict.fromkeys(ranked))
    figures = {f"{what}_acc@{k}": accuracy(items, gold, k) for k in cuts}
    figures |= {f"{what}_recall@{k}": recall(items, gold, k) for k in cuts}
    figures |= {f"{what}_hit@{k}": hit(items, gold, k) for k in cuts}
    figures[f"{what}_mrr"] = reciprocal_rank(items, gold)
    figures[f"{what}_map"] = average_precision(items, gold)
    figures[f"{what}_ndcg@{NDCG_CUT}"] = ndcg(items, gold)
    return figures


FILE_METRICS = tuple(file_figures((), ("",)))
FUNCTION_METRICS = (*function_figures((), (Span("", 1, 1),)), "distance")
METRICS = (*FILE_METRICS, *FUNCTION_METRICS)
"""Names of all figures, in the order in which they are reported."""


def misses(*, functions: bool = True) -> dict[str, float]:
    """The figures of a localization that failed; without the functions' where the fix is known to edit none."""
    names = METRICS if functions else FILE_METRICS
    return {name: float(FARTHEST) if name == "distance" else 0.0 for name in names}
