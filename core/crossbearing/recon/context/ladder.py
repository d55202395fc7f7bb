"""The ladder (reconnaissance specification, §4.2): one rung after the other, each on the evidence of those below.

It is monotone and bounded: the profile lists the rungs, each is asked at most once, and the first that is not climbed
ends the climb. One that is switched off is left out, and said so. Where evidence leads beyond the dependency
neighbourhood and no rung for that is there, the level says so (:data:`DEFERRED`).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from crossbearing.model.context import ContextQuery, FiredSignal, Footing, LadderStep, Stop

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

DEFERRED = "r3_required_deferred"
"""The level of an answer that would have needed the subsystem."""

_SUBSYSTEM = "r3"


@frozen
class Climb:
    """Where the ladder ended, by which steps, and the level of the answer."""

    footing: Footing
    steps: tuple[LadderStep, ...]
    level: str


def footings(query: ContextQuery, fired: tuple[FiredSignal, ...], host: "PluginHost") -> Iterator[Footing]:
    """The ground, and what each rung that is climbed reaches."""
    footing = Footing(fired)
    yield footing
    for rung in host.profile.ladder.rungs:
        if f"rung.{rung}" in host.enabled("rung"):
            answer = host.climb(rung, query, footing)
            if isinstance(answer, Stop):
                return
            footing = answer
            yield footing


def climb_ladder(query: ContextQuery, fired: tuple[FiredSignal, ...], host: "PluginHost") -> Climb:
    """Climb as far as the evidence reaches.

    Raises :class:`~crossbearing.model.errors.PluginError` where a rung fails: nothing may silently stand in for it.
    """
    footing, steps = Footing(fired), list[LadderStep]()
    enabled = host.enabled("rung")
    for rung in host.profile.ladder.rungs:
        if f"rung.{rung}" not in enabled:
            steps.append(LadderStep(rung, False, "it is switched off"))
            continue
        answer = host.climb(rung, query, footing)
        if isinstance(answer, Stop):
            steps.append(LadderStep(rung, False, answer.reason))
            break
        footing = answer
        steps.append(LadderStep(rung, True, answer.reason))
    is_there = any(f"rung.{step.rung}" in enabled and step.rung == _SUBSYSTEM for step in steps)
    deferred = footing.beyond and not is_there
    return Climb(footing, tuple(steps), DEFERRED if deferred else footing.rung)
