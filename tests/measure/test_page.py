"""The page of a report: complete, safe, and the same for the same figures."""

import json
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

FOLDER = str(Path(__file__).parent)
sys.path.append(FOLDER)

from lines_of_benches import failed, line, missed  # noqa: E402

from crossbearing.measure.bench import Bench  # noqa: E402
from crossbearing.measure.controls import controls_of  # noqa: E402
from crossbearing.measure.page import Report, write_report  # noqa: E402
from crossbearing.measure.results import Record  # noqa: E402
from crossbearing.measure.summary import summarize  # noqa: E402
from crossbearing.model.errors import CrossbearingError  # noqa: E402


class Reader(HTMLParser):
    """The titles of a page, its pictures, and whether every tag is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.titles: list[str] = []
        self.pictures = 0
        self.feed(page)

    def handle_starttag(self, tag: str, _: object) -> None:
        self.pictures += tag == "svg"
        if tag not in ("meta", "use", "path", "rect", "g", "defs", "clippath", "style", "metadata"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("h1", "h2"):
            self.titles.append(data)


def report(*lines: dict, controlled: bool = True) -> Report:
    records = tuple(Record(each, {}) for each in lines)
    bench = Bench("set.jsonl", "0123", "default", "abcd", records, frozenset())
    controls = controls_of([record.line for record in records], ()) if controlled else None
    return Report(summarize(bench, controls), controls.sentences() if controls else None)


MANY = [
    line(str(n), repo=f"o/r{n % 3}") if n % 4 else missed(str(n), repo=f"o/r{n % 3}", history=10) for n in range(24)
]


def test_page_and_summary_are_written_with_everything_in_them(tmp_path: Path):
    written = write_report(report(*MANY, failed("broken")), tmp_path / "report")
    assert [path.name for path in written] == ["report.html", "summary.json"]
    page = Reader(written[0].read_text("utf-8"))
    assert page.open == []
    assert page.pictures == 4
    assert page.titles == [
        "set.jsonl · profile default · 25 instances",
        "To be read with the figures",
        "Figures",
        "Accuracy by how many lines are read",
        "By repository, language and kind of instance",
        "What each channel contributes",
        "Where gold functions were lost",
        "Failed, counted as misses",
    ]
    data = json.loads(written[1].read_text("utf-8"))
    assert data["stages"]["not expanded"] == 6
    assert data["controls"]["oracle gap"] == "not measured"
    assert data["history"]["poor"]["file_acc@1"]["value"] == 0


def test_the_same_figures_give_the_same_bytes(tmp_path: Path):
    first, second = tmp_path / "1.html", tmp_path / "2.html"
    assert write_report(report(*MANY), first) == (first,)
    write_report(report(*MANY), second)
    assert first.read_bytes() == second.read_bytes()


def test_figures_that_stand_alone_say_so_in_the_title(tmp_path: Path):
    page = tmp_path / "page.html"
    write_report(report(line("1"), controlled=False), page)
    text = page.read_text("utf-8")
    assert "WITHOUT HONESTY CONTROLS" in Reader(text).titles[0]
    assert "These figures stand alone" in text


def test_names_from_outside_are_text_and_nothing_more(tmp_path: Path):
    page = tmp_path / "page.html"
    evil = "<script>alert(1)</script>"
    write_report(report(line("1", repo=evil), failed(evil)), page)
    assert "<script" not in page.read_text("utf-8")


def test_a_bench_in_which_nothing_can_be_found_is_still_a_page(tmp_path: Path):
    empty = line("1", figures={}, trail=[])
    empty["gold"] = {"files": [], "functions": [], "why_no_files": "only adds files", "why_no_functions": "so"}
    page = tmp_path / "page.html"
    write_report(report(empty), page)
    assert "only adds files" in page.read_text("utf-8")


def test_what_cannot_be_written_or_drawn_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").touch()
    with pytest.raises(CrossbearingError, match="the report cannot be written to"):
        write_report(report(line("1")), tmp_path / "file" / "report")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(CrossbearingError, match=r"pip install 'crossbearing\[report\]'"):
        write_report(report(line("1")), tmp_path / "page.html")
