"""Small helpers for arrays of integers."""

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Number = TypeVar("Number", bound=np.integer[Any])


def distinct(values: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """The distinct values, ascending: those of ``numpy.unique``, which from 2.3 on hashes integers, far more slowly."""
    ordered = np.sort(values)
    first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]
