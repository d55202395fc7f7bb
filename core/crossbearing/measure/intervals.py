"""How far a mean over so many instances can be trusted: percentile bootstrap intervals."""

from collections.abc import Sequence

import numpy as np
from attrs import frozen

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
    generator = np.random.RandomState(SEED)
    rows = max(1, _PICKS_AT_ONCE // len(sample))
    blocks = [min(rows, RESAMPLES - done) for done in range(0, RESAMPLES, rows)]
    means = [sample[generator.randint(0, len(sample), (block, len(sample)))].mean(axis=1) for block in blocks]
    # Rounded first, so that a summation order of another machine cannot move a percentile.
    ordered = np.sort(np.round(np.concatenate(means), 9))
    low, high = ordered[round(0.025 * (RESAMPLES - 1))], ordered[round(0.975 * (RESAMPLES - 1))]
    return Estimate(round(float(sample.mean()), 6), round(float(low), 6), round(float(high), 6), len(sample))
