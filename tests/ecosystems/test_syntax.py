"""Syntax trees: places, encodings, and inputs that are made to take long."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems import _syntax
from crossbearing_ecosystems._syntax import parse_syntax, span_of, text_of, walk

GRAMMARS = ("starlark", "python", "groovy", "kotlin", "ruby", "elixir", "swift")
CODE = 'first = "é"\nsecond = [\n    "x",\n]\n'


def names(data: bytes) -> dict[str, tuple[int, int]]:
    root = parse_syntax(SourceFile("BUILD", data), "starlark")
    assert not root.has_error
    return {text_of(node.named_children[0]): span_of(node) for node in walk(root) if node.type == "assignment"}


@pytest.mark.parametrize(
    "data",
    [
        CODE.encode(),
        b"\xef\xbb\xbf" + CODE.encode(),
        CODE.encode("utf-16"),
        CODE.replace("\n", "\r\n").encode(),
        CODE.replace("\n", "\r").encode(),
    ],
    ids=["plain", "byte-order-mark", "utf-16", "crlf", "cr"],
)
def test_lines_do_not_depend_on_encoding_or_line_ends(data: bytes) -> None:
    assert names(data) == {"first": (1, 1), "second": (2, 4)}


def test_text_is_that_of_the_decoded_file() -> None:
    root = parse_syntax(SourceFile("BUILD", CODE.encode("utf-16")), "starlark")
    assert [text_of(node) for node in walk(root) if node.type == "string"] == ['"é"', '"x"']


def test_a_final_line_feed_belongs_to_the_line_before() -> None:
    root = parse_syntax(SourceFile("BUILD", b"x = 1\n"), "starlark")
    assert span_of(root) == (1, 1)


def test_walk_goes_in_the_order_of_the_file() -> None:
    root = parse_syntax(SourceFile("BUILD", b"a = [b, c]\nd = e\n"), "starlark")
    assert [text_of(node) for node in walk(root) if node.type == "identifier"] == ["a", "b", "c", "d", "e"]


def test_broken_input_gives_error_nodes() -> None:
    root = parse_syntax(SourceFile("BUILD", b"x = )\ny = 1\n"), "starlark")
    assert root.has_error
    assert any(node.is_error for node in walk(root))


def test_deep_nesting_needs_no_deep_stack() -> None:
    root = parse_syntax(SourceFile("BUILD", b"x = " + b"[" * 5_000 + b"]" * 5_000), "starlark")
    assert sum(node.type == "list" for node in walk(root)) >= 1


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(UnreadableError, match="larger than"):
        parse_syntax(SourceFile("BUILD", b"# x\n" * 1_100_000), "starlark")


def test_a_large_sound_file_is_read() -> None:
    root = parse_syntax(SourceFile("BUILD", b'f(name = "x")\n' * 20_000), "starlark")
    assert not root.has_error
    assert len(root.named_children) == 20_000


@pytest.mark.parametrize("grammar", ["ruby", "elixir", "swift"])
def test_what_people_write_is_never_as_large_as_what_they_generate(grammar: str) -> None:
    with pytest.raises(UnreadableError, match="larger than 100000 bytes"):
        parse_syntax(SourceFile("x", b"x = 1\n" * 20_000), grammar)


@pytest.mark.parametrize(
    ("text", "line"),
    [("x = 1\n" + "f(x = )\n" * 50_000, 2), ("~> " * 100_000, 1), ("(" * 200_000, 1), ("x = 1\0\n" * 50_000, None)],
    ids=["arguments", "operators", "brackets", "null"],
)
def test_a_large_file_of_bazel_that_is_broken_says_where(text: str, line: int | None) -> None:
    with pytest.raises(UnreadableError, match="unparseable") as caught:
        parse_syntax(SourceFile("BUILD", text.encode()), "starlark")
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("grammar", "piece", "count"), [("elixir", "@,", 10_000), ("elixir", "-,", 10_000), ("swift", " &", 2_000)]
)
def test_what_can_be_read_in_ever_more_ways_is_given_up(grammar: str, piece: str, count: int) -> None:
    with pytest.raises(UnreadableError, match=f"too much of it is no {grammar}"):
        parse_syntax(SourceFile("x", piece.encode() * count), grammar)


@pytest.mark.parametrize("grammar", ["starlark", "ruby", "elixir", "swift"])
@pytest.mark.parametrize("text", ["[" + "1, " * 20_000 + "1]", "a(" * 200 + ")" * 200, "[" + '"a",' * 10_000 + '"a"]'])
def test_dense_text_is_read(grammar: str, text: str) -> None:
    assert not parse_syntax(SourceFile("x", f"b = {text}\n".encode()), grammar).has_error


def test_a_large_file_that_is_python_but_not_starlark_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_syntax, "_MOST_RECOVERIES", 300)
    with pytest.raises(UnreadableError, match="too much of it is no starlark"):
        parse_syntax(SourceFile("BUILD", b"class A(B):\n    async def f(self): await (yield)\n" * 6_000), "starlark")


@pytest.mark.parametrize(
    ("grammar", "piece", "line"),
    [
        ("swift", "#", 2),
        ("swift", "/*", 2),
        ("ruby", "%w(", 2),
        ("ruby", '"#{', 2),
        ("ruby", "=begin\n", 5_002),
        ("ruby", " \\", 2),
        ("elixir", "\n ", 5_002),
        ("starlark", "\\\n", 5_002),
    ],
)
def test_what_makes_a_scanner_slow_is_refused_before_it_is_scanned(grammar: str, piece: str, line: int) -> None:
    with pytest.raises(UnreadableError, match="more than 5000 times") as caught:
        parse_syntax(SourceFile("x", b"\n" + piece.encode() * 10_000), grammar)
    assert caught.value.line == line


@settings(deadline=None)
@given(st.text(max_size=200), st.sampled_from(GRAMMARS))
def test_any_text_gives_a_tree_within_its_lines(text: str, grammar: str) -> None:
    file = SourceFile("x", text.encode("utf-8", "replace"))
    for node in walk(parse_syntax(file, grammar)):
        first, last = span_of(node)
        assert 1 <= first <= last <= len(file.lines)
