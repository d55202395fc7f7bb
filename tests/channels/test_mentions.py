import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing_channels._mentions import mentions


@pytest.fixture
def found(build_map):
    small = build_map({"a.py": "def f(): pass\n"})
    return lambda text: mentions(small.query(text))


def test_how_a_name_is_written_decides(found):
    weights = found("Title\nthe `peek` of Parser in do_it, run() or x.y and words")
    assert weights["peek"] == weights["do_it"] == weights["run"] == weights["x.y"] == 1.0
    assert weights["Parser"] == 0.5
    assert weights["words"] == 0.1


def test_where_a_name_stands_decides(found):
    weights = found("do_it fails\n```python\ndo_that()\n```\n### Environment\nno_such")
    assert weights["do_it"] == 2.0
    assert weights["do_that"] == 0.7
    assert "no_such" not in weights


def test_links_hold_no_names(found):
    assert "github.com" not in found("t\nsee https://github.com/o/p_q")


@given(st.text(max_size=200))
def test_any_text_can_be_read(build_map, text):
    small = build_map({"a.py": "def f(): pass\n"})
    assert all(weight > 0 for weight in mentions(small.query(text)).values())


def test_the_projects_own_name_says_nothing(build_map):
    small = build_map({"parsley/a.py": "def f(): pass\n", "parsley/b.py": "def g(): pass\n"})
    assert set(mentions(small.query("Parsley and Small break `it_all`"))) == {"break", "it_all"}
