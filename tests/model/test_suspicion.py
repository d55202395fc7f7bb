import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.spectrum import Counts, SpectrumTest, build_spectrum
from crossbearing.model.suspicion import FORMULAS

# Two failing and three passing tests; (failed, passed) of five lines, and each score worked out by hand.
ROWS = ((2, 0), (2, 3), (1, 1), (0, 2), (0, 0))
EXPECTED = {
    "ochiai": (1.0, 2 / math.sqrt(2 * 5), 1 / math.sqrt(2 * 2), 0.0, 0.0),
    "tarantula": (1.0, 0.5, 0.5 / (0.5 + 1 / 3), 0.0, 0.0),
    # failed² / (passed + 2 − failed): infinite, 4/3, 1/2, 0, 0; then x / (1 + x)
    "dstar": (1.0, (4 / 3) / (7 / 3), 0.5 / 1.5, 0.0, 0.0),
    # failed − passed / 4: 2, 1.25, 0.75, −0.5, 0; halved and cut at 0
    "op2": (1.0, 0.625, 0.375, 0.0, 0.0),
    "barinel": (1.0, 1 - 3 / 5, 0.5, 0.0, 0.0),
    "jaccard": (1.0, 2 / 5, 1 / 3, 0.0, 0.0),
}


def counts(rows, failed=2, passed=3):
    table = np.array(rows, np.int64).reshape(-1, 2)
    return Counts(table[:, 0], table[:, 1], failed, passed)


@pytest.mark.parametrize("name", sorted(FORMULAS))
def test_every_formula_on_a_matrix_worked_out_by_hand(name):
    assert FORMULAS[name](counts(ROWS)) == pytest.approx(EXPECTED[name])


@pytest.mark.parametrize("name", sorted(FORMULAS))
def test_no_tests_at_all_give_zeros(name):
    assert FORMULAS[name](counts([(0, 0)], 0, 0)).tolist() == [0.0]


@pytest.mark.parametrize("name", sorted(FORMULAS))
@given(st.data())
def test_scores_are_shares_and_passing_tests_alone_score_nothing(name, data):
    failed, passed = data.draw(st.integers(1, 30)), data.draw(st.integers(0, 30))
    rows = data.draw(st.lists(st.tuples(st.integers(0, failed), st.integers(0, passed)), min_size=1, max_size=20))
    scores = FORMULAS[name](counts(rows, failed, passed))
    assert ((scores >= 0) & (scores <= 1)).all()
    assert all(score == 0 for score, (own, _) in zip(scores, rows, strict=True) if own == 0)


@pytest.mark.parametrize("name", sorted(FORMULAS))
@given(failed=st.integers(1, 9), own=st.integers(1, 9), fewer=st.integers(0, 9), more=st.integers(0, 9))
def test_passing_tests_never_raise_a_score(name, failed, own, fewer, more):
    own = min(own, failed)
    less, greater = sorted((fewer, more))
    scores = FORMULAS[name](counts([(own, less), (own, greater)], failed, 9))
    assert scores[0] >= scores[1] - 1e-12


COVERED = st.dictionaries(st.sampled_from(["a.py", "b.py"]), st.sets(st.integers(1, 9)), max_size=2)
TESTS = st.lists(st.tuples(st.sampled_from(["passed", "failed"]), COVERED), min_size=1, max_size=8)


@given(TESTS, st.randoms(use_true_random=False))
def test_the_order_of_tests_changes_nothing(told, random):
    records = [(SpectrumTest(f"t{number}", outcome), covered) for number, (outcome, covered) in enumerate(told)]
    shuffled = list(records)
    random.shuffle(shuffled)
    one, other = build_spectrum(records), build_spectrum(shuffled)
    assert one.tests == other.tests
    assert one.places.tolist() == other.places.tolist()
    for name, formula in FORMULAS.items():
        assert formula(one.line_counts()).tolist() == formula(other.line_counts()).tolist(), name


@given(TESTS)
def test_counts_are_those_of_the_matrix(told):
    records = [(SpectrumTest(f"t{number}", outcome), covered) for number, (outcome, covered) in enumerate(told)]
    spectrum = build_spectrum(records)
    found = spectrum.line_counts()
    for row, place in enumerate(spectrum.places.tolist()):
        path, line = spectrum.files[place >> 32], place & 0xFFFFFFFF
        for outcome, column in (("failed", found.failed), ("passed", found.passed)):
            assert column[row] == sum(
                test.outcome == outcome and line in covered.get(path, ()) for test, covered in records
            )
