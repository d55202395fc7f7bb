"""What an ablation says, as a table and as data."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from attrs import asdict

from crossbearing.measure.ablation.outcome import Outcome, Trial
from crossbearing.measure.ablation.plan import AblationPlan
from crossbearing.measure.ablation.rule import LOWER_IS_BETTER, Effect
from crossbearing.model.report import Table

if TYPE_CHECKING:
    from crossbearing.measure.leaks import LeakReport

SCHEMA = "crossbearing.ablation/1"

_MINUS = "−"
_DELETABLE = ("deletable", "deletable, not sure")


def summarize_ablation(plan: AblationPlan, outcome: Outcome, leaks: "LeakReport | None" = None) -> Table:
    """Return the table of effects with its verdicts, and everything as data."""
    metrics = list(dict.fromkeys(effect.metric for trial in outcome.trials for effect in trial.effects))
    count = f"{outcome.instances} instance" + ("" if outcome.instances == 1 else "s")
    return Table(
        title=f"Ablation of profile {outcome.profile} · {plan.dataset.name} · {count}",
        columns=(
            "without",
            "verdict",
            *(metric.replace("_", "\n", 1).replace("efficiency", "eff.") for metric in metrics),
        ),
        rows=(_baseline(outcome, metrics), *(_row(trial, metrics) for trial in outcome.trials)),
        data=_data(plan, outcome, leaks),
        footer=tuple(_footer(plan, outcome, leaks)),
    )


def _baseline(outcome: Outcome, metrics: list[str]) -> tuple[str, ...]:
    effects = [effect for trial in outcome.trials for effect in trial.effects]
    full = {effect.metric: _figure(effect.full, effect.metric) for effect in effects}
    return ("nothing", "", *(full.get(metric, "–") for metric in metrics))


def _row(trial: Trial, metrics: list[str]) -> tuple[str, ...]:
    effects = {effect.metric: _cell(effect) for effect in trial.effects}
    return (
        "\n".join(trial.target),
        trial.verdict.replace(", ", ",\n"),
        *(effects.get(metric, "–") for metric in metrics),
    )


def _cell(effect: Effect) -> str:
    if not effect.changed:
        return "0"
    low, high = (_signed(value, effect.metric, digits=0) for value in (effect.low, effect.high))
    return f"{_signed(effect.delta, effect.metric)}\n{low} {high}"


def _interval(effect: Effect) -> str:
    return " to ".join(_signed(value, effect.metric) for value in (effect.low, effect.high))


def _signed(value: float, metric: str, digits: int = 1) -> str:
    """A difference: in points of 100, but of the distance in edges."""
    text = _figure(abs(value), metric, digits)
    return text if not float(text) else f"{_MINUS if value < 0 else '+'}{text}"


def _figure(value: float, metric: str, digits: int = 1) -> str:
    return f"{value:.{digits + 1}f}" if metric in LOWER_IS_BETTER else f"{100 * value:.{digits}f}"


def _footer(plan: AblationPlan, outcome: Outcome, leaks: "LeakReport | None") -> Iterable[str]:
    yield (
        "First line: the figures in percent with nothing left out (the distance: in edges). Below: what leaving out "
        "changes, in points (negative: worse, but for the distance), and its 95 % bootstrap interval."
    )
    yield f"Rule: may be deleted if no metric moves by more than {plan.noise:g} (the distance: by that share of it)."
    yield f"May be deleted, each by itself: {_named(trial for trial in outcome.trials if trial.verdict in _DELETABLE)}."
    if plan.together:
        yield f"May be deleted together, weakest first: {', '.join(outcome.together) or 'none'}."
    for step in outcome.steps:
        if not step.is_taken:
            yield f"{'+'.join(step.target)} is {step.verdict} once {', '.join(step.gone)} are gone."
    if outcome.idle:
        yield f"Never asked, as the profile gives them no weight: {', '.join(dict.fromkeys(outcome.idle))}."
    if harmful := [trial for trial in outcome.trials if trial.verdict.startswith("harmful")]:
        yield f"Harmful: {_named(harmful)}."
    yield "Nothing was deleted; switch off by name in the profile: plugins.disable."
    asked, replayed = (sum(getattr(trial, name) for trial in outcome.trials) for name in ("asked", "replayed"))
    if asked + replayed > 0:
        yield f"Of the channels' answers without a plugin, {replayed} were replayed and {max(asked, 0)} asked for anew."
    if outcome.baseline_failed:
        yield f"failed, counted as a miss: {', '.join(outcome.baseline_failed)}"
    yield from leaks.sentences() if leaks else ("Leaks: not measured.",)
    yield from outcome.controls.sentences() if outcome.controls else ()


def _named(trials: Iterable[Trial]) -> str:
    return ", ".join("+".join(trial.target) + _doubt(trial) for trial in trials) or "none"


def _doubt(trial: Trial) -> str:
    if trial.verdict != "deletable, not sure":
        return " (not sure)" if trial.verdict.endswith("not sure") else ""
    doubtful = [effect for effect in trial.effects if not effect.is_surely_noise]
    worst = max(doubtful, key=lambda effect: max(-effect.low, effect.high) / effect.limit if effect.limit else 0.0)
    return f" (not sure: {worst.metric} may move by {_interval(worst)})"


def _data(plan: AblationPlan, outcome: Outcome, leaks: "LeakReport | None") -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "dataset": plan.dataset.name,
        "profile": outcome.profile,
        "instances": outcome.instances,
        "noise": plan.noise,
        "seed": plan.seed,
        "baseline": {effect.metric: effect.full for trial in outcome.trials for effect in trial.effects},
        "targets": [
            {
                "without": list(trial.target),
                "verdict": trial.verdict,
                "effects": {effect.metric: _effect(effect) for effect in trial.effects},
                "failed": trial.failed,
            }
            for trial in outcome.trials
        ],
        "deletable": [list(trial.target) for trial in outcome.trials if trial.verdict in _DELETABLE],
        "deletable_together": list(outcome.together) if plan.together else None,
        "steps": [
            {"target": list(step.target), "gone": list(step.gone), "verdict": step.verdict, "taken": step.is_taken}
            for step in outcome.steps
        ],
        "idle": list(outcome.idle),
        "failed": list(outcome.baseline_failed),
        "leaks": leaks.data() if leaks else None,
        "controls": outcome.controls.data() if outcome.controls else None,
    }


def _effect(effect: Effect) -> dict[str, Any]:
    data = asdict(effect)
    del data["metric"]
    return data
