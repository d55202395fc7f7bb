"""Interpreter, runner, passing tests, and the parts of a failing one."""

import os
import sys

import pytest

from crossbearing.dynamic.events import Record, read_events
from crossbearing.dynamic.interpreter import find_interpreter
from crossbearing.dynamic.parts import Span, assertion_spans, divide
from crossbearing.dynamic.runner import choose_runner, spelled
from crossbearing.dynamic.selection import find_tests, select_tests
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.spectrum import SpectrumTest


def environment(folder):
    (folder / "bin").mkdir(parents=True)
    (folder / "pyvenv.cfg").touch()
    (folder / "bin/python").touch(0o755)
    return folder


@pytest.fixture
def root(tmp_path):
    place = tmp_path / "shop"
    place.mkdir()
    return place


def test_an_environment_in_the_tree_comes_before_the_active_one(root, tmp_path):
    active = environment(tmp_path / "active")
    assert find_interpreter(root, None, {"VIRTUAL_ENV": str(active)}).executable == active / "bin/python"
    environment(root / "venv")
    found = find_interpreter(root, None, {"VIRTUAL_ENV": str(active)})
    assert (found.shown, found.found) == ("venv/bin/python", "the environment venv in the tree")


@pytest.mark.parametrize(
    ("mark", "place", "tool"),
    [
        ("poetry.lock", ".cache/pypoetry/virtualenvs/shop-Ab1-py3.11", "poetry"),
        ("Pipfile", ".local/share/virtualenvs/shop-x1", "Pipenv"),
        ("pyproject.toml", ".local/share/hatch/env/virtual/shop/Zz/test", "hatch"),
    ],
)
def test_environments_that_tools_keep_elsewhere(root, tmp_path, mark, place, tool):
    environment(tmp_path / place)
    (root / mark).touch()
    found = find_interpreter(root, None, {"HOME": str(tmp_path)})
    assert found.executable == tmp_path / place / "bin/python"
    assert tool in found.found


def test_of_tox_environments_one_with_pytest(root):
    environment(root / ".tox/lint")
    tests = environment(root / ".tox/a_tests")
    (tests / "lib/python3.11/site-packages/pytest").mkdir(parents=True)
    assert find_interpreter(root, None, {}).shown == ".tox/a_tests/bin/python"


def test_what_is_chosen_is_taken_or_refused(root, tmp_path):
    environment(root / "mine")
    assert find_interpreter(root, "mine", {}).executable == root / "mine/bin/python"
    assert find_interpreter(root, sys.executable, {}).shown == sys.executable
    for wrong, why in (("none", "there is no such file"), (str(tmp_path), "without a Python interpreter")):
        with pytest.raises(CrossbearingError, match=why):
            find_interpreter(root, wrong, {"PATH": ""})
    (root / "text").touch(0o644)
    if os.geteuid() != 0 or not os.access(root / "text", os.X_OK):
        with pytest.raises(CrossbearingError, match="cannot be executed"):
            find_interpreter(root, "text", {})


@pytest.mark.parametrize(
    ("test", "files", "name"),
    [
        ("tests/test_x.py::test_y", (), "pytest"),
        ("tests/test_x.py", (), "pytest"),
        ("tests", ("tests",), "pytest"),
        ("crash.py", (), "script"),
        ("docs/use.rst", (), "doctest"),
        ("tests.test_x.TestA.test_b", (), "unittest"),
        ("test_b (tests.test_x.TestA)", (), "unittest"),
        ("admin.tests.TestA", ("tests/runtests.py",), "django"),
        ("admin.tests.TestA", ("manage.py",), "django"),
    ],
)
def test_the_runner_by_the_form_of_the_id(test, files, name):
    assert choose_runner(test, lambda path: path in files).name == name


def test_runners_that_do_not_fit():
    with pytest.raises(CrossbearingError, match="does not look like a test's id"):
        choose_runner("some words", lambda path: False)
    with pytest.raises(CrossbearingError, match="unknown runner 'nose'; expected one of pytest"):
        choose_runner("a.py", lambda path: False, "nose")
    with pytest.raises(CrossbearingError, match=r"needs tests/runtests.py or manage.py"):
        choose_runner("a.b", lambda path: False, "django")


