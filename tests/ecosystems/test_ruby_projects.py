"""Gemfiles, gemspecs and lock files of Bundler: every gem is found, and every claim stands on its line."""

from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Dependency, LockedPackage, SourceFile, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import gemfile, gemfile_lock, gemspec
from crossbearing_ecosystems._ruby import Call, RubyFile

STEADY = settings(deadline=None)

NAMES = st.from_regex(r"[a-z][a-z0-9_.-]{0,6}[a-z0-9]", fullmatch=True)
VERSIONS = st.sampled_from(["~> 1.0", ">= 2", "= 3.1.4", "< 9", "!= 1.0.1"])
REQUIREMENTS = st.lists(VERSIONS, max_size=2)
GROUPS = st.sampled_from(["", "development", "test", "production", "assets"])
STYLES = st.sampled_from(["plain", "call", "quoted", "option", "block", "modifier", "loop"])
GEMS = st.lists(st.tuples(NAMES, REQUIREMENTS, GROUPS, STYLES), max_size=6)


def claims_of(plugin: Any, path: str, text: str) -> tuple[list[Any], MemoryTree]:
    tree = MemoryTree("small", {path: text.encode("utf-8", "replace"), "spec/a_spec.rb": b"x\n"})
    return list(plugin.parse_manifest(tree.read(path), tree)), tree


def statement(name: str, requirements: list[str], group: str, style: str) -> str:
    arguments = ", ".join([f'"{name}"', *(f'"{item}"' for item in requirements)])
    if style == "call":
        return f"gem({arguments})"
    if style == "quoted":
        return "gem " + arguments.replace('"', "'")
    if style == "option":
        return f"gem {arguments}, require: false, group: :{group or 'default'}"
    if style == "block":
        return f"group :{group or 'default'} do\n  gem {arguments}\nend"
    if style == "modifier":
        return f'gem {arguments} if RUBY_VERSION > "3"'
    if style == "loop":
        items = ", ".join(["name", *(f'"{item}"' for item in requirements)])
        return f"%w[{name}].each do |name|\n  gem {items}\nend"
    return f"gem {arguments} # {name}"


@STEADY
@given(GEMS, st.sampled_from(["\n", "\r\n", "\n\n# gem 'x'\n"]))
def test_every_gem_is_found(gems: list[tuple[str, list[str], str, str]], end: str) -> None:
    text = end.join(['source "https://rubygems.org"', *(statement(*gem).replace("\n", end) for gem in gems)])
    claims, tree = claims_of(gemfile, "Gemfile", text)
    assert unproved(claims, tree) == []
    found = [(claim.name, claim.version or "") for claim in claims if isinstance(claim, Dependency)]
    assert found == [(name, ", ".join(requirements)) for name, requirements, _, _ in gems]
    groups = [claim.group for claim in claims if isinstance(claim, Dependency)]
    assert groups == [group if style in ("option", "block") else "" for _, _, group, style in gems]


@STEADY
@given(st.lists(st.tuples(NAMES, REQUIREMENTS, st.booleans()), max_size=6))
def test_every_dependency_of_a_gemspec_is_found(dependencies: list[tuple[str, list[str], bool]]) -> None:
    lines = ["Gem::Specification.new do |s|", '  s.name = "own"']
    for name, requirements, is_development in dependencies:
        method = "add_development_dependency" if is_development else "add_dependency"
        lines.append(f"  s.{method}(%q<{name}>, [{', '.join(map(repr, requirements))}])")
    claims, tree = claims_of(gemspec, "own.gemspec", "\n".join([*lines, "end"]))
    assert unproved(claims, tree) == []
    found = [
        (claim.name, claim.version or "", claim.kind == "dev") for claim in claims if isinstance(claim, Dependency)
    ]
    assert found == [(name, ", ".join(requirements), is_dev) for name, requirements, is_dev in dependencies]


@STEADY
@given(st.dictionaries(NAMES, st.tuples(st.sampled_from(["1.0", "2.3.4.pre", "0.1.0-x86_64-linux"]), st.booleans())))
def test_every_locked_gem_is_found(gems: dict[str, tuple[str, bool]]) -> None:
    specs = "".join(f"    {name} ({version})\n      other (>= 1)\n" for name, (version, _) in gems.items())
    direct = "".join(f"  {name} (~> 1.0)\n" for name, (_, is_direct) in gems.items() if is_direct)
    text = f"GEM\n  remote: https://rubygems.org/\n  specs:\n{specs}\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n{direct}"
    claims, tree = claims_of(gemfile_lock, "Gemfile.lock", text)
    assert unproved(claims, tree) == []
    found = {claim.name: (claim.version, claim.direct) for claim in claims if isinstance(claim, LockedPackage)}
    assert found == {name: (version.partition("-")[0], is_direct) for name, (version, is_direct) in gems.items()}


@pytest.mark.parametrize(
    ("plugin", "path"),
    [(gemfile, "Gemfile"), (gemspec, "x.gemspec"), (gemfile_lock, "Gemfile.lock")],
    ids=["gemfile", "gemspec", "gemfile_lock"],
)
@STEADY
@given(text=st.text(max_size=60) | st.text("gem'\"(){}[]|,:=> \ndoend%wif#<~\\", max_size=60))
def test_any_text(plugin: Any, path: str, text: str) -> None:
    try:
        claims, tree = claims_of(plugin, path, text)
    except UnreadableError:
        return
    assert unproved(claims, tree) == []


def test_a_loop_over_loops_is_not_unrolled_for_ever() -> None:
    words = " ".join(f"w{number}" for number in range(200))
    text = "".join(f"%w[{words}].each do |a{depth}|\n" for depth in range(5)) + "gem a0\n" + "end\n" * 5
    claims, _ = claims_of(gemfile, "Gemfile", text)
    assert len(claims) < 5_000


def test_conditions_and_blocks_are_known_where_a_call_stands() -> None:
    text = b"if a\n  x\n  group :b do\n    y 1\n  end\nelse\n  z 2 unless c\nend\n"
    calls = {item.method: item for item in RubyFile(SourceFile("Gemfile", text)).visit() if isinstance(item, Call)}
    assert calls["y"].scope.conditions == ("a",)
    assert [block.method for block in calls["y"].scope.blocks] == ["group"]
    assert calls["z"].scope.conditions == ("not (a)", "not (c)")
