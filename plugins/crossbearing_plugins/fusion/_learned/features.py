"""The features that the model sees, made from a survey alone: one row an entity, one row a file.

All are language-independent and bounded or logarithmic; what can only be compared within one question is divided by its
best there. Values are rounded, so that the last bits of a sum never choose a branch of a tree.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from crossbearing_plugins.fusion._learned.survey import CHANNELS, FACETS, Survey

Array = npt.NDArray[np.float64]
Integers = npt.NDArray[np.intp]
Column = tuple[str, Array]

DECIMALS = 6
_MODULE = 0
_FUNCTIONS = (2, 3)
_BEST_OF = 3
_ISSUE = (
    *("title", "prose", "code", "output", "trace", "template"),
    *("identifiers", "unresolved", "paths", "errors", "frames", "entities"),
)
_RANKED = ("bm25", "symbol", "usage", "walk", "path")


class Table(NamedTuple):
    """Rows of features; ``names`` are the columns, ``numbers`` say which entity or file each row is.

    Rows that are not ``taught`` can be no gold: they are scored, but nothing is learned from them.
    """

    names: tuple[str, ...]
    numbers: Integers
    rows: Array
    taught: npt.NDArray[np.bool_]


class Features:
    """The two tables of one survey, and the hand-weighted scores that they are mixed with."""

    def __init__(self, survey: Survey) -> None:
        self._own = survey
        self.module = self._ints("kind") == _MODULE
        self.pooled = np.asarray(survey["pooled"], np.bool_)
        self.files, self.row_of_file = np.unique(self._ints("file"), return_inverse=True)
        self.numbers = self._ints("entities")
        self.places = np.flatnonzero(~self.module & self.pooled)
        self.hand = _unit(self._floats("hand"))
        self._whole_at = np.zeros(len(self.files), np.intp)
        self._whole_at[self.row_of_file[self.module]] = np.flatnonzero(self.module)

    def _ints(self, name: str) -> Integers:
        return np.asarray(self._own[name]).astype(np.intp)

    def _floats(self, name: str) -> Array:
        return np.asarray(self._own[name]).astype(np.float64)

    @cached_property
    def channels(self) -> dict[str, Array]:
        """The channels' scores by name."""
        return dict(zip(CHANNELS, self._floats("channels"), strict=True))

    @cached_property
    def facets(self) -> dict[str, Array]:
        """The facets' scores, whole files divided by the best of them and the others by theirs."""
        scores = self._floats("facets")
        parts, whole = np.where(self.module, 0.0, scores), np.where(self.module, scores, 0.0)
        return {name: _unit(parts[row]) + _unit(whole[row]) for row, name in enumerate(FACETS)}

    @cached_property
    def hand_files(self) -> Array:
        """Each file's hand-weighted score by the best one's: best entity, mean of the best three, whole file."""
        best, mean, whole = self._by_file(self.hand)
        return _unit(best + mean + 0.4 * whole)

    def _by_file(self, scores: Array) -> tuple[Array, Array, Array]:
        """The best score of a file's parts, the mean of its best three, and the score of the file as a whole."""
        own = np.where(self.module, 0.0, scores)
        order = np.lexsort((-own, self.row_of_file))
        files = self.row_of_file[order]
        position = np.arange(len(order)) - np.searchsorted(files, files)
        best, mean = np.zeros(len(self.files)), np.zeros(len(self.files))
        first, top = order[position == 0], order[position < _BEST_OF]
        best[self.row_of_file[first]] = own[first]
        np.add.at(mean, self.row_of_file[top], own[top] / _BEST_OF)
        return best, mean, scores[self._whole_at]

    def entities(self) -> Table:
        """One row for each pooled entity that is no whole file."""
        columns = dict(self._entity_columns())
        rows = np.stack(list(columns.values()), axis=1)[self.places]
        taught = np.isin(self._ints("kind")[self.places], _FUNCTIONS)
        return Table(tuple(columns), self.numbers[self.places], np.round(rows, DECIMALS), taught)

    def file_table(self) -> Table:
        """One row for each file of the pool."""
        columns = dict(self._file_columns())
        rows = np.stack(list(columns.values()), axis=1)
        return Table(tuple(columns), self.files, np.round(rows, DECIMALS), np.ones(len(rows), np.bool_))

    def _entity_columns(self) -> Iterator[Column]:
        own = np.where(self.module, 0.0, self.hand)
        yield "hand", self.hand
        yield "hand.rank", _reciprocal_rank(own)
        for name, scores in self.channels.items():
            yield name, scores
        for name in _RANKED:
            yield f"{name}.rank", _reciprocal_rank(np.where(self.module, 0.0, self.channels[name]))
        for name, scores in self.facets.items():
            yield f"facet.{name}", scores
        yield from self._around_columns(own)
        yield from self._shape_columns()
        yield from self._issue_columns(len(own))

    def _around_columns(self, own: Array) -> Iterator[Column]:
        """What stands around an entity: its file, its class, what it calls and is called by."""
        at_file, whole = self.row_of_file, self._whole_at[self.row_of_file]
        yield "file", self.hand_files[at_file]
        yield "file.rank", _reciprocal_rank(self.hand_files)[at_file]
        best, _, _ = self._by_file(self.hand)
        yield "in-file", _ratio(own, best[at_file])
        yield "in-file.rank", 1 / (1 + _positions(own, at_file))
        for name in ("bm25", "path", "symbol", "quoted"):
            yield f"whole.{name}", self.channels[name][whole]
        for name in ("title", "prose", "code"):
            yield f"whole.facet.{name}", self.facets[name][whole]
        parent = self._ints("parent")
        for name, scores in (("hand", own), ("symbol", self.channels["symbol"])):
            above = np.where(self.module[np.maximum(parent, 0)], 0.0, scores[np.maximum(parent, 0)])
            yield f"parent.{name}", np.where(parent >= 0, above, 0.0)
        for relation in ("invoke", "inherit"):
            sources, targets = self._ints(relation)
            yield f"{relation}.from", _greatest(own, sources, targets)
            yield f"{relation}.to", _greatest(own, targets, sources)
        sources, targets = self._ints("invoke")
        weight = np.zeros(len(own))
        np.add.at(weight, targets, own[sources])
        yield "invoke.sum", np.log1p(weight)

    def _shape_columns(self) -> Iterator[Column]:
        kind = self._ints("kind")
        yield "class", (kind == 1).astype(np.float64)
        yield "method", (kind == 3).astype(np.float64)
        for name in ("size", "callers", "callees", "file_entities"):
            yield name, np.log1p(self._floats(name))
        for name in ("depth", "name_parts", "private", "special", "path_depth"):
            yield name, self._floats(name)

    def _issue_columns(self, count: int) -> Iterator[Column]:
        for name, value in zip(_ISSUE, self._floats("issue"), strict=True):
            yield f"issue.{name}", np.full(count, value)

    def _file_columns(self) -> Iterator[Column]:
        yield "hand", self.hand_files
        yield "hand.rank", _reciprocal_rank(self.hand_files)
        for name, scores in (("hand", self.hand), *self.channels.items()):
            best, mean, whole = self._by_file(scores)
            yield f"{name}.best", best
            yield f"{name}.mean", mean
            yield f"{name}.whole", whole
            if name in _RANKED:
                yield f"{name}.rank", _reciprocal_rank(best + whole)
        for name, scores in self.facets.items():
            best, _, whole = self._by_file(scores)
            yield f"facet.{name}.best", best
            yield f"facet.{name}.whole", whole
        yield from self._file_surroundings()
        yield from self._issue_columns(len(self.files))

    def _file_surroundings(self) -> Iterator[Column]:
        total, at = self.hand_files, self._whole_at
        yield "pooled", np.log1p(np.bincount(self.row_of_file[self.pooled], minlength=len(total)))
        for name in ("size", "file_entities"):
            yield name, np.log1p(self._floats(name)[at])
        yield "path_depth", self._floats("path_depth")[at]
        folder = self._ints("folder")[at]
        yield "folder", _greatest_other(total, folder)
        yield "folder.rank", 1 / (1 + _positions(total, folder))
        for relation in ("import", "invoke", "inherit"):
            sources, targets = self.row_of_file[self._ints(relation)]
            between = sources != targets
            yield f"{relation}.from", _greatest(total, sources[between], targets[between])
            yield f"{relation}.to", _greatest(total, targets[between], sources[between])