def test_ids_as_unittest_prints_them():
    assert spelled("test_b (tests.test_x.TestA)") == "tests.test_x.TestA.test_b"
    assert spelled("test_b (tests.test_x.TestA.test_b)") == "tests.test_x.TestA.test_b"


SOURCES = {
    "shop/cart.py": "def total():\n    pass\n\ndef often():\n    pass\n\ndef other():\n    pass\n",
    "tests/test_cart.py": "def test_bad():\n    pass\n\nclass TestA:\n    def test_own(self):\n        pass\n",
    "tests/test_far.py": "def test_total():\n    pass\n\ndef test_often():\n    pass\n\ndef test_none():\n    pass\n",
}
CALLS = [
    ("tests.test_cart.test_bad", "shop.cart.total"),
    ("tests.test_far.test_total", "shop.cart.total"),
    ("tests.test_far.test_often", "shop.cart.often"),
    ("tests.test_far.test_total", "shop.cart.often"),
    ("tests.test_far.test_none", "shop.cart.other"),
]


@pytest.fixture
def small(build_map):
    return build_map(SOURCES, CALLS, roles={path: "test" for path in SOURCES if path.startswith("tests")})


def test_tests_and_their_ids(small):
    assert "tests/test_cart.py::TestA::test_own" in find_tests(small.graph).values()
    assert len(find_tests(small.graph)) == 5


def test_tests_that_reach_what_the_failing_one_executed(small):
    executed = [small.entity("total"), small.entity("often")]
    chosen = select_tests(small.graph, executed, {"tests/test_cart.py::test_bad"}, 10)
    assert [candidate.test for candidate in chosen] == [
        "tests/test_cart.py::TestA::test_own",
        "tests/test_far.py::test_total",
        "tests/test_far.py::test_often",
    ]


def test_no_more_than_asked_for(small):
    executed = [small.entity("total"), small.entity("often")]
    assert len(select_tests(small.graph, executed, {"tests/test_cart.py::test_bad"}, 2)) == 2


TEST = """\
def test_x(self):
    a = make()
    assert a.one()
    self.assertEqual(
        a.two(), 2)
    with raises(ValueError):
        a.three()
    a.change()
    assert a.four()
"""


def test_assertions():
    assert assertion_spans(TEST) == [Span(3, 3), Span(4, 5), Span(6, 7), Span(9, 9)]
    assert assertion_spans("def broken(") == []


def test_what_held_is_told_from_the_rest():
    steps = [
        (2, {"a.py": [1]}),
        (3, {"a.py": [2]}),
        (5, {"a.py": [3]}),
        (7, {"a.py": [4]}),
        (8, {"a.py": [5]}),
        (9, {"a.py": [2, 6]}),
    ]
    record = Record(SpectrumTest("t", "failed"), {"a.py": [1, 2, 3, 4, 5, 6]}, steps)
    whole, rest, *held = divide(record, TEST)
    assert (whole[0].is_divided, whole[1]) == (True, {"a.py": [1, 2, 3, 4, 5, 6]})
    assert (rest[0].part, rest[1]) == ("rest", {"a.py": [1, 2, 5, 6]})
    assert [(part.name, part.outcome, lines) for part, lines in held] == [
        ("t [line 3 held]", "passed", {"a.py": [2]}),
        ("t [line 4 held]", "passed", {"a.py": [3]}),
        ("t [line 6 held]", "passed", {"a.py": [4]}),
    ]


def test_a_failure_at_the_first_assertion_is_not_divided():
    record = Record(SpectrumTest("t", "failed"), {"a.py": [1]}, [(2, {"a.py": [1]}), (3, {})])
    assert divide(record, TEST) == [(record.test, {"a.py": [1]})]


def test_a_broken_end_of_the_events_is_left_out(tmp_path):
    path = tmp_path / "events"
    path.write_text(
        '{"event": "start", "test": "a"}\n{"event": "test", "test": "a", "outcome": "odd", "lines": {"x.py": [1]}}\n'
        '[]\n{"event": "start", "test": "b"}\n{"eve'
    )
    told = read_events(path)
    assert [(record.test.name, record.test.outcome) for record in told.records] == [("a", "error")]
    assert told.open_test == "b"
    assert read_events(tmp_path / "none").records == []
