"""Whole runs: real tests in a real interpreter, in a copy of the tree."""

import sys
from pathlib import Path

import pytest

from crossbearing.dynamic.evidence import SpectrumRequest, collect_spectrum
from crossbearing.dynamic.limits import Limits
from crossbearing.dynamic.suspects import preserved, suspects
from crossbearing.model.errors import CrossbearingError
from crossbearing.recon.scan import scan
from crossbearing.registry import PluginHost, load_profile
from crossbearing.source import open_source
from crossbearing.store import Store

CART = """\
class Price:
    def __init__(self, cents):
        self.cents = cents

    def __eq__(self, other):
        return self.cents == other.cents

    def __repr__(self):
        text = str(self.cents)
        return text


def total(prices):
    amount = 0
    for price in prices:
        amount += price.cents
    return discounted(amount)


def discounted(amount):
    if amount > 100:
        return amount - 20
    return amount


async def later(value):
    found = value
    return found
"""
TESTS = """\
import asyncio
import unittest

import pytest

from shop.cart import Price, discounted, later, total


def test_small():
    assert total([Price(1), Price(2)]) == 3


def test_large():
    assert Price(1) == Price(1)
    assert total([Price(100), Price(50)]) == 140


@pytest.mark.parametrize("amount", [1, 2])
def test_discounted(amount):
    assert discounted(amount) == amount


def test_later():
    assert asyncio.run(later(1)) == 1


def test_words():
    assert Price(1) == Price(2)


class TestPrices(unittest.TestCase):
    def test_same(self):
        self.assertEqual(Price(3), Price(3))

    def test_parts(self):
        for amount in (200, 1):
            with self.subTest(amount):
                self.assertEqual(discounted(amount), amount)
"""


FILES = {"shop/__init__.py": "", "shop/cart.py": CART, "tests/test_cart.py": TESTS}
LARGE = "tests/test_cart.py::test_large"


def covered(spectrum, name):
    number = next(number for number, test in enumerate(spectrum.tests) if test.name == name)
    return spectrum.lines_of(number).get("shop/cart.py")


def test_a_failing_test_among_passing_ones(collect):
    spectrum, graph = collect(FILES, LARGE)
    assert [(test.name, test.outcome) for test in spectrum.failing] == [(LARGE, "failed")]
    assert {test.name for test in spectrum.passing} == {
        "tests/test_cart.py::test_small",
        "tests/test_cart.py::test_discounted[1]",
        "tests/test_cart.py::test_discounted[2]",
        "tests/test_cart.py::test_later",
        "tests/test_cart.py::TestPrices::test_same",
    }
    assert covered(spectrum, LARGE) == [3, 6, 14, 15, 16, 17, 21, 22]
    assert covered(spectrum, "tests/test_cart.py::test_later") == [27, 28]
    assert "2 other test(s) failed as well and are not counted" in spectrum.remarks
    assert spectrum.environment["place"] == "a copy of the tree"
    assert spectrum.environment["python"].startswith("{}.{}.{} ".format(*sys.version_info[:3]))
    (first, *_) = suspects(spectrum, graph, lines=True)
    assert (first.file, first.line, first.score) == ("shop/cart.py", 22, 1.0)


def test_what_words_a_failure_is_not_recorded(collect):
    spectrum, _ = collect(FILES, "tests/test_cart.py::test_words", tests="none")
    assert covered(spectrum, "tests/test_cart.py::test_words") == [3, 6]
    assert spectrum.failing[0].message.startswith("AssertionError: assert 1 == 2")


def test_assertions_that_held_are_told_apart(collect):
    spectrum, _ = collect(FILES, LARGE, tests="none")
    assert covered(spectrum, f"{LARGE} [line 14 held]") == [3, 6]
    assert covered(spectrum, f"{LARGE} [without what held]") == [3, 14, 15, 16, 17, 21, 22]


def test_a_failing_subtest_ends_the_record(collect):
    name = "tests.test_cart.TestPrices.test_parts"
    spectrum, _ = collect(FILES, name, tests="none")
    assert spectrum.environment["runner"] == "unittest"
    assert covered(spectrum, name) == [21, 22]


