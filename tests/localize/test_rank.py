import pytest

from crossbearing.localize.rank import order_places, weakly_supported
from crossbearing.model.profile import RankingChoice

SOURCES = {
    "a.py": "def a1(): pass\ndef a2(): pass\n",
    "b.py": "def b1(): pass\ndef b2(): pass\ndef b3(): pass\n",
    "c.py": "import os\n",
}


@pytest.fixture
def small(build_map):
    return build_map(SOURCES)


def order(small, scores, choice=None, evidence=None):
    numbers = {name: small.entity(name) for name in scores}
    fused = {numbers[name]: score for name, score in scores.items()}
    by_channel = {
        channel: {numbers[name]: score for name, score in own.items()} for channel, own in (evidence or {}).items()
    }
    found = order_places(small.graph, fused, by_channel, choice or RankingChoice())
    return [small.name_of(entity) for entity in found.entities], dict(found.files)


def test_files_are_ordered_by_their_best_member(small):
    entities, files = order(small, {"a1": 0.5, "a2": 0.1, "b1": 0.4, "b2": 0.4})
    assert entities == ["a.a1", "b.b1", "b.b2", "a.a2"]
    assert list(files.items()) == [("a.py", 0.5), ("b.py", 0.4)]


def test_the_mean_of_the_best_counts(small):
    scores = {"a1": 0.5, "b1": 0.4, "b2": 0.4, "b3": 0.4}
    _, files = order(small, scores, RankingChoice(mean_weight=1.0, mean_of=3))
    assert list(files) == ["b.py", "a.py"]
    assert files["b.py"] == pytest.approx(0.8)
    assert files["a.py"] == pytest.approx(0.5 + 0.5 / 3)


def test_whole_files_count_for_their_file_and_are_listed_where_they_stand_alone(small):
    scores = {"a1": 0.3, "a": 1.0, "b1": 0.5, "c": 0.9}
    entities, files = order(small, scores, RankingChoice(whole_file_weight=0.5))
    assert entities == ["c", "b.b1", "a.a1"]
    assert files == pytest.approx({"a.py": 0.8, "b.py": 0.5, "c.py": 0.45})


def test_equal_scores_keep_the_order_of_places(small):
    entities, files = order(small, {"b1": 0.4, "a2": 0.4})
    assert entities == ["a.a2", "b.b1"]
    assert list(files) == ["a.py", "b.py"]


CHOICE = RankingChoice(backing=("stack", "sbfl"))
EVIDENCE = {"semantic": {"a1": 1.0, "b1": 0.2}, "stack": {"b1": 1.0}, "graph": {"b2": 0.5}}
SCORES = {"a1": 0.9, "b1": 0.3, "b2": 0.1}


def test_words_alone_rank_below_places_with_other_support(small):
    entities, files = order(small, SCORES, CHOICE, EVIDENCE)
    assert entities == ["b.b1", "b.b2", "a.a1"]
    assert list(files) == ["b.py", "a.py"]


def test_without_backing_nothing_is_demoted(small):
    silent = {channel: own for channel, own in EVIDENCE.items() if channel != "stack"}
    assert order(small, SCORES, CHOICE, silent)[0] == ["a.a1", "b.b1", "b.b2"]
    assert order(small, SCORES, RankingChoice(), EVIDENCE)[0] == ["a.a1", "b.b1", "b.b2"]
    assert weakly_supported({}, {"stack": {}}, CHOICE) == set()


def test_a_place_gets_a_share_of_its_files_score(small):
    scores = {"a1": 0.5, "b1": 0.4, "b2": 0.4, "b3": 0.4, "a": 0.2, "b": 1.0}
    assert order(small, scores)[0][1] == "a.a1"
    entities, files = order(small, scores, RankingChoice(mean_weight=1.0, whole_file_weight=0.4, file_share=0.3))
    assert list(files) == ["b.py", "a.py"]
    assert entities == ["b.b1", "b.b2", "b.b3", "a.a1"]
