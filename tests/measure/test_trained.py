"""Which parts of a profile reports call trained."""

import pytest
from attrs import evolve

from crossbearing.measure.bench import trained_parts
from crossbearing.registry import PluginHost, load_profile


@pytest.mark.parametrize(("fusion", "trained"), [("learned", ("fusion.learned",)), ("linear", ()), ("rrs", ())])
def test_a_fusion_that_has_learnt_from_data_says_so(fusion: str, trained: tuple[str, ...]):
    profile = load_profile("default", environment={})
    chosen = evolve(profile, fusion=evolve(profile.fusion, name=fusion))
    assert trained_parts(PluginHost.open(chosen)) == trained


def test_a_re_ranker_always_counts():
    profile = load_profile("default", environment={})
    chosen = evolve(profile, fusion=evolve(profile.fusion, name="linear"), rerank=evolve(profile.rerank, name="llm"))
    assert trained_parts(PluginHost.open(chosen)) == ("reranker.llm",)
