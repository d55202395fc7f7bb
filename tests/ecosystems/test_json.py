"""The JSON reader agrees with the standard library on values, and with a count of line endings on lines."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._placed import PlacedDocument, PlacedList, PlacedTable, Text

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ["//", "/* x */", ",]", "a:b", '"', "\\", '\\"', "{", "\n", "\u2028", "\x0b"]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | TEXTS
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=25
)
GAPS = st.lists(st.sampled_from([" ", "\t", "\n", "\r\n", "\r", ""]), max_size=3).map("".join)
COMMENTS = st.sampled_from(["// a, ]\n", "/* b } \n\r\n */", "/**/", '// "c\r\n', "/*/ , */", ""])


def read(text: str, *, lenient: bool = False) -> JsonDocument:
    # Bytes that no line of an encoding or mark is read into: what is tested is the text.
    return JsonDocument(SourceFile("x.json", b"\xef\xbb\xbf" + text.encode()), lenient=lenient)


def expected(text: str) -> Any:
    return json.loads(text, parse_int=str, parse_float=str, parse_constant=str)


def tokens_of(value: Any, ascii_only: bool) -> Iterator[str]:
    """The tokens of a value, written apart from the reader; ``""`` where a comma may stand that nothing follows."""
    if isinstance(value, dict | list):
        opening, closing = "{}" if isinstance(value, dict) else "[]"
        yield opening
        for number, item in enumerate(value):
            yield from [","] * bool(number)
            if isinstance(value, dict):
                yield json.dumps(item, ensure_ascii=ascii_only)
                yield ":"
            yield from tokens_of(value[item] if isinstance(value, dict) else item, ascii_only)
        yield from [""] * bool(value)
        yield closing
    else:
        yield json.dumps(value, ensure_ascii=ascii_only)


@st.composite
def written(draw: st.DrawFn, fillings: st.SearchStrategy[str], last_commas: st.SearchStrategy[str]) -> tuple[str, str]:
    """A value with any filling between its tokens, and the same without any."""
    parts = [draw(fillings)]
    tokens = list(tokens_of(draw(VALUES), draw(st.booleans())))
    for token in tokens:
        parts += (token or draw(last_commas), draw(fillings))
    return "".join(parts), "".join(tokens)


def line_of(text: str, place: int) -> int:
    return len(re.findall("\r\n|\r|\n", text[:place])) + 1


def check_lines(text: str, value: Any, place: int) -> int:
    """Walk over the text with the standard library's scanner, compare every line; returns where the value ends."""
    scanner = json.JSONDecoder()
    blank = re.compile(r"[ \t\r\n]*")

    def skip(place: int) -> int:
        match = blank.match(text, place)
        assert match
        return match.end()

    place = skip(place)
    start = line_of(text, place)
    if isinstance(value, PlacedTable | PlacedList):
        is_table = isinstance(value, PlacedTable)
        assert value.line == start
        place += 1
        number = 0
        while text[skip(place)] not in "}]":
            place = skip(place)
            if text[place] == ",":
                place = skip(place + 1)
            line = line_of(text, place)
            if is_table:
                key, place = scanner.raw_decode(text, place)
                assert value.lines[key] == line
                place = skip(place) + 1
                place = check_lines(text, value[key], place)
            else:
                assert value.lines[number] == line
                place = check_lines(text, value[number], place)
            number += 1
        place = skip(place)
        assert value.end == line_of(text, place)
        return place + 1
    if isinstance(value, Text):
        assert (value.line, value.end, value.first, value.is_plain) == (start, start, start, False)
    return scanner.raw_decode(text, place)[1]


@STEADY
@given(written(GAPS, st.just("")))
def test_values_and_lines(texts: tuple[str, str]) -> None:
    text, _ = texts
    document = read(text)
    assert document.root == expected(text)
    check_lines(text, document.root, 0)
    lenient = read(text, lenient=True)
    assert lenient.root == document.root
    check_lines(text, lenient.root, 0)


@STEADY
@given(written(COMMENTS, st.sampled_from(["", ","])))
def test_comments_and_last_commas_change_nothing(texts: tuple[str, str]) -> None:
    text, bare = texts
    assert read(text, lenient=True).root == expected(bare)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, 2,], }', {"a": ["1", "2"]}),
        ('{"a": 1, // last\n}', {"a": "1"}),
        ('["a", /* b */ ]', ["a"]),
        ('{"url": "http://x/*y*/", "b": ",]",}', {"url": "http://x/*y*/", "b": ",]"}),
        ("[]//", []),
        ("/**/[]/***/", []),
    ],
)
def test_lenient_form(text: str, value: Any) -> None:
    assert read(text, lenient=True).root == value
    with pytest.raises(UnreadableError):
        read(text)


