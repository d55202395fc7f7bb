"""Reciprocal-rank fusion: ``rrf(e) = Σ_c 1 / (k + rank_c(e))`` with ``k = 60`` (localization specification §3.6).

After Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms Condorcet and individual rank learning
methods", SIGIR 2009. The channels' weights are not used: every channel with evidence counts alike. Ranks as in
``fusion.rrs``.

Example, in a profile::

    [fusion]
    name = "rrf"

    [options."fusion.rrf"]
    k = 10

Limits: with ``k = 60`` the first place is worth hardly more than the tenth; agreement of many channels decides.
"""

from collections.abc import Mapping

from attrs import field, frozen, validators

from crossbearing.plugin import hookimpl
from crossbearing_plugins.fusion._ranks import ranks

VERSION = 1


@frozen
class Options:
    """``k``: added to every rank; the larger, the less the first places stand out."""

    k: float = field(default=60.0, validator=validators.ge(0))


@hookimpl
def fuse(evidence: Mapping[str, Mapping[int, float]], options: Options | None) -> dict[int, float]:
    """Add up the reciprocal ranks, channel by channel in the order of their names."""
    k = (options or Options()).k
    fused: dict[int, float] = {}
    for channel in sorted(evidence):
        for entity, rank in ranks(evidence[channel]).items():
            fused[entity] = fused.get(entity, 0.0) + 1 / (k + rank)
    return fused
