import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.localize import LocateRequest, fusion_question, locate
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.profile import Profile
from crossbearing.model.query import FusedPlaces
from crossbearing.registry import PluginHost, load_profile
from crossbearing.testing.exercise import SAMPLE_ISSUES, _sample_map
from crossbearing_plugins.fusion import learned, linear
from crossbearing_plugins.fusion._learned.blend import blend, standardized
from crossbearing_plugins.fusion._learned.features import Features
from crossbearing_plugins.fusion._learned.model import model_of, read_model

# One tree of one split on the hand-weighted score, and a leaf.
TREES: dict[str, Any] = {
    "roots": [0, 3],
    "feature": [0, -1, -1, -1],
    "threshold": [0.5, 0, 0, 0],
    "left": [1, 1, 2, 3],
    "right": [2, 1, 2, 3],
    "value": [0, -1.0, 2.0, 0.25],
}
MODEL: dict[str, Any] = {
    "schema": "crossbearing.fusion-model/1",
    "card": {"lessons": 1},
    "entities": {"features": ["hand"], "amount": 0.5, "trees": TREES},
    "files": {"features": ["hand"], "amount": 0.0, "trees": TREES},
}


@pytest.fixture(scope="module")
def host() -> PluginHost:
    profile: Profile = load_profile("default", environment={})
    return PluginHost.open(evolve(profile, fusion=evolve(profile.fusion, name="learned")))


@pytest.fixture(scope="module")
def question(host: PluginHost) -> Any:
    found = fusion_question(_sample_map()[0], LocateRequest(text=SAMPLE_ISSUES[0]), host)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def surveyed(question: Any) -> dict[str, Any]:
    return learned.survey(question.evidence, question.weights, question.channels, question.query)


def changed(**trees: Any) -> dict[str, Any]:
    return {**MODEL, "entities": {**MODEL["entities"], "trees": {**TREES, **trees}}}


def test_trees_add_up():
    forest = model_of(MODEL, "m").entities
    assert forest.predict(("other", "hand"), np.array([[9, 0.5], [9, 0.6]])).tolist() == [-0.75, 2.25]


def test_a_model_written_to_a_file_is_read_again(tmp_path: Path):
    path = tmp_path / "m.json"
    path.write_text(json.dumps(MODEL), "utf-8")
    model = read_model(path)
    assert model.card == {"lessons": 1}
    assert (model.entities.amount, model.entities.depth) == (0.5, 1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff{", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"[]", r"is no crossbearing\.fusion-model/1 file"),
        (b'{"schema": "crossbearing.fusion-model/2"}', r"is no crossbearing\.fusion-model/1 file"),
        (b'{"schema": "crossbearing.fusion-model/1"}', "is damaged: KeyError: 'entities'"),
    ],
)
def test_a_file_that_is_no_model_is_refused_in_one_sentence(tmp_path: Path, content: bytes, message: str):
    path = tmp_path / "m.json"
    path.write_bytes(content)
    with pytest.raises(CrossbearingError, match=message):
        read_model(path)


def test_a_missing_file_is_refused_in_one_sentence(tmp_path: Path):
    with pytest.raises(CrossbearingError, match=r"the model 'm\.json' cannot be read: No such file"):
        read_model(tmp_path / "m.json")


@pytest.mark.parametrize(
    ("trees", "message"),
    [
        ({"left": [0, 1, 2, 3]}, "does not lead to a later one"),
        ({"right": [9, 1, 2, 3]}, "does not lead to a later one"),
        ({"roots": [4]}, "a root is no node"),
        ({"roots": [-1]}, "a root is no node"),
        ({"feature": [1, -1, -1, -1]}, "asks for a feature that the model does not name"),
        ({"value": [0.0]}, "differ in length"),
        ({"value": [0, float("nan"), 0, 0]}, "not finite"),
        ({"threshold": ["a", "b", "c", "d"]}, "is damaged"),
    ],
)
def test_trees_that_lead_nowhere_are_refused(trees: dict[str, Any], message: str):
    with pytest.raises(CrossbearingError, match=message):
        model_of(changed(**trees), "m")


def test_a_feature_that_is_not_there_is_named():
    with pytest.raises(CrossbearingError, match="asks for the feature 'hand'"):
        model_of(MODEL, "m").entities.predict(("other",), np.zeros((1, 1)))


@given(st.lists(st.floats(-1e6, 1e6), max_size=30))
def test_standardized_predictions_keep_their_order(values: list[float]):
    found = standardized(np.array(values))
    assert np.isfinite(found).all()
    assert (np.diff(found[np.argsort(values)]) >= 0).all()


def test_without_a_question_it_is_the_weighted_sum():
    evidence, weights = {"a": {1: 1.0, 2: 0.5}, "b": {2: 1.0}}, {"a": 0.7, "b": 0.3}
    assert learned.fuse(evidence, weights, None, None, None) == linear.fuse(evidence, weights)


