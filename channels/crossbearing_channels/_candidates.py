"""Finding the few places that may hold a text verbatim, through the index, without reading the repository."""

from typing import TYPE_CHECKING

from crossbearing.plugin import terms

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Query


def files_of_candidates(query: "Query") -> "npt.NDArray[np.bool_]":
    """Mark the module entities of all files that hold a candidate, whether or not modules are candidates."""
    import numpy as np

    files = np.zeros(len(query.graph.files), np.bool_)
    files[query.graph.file_index[query.candidates]] = True
    kinds = np.array(query.graph.kinds, dtype=np.str_)
    mask: npt.NDArray[np.bool_] = (kinds == "module") & files[query.graph.file_index]
    return mask


def holding_all(query: "Query", text: str, population: "npt.NDArray[np.bool_]") -> "npt.NDArray[np.int64]":
    """The entities of ``population`` whose text holds every term of ``text``; none where it has fewer than two."""
    import numpy as np

    spans = [query.index.postings(term) for term in sorted(set(terms(text)))]
    if len(spans) < 2 or any(span.start == span.stop for span in spans):
        return np.empty(0, np.int64)
    spans.sort(key=lambda span: span.stop - span.start)
    found = _documents(query, spans[0])
    found = found[population[found]]
    for span in spans[1:]:
        if not len(found):
            break
        found = found[np.isin(found, query.index.documents[span])]
    return found.astype(np.int64)


def holding_most(query: "Query", text: str, population: "npt.NDArray[np.bool_]", count: int) -> list[int]:
    """The ``count`` entities of ``population`` that hold most of the terms of ``text`` by their rarity."""
    import numpy as np

    total = len(query.index.lengths)
    weights = np.zeros(total)
    for term in sorted(set(terms(text))):
        documents = _documents(query, query.index.postings(term))
        weights[documents] += np.log(1 + total / (1 + len(documents)))
    weights[~population] = 0.0
    best = np.argsort(-weights, kind="stable")[:count]
    return [int(entity) for entity in best if weights[entity] > 0]


def _documents(query: "Query", span: slice) -> "npt.NDArray[np.int32]":
    """The documents of one term's postings, ascending: they stand in this order there."""
    import numpy as np

    documents = query.index.documents[span]
    found: npt.NDArray[np.int32] = documents[np.diff(documents, prepend=-1) != 0]
    return found
