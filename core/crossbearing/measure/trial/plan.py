"""What a comparison compares: two sides, the instances, the agent, and what the verdict is to rest on."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from attrs import Factory, frozen

from crossbearing.measure.ablation.plan import profile_of
from crossbearing.measure.plans import PlanTable, read_plan
from crossbearing.measure.trial.rules import Kind, Scope

_HOUR = 3600


@frozen
class Side:
    """One of the two: a profile (None: the default one) with plugins left out, or a command of others.

    ``question_accuracy`` is taken over from elsewhere where the plan states it; else the battery is asked.
    """

    profile: str | None = None
    without: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    seconds: float = _HOUR
    question_accuracy: float | None = None


@frozen
class AgentChoice:
    """The agent by name, whether it also tries with the true places, and how its patches are tested.

    ``resolve`` is a command whose exit code 0 means that all tests passed; the word ``{tests}`` in it becomes the
    tests. Empty: patches are not tested.
    """

    name: str
    oracle: bool = False
    resolve: tuple[str, ...] = ()
    resolve_seconds: float = _HOUR


@frozen
class TrialPlan:
    """A plan file: see ``docs/ab.md``."""

    file: Path
    kind: Kind
    scope: Scope
    dataset: Path
    repositories: Path
    candidate: Side
    current: Side
    agent: AgentChoice | None = None
    options: Mapping[str, Mapping[str, Any]] = Factory(dict)
    instances: tuple[str, ...] = ()
    sample: int | None = None
    seed: int = 0


def read_trial_plan(path: Path) -> TrialPlan:
    """Read a plan; raises :class:`CrossbearingError` with file, line and key for whatever is wrong with it."""
    table = read_plan(path)
    plan = TrialPlan(
        file=path,
        kind=cast(Kind, table.choice("kind", ("localization", "reconnaissance"), "localization")),
        scope=cast(Scope, table.choice("scope", ("full", "localization", "files"), "full")),
        dataset=table.place("dataset"),
        repositories=table.place("repositories"),
        candidate=_candidate(table),
        current=_side(table, "current"),
        agent=_agent(table),
        options=_options(table),
        instances=table.strings("instances"),
        sample=table.whole("sample", least=1) if table.holds("sample") else None,
        seed=table.whole("seed", 0),
    )
    table.finish()
    return plan


def _candidate(table: PlanTable) -> Side:
    side = _side(table, "candidate")
    if side.command:
        table.fail("candidate", "is a command; only the current side can be one")
    return side


def _side(table: PlanTable, key: str) -> Side:
    own = table.table(key)
    if own is None:
        table.fail(key, 'is missing: name a profile, as in profile = "default", or a command')
    if own.holds("command") and (own.holds("profile") or own.holds("without")):
        own.fail("command", "stands beside a profile; a side is one or the other")
    side = Side(
        profile=profile_of(own, "profile"),
        without=own.strings("without"),
        command=tuple(_placed(word, table.file) for word in own.strings("command")),
        seconds=own.number("seconds", _HOUR),
        question_accuracy=own.number("question_accuracy") if own.holds("question_accuracy") else None,
    )
    own.finish()
    return side


def _agent(table: PlanTable) -> AgentChoice | None:
    own = table.table("agent")
    if own is None:
        return None
    choice = AgentChoice(
        name=own.string("name").removeprefix("agent."),
        oracle=own.flag("oracle", default=False),
        resolve=tuple(_placed(word, table.file) for word in own.strings("resolve")),
        resolve_seconds=own.number("resolve_seconds", _HOUR),
    )
    own.finish()
    return choice


def _options(table: PlanTable) -> dict[str, dict[str, Any]]:
    """Options of plugins, as in a profile, with ``{plan}`` for the plan's folder in every text."""
    own = table.table("options")
    if own is None:
        return {}
    given = own.rest()
    for name, fields in given.items():
        if not isinstance(fields, dict):
            own.fail(name, "expected a table of options")
    return {name: _filled(fields, table.file) for name, fields in given.items()}


def _filled(value: Any, file: Path) -> Any:
    if isinstance(value, str):
        return _placed(value, file)
    if isinstance(value, dict):
        return {key: _filled(item, file) for key, item in value.items()}
    return [_filled(item, file) for item in value] if isinstance(value, list) else value


def _placed(text: str, file: Path) -> str:
    return text.replace("{plan}", str(file.parent.resolve()))
