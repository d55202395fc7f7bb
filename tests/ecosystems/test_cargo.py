"""Cargo's files: whatever a manifest or lock file holds, its claims are found and stand on their lines."""

from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st
from toml_documents import VALUES, documents

from crossbearing.plugin import Claim, Component, Dependency, EntryPoint, Language, LockedPackage, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import cargo, cargo_lock

STEADY = settings(deadline=None)

NAMES = st.from_regex(r"[a-z][a-z0-9_-]{0,6}", fullmatch=True)
REQUIREMENTS = st.sampled_from(["1", "^1.2", "=0.3.1", ">=1, <3", "*"])
TABLES = ("dependencies", "dev-dependencies", "build-dependencies")
ROOT = b"""
[workspace]
members = ["member"]
[workspace.package]
edition = "2021"
rust-version = "1.70"
[workspace.dependencies]
plain = "1.5"
far = { git = "https://example.org/far", rev = "abc" }
near = { path = "near" }
other = { package = "real", version = "2" }
"""
CODE = {
    "Cargo.toml": ROOT,
    "near/Cargo.toml": b'[package]\nname = "near"\n',
    "member/src/main.rs": b"fn main() {}\n",
    "member/src/bin/tool.rs": b"#[tokio::main]\nasync fn main() {}\n",
}


