"""Each runner for what it is made for: real processes of unittest, Django, doctest and plain scripts."""

import pytest

TILL = """\
import subprocess
import sys


def total(prices):
    if not prices:
        return 0
    return reduced(sum(prices))


def reduced(amount):
    if amount > 100:
        return amount - 20
    return amount


async def later(prices):
    amount = total(prices)
    return amount


def apart(code):
    done = subprocess.run([sys.executable, "-c", code])
    return done.returncode


def opened():
    return ["till"]


def closed(till):
    till.clear()
"""
LINE = {text.strip(): number for number, text in enumerate(TILL.splitlines(), 1)}
UNIT = """\
import unittest

import till


class TotalTest(unittest.TestCase):
    def setUp(self):
        self.till = till.opened()

    def tearDown(self):
        till.closed(self.till)

    def test_large(self):
        self.assertEqual(till.total([100, 50]), 140)

    def test_small(self):
        self.assertEqual(till.total([1]), 1)

    def test_none(self):
        self.assertEqual(till.total([]), 0)


class LaterTest(unittest.IsolatedAsyncioTestCase):
    async def test_later(self):
        self.assertEqual(await till.later([2]), 2)


class BrokenTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise OSError("no till")

    def test_never(self):
        pass
"""
TREE = {"till.py": TILL, "checks/__init__.py": "", "checks/test_till.py": UNIT}
LARGE = "checks.test_till.TotalTest.test_large"


def lines(spectrum, name, path="till.py"):
    number = next(number for number, test in enumerate(spectrum.tests) if test.name == name)
    return spectrum.lines_of(number).get(path, [])


def outcomes(spectrum):
    return {test.name.rpartition(".")[2]: test.outcome for test in spectrum.tests}


@pytest.mark.parametrize("name", [LARGE, "test_large (checks.test_till.TotalTest)"])
def test_unittest_by_the_dotted_name_and_as_unittest_prints_it(collect, name):
    spectrum, _ = collect(TREE, name, tests=("checks.test_till",))
    assert spectrum.environment["runner"] == "unittest"
    assert [(test.name, test.message) for test in spectrum.failing] == [(LARGE, "AssertionError: 130 != 140")]
    assert {test.name.rpartition(".")[2] for test in spectrum.passing} == {"test_small", "test_none", "test_later"}
    large = lines(spectrum, LARGE)
    assert LINE["return amount - 20"] in large
    assert LINE['return ["till"]'] in large, "what is set up counts"
    assert LINE["till.clear()"] not in large, "what is torn down does not"
    assert LINE["amount = total(prices)"] in lines(spectrum, "checks.test_till.LaterTest.test_later")


def test_a_class_of_unittest_that_cannot_be_set_up_is_told(collect):
    spectrum, _ = collect(TREE, "checks.test_till.BrokenTest.test_never", tests="none")
    assert not spectrum.failing
    said = "the test could not be collected, so nothing is known of what it executes: OSError: no till"
    assert said in spectrum.remarks


def test_doctests_of_a_text(collect):
    guide = "Totals\n\n>>> import till\n>>> till.total([1])\n1\n>>> till.total([200])\n200\n>>> till.opened()\n1\n"
    spectrum, _ = collect(TREE | {"guide.rst": guide}, "guide.rst", tests="none")
    assert spectrum.environment["runner"] == "doctest"
    assert [test.outcome for test in spectrum.failing] == ["failed"]
    covered = lines(spectrum, spectrum.failing[0].name)
    assert LINE["return amount - 20"] in covered
    assert LINE['return ["till"]'] not in covered, "it comes after the first failing example"


@pytest.mark.parametrize(
    ("ending", "message"),
    [("raise SystemExit(3)", "3"), ("assert False, 'wrong'", "wrong"), ("import no_such_module", "no_such_module")],
)
def test_a_script_that_ends_badly_fails(collect, ending, message):
    spectrum, _ = collect(TREE | {"crash.py": f"import till\ntill.total([200])\n{ending}\n"}, "crash.py", tests="none")
    assert spectrum.environment["runner"] == "script"
    assert [message in test.message for test in spectrum.failing] == [True]
    assert LINE["return amount - 20"] in lines(spectrum, "crash.py")


