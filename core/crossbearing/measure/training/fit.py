"""Fitting the trees of a model with LightGBM, the same ones every time, and writing them as plain arrays."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import frozen

from crossbearing.measure.training.gather import Lesson
from crossbearing.model.errors import CrossbearingError

SCHEMA = "crossbearing.fusion-model/1"
_SIGNIFICANT = 9


@frozen
class Settings:
    """How trees are grown, and how much they count beside the hand weights: for files, and for entities.

    An amount of 0 grows no trees. On fix commits trees for entities help, on issues as people write them they did not:
    messages name other things. So files alone are learned, unless one asks for more.
    """

    trees: int = 250
    leaves: int = 6
    learning_rate: float = 0.03
    smallest_leaf: int = 40
    entity_amount: float = 0.0
    file_amount: float = 0.15
    seed: int = 1

    def parameters(self) -> dict[str, Any]:
        """LightGBM's names for them, with everything that makes a fit repeatable."""
        return {
            "objective": "lambdarank",
            "num_leaves": self.leaves,
            "learning_rate": self.learning_rate,
            "min_data_in_leaf": self.smallest_leaf,
            "feature_fraction": 0.4,
            "bagging_fraction": 0.7,
            "bagging_freq": 1,
            "lambda_l2": 5.0,
            "max_bin": 63,
            "lambdarank_truncation_level": 20,
            "seed": self.seed,
            "deterministic": True,
            "force_row_wise": True,
            "num_threads": 1,
            "verbose": -1,
        }


@frozen(eq=False)
class Example:
    """A lesson with its tables of features, as the fusion makes them."""

    lesson: Lesson
    features: Any


def require_lightgbm() -> Any:
    """Return LightGBM, or raise :class:`CrossbearingError` that says how to get it."""
    try:
        import lightgbm
    except ImportError:
        raise CrossbearingError("training needs LightGBM: pip install 'crossbearing[learned]'") from None
    return lightgbm


def fit(examples: Sequence[Example], settings: Settings) -> dict[str, Any]:
    """Train both sets of trees; the answer is the content of a model file without its card.

    Raises :class:`CrossbearingError` where no example has anything to learn.
    """
    entities = [(each.features.entities(), each.lesson.gold_entities) for each in examples]
    files = [(each.features.file_table(), each.lesson.gold_files) for each in examples]
    return {
        "schema": SCHEMA,
        "entities": _forest(entities, settings, settings.entity_amount, "function"),
        "files": _forest(files, settings, settings.file_amount, "file"),
    }


def _forest(tables: Sequence[tuple[Any, npt.NDArray[np.int32]]], settings: Settings, amount: float, what: str) -> Any:
    if not amount:
        return {"features": [], "amount": 0.0, "trees": _joined([])}
    lightgbm = require_lightgbm()
    rows, labels = [], []
    for table, gold in tables:
        marks = np.isin(table.numbers[table.taught], gold)
        if marks.any():
            rows.append(table.rows[table.taught])
            labels.append(marks.astype(np.int32))
    if not rows:
        raise CrossbearingError(f"nothing to learn from: no lesson has an edited {what} among its candidates")
    names = list(tables[0][0].names)
    data = lightgbm.Dataset(
        np.concatenate(rows),
        np.concatenate(labels),
        group=[len(each) for each in labels],
        feature_name=[f"f{number}" for number in range(len(names))],
        free_raw_data=False,
    )
    booster = lightgbm.train(settings.parameters(), data, settings.trees)
    trees = [_Nodes.of(info["tree_structure"]) for info in booster.dump_model()["tree_info"]]
    return {"features": names, "amount": amount, "trees": _joined(trees)}


class _Nodes:
    """The nodes of one tree in columns, each parent before its children."""

    def __init__(self) -> None:
        self.columns: dict[str, list[Any]] = {name: [] for name in ("feature", "threshold", "left", "right", "value")}

    @classmethod
    def of(cls, root: Mapping[str, Any]) -> "_Nodes":
        nodes = cls()
        waiting: list[tuple[Mapping[str, Any], str, int]] = [(root, "", 0)]
        while waiting:
            node, side, parent = waiting.pop()
            number = nodes.add(node)
            if side:
                nodes.columns[side][parent] = number
            if "split_feature" in node:
                waiting += [(node["right_child"], "right", number), (node["left_child"], "left", number)]
        return nodes

    def add(self, node: Mapping[str, Any]) -> int:
        number = len(self.columns["feature"])
        inner = "split_feature" in node
        self.columns["feature"].append(int(node["split_feature"]) if inner else -1)
        self.columns["threshold"].append(_short(node["threshold"]) if inner else 0)
        self.columns["left"].append(number)
        self.columns["right"].append(number)
        self.columns["value"].append(0 if inner else _short(node["leaf_value"]))
        return number


def _joined(trees: Sequence[_Nodes]) -> dict[str, list[Any]]:
    joined: dict[str, list[Any]] = {
        "roots": [], "feature": [], "threshold": [], "left": [], "right": [], "value": []
    }  # fmt: skip
    for tree in trees:
        start = len(joined["feature"])
        joined["roots"].append(start)
        for name, column in tree.columns.items():
            joined[name] += [value + start for value in column] if name in ("left", "right") else column
    return joined


def _short(number: float) -> float:
    return float(f"{number:.{_SIGNIFICANT}g}")