def test_features_are_finite_and_the_same_for_entities_in_any_order_of_evidence(
    question: Any, surveyed: dict[str, Any]
):
    features = Features(surveyed)
    for table in (features.entities(), features.file_table()):
        assert table.rows.shape == (len(table.numbers), len(table.names))
        assert np.isfinite(table.rows).all()
        assert len(set(table.names)) == len(table.names)
    backwards = {name: dict(reversed(own.items())) for name, own in reversed(question.evidence.items())}
    again = Features(learned.survey(backwards, question.weights, question.channels, question.query))
    assert (again.entities().rows == features.entities().rows).all()


def test_only_functions_and_methods_are_taught(question: Any, surveyed: dict[str, Any]):
    table = Features(surveyed).entities()
    kinds = {question.query.graph.kinds[number] for number in table.numbers[table.taught]}
    assert kinds == {"function", "method"}


def test_no_amount_leaves_the_order_of_the_hand_weights(surveyed: dict[str, Any]):
    features = Features(surveyed)
    still = {**MODEL, "entities": {**MODEL["entities"], "amount": 0.0}}
    by_hand, learned_ = blend(features, None), blend(features, model_of(still, "m"))
    for one, other in zip(by_hand, learned_, strict=True):
        assert sorted(one, key=lambda n: (-one[n], n)) == sorted(other, key=lambda n: (-other[n], n))


def test_every_pooled_entity_and_file_gets_a_positive_score(question: Any, surveyed: dict[str, Any]):
    entities, files = blend(Features(surveyed), model_of(MODEL, "m"))
    pool = {entity for scores in question.evidence.values() for entity in scores}
    assert entities.keys() == pool
    assert files.keys() == {int(question.query.graph.file_index[entity]) for entity in pool}
    assert min(*entities.values(), *files.values()) > 0


def test_a_model_changes_the_order_of_files(question: Any, tmp_path: Path):
    upside_down = {**TREES, "value": [0, 2.0, -1.0, 0.0]}
    path = tmp_path / "m.json"
    files = {**MODEL["files"], "amount": 5.0, "trees": upside_down}
    path.write_text(json.dumps({**MODEL, "files": files}), "utf-8")
    profile = load_profile("default", environment={})
    chosen = evolve(
        profile,
        fusion=evolve(profile.fusion, name="learned"),
        options={**profile.options, "fusion.learned": {"model": str(path)}},
    )
    before = locate(_sample_map()[0], LocateRequest(text=SAMPLE_ISSUES[0]), _host(chosen, tmp_path, MODEL))
    after = locate(_sample_map()[0], LocateRequest(text=SAMPLE_ISSUES[0]), PluginHost.open(chosen))
    assert {file.file for file in before.ranking.files} == {file.file for file in after.ranking.files}
    assert before.ranking.files[0].file != after.ranking.files[0].file


def _host(profile: Profile, folder: Path, model: dict[str, Any]) -> PluginHost:
    path = folder / "plain.json"
    path.write_text(json.dumps(model), "utf-8")
    return PluginHost.open(evolve(profile, options={**profile.options, "fusion.learned": {"model": str(path)}}))


def test_without_the_shipped_model_the_hand_weights_rank_and_the_report_says_so(
    host: PluginHost, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(learned, "_SHIPPED", Path("gone.json"))
    report = locate(_sample_map()[0], LocateRequest(text=SAMPLE_ISSUES[0]), host)
    assert report.notes["fusion"] == (
        "ranked by the hand weights alone: the model 'gone.json' cannot be read: No such file or directory"
    )
    plain = evolve(host.profile, fusion=evolve(host.profile.fusion, name="linear"))
    by_hand = locate(_sample_map()[0], LocateRequest(text=SAMPLE_ISSUES[0]), PluginHost.open(plain))
    assert [file.file for file in report.ranking.files] == [file.file for file in by_hand.ranking.files]


def test_a_model_of_ones_own_that_is_missing_is_an_error(question: Any):
    told = (question.evidence, question.weights, question.channels, question.query)
    with pytest.raises(CrossbearingError, match=r"the model 'gone\.json' cannot be read"):
        learned.fuse(*told, learned.Options(model="gone.json"))


def test_the_shipped_model_is_small_and_says_what_it_was_trained_on(question: Any):
    assert learned._SHIPPED.stat().st_size < 1_000_000
    card = read_model(learned._SHIPPED).card
    assert len(card["repositories"]) >= 30
    assert len(card["languages"]) > 5
    told = (question.evidence, question.weights, question.channels, question.query)
    answer = learned.fuse(*told, None)
    assert isinstance(answer, FusedPlaces)
    assert answer.note == ""
    assert answer == learned.fuse(*told, None)
