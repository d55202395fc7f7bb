"""Paired tests against an independent count, and against what their definitions promise."""

from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.measure.significance import compare, mcnemar_test, permutation_test

DIFFERENCES = st.lists(st.sampled_from([-1.0, -0.5, -0.25, 0.0, 0.25, 1.0]), min_size=1, max_size=9)
PAIRS = st.lists(st.tuples(st.sampled_from([0.0, 1.0]), st.sampled_from([0.0, 1.0])), min_size=1, max_size=60)


@given(DIFFERENCES)
def test_the_permutation_test_counts_every_pattern_of_signs(differences: list[float]):
    seen = abs(sum(differences))
    sums = [
        abs(sum(s * d for s, d in zip(signs, differences, strict=True)))
        for signs in product((-1, 1), repeat=len(differences))
    ]
    assert permutation_test(differences) == pytest.approx(sum(each >= seen - 1e-12 for each in sums) / len(sums))


@given(st.integers(1, 14))
def test_agreement_of_all_is_as_likely_as_two_patterns(count: int):
    assert permutation_test([0.5] * count) == pytest.approx(2 / 2**count)


def test_many_differences_are_drawn_and_never_impossible():
    assert permutation_test([1.0] * 60) == pytest.approx(1 / 20_001, abs=1e-6)
    assert permutation_test([1.0, -1.0] * 30) == 1.0
    mixed = [1.0] * 20 + [-1.0] * 10
    assert permutation_test(mixed) == permutation_test(mixed) == pytest.approx(mcnemar_of(20, 10), abs=0.01)


def mcnemar_of(won: int, lost: int) -> float:
    """Twice the tail of a fair coin, from the distribution's own definition."""
    return min(1.0, 2 * sum(comb(won + lost, k) * 0.5 ** (won + lost) for k in range(min(won, lost) + 1)))


@given(PAIRS)
def test_mcnemar_is_a_fair_coin_over_the_discordant_instances(pairs: list[tuple[float, float]]):
    before, after = [list(side) for side in zip(*pairs, strict=True)]
    won = sum(new > old for old, new in pairs)
    lost = sum(new < old for old, new in pairs)
    assert mcnemar_test(before, after) == pytest.approx(mcnemar_of(won, lost), abs=1e-6)


@given(PAIRS)
def test_on_binary_figures_both_tests_agree(pairs: list[tuple[float, float]]):
    found = compare([old for old, _ in pairs], [new for _, new in pairs])
    assert found is not None
    assert found.p_mcnemar == pytest.approx(found.p, abs=0.02)
    assert found.better + found.worse <= len(pairs) == found.difference.count


def test_textbook_case_of_mcnemar():
    # 121 against 59 discordant pairs: known to be far below one in ten thousand.
    assert mcnemar_test([0] * 121 + [1] * 59, [1] * 121 + [0] * 59) == pytest.approx(4e-6, abs=2e-6)


def test_without_instances_there_is_nothing_to_compare():
    assert compare([], []) is None
    assert permutation_test([0.0, 0.0]) == 1.0


def test_figures_that_are_not_binary_have_no_mcnemar():
    found = compare([0.5, 1.0], [1.0, 1.0])
    assert found is not None
    assert found.p_mcnemar is None


@given(st.lists(st.floats(-1, 1), min_size=15, max_size=25), st.randoms(use_true_random=False))
def test_neither_order_nor_direction_matters_much(differences: list[float], random):
    shuffled = list(differences)
    random.shuffle(shuffled)
    assert permutation_test(shuffled) == pytest.approx(permutation_test(differences), abs=0.03)
    assert permutation_test([-each for each in differences]) == pytest.approx(permutation_test(differences), abs=1e-6)
    assert 0 < permutation_test(np.asarray(differences).tolist()) <= 1
