"""Keeping a map in the store, and getting it back quickly.

A map is kept twice: as arrays, which are mapped into memory and from which everything is made again, and as rows behind
the store's views, for other programs to query. The arrays come in four groups: ``graph``, ``index``, ``references``, of
which only the first two are needed to localize, and ``inputs``, which say what the map was linked from.
"""

import json
from collections.abc import Mapping
from typing import Any, get_args

import numpy as np
import numpy.typing as npt
from attrs import astuple, define, field

from crossbearing.model.graph import CodeGraph, Edges, EdgeType, EntityKind
from crossbearing.model.index import TextIndex
from crossbearing.model.location import Problem
from crossbearing.recon.blocks import GraphBlocks
from crossbearing.recon.references import ImportTable, ReferenceTable
from crossbearing.recon.strings import PackedStrings, join_strings, pack_strings, split_strings
from crossbearing.store import MakeArrays, MapHeader, Store, StoredMap

LAYOUT = 1
"""Raise it whenever the arrays or their meaning change; arrays of another layout are not loaded."""

Array = npt.NDArray[Any]
Arrays = Mapping[str, Array]

_KINDS: tuple[EntityKind, ...] = get_args(EntityKind)
_EDGE_TYPES: tuple[EdgeType, ...] = get_args(EdgeType)
_TEXT_COLUMNS = ("files", "names", "qualnames", "signatures", "docstrings", "roles")
_NUMBER_COLUMNS = ("file_index", "lines", "columns", "start_lines", "end_lines", "parents")
_INDEX_ARRAYS = ("offsets", "documents", "fields", "counts", "lengths")
_REFERENCE_ARRAYS = ("entities", "lines", "columns", "name_numbers", "kinds", "targets", "confidence")
_IMPORT_ARRAYS = ("entities", "lines", "columns", "targets")
_LAYOUT_ARRAY = np.array([LAYOUT], np.uint32)
_MISFITS = (LookupError, ValueError, TypeError)
"""What reading arrays of another layout raises."""


@define(eq=False, repr=False)
class MapParts:
    """What of a repository's map outlives the process.

    ``manifest`` and ``details`` (statistics, statuses and whatever else belongs to the map) are plain JSON values.
    """

    repo: str
    revision: str | None
    fingerprint: str
    graph: CodeGraph
    index: TextIndex
    manifest: dict[str, Any] = field(factory=dict)
    errors: tuple[Problem, ...] = ()
    details: dict[str, Any] = field(factory=dict)


def save_map(
    store: Store, parts: MapParts, references: ReferenceTable, imports: ImportTable, inputs: bytes | None = None
) -> None:
    """Make this the store's current map; other processes see it whole or not at all.

    ``inputs`` say what it was linked from, for the next linking; None leaves what is known of that as it is.
    Does nothing where the store cannot be written. Raises CrossbearingError where the disk is full.
    """
    if not store.writable:
        return
    rows = GraphBlocks(parts.graph, references, imports)
    header = MapHeader(
        fingerprint=parts.fingerprint,
        repo=parts.repo,
        revision=parts.revision,
        files=len(parts.graph.files),
        nodes=rows.node_count,
        edges=rows.edge_count,
    )
    artifacts: dict[str, MakeArrays] = {
        "graph": lambda: {"summary": _summary(parts), **_graph_arrays(parts.graph)},
        "index": lambda: _index_arrays(parts.index),
        "references": lambda: _table_arrays(references, imports),
    }
    if inputs is not None:
        artifacts["inputs"] = lambda: {"layout": _LAYOUT_ARRAY, "inputs": inputs}
    store.save_map(StoredMap(header, rows, artifacts))


def load_map(store: Store, fingerprint: str) -> MapParts | None:
    """Return the map that was saved under ``fingerprint``; None where the store does not hold all of it any more."""
    graph = store.load_artifact(fingerprint, "graph")
    index = store.load_artifact(fingerprint, "index")
    if graph is None or index is None:
        return None
    try:
        summary = json.loads(graph["summary"].tobytes())
        return MapParts(
            repo=summary["repo"],
            revision=summary["revision"],
            fingerprint=fingerprint,
            graph=_graph(graph),
            index=_index(index),
            manifest=summary["manifest"],
            errors=tuple(Problem(*row) for row in summary["errors"]),
            details=summary["details"],
        )
    except _MISFITS:
        return None


def load_references(store: Store, fingerprint: str) -> tuple[ReferenceTable, ImportTable] | None:
    """Return the line-level tables of the map that was saved under ``fingerprint``, or None."""
    arrays = store.load_artifact(fingerprint, "references")
    if arrays is None:
        return None
    try:
        _check_layout(arrays)
        references = ReferenceTable(
            names=split_strings(arrays["names"].data),
            **{name: arrays[f"reference_{name}"] for name in _REFERENCE_ARRAYS},
        )
        return references, ImportTable(**{name: arrays[f"import_{name}"] for name in _IMPORT_ARRAYS})
    except _MISFITS:
        return None


