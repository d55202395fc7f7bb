"""The page: what it says, what hostile text does to it, and how a browser shows it."""

import shutil
import subprocess
from html.parser import HTMLParser

import pytest
from attrs import evolve

from crossbearing.plugin import CodeExcerpt, Neighbour, Report, Table
from crossbearing_plugins.render.html import Options, render

HOSTILE = "</code></pre><script>alert(1)</script>\" onload='x' \x1b[31m\x00"
VOID = {"meta"}


class Page(HTMLParser):
    """Checks that elements close in order, and collects their names, attributes and text."""

    def __init__(self, text):
        super().__init__()
        self.stack, self.tags, self.attributes, self.text = [], [], [], ""
        self.feed(text)
        self.close()
        assert self.stack == []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes
        if tag not in VOID and not (tag == "th" and self.stack[-1:] == ["tr"] and "thead" in self.stack):
            self.stack.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes

    def handle_endtag(self, tag):
        if tag != "th" or self.stack[-1:] == ["th"]:
            assert self.stack.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.fixture
def detailed(report: Report) -> Report:
    file = report.ranking.files[0]
    lines = ("def peek(self):", "    if x < 1 & y > 2:", "        return self.tokens[self.position]")
    neighbours = (
        Neighbour("caller", "calc.parser.Parser.advance", "calc/parser.py", 20),
        Neighbour("callee", "calc.lexer.Lexer.a_very_long_name_that_does_not_fit", "calc/lexer.py", 3),
    )
    entity = evolve(file.entities[0], excerpt=CodeExcerpt(14, lines), neighbours=neighbours)
    return evolve(report, ranking=evolve(report.ranking, files=(evolve(file, entities=(entity,)),)))


def test_a_place_has_story_evidence_code_and_neighbours(detailed: Report):
    text = render(detailed, Options())
    page = Page(text)
    assert "peek fails because the traceback ends there" in page.text
    assert "the deepest frame" in page.text
    assert "    if x < 1 & y > 2:" in page.text
    assert '<mark title="the deepest frame"><span class="number">   16</span>' in text
    assert ("aria-label", "1 callers and 1 callees of calc.parser.Parser.peek") in page.attributes
    assert "calc.lexer.Lexer.a_very_long_name_that_does_not_fit calc/lexer.py:3" in page.text
    assert "7 problems" in page.text


def test_reasons_of_channels_that_a_group_joins_are_shown(detailed: Report):
    file = detailed.ranking.files[0]
    entity = evolve(file.entities[0], evidence={"semantic": 0.9}, reasons={"bm25": "its text shares `peek`"})
    ranking = evolve(detailed.ranking, files=(evolve(file, entities=(entity,)),))
    page = Page(render(evolve(detailed, ranking=ranking), Options()))
    assert "its text shares `peek`" in page.text


def test_a_file_names_its_likely_tests(detailed: Report):
    assert "likely tests: tests/test_parser.py" in Page(render(detailed, Options())).text


def test_a_page_needs_nothing_from_elsewhere(detailed: Report):
    page = Page(render(detailed, Options()))
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert not {"src", "href", "onclick"} & {name for name, _ in page.attributes}


def test_hostile_text_stays_text(detailed: Report):
    entity = detailed.ranking.files[0].entities[0]
    entity = evolve(
        entity,
        qualname=HOSTILE,
        causal_story=HOSTILE,
        evidence={HOSTILE: 0.5},
        reasons={HOSTILE: HOSTILE},
        excerpt=CodeExcerpt(14, (HOSTILE,) * 3),
        neighbours=(Neighbour("caller", HOSTILE, HOSTILE, 1),),
    )
    files = (evolve(detailed.ranking.files[0], file=HOSTILE, entities=(entity,)),)
    text = render(evolve(detailed, repo=HOSTILE, ranking=evolve(detailed.ranking, files=files)), Options())
    page = Page(text)
    assert "script" not in page.tags
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert "\x1b" not in text
    assert "\x00" not in text


def test_a_table_is_a_table():
    page = Page(render(Table("what <b>", ("a", "b"), (("1", "<i>"),), footer=("end",)), Options()))
    assert {"table", "h1", "p"} <= set(page.tags)
    assert "<i>" in page.text


@pytest.mark.slow
def test_a_browser_shows_it_without_errors_at_the_width_of_a_phone(detailed: Report, tmp_path):
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no Chromium is installed")
    fits = "document.documentElement.scrollWidth <= innerWidth + 1"
    probe = f"<script>document.title = [{fits}, document.querySelectorAll('summary').length]</script>"
    page = render(detailed, Options()).replace("default-src 'none'", "script-src 'unsafe-inline'")
    (tmp_path / "page.html").write_text(page.replace("</body>", f"{probe}</body>"))
    flags = (
        *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
        *("--window-size=500,900", "--dump-dom", f"--user-data-dir={tmp_path / 'profile'}"),
    )
    shown = subprocess.run(
        [browser, *flags, f"file://{tmp_path / 'page.html'}"], capture_output=True, text=True, timeout=120, check=True
    )
    assert "<title>true,4</title>" in shown.stdout