@pytest.mark.parametrize("text", ["[,]", "{,}", "[1,,]", "[1 2]", '{"a" 1}', '{"a": 1 "b": 2}', "[] []", "// x", ","])
def test_lenient_is_not_lax(text: str) -> None:
    with pytest.raises(UnreadableError):
        read(text, lenient=True)


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("", "Expecting value", 1),
        ('{\r"a": 1,\r;}', "Expecting property name enclosed in double quotes", 3),
        ('{\r\n"a": x\r\n}', "Expecting value", 2),
        ('{"a":\n "b\n"}', "Invalid control character at", 2),
        ("[]\n\nx", "Extra data", 3),
        ('{\n"a": 1\n', "Expecting ',' delimiter", 2),
        ("[\n1,\r\n\r\n", "Expecting value", 2),
        ('{"a": {{ x }}}', "Expecting property name enclosed in double quotes", 1),
    ],
)
@pytest.mark.parametrize("lenient", [False, True])
def test_reason_and_line(text: str, reason: str, line: int, lenient: bool) -> None:
    with pytest.raises(UnreadableError) as caught:
        read(text, lenient=lenient)
    assert (caught.value.reason, caught.value.line) == (f"unparseable: {reason}", line)


def test_unterminated_comment() -> None:
    for text in ("{}\n/* x", "[]\n/*/"):
        with pytest.raises(UnreadableError) as caught:
            read(text, lenient=True)
        assert (caught.value.reason, caught.value.line) == ("unparseable: unterminated comment", 2)


def test_last_of_two_equal_keys_counts() -> None:
    document = read('{"a": 1,\n"b": 2,\n"a":\n"x"}')
    assert document.root == {"a": "x", "b": "2"}
    assert list(document.root) == ["a", "b"]
    assert document.span("a") == (3, 4)


def test_keys_and_values_on_lines_of_their_own() -> None:
    document = read('{\n"a"\n:\n"b"\n,"c"\n:[\n"d"\n]\n}')
    assert document.root == {"a": "b", "c": ["d"]}
    assert document.span("a") == (2, 4)
    assert document.span("c") == (5, 8)
    assert document.span("c", 0) == (7, 7)
    assert document.span() == (1, 9)


@pytest.mark.parametrize("depth", [199, 201, 20_000])
@pytest.mark.parametrize("lenient", [False, True])
def test_depth(depth: int, lenient: bool) -> None:
    text = "[" * depth + "]" * depth
    if depth < 200:
        assert read(text, lenient=lenient).root == expected(text)
        return
    with pytest.raises(UnreadableError, match="nested too deeply"):
        read(text, lenient=lenient)


@pytest.mark.parametrize(
    "text",
    [
        "[" + '{"name": "x", "version": "1.0.0", "y": [true]},\n' * 100_000 + "1]",
        "[" + "[]," * 500_000 + "1]",
        "[" + "1" * 10_000_000 + "]",
        '"' + '\\"' * 5_000_000,
        "/*" * 5_000_000,
        "[" + ", " * 5_000_000,
        "// x\n" * 2_000_000,
        '["' + "a/" * 5_000_000 + '"]',
    ],
    ids=["tables", "lists", "number", "quotes", "comments", "commas", "line-comments", "slashes"],
)
def test_ten_megabytes_take_seconds(text: str) -> None:
    # A reader whose work grows with the square of the input would take hours.
    with suppress(UnreadableError):
        read(text, lenient=True)


@STEADY
@given(st.text('{}[]",:/*\\ \n\r1anul', max_size=30), st.booleans())
def test_any_text_is_read_as_json_or_refused(text: str, lenient: bool) -> None:
    try:
        value = expected(text)
    except ValueError:
        value = None
        if not lenient:
            with pytest.raises(UnreadableError):
                read(text)
            return
    try:
        document = read(text, lenient=lenient)
    except UnreadableError:
        assert lenient
        return
    if value is not None:
        assert document.root == value


def test_half_a_character() -> None:
    assert read('["\\ud83d", "\\ud83d\\ude00"]').root == ["\ufffd", "😀"]


class TestPlacedDocument:
    document = PlacedDocument(read('{"a": {"b": ["x", 1, {}]},\n"c": "y",\n"d": {}}').root)

    def test_what_is_absent_or_of_another_type_has_an_answer(self) -> None:
        assert self.document.get("a", "b", 0) == "x"
        assert self.document.get("a", "b", 3) is None
        assert self.document.get("a", "b", -1) is None
        assert self.document.get("a", "b", "x") is None
        assert self.document.get("c", "d", "e") is None
        assert self.document.text("a") == ""
        assert self.document.text("c") == "y"
        assert self.document.keys("c") == []
        assert self.document.keys("a") == ["b"]
        assert (self.document.has("d"), self.document.has("c"), self.document.has("e")) == (True, False, False)

    def test_items_and_strings(self) -> None:
        assert list(self.document.items("a", "b")) == [
            (("a", "b", 0), "x"),
            (("a", "b", 1), "1"),
            (("a", "b", 2), {}),
        ]
        assert list(self.document.strings("c")) == [(("c",), "y")]
        assert list(self.document.items("e")) == []

    def test_span_of_what_is_absent_is_that_of_its_parent(self) -> None:
        assert self.document.span("c", "x") == (2, 2)
        assert self.document.span("a", "b", 9) == (1, 1)
        assert self.document.span("e") == (1, 3)
        assert PlacedDocument(None).span("e") == (1, 1)
