"""Justfiles: their texts, recipes and expressions."""

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Claim, Runner, UnreadableError, UnreadablePart
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems._just_lexer import Token, read_statements, text_value
from crossbearing_ecosystems.just import parse_manifest

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)


def claims_of(text: str, path: str = "justfile", **others: str) -> list[Claim]:
    tree = MemoryTree("small", {path: text.encode(), **{name: body.encode() for name, body in others.items()}})
    file = tree.read(path)
    assert file is not None
    claims = list(parse_manifest(file, tree))
    assert unproved(claims, tree) == []
    return claims


def runners(text: str, **others: str) -> dict[str, str]:
    return {claim.name: claim.command for claim in claims_of(text, **others) if isinstance(claim, Runner)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("'a\\n'", "a\\n"),
        ('"a\\n\\t\\"\\\\"', 'a\n\t"\\'),
        ('"\\u{41}\\u{110000}"', "A\\u{110000}"),
        ("'''\n  a\n    b\n  '''", "a\n  b\n"),
        ('"""x"""', "x"),
        ("x'~/a'", None),
        ("f'{{a}}'", None),
    ],
)
def test_texts(text: str, value: str | None) -> None:
    assert text_value(Token("text", text)) == value


def test_statements_go_on_inside_of_brackets_and_texts() -> None:
    text = "a := (\n 'x' +\n 'y\n: z'\n)\nb c='d:\n':\n  body\n\n  more\n[private]\n\n  # stray\n"
    found = [(statement.span, statement.body, statement.body_span) for statement in read_statements(text)]
    assert found == [((1, 5), [], (6, 6)), ((6, 7), ["body", "", "more"], (8, 10)), ((13, 13), [], (0, 0))]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("echo {{ x }}", "echo 1"),
        ("echo {{x + '-' + y}}", "echo 1-2"),
        ("echo {{ x / y }}", "echo 1/2"),
        ("echo {{{{ x }}", "echo {{ x }}"),
        ("@-echo", "echo"),
        ("echo {{ unset }}", "just r"),
        ("echo {{ uppercase(x) }}", "just r"),
        ("echo {{ `date` }}", "just r"),
        ("echo {{ if x == '1' { 'a' } else { 'b' } }}", "just r"),
        ("echo {{ loop }}", "just r"),
        ("#!/bin/sh", "just r"),
    ],
)
def test_bodies(line: str, command: str) -> None:
    assert runners(f"x := '1'\ny := \"2\"\nloop := loop + 'a'\nr:\n  {line}\n") == {"r": command}


@pytest.mark.parametrize(
    "header",
    ["r p:", "r p='1':", "r *p:", "r +p: ", "r $p:", "r: other", "r: && other", "r: (other 'a:b')", "[no-cd]\nr:"],
)
def test_what_only_just_can_run(header: str) -> None:
    assert runners(f"other:\n  echo 1\n{header}\n  echo {{{{ p }}}}\n")["r"] == "just r"


def test_names_that_are_keywords_elsewhere_are_recipes() -> None:
    found = runners("set:\n  a\nimport:\n  b\nmod: set\nexport:\n  c\nalias x='1':\n  d\n")
    assert found == {"set": "a", "import": "b", "mod": "just mod", "export": "c", "alias": "just alias"}


def test_imports_and_modules_that_lead_to_each_other_end() -> None:
    others = {"a.just": "import 'justfile'\nmod b\none:\n  echo 1\n", "b.just": "import 'a.just'\ntwo:\n  echo 2\n"}
    found = runners("import 'a.just'\nimport? 'none.just'\nzero:\n  echo 0\n", **others)
    assert found == {"zero": "echo 0", "one": "echo 1", "b::two": "just b::two"}


def test_expressions_end_even_where_they_would_grow_without_end() -> None:
    lines = "".join(f"v{number + 1} := v{number} + v{number}\n" for number in range(60))
    assert runners(f"v0 := 'x'\n{lines}r:\n  echo {{{{ v60 }}}}\n") == {"r": "just r"}


NAMES = st.sampled_from(["a", "test", "build-it", "set", "x_1"])
RECIPES = st.lists(
    st.tuples(NAMES, st.lists(st.sampled_from(["echo 1", "@cargo test", "echo {{ v }}", "a \\"]), max_size=3)),
    max_size=4,
    unique_by=lambda recipe: recipe[0],
)


@STEADY
@given(RECIPES, st.sampled_from(["  ", "\t", "    "]), st.sampled_from(["\n", "\r\n"]))
def test_generated_recipes_are_found(recipes: list[tuple[str, list[str]]], indent: str, end: str) -> None:
    lines = ["v := 'w'"]
    for name, body in recipes:
        lines += [f"{name}:", *(indent + line for line in body), ""]
    claims = claims_of(end.join(lines))
    assert {claim.name for claim in claims if isinstance(claim, Runner)} == {name for name, _ in recipes}
    assert not any(isinstance(claim, UnreadablePart) for claim in claims)


@STEADY
@given(st.text(alphabet="ab:=' \"`\t\n\\{}()[]@#!?+*$f", max_size=80) | st.text(max_size=40))
def test_any_text(text: str) -> None:
    try:
        claims_of(text)
    except (UnreadableError, UnicodeEncodeError):
        return
