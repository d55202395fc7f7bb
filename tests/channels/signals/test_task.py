"""Which words of a task may name something in code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing_channels.signals._task import words_of


def code(task):
    return [word.written for word in words_of(task) if word.looks_like_code or word.standing != "prose"]


@pytest.mark.parametrize(
    "task",
    [
        "see https://example.com/a_b/read_csv.html?x=fooBar and www.some_site.org/x_y",
        "write to some_one@mail_host.example.com",
        "it broke between 1.2.3rc1 and v2.0.0.dev1",
        '  File "/home/me/my_app/main_page.py", line 3, in <module>',
        "    at handleClick (/srv/app/main_page.js:10:5)",
        "src/main_page.c:10:5: error: too few",
        "<details><summary>the_log</summary></details><br>",
        "The parser of a table is slow. Open it again.",
        "e.g. this, i.e. that",
    ],
)
def test_what_only_looks_like_a_name_is_none(task):
    assert [word for word in code(task) if word not in ("e.g", "i.e", "the_log")] == []


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("`Cart` and `cart.total()` but not `pip install it`", ["Cart", "cart.total"]),
        ("read_csv, DataFrame and _private fail", ["read_csv", "DataFrame", "_private"]),
        ("std::vector and Cart#total", ["std::vector", "Cart#total"]),
        ("call total() twice", ["total"]),
        ("```python\ncart = Cart()\n```\nand then", ["cart", "Cart"]),
        ("~~~\nnever closed\n", ["never", "closed"]),
    ],
)
def test_what_is_written_as_code(task, expected):
    assert code(task) == expected


def test_a_word_is_taken_where_it_is_most_surely_code():
    (word,) = [word for word in words_of("total\n```\ntotal\n```\n`total`") if word.name == "total"]
    assert word.standing == "quoted"


def test_names_are_joined_with_dots():
    assert [word.name for word in words_of("std::vector Cart#total a.b")] == ["std.vector", "Cart.total", "a.b"]


@given(st.text(alphabet='ab_.`~:#(<>/@ \n0-"é', max_size=80) | st.text(max_size=80))
def test_any_text_has_words_that_stand_in_it(task):
    for word in words_of(task):
        assert word.written in task
        assert word.name


def test_long_texts_take_no_time_to_speak_of():
    for piece in ("<", "`", "```\n", "a.", "at :", 'File "', "x@", "http://"):
        words_of(piece * 40_000)
