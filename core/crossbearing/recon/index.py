"""Merging the words of all files into one inverted index."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

import numpy as np
import numpy.typing as npt

from crossbearing.model.graph import CodeGraph
from crossbearing.model.index import FIELDS, TextIndex
from crossbearing.recon.textfacts import TextFacts

_ROW_BITS = 32
_BLOCK_ROWS = 1_000_000

Numbers = npt.NDArray[np.int32]
Block = list[tuple[TextFacts, range, Numbers]]
"""The bags of some files, with the entities of each and the numbers of its terms."""
Columns = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8], npt.NDArray[np.uint16]]
"""Documents, fields and counts of all postings."""


def build_index(graph: CodeGraph, text: Mapping[str, TextFacts]) -> TextIndex:
    """Merge the text facts of every file of ``graph`` (keyed by path) into an index over its entities.

    Document ``d`` of a file is the entity ``module_of_file(path) + d``; files of the graph without text facts have
    empty documents. Postings are sorted by term, document and field. The result does not depend on the order of
    ``text``, of which each value is asked for twice and none is kept.
    """
    # All at once: asking the graph file by file looks through all of its entities each time.
    bounds = np.searchsorted(graph.file_index, np.arange(len(graph.files) + 1, dtype=np.int32)).tolist()
    places = [(path, range(*bounds[at : at + 2])) for at, path in enumerate(graph.files) if path in text]
    vocabulary, offsets, numbers = _terms(text, places)
    lengths = np.zeros((len(graph), len(FIELDS)), np.int32)
    columns = (np.empty(offsets[-1], np.int32), np.empty(offsets[-1], np.uint8), np.empty(offsets[-1], np.uint16))
    ends = offsets[:-1].copy()
    for block in _blocks(text, places, numbers):
        for bag, entities, _ in block:
            lengths[entities.start : entities.stop] = bag.lengths
        _place(block, ends, columns)
    documents, fields, counts = columns
    return TextIndex(vocabulary, offsets, documents, fields, counts, lengths)


def _terms(
    text: Mapping[str, TextFacts], places: Sequence[tuple[str, range]]
) -> tuple[list[str], npt.NDArray[np.int64], list[Numbers]]:
    """All terms, sorted, where the postings of each begin and end, and for each file the numbers of its terms."""
    numbers: dict[str, int] = defaultdict(count().__next__)
    totals = np.zeros(1024, np.int64)
    used: list[Numbers] = []
    for path, _ in places:
        bag = text[path]
        own = np.fromiter(map(numbers.__getitem__, bag.vocabulary), np.int32, len(bag.vocabulary))
        used.append(own)
        if len(numbers) > len(totals):
            totals = np.concatenate((totals, np.zeros(len(numbers), np.int64)))
        totals[own] += np.bincount(bag.terms, minlength=len(own))
    vocabulary = sorted(numbers)
    order = np.fromiter(map(numbers.__getitem__, vocabulary), np.int64, len(vocabulary))
    ranks = np.empty(len(order), np.int32)
    ranks[order] = np.arange(len(order), dtype=np.int32)
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(totals[order])))
    return vocabulary, offsets, [ranks[own] for own in used]


def _blocks(
    text: Mapping[str, TextFacts], places: Sequence[tuple[str, range]], numbers: Sequence[Numbers]
) -> Iterator[Block]:
    """The bags in order, some millions of rows at a time."""
    block: Block = []
    rows = 0
    for (path, entities), own in zip(places, numbers, strict=True):
        block.append((text[path], entities, own))
        rows += len(block[-1][0].terms)
        if rows >= _BLOCK_ROWS:
            yield block
            block, rows = [], 0
    if block:
        yield block


def _place(block: Block, ends: npt.NDArray[np.int64], columns: Columns) -> None:
    """Put the postings of a block behind those that its terms have already; ``ends`` says where, and is moved on."""
    terms, *rows = _rows(block)
    order = _order_by_term(terms)
    terms = terms[order]
    starts = np.flatnonzero(np.diff(terms, prepend=-1))
    sizes = np.diff(starts, append=len(terms))
    found = terms[starts]
    targets = np.arange(len(terms)) + np.repeat(ends[found] - starts, sizes)
    ends[found] += sizes
    for column, values in zip(columns, rows, strict=True):
        column[targets] = values[order]  # type: ignore[index]


def _rows(
    block: Block,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.uint8], npt.NDArray[np.uint16]]:
    """All rows of a block, with terms and documents numbered for the whole repository."""
    terms, documents = [], []
    for bag, entities, own in block:
        terms.append(own[bag.terms])
        documents.append(bag.documents + np.int32(entities.start))
    return (
        np.concatenate(terms),
        np.concatenate(documents),
        np.concatenate([bag.fields for bag, _, _ in block]),
        np.concatenate([bag.counts for bag, _, _ in block]),
    )


def _order_by_term(terms: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """The order that sorts ``terms`` and keeps the order of equals: rows come sorted by document and field."""
    # Term and row in one number: no two are equal, so the fastest sort will do, and it needs no second array.
    keys = (terms.astype(np.int64) << _ROW_BITS) | np.arange(len(terms))
    keys.sort()
    keys &= (1 << _ROW_BITS) - 1
    return keys