def test_a_script_that_ends_well_is_no_failing_test(collect):
    spectrum, _ = collect(TREE | {"fine.py": "import till\ntill.total([200])\n"}, "fine.py", tests="none")
    assert not spectrum.failing
    assert "the test does not fail here" in spectrum.remarks


def test_what_runs_in_another_process_is_not_recorded_and_not_left_running(collect):
    test = (
        "import till\n\ndef test_apart():\n    code = 'import till; till.reduced(200)'\n"
        "    assert till.apart(code) == 0\n    assert till.total([1]) == 2\n"
    )
    spectrum, _ = collect(TREE | {"tests/test_apart.py": test}, "tests/test_apart.py::test_apart", tests="none")
    covered = lines(spectrum, "tests/test_apart.py::test_apart")
    assert LINE["return done.returncode"] in covered
    assert LINE["return amount - 20"] not in covered


def test_a_project_that_asks_for_parallel_workers_is_recorded_all_the_same(collect):
    files = TREE | {
        "pytest.ini": "[pytest]\naddopts = -n 2\n",
        "tests/test_many.py": "import till\n\ndef test_many():\n    assert till.total([200]) == 200\n",
    }
    spectrum, _ = collect(files, "tests/test_many.py::test_many", tests="none")
    assert [test.outcome for test in spectrum.failing] == ["failed"]
    assert LINE["return amount - 20"] in lines(spectrum, "tests/test_many.py::test_many")


MANAGE = """\
import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_of.settings")
    execute_from_command_line(sys.argv)
"""
SETTINGS = """\
SECRET_KEY = "x"
INSTALLED_APPS = ["shop"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
ROOT_URLCONF = "shop.urls"
"""
MODELS = """\
from django.db import models


class Item(models.Model):
    price = models.IntegerField()


def total():
    amount = sum(item.price for item in Item.objects.all())
    if amount > 100:
        return amount - 20
    return amount
"""
URLS = """\
from django.http import HttpResponse
from django.urls import path

from shop.models import total


def shown(request):
    amount = total()
    return HttpResponse(str(amount))


urlpatterns = [path("", shown)]
"""
DJANGO_TESTS = """\
from django.test import TestCase

from shop.models import Item, total


class TotalTest(TestCase):
    def test_small(self):
        Item.objects.create(price=1)
        self.assertEqual(total(), 1)

    def test_large(self):
        Item.objects.create(price=150)
        self.assertEqual(total(), 140)

    def test_page(self):
        self.assertEqual(self.client.get("/").content, b"0")
"""


def test_django_with_a_database_and_a_client(collect):
    pytest.importorskip("django", reason="needs the extra 'test'")
    files = {
        "manage.py": MANAGE,
        "site_of/__init__.py": "",
        "site_of/settings.py": SETTINGS,
        "shop/__init__.py": "",
        "shop/models.py": MODELS,
        "shop/urls.py": URLS,
        "shop/tests.py": DJANGO_TESTS,
    }
    spectrum, _ = collect(files, "shop.tests.TotalTest.test_large", tests=("shop.tests",))
    assert spectrum.environment["runner"] == "django"
    assert outcomes(spectrum) == {"test_large": "failed", "test_small": "passed", "test_page": "passed"}
    assert [test.message for test in spectrum.failing] == ["AssertionError: 130 != 140"]
    assert lines(spectrum, "shop.tests.TotalTest.test_large", "shop/models.py") == [9, 10, 11]
    assert lines(spectrum, "shop.tests.TotalTest.test_small", "shop/models.py") == [9, 10, 12]
    assert lines(spectrum, "shop.tests.TotalTest.test_page", "shop/urls.py") == [8, 9]


def test_without_django_its_runner_is_refused_in_one_sentence(collect):
    from crossbearing.model.errors import CrossbearingError

    manage = "raise ImportError('the project needs a Django that is not there')\n"
    files = TREE | {"manage.py": manage, "django/__init__.py": "raise ImportError('no Django here')\n"}
    with pytest.raises(CrossbearingError, match="Django"):
        collect(files, LARGE, tests="none")
