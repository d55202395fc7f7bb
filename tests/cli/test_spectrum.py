import csv
import sys
from io import StringIO

import pytest

CART = "def total(prices):\n    return discounted(sum(prices))\n\n\ndef discounted(amount):\n    return amount - 1\n"
TESTS = (
    "from shop import total\n\n\ndef test_none():\n    assert total([]) == -1\n"
    "\n\ndef test_some():\n    assert total([5]) == 5\n"
)
BAD = "tests/test_shop.py::test_some"


@pytest.fixture
def shop(tmp_path):
    root = tmp_path / "shop"
    (root / "tests").mkdir(parents=True)
    (root / "shop.py").write_text(CART)
    (root / "tests/test_shop.py").write_text(TESTS)
    return root


def test_the_table_names_suspects_and_the_environment(crossbearing, shop):
    done = crossbearing("spectrum", "--repo", shop, "--repro", BAD, "--python", sys.executable)
    assert done.returncode == 0
    assert "1 failing, 1 passing tests; ochiai" in done.stdout
    assert "shop.discounted" in done.stdout
    assert "0.707" in done.stdout
    assert f"{BAD}: failed AssertionError" in done.stdout
    assert "a copy of the tree" in done.stdout


def test_json_keeps_its_schema_and_is_read_again(crossbearing, shop, tmp_path, check_schema):
    target = tmp_path / "spectrum.json"
    done = crossbearing(
        "spectrum", "--repo", shop, "--repro", BAD, "--python", sys.executable, "--tests", "all", "--format", "json",
        "--export", target,
    )  # fmt: skip
    data = check_schema(done.stdout)
    assert data["preserved"] == {"chosen": 1, "full": 1, "top": 1.0, "concordance": None}
    assert {suspect["qualname"] for suspect in data["suspects"]} == {"shop.total", "shop.discounted"}
    again = crossbearing("spectrum", "--repo", shop, "--coverage", target, "--format", "json")
    assert check_schema(again.stdout)["tests"] == data["tests"]


def test_csv_and_html(crossbearing, shop, tmp_path):
    page, sheet = tmp_path / "s.html", tmp_path / "s.csv"
    done = crossbearing(
        "spectrum", "--repo", shop, "--repro", BAD, "--python", sys.executable, "--export", page, "--export", sheet,
        "--level", "line",
    )  # fmt: skip
    assert "shop.py:6" in done.stdout
    rows = list(csv.DictReader(StringIO(sheet.read_text())))
    assert {"test": BAD, "outcome": "failed", "part": "", "counted": "1", "file": "shop.py", "line": "6"} in rows
    text = page.read_text()
    assert "<b>6</b><i>0.71 1/1</i>    return amount - 1" in text
    assert "<script" not in text


def test_locate_runs_the_test_where_asked_and_only_there(crossbearing, shop, check_schema):
    issue = "Totals are wrong\n\nThey are off.\n"
    plain = check_schema(crossbearing("locate", "--repo", shop, "--format", "json", stdin=issue).stdout)
    silent = {channel["channel"]: channel for channel in plain["channels"]}["sbfl"]
    assert (silent["status"], silent["reason"]) == ("none", "no failing test was run, and no coverage given")
    done = crossbearing(
        "locate", "--repo", shop, "--repro", BAD, "--python", sys.executable, "--format", "json", stdin=issue
    )
    found = {channel["channel"]: channel for channel in check_schema(done.stdout)["channels"]}["sbfl"]
    assert found["status"] == "evidence"
    assert plain["notes"]["dynamic_evidence"] == "none"
    assert check_schema(done.stdout)["notes"]["dynamic_evidence"]["failing"] == [BAD]
    assert not (shop / ".pytest_cache").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "nothing to do: name a failing test with --repro, or coverage with --coverage"),
        (("--repro", BAD, "--coverage", "x.xml"), "give one of them"),
        (("--failed", "x"), "it is missing"),
        (("--repro", BAD, "--export", "x.pdf"), "expected .json, .csv or .html"),
        (("--repro", BAD, "--tests", "all", "--tests", "x"), "each stand alone"),
        (("--repro", BAD, "--python", "no/such"), "there is no such file"),
        (("--repro", BAD, "--rev", "HEAD"), "is not in a git repository"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(crossbearing, shop, arguments, sentence):
    done = crossbearing("spectrum", "--repo", shop, *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stdout == ""


def test_a_test_that_passes_is_told_and_exits_with_1(crossbearing, shop):
    done = crossbearing(
        "spectrum", "--repo", shop, "--repro", "tests/test_shop.py::test_none", "--python", sys.executable
    )
    assert done.returncode == 1
    assert "the test does not fail here" in done.stderr


def test_context_is_led_to_what_the_failing_test_executed(crossbearing, shop, tmp_path, check_schema):
    (shop / "till.py").write_text("def ring():\n    return 'ding'\n")
    target = tmp_path / "spectrum.json"
    crossbearing("spectrum", "--repo", shop, "--repro", BAD, "--python", sys.executable, "--export", target)
    (shop / "tests/test_shop.py").unlink()  # reading runs nothing
    asked = ("context", "--repo", shop, "--task", "make it right", "--format", "json")
    assert not check_schema(crossbearing(*asked, "--entity", "till.ring").stdout)["retrieved"]
    led = check_schema(crossbearing(*asked, "--entity", "till.ring", "--spectrum", target).stdout)
    assert [signal["signal"] for signal in led["signals"]] == ["signal.s3"]
    assert "the failing test points at shop." in led["signals"][0]["reason"]
    there = check_schema(crossbearing(*asked, "--entity", "shop.total", "--spectrum", target).stdout)
    assert not there["retrieved"]


def test_context_says_in_one_sentence_that_a_file_is_no_spectrum(crossbearing, shop):
    for name in ("shop.py", "none.json"):
        done = crossbearing("context", "--repo", shop, "--task", "x", "--spectrum", shop / name, "-q")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        assert f"{name} is no spectrum; write one with" in done.stderr
