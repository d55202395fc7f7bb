"""Meson: expressions, variables and conditions, and what generated projects claim."""

from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Claim, Dependency, Target, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import meson
from crossbearing_ecosystems._meson_expressions import evaluate
from crossbearing_ecosystems._meson_lexer import read_build_file
from crossbearing_ecosystems._meson_methods import method
from crossbearing_ecosystems._meson_values import UNKNOWN

STEADY = settings(deadline=None)
TOP = "meson.build"


def value(text: str, **variables: Any) -> Any:
    statements = read_build_file("x", text).statements
    return evaluate(statements[0].tokens, variables, lambda owner, name, arguments: method(owner, name, arguments))


def read(files: dict[str, str], path: str = TOP) -> tuple[list[Claim], MemoryTree]:
    tree = MemoryTree("small", {name: text.encode() for name, text in files.items()})
    claims = list(meson.parse_manifest(tree.read(path), tree))
    assert unproved(claims, tree) == []
    return claims, tree


def targets(text: str, *sources: str) -> dict[str, Target]:
    claims, _ = read({TOP: text, **dict.fromkeys(sources, "")})
    return {claim.name: claim for claim in claims if isinstance(claim, Target) and claim.kind != "test"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'a' + 'b'", "ab"),
        ("'a' / 'b' / 'c'", "a/b/c"),
        ("['a', ['b']] + ['c']", ["a", ["b"], "c"]),
        ("['a'] + 'b'", ["a", "b"]),
        ("1 + 2 + x", 6),
        ("not true", False),
        ("not true or 'a' == 'a'", True),
        ("false and unknown", False),
        ("unknown or true", True),
        ("unknown and true", UNKNOWN),
        ("'a' in ['a']", UNKNOWN),
        ("true ? 'a' : 'b'", "a"),
        ("unknown ? ['a'] : ['b']", ["a", "b"]),
        ("{'a': 1, 'b' + 'c': [2]}", {"a": 1, "bc": [2]}),
        ("{'a': ['x', 'y']}['a'][1]", "y"),
        ("f'@x@-@y@'", UNKNOWN),
        ("f'n@x@'", "n3"),
        ("'@0@_@1@'.format('a', 2)", "a_2"),
        ("'a-b.c'.underscorify().to_upper()", "A_B_C"),
        ("'a.b'.split('.')[0]", "a"),
        ("'abc'.startswith('ab')", True),
        ("['a', 'b'].contains('c')", False),
        ("{'a': 'x'}.get('b', 'y')", "y"),
        ("(('a'))", "a"),
        ("'''a\n'b''' + 'c'", "a\n'bc"),
        ("-3", -3),
        ("1 == 1 ? (false ? 'a' : 'b') : 'c'", "b"),
        ("+", UNKNOWN),
        ("a b", UNKNOWN),
        ("..", UNKNOWN),
    ],
)
def test_expressions(text: str, expected: Any) -> None:
    assert value(text, x=3) == expected


def test_both_branches_are_read() -> None:
    text = "src = ['a.c']\nif host\n  src += 'b.c'\nelse\n  src += files('c.c')\nendif\nlibrary('x', src)\n"
    assert targets(text, "a.c", "b.c", "c.c")["x"].sources == ("a.c", "b.c", "c.c")


def test_a_certain_condition_decides() -> None:
    text = "a = true\nif a\n  library('yes')\nelif true\n  library('no')\nelse\n  library('never')\nendif\n"
    assert set(targets(text)) == {"yes"}


def test_loops_over_lists_and_tables() -> None:
    text = (
        "foreach n : ['a', 'b', 'skip', 'c', 'end', 'd']\n"
        "  if n == 'skip'\n    continue\n  elif n == 'end'\n    break\n  endif\n"
        "  executable(n, n + '.c')\nendforeach\n"
        "foreach k, v : {'t': ['t.c']}\n  static_library(k, v)\nendforeach\n"
    )
    found = targets(text, "a.c", "b.c", "c.c", "t.c")
    assert {name: target.sources for name, target in found.items()} == {
        name: (f"{name}.c",) for name in ("a", "b", "c", "t")
    }


def test_names_that_are_not_known_are_listed() -> None:
    claims, _ = read({TOP: "executable(get_option('x'), 'a.c')\ntest(unknown, y)\n"})
    assert [(claim.section, claim.evidence.line) for claim in claims] == [("errors", 1), ("errors", 2)]


