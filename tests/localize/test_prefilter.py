import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.localize.prefilter import in_order, renormalized, shortlist, weighted_sum
from crossbearing.model.query import Seed

WEIGHTS = {"bm25": 0.5, "lexical": 0.3, "graph": 0.2}


def test_the_specified_sum():
    scores = {"bm25": {1: 1.0, 2: 0.5}, "lexical": {2: 1.0}, "graph": {1: 0.5, 3: 1.0}}
    assert weighted_sum(scores, WEIGHTS) == pytest.approx({1: 0.6, 2: 0.55, 3: 0.2})


def test_weights_of_absent_channels_are_shared():
    assert renormalized(WEIGHTS, {"bm25", "lexical"}) == pytest.approx({"bm25": 0.625, "lexical": 0.375})
    assert weighted_sum({"lexical": {1: 0.8}}, WEIGHTS) == pytest.approx({1: 0.8})
    assert renormalized(WEIGHTS, {"other"}) == {}


def test_equal_scores_keep_the_order_of_places():
    assert in_order({5: 0.5, 2: 0.5 + 1e-12, 9: 0.7, 1: 0.0}) == [9, 2, 5]


def test_the_shortlist_is_cut():
    fused = {entity: 1 / (1 + entity) for entity in range(100)}
    assert [seed.entity for seed in shortlist(fused, 40)] == list(range(40))
    assert isinstance(shortlist(fused, 1)[0], Seed)


@given(st.dictionaries(st.integers(0, 200), st.floats(0, 1)), st.integers(0, 60))
def test_the_shortlist_never_exceeds_its_size(fused, size):
    chosen = [seed.entity for seed in shortlist(fused, size)]
    assert len(chosen) == min(size, len(in_order(fused)))
    left = set(in_order(fused)) - set(chosen)
    assert all(fused[kept] >= fused[other] - 1e-8 for kept in chosen for other in left)


@given(
    st.dictionaries(st.integers(0, 200), st.sampled_from([0.0, 0.1, 0.1 + 4e-10, 0.1 + 6e-10, 0.1 + 1e-9, 0.5, 1.0])),
    st.integers(0, 60),
)
def test_the_shortlist_is_the_front_of_the_order(fused, size):
    assert [seed.entity for seed in shortlist(fused, size)] == in_order(fused)[:size]
