import pytest

from crossbearing.localize.bearings import Bearings, fusion_input
from crossbearing.model.evidence import Evidence
from crossbearing.model.profile import FusionChoice, Prefilter, Profile


def joined(scores, pool=None, **fusion):
    bearings = Bearings({channel: Evidence(own) for channel, own in scores.items()})
    profile = Profile(
        "bare", prefilter=Prefilter(weights={"bm25": 0.5, "lexical": 0.3}), fusion=FusionChoice("rrs", **fusion)
    )
    return fusion_input(bearings, pool or {1: 0, 2: 0, 3: 1}, profile)


def test_a_group_joins_its_channels_by_their_prefilter_weights():
    found = joined(
        {"bm25": {1: 1.0, 2: 0.4}, "lexical": {2: 1.0}},
        weights={"semantic": 0.35},
        groups={"semantic": ("bm25", "lexical")},
    )
    assert found.scores == {"semantic": pytest.approx({1: 0.625, 2: 0.25 + 0.375})}
    assert found.weights == {"semantic": 1.0}
    assert found.channel_weights() == pytest.approx({"bm25": 0.625, "lexical": 0.375})


def test_a_group_is_whole_with_one_of_its_channels():
    found = joined({"lexical": {2: 0.5}}, weights={"semantic": 1.0}, groups={"semantic": ("bm25", "lexical")})
    assert found.scores == {"semantic": {2: 0.5}}


def test_weights_are_shared_among_channels_with_evidence():
    found = joined({"graph": {1: 1.0}, "stack": {1: 1.0}}, weights={"graph": 0.2, "sbfl": 0.25, "stack": 0.1})
    assert found.weights == pytest.approx({"graph": 2 / 3, "stack": 1 / 3})


def test_only_the_pool_is_fused():
    assert joined({"graph": {1: 1.0, 9: 1.0, 2: 0.0}}, weights={"graph": 1.0}).scores == {"graph": {1: 1.0}}


def test_the_hops_of_the_expansion_are_added_to_the_distance():
    found = joined({"graph": {1: 1.0, 3: 0.5}, "stack": {3: 0.5}}, weights={"graph": 0.5}, distance_channel="graph")
    # One hop from a named symbol, and one more from the nearest seed.
    assert found.scores["graph"] == pytest.approx({1: 1.0, 3: 1 / 3})
    assert found.scores["stack"] == {3: 0.5}


def test_channels_that_the_profile_does_not_name():
    scores = {"graph": {1: 1.0}, "new": {1: 1.0}}
    assert joined(scores, weights={"graph": 0.3}).weights == pytest.approx({"graph": 0.75, "new": 0.25})
    assert joined(scores, weights={"graph": 0.3}, unlisted_weight=0.0).weights == {"graph": 1.0}


def test_a_group_of_unweighted_channels_shares_equally():
    found = joined({"a": {1: 1.0}, "b": {2: 1.0}}, weights={"g": 1.0}, groups={"g": ("a", "b")}, unlisted_weight=0.0)
    assert found.scores == {"g": pytest.approx({1: 0.5, 2: 0.5})}
