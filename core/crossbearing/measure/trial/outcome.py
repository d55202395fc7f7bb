"""Running a comparison from its plan to its verdict."""

from collections.abc import Callable, Mapping
from pathlib import Path

from attrs import frozen

from crossbearing.measure.bench import trained_parts
from crossbearing.measure.controls import Controls, OracleGap, controls_of
from crossbearing.measure.dataset import Instance, choose, read_dataset
from crossbearing.measure.intervals import Estimate, estimate
from crossbearing.measure.metrics import METRICS
from crossbearing.measure.plans import sampled
from crossbearing.measure.results import Record
from crossbearing.measure.significance import Comparison, compare
from crossbearing.measure.trial.attempts import Places, run_attempts
from crossbearing.measure.trial.plan import TrialPlan
from crossbearing.measure.trial.questions import ask_battery
from crossbearing.measure.trial.rules import GUARDS, Decision, decide
from crossbearing.measure.trial.sides import Lines, ask_command, bench_side, gold_places, open_side, places_of
from crossbearing.measure.trial.testing import read_tests

Progress = Callable[[int, int], None]
Values = dict[str, dict[str, float]]
"""By metric, then instance."""


@frozen
class Arm:
    """One side's figures: means with intervals by metric, and how many of its attempts failed."""

    name: str
    values: Values
    means: dict[str, Estimate]
    unsolved: int = 0


@frozen
class Gap:
    """What is lost between the true places and those of a side, as a share of instances resolved.

    ``comparison`` is the oracle against the side, instance by instance.
    """

    oracle: float
    retrieved: float
    comparison: Comparison


@frozen
class TrialOutcome:
    """Both arms, the paired comparison of each metric, the gaps to the oracle by arm, and the verdict."""

    instances: int
    candidate: Arm
    current: Arm
    comparisons: dict[str, Comparison]
    gaps: dict[str, Gap]
    decision: Decision
    failed: tuple[str, ...]
    repositories: int
    controls: Controls

    @property
    def is_gap_closed(self) -> bool | None:
        """Whether the candidate loses less to the oracle than the current side; None where that was not measured."""
        if {"candidate", "current"} <= self.gaps.keys():
            return _lost(self.gaps["candidate"]) < _lost(self.gaps["current"])
        return None


def run_trial(
    plan: TrialPlan,
    folder: Path,
    build_dir: Path,
    jobs: int = 1,
    executor: str | None = None,
    progress: Progress | None = None,
) -> TrialOutcome:
    """Localize on both sides, let the agent try where the plan names one, and decide.

    Results are kept in ``folder``, where what is there already is not run again. Raises
    :class:`~crossbearing.model.errors.CrossbearingError` for whatever of the plan is not as expected.
    """
    instances = sampled(choose(read_dataset(plan.dataset), plan.instances), plan.sample, plan.seed)
    host = open_side(plan.candidate, plan, executor)
    host.check_options()
    lines: dict[str, Lines] = {}
    lines["candidate"] = bench_side(plan, host, instances, folder / "candidate.jsonl", build_dir, jobs, progress)
    if plan.current.command:
        lines["current"] = ask_command(plan.current, plan, instances, lines["candidate"])
    else:
        other = open_side(plan.current, plan, executor)
        other.check_options()
        lines["current"] = bench_side(plan, other, instances, folder / "current.jsonl", build_dir, jobs, progress)
    values = {arm: _figures(own) for arm, own in lines.items()}
    if plan.kind == "reconnaissance":
        for arm, side in (("candidate", plan.candidate), ("current", plan.current)):
            if side.question_accuracy is None and not side.command:
                asked = ask_battery(plan, open_side(side, plan, executor), instances, build_dir)
                values[arm] |= {"question_accuracy": asked} if asked else {}
    attempts: dict[str, dict[str, Record]] = {}
    if plan.agent is not None:
        tests = read_tests(plan.dataset)
        agents = open_side(plan.candidate, plan, executor, agents=True)
        for arm, places in _arms(plan, lines).items():
            attempts[arm] = run_attempts(
                arm, instances, places, plan.agent, tests, plan.repositories, agents,
                folder / f"attempts-{arm}.jsonl", jobs, progress,
            )  # fmt: skip
        for arm in values:
            values[arm] |= _agent_values(attempts[arm])
    return _outcome(plan, instances, lines, values, attempts, trained_parts(host))


def _arms(plan: TrialPlan, lines: Mapping[str, Lines]) -> dict[str, dict[str, Places]]:
    arms: dict[str, dict[str, Places]] = {
        arm: {name: places_of(line) for name, line in own.items()} for arm, own in lines.items()
    }
    if plan.agent is not None and plan.agent.oracle:
        arms["oracle"] = {name: gold_places(line) for name, line in lines["candidate"].items()}
    return arms


