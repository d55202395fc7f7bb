"""Values and lines of YAML documents, checked against what PyYAML's own composer makes of them."""

from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._placed import PlacedList, PlacedTable, Text
from crossbearing_ecosystems._yaml import YamlDocument, read_documents

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

TEXTS = st.text(alphabet="ab:#-'\"|>&*!%@{}[],?\\ \n~é1", max_size=12) | st.sampled_from(
    ["on", "yes", "1.10", "null", "<<", "first\nsecond\n", "many words " * 12]
)
VALUES = st.recursive(
    TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
NULLS = frozenset({"", "~", "null", "Null", "NULL"})


def document_of(text: str | bytes) -> YamlDocument:
    return YamlDocument(SourceFile("x.yml", text.encode() if isinstance(text, str) else text))


def same(found: Any, node: yaml.Node, lines: list[str]) -> bool:
    """Say whether a value and the lines in it are those of a composed node."""
    if isinstance(node, yaml.ScalarNode):
        if found is None:
            return node.value in NULLS
        last = node.end_mark.line + bool(node.end_mark.column)
        return (found, found.line, found.end) == (node.value, node.start_mark.line + 1, max(last, found.line))
    if found.line != node.start_mark.line + 1 or not _ends_well(found, node, lines):
        return False
    if isinstance(node, yaml.SequenceNode):
        pairs = list(zip(found, node.value, strict=True))
        return found.lines == [_line(item) for item in node.value] and all(same(*pair, lines) for pair in pairs)
    keys = {key.value: (key, value) for key, value in node.value}
    return list(found) == list(keys) and all(
        found.lines[name] == _line(key) and same(found[name], value, lines) for name, (key, value) in keys.items()
    )


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _ends_well(found: PlacedTable | PlacedList, node: yaml.Node, lines: list[str]) -> bool:
    """The last line of a collection is the last one before its end mark that is neither empty nor a comment."""
    last = node.end_mark.line + bool(
        lines[node.end_mark.line :] and lines[node.end_mark.line][: node.end_mark.column].strip()
    )
    while last > found.end and (not lines[last - 1].strip() or lines[last - 1].lstrip().startswith("#")):
        last -= 1
    return found.line <= found.end and found.end >= last


@STEADY
@given(
    VALUES,
    st.sampled_from([True, False, None]),
    st.sampled_from([None, "'", '"', "|", ">"]),
    st.sampled_from([20, 80, 1000]),
    st.sampled_from([2, 4]),
    st.booleans(),
)
def test_dumped_documents(
    value: Any, flow: bool | None, style: str | None, width: int, indent: int, starts: bool
) -> None:
    text = yaml.safe_dump(
        value,
        default_flow_style=flow,
        default_style=style,
        width=width,
        indent=indent,
        explicit_start=starts,
        allow_unicode=True,
        sort_keys=False,
    )
    if "? " in text and not isinstance(value, str):
        # A key that is written out with a question mark may hold anything, "<<" with a meaning too.
        text = yaml.safe_dump(value, default_flow_style=True, width=100_000)
    node = yaml.compose(text, Loader=yaml.BaseLoader)
    assert same(document_of(text).root, node, text.split("\n"))


LINES = st.sampled_from(
    [
        "a: 1",
        "b:",
        "  c: x",
        "  d: |",
        "    text",
        "",
        "    more # text",
        "  - one",
        "- two",
        "- k: v",
        "  e: &anchor {x: [1, 2],",
        "    y: 'it'}",
        "f: [a,",
        "  b]",
        "# note",
        "g: >-",
        "  folded",
        "  lines",
        'h: "double',
        '  quoted"',
        "? complex",
        ": value",
        "i: plain",
        "   continued",
        "---",
    ]
)


@settings(deadline=None, max_examples=300)
@given(st.lists(LINES, max_size=10))
@example(["? complex"])
@example(["b:", "- two", "- k: v", "a: 1"])
@example(["b:", "  d: |", "    text", "", "# note", "a: 1"])
def test_written_documents(parts: list[str]) -> None:
    text = "\n".join(parts)
    try:
        nodes = list(yaml.compose_all(text, Loader=yaml.BaseLoader))
    except yaml.YAMLError:
        with pytest.raises(UnreadableError) as caught:
            list(read_documents(SourceFile("x.yml", text.encode())))
        assert caught.value.reason.startswith("unparseable: ")
        assert 1 <= (caught.value.line or 0) <= max(1, len(text.removesuffix("\n").split("\n")))
        return
    roots = list(read_documents(SourceFile("x.yml", text.encode())))
    assert len(roots) == len(nodes)
    # What is left out on a line of its own has no line; PyYAML gives it one beyond the file.
    if not any(part.startswith("?") for part in parts):
        assert all(same(root, node, text.split("\n")) for root, node in zip(roots, nodes, strict=True))


@STEADY
@given(st.text(max_size=60) | st.text(alphabet="ab:-#'\"|>&*![]{},?\\\n\t <~%@`1", max_size=40))
def test_any_text_is_read_or_refused_as_pyyaml_does(text: str) -> None:
    file = SourceFile("x.yml", text.encode("utf-8", "replace"))
    plain = file.text.translate({0x85: " ", 0x2028: " ", 0x2029: " "})
    try:
        expected = list(yaml.compose_all(plain, Loader=yaml.CBaseLoader))
    except yaml.YAMLError:
        with pytest.raises(UnreadableError):
            list(read_documents(file))
        return
    roots = list(read_documents(file))
    assert len(roots) == len(expected)
    for root in roots:
        for value in walk(root):
            if not isinstance(value, str | None):
                assert 1 <= value.line <= value.end <= len(file.lines)


def walk(root: Any) -> list[Any]:
    found, waiting, seen = [], [root], set()
    while waiting:
        value = waiting.pop()
        found.append(value)
        if isinstance(value, dict | list) and id(value) not in seen:
            seen.add(id(value))
            waiting += value.values() if isinstance(value, dict) else value
    return found


DOCUMENT = """\
name: CI
on: [push,
  pull_request]   # both
env:
  PYTHON: 1.10
  "quoted key": yes

jobs:
  test:
    steps:
    - uses: a/b@v1
    - name: Run
      run: |
        first

        second

    - run: >-
        folded
        text
  # after
  empty:
  tilde: ~
last: plain
  continued
"""


@pytest.mark.parametrize(
    ("path", "span"),
    [
        (("name",), (1, 1)),
        (("on",), (2, 3)),
        (("on", 1), (3, 3)),
        (("env",), (4, 6)),
        (("env", "quoted key"), (6, 6)),
        (("jobs",), (8, 23)),
        (("jobs", "test"), (9, 20)),
        (("jobs", "test", "steps"), (10, 20)),
        (("jobs", "test", "steps", 0), (11, 11)),
        (("jobs", "test", "steps", 1), (12, 17)),
        (("jobs", "test", "steps", 1, "run"), (13, 17)),
        (("jobs", "test", "steps", 2, "run"), (18, 20)),
        (("jobs", "empty"), (22, 22)),
        (("last",), (24, 25)),
        (("nothing",), (1, 25)),
    ],
)
def test_lines(path: tuple[str | int, ...], span: tuple[int, int]) -> None:
    assert document_of(DOCUMENT).span(*path) == span


def test_values_stay_as_they_are_written() -> None:
    document = document_of(DOCUMENT)
    assert document.text("env", "PYTHON") == "1.10"
    assert document.text("env", "quoted key") == "yes"
    assert document.keys("jobs") == ["test", "empty", "tilde"]
    assert document.get("jobs", "tilde") is None
    script = document.get("jobs", "test", "steps", 1, "run")
    assert (script, script.line, script.first, script.is_plain) == ("first\n\nsecond\n", 13, 14, False)
    folded = document.get("jobs", "test", "steps", 2, "run")
    assert (folded, folded.first, folded.end) == ("folded text", 19, 20)


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_other_line_endings_and_a_byte_order_mark_change_nothing(ending: str) -> None:
    plain = document_of(DOCUMENT)
    for encoding in ("utf-8-sig", "utf-16"):
        other = document_of(DOCUMENT.replace("\n", ending).encode(encoding))
        assert other.root == plain.root
        assert other.span("jobs", "test", "steps", 1, "run") == (13, 17)
        assert other.span("last") == (24, 25)


def test_characters_that_only_yaml_takes_for_line_ends() -> None:
    document = document_of("a: 'x\x85y\u2028z'\nb: 1\n")
    assert document.span("b") == (2, 2)
    assert document.text("a") == "x y z"


def test_anchors_aliases_and_merges() -> None:
    document = document_of(
        "base: &base\n  image: one\n  script: &s [make]\njob:\n  image: two\n  <<: *base\n  after: *s\n"
        "both:\n  <<: [*base, {extra: 1}]\n  script: own\nquoted:\n  '<<': *base\n&k key: v\nalias: *k\n"
    )
    assert document.get("job") == {"image": "two", "script": ["make"], "after": ["make"]}
    assert document.get("both") == {"image": "one", "script": "own", "extra": "1"}
    assert document.get("job", "script") is document.get("base", "script") is document.get("job", "after")
    assert document.span("job", "script") == (3, 3)
    assert document.span("job", "after") == (7, 7)
    assert document.keys("quoted") == ["<<"]
    assert (document.text("alias"), document.get("alias").line) == ("key", 13)


def test_a_value_inside_of_itself() -> None:
    document = document_of("a: &a\n  b: *a\n  <<: *a\nc: &c [x, *c]\n")
    assert document.get("a", "b") is document.get("a")
    assert document.get("c", 1) is document.get("c")
    assert document.span("a") == (1, 3)


def test_a_bomb_of_aliases_stays_small() -> None:
    text = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 60))
    assert len(walk(document_of(text).root)) < 300


