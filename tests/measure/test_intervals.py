import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.measure.intervals import RESAMPLES, estimate


def test_no_values_give_no_estimate():
    assert estimate([]) is None


def test_the_same_values_always_give_the_same_interval():
    # Pinned: published figures must not move with the version of a library.
    found = estimate([1.0] * 60 + [0.0] * 40)
    assert found is not None
    assert (found.value, found.low, found.high, found.count) == (0.6, 0.5, 0.69, 100)


def test_equal_values_leave_no_doubt():
    found = estimate([0.25] * 7)
    assert found is not None
    assert (found.low, found.value, found.high) == (0.25, 0.25, 0.25)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_the_interval_lies_within_the_values_around_the_mean(values: list[float]):
    found = estimate(values)
    assert found is not None
    assert min(values) - 1e-6 <= found.low <= found.value + 1e-6
    assert found.value - 1e-6 <= found.high <= max(values) + 1e-6


def test_more_values_narrow_the_interval():
    few, many = estimate([0.0, 1.0] * 10), estimate([0.0, 1.0] * 200)
    assert few is not None
    assert many is not None
    assert many.high - many.low < (few.high - few.low) / 3


def test_a_large_sample_is_resampled_in_blocks(monkeypatch: pytest.MonkeyPatch):
    values = [float(i % 3 == 0) for i in range(50)]
    whole = estimate(values)
    monkeypatch.setattr("crossbearing.measure.intervals._PICKS_AT_ONCE", RESAMPLES * 5)
    assert estimate(values) == whole