def _outcome(
    plan: TrialPlan,
    instances: list[Instance],
    lines: Mapping[str, Lines],
    values: Mapping[str, Values],
    attempts: Mapping[str, Mapping[str, Record]],
    trained: tuple[str, ...],
) -> TrialOutcome:
    arms = {
        arm: Arm(_name(plan, arm), values[arm], _means(values[arm]), _unsolved(attempts.get(arm, {})))
        for arm in ("candidate", "current")
    }
    metrics = [
        name
        for name in (*METRICS, "question_accuracy", *GUARDS)
        if name in values["candidate"] and name in values["current"]
    ]
    compared = {name: _compared(values["current"][name], values["candidate"][name]) for name in metrics}
    figures = {arm: _decisive(plan, arm, values) for arm in arms}
    oracle = _agent_values(attempts["oracle"]) if "oracle" in attempts else {}
    gaps = {arm: gap for arm in arms if (gap := _gap(oracle, values[arm])) is not None}
    failed = [name for name, line in lines["candidate"].items() if line.get("status") == "failed"]
    return TrialOutcome(
        instances=len(instances),
        candidate=arms["candidate"],
        current=arms["current"],
        comparisons={name: found for name, found in compared.items() if found is not None},
        gaps=gaps,
        decision=decide(plan.kind, figures["candidate"], figures["current"], plan.scope),
        failed=tuple(sorted(failed)),
        repositories=len({instance.task.repo for instance in instances}),
        controls=controls_of(list(lines["candidate"].values()), trained, gap=_oracle_gap(gaps)),
    )


def _name(plan: TrialPlan, arm: str) -> str:
    side = plan.candidate if arm == "candidate" else plan.current
    if side.command:
        return " ".join(Path(word).name for word in side.command)
    without = "".join(f" without {name}" for name in side.without)
    return f"{Path(side.profile).name if side.profile else 'default'}{without}"


def _figures(lines: Lines) -> Values:
    values: Values = {}
    for name, line in lines.items():
        for metric, value in line["figures"].items():
            values.setdefault(metric, {})[name] = value
    return values


def _agent_values(records: Mapping[str, Record]) -> Values:
    """Resolve, cost and tokens; each only where it is known of every attempt, since the unknown ones are not alike."""
    values: Values = {}
    for metric, field in (("resolve", "resolved"), ("cost", "cost"), ("tokens", "tokens")):
        own = {name: record.line[field] for name, record in records.items()}
        if own and all(value is not None for value in own.values()):
            values[metric] = {name: float(value) for name, value in own.items()}
    return values


def _decisive(plan: TrialPlan, arm: str, values: Mapping[str, Values]) -> dict[str, float | None]:
    """The means that the rule looks at: over the instances that both sides were measured on."""
    both = {
        name: values["candidate"][name].keys() & values["current"].get(name, {}).keys() for name in values["candidate"]
    }
    figures: dict[str, float | None] = {}
    for metric, names in both.items():
        found = estimate([values[arm][metric][name] for name in sorted(names)])
        figures[metric] = None if found is None else found.value
    side = plan.candidate if arm == "candidate" else plan.current
    if side.question_accuracy is not None:
        figures["question_accuracy"] = side.question_accuracy
    return figures


def _compared(before: Mapping[str, float], after: Mapping[str, float]) -> Comparison | None:
    names = sorted(before.keys() & after.keys())
    return compare([before[name] for name in names], [after[name] for name in names])


def _gap(oracle: Values, retrieved: Values) -> Gap | None:
    if "resolve" not in oracle or "resolve" not in retrieved:
        return None
    found = _compared(retrieved["resolve"], oracle["resolve"])
    if found is None:
        return None
    means = [estimate(list(values["resolve"].values())) for values in (oracle, retrieved)]
    best, own = (0.0 if mean is None else mean.value for mean in means)
    return Gap(best, own, found)


def _oracle_gap(gaps: Mapping[str, Gap]) -> OracleGap | None:
    """The candidate's gap, as it is said with every figure."""
    gap = gaps.get("candidate")
    return None if gap is None else OracleGap(gap.oracle, gap.retrieved, gap.comparison.difference.count)


def _lost(gap: Gap) -> float:
    return gap.comparison.difference.value


def _means(values: Values) -> dict[str, Estimate]:
    found = {metric: estimate(list(own.values())) for metric, own in values.items()}
    return {metric: mean for metric, mean in found.items() if mean is not None}


def _unsolved(records: Mapping[str, Record]) -> int:
    return sum(record.line["status"] != "finished" for record in records.values())
