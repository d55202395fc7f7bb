"""What an ablation leaves out: single plugins, families, pairs, and in which order they are looked at."""

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from crossbearing.measure.metrics import METRICS
from crossbearing.measure.plans import PlanTable, read_plan
from crossbearing.model.errors import CrossbearingError
from crossbearing.registry.names import suggestion
from crossbearing.registry.selection import addressed

if TYPE_CHECKING:
    from crossbearing.model.profile import Profile
    from crossbearing.registry import PluginHost

LOCALIZATION_METRICS = (
    "file_recall@1",
    "file_recall@3",
    "file_recall@5",
    "function_recall@1",
    "function_recall@3",
    "function_recall@5",
    "function_mrr",
    "distance",
)
"""The metrics of the localization specification, §7.1."""

CONTEXT_METRICS = ("context_recall@5", "context_efficiency@100")
"""The metrics of what gate and ladder retrieve (reconnaissance specification, §6.2), for signals and rungs."""

WEAKEST_FIRST = ("channel.stack", "channel.lexical", "signal.s5", "rung.r1")
"""Those that the specifications hold to be the weakest cases before anything is measured."""

NOISE = 0.05
_CONTEXT_KINDS = ("signal", "rung")
_WITHOUT_EFFECT = ("renderer", "executor", "agent", "stage")
_MOST_LEAK_INSTANCES = 20

Target = tuple[str, ...]
"""Plugins that are left out together, sorted."""


@frozen
class AblationPlan:
    """A plan file: see ``docs/ablation.md``.

    ``targets`` holds names and families (``channel.*``), whose members are left out one by one, and arrays of such,
    which are left out together.
    """

    file: Path
    dataset: Path
    repositories: Path
    profile: str | None
    targets: tuple[str | tuple[str, ...], ...]
    pairs: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    instances: tuple[str, ...] = ()
    sample: int | None = None
    seed: int = 0
    noise: float = NOISE
    weakest_first: tuple[str, ...] = WEAKEST_FIRST
    together: bool = True
    replay: bool = True
    leak_instances: int = _MOST_LEAK_INSTANCES


def read_ablation_plan(path: Path) -> AblationPlan:
    """Read a plan; raises :class:`CrossbearingError` with file, line and key for whatever is wrong with it."""
    table = read_plan(path)
    plan = AblationPlan(
        file=path,
        dataset=table.place("dataset"),
        repositories=table.place("repositories"),
        profile=profile_of(table, "profile"),
        targets=tuple(_target(item, table) for item in table.array("targets")),
        pairs=table.strings("pairs"),
        metrics=_metrics(table),
        instances=table.strings("instances"),
        sample=table.whole("sample", least=1) if table.holds("sample") else None,
        seed=table.whole("seed", 0),
        noise=table.number("noise", NOISE),
        weakest_first=table.strings("weakest_first", WEAKEST_FIRST),
        together=table.flag("together", default=True),
        replay=table.flag("replay", default=True),
        leak_instances=table.whole("leak_instances", _MOST_LEAK_INSTANCES),
    )
    table.finish()
    if not plan.targets and not plan.pairs:
        table.fail("targets", 'is missing: name what is left out, as in targets = ["channel.*"]')
    return plan


def profile_of(table: PlanTable, key: str) -> str | None:
    """Take the name or path of a profile; a path is relative to the plan. None: the default one."""
    if not table.holds(key):
        return None
    value = table.string(key)
    is_path = value.endswith(".toml") or "/" in value
    return str(table.file.parent / value) if is_path else value


