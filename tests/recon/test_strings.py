"""Strings as bytes and back, lone surrogates and separators included."""

from bisect import bisect_left

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.recon.strings import PackedStrings, join_strings, pack_strings, split_strings

ANY_TEXT = st.text(st.one_of(st.characters(), st.sampled_from("\0\x01\x02\udc80\ud83d\ude00")))


def packed(strings: list[str]) -> PackedStrings:
    offsets, data = pack_strings(strings)
    return PackedStrings(offsets, np.frombuffer(data, np.uint8))


@given(st.lists(ANY_TEXT))
def test_joined_strings_come_back(strings: list[str]) -> None:
    assert split_strings(join_strings(strings)) == strings


@given(st.lists(ANY_TEXT))
def test_packed_strings_come_back(strings: list[str]) -> None:
    found = packed(strings)
    assert list(found) == strings
    assert [found[position] for position in range(len(found))] == strings


@given(st.sets(ANY_TEXT), ANY_TEXT)
def test_packed_strings_can_be_bisected(strings: set[str], wanted: str) -> None:
    ordered = sorted(strings)
    assert bisect_left(packed(ordered), wanted) == bisect_left(ordered, wanted)


@given(st.lists(ANY_TEXT, max_size=5), st.slices(5))
def test_packed_strings_can_be_sliced(strings: list[str], chosen: slice) -> None:
    assert packed(strings)[chosen] == strings[chosen]


def test_positions_outside_are_refused() -> None:
    found = packed(["a", "b"])
    assert found[-2] == "a"
    assert "b" in found
    for position in (2, -3):
        with pytest.raises(IndexError):
            found[position]


def test_offsets_must_fit() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        PackedStrings(np.array([0, 5]), np.zeros(3, np.uint8))
    with pytest.raises(ValueError, match="do not fit"):
        PackedStrings(np.empty(0, np.int64), np.zeros(0, np.uint8))
