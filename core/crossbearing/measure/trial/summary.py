"""What a comparison says, as a table and as data."""

from collections.abc import Iterator
from typing import Any

from attrs import asdict

from crossbearing.measure.intervals import Estimate
from crossbearing.measure.metrics import METRICS
from crossbearing.measure.trial.outcome import Arm, TrialOutcome
from crossbearing.measure.trial.plan import TrialPlan
from crossbearing.measure.trial.rules import GUARDS, Clause
from crossbearing.model.report import Table

SCHEMA = "crossbearing.ab/1"

_SHOWN = (
    *(f"{what}_{name}" for what in ("file", "function") for name in ("recall@1", "recall@3", "recall@5")),
    "function_mrr",
    "context_efficiency",
    "distance",
    *GUARDS,
)
_MINUS = "−"
_UNKNOWN = "not measured"


def summarize_trial(plan: TrialPlan, outcome: TrialOutcome) -> Table:
    """Return the table of both sides with the verdict below it, and everything as data."""
    count = f"{outcome.instances} instance" + ("" if outcome.instances == 1 else "s")
    shown = [name for name in _SHOWN if name in METRICS or name in GUARDS]
    rows = [_row(name, outcome) for name in shown]
    if plan.kind == "reconnaissance" and "question_accuracy" in outcome.comparisons:
        rows.append(_row("question_accuracy", outcome))
    elif plan.kind == "reconnaissance":
        rows.append(_stated("question_accuracy", plan.candidate.question_accuracy, plan.current.question_accuracy))
    return Table(
        title=f"{plan.kind.capitalize()}: {outcome.candidate.name} against {outcome.current.name} · "
        f"{plan.dataset.name} · {count}",
        columns=("metric", "candidate", "current", "difference", "p", "McNemar"),
        rows=tuple(rows),
        data=_data(plan, outcome),
        footer=tuple(_footer(plan, outcome)),
    )


def _row(metric: str, outcome: TrialOutcome) -> tuple[str, ...]:
    comparison = outcome.comparisons.get(metric)
    own, other = (_cell(arm.means.get(metric)) for arm in (outcome.candidate, outcome.current))
    if comparison is None:
        return (metric, own, other, _UNKNOWN, "–", "–")
    exact = "–" if comparison.p_mcnemar is None else f"{comparison.p_mcnemar:.3f}"
    return (metric, own, other, _interval(comparison.difference, signed=True), f"{comparison.p:.3f}", exact)


def _stated(metric: str, own: float | None, other: float | None) -> tuple[str, ...]:
    """A row of figures that the plan states; nothing is known of single instances."""
    cells = [_UNKNOWN if value is None else f"{value:.3f}" for value in (own, other)]
    difference = _UNKNOWN if own is None or other is None else _number(own - other, signed=True)
    return (metric, *cells, difference, "–", "–")


def _cell(mean: Estimate | None) -> str:
    return _UNKNOWN if mean is None else _interval(mean, signed=False)


def _interval(mean: Estimate, *, signed: bool) -> str:
    own, low, high = (_number(value, signed=signed) for value in (mean.value, mean.low, mean.high))
    return f"{own} ({low}, {high})"


def _number(value: float, *, signed: bool) -> str:
    size = abs(value)
    digits = 0 if size >= 1000 else 3 if size >= 0.01 or not size else 6
    text = f"{size:.{digits}f}"
    return (f"{_MINUS if value < 0 else '+'}{text}" if value else text) if signed else text


def _footer(plan: TrialPlan, outcome: TrialOutcome) -> Iterator[str]:
    decision = outcome.decision
    yield "Means with 95 % bootstrap intervals; p: of paired permutations; McNemar: exact, where all is 0 or 1."
    yield f"Verdict: {decision.sentence()}."
    if decision.won or decision.lost:
        yield f"Won: {_names(decision.won)}. Lost: {_names(decision.lost)}."
    for arm, gap in sorted(outcome.gaps.items()):
        lost = _interval(gap.comparison.difference, signed=True)
        yield f"Resolved with the true places {gap.oracle:.3f}, with the {arm}'s {gap.retrieved:.3f}: gap {lost}."
    if outcome.is_gap_closed is False and decision.won:
        yield "The gap to the true places is not smaller than before: the win is not credited to localization."
    for side in (outcome.candidate, outcome.current):
        if side.unsolved:
            yield f"{side.name}: {side.unsolved} attempts failed or ran out of time."
    if outcome.failed:
        yield f"failed, counted as a miss: {', '.join(outcome.failed)}"
    yield from outcome.controls.sentences()


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nothing"


def _data(plan: TrialPlan, outcome: TrialOutcome) -> dict[str, Any]:
    decision = outcome.decision
    return {
        "schema": SCHEMA,
        "kind": plan.kind,
        "scope": plan.scope,
        "dataset": plan.dataset.name,
        "instances": outcome.instances,
        "repositories": outcome.repositories,
        "seed": plan.seed,
        "adopted": decision.adopted,
        "verdict": decision.sentence(),
        "clauses": [_clause(clause) for clause in decision.clauses],
        "won": list(decision.won),
        "lost": list(decision.lost),
        "candidate": _arm(outcome.candidate),
        "current": _arm(outcome.current),
        "comparisons": {name: asdict(found) for name, found in outcome.comparisons.items()},
        "oracle": {
            arm: {"oracle": gap.oracle, "retrieved": gap.retrieved, "gap": asdict(gap.comparison)}
            for arm, gap in sorted(outcome.gaps.items())
        },
        "gap_closed": outcome.is_gap_closed,
        "failed": list(outcome.failed),
        "controls": outcome.controls.data(),
    }


def _clause(clause: Clause) -> dict[str, Any]:
    return {
        "clause": clause.text,
        "status": clause.status,
        "waived": clause.is_waived,
        "candidate": dict(zip(clause.metrics, clause.candidate, strict=True)),
        "current": dict(zip(clause.metrics, clause.current, strict=True)),
    }


def _arm(arm: Arm) -> dict[str, Any]:
    return {
        "name": arm.name,
        "means": {metric: asdict(mean) for metric, mean in arm.means.items()},
        "attempts_failed": arm.unsolved,
    }
