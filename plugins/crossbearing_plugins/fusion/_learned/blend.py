"""Mixing what the model says with the hand-weighted scores: ``score = hand + amount · standardized prediction``.

The hand weights stay in the sum: where the model knows little, they decide.
"""

import numpy as np
import numpy.typing as npt

from crossbearing_plugins.fusion._learned.features import Features, Table
from crossbearing_plugins.fusion._learned.model import Forest, Model

Array = npt.NDArray[np.float64]

DIGITS = 9
# Scores of ranked places are positive.
_LEAST = 0.001


def blend(features: Features, model: Model | None) -> tuple[dict[int, float], dict[int, float]]:
    """The scores of the pooled entities, and of their files by number; by the hand weights alone without a model."""
    entities, files = features.entities(), features.file_table()
    scores = _mixed(features.hand[features.places], None if model is None else model.entities, entities)
    file_scores = _mixed(features.hand_files, None if model is None else model.files, files)
    # Whole files are listed only where nothing else of them is: they keep their hand-weighted score.
    whole = np.flatnonzero(features.module & features.pooled)
    found = _by_number(features.numbers[whole], np.round(features.hand[whole] + _LEAST, DIGITS))
    return found | _by_number(entities.numbers, scores), _by_number(files.numbers, file_scores)


def _by_number(numbers: npt.NDArray[np.intp], scores: Array) -> dict[int, float]:
    return dict(zip(numbers.tolist(), scores.tolist(), strict=True))


def _mixed(hand: Array, forest: Forest | None, table: Table) -> Array:
    if forest is None or not forest.amount or not len(hand):
        return np.round(hand + _LEAST, DIGITS)
    scores = hand + forest.amount * standardized(forest.predict(table.names, table.rows))
    return np.round(scores - min(0.0, float(scores.min())) + _LEAST, DIGITS)


def standardized(predictions: Array) -> Array:
    """Predictions of one question, with mean 0 and deviation 1; all 0 where they do not differ."""
    if not len(predictions):
        return predictions
    spread = float(predictions.std())
    return (predictions - predictions.mean()) / spread if spread > 1e-9 else np.zeros_like(predictions)