def _unit(scores: Array) -> Array:
    best = scores.max(initial=0.0)
    return scores / best if best > 0 else scores * 0.0


def _ratio(scores: Array, best: Array) -> Array:
    return np.divide(scores, best, out=np.zeros_like(scores), where=best > 0)


def _reciprocal_rank(scores: Array) -> Array:
    """``1 / rank`` of positive scores, equal ones sharing the better rank; 0 for the others."""
    rounded = np.round(scores, 9)
    above = np.sort(-rounded)
    ranks = np.searchsorted(above, -rounded, side="left") + 1
    return np.where(rounded > 0, 1 / ranks, 0.0)


def _positions(scores: Array, groups: Integers) -> Array:
    """How many of an item's group come before it, by falling score."""
    order = np.lexsort((np.round(-scores, 9), groups))
    sorted_groups = groups[order]
    position = np.zeros(len(scores))
    position[order] = np.arange(len(order)) - np.searchsorted(sorted_groups, sorted_groups)
    return position


def _greatest(scores: Array, sources: Integers, targets: Integers) -> Array:
    """For each target the best score among its sources."""
    best = np.zeros(len(scores))
    np.maximum.at(best, targets, scores[sources])
    return best


def _greatest_other(scores: Array, groups: Integers) -> Array:
    """The best score among the others of an item's group."""
    best = np.zeros(len(scores))
    for group in np.unique(groups):
        own = np.flatnonzero(groups == group)
        ranked = np.sort(scores[own])[::-1]
        if len(own) > 1:
            best[own] = np.where(scores[own] == ranked[0], ranked[1], ranked[0])
    return best
