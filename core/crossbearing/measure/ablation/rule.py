"""The deletion rule of the specifications (localization §7.5, reconnaissance §9), applied with intervals.

A plugin may be deleted if leaving it out moves none of the metrics beyond noise: Δ = 0, or |Δ| ≤ 5 %. What the rule
leaves open is settled so:

- Δ is the mean over the instances of the figure without the plugin less the figure with it: negative where the plugin
  is needed, but for the distance, which is better when lower.
- 5 % are 0.05 of a share (all metrics but one lie between 0 and 1), and 5 % of the distance with everything on.
- Δ comes with the interval that holds it with 95 % confidence (a bootstrap over the instances, both ways paired).
  Where Δ is within noise and its interval is not, the rule is met and the sample too small to be sure: a verdict of its
  own.
- A plugin whose absence makes some metric better beyond noise, and none worse, is no case for the rule, which knows no
  signs; it is called harmful. Neither this nor that a plugin is needed is sure where the interval of every metric that
  moves holds 0.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from attrs import frozen

from crossbearing.measure.intervals import estimate
from crossbearing.measure.metrics import misses

LOWER_IS_BETTER = frozenset({"distance"})

_MISS = misses()

Verdict = Literal[
    "deletable",
    "deletable, not sure",
    "harmful",
    "harmful, not sure",
    "mixed",
    "needed",
    "needed, not sure",
    "not measured",
]


@frozen
class Effect:
    """What leaving something out does to one metric, over the ``count`` instances measured both ways.

    ``delta`` is ``without - full``, between ``low`` and ``high`` with 95 % confidence; ``changed`` counts the instances
    whose figure is another one. ``limit`` is how large a delta is noise.
    """

    metric: str
    full: float
    without: float
    delta: float
    low: float
    high: float
    changed: int
    count: int
    limit: float

    @property
    def is_noise(self) -> bool:
        """Whether the rule takes the delta for none."""
        return self.changed == 0 or abs(self.delta) <= self.limit

    @property
    def is_surely_noise(self) -> bool:
        """Whether the whole interval is within noise."""
        return self.changed == 0 or (self.low >= -self.limit and self.high <= self.limit)

    @property
    def is_surely_moved(self) -> bool:
        """Whether the interval leaves out that nothing changes."""
        return self.low > 0 or self.high < 0

    @property
    def is_worse(self) -> bool:
        """Whether the metric suffers from the absence."""
        return (self.delta > 0) == (self.metric in LOWER_IS_BETTER) and self.delta != 0


def effects_of(
    full: Mapping[str, Mapping[str, float]],
    without: Mapping[str, Mapping[str, float]],
    metrics: Iterable[str],
    noise: float,
) -> tuple[Effect, ...]:
    """Compare figures (by instance, then metric) with everything on and with something left out."""
    effects = (_effect(full, without, metric, noise) for metric in metrics)
    return tuple(effect for effect in effects if effect is not None)


def judge_effects(effects: Sequence[Effect]) -> Verdict:
    """Apply the rule."""
    if not effects:
        return "not measured"
    moved = [effect for effect in effects if not effect.is_noise]
    if not moved:
        return "deletable" if all(effect.is_surely_noise for effect in effects) else "deletable, not sure"
    worse = sum(effect.is_worse for effect in moved)
    if 0 < worse < len(moved):
        return "mixed"
    is_sure = any(effect.is_surely_moved for effect in moved)
    if worse:
        return "needed" if is_sure else "needed, not sure"
    return "harmful" if is_sure else "harmful, not sure"


def _effect(
    full: Mapping[str, Mapping[str, float]], without: Mapping[str, Mapping[str, float]], metric: str, noise: float
) -> Effect | None:
    names = [name for name in full if metric in full[name] and name in without]
    before = [full[name][metric] for name in names]
    # Where nothing reads a language any more there is no function left to find: a miss.
    after = [without[name].get(metric, _MISS.get(metric, 0.0)) for name in names]
    differences = [round(new - old, 9) for old, new in zip(before, after, strict=True)]
    delta, old, new = estimate(differences), estimate(before), estimate(after)
    if delta is None or old is None or new is None:  # only of no instances
        return None
    return Effect(
        metric=metric,
        full=old.value,
        without=new.value,
        delta=delta.value,
        low=delta.low,
        high=delta.high,
        changed=sum(difference != 0 for difference in differences),
        count=len(names),
        limit=noise * old.value if metric in LOWER_IS_BETTER else noise,
    )
