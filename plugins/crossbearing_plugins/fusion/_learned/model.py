"""The model file: two sets of decision trees, what they were trained on, and how much they count.

A model is JSON, so that it can be read and compared: ``schema``, the ``card``, and for ``entities`` and ``files`` the
names of the features, the ``amount`` that scores are mixed with, and the trees as parallel arrays. Node ``i`` goes to
``left[i]`` where its feature is at most ``threshold[i]``, else to ``right[i]``; a leaf has feature -1 and adds
``value[i]``.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import frozen

from crossbearing.plugin import CrossbearingError

Array = npt.NDArray[np.float64]

SCHEMA = "crossbearing.fusion-model/1"
_COLUMNS = ("feature", "threshold", "left", "right", "value")


@frozen(eq=False)
class Forest:
    """Trees over named features; ``depth`` is the longest path from a root to a leaf."""

    features: tuple[str, ...]
    amount: float
    roots: npt.NDArray[np.int32]
    feature: npt.NDArray[np.int32]
    threshold: Array
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    value: Array
    depth: int

    def predict(self, names: tuple[str, ...], rows: Array) -> Array:
        """The sum of all trees for each row; ``names`` are the columns of ``rows``, among them all features."""
        missing = sorted(set(self.features) - set(names))
        if missing:
            raise CrossbearingError(f"the model asks for the feature {missing[0]!r}, which this version does not have")
        columns = np.array([names.index(name) for name in self.features], np.intp)
        own = rows[:, columns]
        at = np.broadcast_to(self.roots, (len(own), len(self.roots))).copy()
        row = np.arange(len(own))[:, None]
        for _ in range(self.depth):
            feature = self.feature[at]
            below = own[row, np.maximum(feature, 0)] <= self.threshold[at]
            at = np.where(feature < 0, at, np.where(below, self.left[at], self.right[at]))
        total: Array = np.round(self.value[at].sum(axis=1), 9)
        return total


@frozen(eq=False)
class Model:
    """What is mixed with the hand-weighted scores, and the card of its training."""

    entities: Forest
    files: Forest
    card: dict[str, Any]


def read_model(path: Path) -> Model:
    """Read a model file; raises :class:`CrossbearingError` with one sentence where it cannot be used."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise CrossbearingError(f"the model {path.name!r} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        raise CrossbearingError(f"the model {path.name!r} is not JSON") from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise CrossbearingError(f"the model {path.name!r} is no {SCHEMA} file; train one with 'crossbearing train'")
    return model_of(data, path.name)


def model_of(data: Mapping[str, Any], name: str) -> Model:
    """The model that the content of a file describes; raises :class:`CrossbearingError` where that is damaged."""
    try:
        return Model(_forest(data["entities"]), _forest(data["files"]), dict(data.get("card", {})))
    except (KeyError, TypeError, ValueError, OverflowError, IndexError) as error:
        raise CrossbearingError(f"the model {name!r} is damaged: {type(error).__name__}: {error}") from None


def _forest(data: dict[str, Any]) -> Forest:
    trees = data["trees"]
    feature, threshold, left, right, value = (np.asarray(trees[name]) for name in _COLUMNS)
    roots, nodes = np.asarray(trees["roots"], np.int32), len(feature)
    if not all(len(column) == nodes for column in (threshold, left, right, value)):
        raise ValueError("the columns of the trees differ in length")
    if (roots < 0).any() or (roots >= nodes).any():
        raise ValueError("a root is no node")
    features = tuple(map(str, data["features"]))
    _check_nodes(feature, left, right, len(features))
    numbers = np.concatenate([threshold, value]).astype(np.float64)
    if not np.isfinite(numbers).all() or not np.isfinite(float(data["amount"])):
        raise ValueError("a number is not finite")
    return Forest(
        features,
        float(data["amount"]),
        roots,
        feature.astype(np.int32),
        threshold.astype(np.float64),
        left.astype(np.int32),
        right.astype(np.int32),
        value.astype(np.float64),
        _depth(roots, feature, left, right),
    )


def _check_nodes(feature: Any, left: Any, right: Any, features: int) -> None:
    nodes = len(feature)
    inner = np.flatnonzero(feature >= 0)
    if (feature >= features).any():
        raise ValueError("a node asks for a feature that the model does not name")
    for children in (left[inner], right[inner]):
        # Children follow their parent: no walk down a tree can run in a circle.
        if (children <= inner).any() or (children >= nodes).any():
            raise ValueError("a node does not lead to a later one")


def _depth(roots: Any, feature: Any, left: Any, right: Any) -> int:
    depth, level = 0, np.unique(roots)
    while len(level := level[feature[level] >= 0]):
        depth, level = depth + 1, np.unique(np.concatenate([left[level], right[level]]))
    return depth
