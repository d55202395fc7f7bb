"""Formulas of spectrum-based fault localization.

All take how many failing (``failed``) and passing (``passed``) tests executed each thing and how many there are of each
kind, and return scores in ``[0, 1]``; what no failing test executed scores 0 in each of them but the ones that say
otherwise. ``ochiai`` is the formula of the localization specification, §3.4; the others serve comparison.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from crossbearing.model.graph import CodeGraph
from crossbearing.model.spectrum import Counts, Spectrum

FloatArray = npt.NDArray[np.float64]
Formula = Callable[[Counts], FloatArray]


def ochiai(counts: Counts) -> FloatArray:
    """``failed / sqrt(total_failed · (failed + passed))`` (Abreu et al. 2006)."""
    return _quotient(counts.failed, np.sqrt(counts.total_failed * (counts.failed + counts.passed)))


def tarantula(counts: Counts) -> FloatArray:
    """``f / (f + p)`` with ``f`` and ``p`` the shares of failing and passing tests (Jones & Harrold 2005)."""
    failing = _share(counts.failed, counts.total_failed)
    passing = _share(counts.passed, counts.total_passed)
    return _quotient(failing, failing + passing)


def dstar(counts: Counts, star: int = 2) -> FloatArray:
    """``failed^star / (passed + total_failed − failed)`` (Wong et al. 2014), mapped to ``x / (1 + x)``.

    The map keeps the order and sends what only and all failing tests executed, where the quotient is infinite, to 1.
    """
    power = counts.failed.astype(np.float64) ** star
    rest = (counts.passed + counts.total_failed - counts.failed).astype(np.float64)
    return _quotient(power, power + rest)


def op2(counts: Counts) -> FloatArray:
    """``failed − passed / (total_passed + 1)`` (Naish et al. 2011), divided by ``total_failed``.

    Where it would be negative (only passing tests executed it) the score is 0.
    """
    raw = counts.failed - counts.passed / (counts.total_passed + 1)
    return np.clip(raw / max(1, counts.total_failed), 0.0, 1.0)


def barinel(counts: Counts) -> FloatArray:
    """``1 − passed / (passed + failed)`` (Abreu et al. 2009)."""
    return _quotient(counts.failed, counts.failed + counts.passed)


def jaccard(counts: Counts) -> FloatArray:
    """``failed / (total_failed + passed)`` (Chen et al. 2002)."""
    return _quotient(counts.failed, counts.total_failed + counts.passed)


FORMULAS: dict[str, Formula] = {
    "barinel": barinel,
    "dstar": dstar,
    "jaccard": jaccard,
    "ochiai": ochiai,
    "op2": op2,
    "tarantula": tarantula,
}
"""The formulas by name."""


def suspicion_of(spectrum: Spectrum, graph: CodeGraph) -> dict[int, float]:
    """Ochiai's suspiciousness of each entity outside of tests that failing tests executed."""
    entities, counts = spectrum.entities(graph)
    scores = ochiai(counts)
    return {
        entity: float(scores[row])
        for row, entity in enumerate(entities.tolist())
        if scores[row] > 0 and graph.role(entity) != "test"
    }


def _share(part: npt.NDArray[np.int64], total: int) -> FloatArray:
    return part / total if total else np.zeros(len(part))


def _quotient(top: npt.NDArray[np.number], bottom: npt.NDArray[np.number]) -> FloatArray:
    """``top / bottom``, and 0 where both are 0."""
    result = np.zeros(len(top), np.float64)
    np.divide(top, bottom, out=result, where=bottom > 0)
    return result
