"""The weighted sum that reduces a repository to a shortlist (localization specification §3.2)."""

from collections.abc import Iterable, Mapping

import numpy as np

from crossbearing.model.query import Seed

DIGITS = 9
"""Decimals that scores are compared with, so that the last bits of a sum never decide an order."""

_MOVED = 10.0**-DIGITS


def renormalized(weights: Mapping[str, float], present: Iterable[str]) -> dict[str, float]:
    """Share the weights of absent channels among those present, so that they sum to 1; zero weights are left out."""
    kept = {name: weights[name] for name in sorted(present) if weights.get(name, 0.0) > 0}
    total = sum(kept.values())
    return {name: weight / total for name, weight in kept.items()}


def weighted_sum(scores: Mapping[str, Mapping[int, float]], weights: Mapping[str, float]) -> dict[int, float]:
    """``fused(e) = Σ_c w_c · s_c(e)`` over the channels present, whose weights are renormalized first."""
    fused: dict[int, float] = {}
    for channel, weight in renormalized(weights, scores).items():
        for entity, score in scores[channel].items():
            fused[entity] = fused.get(entity, 0.0) + weight * score
    return fused


def in_order(scores: Mapping[int, float]) -> list[int]:
    """Entities with a positive score, best first; equal ones by entity, that is by path and then line."""
    rounded = {entity: round(score, DIGITS) for entity, score in scores.items()}
    return sorted((entity for entity, score in rounded.items() if score > 0), key=lambda e: (-rounded[e], e))


def shortlist(fused: Mapping[int, float], size: int) -> list[Seed]:
    """The ``size`` best entities of the pre-filter."""
    if 0 < size < len(fused):
        # Rounding keeps the order and moves nothing by as much: what is further behind need not be sorted.
        least = float(np.partition(np.fromiter(fused.values(), np.float64, len(fused)), -size)[-size])
        fused = {entity: score for entity, score in fused.items() if score >= least - _MOVED}
    return [Seed(entity, fused[entity]) for entity in in_order(fused)[:size]]
