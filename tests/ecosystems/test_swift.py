"""Swift's files: whatever a package or its resolved versions hold, the claims are found and stand on their lines."""

import json
from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Claim, Component, Dependency, LockedPackage, Target, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import swift_resolved, swiftpm
from crossbearing_ecosystems._swift_names import name_of_url

STEADY = settings(deadline=None)

NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9-]{0,6}", fullmatch=True)
URLS = st.builds("https://example.org/{}/{}{}".format, NAMES, NAMES, st.sampled_from(["", ".git"]))
REQUIREMENTS = st.sampled_from(['from: "1.0.0"', '"1.0.0"..<"2.0.0"', 'branch: "main"', '.exact("1.2.3")'])
STEPS = st.sampled_from(["list", "append", "assign", "variable", "if"])
TARGETS = st.sampled_from(["target", "executableTarget", "testTarget"])


def claims_of(plugin: Any, text: str) -> tuple[list[Claim], MemoryTree]:
    path = "Package.swift" if plugin is swiftpm else "Package.resolved"
    tree = MemoryTree("small", {path: text.encode()})
    return list(plugin.parse_manifest(tree.read(path), tree)), tree


@STEADY
@given(st.lists(st.tuples(URLS, REQUIREMENTS, STEPS), max_size=5), st.lists(st.tuples(TARGETS, NAMES), max_size=4))
def test_packages(needed: list[tuple[str, str, str]], targets: list[tuple[str, str]]) -> None:
    written = {
        step: [f'.package(url: "{url}", {version})' for url, version, way in needed if way == step]
        for step in ("list", "append", "assign", "variable", "if")
    }
    text = "// swift-tools-version:5.9\nimport PackageDescription\n"
    text += f"let more: [Package.Dependency] = [{', '.join(written['variable'])}]\n"
    text += (
        f'let package = Package(\n  name: "own",\n  dependencies: [\n    {", ".join(written["list"])}\n  ] + more,\n'
    )
    text += "  targets: [\n" + "".join(f'    .{kind}(name: "{name}"),\n' for kind, name in targets) + "  ]\n)\n"
    text += "".join(f"package.dependencies.append({one})\n" for one in written["append"])
    text += "".join(f"package.dependencies += [\n  {one},\n]\n" for one in written["assign"])
    text += "".join(f"if local {{\n  package.dependencies += [{one}]\n}}\n" for one in written["if"])
    claims, tree = claims_of(swiftpm, text)
    assert unproved(claims, tree) == []
    assert not any(claim.section == "errors" for claim in claims)
    found = [(claim.name, claim.version, claim.source) for claim in claims if isinstance(claim, Dependency)]
    assert sorted(found) == sorted((name_of_url(url), version, url) for url, version, _ in needed)
    assert [claim.name for claim in claims if isinstance(claim, Target)] == [name for _, name in targets]


@STEADY
@given(
    st.lists(st.tuples(URLS, st.sampled_from(["1.0.0", "2.1.0-beta.1"])), max_size=5),
    st.sampled_from([1, 2, 3]),
    st.sampled_from([None, 2]),
)
def test_resolved(pins: list[tuple[str, str]], form: int, indent: int | None) -> None:
    key = "repositoryURL" if form == 1 else "location"
    rows = [{"identity": name_of_url(url).lower(), key: url, "state": {"version": version}} for url, version in pins]
    data = {"object": {"pins": rows}, "version": 1} if form == 1 else {"pins": rows, "version": form}
    claims, tree = claims_of(swift_resolved, json.dumps(data, indent=indent))
    assert unproved(claims, tree) == []
    found = [(claim.name, claim.version) for claim in claims if isinstance(claim, LockedPackage)]
    assert found == [(name_of_url(url), version) for url, version in pins]


@pytest.mark.parametrize(
    "start", ["= Package(", "= Package.init(", ": Package = .init(", "= PackageDescription.Package("]
)
def test_ways_to_make_a_package(start: str) -> None:
    dependency = '.package(url: "https://example.org/a.git", from: "1.0.0")'
    claims, tree = claims_of(swiftpm, f'let package {start}name: "own", dependencies: [{dependency}])\n')
    assert unproved(claims, tree) == []
    assert [claim.name for claim in claims if isinstance(claim, Component | Dependency)] == ["own", "a"]


def test_conditional_compilation() -> None:
    claims, tree = claims_of(
        swiftpm,
        'let package = Package(name: "own")\n#if os(Linux)\n'
        'package.dependencies.append(.package(url: "https://example.org/a", from: "1.0.0"))\n#else\n'
        'package.dependencies.append(.package(url: "https://example.org/b", from: "1.0.0"))\n#endif\n',
    )
    assert unproved(claims, tree) == []
    assert [claim.name for claim in claims if isinstance(claim, Dependency)] == ["a", "b"]
    assert not any(claim.section == "errors" for claim in claims)


@pytest.mark.parametrize("plugin", [swiftpm, swift_resolved], ids=lambda plugin: plugin.__name__)
@STEADY
@given(text=st.text(max_size=80) | st.text(alphabet='Package(name: "a").target[]{}, \n#ifelse', max_size=80))
def test_any_text(plugin: Any, text: str) -> None:
    try:
        claims, tree = claims_of(plugin, text)
    except (UnreadableError, UnicodeEncodeError):
        return
    assert unproved(claims, tree) == []


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://github.com/apple/swift-nio.git", "swift-nio"),
        ("https://github.com/apple/swift-nio/", "swift-nio"),
        ("git@example.org:acme/Kit.git", "Kit"),
        ("git@example.org:Kit.git", "Kit"),
        ("../swift-nio", "swift-nio"),
        ("", ""),
    ],
)
def test_names(url: str, name: str) -> None:
    assert name_of_url(url) == name
