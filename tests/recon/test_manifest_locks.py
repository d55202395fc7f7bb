"""From a declared dependency to the version that a lock file holds."""

from collections.abc import Sequence
from typing import Any

import pytest

from crossbearing.model.claims import Component, Dependency, LockedPackage
from crossbearing.model.location import Location
from crossbearing.recon.manifest import assemble_manifest, manifest_to_json
from crossbearing.recon.manifest.locks import with_resolved_versions


def at(place: str) -> Location:
    path, _, line = place.rpartition(":")
    return Location(path, int(line))


def wants(name: str, version: str | None = None, place: str = "package.json:3", **more: Any) -> Dependency:
    return Dependency(evidence=at(place), name=name, version=version, ecosystem="npm", **more)


def holds(name: str, version: str, place: str = "package-lock.json:9", **more: Any) -> LockedPackage:
    return LockedPackage(evidence=at(place), name=name, version=version, ecosystem="npm", **more)


def resolved(claim: Dependency, *locked: LockedPackage, components: Sequence[Component] = ()) -> str:
    (found,) = with_resolved_versions([claim], locked, components)
    return found.resolved


def test_the_locked_version_and_its_line_stand_beside_the_declared_one() -> None:
    (found,) = with_resolved_versions([wants("left", "^1.0")], [holds("left", "1.4.2")], [])
    assert (found.version, found.resolved, str(found.resolved_at)) == ("^1.0", "1.4.2", "package-lock.json:9")


def test_what_is_not_locked_is_not_resolved() -> None:
    claim = wants("left", "^1.0")
    assert with_resolved_versions([claim], [holds("right", "1.4.2")], []) == [claim]


def test_another_ecosystem_has_other_packages() -> None:
    package = LockedPackage(evidence=at("poetry.lock:1"), name="left", version="9", ecosystem="pypi")
    assert resolved(wants("left"), package) == ""


@pytest.mark.parametrize(
    ("declared", "locked", "ecosystem"),
    [
        ("Foo.Bar_baz", "foo-bar-baz", "pypi"),
        ("Newtonsoft.Json", "newtonsoft.json", "nuget"),
        ("Monolog/Monolog", "monolog/monolog", "composer"),
    ],
)
def test_names_are_compared_as_the_ecosystem_spells_them(declared: str, locked: str, ecosystem: str) -> None:
    claim = Dependency(evidence=at("x:1"), name=declared, ecosystem=ecosystem)
    package = LockedPackage(evidence=at("lock:1"), name=locked, version="2", ecosystem=ecosystem)
    assert resolved(claim, package) == "2"


def test_of_several_versions_the_one_counts_that_the_lock_file_maps_the_requirement_to() -> None:
    old, new = holds("left", "1.4.2", requirements=("^1.0",)), holds("left", "2.0.0", requirements=("^2.0", ">=2"))
    assert resolved(wants("left", "^1.0"), old, new) == "1.4.2"
    assert resolved(wants("left", ">=2"), old, new) == "2.0.0"
    assert resolved(wants("left", "3"), old, new) == "", "there is no telling"


def test_a_lock_file_that_tells_folders_apart_is_believed() -> None:
    top, inner = holds("left", "1.0.0", folder=""), holds("left", "2.0.0", folder="packages/a")
    assert resolved(wants("left", "*"), top, inner) == "1.0.0"
    assert resolved(wants("left", "*", "packages/a/package.json:3"), top, inner) == "2.0.0"


def test_what_was_asked_for_by_name_goes_before_what_others_need() -> None:
    assert resolved(wants("left"), holds("left", "1"), holds("left", "2", direct=True)) == "2"


def test_an_exact_declaration_names_its_version() -> None:
    assert resolved(wants("left", "=1.5.0"), holds("left", "1.4.0"), holds("left", "1.5.0")) == "1.5.0"


def test_the_nearest_lock_file_above_holds() -> None:
    near, far = holds("left", "1", "a/package-lock.json:1"), holds("left", "2")
    assert resolved(wants("left", None, "a/b/package.json:1"), near, far) == "1"
    assert resolved(wants("left", None, "c/package.json:1"), near, far) == "2"
    assert resolved(wants("left", None, "c/package.json:1"), near) == "", "a lock file beside holds for others"


