import pytest
from roman import from_roman, to_roman


def test_nine_hundred():
    assert to_roman(900) == "CM"


@pytest.mark.parametrize(("number", "text"), [(1, "I"), (4, "IV"), (14, "XIV"), (40, "XL"), (1000, "M")])
def test_there(number, text):
    assert to_roman(number) == text


@pytest.mark.parametrize("number", [3, 49, 444, 2026])
def test_there_and_back(number):
    assert from_roman(to_roman(number)) == number


def test_no_numeral():
    with pytest.raises(ValueError, match="Q is no numeral"):
        from_roman("XQ")
