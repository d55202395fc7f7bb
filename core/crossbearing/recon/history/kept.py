"""The history that was read last, kept in the build directory as one file of arrays that is mapped into memory."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from crossbearing.recon.history.columns import history_of
from crossbearing.store.arrays import Array, DamagedArraysError, read_arrays, write_arrays

FILE_NAME = "history"


@frozen(eq=False)
class Kept:
    """The columns of all commits that led to ``tip``."""

    tip: str
    arrays: Mapping[str, Array]


def load(folder: Path | None, key: list[Any]) -> Kept | None:
    """What was kept in ``folder`` under the same ``key``; None where it is something else, or damaged."""
    if folder is None:
        return None
    try:
        arrays = read_arrays(folder / FILE_NAME)
        about = json.loads(arrays.pop("about").tobytes())
        history_of(arrays, truncated=False)  # raises for columns that do not fit each other
        return Kept(str(about["tip"]), arrays) if about["key"] == key else None
    except (OSError, DamagedArraysError, ValueError, KeyError, TypeError, IndexError):
        return None


def save(folder: Path | None, key: list[Any], kept: Kept) -> None:
    """Keep a history in place of the last one; where that is impossible, the next question reads it again."""
    if folder is None:
        return
    about = json.dumps({"key": key, "tip": kept.tip}).encode()
    try:
        write_arrays(folder / FILE_NAME, {"about": about, **kept.arrays})
    except OSError:
        return
