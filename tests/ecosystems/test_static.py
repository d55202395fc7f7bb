"""What Python code says without being run, checked against what it says when it is."""

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems._static import StaticModule, Text, dotted_name, parse_python
from crossbearing_ecosystems.setuptools import parse_manifest

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)


def texts(code: str, name: str = "x") -> list[str]:
    module = StaticModule(parse_python(code))
    return [text.value for text in module.texts(ast.Name(name))]


def items(code: str, name: str = "x") -> list[tuple[str, list[str]]]:
    module = StaticModule(parse_python(code))
    return [
        (item.key.value, [text.value for text in module.texts(item.value)]) for item in module.items(ast.Name(name))
    ]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = 'a'", ["a"]),
        ("x: list = ['a', \"b\"]", ["a", "b"]),
        ("y = ['b']\nx = ['a'] + y + ('c',)", ["a", "b", "c"]),
        ("x = []\nx.append('a')\nx.extend(['b'])\nx += ['c']", ["a", "b", "c"]),
        ("if A:\n    x = ['a']\nelse:\n    x = ['b']", ["a", "b"]),
        ("x = ['a'] if A else ['b']", ["a", "b"]),
        ("x = y or ['b']\ny = []", ["b"]),
        ("x = list(sorted({'a'}))", ["a"]),
        ("x = ' a  b\\n'.strip().split()", ["a", "b"]),
        ("y = 'a b'\nx = y.split()", ["a", "b"]),
        ("x = '''a\nb'''.splitlines()", ["a", "b"]),
        ("x = [*y, 'c']\ny = 'a', 'b'", ["a", "b", "c"]),
        ("d = {'k': ['a']}\nx = d['k']", ["a"]),
        ("x = [1, None, b'a', open('f').read(), f()]", []),
        ("x = x", []),
        ("x = y\ny = x + ['a']", ["a"]),
        ("x = (y := ['a'])", ["a"]),
    ],
)
def test_texts(code: str, expected: list[str]) -> None:
    assert texts(code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = {'a': ['1'], 'b': '2'}", [("a", ["1"]), ("b", ["2"])]),
        ("x = dict(a=['1'])", [("a", ["1"])]),
        ("x = {}\nx['a'] = ['1']\nx.update(b=['2'])", [("a", ["1"]), ("b", ["2"])]),
        ("y = {'a': '1'}\nx = {**y, 'b': '2'}", [("b", ["2"]), ("a", ["1"])]),
        ("K = 'a'\nx = {K: '1', f(): '2'}", [("a", ["1"])]),
        ("x = {'a': '1'} | {'b': '2'}", [("a", ["1"]), ("b", ["2"])]),
        ("x = {k: v for k, v in y}", []),
    ],
)
def test_items(code: str, expected: list[tuple[str, list[str]]]) -> None:
    assert items(code) == expected


@pytest.mark.parametrize("code", ["x = 'a>=' + V", "x = f'a>={V}'", "x = 'a>=%s' % V", "x = 'a>={}'.format(V)"])
def test_a_string_that_is_computed_is_known_by_its_beginning(code: str) -> None:
    module = StaticModule(parse_python(code))
    assert list(module.texts(ast.Name("x"))) == [Text("a>=", 1, 1, is_complete=False)]
    assert module.text(ast.Name("x")) is None


CODE = st.recursive(
    st.sampled_from(["['a']", "['b', 'c']", "('d',)"]),
    lambda inner: st.builds("list({}) + list({})".format, inner, inner) | st.builds("[*{}]".format, inner),
    max_leaves=6,
)


@STEADY
@given(CODE)
def test_lists_are_what_running_the_code_makes_of_them(code: str) -> None:
    assert texts(f"x = {code}") == list(eval(code))


@pytest.mark.parametrize(
    ("code", "reason", "line"),
    [
        ("a = 1\nprint 'x'\n", "unparseable: ", 2),
        ("a = (\n", "unparseable: ", 1),
        ("a = 1\0", "unparseable: ", None),
        ("x = " + "(" * 3_000 + "1" + ")" * 3_000, "unparseable: ", 1),
        ("#" * 1_000_001, "longer than 1000000 characters", None),
    ],
)
def test_what_cannot_be_parsed_is_refused(code: str, reason: str, line: int | None) -> None:
    with pytest.raises(UnreadableError, match=reason) as caught:
        parse_python(code)
    assert caught.value.line == line


def test_long_sums_and_attributes_are_followed_without_recursion() -> None:
    try:
        assert texts("x = ['a']" + " + ['a']" * 3_000) == ["a"] * 3_001
    except UnreadableError as problem:
        # An interpreter may refuse to build so deep a tree.
        assert problem.reason == "unparseable: nested too deeply"  # noqa: PT017


def test_a_list_that_is_referred_to_too_often_is_refused() -> None:
    code = (
        f"y = [{'0,' * 20_000}]\nx = [{'[*y],' * 200}]\nz = {{{','.join(f'{n!r}: y' for n in map(str, range(200)))}}}"
    )
    module = StaticModule(parse_python(code))
    values = [item.value for item in module.items(ast.Name("z"))]
    with pytest.raises(UnreadableError, match="too many references"):
        [list(module.texts(value)) for value in values]


def test_names_that_refer_to_each_other_too_deeply_are_refused() -> None:
    chain = "".join(f"a{number + 1} = a{number}.split()\n" for number in range(5_000))
    code = f"from setuptools import setup\na0 = 'six'\n{chain}setup(install_requires=a5000)\n"
    tree = MemoryTree("small", {"setup.py": code.encode()})
    with pytest.raises(UnreadableError, match="refer to each other too deeply"):
        parse_manifest(SourceFile("setup.py", code.encode()), tree)


def test_dotted_names() -> None:
    assert dotted_name(ast.parse("a.b.c", mode="eval").body) == "a.b.c"
    assert dotted_name(ast.parse("a().b", mode="eval").body) == ""
