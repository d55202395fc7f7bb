"""Bazel: values of BUILD files, and what generated packages claim."""

import ast

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Claim, Dependency, SourceFile, Target, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import bazel
from crossbearing_ecosystems._bazel_rules import kind_of
from crossbearing_ecosystems._bazel_values import Values, top_calls
from crossbearing_ecosystems._syntax import parse_syntax

STEADY = settings(deadline=None)
FILES = {"p/a.py": b"", "p/b.txt": b"", "p/q/c.py": b"", "p/q/r/d.py": b"", "p/own/BUILD": b"", "p/own/e.py": b""}


def read(files: dict[str, str], path: str) -> tuple[list[Claim], MemoryTree]:
    tree = MemoryTree("small", {name: text.encode() for name, text in files.items()})
    claims = list(bazel.parse_manifest(tree.read(path), tree))
    assert unproved(claims, tree) == []
    return claims, tree


def strings(expression: str, *before: str) -> list[str]:
    text = "\n".join([*before, f"f(x = {expression})"])
    values = Values(MemoryTree("small", FILES), "p")
    (call,) = top_calls(parse_syntax(SourceFile("BUILD", text.encode()), "starlark"), values)
    return list(values.strings(call.named["x"]))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("['a', \"b\", r'c']", ["a", "b", "c"]),
        ("['a'] + ['b'] + X", ["a", "b", "x", "y"]),
        ("select({':k': ['a'], '//conditions:default': X}) + ['b']", ["a", "x", "y", "b"]),
        ("requirement('numpy')", []),
        ("[f(y) for y in X]", []),
        ("glob(['*.py'])", ["a.py"]),
        ("glob(['**/*.py'])", ["a.py", "q/c.py", "q/r/d.py"]),
        ("glob(include = ['**'], exclude = ['**/*.py'])", ["b.txt"]),
        ("glob(['q/*.py', 'q/**'])", ["q/c.py", "q/r/d.py"]),
        ("UNKNOWN", []),
    ],
)
def test_strings_that_an_expression_may_lead_to(expression: str, expected: list[str]) -> None:
    assert strings(expression, "X = ['x', 'y']") == expected


@pytest.mark.parametrize(
    ("rule", "kind"),
    [
        ("cc_library", "static-library"),
        ("py_library", "package"),
        ("go_test", "test"),
        ("native.cc_binary", "executable"),
        ("my_test_suite", "aggregator"),
        ("genrule", "runner"),
        ("exports_files", None),
        ("library", None),
    ],
)
def test_rules_are_known_by_their_names(rule: str, kind: str | None) -> None:
    assert kind_of(rule) == kind


def test_the_workspace_nearest_above_names_the_labels() -> None:
    files = {
        "MODULE.bazel": "",
        "in/REPO.bazel": "",
        "in/a/b/BUILD": "py_library(name = 'c', deps = ['//d', ':e', '@f//g'])\n",
    }
    claims, _ = read(files, "in/a/b/BUILD")
    (target,) = (claim for claim in claims if isinstance(claim, Target))
    assert (target.name, target.directory) == ("//a/b:c", "in/a/b")
    assert target.depends_on == ("//a/b:e", "//d:d", "f")


NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,6}(?:[-.][a-z0-9]{1,3})?", fullmatch=True)
RULES = st.sampled_from(["cc_library", "py_binary", "sh_test", "filegroup", "load_me", "genrule"])
ENDS = st.sampled_from(["\n", "\r\n"])


@STEADY
@given(st.lists(st.tuples(RULES, NAMES), max_size=5), st.booleans(), ENDS)
def test_generated_packages(rules: list[tuple[str, str]], is_spread: bool, end: str) -> None:
    space = "\n    " if is_spread else " "
    text = "".join(f"{rule}({space}name = '{name}',{space}srcs = ['{name}.c'],)\n# c\n" for rule, name in rules)
    files = {"p/BUILD": text.replace("\n", end), **{f"p/{name}.c": "" for _, name in rules}}
    claims, _ = read(files, "p/BUILD")
    found = [(claim.name, claim.sources) for claim in claims if isinstance(claim, Target)]
    assert found == [(f"//p:{name}", (f"p/{name}.c",)) for rule, name in rules if rule != "load_me"]
    # What a reader of Python's syntax sees is the same.
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    assert len(calls) == len(rules)


@STEADY
@given(st.lists(NAMES, unique=True, max_size=4), st.booleans())
def test_generated_modules(names: list[str], is_for_development: bool) -> None:
    text = "module(name = 'own')\n" + "".join(
        f"bazel_dep(name = '{name}', version = '1.{number}', dev_dependency = {is_for_development})\n"
        for number, name in enumerate(names)
    )
    claims, _ = read({"MODULE.bazel": text}, "MODULE.bazel")
    kind = "dev" if is_for_development else "runtime"
    assert [(claim.name, claim.version, claim.kind) for claim in claims if isinstance(claim, Dependency)] == [
        (name, f"1.{number}", kind) for number, name in enumerate(names)
    ]


WORDS = st.sampled_from(
    [
        "cc_library(",
        "name = ",
        "'a'",
        '"',
        "deps = [",
        "]",
        ")",
        ",",
        "\n",
        " + ",
        "glob(",
        "select({",
        "}",
        ":",
        "X",
        " = ",
        "(",
    ]
)


@STEADY
@given(
    st.lists(WORDS, max_size=40).map("".join) | st.text(max_size=80),
    st.sampled_from(["BUILD", "MODULE.bazel", "WORKSPACE", ".bazelversion"]),
)
def test_any_text(text: str, path: str) -> None:
    try:
        tree = MemoryTree("small", {path: text.encode("utf-8", "replace")})
        assert unproved(bazel.parse_manifest(tree.read(path), tree), tree) == []
    except UnreadableError:
        return
