"""What failing tests execute and passing ones do not (localization specification §3.4).

Why: the faulty code runs in every test that fails because of it, and in few that pass. The suspiciousness of a place is
Ochiai's ``failed / sqrt(total_failed × (failed + passed))``, where ``failed`` and ``passed`` count the tests of each
kind that execute it; passing tests never raise it. Other formulas are there for comparison.

Example: ``crossbearing locate report.md --repro tests/test_cart.py::test_total`` runs the test and passing ones near
it, and the function that only the failing test executes scores 1.

Limits: without a spectrum there is no evidence, and what no test executed has no score. Code that runs when a module is
imported belongs to no test. Coverage past the first failing assertion is not in the spectrum. With ``divided``, the
assertions of the failing test that held count as passing tests of their own.
"""

from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl
from crossbearing_channels._scores import Reasons

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossbearing.plugin import Counts, Query, Spectrum

    Scores = npt.NDArray[np.float64]

VERSION = 1

FORMULA_NAMES = ("ochiai", "tarantula", "dstar", "op2", "barinel", "jaccard")


@frozen
class Options:
    """``formula``: one of ochiai, tarantula, dstar, op2, barinel, jaccard; ``divided``: assertions that held count."""

    formula: str = field(default="ochiai", validator=validators.in_(FORMULA_NAMES))
    divided: bool = field(default=False, validator=validators.instance_of(bool))


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score the candidates that failing tests executed, and their lines."""
    from crossbearing.plugin import FORMULAS  # loads NumPy

    options = options or Options()
    spectrum = query.spectrum
    if spectrum is None:
        return NoEvidence("no failing test was run, and no coverage given")
    if not spectrum.failing:
        return NoEvidence(spectrum.remarks[0] if spectrum.remarks else "none of the tests failed")
    entities, counts = spectrum.entities(query.graph, options.divided)
    scores = FORMULAS[options.formula](counts)
    kept = (scores > 0) & query.population[entities]
    if not kept.any():
        return NoEvidence("the failing test executed nothing of the project that may be ranked")
    found = dict(zip(entities[kept].tolist(), scores[kept].tolist(), strict=True))
    rows = dict(zip(entities[kept].tolist(), kept.nonzero()[0].tolist(), strict=True))
    return Evidence(found, Reasons(found, lambda e: _reason(counts, rows[e])), _lines(query, spectrum, options, found))


def _lines(
    query: "Query", spectrum: "Spectrum", options: Options, found: dict[int, float]
) -> dict[int, dict[int, float]]:
    from crossbearing.plugin import FORMULAS

    owners = spectrum.owners(query.graph)
    scores = FORMULAS[options.formula](spectrum.line_counts(options.divided))
    lines: dict[int, dict[int, float]] = {}
    for place in scores.nonzero()[0].tolist():
        owner = int(owners[place])
        if owner in found:
            lines.setdefault(owner, {})[int(spectrum.place_lines[place])] = float(scores[place])
    return lines


def _reason(counts: "Counts", row: int) -> str:
    failed, passed = int(counts.failed[row]), int(counts.passed[row])
    return f"{failed} of {counts.total_failed} failing and {passed} of {counts.total_passed} passing tests executed it"
