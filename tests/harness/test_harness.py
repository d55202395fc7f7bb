import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from attrs import evolve

import crossbearing
from crossbearing.harness import Harness
from crossbearing.model.errors import CrossbearingError
from crossbearing.registry import load_profile

ISSUE = "`Ledger.balance` is wrong: it ignores the opening balance"
SOURCES = {
    "books/ledger.py": """\
class Ledger:
    def __init__(self, opening):
        self.opening = opening
        self.entries = []

    def add(self, amount):
        self.entries.append(amount)

    def balance(self):
        return sum(self.entries)
""",
    "books/printing.py": "from books.ledger import Ledger\n\n\ndef show(ledger):\n    print(ledger.balance())\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "books"
    for name, text in SOURCES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


def test_the_package_offers_the_harness():
    assert crossbearing.Harness is Harness


def test_a_question_brings_its_own_map(folder: Path):
    with Harness.open(folder) as harness:
        report = harness.locate(ISSUE)
        assert report.ranking.entities[0].qualname.endswith("ledger.Ledger.balance")
        assert report.profile == harness.host.profile.name
        assert len(harness.locate(ISSUE, top=1).ranking.files) == 1
    assert (folder / ".crossbearing" / "recon.db").exists()


def test_the_map_stays_warm_until_it_is_refreshed(folder: Path):
    with Harness.open(folder) as harness:
        first = harness.scan()
        assert first.statistics.parsed == 2
        (folder / "books" / "rates.py").write_text("def interest_rate():\n    return 0.01\n", "utf-8")
        assert "rates" not in str(harness.locate("interest_rate is wrong").ranking)
        second = harness.refresh()
        assert (second.statistics.parsed, second.statistics.reused) == (1, 2)
        assert harness.locate("interest_rate is wrong").ranking.files[0].file == "books/rates.py"
        (folder / "books" / "rates.py").unlink()
        assert harness.refresh().statistics.parsed == 0


def test_another_harness_starts_from_the_map_that_is_kept(folder: Path):
    with Harness.open(folder) as harness:
        expected = harness.locate(ISSUE)
    with Harness.open(folder) as harness:
        assert harness.scan().statistics.parsed == 0
        assert harness.locate(ISSUE) == expected


def test_the_manifest_comes_with_the_map(folder: Path):
    (folder / "requirements.txt").write_text("attrs>=24\n", "utf-8")
    with Harness.open(folder) as harness:
        (dependency,) = harness.manifest().dependencies
        assert (dependency.name, str(dependency.evidence)) == ("attrs", "requirements.txt:1")


def test_a_report_is_rendered_by_name(folder: Path):
    with Harness.open(folder) as harness:
        report = harness.locate(ISSUE)
        assert '"schema": "crossbearing.locate/1"' in harness.render(report)
        assert "books/ledger.py:9" in harness.render(report, "table")
        with pytest.raises(CrossbearingError, match=r"renderer\.jsn"):
            harness.render(report, "jsn")


def test_a_profile_can_be_named_or_given(folder: Path, tmp_path: Path):
    with Harness.open(folder, "minimal", build_dir=tmp_path / "build") as harness:
        assert harness.locate(ISSUE).profile == "minimal"
        assert harness.host.enabled("language") == ("language.python_ast",)
    with Harness.open(folder, load_profile("localize-round1"), build_dir=str(tmp_path / "build")) as harness:
        assert harness.locate(ISSUE).profile == "localize-round1"
    assert not (folder / ".crossbearing").exists()
    with pytest.raises(CrossbearingError, match="unknown profile"):
        Harness.open(folder, "no-such-profile")


def test_what_does_not_exist_is_refused_at_once(folder: Path):
    with pytest.raises(CrossbearingError):
        Harness.open(folder / "absent")
    with pytest.raises(CrossbearingError):
        Harness.open(folder, rev="HEAD")
    with pytest.raises(CrossbearingError, match=r"unknown plugin 'channel\.bm2'"):
        Harness.open(folder, without=["channel.bm2"])


def test_threads_take_turns(folder: Path):
    with Harness.open(folder) as harness, ThreadPoolExecutor(8) as pool:
        barrier = threading.Barrier(8)

        def ask(number: int) -> object:
            barrier.wait()
            if number % 4 == 3:
                harness.refresh()
            return harness.locate(ISSUE).ranking

        rankings = list(pool.map(ask, range(8)))
    assert all(ranking == rankings[0] for ranking in rankings)


def test_a_closed_harness_says_so(folder: Path):
    harness = Harness.open(folder)
    harness.locate(ISSUE)
    harness.close()
    harness.close()
    for call in (lambda: harness.locate(ISSUE), harness.scan, harness.manifest):
        with pytest.raises(CrossbearingError, match="this harness is closed"):
            call()


def test_a_stage_that_is_switched_off_provides_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LOCALIZE", "current")
    with Harness.open(folder) as harness:
        report = harness.locate(ISSUE)
        assert (report.ranking.files, report.confidence, report.agreement.count) == ((), "none", 0)
        assert report.notes == {"explanation": "localization is switched off by LOCALIZE=current"}
        assert harness.scan().statistics.files == 2
    monkeypatch.setenv("RECON", "current")
    with Harness.open(folder) as harness:
        assert harness.locate(ISSUE).ranking.files == ()
        with pytest.raises(CrossbearingError, match=r"RECON=current"):
            harness.scan()


def install(folder: Path, groups: str, modules: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a distribution on the path."""
    info = folder / "unlucky-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: unlucky\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(groups)
    for name, code in modules.items():
        (folder / f"{name}.py").write_text(code)
    monkeypatch.syspath_prepend(str(folder))


def test_plugins_that_cannot_take_part_are_named_in_every_answer(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    groups = (
        "[crossbearing.languages]\nunlucky = unlucky_absent\n[crossbearing.ecosystems]\nunlucky = unlucky_exits\n"
        "[crossbearing.chanels]\nx = y\n"
    )
    install(tmp_path / "site", groups, {"unlucky_exits": "raise SystemExit(0)\n"}, monkeypatch)
    with Harness.open(folder) as harness:
        scanned, cold = harness.scan(), harness.locate(ISSUE)
    with Harness.open(folder) as harness:
        again, warm = harness.scan(), harness.locate(ISSUE)
    assert again.statistics.parsed == 0
    assert warm == cold
    assert again.errors == scanned.errors
    for errors in (scanned.errors, cold.errors):
        assert [problem.plugin for problem in errors] == ["", "ecosystem.unlucky", "language.unlucky"]
        assert "unknown entry-point group 'crossbearing.chanels'" in errors[0].reason
        assert "No module named 'unlucky_absent'" in errors[2].reason
    off = ["language.unlucky", "ecosystem.unlucky"]
    with Harness.open(folder, without=off, build_dir=tmp_path / "build") as harness:
        assert [problem.plugin for problem in harness.locate(ISSUE).errors] == [""]


def test_options_that_do_not_fit_are_refused_at_once(folder: Path):
    profile = evolve(load_profile(), options={"channel.bm25": {"k1": "much"}})
    with pytest.raises(CrossbearingError, match=r"options of channel\.bm25 do not fit"):
        Harness.open(folder, profile)
