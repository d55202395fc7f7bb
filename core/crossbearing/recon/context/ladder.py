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

_SUBSYSTEM = "rung.r3"


@frozen
class Climb:
    """Where the ladder ended, by which steps, and the level of the answer."""

    footing: Footing
    steps: tuple[LadderStep, ...]
    level: str


def climbing(
    query: ContextQuery, fired: tuple[FiredSignal, ...], host: "PluginHost"
) -> Iterator[tuple[LadderStep, Footing]]:
    """Each rung that is asked, or left out as it is switched off, with what is reached after it."""
    footing, enabled = Footing(fired), host.enabled("rung")
    for rung in host.profile.ladder.rungs:
        if f"rung.{rung}" not in enabled:
            yield LadderStep(rung, False, "it is switched off"), footing
            continue
        answer = host.climb(rung, query, footing)
        if isinstance(answer, Stop):
            yield LadderStep(rung, False, answer.reason), footing
            return
        footing = answer
        yield LadderStep(rung, True, answer.reason), footing


def climb_ladder(query: ContextQuery, fired: tuple[FiredSignal, ...], host: "PluginHost") -> Climb:
    """Climb as far as the evidence reaches.

    Raises :class:`~crossbearing.model.errors.PluginError` where a rung fails: nothing may silently stand in for it.
    """
    reached = list(climbing(query, fired, host))
    steps = tuple(step for step, _ in reached)
    footing = reached[-1][1] if reached else Footing(fired)
    was_asked = _SUBSYSTEM in host.enabled("rung") and any(f"rung.{step.rung}" == _SUBSYSTEM for step in steps)
    deferred = footing.beyond and not was_asked
    return Climb(footing, steps, DEFERRED if deferred else footing.rung)
