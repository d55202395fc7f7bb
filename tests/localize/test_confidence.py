from crossbearing.localize.confidence import Verdict, first_choices, judge
from crossbearing.model.profile import ConfidenceChoice

CHOICE = ConfidenceChoice()


def test_three_channels_with_one_first_choice_agree():
    scores = {"semantic": {1: 0.9, 2: 0.1}, "graph": {1: 1.0}, "stack": {1: 1.0, 2: 0.5}}
    assert judge(scores, [1, 2], CHOICE) == Verdict("agree", 1, ("graph", "semantic", "stack"))


def test_two_against_two_disagree():
    scores = {"a": {1: 1.0, 2: 0.5}, "b": {1: 1.0, 2: 0.5}, "c": {2: 1.0, 1: 0.5}, "d": {2: 1.0, 1: 0.5}}
    assert judge(scores, [2, 1], CHOICE) == Verdict("disagree", 2, ("c", "d"))


def test_a_channel_that_ranks_the_leader_low_contradicts():
    agreeing = {name: {1: 1.0} for name in ("a", "b", "c")}
    tenth = {entity: 1.0 - entity / 100 for entity in range(2, 11)} | {1: 0.5}
    eleventh = tenth | {11: 0.6}
    order = list(range(1, 12))
    assert judge(agreeing | {"d": tenth}, order, CHOICE).confidence == "agree"
    assert judge(agreeing | {"d": eleventh}, order, CHOICE).confidence == "disagree"
    assert judge(agreeing | {"d": {2: 1.0}}, order, CHOICE).confidence == "disagree"


def test_the_threshold_can_be_set():
    scores = {"a": {1: 1.0}, "b": {1: 0.2}}
    assert judge(scores, [1], ConfidenceChoice(agree_threshold=2)).confidence == "agree"
    assert judge(scores, [1], CHOICE).confidence == "disagree"


def test_derived_channels_have_no_vote_but_may_contradict():
    scores = {"semantic": {1: 0.9}, "history": {1: 1.0}, "walk": {1: 1.0}}
    derived = ConfidenceChoice(derived=("walk",))
    assert judge(scores, [1], derived) == Verdict("disagree", 1, ("history", "semantic"))
    assert judge(scores | {"stack": {1: 1.0}}, [1], derived).confidence == "agree"
    assert judge(scores | {"stack": {1: 1.0}, "walk": {2: 1.0}}, [1, 2], derived).confidence == "disagree"
    assert judge({"walk": {1: 1.0}}, [1], derived) == Verdict("none", None, ())


def test_ties_at_the_top_go_to_the_one_ranked_first():
    assert first_choices({"graph": {1: 1.0, 2: 1.0, 3: 0.5}}, [3, 2, 1]) == {"graph": 2}


def test_nothing_ranked():
    assert judge({}, [], CHOICE) == Verdict("none", None, ())
    assert judge({"a": {}}, [1], CHOICE) == Verdict("none", None, ())
