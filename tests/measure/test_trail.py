"""Where the gold is lost: each stage on a small graph whose pipeline is watched."""

from typing import Any

import numpy as np
import pytest

from crossbearing.measure.gold import Gold, GoldFunction
from crossbearing.measure.metrics import Span
from crossbearing.measure.trail import STAGES, Trail, describe_gold
from plain_graphs import plain_graph


def gold_of(*entities: int) -> Gold:
    functions = tuple(GoldFunction("a.py", entity + 1, entity + 1, f"n{entity}") for entity in entities)
    return Gold(files=("a.py",), functions=functions, entities=entities)


def span(entity: int) -> Span:
    return Span("a.py", entity + 1, entity + 1)


@pytest.mark.parametrize(
    ("entity", "stage"),
    [
        (0, "found"),
        (1, "ranked low"),  # in the pool, not ranked at all
        (2, "not expanded"),  # called by an entity of the shortlist
        (3, "not in the pre-filter"),  # a candidate, two edges away
        (4, "not a candidate"),
    ],
)
def test_the_first_stage_that_loses_it_is_named(entity: int, stage: str):
    trail = Trail(frozenset({0, 1, 2, 3}), frozenset({0}), frozenset({0, 1}))
    graph = plain_graph(5, {"invoke": [(0, 2), (2, 3)]})
    (told,) = describe_gold(gold_of(entity), [span(0)], trail, graph)
    assert told["stage"] == stage
    assert stage in STAGES


def test_below_the_tenth_place_it_is_ranked_low():
    trail = Trail(frozenset(range(12)), frozenset({0}), frozenset(range(12)))
    ranked = [span(entity) for entity in range(12)]
    tenth, eleventh = describe_gold(gold_of(9, 10), ranked, trail, plain_graph(12, {"invoke": []}))
    assert (tenth["stage"], tenth["rank"], tenth["lines"]) == ("found", 10, 10)
    assert (eleventh["stage"], eleventh["rank"], eleventh["lines"]) == ("ranked low", 11, 11)


def test_without_a_shortlist_candidates_are_lost_in_the_prefilter():
    (told,) = describe_gold(gold_of(1), [], Trail(frozenset({0, 1})), plain_graph(2, {"invoke": [(0, 1)]}))
    assert told == {"stage": "not in the pre-filter", "rank": None, "lines": None, "channels": []}


def test_a_watched_host_does_and_answers_the_same():
    class Host:
        profile = "own"

        def collect(self, qualified: str, query: Any) -> str:
            return f"{qualified} of {len(query.candidates)}"

        def fuse(self, name: str, *asked: Any) -> tuple[Any, ...]:
            return name, asked

        def expand(self, *asked: Any) -> tuple[Any, ...]:
            return asked

    class Asked:
        def __init__(self, *candidates: int, entity: int = 0) -> None:
            self.candidates = np.array(candidates, np.int32)
            self.entity = entity

    trail = Trail()
    host: Any = trail.watch(Host())  # type: ignore[arg-type]
    assert host.profile == "own"
    assert host.collect("channel.a", Asked(1, 2, 3)) == "channel.a of 3"
    seeds = [Asked(entity=1)]
    assert host.expand("bfs", "query", seeds) == ("bfs", "query", seeds)
    host.collect("channel.b", Asked(1))
    asked = Asked(1, 2)
    channels = {"bm25": {1: 0.5, 2: 0.0}}
    assert host.fuse("linear", {}, {}, channels, asked) == ("linear", ({}, {}, channels, asked))
    assert trail.supported == {"bm25": {1}}
    assert (trail.candidates, trail.shortlist, trail.pool) == ({1, 2, 3}, {1}, {1, 2})
