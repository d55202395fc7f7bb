"""Counting tokens: exactly where the vocabulary is at hand, on the safe side where it is not."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.model import tokens
from crossbearing.model.tokens import ENCODING, ESTIMATE, count_tokens, estimate_tokens, tokenizer_name

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

SOURCES = sorted(Path(tokens.__file__).parents[1].glob("*/*.py"))


@pytest.fixture
def without_vocabulary(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As where the tokenizer's distribution is not installed."""
    monkeypatch.setattr(tokens, "_bindings", _not_installed)
    tokens._counter.cache_clear()
    yield
    tokens._counter.cache_clear()


def _not_installed() -> None:
    raise ImportError


def test_the_exact_tokenizer_is_in_use() -> None:
    assert tokenizer_name() == ENCODING == "cl100k_base"
    assert "bpe_openai" not in sys.modules, "the package around the tokenizer takes a third of a second to import"


@pytest.mark.parametrize("order", [("ours", "theirs"), ("theirs", "ours")], ids=lambda order: order[0])
def test_the_package_around_the_tokenizer_may_be_used_as_well(order: tuple[str, str]) -> None:
    programs = {
        "ours": "from crossbearing.model import tokens; assert tokens.count_tokens('hello world') == 2",
        "theirs": "import bpe_openai; assert len(bpe_openai.get_encoding('cl100k_base').encode('hello world')) == 2",
    }
    subprocess.run([sys.executable, "-c", "\n".join(programs[name] for name in order)], check=True)


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("hello world", 2), ("def f(x):\n    return x\n", 8), ("日本語", 4), ("\udcff", 3)]
)
def test_counts_are_those_of_the_public_vocabulary(text: str, count: int) -> None:
    assert count_tokens(text) == count


@pytest.mark.parametrize("text", ["a" * 2_000_000, " " * 2_000_000, "\n" * 500_000, "日" * 300_000, "x y" * 300_000])
def test_hostile_texts_are_counted(text: str) -> None:
    assert 0 < count_tokens(text) <= len(text.encode())
    assert 0 < estimate_tokens(text) <= len(text.encode())


@pytest.mark.usefixtures("without_vocabulary")
def test_without_the_vocabulary_tokens_are_estimated() -> None:
    assert tokenizer_name() == ESTIMATE
    assert count_tokens("hello world") == estimate_tokens("hello world") == 2
    assert count_tokens("\udcff") == estimate_tokens("\\udcff")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_estimate_is_on_the_safe_side(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert count_tokens(text) <= estimate_tokens(text) <= 2 * count_tokens(text) + 10


@STEADY
@given(st.text(), st.text())
def test_lines_add_up(first: str, second: str) -> None:
    """Budgets are kept line by line, so a line must cost the same alone and among others."""
    one, other = (f"{{{text!r}}},\n" for text in (first, second))
    assert count_tokens(one + other) == count_tokens(one) + count_tokens(other)