def table(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A table that has any of the keys, each with a fitting value or with any other."""
    return st.fixed_dictionaries({}, optional={name.replace("_", "-"): value | VALUES for name, value in keys.items()})


DEPENDENCY = REQUIREMENTS | table(
    version=REQUIREMENTS,
    path=st.just("../near"),
    git=st.just("https://example.org/x"),
    optional=st.booleans(),
    package=NAMES,
    workspace=st.just(True),
    features=st.lists(NAMES, max_size=2),
)
DEPENDENCIES = st.dictionaries(NAMES | st.sampled_from(["plain", "far", "other"]), DEPENDENCY, max_size=3)
TARGETS = st.lists(table(name=NAMES, path=st.just("src/x.rs")), max_size=2)
MANIFESTS = table(
    package=table(
        name=NAMES,
        version=REQUIREMENTS,
        edition=st.sampled_from(["2015", "2021"]) | st.just({"workspace": True}),
        rust_version=st.just("1.60") | st.just({"workspace": True}),
        autobins=st.booleans(),
        default_run=NAMES,
    ),
    dependencies=DEPENDENCIES,
    dev_dependencies=DEPENDENCIES,
    build_dependencies=DEPENDENCIES,
    target=st.dictionaries(st.sampled_from(["cfg(unix)", "wasm32-wasi"]), table(dependencies=DEPENDENCIES), max_size=2),
    features=st.dictionaries(NAMES, st.lists(NAMES, max_size=2), max_size=2),
    lib=table(name=NAMES, path=st.just("src/lib.rs"), proc_macro=st.booleans()),
    bin=TARGETS,
    example=TARGETS,
    test=TARGETS,
    bench=TARGETS,
    workspace=table(members=st.lists(st.sampled_from(["a", "b/*", "near"]), max_size=2)),
)


def claims_of(plugin: Any, text: str, path: str) -> tuple[list[Claim], MemoryTree]:
    tree = MemoryTree("small", {**CODE, path: text.encode()})
    return list(plugin.parse_manifest(tree.read(path), tree)), tree


@STEADY
@given(documents(MANIFESTS))
def test_any_manifest(text: str) -> None:
    claims, tree = claims_of(cargo, text, "member/Cargo.toml")
    assert unproved(claims, tree) == []


@STEADY
@given(st.dictionaries(st.sampled_from(TABLES), st.dictionaries(NAMES, REQUIREMENTS, max_size=5)), st.booleans())
def test_every_declared_dependency_is_found(tables: dict[str, dict[str, str]], is_conditional: bool) -> None:
    prefix = "target.'cfg(unix)'." if is_conditional else ""
    text = '[package]\nname = "own"\n'
    for name, entries in tables.items():
        text += f"[{prefix}{name}]\n" + "".join(f'{key} = "{value}"\n' for key, value in entries.items())
    claims, tree = claims_of(cargo, text, "member/Cargo.toml")
    assert unproved(claims, tree) == []
    found = {(claim.name, claim.version, claim.kind) for claim in claims if isinstance(claim, Dependency)}
    kinds = dict(zip(TABLES, ("runtime", "dev", "build"), strict=True))
    assert found == {(key, value, kinds[name]) for name, entries in tables.items() for key, value in entries.items()}


def test_what_a_member_inherits() -> None:
    text = (
        '[package]\nname = "member"\nedition.workspace = true\nrust-version = { workspace = true }\n'
        "[dependencies]\nplain.workspace = true\nfar = { workspace = true, optional = true }\nnear.workspace = true\n"
        "[dev-dependencies.other]\nworkspace = true\n"
    )
    claims, tree = claims_of(cargo, text, "member/Cargo.toml")
    assert unproved(claims, tree) == []
    found = [(claim.name, claim.version, claim.kind, claim.source) for claim in claims if isinstance(claim, Dependency)]
    assert found == [
        ("plain", "1.5", "runtime", ""),
        ("far", None, "optional", "https://example.org/far?rev=abc"),
        ("near", None, "runtime", "workspace"),
        ("real", "2", "dev", ""),
    ]
    assert [claim.version_hint for claim in claims if isinstance(claim, Language)] == ["1.70"]
    assert {claim.name for claim in claims if isinstance(claim, EntryPoint)} == {"member", "tool"}


def test_the_claims_of_a_member_do_not_depend_on_what_was_read_before() -> None:
    text = '[package]\nname = "member"\n[dependencies]\nplain.workspace = true\n'
    before, _ = claims_of(cargo, text, "member/Cargo.toml")
    other = MemoryTree("other", {"member/Cargo.toml": text.encode(), "Cargo.toml": ROOT.replace(b"1.5", b"9.9")})
    found = cargo.parse_manifest(other.read("member/Cargo.toml"), other)
    assert [claim.version for claim in found if isinstance(claim, Dependency)] == ["9.9"]
    assert claims_of(cargo, text, "member/Cargo.toml")[0] == before


def test_a_member_that_needs_the_package_of_the_root() -> None:
    root = b'[package]\nname = "whole"\n[workspace]\n[workspace.dependencies]\nwhole = { path = "" }\n'
    text = b'[package]\nname = "member"\n[dependencies]\nwhole.workspace = true\n'
    tree = MemoryTree("small", {"Cargo.toml": root, "member/Cargo.toml": text})
    claims = cargo.parse_manifest(tree.read("member/Cargo.toml"), tree)
    assert [(claim.name, claim.source) for claim in claims if isinstance(claim, Dependency)] == [("whole", "workspace")]


def test_the_root_puts_other_packages_in_the_place_of_released_ones() -> None:
    root = (
        '[workspace]\nmembers = ["*"]\n[patch.crates-io]\nlocal = { path = "local" }\nodd = 1\n'
        '[patch."https://example.org/index"]\nfork-2 = { package = "fork", git = "https://example.org/fork" }\n'
    )
    text = '[package]\nname = "member"\n[dependencies]\nlocal = "1"\nfork = "2"\nodd = "3"\nplain = "4"\n'
    local = '[package]\nname = "local"\n'
    files = {"Cargo.toml": root, "member/Cargo.toml": text, "local/Cargo.toml": local}
    tree = MemoryTree("small", {path: content.encode() for path, content in files.items()})
    claims = cargo.parse_manifest(tree.read("member/Cargo.toml"), tree)
    assert [(claim.name, claim.source) for claim in claims if isinstance(claim, Dependency)] == [
        ("local", "workspace"),
        ("fork", "https://example.org/fork"),
        ("odd", ""),
        ("plain", ""),
    ]


@pytest.mark.parametrize("name", ["{{ name }}", "", "a b", "a/b"])
def test_a_name_that_is_none_makes_no_component(name: str) -> None:
    claims, tree = claims_of(cargo, f'[package]\nname = "{name}"\n', "member/Cargo.toml")
    assert unproved(claims, tree) == []
    assert not any(isinstance(claim, Component | EntryPoint) for claim in claims)


PACKAGES = st.lists(st.tuples(NAMES, st.sampled_from(["0.1.0", "1.2.3-rc.1", "2.0.0+wasi"]), st.booleans()), max_size=6)


@STEADY
@given(PACKAGES, st.sampled_from(["", " # x"]), st.sampled_from(["\n", "\r\n"]))
def test_locked_packages(packages: list[tuple[str, str, bool]], comment: str, end: str) -> None:
    """A comment after a header is nothing that Cargo writes: the file is then read as any TOML is."""
    lines = ["version = 4"]
    for name, version, is_foreign in packages:
        lines += [f"[[package]]{comment}", f'name = "{name}"', f'version = "{version}"']
        lines += ['source = "registry+https://example.org"'] * is_foreign + ["dependencies = [", ' "x 1.0.0",', "]", ""]
    claims, tree = claims_of(cargo_lock, end.join(lines), "Cargo.lock")
    assert unproved(claims, tree) == []
    found = [(claim.name, claim.version) for claim in claims if isinstance(claim, LockedPackage)]
    assert found == [(name, version) for name, version, is_foreign in packages if is_foreign]


@pytest.mark.parametrize(
    ("plugin", "path"), [(cargo, "Cargo.toml"), (cargo, ".cargo/config.toml"), (cargo_lock, "Cargo.lock")]
)
@STEADY
@given(text=st.text(max_size=60) | documents())
def test_any_text(plugin: Any, path: str, text: str) -> None:
    try:
        claims, tree = claims_of(plugin, text, path)
    except (UnreadableError, UnicodeEncodeError):
        return
    assert unproved(claims, tree) == []
