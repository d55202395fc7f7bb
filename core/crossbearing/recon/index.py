"""Merging the words of all files into one inverted index."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from crossbearing.model.graph import CodeGraph
from crossbearing.model.index import FIELDS, TextIndex
from crossbearing.recon.textfacts import TextFacts

_ROW_BITS = 32


def build_index(graph: CodeGraph, text: Mapping[str, TextFacts]) -> TextIndex:
    """Merge the text facts of every file of ``graph`` (keyed by path) into an index over its entities.

    Document ``d`` of a file is the entity ``module_of_file(path) + d``; files of the graph without text facts have
    empty documents. Postings are sorted by term, document and field. The result does not depend on the order of
    ``text``.
    """
    bags = [(text[path], graph.entities_of_file(path)) for path in graph.files if path in text]
    vocabulary = sorted({term for bag, _ in bags for term in bag.vocabulary})
    lengths = np.zeros((len(graph), len(FIELDS)), np.int32)
    for bag, entities in bags:
        lengths[entities.start : entities.stop] = bag.lengths
    terms, documents, fields, counts = _columns(bags, vocabulary)
    order = _order_by_term(terms)
    offsets = np.zeros(len(vocabulary) + 1, np.int64)
    np.cumsum(np.bincount(terms, minlength=len(vocabulary)), out=offsets[1:])
    return TextIndex(vocabulary, offsets, documents[order], fields[order], counts[order], lengths)


Columns = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.uint8], npt.NDArray[np.uint16]]


def _columns(bags: Sequence[tuple[TextFacts, range]], vocabulary: Sequence[str]) -> Columns:
    """All rows of all files, with terms and documents numbered for the whole repository."""
    numbers = {term: number for number, term in enumerate(vocabulary)}
    terms, documents = [], []
    for bag, entities in bags:
        own = np.fromiter(map(numbers.__getitem__, bag.vocabulary), np.int32, len(bag.vocabulary))
        terms.append(own[bag.terms])
        documents.append(bag.documents + np.int32(entities.start))
    return (
        _joined(terms, np.int32),
        _joined(documents, np.int32),
        _joined([bag.fields for bag, _ in bags], np.uint8),
        _joined([bag.counts for bag, _ in bags], np.uint16),
    )


def _joined(parts: Sequence[npt.NDArray[Any]], dtype: type[np.generic]) -> npt.NDArray[Any]:
    return np.concatenate(parts) if parts else np.empty(0, dtype)


def _order_by_term(terms: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """The order that sorts ``terms`` and keeps the order of equals: rows come sorted by document and field."""
    # Term and row in one number: no two are equal, so the fastest sort will do, and it needs no second array.
    keys = (terms.astype(np.int64) << _ROW_BITS) | np.arange(len(terms))
    keys.sort()
    keys &= (1 << _ROW_BITS) - 1
    return keys
