"""Weighted rank-sum: ``rank_sum(e) = Σ_c w_c · 1 / rank_c(e)`` (localization specification §3.6, the default there).

Only the order within each channel counts, not its scale, and the first place counts far more than the rest. Entities
that a channel scores alike share its better rank; one that it scores 0 gets nothing from it.

Example, in a profile::

    [fusion]
    name = "rrs"
    weights = { semantic = 0.35, graph = 0.20, sbfl = 0.25, stack = 0.10, history = 0.10 }

Limits: a channel that cannot tell a hundred entities apart gives them all its first place.
"""

from collections.abc import Mapping

from crossbearing.plugin import hookimpl
from crossbearing_plugins.fusion._ranks import ranks

VERSION = 1


@hookimpl
def fuse(evidence: Mapping[str, Mapping[int, float]], weights: Mapping[str, float]) -> dict[int, float]:
    """Add up the weighted reciprocal ranks, channel by channel in the order of their names."""
    fused: dict[int, float] = {}
    for channel in sorted(evidence):
        weight = weights.get(channel, 0.0)
        for entity, rank in ranks(evidence[channel]).items():
            fused[entity] = fused.get(entity, 0.0) + weight / rank
    return fused