def resolve_targets(plan: AblationPlan, host: "PluginHost") -> tuple[Target, ...]:
    """Spell out families and pairs; the weakest cases come first, then single plugins by their weight, then several.

    Raises :class:`CrossbearingError` for a name that no plugin of the profile has, and for one that cannot be left out.
    """
    enabled = [name for kind in _kinds(host) for name in host.enabled(kind)]
    found: dict[Target, None] = {}
    for target in plan.targets:
        if isinstance(target, str):
            found |= dict.fromkeys((name,) for name in _members(target, enabled, plan))
        else:
            found[tuple(sorted({name for pattern in target for name in _members(pattern, enabled, plan)}))] = None
    for pattern in plan.pairs:
        found |= dict.fromkeys(combinations(sorted(_members(pattern, enabled, plan)), 2))
    needed = addressed(host.profile)
    for name in (name for target in found for name in target):
        if name in needed:
            raise CrossbearingError(
                f"{plan.file}: {name} cannot be left out: the profile addresses it by name ({needed[name]}); compare "
                "two profiles with 'crossbearing ab' instead"
            )
    return tuple(sorted(found, key=lambda target: _place(target, plan.weakest_first, host.profile)))


def measured_by(target: Sequence[str]) -> str:
    """Which metrics show the effect of a target: ``context`` for signals and rungs, ``localization`` for all else."""
    kinds = {name.partition(".")[0] for name in target}
    return "context" if kinds and kinds <= set(_CONTEXT_KINDS) else "localization"


def metrics_of(target: Sequence[str], plan: AblationPlan) -> tuple[str, ...]:
    """The metrics that a target is judged by."""
    known = CONTEXT_METRICS if measured_by(target) == "context" else METRICS
    own = tuple(name for name in plan.metrics if name in known)
    return own or (CONTEXT_METRICS if measured_by(target) == "context" else LOCALIZATION_METRICS)


def _kinds(host: "PluginHost") -> Iterator[str]:
    from crossbearing.hookspecs import KINDS

    return (kind for kind in KINDS if kind not in _WITHOUT_EFFECT)


def _members(pattern: str, enabled: Iterable[str], plan: AblationPlan) -> list[str]:
    """The enabled plugins that a name or family means; what the profile addresses by name is no member of a family."""
    names = sorted(enabled)
    if "*" not in pattern:
        if pattern not in names:
            raise CrossbearingError(
                f"{plan.file}: {pattern!r} is no plugin that takes part and can have an effect: "
                f"{suggestion(pattern, names)}"
            )
        return [pattern]
    found = [name for name in names if fnmatchcase(name, pattern)]
    if not found:
        raise CrossbearingError(f"{plan.file}: no plugin that takes part is named like {pattern!r}")
    return found


def _place(target: Target, weakest_first: Sequence[str], profile: "Profile") -> tuple[int, int, float, Target]:
    if len(target) > 1:
        return len(target), 0, 0.0, target
    rank = weakest_first.index(target[0]) if target[0] in weakest_first else len(weakest_first)
    return 1, rank, _weight(target[0], profile), target


def _weight(name: str, profile: "Profile") -> float:
    """What the profile thinks of a channel beforehand; of a group's member, its share."""
    kind, _, bare = name.partition(".")
    if kind != "channel":
        return 0.0
    group = next((own for own, members in profile.fusion.groups.items() if bare in members), None)
    if group is None:
        return profile.fusion.weights.get(bare, profile.fusion.unlisted_weight)
    return profile.prefilter.weights.get(bare, profile.fusion.unlisted_weight)


def _target(item: Any, table: PlanTable) -> str | tuple[str, ...]:
    names = [item] if isinstance(item, str) else item
    if not isinstance(names, list) or not names or not all(isinstance(name, str) and name for name in names):
        table.fail("targets", f"expected names, or arrays of names that are left out together, found {item!r}")
    return item if isinstance(item, str) else tuple(names)


def _metrics(table: PlanTable) -> tuple[str, ...]:
    names = table.strings("metrics")
    known = (*METRICS, *CONTEXT_METRICS)
    for name in names:
        if name not in known:
            table.fail("metrics", f"unknown metric {name!r}: {suggestion(name, known)}")
    return names