def test_a_component_of_the_repository_is_no_third_party() -> None:
    member = Component(evidence=at("packages/a/package.json:2"), name="@x/a", path="packages/a", ecosystem="npm")
    claim = wants("@x/a", "^1.0", "packages/b/package.json:5")
    (found,) = with_resolved_versions([claim], [holds("@x/a", "1.0.0")], [member])
    assert (found.source, found.resolved) == ("workspace", "")
    own = wants("@x/a", "^1.0", "packages/a/package.json:5")
    assert with_resolved_versions([own], [], [member]) == [own]


def test_the_manifest_shows_declared_and_locked_versions() -> None:
    claims = [wants("left", "^1.0"), wants("left", "^1.0", "package.json:8"), holds("left", "1.4.2", direct=True)]
    data = manifest_to_json(assemble_manifest("repo", claims))
    assert data["dependencies"] == [
        {
            "name": "left",
            "version": "^1.0",
            "kind": "runtime",
            "evidence": "package.json:3",
            "ecosystem": "npm",
            "resolved": "1.4.2",
            "resolved_at": "package-lock.json:9",
            "also": ["package.json:8"],
        }
    ]
    assert data["locked"] == [
        {"name": "left", "version": "1.4.2", "ecosystem": "npm", "evidence": "package-lock.json:9", "direct": True}
    ]


@pytest.mark.parametrize(
    ("ecosystem", "manifest", "lock", "version"),
    [
        ("cargo", "crates/a/Cargo.toml", "Cargo.lock", "2.0"),
        ("golang", "tools/go.mod", "go.sum", ""),
        ("golang", "tools/go.mod", "tools/go.sum", "2.0"),
        ("composer", "src/Mail/composer.json", "composer.lock", ""),
        ("nuget", "src/App/App.csproj", "packages.lock.json", ""),
        ("swift", "Sub/Package.swift", "Package.resolved", ""),
        ("gem", "Gemfile", "Gemfile.lock", "2.0"),
        ("gem", "gems.rb", "gems.locked", "2.0"),
        ("gem", "gemfiles/rails-7.gemfile", "gemfiles/rails-7.gemfile.lock", "2.0"),
        ("gem", "gemfiles/rails-7.gemfile", "gemfiles/rails-8.gemfile.lock", ""),
        ("gem", "gemfiles/rails-7.gemfile", "Gemfile.lock", ""),
        ("gem", "record/record.gemspec", "Gemfile.lock", "2.0"),
        ("gem", "record/record.gemspec", "rails-8.gemfile.lock", ""),
    ],
)
def test_a_lock_file_holds_for_the_manifests_that_its_ecosystem_says(
    ecosystem: str, manifest: str, lock: str, version: str
) -> None:
    claim = Dependency(evidence=at(f"{manifest}:3"), name="left", ecosystem=ecosystem)
    package = LockedPackage(evidence=at(f"{lock}:9"), name="left", version="2.0", ecosystem=ecosystem)
    assert resolved(claim, package) == version


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("", "workspace"),
        ("../core", "workspace"),
        ("../core/", "workspace"),
        ("./../core", "workspace"),
        ("../other", "../other"),
        ("https://example.org/core.git", "https://example.org/core.git"),
        ("sdk:core", "sdk:core"),
    ],
)
def test_a_path_to_a_component_is_a_workspace(source: str, found: str) -> None:
    core = Component(evidence=at("core/pubspec.yaml:1"), name="core", path="core", ecosystem="pub")
    claim = Dependency(evidence=at("app/pubspec.yaml:9"), name="core", source=source, ecosystem="pub")
    (completed,) = with_resolved_versions([claim], [], [core])
    assert completed.source == found


@pytest.mark.parametrize(
    ("ecosystem", "source"), [("npm", "workspace"), ("gem", "workspace"), ("cargo", ""), ("maven", "")]
)
def test_a_name_alone_makes_no_workspace_where_the_manifest_would_say_so(ecosystem: str, source: str) -> None:
    core = Component(evidence=at("core/manifest:1"), name="core", path="core", ecosystem=ecosystem)
    claim = Dependency(evidence=at("app/manifest:9"), name="core", version="0.9", ecosystem=ecosystem)
    (completed,) = with_resolved_versions([claim], [], [core])
    assert completed.source == source
