"""The five small bugs of ``benchmarks/spectrum.py``: two recorders that share nothing rank their lines alike."""

import re
from math import sqrt
from pathlib import Path

import pytest

from crossbearing.dynamic.suspects import suspects

BUGS = Path(__file__).parents[2] / "benchmarks" / "bugs"
RANKS = {"cart": [1], "middle": [1], "roman": [None], "tokens": [1], "triangle": [2]}


def test_all_bugs_are_here():
    assert sorted(path.name for path in BUGS.iterdir() if path.is_dir()) == sorted(RANKS)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(RANKS))
def test_both_tracers_and_the_formula_by_hand_rank_alike(collect, name):
    files = {str(path.relative_to(BUGS / name)): path.read_text("utf-8") for path in (BUGS / name).rglob("*.py")}
    failing = (BUGS / name / "tests" / "failing.txt").read_text("utf-8").split()
    found = {}
    for tracer in ("own", "coverage"):
        spectrum, graph = collect(files, *failing, tests="all", tracer=tracer)
        assert sorted(test.name for test in spectrum.failing) == sorted(failing)
        found[tracer] = {(each.file, each.line): each.score for each in suspects(spectrum, graph, lines=True)}
    assert found["own"] == found["coverage"] == by_hand(spectrum)
    assert [rank(found["own"], place) for place in faulty(files)] == RANKS[name]


def by_hand(spectrum):
    """Ochiai of every line outside of tests that a failing test executed."""
    covered = [
        (test.is_failing, {(file, line) for file, lines in spectrum.lines_of(number).items() for line in lines})
        for number, test in enumerate(spectrum.tests)
    ]
    failing = [places for is_failing, places in covered if is_failing]
    scores = {}
    for place in set().union(*failing):
        failed = sum(place in places for places in failing)
        executed = sum(place in places for _, places in covered)
        if not place[0].startswith("tests/"):
            scores[place] = round(failed / sqrt(len(failing) * executed), 9)
    return scores


def faulty(files):
    return [
        (path, number)
        for path, text in sorted(files.items())
        for number, line in enumerate(text.splitlines(), 1)
        if re.search("# the fault:", line)
    ]


def rank(scores, place):
    return 1 + sum(score > scores[place] for score in scores.values()) if place in scores else None
