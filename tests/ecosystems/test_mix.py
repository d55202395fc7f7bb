"""Mix's files: whatever a project or its lock file holds, the claims are found and stand on their lines."""

from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Claim, Dependency, LockedPackage, Runner, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import mix, mix_lock

STEADY = settings(deadline=None)

RESERVED = frozenset(
    [
        "after",
        "and",
        "catch",
        "do",
        "else",
        "end",
        "false",
        "fn",
        "in",
        "nil",
        "not",
        "or",
        "rescue",
        "true",
        "when",
        "error",
        "ok",
    ]
)
NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True).filter(lambda name: name not in RESERVED)
REQUIREMENTS = st.sampled_from(["~> 1.0", ">= 0.0.0", "== 1.2.3", "~> 1.0 or ~> 2.0"])
OPTIONS = st.sampled_from(
    [
        ("", "runtime", ""),
        (", optional: true", "optional", ""),
        (", only: :test", "dev", "test"),
        (", only: [:dev, :test], runtime: false", "dev", "dev, test"),
        (", [only: :docs]", "dev", "docs"),
        (", runtime: false", "build", ""),
        (", only: :prod", "runtime", "prod"),
    ]
)
STEPS = st.sampled_from(["list", "function", "clause", "branch"])
DECLARED = st.lists(st.tuples(NAMES, REQUIREMENTS, OPTIONS, STEPS), max_size=6, unique_by=lambda item: item[0])


def claims_of(plugin: Any, text: str) -> tuple[list[Claim], MemoryTree]:
    path = "mix.exs" if plugin is mix else "mix.lock"
    tree = MemoryTree("small", {path: text.encode()})
    return list(plugin.parse_manifest(tree.read(path), tree)), tree


def project(deps: str, functions: str = "", more: str = "") -> str:
    return (
        "defmodule Own.MixProject do\n  use Mix.Project\n\n"
        f"  def project do\n    [\n      app: :own,\n      deps: {deps}{more}\n    ]\n  end\n{functions}end\n"
    )


@STEADY
@given(DECLARED, st.sampled_from([", ", ",\n      ", ',\n      # {:none, "~> 1.0"},\n      ']))
def test_dependencies(declared: list[tuple[str, str, tuple[str, str, str], str]], separator: str) -> None:
    written = {
        step: [f'{{:{name}, "{version}"{options[0]}}}' for name, version, options, way in declared if way == step]
        for step in ("list", "function", "clause", "branch")
    }
    lists = {step: f"[{separator.join(items)}]" for step, items in written.items()}
    functions = (
        f"  defp more(), do: {lists['function']}\n"
        f"  defp other(:a), do: {lists['clause']}\n  defp other(_), do: []\n"
        f"  defp chosen do\n    if x?() do\n      {lists['branch']}\n    else\n      []\n    end\n  end\n"
    )
    text = project(f"{lists['list']} ++ more() ++ other(Mix.env()) ++ chosen()", functions)
    claims, tree = claims_of(mix, text)
    assert unproved(claims, tree) == []
    assert not any(claim.section == "errors" for claim in claims)
    found = [(claim.name, claim.version, claim.kind, claim.group) for claim in claims if isinstance(claim, Dependency)]
    assert sorted(found) == sorted((name, version, kind, group) for name, version, (_, kind, group), _ in declared)


def test_dependencies_in_an_attribute() -> None:
    claims, tree = claims_of(mix, project("@deps", '  @own "~> 1.0"\n  @deps [{:plug, @own}, {:jason, "~> 2.0"}]\n'))
    assert unproved(claims, tree) == []
    found = [(claim.name, claim.version) for claim in claims if isinstance(claim, Dependency)]
    assert found == [("plug", "~> 1.0"), ("jason", "~> 2.0")]


@STEADY
@given(st.lists(NAMES, max_size=5, unique=True), st.booleans())
def test_aliases(names: list[str], is_quoted: bool) -> None:
    entries = ", ".join(f'"{name}.x": ["compile"]' if is_quoted else f"{name}: &run/1" for name in names)
    claims, tree = claims_of(mix, project("[]", f"  defp aliases, do: [{entries}]\n", ",\n      aliases: aliases()"))
    assert unproved(claims, tree) == []
    found = [claim.command for claim in claims if isinstance(claim, Runner) and claim.source == "script"]
    assert found == [f"mix {name}{'.x' * is_quoted}" for name in names]


@STEADY
@given(st.lists(st.tuples(NAMES, st.sampled_from(["1.0.0", "2.0.0-rc.1"]), st.booleans()), max_size=6))
def test_locked_packages(rows: list[tuple[str, str, bool]]) -> None:
    lines = [
        f'  "{name}": {{:git, "https://example.org/{name}.git", "{version}", []}},'
        if is_git
        else f'  "{name}": {{:hex, :{name}, "{version}", "aa", [:mix], [{{:b, "~> 1.0", [hex: :b]}}], "hexpm", "bb"}},'
        for name, version, is_git in rows
    ]
    claims, tree = claims_of(mix_lock, "\n".join(["%{", *lines, "}", ""]))
    assert unproved(claims, tree) == []
    found = [(claim.name, claim.version) for claim in claims if isinstance(claim, LockedPackage)]
    assert found == [(name, version) for name, version, _ in rows]


@pytest.mark.parametrize("plugin", [mix, mix_lock], ids=lambda plugin: plugin.__name__)
@STEADY
@given(text=st.text(max_size=80) | st.text(alphabet='%{}[]:"a, do\nend=>#@', max_size=80))
def test_any_text(plugin: Any, text: str) -> None:
    try:
        claims, tree = claims_of(plugin, text)
    except (UnreadableError, UnicodeEncodeError):
        return
    assert unproved(claims, tree) == []


@STEADY
@given(st.text(alphabet='{}[]:", do\nend#@a~w()', max_size=60))
def test_any_text_in_a_project(text: str) -> None:
    try:
        claims, tree = claims_of(mix, project(f"[{text}]"))
    except UnreadableError:
        return
    assert unproved(claims, tree) == []


@pytest.mark.parametrize("operator", ["@", "!", "- ", "not "])
def test_operators_inside_operators_are_entered_in_linear_time(operator: str) -> None:
    project = 'def project, do: [app: :own, deps: [{:first, "~> 1.0"}]]'
    operators = operator * (90_000 // len(operator))
    code = f"defmodule Own.MixProject do\n  use Mix.Project\n  {project}\nend\n{operators}value\n"
    claims, tree = claims_of(mix, code)
    assert unproved(claims, tree) == []
    assert [claim.name for claim in claims if isinstance(claim, Dependency)] == ["first"]