def test_the_whole_suite_and_what_the_choice_would_have_kept(collect):
    spectrum, graph = collect(FILES, LARGE, tests="all")
    assert len(spectrum.passing) == 5
    found = preserved(spectrum, graph, {"tests/test_cart.py::test_small"})
    assert (found.chosen, found.full) == (1, 5)
    assert 0 < found.top <= 1


def test_coverage_py_gives_the_same_lines_of_functions(collect):
    pytest.importorskip("coverage")
    own, _ = collect(FILES, LARGE, tests="none")
    other, _ = collect(FILES, LARGE, tests="none", tracer="coverage")
    assert other.environment["tracer"] == "coverage.py"
    assert set(covered(own, LARGE)) <= set(covered(other, LARGE))


def test_a_test_that_passes_gives_no_failing_test(collect):
    spectrum, _ = collect(FILES, "tests/test_cart.py::test_small")
    assert spectrum.failing == ()
    assert spectrum.remarks[0] == "the test does not fail here"


def test_a_test_that_does_not_exist(collect):
    with pytest.raises(CrossbearingError, match="test_none could not be run"):
        collect(FILES, "tests/test_cart.py::test_none")


def test_a_file_that_cannot_be_collected(collect):
    files = FILES | {"tests/test_broken.py": "import shop.nothing\n\ndef test_x():\n    pass\n"}
    spectrum, _ = collect(files, "tests/test_broken.py")
    assert [test.outcome for test in spectrum.failing] == ["error"]
    assert "No module named 'shop.nothing'" in spectrum.failing[0].message
    assert spectrum.remarks[0].startswith("the test could not be collected, so nothing is known of what it executes: ")
    assert "No module named 'shop.nothing'" in spectrum.remarks[0]


def test_a_setup_that_fails(collect):
    test = (
        "import pytest\nfrom shop.cart import discounted\n\n"
        "@pytest.fixture\ndef ready():\n    discounted(200)\n    raise ValueError('no')\n\n"
        "def test_x(ready):\n    discounted(1)\n"
    )
    spectrum, _ = collect(FILES | {"tests/test_setup.py": test}, "tests/test_setup.py::test_x", tests="none")
    assert [(test.outcome, test.message) for test in spectrum.failing] == [("error", "ValueError: no")]
    assert covered(spectrum, "tests/test_setup.py::test_x") == [21, 22]


def test_a_flaky_test_is_run_again_and_said_so(collect, tmp_path):
    mark = tmp_path / "mark"
    test = (
        "from pathlib import Path\nfrom shop.cart import discounted\n\n"
        f"def test_x():\n    mark = Path({str(mark)!r})\n    seen = mark.exists()\n    mark.touch()\n"
        "    discounted(1)\n    assert not seen\n"
    )
    spectrum, _ = collect(FILES | {"tests/test_flaky.py": test}, "tests/test_flaky.py::test_x", tests="none")
    assert spectrum.remarks[0] == "the test is flaky: it passed 1 time(s) before it failed"
    assert len(spectrum.failing) == 1


def test_a_test_that_fails_alone_only(collect):
    test = (
        "from shop import cart\n\n"
        "def test_a():\n    cart.ready = cart.discounted(1)\n\n"
        "def test_b():\n    assert cart.discounted(2)\n    assert cart.ready\n"
    )
    name = "tests/test_order.py::test_b"
    spectrum, _ = collect(FILES | {"tests/test_order.py": test}, name)
    assert f"{name} is flaky: it failed alone and passed among others" in spectrum.remarks


def test_hanging_and_crashing_tests_do_not_stop_the_others(collect):
    test = (
        "import os\nfrom shop.cart import discounted\n\n"
        "def test_bad():\n    assert discounted(200) == 200\n\n"
        "def test_crash():\n    discounted(1)\n    os._exit(7)\n\n"
        "def test_hang():\n    discounted(1)\n    while True:\n        pass\n\n"
        "def test_good():\n    assert discounted(3) == 3\n"
    )
    spectrum, _ = collect(
        {"shop/__init__.py": "", "shop/cart.py": CART, "tests/test_x.py": test},
        "tests/test_x.py::test_bad",
        limits=Limits(test_seconds=2, seconds=60),
    )
    outcomes = {test.name.rpartition("::")[2]: test.outcome for test in spectrum.tests if not test.part}
    assert outcomes == {"test_bad": "failed", "test_crash": "error", "test_hang": "error", "test_good": "passed"}
    told = " ".join(spectrum.remarks)
    assert "test_crash: the process ended with code 7 in the middle of it" in told
    assert "test_hang: tests/test_x.py::test_hang ran for more than 2 s" in told


