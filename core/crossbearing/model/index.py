"""The inverted index over the text of every entity.

A document is an entity of the :class:`~crossbearing.model.graph.CodeGraph` with the same number; the document of a
``module`` entity is the whole file. Each occurrence is counted by field, so that a query weighs fields as it likes
(BM25F: Robertson, Zaragoza, Taylor, "Simple BM25 extension to multiple weighted fields", CIKM 2004).
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from attrs import define, field

FIELDS = ("name", "signature", "docstring", "body", "path")
"""Fields of a document, in the order of the columns of :attr:`TextIndex.lengths`."""

_REMEMBERED = 100_000

FloatArray = npt.NDArray[np.float64]


@define(eq=False, repr=False)
class TextIndex:
    """Postings sorted by term; ``vocabulary`` is sorted, ``offsets`` has one entry more than it.

    ``documents``, ``fields`` and ``counts`` run parallel: term ``i`` has the postings ``offsets[i]:offsets[i+1]``,
    those of a document beside each other.
    ``lengths[document, field]`` is the number of terms in that field.
    """

    vocabulary: Sequence[str]
    offsets: npt.NDArray[np.int64]
    documents: npt.NDArray[np.int32]
    fields: npt.NDArray[np.uint8]
    counts: npt.NDArray[np.uint16]
    lengths: npt.NDArray[np.int32]
    _known: dict[str, slice] = field(init=False, factory=dict)

    def postings(self, term: str) -> slice:
        """The slice of the posting arrays that belongs to ``term``; empty where no document holds it."""
        known = self._known.get(term)
        if known is None:
            # A localization asks for the same terms again and again.
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = self._known[term] = self._look_up(term)
        return known

    def _look_up(self, term: str) -> slice:
        position = bisect_left(self.vocabulary, term)
        if position == len(self.vocabulary) or self.vocabulary[position] != term:
            return slice(0, 0)
        return slice(int(self.offsets[position]), int(self.offsets[position + 1]))

    def bm25(
        self,
        query: Mapping[str, float],
        fields: Mapping[str, float],
        *,
        population: npt.NDArray[np.bool_] | None = None,
        k1: float = 1.5,
        b: float = 0.75,
    ) -> FloatArray:
        """Score every document against weighted query terms.

        ``score(d) = Σ_t w_t · idf(t) · tf·(k1+1) / (tf + k1·(1-b+b·len/avg))`` with ``tf`` and ``len`` summed over
        ``fields`` by their weights, and ``idf(t) = ln(1 + (N-df+0.5)/(df+0.5))`` (Robertson/Lucene form). Document
        counts and the average length are taken over ``population`` (default: all); other documents score 0.
        """
        weights = np.array([fields.get(name, 0.0) for name in FIELDS])
        chosen = np.ones(len(self.lengths), np.bool_) if population is None else population
        length = self.lengths @ weights
        total = int(chosen.sum())
        scores = np.zeros(len(self.lengths))
        if not total:
            return scores
        average = float(length[chosen].mean()) or 1.0
        norm = k1 * (1 - b + b * length / average)
        for term in sorted(query):
            span = self.postings(term)
            if span.start == span.stop:
                continue
            documents, frequency = self._frequencies(span, weights)
            found = (frequency > 0) & chosen[documents]
            hits = documents[found]
            if not len(hits):
                continue
            idf = np.log(1 + (total - len(hits) + 0.5) / (len(hits) + 0.5))
            tf = frequency[found]
            scores[hits] += query[term] * idf * tf * (k1 + 1) / (tf + norm[hits])
        return scores

    def _frequencies(self, span: slice, weights: FloatArray) -> tuple[npt.NDArray[np.int32], FloatArray]:
        """The documents of one term's postings, ascending, and the sum of each one's weighted counts."""
        documents = self.documents[span]
        first = np.ones(len(documents), np.bool_)
        np.not_equal(documents[1:], documents[:-1], out=first[1:])
        counts: FloatArray = self.counts[span] * weights[self.fields[span]]
        return documents[first], np.bincount(np.cumsum(first) - 1, counts).astype(np.float64, copy=False)
