"""Nothing at or after the cut can influence an answer: a repository with a planted future answers as one without."""

import json
import shutil

import pytest

from crossbearing import Harness
from planted import DAY, START, Planted, garden

SOURCES = {
    "app/cart.py": "class Cart:\n    def total(self):\n        return 0\n",
    "app/money.py": "def convert(amount):\n    return amount\n\n\ndef parse(text):\n    return text\n",
    "app/page.py": "def render():\n    return ''\n",
}
ISSUE = "Amounts are wrong\n\nThe parse of unknown currencies does not reject them; see the total of the cart."
FORMS = ("churn", "messages")


def past():
    """Twenty-five commits, the last of which is the cut."""
    commits = [Planted("start", SOURCES)]
    for number in range(24):
        path = ("app/cart.py", "app/money.py", "app/page.py")[number % 3]
        message = ("fix #1: sum of currencies", "tidy up", "unknown total rejected, closes #2")[number % 3]
        commits.append(Planted(message, {path: SOURCES[path] + f"# {number}\n"}))
    return commits


def future(first):
    """Commits that would give everything away, dated before and after the cut alike."""
    told = "fix #9: reject unknown currencies in the parse of amounts of the cart"
    return [
        Planted(told + f" {number}", {"app/page.py": f"def render():\n    return {number}\n"}, time=time, authored=time)
        for number, time in enumerate((START - DAY, START + 3 * DAY, START + 60 * DAY, first), start=100)
    ]


@pytest.fixture
def both(tmp_path):
    """The git directories of the whole repository and of one that ends at the cut, by the same name; and the cut."""
    whole = garden(tmp_path / "whole" / "shop.git", past())
    shutil.copytree(whole.path, tmp_path / "short" / "shop.git")
    cut = whole.ids[-1]
    whole.plant(future(START))
    tip = whole.ids[-1]
    for name in ("refs/heads/other", "refs/tags/v1", "refs/pull/9/head", "refs/stash", "refs/remotes/origin/main"):
        whole.git("update-ref", "--create-reflog", name, tip)
    whole.git("tag", "-a", "-m", "fix #9: unknown currencies", "v2", tip)
    for target in (cut, whole.ids[3], tip):
        whole.git("notes", "add", "-f", "-m", "fix #9: reject unknown currencies in page.py", target)
    whole.git("replace", whole.ids[5], tip)
    (whole.path / "info").mkdir(exist_ok=True)
    (whole.path / "info" / "grafts").write_text(f"{cut} {whole.ids[-2]} {tip}\n")
    return whole.path, tmp_path / "short" / "shop.git", cut


def answer(path, rev, form, build_dir):
    profile = build_dir.parent / f"{form}.toml"
    profile.write_text(
        'extends = "default"\n[fusion.weights]\nhistory = 0.5\n[prefilter.weights]\nhistory = 0.5\n'
        f'[options."channel.history"]\nform = "{form}"\n'
    )
    with Harness.open(path, profile, rev=rev, build_dir=build_dir) as harness:
        return harness.render(harness.locate(ISSUE), "json")


@pytest.mark.parametrize("form", FORMS)
def test_the_future_changes_no_byte(both, tmp_path, form):
    whole, short, cut = both
    expected = answer(short, cut, form, tmp_path / "a")
    channels = {channel["channel"]: channel for channel in json.loads(expected)["channels"]}
    assert channels["history"]["status"] == "evidence"
    assert answer(whole, cut, form, tmp_path / "b") == expected
    # Nor when the future has been read before, and is what the build directory keeps.
    told = answer(whole, "main", form, tmp_path / "c")
    assert told != expected
    assert answer(whole, cut, form, tmp_path / "c") == expected


@pytest.mark.parametrize("form", FORMS)
def test_what_it_keeps_holds_nothing_of_the_future(both, tmp_path, form):
    whole, short, cut = both
    for path, folder in ((short, "a"), (whole, "b")):
        answer(path, cut, form, tmp_path / folder)
    assert (tmp_path / "a" / "history").read_bytes() == (tmp_path / "b" / "history").read_bytes()


@pytest.mark.parametrize("form", FORMS)
def test_a_time_cuts_as_well(both, tmp_path, form):
    """Of the commits that led to a revision, those made at a time or after it are as if they had never been."""
    from crossbearing.localize import LocateRequest, locate

    whole, _, cut = both
    answer(whole, cut, form, tmp_path / "a")
    with Harness.open(whole, tmp_path / f"{form}.toml", rev=cut, build_dir=tmp_path / "a") as harness:
        found = harness.scan()
        reports = {
            before: locate(found, LocateRequest(ISSUE, before=before), harness.host)
            for before in (None, START + 25 * DAY, START + 21 * DAY, START + 10 * DAY)
        }
    whole_answer, all_of_it, most, thin = (harness.render(report, "json") for report in reports.values())
    assert all_of_it == whole_answer
    assert most != whole_answer
    assert "the history is thin: 10 commits" in thin


def test_a_time_before_which_the_history_is_read(tmp_path):
    repository = garden(tmp_path / "shop.git", past())
    with Harness.open(repository.path, rev=repository.ids[-1], build_dir=tmp_path / "build") as harness:
        reports = [harness.locate(ISSUE, before=time) for time in (None, START + 5 * DAY)]
    whole, cut = ({channel.channel: channel for channel in report.channels}["history"] for report in reports)
    assert whole.status == "evidence"
    assert (cut.status, cut.reason.partition(",")[0]) == (
        "none",
        "the history is thin: 5 commits touched the project's files",
    )
