"""Positions in TOML documents, checked against the values that the standard library reads."""

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toml_documents import Value, documents

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._toml import TomlDocument
from crossbearing_ecosystems._toml_index import DEEPEST, Path, index_toml, read_toml

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)


def paths(value: Value, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from paths(item, (*path, number))


@STEADY
@given(documents())
def test_every_value_has_its_place_and_nothing_else_has(text: str) -> None:
    data = tomllib.loads(text)
    spans = index_toml(text)
    assert set(spans) == set(paths(data))
    for path, (start, end) in spans.items():
        value = TomlDocument(SourceFile("x.toml", text.encode())).get(*path)
        assert 0 <= start <= end <= len(text)
        if isinstance(path[-1], int) and isinstance(value, str | int | float):
            # The span of an array's item is a document of its own.
            assert tomllib.loads(f"item = {text[start:end]}")["item"] == value


@STEADY
@given(documents())
def test_the_line_of_a_key_holds_the_key(text: str) -> None:
    document = TomlDocument(SourceFile("x.toml", text.encode()))
    lines = text.split("\n")
    for path in paths(tomllib.loads(text)):
        first, last = document.span(*path)
        assert 1 <= first <= last <= len(lines)
        key = path[-1]
        if isinstance(key, str) and key.isalnum():
            assert key in lines[first - 1]


@STEADY
@given(st.text(alphabet="ab.=[]{}\"'#,\\ \n1", max_size=60))
def test_any_text_is_read_or_refused_with_a_line(text: str) -> None:
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(UnreadableError) as caught:
            TomlDocument(SourceFile("x.toml", text.encode()))
        assert 1 <= (caught.value.line or 0) <= text.count("\n") + 1
    else:
        assert TomlDocument(SourceFile("x.toml", text.encode())).get() == expected


LINES = (
    "[a]|[a.b]|[a.b.c]|[[a]]|[[a.b]]|[b]|[[b]]|[ a . 'b' ] # c|[ [a] ]|[[a] ]|[a] b = 1|a = 1|'a' = 2|b = {}|"
    "b = { a = 1 }|b.a = 1|b.a.c = 2|a.b = {}|a.c.d = 1|a = {b.c = 1}|b = [1, 2]|b = [{}]|a = []|c = [1 2]|"
    "c = [\n1,\n]|c = [,]|c = [1,,2]|c = {a = 1,}|c = {a = 1\n}|c = {a = 1 b = 2}|c = {,}|c = [[1], [2]]|"
    "c = ['x' # no ' comma\n, \"y\",]|c = [[1] [2]]|x = 1979-05-27|x = +1_0|x = 0x1f|x = 01|x = .5|x = inf|"
    'x = true|x = True|x = 1 2|x = "\\u0041"|x = "\\q"|"\\q" = 1|x = """a\nb"""|x = \'a\tb\'|x = \'a\x01b\'|'
    'x = \'\x7f\'|# \x00|d = \'x\' e = 1|x = \'a\'#b|x =|= 1|x|"" = 1|x = ["a"b"]|x = ["""a"""]| # c'
)
STATEMENTS = st.sampled_from(LINES.split("|"))


def plain_values(text: str) -> Value | None:
    """The values that were read without the parser, which must be those that the parser reads."""
    found = read_toml(text).data
    try:
        expected = tomllib.loads(text)
    except ValueError:
        assert found is None
        return None
    assert found is None or repr(found) == repr(expected)
    return found


@STEADY
@given(documents(), st.data())
def test_values_are_those_of_the_parser_or_left_to_it(text: str, data: st.DataObject) -> None:
    plain_values(text)
    place = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(place, min(len(text), place + 3)))
    plain_values(text[:place] + data.draw(st.text(alphabet="ab.=[]{}\"'#,\\ \n1", max_size=3)) + text[end:])


@settings(deadline=None, max_examples=500)
@given(st.lists(STATEMENTS, max_size=6).map("\n".join))
def test_no_wrong_document_is_taken_for_a_right_one(text: str) -> None:
    plain_values(text)