def test_a_bomb_of_merges_is_refused() -> None:
    keys = ", ".join(f"k{number}: 1" for number in range(200))
    text = f"a: &a {{{keys}}}\n" + "".join(f"b{n}: {{<<: *a}}\n" for n in range(100))
    with pytest.raises(UnreadableError, match="more than 10000 merged keys"):
        document_of(text)


def test_tags_are_kept_for_lists_and_tables() -> None:
    document = document_of("a: !reference [.x, script]\nb: !Sub {k: v}\nc: !!str 1\nd: [x]\n")
    assert (document.get("a").tag, document.get("a")) == ("!reference", [".x", "script"])
    assert document.get("b").tag == "!Sub"
    assert (document.text("c"), document.get("d").tag) == ("1", "")


def test_later_documents_and_duplicate_keys() -> None:
    roots = list(read_documents(SourceFile("x.yml", b"a: 1\na: 2\n---\n- b\n---\n")))
    assert roots == [{"a": "2"}, ["b"], None]
    assert (roots[0].lines, roots[1].lines) == ({"a": 2}, [4])
    assert document_of("").root is document_of("# only\n").root is None


def test_keys_that_are_no_text() -> None:
    assert document_of("? [a, b]\n: c\n1: d\n~: e\n").root == {"": "c", "1": "d", "~": "e"}
    assert document_of("name: {{ cookiecutter.name }}\n").get("name", "") is None


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("a: 1\nb: [x\n", "did not find expected", 2),
        ("a:\n\t- b\n", "cannot start any token", 2),
        ("a: 1\nb: *nowhere\n", "undefined alias 'nowhere'", 2),
        ("a: 1\nb: \x07\n", "control characters are not allowed", 2),
        ("{% if x %}\na: 1\n", "cannot start any token", 1),
        ("a: b: c\n", "mapping values are not allowed", 1),
        ("[" * 100_000, "maximum nesting depth", 1),
        ("- " * 5_000 + "a", "nest", 1),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, reason: str, line: int) -> None:
    with pytest.raises(UnreadableError, match=reason) as caught:
        document_of(text)
    assert caught.value.line == line


def test_the_pure_python_parser_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = document_of(DOCUMENT)
    monkeypatch.delattr(yaml, "CSafeLoader")
    slow = document_of(DOCUMENT)
    assert slow.root == fast.root
    for path in (("on",), ("jobs", "test"), ("jobs", "test", "steps", 1, "run"), ("last",)):
        assert slow.span(*path) == fast.span(*path)
    with pytest.raises(UnreadableError, match="deeper than 1000 levels"):
        document_of("[" * 2_000)


def test_megabytes_are_read() -> None:
    text = "".join(f"job{number}:\n  script:\n    - echo {number}\n" for number in range(100_000))
    document = document_of(text)
    assert document.span("job99999") == (299_998, 300_000)


def test_questions_about_other_types_have_answers() -> None:
    document = document_of("a: 1\nb: [x, {c: d}]\n")
    assert document.text("b") == document.text("a", "x") == ""
    assert document.get("b", 5) is document.get("b", "x") is None
    assert list(document.strings("b")) == [(("b", 0), "x")]
    assert isinstance(document.get("b", 0), Text)
    assert document.span("b", 1, "c") == (2, 2)
