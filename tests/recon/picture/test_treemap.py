"""Squarified treemaps: rectangles that fill, do not overlap, and keep their proportions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.recon.picture.treemap import Box, squarified


def test_the_example_of_the_paper():
    boxes = squarified([6, 6, 4, 3, 2, 2, 1], Box(0, 0, 6, 4))
    assert [tuple(round(value, 2) for value in box) for box in boxes] == [
        (0, 0, 3, 2),
        (0, 2, 3, 2),
        (3, 0, 1.71, 2.33),
        (4.71, 0, 1.29, 2.33),
        (3, 2.33, 1.2, 1.67),
        (4.2, 2.33, 1.2, 1.67),
        (5.4, 2.33, 0.6, 1.67),
    ]


@pytest.mark.parametrize("box", [Box(0, 0, 0, 10), Box(0, 0, 10, 0)])
def test_no_room_is_shared_as_nothing(box):
    assert [inner.area for inner in squarified([2, 1], box)] == [0, 0]


def test_nothing_fills_nothing():
    assert squarified([], Box(0, 0, 10, 10)) == []


sizes = st.lists(st.integers(1, 10**6), min_size=1, max_size=40).map(lambda values: sorted(values, reverse=True))


@given(sizes, st.floats(1, 2000), st.floats(1, 2000))
def test_every_box_has_its_share_and_a_place_of_its_own(values, width, height):
    box = Box(0, 0, width, height)
    boxes = squarified(values, box)
    for value, inner in zip(values, boxes, strict=True):
        assert inner.area == pytest.approx(box.area * value / sum(values), rel=1e-6)
        assert inner.x >= -1e-6
        assert inner.x + inner.width <= width * (1 + 1e-9) + 1e-6
        assert inner.y + inner.height <= height * (1 + 1e-9) + 1e-6
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
            down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
            assert across <= 1e-6 * width or down <= 1e-6 * height
