"""What is known of one question for a fusion, as plain arrays: nothing in it names a repository or a language.

A *survey* covers the entities of the pool and the module entities of their files, ascending. Its arrays can be kept in
a file; features are made from it alone, so that training sees exactly what locating sees.
"""

from collections.abc import Mapping
from math import log1p
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from crossbearing.plugin import CodeGraph, Query, subtokens, terms

if TYPE_CHECKING:
    from crossbearing.plugin import TextIndex

Array = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int32]
Survey = dict[str, npt.NDArray[np.generic]]

CHANNELS = ("bm25", "example", "literal", "path", "quoted", "stack", "symbol", "usage", "walk")
"""The channels that a survey tells apart; what others say reaches the model through the hand-weighted sum alone."""

_KINDS = ("module", "class", "function", "method", "variable")
_RELATIONS = ("invoke", "inherit", "import")
_PASSAGES = ("title", "prose", "code", "output", "trace", "template")
_ALL_FIELDS = {"name": 1.0, "signature": 1.0, "docstring": 0.3, "body": 1.0, "path": 4.0}
FACETS = ("title", "prose", "code", "pasted", "signals", "title-name", "text-name", "text-docstring", "text-path")
"""Parts of the issue asked of parts of the code, each scored on its own (BM25)."""


def survey(
    evidence: Mapping[str, Mapping[int, float]],
    weights: Mapping[str, float],
    channels: Mapping[str, Mapping[int, float]],
    query: Query,
) -> Survey:
    """Describe a question: the arguments are those of the hook ``fuse``."""
    graph = query.graph
    pool = sorted({entity for scores in evidence.values() for entity in scores})
    entities = np.array(sorted({*pool, *(graph.module_of(entity) for entity in pool)}), np.int32)
    places = {int(entity): place for place, entity in enumerate(entities)}
    found: Survey = {
        "entities": entities,
        "pooled": np.isin(entities, pool),
        "hand": _hand(evidence, weights, places),
        "channels": np.stack([_column(channels.get(name, {}), places) for name in CHANNELS]),
        "asked": np.array([name in channels for name in CHANNELS]),
        "facets": _facets(query, entities),
        "issue": _issue(query),
    }
    found |= _shape(graph, entities, places)
    found |= {relation: _pairs(graph, relation, entities) for relation in _RELATIONS}
    return found


def _hand(
    evidence: Mapping[str, Mapping[int, float]], weights: Mapping[str, float], places: Mapping[int, int]
) -> Array:
    total = np.zeros(len(places))
    for name in sorted(evidence):
        total += weights.get(name, 0.0) * _column(evidence[name], places)
    return total


def _column(scores: Mapping[int, float], places: Mapping[int, int]) -> Array:
    column = np.zeros(len(places))
    for entity, score in scores.items():
        if (place := places.get(entity)) is not None:
            column[place] = max(0.0, score)
    return column


def _shape(graph: CodeGraph, entities: Integers, places: Mapping[int, int]) -> Survey:
    """What the entities are: kind, size, name, place in the tree, how much is connected to them."""
    names = [graph.names[entity] for entity in entities]
    files = graph.file_index[entities]
    paths = [graph.files[file] for file in files]
    invoke = graph.edges.get("invoke")
    folders = {folder: number for number, folder in enumerate(sorted({path.rpartition("/")[0] for path in paths}))}
    degrees = [
        (len(invoke.predecessors(int(e))), len(invoke.successors(int(e)))) if invoke else (0, 0) for e in entities
    ]
    return {
        "file": files.astype(np.int32),
        "kind": np.array([_KINDS.index(graph.kinds[entity]) for entity in entities], np.int32),
        "parent": np.array([places.get(int(graph.parents[entity]), -1) for entity in entities], np.int32),
        "size": (graph.end_lines[entities] - graph.start_lines[entities] + 1).astype(np.int32),
        "depth": np.array([graph.qualnames[entity].count(".") for entity in entities], np.int32),
        "name_parts": np.array([len(subtokens(name)) for name in names], np.int32),
        "private": np.array([name.startswith("_") and not name.endswith("__") for name in names]),
        "special": np.array([name.startswith("__") and name.endswith("__") for name in names]),
        "callers": np.array([own[0] for own in degrees], np.int32),
        "callees": np.array([own[1] for own in degrees], np.int32),
        "path_depth": np.array([path.count("/") for path in paths], np.int32),
        "folder": np.array([folders[path.rpartition("/")[0]] for path in paths], np.int32),
        "file_entities": np.array([len(graph.entities_of_file(path)) for path in paths], np.int32),
    }


def _pairs(graph: CodeGraph, relation: str, entities: Integers) -> Integers:
    """The edges of one type between surveyed entities, as two rows of places."""
    edges = graph.edges.get(relation)  # type: ignore[call-overload]
    if edges is None or not len(edges):
        return np.zeros((2, 0), np.int32)
    inside = np.isin(edges.sources, entities) & np.isin(edges.targets, entities)
    ends = np.stack([edges.sources[inside], edges.targets[inside]])
    return np.unique(np.searchsorted(entities, ends).astype(np.int32), axis=1)


def _issue(query: Query) -> Array:
    """The issue's size by kinds of passages, and how many signals of each kind were mined, on a logarithmic scale."""
    bundle = query.bundle
    counts = [len(query.text_of(kind)) for kind in _PASSAGES]  # type: ignore[arg-type]
    signals = (bundle.identifiers, bundle.unresolved, bundle.file_paths, bundle.error_strings, bundle.frames)
    return np.array([log1p(count) for count in (*counts, *map(len, signals), len(query.graph))])


def _facets(query: Query, entities: Integers) -> Array:
    bundle, index = query.bundle, query.index
    title, text = query.text_of("title"), query.text_of("title", "prose")
    signals = " ".join((*bundle.identifiers, *bundle.unresolved))
    asked = {
        "title": (title, _ALL_FIELDS),
        "prose": (query.text_of("prose"), _ALL_FIELDS),
        "code": (query.text_of("code"), _ALL_FIELDS),
        "pasted": (query.text_of("output", "trace"), _ALL_FIELDS),
        "signals": (signals, _ALL_FIELDS),
        "title-name": (title, {"name": 1.0}),
        "text-name": (f"{text} {signals}", {"name": 1.0}),
        "text-docstring": (text, {"docstring": 1.0}),
        "text-path": (f"{text} {signals}", {"path": 1.0}),
    }
    return np.stack([_facet(index, *asked[name], entities) for name in FACETS])


def _facet(index: "TextIndex", text: str, fields: Mapping[str, float], entities: Integers) -> Array:
    query = dict.fromkeys(sorted(set(terms(text))), 1.0)
    if not query:
        return np.zeros(len(entities))
    scores: Array = index.bm25(query, fields, b=0.5)[entities]
    return scores
