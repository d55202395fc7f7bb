import pytest
from shapes import area, kind


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ((1, 1, 1), "equilateral"),
        ((2, 2, 3), "isosceles"),
        ((3, 2, 2), "isosceles"),
        ((2, 3, 2), "isosceles"),
        ((3, 4, 5), "scalene"),
        ((1, 2, 9), "none"),
    ],
)
def test_kind(sides, expected):
    assert kind(*sides) == expected


def test_area():
    assert area(3, 4, 5) == 6


def test_no_area():
    with pytest.raises(ValueError, match="no triangle"):
        area(1, 2, 9)
