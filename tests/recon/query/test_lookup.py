"""What people write for a definition, and what is found."""

from contextlib import suppress

import pytest
from handmade import graph_of
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.errors import CrossbearingError
from crossbearing.recon.query.lookup import Lookup, fold


@pytest.fixture
def lookup(graph):
    return Lookup(graph)


def found(lookup, text):
    return [(lookup.graph.qualnames[item.entity], item.reason) for item in lookup.find(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("app.parser.Parser.peek", [("app.parser.Parser.peek", "exact")]),
        ("Parser.peek", [("app.parser.Parser.peek", "suffix")]),
        ("Parser.peek()", [("app.parser.Parser.peek", "suffix")]),
        ("Parser::peek", [("app.parser.Parser.peek", "suffix")]),
        ("main.main.#inner", [("app.main.main.inner", "suffix")]),
        ("Parser#peek", [("app.parser.Parser.peek", "suffix")]),
        ("  tokenize ", [("app.tokens.tokenize", "suffix")]),
        ("parser.PEEK", [("app.parser.Parser.peek", "case")]),
        ("readAll", [("app.parser.Parser.read_all", "spelling")]),
        ("Parser.readAll", [("app.parser.Parser.read_all", "spelling")]),
        ("app/parser.py", [("app.parser", "file")]),
        ("./app/parser.py", [("app.parser", "file")]),
        ("parser.py", [("app.parser", "file")]),
        ("/home/me/project/app/parser.py", [("app.parser", "file")]),
        ("app/parser.py:Parser.peek", [("app.parser.Parser.peek", "exact")]),
        ("app/parser.py::Parser::peek", [("app.parser.Parser.peek", "exact")]),
        ("parser.py:readall", [("app.parser.Parser.read_all", "spelling")]),
        ("app/main.py:8", [("app.main.main.inner", "line")]),
        ("app/main.py:9", [("app.main.main", "line")]),
        ("app/main.py:2", [("app.main", "line")]),
        ("app/main.py:8:20", [("app.main.main.inner", "line")]),
    ],
)
def test_a_definition_is_found_with_the_reason(lookup, text, expected):
    assert found(lookup, text) == expected


def test_all_meanings_of_a_name_are_listed_the_surest_first(lookup):
    assert found(lookup, "peek") == [
        ("app.parser.Base.peek", "suffix"),
        ("app.parser.Parser.peek", "suffix"),
        ("app.parser.Special.peek", "suffix"),
    ]
    # The module's name differs from the class's in case only; the class comes first.
    assert found(lookup, "Parser") == [("app.parser.Parser", "suffix"), ("app.parser", "case")]


def test_tests_come_after_source_files():
    graph = graph_of(("a/test_x.py", "a.test_x.run", "function", 1, 0, -1), ("b.py", "b.run", "function", 1, 0, -1))
    graph.roles[0] = "test"
    assert found(Lookup(graph), "run") == [("b.run", "suffix"), ("a.test_x.run", "suffix")]


def test_what_joins_names_elsewhere_may_be_part_of_one():
    lookup = Lookup(graph_of(("a.js", "a.Counter.#count", "method", 1, 0, -1)))
    assert found(lookup, "Counter.#count") == [("a.Counter.#count", "suffix")]


def test_only_a_whole_part_of_the_name_counts(lookup):
    assert found(lookup, "arser.peek")[0][1] == "similar"
    assert found(lookup, "enize") == [("app.tokens.tokenize", "similar")]


def test_similar_names_are_scored(lookup):
    best = lookup.find("tokenise")[0]
    assert (lookup.graph.qualnames[best.entity], best.reason) == ("app.tokens.tokenize", "similar")
    assert 0.7 <= best.score < 1
    assert lookup.find("qqqqqqqq") == []


def test_what_a_symbol_means_is_what_has_the_best_reason(lookup):
    assert [lookup.graph.qualnames[item.entity] for item in lookup.meant("Parser")] == ["app.parser.Parser"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Parsr.peek", r"^unknown symbol 'Parsr\.peek': did you mean app\.parser\.Parser\.peek\b"),
        ("qqqqqqqq", r"^unknown symbol 'qqqqqqqq': nothing on the map has a name like it$"),
        ("::", r"^unknown symbol '::': nothing on the map"),
        (" ", r"^the symbol is empty"),
        ("app/none.py", r"^no file of the map is named 'app/none\.py'$"),
        ("app/none.py:Parser", r"^no file of the map is named 'app/none\.py'$"),
        ("app/main.py:500", r"^app/main\.py has no line 500; its last one is 9$"),
        ("app/main.py:0", r"^app/main\.py has no line 0; "),
        ("app/main.py:mian", r"did you mean app\.main\.main\b"),
        ("app/main.py:tokenize", r"^unknown symbol 'app/main\.py:tokenize': "),
    ],
)
def test_what_does_not_exist_is_refused_with_near_matches(lookup, text, message):
    with pytest.raises(CrossbearingError, match=message):
        lookup.meant(text)


def test_several_files_of_one_name_are_all_meant():
    rows = [(f"{folder}/io.py", f"{folder}.io", "module", 1, 0, -1) for folder in ("a", "b")]
    lookup = Lookup(graph_of(*rows))
    assert found(lookup, "io.py") == [("a.io", "file"), ("b.io", "file")]
    assert found(lookup, "b/io.py:1") == [("b.io", "line")]


NAMES = st.text(st.sampled_from("abAB_é."), min_size=1, max_size=8).filter(lambda name: name.strip("."))


@given(st.lists(NAMES, min_size=1, max_size=6, unique=True), NAMES)
def test_every_name_finds_itself_and_spellings_are_one(names, asked):
    lookup = Lookup(
        graph_of(*((f"f{n}.py", f"m.{name}", "function", 1, 0, -1) for n, name in enumerate(sorted(names))))
    )
    for name in lookup.graph.qualnames:
        first = lookup.find(name)[0]
        assert lookup.graph.qualnames[first.entity] == name or name.endswith((".", "_"))
    listed = lookup.find(asked)
    if listed and listed[0].reason != "similar":
        assert lookup.meant(asked) == [item for item in listed if item.reason == listed[0].reason]
    for item in listed:
        assert item.reason == "similar" or fold(lookup.graph.qualnames[item.entity]).endswith(fold(asked.strip(".")))


@given(st.text(max_size=30))
def test_any_text_is_answered_or_refused(text):
    lookup = Lookup(graph_of(("a.py", "a", "module", 1, 0, -1), ("a.py", "a.f", "function", 2, 4, 0)))
    with suppress(CrossbearingError):
        assert all(item.score <= 1 for item in lookup.find(text))