def load_inputs(store: Store, fingerprint: str) -> bytes | None:
    """Return what the map that was saved under ``fingerprint`` was linked from, or None."""
    arrays = store.load_artifact(fingerprint, "inputs")
    return None if arrays is None or "inputs" not in arrays else arrays["inputs"].tobytes()


def load_edges(store: Store, fingerprint: str) -> dict[EdgeType, Edges] | None:
    """Return the edges of the map that was saved under ``fingerprint``, or None."""
    arrays = store.load_artifact(fingerprint, "graph")
    if arrays is None:
        return None
    try:
        _check_layout(arrays)
        return _edges(arrays, len(arrays["parents"]))
    except _MISFITS:
        return None


def _summary(parts: MapParts) -> bytes:
    values = {
        "repo": parts.repo,
        "revision": parts.revision,
        "manifest": parts.manifest,
        "errors": [astuple(error) for error in parts.errors],
        "details": parts.details,
    }
    return json.dumps(values, sort_keys=True, separators=(",", ":")).encode()


def _graph_arrays(graph: CodeGraph) -> dict[str, Array | bytes]:
    numbers = {kind: number for number, kind in enumerate(_KINDS)}
    arrays: dict[str, Array | bytes] = {"layout": _LAYOUT_ARRAY}
    arrays |= {name: join_strings(getattr(graph, name)) for name in _TEXT_COLUMNS}
    arrays |= {name: getattr(graph, name) for name in _NUMBER_COLUMNS}
    arrays["kinds"] = np.fromiter(map(numbers.__getitem__, graph.kinds), np.uint8, len(graph.kinds))
    for edge_type, edges in graph.edges.items():
        arrays[f"{edge_type}_sources"] = edges.sources
        arrays[f"{edge_type}_targets"] = edges.targets
    return arrays


def _graph(arrays: Arrays) -> CodeGraph:
    _check_layout(arrays)
    columns: dict[str, Any] = {name: split_strings(arrays[name].data) for name in _TEXT_COLUMNS}
    columns |= {name: arrays[name] for name in _NUMBER_COLUMNS}
    columns["kinds"] = list(map(_KINDS.__getitem__, arrays["kinds"].tolist()))
    count = len(columns["names"])
    graph = CodeGraph(**columns, edges=_edges(arrays, count))
    _check_graph(graph)
    return graph


def _edges(arrays: Arrays, count: int) -> dict[EdgeType, Edges]:
    return {
        edge_type: Edges(arrays[f"{edge_type}_sources"], arrays[f"{edge_type}_targets"], count)
        for edge_type in _EDGE_TYPES
        if f"{edge_type}_sources" in arrays
    }


def _check_graph(graph: CodeGraph) -> None:
    """Refuse numbers that point to nothing; text that is merely wrong cannot be told from text that is right."""
    count, files = len(graph), len(graph.files)
    names = {*_TEXT_COLUMNS, *_NUMBER_COLUMNS, "kinds"} - {"files", "roles"}
    if any(len(getattr(graph, name)) != count for name in names) or len(graph.roles) != files:
        raise ValueError("columns differ in length")
    ends = [graph.parents, *(end for edges in graph.edges.values() for end in (edges.sources, edges.targets))]
    if not all(_within(column, count) for column in ends) or not _within(graph.file_index, files):
        raise ValueError("a number points to no entity")


def _within(column: Array, count: int) -> bool:
    return len(column) == 0 or (int(column.min()) >= -1 and int(column.max()) < count)


def _index_arrays(index: TextIndex) -> dict[str, Array | bytes]:
    offsets, text = pack_strings(index.vocabulary)
    arrays: dict[str, Array | bytes] = {name: getattr(index, name) for name in _INDEX_ARRAYS}
    return {"layout": _LAYOUT_ARRAY, "vocabulary_offsets": offsets, "vocabulary": text, **arrays}


def _index(arrays: Arrays) -> TextIndex:
    _check_layout(arrays)
    vocabulary = PackedStrings(arrays["vocabulary_offsets"], arrays["vocabulary"])
    index = TextIndex(vocabulary, **{name: arrays[name] for name in _INDEX_ARRAYS})
    if len(index.offsets) != len(vocabulary) + 1 or int(index.offsets[-1]) != len(index.documents):
        raise ValueError("the vocabulary does not fit the postings")
    return index


def _table_arrays(references: ReferenceTable, imports: ImportTable) -> dict[str, Array | bytes]:
    arrays: dict[str, Array | bytes] = {"layout": _LAYOUT_ARRAY, "names": join_strings(references.names)}
    arrays |= {f"reference_{name}": getattr(references, name) for name in _REFERENCE_ARRAYS}
    arrays |= {f"import_{name}": getattr(imports, name) for name in _IMPORT_ARRAYS}
    return arrays


def _check_layout(arrays: Arrays) -> None:
    if arrays["layout"].tolist() != [LAYOUT]:
        raise ValueError("the arrays have another layout")
