"""The decision rules, clause by clause."""

from typing import Any

import pytest

from crossbearing.measure.ablation.rule import Effect, effects_of, judge_effects
from crossbearing.measure.trial.rules import (
    GUARDS,
    LOCALIZATION_METRICS,
    RECONNAISSANCE_METRICS,
    Decision,
    decide,
)

EVEN = {**dict.fromkeys((*LOCALIZATION_METRICS, *RECONNAISSANCE_METRICS), 0.5), "distance": 2.0}
TOO_MUCH = ["cost ≤ 1.5 ×", "tokens ≤ 1.5 ×"]
AGENT = {"resolve": 0.4, "cost": 1.0, "tokens": 1000.0}


def judged(kind: Any = "localization", scope: Any = "full", current: Any = None, **changes: float | None) -> Decision:
    base = {**EVEN, **AGENT, **(current or {})}
    return decide(kind, {**base, **changes}, base, scope)


def failed(decision: Decision) -> list[str]:
    return [clause.text for clause in decision.failed]


@pytest.mark.parametrize("metric", LOCALIZATION_METRICS)
def test_one_strict_improvement_is_enough_and_one_regression_too_much(metric: str):
    step = -0.1 if metric == "distance" else 0.1
    assert judged(**{metric: EVEN[metric] + step}).adopted
    worse = judged(
        **{metric: EVEN[metric] - step, "function_recall@5" if metric != "function_recall@5" else "function_mrr": 0.9}
    )
    assert not worse.adopted
    assert failed(worse) == [f"{metric} does not regress"]
    assert worse.lost == (metric,)


def test_nothing_better_is_a_rejection():
    decision = judged()
    assert failed(decision) == ["at least one localization metric improves strictly"]
    assert decision.sentence() == "REJECT (fails: at least one localization metric improves strictly)"
    # The last bits of a sum are no improvement.
    assert not judged(function_mrr=0.5 + 1e-12).adopted


@pytest.mark.parametrize(
    ("changes", "complaints"),
    [
        ({"resolve": 0.39}, ["resolve does not regress"]),
        ({"cost": 1.51}, ["cost ≤ 1.5 ×"]),
        ({"tokens": 1501.0}, ["tokens ≤ 1.5 ×"]),
        ({"cost": 1.5, "tokens": 1500.0, "resolve": 0.4}, []),
        ({"cost": 9.0, "tokens": 9000.0, "resolve": 0.0}, ["resolve does not regress", *TOO_MUCH]),
    ],
)
@pytest.mark.parametrize("kind", ["localization", "reconnaissance"])
def test_an_improvement_does_not_pay_for_a_broken_guard(kind: str, changes: dict[str, float], complaints: list[str]):
    decision = judged(kind, **{"function_recall@5": 0.6, **changes})
    assert failed(decision) == complaints
    assert decision.adopted is not bool(complaints)
    assert decision.won[0] == "function_recall@5"


def test_reconnaissance_asks_for_recall_at_5_itself():
    assert judged("reconnaissance", **{"function_recall@5": 0.51}).adopted
    other = judged("reconnaissance", context_efficiency=0.9, question_accuracy=0.9)
    assert failed(other) == ["recall@5 improves strictly"]
    worse = judged("reconnaissance", **{"function_recall@5": 0.6, "context_efficiency": 0.4, "question_accuracy": 0.4})
    assert failed(worse) == ["context_efficiency does not regress", "question_accuracy does not regress"]


def test_what_was_not_measured_adopts_nothing_unless_the_scope_says_so():
    nothing = dict.fromkeys(GUARDS)
    better = {"function_mrr": 0.6}
    decision = judged(current=nothing, **better)
    assert not decision.adopted
    assert [clause.text for clause in decision.unmeasured] == [
        "resolve does not regress",
        "cost ≤ 1.5 ×",
        "tokens ≤ 1.5 ×",
    ]
    assert "nothing is adopted on what was not measured" in decision.sentence()
    alone = judged(scope="localization", current=nothing, **better)
    assert alone.adopted
    assert alone.sentence().startswith("ADOPT (not measured, and not asked for: resolve does not regress; cost")
    # What was measured counts whatever the scope.
    assert failed(judged(scope="localization", **better, resolve=0.1)) == ["resolve does not regress"]


def test_a_side_that_only_ranks_files_is_judged_by_files():
    current = {**dict.fromkeys((*LOCALIZATION_METRICS[3:], *GUARDS)), "function_mrr": None}
    assert not judged(scope="localization", current=current, **{"file_recall@1": 0.9}).adopted
    assert judged(scope="files", current=current, **{"file_recall@1": 0.9}).adopted
    assert failed(judged(scope="files", current=current)) == ["at least one localization metric improves strictly"]


def figures(metric: str, *values: float) -> dict[str, dict[str, float]]:
    return {f"i{number:02}": {metric: value} for number, value in enumerate(values)}


def effect(metric: str, full: list[float], without: list[float]) -> Effect:
    (found,) = effects_of(figures(metric, *full), figures(metric, *without), [metric], 0.05)
    return found


def test_the_deletion_rule_looks_at_delta_and_its_interval():
    same = effect("file_recall@1", [1.0, 0.0] * 20, [1.0, 0.0] * 20)
    assert (same.delta, same.changed, judge_effects([same])) == (0, 0, "deletable")
    # One of 40 lost, another won: no delta, and an interval of a twentieth at most either way.
    swap = effect("file_recall@1", [1.0, 0.0] * 20, [0.0, 1.0, *[1.0, 0.0] * 19])
    assert (swap.delta, swap.changed) == (0, 2)
    # One of 25 lost is 4 %: noise by the rule, but up to 12 % by its interval.
    few = effect("file_recall@1", [1.0] * 25, [*[1.0] * 24, 0.0])
    assert few.delta == -0.04
    assert few.low < -0.05
    assert judge_effects([few]) == "deletable, not sure"
    # The same share of 1000 instances is sure.
    many = effect("file_recall@1", [1.0] * 1000, [*[1.0] * 980, *[0.0] * 20])
    assert judge_effects([many]) == "deletable"
    lost = effect("file_recall@1", [1.0] * 10, [0.0] * 10)
    assert judge_effects([same, lost]) == "needed"
    won = effect("function_mrr", [0.0] * 10, [1.0] * 10)
    assert judge_effects([same, won]) == "harmful"
    assert judge_effects([lost, won]) == "mixed"
    assert judge_effects([]) == "not measured"


def test_the_distance_is_better_when_lower_and_its_noise_is_a_share_of_it():
    nearer = effect("distance", [4.0] * 10, [3.0] * 10)
    assert judge_effects([nearer]) == "harmful"
    assert judge_effects([effect("distance", [4.0] * 10, [5.0] * 10)]) == "needed"
    assert judge_effects([effect("distance", [4.0] * 10, [*[4.0] * 9, 5.0])]) == "deletable, not sure"
    assert nearer.limit == pytest.approx(0.2)


def test_a_figure_that_is_gone_is_a_miss():
    (lost,) = effects_of(figures("distance", 0.0, 0.0), {"i00": {}, "i01": {"distance": 0.0}}, ["distance"], 0.05)
    assert lost.without == 5.0
