"""From a plan to verdicts: each target by itself, and which of those that may go may go together."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from crossbearing.measure.ablation.plan import (
    AblationPlan,
    Target,
    measured_by,
    metrics_of,
    resolve_targets,
)
from crossbearing.measure.ablation.rule import Effect, Verdict, effects_of, judge_effects
from crossbearing.measure.ablation.run import Ablation
from crossbearing.measure.ablation.visit import Key
from crossbearing.measure.bench import trained_parts
from crossbearing.measure.controls import Controls, controls_of
from crossbearing.measure.results import Record

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

_MAY_GO = ("deletable", "deletable, not sure")
Records = Mapping[Key, Mapping[str, Record]]


@frozen
class Trial:
    """What leaving out one target did; ``replayed`` of the channels' answers were taken from memory, ``asked`` not.

    Both count what this run had to do.
    """

    target: Target
    verdict: Verdict
    effects: tuple[Effect, ...]
    asked: int
    replayed: int
    failed: int


@frozen
class Step:
    """One step of deleting what may go, weakest first: is ``target`` still without effect once others are gone?"""

    target: Target
    gone: Target
    verdict: Verdict
    is_taken: bool


@frozen
class Outcome:
    """All trials in the plan's order, the steps, and the plugins that may go together.

    ``idle`` are the channels among the targets that the profile never asks, as it gives them no weight.
    """

    profile: str
    instances: int
    baseline_failed: tuple[str, ...]
    trials: tuple[Trial, ...]
    steps: tuple[Step, ...]
    together: Target
    controls: Controls | None
    idle: tuple[str, ...]


def ablate(
    plan: AblationPlan,
    host: "PluginHost",
    folder: Path,
    build_dir: Path,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Outcome:
    """Measure everything that the plan asks for and judge it; nothing is deleted.

    Results are kept in ``folder`` and facts in ``build_dir``. Raises
    :class:`~crossbearing.model.errors.CrossbearingError` for a plan, data set or folder that is not as expected.
    """
    targets = resolve_targets(plan, host)
    ablation = Ablation(plan, host, folder, build_dir, jobs, progress)
    records = dict(ablation.measure(_keys(targets)))
    trials = tuple(_trial(target, records, plan) for target in targets)
    steps = tuple(_go_together(trials, ablation, records)) if plan.together else ()
    taken = [name for step in steps if step.is_taken for name in step.target]
    failed = {name for key in records if not key[0] for name, record in records[key].items() if _has_failed(record)}
    return Outcome(
        profile=host.profile.name,
        instances=len(ablation.instances),
        baseline_failed=tuple(sorted(failed)),
        trials=trials,
        steps=steps,
        together=tuple(sorted(taken)),
        controls=_controls(records, host),
        idle=_idle(targets, records),
    )


def _controls(records: Records, host: "PluginHost") -> Controls | None:
    """What must be said with the figures of the baseline; None where nothing was localized."""
    baseline = records.get(((), "localization"))
    return None if baseline is None else controls_of([each.line for each in baseline.values()], trained_parts(host))


def _idle(targets: Sequence[Target], records: Records) -> tuple[str, ...]:
    lines = [record.line for record in records.get(((), "localization"), {}).values()]
    asked = {f"channel.{each['channel']}" for line in lines for each in line.get("channels", ())}
    return tuple(name for target in targets for name in target if name.startswith("channel.") and name not in asked)


def _keys(targets: Sequence[Target]) -> list[Key]:
    measures = sorted({measured_by(target) for target in targets})
    return [*(((), measure) for measure in measures), *((target, measured_by(target)) for target in targets)]


def _trial(target: Target, records: Records, plan: AblationPlan) -> Trial:
    measure = measured_by(target)
    own = records[target, measure]
    effects = effects_of(_figures(records[(), measure]), _figures(own), metrics_of(target, plan), plan.noise)
    runs = [record.run for record in own.values()]
    return Trial(
        target=target,
        verdict=judge_effects(effects),
        effects=effects,
        asked=sum(run.get("asked", 0) for run in runs),
        replayed=sum(run.get("replayed", 0) for run in runs),
        failed=sum(map(_has_failed, own.values())),
    )


def _go_together(trials: Sequence[Trial], ablation: Ablation, records: dict[Key, dict[str, Record]]) -> list[Step]:
    """Take the deletable plugins one after the other, the weakest first, and keep out what is needed once others go.

    Two plugins that say the same are each without effect while the other is there.
    """
    singles = [trial for trial in trials if len(trial.target) == 1 and trial.verdict in _MAY_GO]
    steps: list[Step] = []
    for measure in sorted({measured_by(trial.target) for trial in singles}):
        gone: Target = ()
        left = [trial.target for trial in singles if measured_by(trial.target) == measure]
        while left:
            # As if all of them could go: one visit of each instance serves for as many steps as hold.
            prefixes = [_joined(gone, *left[:count]) for count in range(1, len(left) + 1)]
            keys = [(prefix, measure) for prefix in prefixes]
            records |= ablation.measure([key for key in keys if key not in records])
            for prefix in prefixes:
                target = left.pop(0)
                verdict = _trial(prefix, records, ablation.plan).verdict
                steps.append(Step(target, gone, verdict, verdict in _MAY_GO))
                if verdict not in _MAY_GO:
                    break
                gone = prefix
    return steps


def _joined(*targets: Target) -> Target:
    return tuple(sorted({name for target in targets for name in target}))


def _figures(records: Mapping[str, Record]) -> dict[str, Mapping[str, float]]:
    return {name: record.line["figures"] for name, record in records.items()}


def _has_failed(record: Record) -> bool:
    return bool(record.line["status"] == "failed")
