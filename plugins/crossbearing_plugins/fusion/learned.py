"""Hand weights and a model together: ``score = hand + amount · model``, for entities and for files.

The model is two sets of small decision trees (LambdaMART: Burges, "From RankNet to LambdaRank to LambdaMART", 2010)
over features that name no repository and no language: the channels' scores and ranks, the file's and the class's, what
calls and imports connect, parts of the issue against parts of the code, kind and size. It only moves the candidates
that it is given, and the weighted sum of ``fusion.linear`` stays in the score.

The model that ships was trained by ``crossbearing train`` on fix commits of repositories that are in no benchmark; its
card is in the file. Inference needs numpy alone.

Example, in a profile::

    [fusion]
    name = "learned"

    [options."fusion.learned"]
    model = "/home/me/models/ours.json"

Limits: channels that were not there in training (``history``, ``sbfl``, ``embedding`` and others) it knows only through
the weighted sum. Without the question itself (``query``) it is the weighted sum.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import field, frozen, validators

from crossbearing.plugin import CrossbearingError, hookimpl
from crossbearing_plugins.fusion import linear

if TYPE_CHECKING:
    from crossbearing.plugin import FusedPlaces, Query
    from crossbearing_plugins.fusion._learned.features import Features
    from crossbearing_plugins.fusion._learned.model import Model

VERSION = 1

TRAINED = True
"""Reports of figures say which parts have learnt from data."""

_SHIPPED = Path(__file__).with_name("_learned") / "model.json"


@frozen
class Options:
    """``model``: path of a model file (default: the one that ships)."""

    model: str = field(default="", validator=validators.instance_of(str))


@hookimpl
def fuse(
    evidence: Mapping[str, Mapping[int, float]],
    weights: Mapping[str, float],
    channels: Mapping[str, Mapping[int, float]] | None,
    query: "Query | None",
    options: Options | None,
) -> "dict[int, float] | FusedPlaces":
    """Add what the model says to the weighted sum."""
    if query is None or channels is None or not any(evidence.values()):
        return linear.fuse(evidence, weights)
    from crossbearing.plugin import FusedPlaces
    from crossbearing_plugins.fusion._learned.blend import blend
    from crossbearing_plugins.fusion._learned.features import Features

    chosen = (options or Options()).model
    try:
        model = _model(Path(chosen).expanduser() if chosen else _SHIPPED)
    except CrossbearingError as error:
        if chosen:
            raise
        return FusedPlaces(linear.fuse(evidence, weights), {}, f"ranked by the hand weights alone: {error}")
    return FusedPlaces(*blend(Features(survey(evidence, weights, channels, query)), model))


def survey(
    evidence: Mapping[str, Mapping[int, float]],
    weights: Mapping[str, float],
    channels: Mapping[str, Mapping[int, float]],
    query: "Query",
) -> dict[str, Any]:
    """What training keeps of a question: see ``crossbearing train``."""
    from crossbearing_plugins.fusion._learned.survey import survey as described

    return described(evidence, weights, channels, query)


def features(kept: Mapping[str, Any]) -> "Features":
    """The tables that a model is trained on, from a survey: see ``crossbearing train``."""
    from crossbearing_plugins.fusion._learned.features import Features

    return Features(dict(kept))


def apply(features: "Features", model: Mapping[str, Any] | None) -> tuple[dict[int, float], dict[int, float]]:
    """Entities' and files' scores by the content of a model file, or by the hand weights alone without one."""
    from crossbearing_plugins.fusion._learned.blend import blend
    from crossbearing_plugins.fusion._learned.model import model_of

    return blend(features, None if model is None else model_of(model, "in training"))


@lru_cache(maxsize=4)
def _model(path: Path) -> "Model":
    from crossbearing_plugins.fusion._learned.model import read_model

    return read_model(path)
