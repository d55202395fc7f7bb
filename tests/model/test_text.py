import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.text import escape_surrogates, printable, stem, subtokens, terms, terms_of_word, words


@pytest.mark.parametrize(
    ("identifier", "parts"),
    [
        ("HTTPServer_v2", ["http", "server", "v", "2"]),
        ("parseJSON", ["parse", "json"]),
        ("snake_case_name", ["snake", "case", "name"]),
        ("__init__", ["init"]),
        ("X", ["x"]),
        ("utf8", ["utf", "8"]),
        ("größeÄndern", ["größe", "ändern"]),
        ("数据", ["数据"]),
        ("_", []),
        ("", []),
    ],
)
def test_identifiers_are_split_at_humps_digits_and_underscores(identifier: str, parts: list[str]) -> None:
    assert subtokens(identifier) == parts


def test_words_are_identifiers_as_they_stand() -> None:
    assert list(words("self._store.put(key=3) # größer als __init__?")) == [
        "self",
        "_store",
        "put",
        "key",
        "3",
        "größer",
        "als",
        "__init__",
    ]


def test_underscores_alone_and_encoded_data_are_no_words() -> None:
    assert list(words("a ___ _ " + "x" * 65 + " " + "y" * 64)) == ["a", "y" * 64]


def test_long_rules_of_underscores_take_no_time() -> None:
    assert list(words("_" * 200_000 + " end")) == ["end"]


@given(st.text())
def test_words_are_runs_of_word_characters_with_a_letter_or_digit(text: str) -> None:
    expected = [run for run in re.findall(r"\w+", text) if run.strip("_") and len(run) <= 64]
    assert list(words(text)) == expected


@given(st.text())
def test_every_text_has_terms_in_lower_case(text: str) -> None:
    for term in terms(text):
        assert term
        assert term == term.lower() or term.upper() == term.lower().upper()


def test_a_compound_is_found_whole_and_by_its_parts() -> None:
    assert terms_of_word("IndexingError") == ("index", "error", "indexingerror")
    assert terms_of_word("_private") == ("privat",)
    assert list(terms("parse_items(3)")) == ["pars", "item", "parse_items"]


def test_stems_join_the_forms_of_a_word() -> None:
    assert {stem(word) for word in ("parse", "parses", "parsed", "parsing")} == {"pars"}


def test_stemming_in_threads_gives_what_it_gives_alone() -> None:
    samples = [f"running{number}ing" for number in range(2000)]
    expected = [stem.__wrapped__(word) for word in samples]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(stem.__wrapped__, samples)) == expected


def test_what_moves_the_cursor_or_cannot_be_encoded_is_escaped() -> None:
    assert printable("a\nb\x1b[0m\u202e\udcff é") == "a\\nb\\x1b[0m\\u202e\\udcff é"
    assert escape_surrogates("a\n\udcff") == "a\n\\udcff"
