from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing_plugins.fusion import linear, rrf, rrs
from crossbearing_plugins.fusion._ranks import ranks

EVIDENCE = {
    "semantic": {1: 0.9, 2: 0.5, 3: 0.5, 4: 0.1},
    "graph": {2: 1.0, 3: 0.5, 5: 0.0},
    "stack": {4: 1.0},
}
WEIGHTS = {"semantic": 0.5, "graph": 0.3, "stack": 0.2}

FUSIONS = {
    "linear": linear.fuse,
    "rrs": rrs.fuse,
    "rrf": lambda evidence, weights: rrf.fuse(evidence, None),
}


def test_equal_scores_share_the_better_rank():
    assert ranks({7: 0.5, 3: 0.5, 1: 0.9, 4: 0.1, 5: 0.0}) == {1: 1, 3: 2, 7: 2, 4: 4}


def test_linear_is_the_weighted_sum():
    assert linear.fuse(EVIDENCE, WEIGHTS) == pytest.approx({1: 0.45, 2: 0.55, 3: 0.40, 4: 0.25})


def test_rrs_is_the_weighted_sum_of_reciprocal_ranks():
    assert rrs.fuse(EVIDENCE, WEIGHTS) == pytest.approx(
        {
            1: 0.5 / 1,
            2: 0.5 / 2 + 0.3 / 1,
            3: 0.5 / 2 + 0.3 / 2,
            4: 0.5 / 4 + 0.2 / 1,
        }
    )


def test_rrf_adds_reciprocal_ranks_without_weights():
    assert rrf.fuse(EVIDENCE, None) == pytest.approx(
        {1: 1 / 61, 2: 1 / 62 + 1 / 61, 3: 1 / 62 + 1 / 62, 4: 1 / 64 + 1 / 61}
    )
    assert rrf.fuse(EVIDENCE, rrf.Options(k=0))[1] == 1.0


def test_rrf_refuses_a_negative_constant():
    with pytest.raises(ValueError, match="'k' must be >= 0"):
        rrf.Options(k=-1)


scores = st.dictionaries(st.integers(0, 20), st.integers(0, 10).map(lambda tenths: tenths / 10))
evidence = st.dictionaries(st.sampled_from(["semantic", "graph", "stack"]), scores)


@pytest.mark.parametrize("name", FUSIONS)
@given(evidence=evidence, data=st.data())
def test_the_order_of_the_input_means_nothing(name, evidence, data):
    shuffled = {
        channel: dict(data.draw(st.permutations(list(evidence[channel].items()))))
        for channel in data.draw(st.permutations(list(evidence)))
    }
    assert FUSIONS[name](evidence, WEIGHTS) == FUSIONS[name](shuffled, WEIGHTS)


@pytest.mark.parametrize("name", FUSIONS)
@given(evidence=evidence, entity=st.integers(0, 20), channel=st.sampled_from(["semantic", "graph", "stack"]))
def test_more_evidence_never_lowers_an_entity(name, evidence, entity, channel):
    before = FUSIONS[name](evidence, WEIGHTS).get(entity, 0.0)
    better = evidence | {channel: evidence.get(channel, {}) | {entity: 1.0}}
    after = FUSIONS[name](better, WEIGHTS)[entity]
    assert after > before or isclose(after, before)


@pytest.mark.parametrize("name", FUSIONS)
@given(evidence=evidence)
def test_an_entity_ranked_first_everywhere_is_first(name, evidence):
    leading = {channel: own | {99: 1.1} for channel, own in evidence.items()}
    fused = FUSIONS[name](leading, WEIGHTS)
    assert not leading or max(fused, key=fused.__getitem__) == 99


@pytest.mark.parametrize("name", FUSIONS)
def test_nothing_gives_nothing(name):
    assert FUSIONS[name]({}, {}) == {}
    assert FUSIONS[name]({"graph": {}}, {"graph": 1.0}) == {}
