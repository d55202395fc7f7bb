"""What a report must say with its figures, measured or marked as not measured."""

import sys
from pathlib import Path

import pytest

FOLDER = str(Path(__file__).parent)
sys.path.append(FOLDER)

from lines_of_benches import failed, line, missed  # noqa: E402

from crossbearing.measure.controls import NOT_MEASURED, OracleGap, controls_of  # noqa: E402
from crossbearing.model.errors import CrossbearingError  # noqa: E402

NAMES = ["oracle gap", "out-of-benchmark drop", "history", "no failing test", "memorization"]


def test_every_control_is_there_and_what_is_not_measured_says_so():
    controls = controls_of([line("1"), missed("2")], ())
    assert [control.name for control in controls.items] == NAMES
    data = controls.data()
    assert data["oracle gap"] == data["out-of-benchmark drop"] == NOT_MEASURED
    assert data["history"] == {"a/b": {"least": 5000, "most": 5000}}
    assert data["no failing test"]["figures"]["file_acc@1"]["value"] == 0.5
    told = dict(sentence.split(": ", 1) for sentence in controls.sentences())
    assert told["oracle gap"].startswith("not measured: no agent")
    assert told["out-of-benchmark drop"].startswith("not measured: no control data set")
    assert told["history"] == "commits before the base: a/b 5,000"
    assert told["no failing test"] == "all of 2 instances: file@1 50.0, file@5 50.0, func@5 50.0"
    assert "nothing in this profile is trained" in told["memorization"]


def test_the_drop_is_the_difference_with_its_interval():
    own = [line(str(number)) for number in range(40)]
    others = [missed(str(number)) if number % 2 else line(str(number)) for number in range(40)]
    drop = controls_of(own, (), ("unseen.jsonl", others)).data()["out-of-benchmark drop"]
    assert drop["dataset"] == "unseen.jsonl"
    found = drop["drops"]["file_acc@1"]
    assert found["value"] == 0.5
    assert 0.3 < found["low"] < 0.5 < found["high"] < 0.7
    same = controls_of(own, (), ("unseen.jsonl", own)).data()["out-of-benchmark drop"]["drops"]["file_acc@1"]
    assert (same["low"], same["value"], same["high"]) == (0, 0, 0)


def test_a_gap_and_trained_parts_are_told():
    controls = controls_of([line("1")], ("fusion.learned",), gap=OracleGap(0.6, 0.45, 20))
    told = dict(sentence.split(": ", 1) for sentence in controls.sentences())
    assert told["oracle gap"].startswith("+15.0 points over 20 instances")
    assert told["memorization"].endswith("trained parts of this profile: fusion.learned")
    assert controls.data()["oracle gap"]["gap"] == 0.15


def test_instances_with_a_failing_test_are_never_averaged_in():
    controls = controls_of([line("1", repro=True), missed("2")], ())
    own = controls.data()["no failing test"]
    assert (own["instances"], own["of"], own["figures"]["file_acc@1"]["value"]) == (1, 2, 0.0)
    only = controls_of([line("1", repro=True)], ())
    assert only.data()["no failing test"] == NOT_MEASURED


def test_lines_that_do_not_disclose_are_refused():
    silent = {key: value for key, value in line("old-1").items() if key != "history"}
    with pytest.raises(CrossbearingError, match=r"result of old-1 does not say .* --no-controls"):
        controls_of([line("1"), silent], ())
    # One that failed has no history to tell.
    assert controls_of([line("1"), failed("2")], ())
