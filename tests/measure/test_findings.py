"""Budgets, stages, channels and groups of a handful of known lines."""

import sys
from pathlib import Path

FOLDER = str(Path(__file__).parent)
sys.path.append(FOLDER)

from lines_of_benches import failed, line, missed  # noqa: E402

from crossbearing.measure.findings import budget_curve, channel_shares, stage_counts, strata  # noqa: E402


def test_the_curve_counts_instances_all_of_whose_functions_are_read():
    late = line("2", trail=[{"stage": "found", "rank": 1, "lines": 9}, {"stage": "found", "rank": 4, "lines": 180}])
    half = line(
        "3", trail=[{"stage": "found", "rank": 1, "lines": 9}, {"stage": "ranked low", "rank": None, "lines": None}]
    )
    curve = budget_curve([line("1"), late, half, failed("4")])
    assert {budget: share.value for budget, share in curve.items()} == {
        10: 0.25, 25: 0.25, 50: 0.25, 100: 0.25, 200: 0.5, 400: 0.5, 800: 0.5, 1600: 0.5,
    }  # fmt: skip
    assert {share.count for share in curve.values()} == {4}


def test_an_instance_without_gold_functions_is_no_part_of_the_curve():
    nothing = line("1", trail=[], figures={"file_acc@1": 1.0})
    assert budget_curve([nothing]) == {}
    assert budget_curve([nothing, line("2")])[10].count == 1


def test_stages_count_functions_and_those_of_failures_apart():
    counts = stage_counts([line("1"), missed("2"), failed("3")])
    assert counts == {
        "not a candidate": 0,
        "not in the pre-filter": 0,
        "not expanded": 1,
        "ranked low": 0,
        "found": 1,
        "failed": 1,
    }


def test_a_channel_answers_supports_and_leads():
    wrong = line("2", channels=[{"channel": "bm25", "status": "evidence", "top1": "x.other"}])
    shares = channel_shares([line("1"), wrong, missed("3"), failed("4")])
    assert {key: round(share.value, 3) for key, share in shares["bm25"].items()} == {
        "answered": 1.0,
        "supported": 0.667,
        "led": 0.667,
    }
    assert {key: share.value for key, share in shares["stack"].items()} == {"answered": 0, "supported": 0, "led": 0}


def test_groups_by_history_leave_out_what_is_not_known():
    groups = strata([line("1"), line("2", history=999), failed("3"), line("4", repro=True)])
    sizes = {group: len(members) for group, members in groups.items()}
    assert sizes == {
        ("overall", "all"): 4,
        ("repositories", "a/b"): 4,
        ("languages", "Python"): 4,
        ("history", "rich"): 2,
        ("history", "poor"): 1,
        ("repro", "with"): 1,
        ("repro", "without"): 3,
    }
