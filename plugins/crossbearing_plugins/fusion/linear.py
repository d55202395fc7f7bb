"""Weighted sum: ``fused(e) = Σ_c w_c · s_c(e)``.

Uses the channels' scores as they are, so it keeps how sure a channel is of its favourite; it wants channels that are
scaled alike (each in ``[0, 1]``, its best near 1). This is the form of the pre-filter of the localization specification
(§3.2).

Example, in a profile::

    [fusion]
    name = "linear"
    weights = { semantic = 0.6, stack = 0.4 }

Limits: one channel whose scores are all close to 1 lifts everything it knows.
"""

from collections.abc import Mapping

from crossbearing.plugin import hookimpl

VERSION = 1


@hookimpl
def fuse(evidence: Mapping[str, Mapping[int, float]], weights: Mapping[str, float]) -> dict[int, float]:
    """Add up the weighted scores, channel by channel in the order of their names."""
    fused: dict[int, float] = {}
    for channel in sorted(evidence):
        weight = weights.get(channel, 0.0)
        for entity, score in evidence[channel].items():
            if score > 0:
                fused[entity] = fused.get(entity, 0.0) + weight * score
    return fused
