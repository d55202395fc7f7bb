"""Graphs and tables of uses written by hand."""

import numpy as np

from crossbearing.model.graph import CodeGraph, Edges
from crossbearing.recon.references import ImportTable, ReferenceTable


def graph_of(*entities):
    """A graph of ``(file, qualname, kind, line, column, parent)`` rows, sorted by file."""
    files = sorted({row[0] for row in entities})
    qualnames = [row[1] for row in entities]
    lines = np.array([row[3] for row in entities], np.int32)
    parents = np.array([row[5] for row in entities], np.int32)
    inside = np.flatnonzero(parents >= 0).astype(np.int32)
    return CodeGraph(
        files=files,
        file_index=np.array([files.index(row[0]) for row in entities], np.int32),
        names=[qualname.rpartition(".")[2] for qualname in qualnames],
        qualnames=qualnames,
        kinds=[row[2] for row in entities],
        lines=lines,
        columns=np.array([row[4] for row in entities], np.int32),
        start_lines=lines.copy(),
        end_lines=lines + 5,
        parents=parents,
        signatures=["" for _ in entities],
        docstrings=["" for _ in entities],
        roles=["source" for _ in files],
        edges={"contain": Edges(inside, parents[inside], len(entities))},
    )


def references_of(*rows):
    """A table of ``(entity, line, column, name, kind, target, confidence)`` rows."""
    names = list(dict.fromkeys(row[3] for row in rows))
    return ReferenceTable(
        entities=np.array([row[0] for row in rows], np.int32),
        lines=np.array([row[1] for row in rows], np.int32),
        columns=np.array([row[2] for row in rows], np.int32),
        name_numbers=np.array([names.index(row[3]) for row in rows], np.int32),
        names=names,
        kinds=np.array([row[4] for row in rows], np.uint8),
        targets=np.array([row[5] for row in rows], np.int32),
        confidence=np.array([row[6] for row in rows], np.float32),
    )


def imports_of(*rows):
    """A table of ``(entity, line, column, target)`` rows."""
    columns = np.array(rows, np.int32).reshape(-1, 4).T
    return ImportTable(*(np.ascontiguousarray(column) for column in columns))