def test_common_documents_do_not_need_the_parser() -> None:
    text = "[a]\nb.c = 1\nd = ['x', # y\n 'z']\ne = { f = true, g = [1] }\n[a.b.h]\n[[i]]\nj = '''k'''\n[[i]]\n[i.l]\n"
    assert plain_values(text) == {
        "a": {"b": {"c": 1, "h": {}}, "d": ["x", "z"], "e": {"f": True, "g": [1]}},
        "i": [{"j": "k"}, {"l": {}}],
    }


DOCUMENT = """\
title = 'a'

[project]
dependencies = [
    "one",  # first
    'two', "three",
    \"""
    four\""",
]
readme.file = "x"
authors = [{ name = "A", tags = ["t"] }, { name = "B" }]

[[tool.list]]
a = 1
[tool.list.sub]
b = 2
[[tool.list]]
"quoted key" = 3
[tool."dotted.key"]
x = '''
multi
'''
"""


@pytest.mark.parametrize(
    ("path", "span"),
    [
        (("title",), (1, 1)),
        (("project",), (3, 3)),
        (("project", "dependencies"), (4, 9)),
        (("project", "dependencies", 0), (5, 5)),
        (("project", "dependencies", 1), (6, 6)),
        (("project", "dependencies", 2), (6, 6)),
        (("project", "dependencies", 3), (7, 8)),
        (("project", "readme"), (10, 10)),
        (("project", "readme", "file"), (10, 10)),
        (("project", "authors", 1, "name"), (11, 11)),
        (("project", "authors", 0, "tags", 0), (11, 11)),
        (("tool",), (13, 13)),
        (("tool", "list", 0, "sub", "b"), (16, 16)),
        (("tool", "list", 1), (17, 17)),
        (("tool", "list", 1, "quoted key"), (18, 18)),
        (("tool", "dotted.key", "x"), (20, 22)),
        (("project", "missing"), (3, 3)),
        (("nothing", "at", "all"), (1, 1)),
    ],
)
def test_lines(path: Path, span: tuple[int, int]) -> None:
    assert TomlDocument(SourceFile("x.toml", DOCUMENT.encode())).span(*path) == span


def test_windows_line_endings_and_a_byte_order_mark_change_nothing() -> None:
    data = b"\xef\xbb\xbf" + DOCUMENT.replace("\n", "\r\n").encode()
    plain = TomlDocument(SourceFile("x.toml", DOCUMENT.encode()))
    windows = TomlDocument(SourceFile("x.toml", data))
    for path in paths(tomllib.loads(DOCUMENT)):
        assert windows.span(*path) == plain.span(*path)
        assert windows.get(*path) == plain.get(*path)


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("a = 1\na = 2\n", "Cannot overwrite a value", 2),
        ("[a]\n[a]\n", "Cannot declare", 2),
        ("a = 1\n\nb = [1", "Unclosed array", 3),
        ("a = 1\nb = 2\0\n", "after a statement", 2),
        ("a = " + "[" * 5_000 + "]" * 5_000, "deeper than 100 levels", 1),
        ("a = 1\n" + "b" + ".b" * 200_000 + " = 1", "more than 100 parts", 2),
        ("[b" + ".b" * 200_000 + "]", "more than 100 parts", 1),
        ("a = " + "9" * 10_000, "digits", None),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, reason: str, line: int | None) -> None:
    with pytest.raises(UnreadableError, match=reason) as caught:
        TomlDocument(SourceFile("x.toml", text.encode()))
    assert caught.value.reason.startswith("unparseable: ")
    assert caught.value.line == line


def test_nesting_up_to_the_limit_is_read() -> None:
    text = "a = " + "[" * DEEPEST + "]" * DEEPEST
    assert TomlDocument(SourceFile("x.toml", text.encode())).span("a", *(0,) * (DEEPEST - 1)) == (1, 1)


def test_questions_about_other_types_have_answers() -> None:
    document = TomlDocument(SourceFile("x.toml", b"a = 1\nb = ['x', 2]\nc = 'y'\n[d]\n"))
    assert document.text("a") == ""
    assert document.keys("a") == document.keys("nothing") == document.keys("d") == []
    assert document.has("d")
    assert not document.has("a")
    assert document.get("b", 5) is document.get("b", "x") is document.get("a", "b") is None
    assert list(document.strings("b")) == [(("b", 0), "x")]
    assert list(document.strings("c")) == [(("c",), "y")]
    assert list(document.items("nothing")) == []
