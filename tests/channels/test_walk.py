import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.evidence import NoEvidence
from crossbearing_channels._walk import walked
from crossbearing_channels.centrality import collect as central
from crossbearing_channels.walk import Options, collect

SOURCES = {
    "a.py": "def first_thing():\n    pass\n\ndef second_thing():\n    pass\n",
    "b.py": "def shared():\n    pass\n\ndef lonely():\n    pass\n",
}


@pytest.fixture
def small(build_map):
    return build_map(SOURCES, calls=[("a.first_thing", "b.shared"), ("a.second_thing", "b.shared")])


def test_what_the_suspects_share_comes_up(small):
    answer = collect(small.query("first_thing and second_thing differ"), None)
    found = {small.name_of(entity): score for entity, score in answer.scores.items()}
    assert found["b.shared"] > 0.5
    assert found["b.shared"] > found.get("b.lonely", 0.0)
    assert max(found.values()) == 1.0


def test_a_walk_that_starts_nowhere_is_no_evidence(small):
    silent = NoEvidence("neither words nor names of the issue lead into the project")
    assert collect(small.query("zzz"), Options(rounds=3)) == silent


def test_central_places(small):
    answer = central(small.query("anything"))
    assert answer.scores == {small.entity("shared"): 1.0}
    assert answer.reasons[small.entity("shared")] == "2 places depend on it"


def test_nothing_is_central_without_edges(build_map):
    assert central(build_map(SOURCES).query("x")) == NoEvidence("nothing in the project depends on a candidate")


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12),
    st.lists(st.floats(0, 1), min_size=6, max_size=6),
)
def test_a_walk_keeps_its_mass(pairs, starts):
    ends = np.array(pairs, np.int64).reshape(-1, 2).T
    place = walked(np.array(starts), (ends[0], ends[1]), restart=0.25, rounds=12)
    assert (place >= 0).all()
    assert place.sum() == pytest.approx(1.0 if sum(starts) > 0 else 0.0)