def test_a_file_that_is_included_claims_nothing_by_itself() -> None:
    files = {TOP: "project('a', 'c')\nsubdir('b')\n", "b/meson.build": "library('b')\n"}
    assert any(claim.evidence.path == "b/meson.build" for claim in read(files)[0])
    assert read(files, "b/meson.build")[0] == []


@pytest.mark.parametrize(
    "text",
    [
        "a = ['x']\n" + "a = [a, a]\n" * 60 + "executable('z', a)\n",
        "a = [[]]\n" + "a = [a, a]\n" * 60 + "executable('z', a)\n",
        "a = 'x'\n" + "a = a + a\n" * 60 + "executable(a, 'b')\n",
        "".join(f"foreach v{number} : [1, 2, 3, 4, 5, 6, 7, 8]\n" for number in range(20)) + "endforeach\n" * 20,
        "if x\n" * 90 + "endif\n" * 90,
        "a = " + "1 + " * 20_000 + "1\n",
        "a = " + "not " * 20_000 + "true\n",
        "a = " + "x ? 1 : " * 20_000 + "1\n",
        "a" + ".b()" * 20_000 + "\n",
        "a = " + "[" * 20_000,
        "subdir('.')\nsubdir('..')\n",
    ],
    ids=lambda text: text[:20].strip().replace("\n", " "),
)
def test_what_never_ends_or_grows_is_cut_short(text: str) -> None:
    try:
        claims, _ = read({TOP: text})
    except UnreadableError:
        return
    assert len(claims) <= 20_000


NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,6}(?:[-.][a-z0-9]{1,3})?", fullmatch=True)
WRAPPERS = st.sampled_from(
    ["{}", "if x\n{}endif\n", "if x\nelif y\n{}else\nendif\n", "foreach i : ['a', 'b']\n{}endforeach\n"]
)
SPACES = st.sampled_from([" ", "\n  ", " # c ) \n", "\t"])


@STEADY
@given(st.data())
def test_generated_projects(data: st.DataObject) -> None:
    space = data.draw(SPACES)
    libraries = data.draw(st.lists(NAMES, unique=True, max_size=4))
    packages = data.draw(st.lists(NAMES, unique=True, max_size=3))
    lines = [f"d{n} = dependency({space}'{name}',{space}version: '>=1')\n" for n, name in enumerate(packages)]
    lines += [
        f"l{n} = library('{name}',{space}'{name}.c', link_with:{space}{'l0' if n else '[]'},)\n"
        for n, name in enumerate(libraries)
    ]
    text = "".join(data.draw(WRAPPERS).format(line) for line in lines)
    text = text.replace("\n", data.draw(st.sampled_from(["\n", "\r\n"])))
    claims, _ = read({TOP: text, **{f"{name}.c": "" for name in libraries}})
    found = {claim.name: claim for claim in claims if isinstance(claim, Target)}
    assert set(found) == set(libraries)
    assert {(claim.name, claim.version) for claim in claims if isinstance(claim, Dependency)} == {
        (name, ">=1") for name in packages
    }
    for name in libraries:
        assert found[name].sources == (f"{name}.c",)
        assert found[name].depends_on == (() if name == libraries[0] else (libraries[0],))


WORDS = st.sampled_from(
    [
        "if ",
        "elif ",
        "else\n",
        "endif\n",
        "foreach x : ",
        "endforeach\n",
        "executable(",
        "test(",
        "project(",
        ")",
        "'",
        "'''",
        "[",
        "]",
        "{",
        "}",
        ":",
        ",",
        "?",
        "+",
        "==",
        "not ",
        "and ",
        "a",
        " = ",
        " += ",
        ".",
        "\n",
        "1",
        "#",
        "f'@a@'",
        "\\",
    ]
)


@STEADY
@given(st.lists(WORDS, max_size=40).map("".join) | st.text(max_size=80), st.sampled_from([TOP, "subprojects/x.wrap"]))
def test_any_text(text: str, path: str) -> None:
    try:
        tree = MemoryTree("small", {path: text.encode("utf-8", "replace")})
        assert unproved(meson.parse_manifest(tree.read(path), tree), tree) == []
    except UnreadableError:
        return


@pytest.mark.parametrize(
    ("text", "line"), [("no section\n", 1), ("[wrap-file]\nwhat is this\n", 2), ("[provide]\na = b\n", 1)]
)
def test_a_broken_wrap_names_its_line(text: str, line: int) -> None:
    with pytest.raises(UnreadableError) as problem:
        read({"subprojects/x.wrap": text}, "subprojects/x.wrap")
    assert problem.value.line == line