def test_a_run_that_deletes_its_own_folder(collect, tmp_path):
    test = (
        "import os, shutil\nfrom shop.cart import discounted\n\n"
        "def test_x():\n    here = os.getcwd()\n    discounted(1)\n"
        "    shutil.rmtree(os.path.dirname(here))\n    assert False\n"
    )
    spectrum, _ = collect(FILES | {"tests/test_x.py": test}, "tests/test_x.py::test_x", tests="none")
    assert [test.outcome for test in spectrum.failing] == ["failed"]
    assert covered(spectrum, "tests/test_x.py::test_x") == [21, 23]
    assert (tmp_path / "shop/tests/test_x.py").exists()


def test_nothing_is_written_to_the_tree(collect, tmp_path):
    test = "from pathlib import Path\n\ndef test_x():\n    Path('made').touch()\n    assert False\n"
    collect(FILES | {"tests/test_x.py": test}, "tests/test_x.py::test_x", tests="none")
    assert not (tmp_path / "shop/made").exists()
    collect(FILES | {"tests/test_x.py": test}, "tests/test_x.py::test_x", tests="none", in_place=True)
    assert (tmp_path / "shop/made").exists()


def test_no_folder_of_a_run_is_left(collect, tmp_path, monkeypatch):
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    test = "import os\n\ndef test_x():\n    os.mkdir('locked')\n    os.chmod('locked', 0)\n    assert False\n"
    collect(FILES | {"tests/test_x.py": test}, "tests/test_x.py::test_x", tests="none")
    assert list(place.iterdir()) == []


def test_a_reproduction_script(collect):
    script = (
        "from shop.cart import discounted\n\ndef main():\n"
        "    if discounted(200) != 200:\n        raise ValueError('lost')\n\nmain()\n"
    )
    spectrum, _ = collect(FILES | {"crash.py": script}, "crash.py", tests="none")
    assert spectrum.environment["runner"] == "script"
    assert spectrum.failing[0].message == "ValueError: lost"
    assert [(frame.file, frame.line) for frame in spectrum.failing[0].frames][-1] == ("crash.py", 5)
    assert covered(spectrum, "crash.py") == [21, 22]


def test_doctests_end_at_the_first_failing_example(collect):
    module = CART.replace(
        "def discounted(amount):\n",
        'def discounted(amount):\n    """\n    >>> discounted(200)\n    200\n    >>> discounted(1)\n    1\n    """\n',
    )
    spectrum, _ = collect(
        FILES | {"shop/cart.py": module}, "shop/cart.py::shop.cart.discounted", runner="doctest", tests="none"
    )
    assert [test.outcome for test in spectrum.failing] == ["failed"]
    assert covered(spectrum, "shop/cart.py::shop.cart.discounted") == [27, 28]


def test_a_revision_runs_as_it_was(collect, tmp_path):
    import subprocess

    _, _ = collect(FILES, LARGE, tests="none")
    root = tmp_path / "shop"

    def git(*arguments):
        subprocess.run(
            ["git", "-c", "user.name=x", "-c", "user.email=x@x", *arguments], cwd=root, check=True, capture_output=True
        )

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    (root / "shop/cart.py").write_text("raise SystemExit\n")
    host = PluginHost.open(load_profile("default", environment={}))
    with open_source(root, "HEAD") as source, Store.open(tmp_path / "build") as store:
        found = scan(source, store, host)
        request = SpectrumRequest((LARGE,), tests="none", python=sys.executable)
        spectrum = collect_spectrum(source, found.graph, request)
    assert covered(spectrum, LARGE) == [3, 6, 14, 15, 16, 17, 21, 22]
    assert not (Path(tmp_path) / "shop/.git/index.lock").exists()


def test_a_missing_runner_is_one_clear_sentence(collect, tmp_path):
    import venv

    venv.create(tmp_path / "bare", with_pip=False)
    with pytest.raises(CrossbearingError, match="No module named 'pytest'"):
        collect(FILES, LARGE, python=str(tmp_path / "bare"))
