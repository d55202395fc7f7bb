"""How far a mean over so many instances can be trusted: percentile bootstrap intervals."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from attrs import frozen

FloatArray = npt.NDArray[np.float64]

RESAMPLES = 2000
SEED = 0
_PICKS_AT_ONCE = 1 << 20


@frozen
class Estimate:
    """A mean over ``count`` instances, and the interval that holds it with 95 % confidence."""

    value: float
    low: float
    high: float
    count: int


def estimate(values: Sequence[float]) -> Estimate | None:
    """Return the mean of ``values`` with its 95 % percentile bootstrap interval; None for no values.

    Efron, "Bootstrap methods: another look at the jackknife" (1979). The seed is fixed and numpy's legacy generator is
    used because its stream is frozen: the same values give the same interval under every version of numpy.
    """
    if not values:
        return None
    sample = np.asarray(values, np.float64)
    low, high = _interval(_means(sample, np.random.RandomState(SEED)))
    return Estimate(round(float(sample.mean()), 6), low, high, len(sample))


def estimate_drop(values: Sequence[float], others: Sequence[float]) -> Estimate | None:
    """Return how much lower the mean of ``others`` is than that of ``values``, two samples that have nothing in common.

    Both are resampled, each by itself; ``count`` is that of the smaller one. None where either is empty.
    """
    if not values or not others:
        return None
    one, other = np.asarray(values, np.float64), np.asarray(others, np.float64)
    generator = np.random.RandomState(SEED)
    low, high = _interval(_means(one, generator) - _means(other, generator))
    return Estimate(round(float(one.mean() - other.mean()), 6), low, high, min(len(one), len(other)))


def _means(sample: FloatArray, generator: np.random.RandomState) -> FloatArray:
    """The mean of every resample."""
    rows = max(1, _PICKS_AT_ONCE // len(sample))
    blocks = [min(rows, RESAMPLES - done) for done in range(0, RESAMPLES, rows)]
    means = [sample[generator.randint(0, len(sample), (block, len(sample)))].mean(axis=1) for block in blocks]
    return np.concatenate(means)


def _interval(means: FloatArray) -> tuple[float, float]:
    # Rounded first, so that a summation order of another machine cannot move a percentile.
    ordered = np.sort(np.round(means, 9))
    low, high = ordered[round(0.025 * (RESAMPLES - 1))], ordered[round(0.975 * (RESAMPLES - 1))]
    return round(float(low), 6), round(float(high), 6)
