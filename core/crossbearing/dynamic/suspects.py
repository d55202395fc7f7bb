"""The suspiciousness table of a spectrum, and how much of one ranking another preserves."""

from collections.abc import Collection
from typing import Any

import numpy as np
from attrs import frozen

from crossbearing.model.graph import CodeGraph
from crossbearing.model.spectrum import Counts, Spectrum
from crossbearing.model.suspicion import FORMULAS

DIGITS = 9


@frozen
class Suspect:
    """A place that failing tests executed: a definition, or one line of it (``line == end_line``)."""

    qualname: str
    kind: str
    file: str
    line: int
    end_line: int
    failed: int
    passed: int
    score: float


def suspects(
    spectrum: Spectrum, graph: CodeGraph, *, formula: str = "ochiai", divided: bool = False, lines: bool = False
) -> tuple[Suspect, ...]:
    """Definitions (or lines) outside of tests with a positive score, the most suspicious first, then by place."""
    owners = spectrum.owners(graph)
    if lines:
        counts = spectrum.line_counts(divided)
        places = [(int(owners[row]), int(spectrum.place_lines[row]), row) for row in range(len(owners))]
    else:
        entities, counts = spectrum.entities(graph, divided)
        places = [(entity, 0, row) for row, entity in enumerate(entities.tolist())]
    scores = np.round(FORMULAS[formula](counts), DIGITS)
    found = [
        _suspect(graph, entity, line, counts, row, float(scores[row]))
        for entity, line, row in places
        if entity >= 0 and scores[row] > 0 and graph.role(entity) != "test"
    ]
    return tuple(sorted(found, key=lambda suspect: (-suspect.score, suspect.file, suspect.line)))


def _suspect(graph: CodeGraph, entity: int, line: int, counts: Counts, row: int, score: float) -> Suspect:
    return Suspect(
        qualname=graph.qualnames[entity],
        kind=graph.kinds[entity],
        file=graph.file(entity),
        line=line or int(graph.lines[entity]),
        end_line=line or int(graph.end_lines[entity]),
        failed=int(counts.failed[row]),
        passed=int(counts.passed[row]),
        score=score,
    )


@frozen
class Preserved:
    """How much of a full ranking is preserved when only some passing tests run.

    ``top`` is the share of the full ranking's first ten that the other's first ten hold (ties with the tenth count on
    both sides); ``concordance`` is Kendall's tau-b between the scores of what failing tests executed, and None where
    one of the rankings is one big tie.
    """

    chosen: int
    full: int
    top: float
    concordance: float | None


def preserved(spectrum: Spectrum, graph: CodeGraph, chosen: Collection[str]) -> Preserved:
    """Compare the ranking with all of the spectrum's passing tests to that with only the ``chosen`` ones."""
    part = spectrum.subset(chosen)
    entities, counts = spectrum.entities(graph)
    own, fewer = part.entities(graph)
    position = {entity: row for row, entity in enumerate(own.tolist())}
    full_scores = np.round(FORMULAS["ochiai"](counts), DIGITS)
    part_scores = np.round(FORMULAS["ochiai"](fewer), DIGITS)
    pairs = [
        (float(full_scores[row]), float(part_scores[position[entity]]))
        for row, entity in enumerate(entities.tolist())
        if full_scores[row] > 0 and graph.role(entity) != "test"
    ]
    full, less = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    first, second = _top(full), _top(less)
    share = len(first & second) / len(first) if first else 1.0
    return Preserved(len(part.passing), len(spectrum.passing), round(share, 4), _tau(full, less))


def _top(scores: list[float], count: int = 10) -> set[int]:
    """The rows of the ``count`` best scores, with all that tie with the last of them."""
    if not scores:
        return set()
    least = sorted(scores, reverse=True)[:count][-1]
    return {row for row, score in enumerate(scores) if score >= least}


def _tau(one: list[float], other: list[float]) -> float | None:
    first, second = np.array(one), np.array(other)
    left = np.sign(first[:, None] - first[None, :])
    right = np.sign(second[:, None] - second[None, :])
    bottom = float(np.sqrt((left**2).sum() * (right**2).sum()))
    return round(float((left * right).sum()) / bottom, 4) if bottom else None


def as_data(found: Collection[Suspect]) -> list[dict[str, Any]]:
    """Suspects as plain data."""
    from attrs import asdict

    return [asdict(suspect) for suspect in found]
