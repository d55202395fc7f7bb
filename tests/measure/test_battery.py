"""The question battery: its truth by hand, and answers that are right, wrong, or none."""

from pathlib import Path

import pytest

from crossbearing.harness import Harness
from crossbearing.measure.battery.census import Place, take_census
from crossbearing.measure.battery.grade import Grade, Question, grade, is_test, make_questions
from crossbearing.measure.battery.table import battery_table, run_battery
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.questions import Finding, QuestionAnswer

SHOP = """\
import os
from os import getenv

from shop.money import rounded_amount


class ShoppingCart:
    def grand_total(self, taxes):
        return rounded_amount(sum(taxes))


def checkout_now(cart):
    if "SHOP_DEBUG" in os.environ:
        print(getenv("SHOP_LEVEL", "1"), os.environ["SHOP_DEBUG"])
    return cart.grand_total([1])
"""
MONEY = """\
def rounded_amount(value):
    return round(value, 2)


def helper(name):
    environ = {}
    return environ.get("NOT_A_SETTING")
"""
TESTS = """\
from shop.cart import ShoppingCart, checkout_now


def test_total():
    cart = ShoppingCart()
    assert checkout_now(cart) == 1
    assert checkout_now(
        cart
    )
"""
MAKEFILE = "build:\n\tpython -m build\n\ntest:\n\tpython -m pytest tests\n"
FILES = {"shop/__init__.py": "", "shop/cart.py": SHOP, "shop/money.py": MONEY, "tests/test_cart.py": TESTS}


def questions(files: dict[str, str] = FILES, **more: str) -> dict[tuple[str, str], frozenset[str]]:
    made = make_questions(take_census([*files.items()]), more or {"Makefile": MAKEFILE})
    return {(each.question, each.argument): each.truth for each in made}


def test_the_truth_is_what_a_reader_would_say():
    assert questions() == {
        ("tests-for", "ShoppingCart"): {"tests/test_cart.py:5"},
        ("tests-for", "checkout_now"): {"tests/test_cart.py:6", "tests/test_cart.py:7"},
        ("defines", "ShoppingCart"): {"shop/cart.py:7"},
        ("defines", "checkout_now"): {"shop/cart.py:12"},
        ("defines", "helper"): {"shop/money.py:5"},
        ("defines", "rounded_amount"): {"shop/money.py:1"},
        ("defines", "test_total"): {"tests/test_cart.py:4"},
        ("calls", "checkout_now"): {"tests/test_cart.py:6", "tests/test_cart.py:7"},
        ("calls", "rounded_amount"): {"shop/cart.py:9"},
        ("builds", ""): {"Makefile:1", "Makefile:2"},
        ("config", "SHOP_DEBUG"): {"shop/cart.py:13", "shop/cart.py:14"},
        ("config", "SHOP_LEVEL"): {"shop/cart.py:14"},
        ("affects", "checkout_now"): {"tests/test_cart.py"},
        ("affects", "rounded_amount"): {"shop/cart.py"},
    }


@pytest.mark.parametrize(
    "other",
    [
        "def rounded_amount():\n    pass\n",  # defined twice
        "rounded_amount = 1\n",
        "def f(rounded_amount):\n    pass\n",
        "from shop.money import rounded_amount as other\n",  # used unseen
        "from elsewhere import rounded_amount\n",
        "x.rounded_amount = 2\n",
        "class C:\n    def rounded_amount(self):\n        pass\n",
        "print 'of old', rounded_amount\n",  # cannot be parsed
        "try:\n    pass\nexcept ValueError as rounded_amount:\n    pass\n",
    ],
)
def test_a_name_that_something_else_has_too_is_not_asked_about(other: str):
    assert not [key for key in questions({**FILES, "shop/other.py": other}) if key[1] == "rounded_amount"]


def test_a_command_begins_where_its_first_line_does():
    text = "steps:\n  - run: X=1 \\\n      python -m build\n"
    assert questions(**{"ci.yml": text})["builds", ""] == {"ci.yml:2"}


def test_what_is_a_test_is_told_by_name_and_folder():
    assert [is_test(path) for path in ("tests/a.py", "a/test_b.py", "a/b_test.py", "conftest.py")] == [True] * 4
    assert not is_test("latest/contest.py")


def answer_of(*places: str) -> QuestionAnswer:
    return QuestionAnswer("calls", "f", tuple(Finding("text", place) for place in places))


def test_an_answer_is_right_only_as_a_whole():
    asked = Question(
        "calls", "f", frozenset({"a.py:1", "a.py:2"}), lambda answer: frozenset(f.evidence for f in answer.findings)
    )

    def graded(*places: str) -> Grade:
        (found,) = grade([asked], lambda *_: answer_of(*places))
        return found

    assert graded("a.py:2", "a.py:1").is_right
    assert graded("a.py:1").missing == ("a.py:2",)
    assert graded("a.py:1", "a.py:2", "b.py:1").extra == ("b.py:1",)

    def refuse(*_: str) -> QuestionAnswer:
        raise CrossbearingError("no such thing")

    (wrong,) = grade([asked], refuse)
    assert (wrong.is_right, wrong.reason) == (False, "no such thing")


def test_any_of_several_build_commands_is_right_and_none_is_wrong():
    (builds,) = [each for each in make_questions(take_census([]), {"Makefile": MAKEFILE}) if each.question == "builds"]
    for places, is_right in ((("Makefile:1",), True), (("Makefile:4",), False), ((), False)):
        (found,) = grade([builds], lambda *_, places=places: answer_of(*places))
        assert found.is_right is is_right
    (nothing,) = [each for each in make_questions(take_census([]), {}) if each.question == "builds"]
    (found,) = grade([nothing], lambda *_: answer_of())
    assert found.is_right


def test_the_draw_depends_on_the_seed_alone_and_grows():
    names = "".join(f"def function_{n}():\n    pass\n" for n in range(50))
    census = take_census([("a.py", names)])

    def drawn(seed: int, sample: int) -> list[str]:
        return [each.argument for each in make_questions(census, {}, seed, sample) if each.question == "defines"]

    assert drawn(0, 5) == drawn(0, 10)[:5]
    assert len(drawn(0, 10)) == 10
    assert set(drawn(0, 10)) != set(drawn(1, 10))


def test_a_real_repository_answers_right(tmp_path: Path):
    for path, text in {**FILES, "Makefile": MAKEFILE}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    with Harness.open(tmp_path) as harness:
        grades = run_battery(harness.scan().tree, harness.ask)
    wrong = {(each.question, each.argument): (each.missing, each.extra) for each in grades if not each.is_right}
    # A setting that is read twice: the manifest names one of the places.
    assert wrong.keys() <= {("config", "SHOP_DEBUG")}
    table = battery_table("shop", grades, 0)
    assert table.data["questions"]["calls"]["value"] == 1
    assert [row[0] for row in table.rows] == ["tests-for", "defines", "calls", "builds", "config", "affects"]


def test_a_repository_without_python_is_not_measured_but_for_its_build():
    table = battery_table("empty", list(grade(make_questions(take_census([]), {}), lambda *_: answer_of())), 0)
    assert [row[2] for row in table.rows] == ["not measured"] * 3 + ["100.0"] + ["not measured"] * 2
    assert take_census([("a.py", "x = 1\n")]).uses == {}
    assert Place("a.py", 3) == ("a.py", 3)
