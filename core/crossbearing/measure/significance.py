"""Whether two ways differ on the same instances by more than chance would make them: paired tests.

Both tests give the two-sided probability of a difference at least as large as the one seen, if the two ways were
exchangeable on every instance. A small one speaks against chance; a large one says nothing.

- :func:`permutation_test`: any figure. Fisher's randomization test of paired differences (*The Design of Experiments*,
  1935), which Smucker, Allan and Carterette (CIKM 2007) recommend for retrieval. All sign patterns are counted where
  there are few; else random ones, the seen one among them (Phipson and Smyth, 2010), so that the answer is never 0.
- :func:`mcnemar_test`: figures that are 0 or 1, such as ``acc@k``. McNemar (*Psychometrika* 12, 1947) in its exact,
  binomial form.
"""

from collections.abc import Sequence
from math import comb

import numpy as np
import numpy.typing as npt
from attrs import frozen

from crossbearing.measure.intervals import SEED, Estimate, FloatArray, estimate

PATTERNS = 20_000
"""How many random sign patterns are drawn where there are too many to count."""

_EXACT_UP_TO = 14
_DRAWN_AT_ONCE = 1 << 20
# Sums of the same numbers in another order must not differ.
_DIGITS = 9


@frozen
class Comparison:
    """Two ways on the same instances: the mean difference with its interval, and how likely chance gives as much.

    ``p`` is that of :func:`permutation_test`; ``p_mcnemar`` that of :func:`mcnemar_test` where all figures are 0 or 1.
    """

    difference: Estimate
    better: int
    worse: int
    p: float
    p_mcnemar: float | None


def compare(before: Sequence[float], after: Sequence[float]) -> Comparison | None:
    """Compare ``after`` with ``before``, instance by instance; None for no instances.

    ``better`` counts the instances whose figure grew: for figures that are better when lower, it is what ``worse`` is.
    """
    differences = [new - old for old, new in zip(before, after, strict=True)]
    difference = estimate(differences)
    if difference is None:
        return None
    is_binary = {*before, *after} <= {0.0, 1.0}
    return Comparison(
        difference,
        sum(each > 0 for each in differences),
        sum(each < 0 for each in differences),
        permutation_test(differences),
        mcnemar_test(before, after) if is_binary else None,
    )


def permutation_test(differences: Sequence[float]) -> float:
    """The probability that random signs give a mean of ``differences`` at least as far from 0 as theirs."""
    moved = np.array([each for each in differences if each], np.float64)
    if not len(moved):
        return 1.0
    seen = abs(round(float(moved.sum()), _DIGITS))
    if len(moved) <= _EXACT_UP_TO:
        patterns = np.arange(1 << len(moved))[:, None] >> np.arange(len(moved)) & 1
        return float(np.mean(_sums(patterns, moved) >= seen))
    generator = np.random.RandomState(SEED)
    rows = max(1, _DRAWN_AT_ONCE // len(moved))
    blocks = [min(rows, PATTERNS - done) for done in range(0, PATTERNS, rows)]
    patterns_of = (generator.randint(0, 2, (block, len(moved))) for block in blocks)
    as_far = sum(int(np.sum(_sums(patterns, moved) >= seen)) for patterns in patterns_of)
    return round((as_far + 1) / (PATTERNS + 1), 6)


def mcnemar_test(before: Sequence[float], after: Sequence[float]) -> float:
    """The probability of a split as uneven as the seen one among the instances that only one way gets right."""
    lost = sum(old > new for old, new in zip(before, after, strict=True))
    won = sum(old < new for old, new in zip(before, after, strict=True))
    count = lost + won
    tail = sum(comb(count, k) for k in range(min(lost, won) + 1)) / (1 << count)
    return min(1.0, round(2 * tail, 6))


def _sums(patterns: npt.NDArray[np.int_], moved: FloatArray) -> FloatArray:
    """How far the sum of the differences is from 0 under each pattern of signs."""
    return np.abs(np.round((2 * patterns - 1) @ moved, _DIGITS))
