"""Manifests and lock files of Composer and pub: every dependency is found, and every claim stands on its line."""

import json
from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Dependency, LockedPackage, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import composer, composer_lock, pubspec, pubspec_lock

STEADY = settings(deadline=None)

WORDS = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
PACKAGES = st.builds("{}/{}".format, WORDS, WORDS) | st.builds("ext-{}".format, WORDS)
CONSTRAINTS = st.sampled_from(["^1.0", "*", ">=2 <3", "dev-main", "1.*"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=5,
)
REQUIRED = st.dictionaries(PACKAGES, CONSTRAINTS, max_size=4)
STYLES = st.sampled_from([{"indent": 2}, {"indent": None}, {"indent": "\t", "separators": (",", ":")}])
FILES = {"src/A.php": b"<?php\n", "phpunit.xml": b"<phpunit/>\n", "test/a_test.dart": b"\n", "lib/main.dart": b"\n"}


def claims_of(plugin: Any, path: str, text: str) -> tuple[list[Any], MemoryTree]:
    tree = MemoryTree("small", {**FILES, path: text.encode("utf-8", "replace")})
    return list(plugin.parse_manifest(tree.read(path), tree)), tree


@STEADY
@given(REQUIRED, REQUIRED, STYLES, st.booleans())
def test_every_requirement_of_composer_is_found(
    required: dict[str, str], development: dict[str, str], style: dict[str, Any], slashes: bool
) -> None:
    document = {"name": "own/project", "require": {"php": ">=8", **required}, "require-dev": development}
    text = json.dumps(document, **style)
    claims, tree = claims_of(composer, "composer.json", text.replace("/", "\\/") if slashes else text)
    assert unproved(claims, tree) == []
    found = [(claim.name, claim.version, claim.kind) for claim in claims if isinstance(claim, Dependency)]
    assert found == [
        *((name, version, "runtime") for name, version in required.items()),
        *((name, version, "dev") for name, version in development.items()),
    ]


@STEADY
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "name": st.text(max_size=4) | VALUES,
            "require": REQUIRED | VALUES,
            "autoload": st.fixed_dictionaries(
                {}, optional={"psr-4": st.dictionaries(st.just("A\\"), st.just("src/") | VALUES), "classmap": VALUES}
            )
            | VALUES,
            "scripts": st.dictionaries(WORDS, st.just("phpunit") | VALUES, max_size=2) | VALUES,
            "bin": VALUES,
            "repositories": VALUES,
            "config": VALUES,
        },
    ),
    STYLES,
)
def test_every_claim_about_a_composer_file_is_proved(document: dict[str, Any], style: dict[str, Any]) -> None:
    claims, tree = claims_of(composer, "composer.json", json.dumps(document, **style))
    assert unproved(claims, tree) == []


@STEADY
@given(st.dictionaries(PACKAGES, CONSTRAINTS, max_size=5), STYLES)
def test_every_package_that_composer_locks_is_found(packages: dict[str, str], style: dict[str, Any]) -> None:
    listed = [{"name": name, "version": version, "require": {"php": "*"}} for name, version in packages.items()]
    text = json.dumps({"content-hash": "1", "packages": listed[:2], "packages-dev": listed[2:]}, **style)
    claims, tree = claims_of(composer_lock, "composer.lock", text)
    assert unproved(claims, tree) == []
    assert {claim.name: claim.version for claim in claims if isinstance(claim, LockedPackage)} == packages


SOURCES = st.sampled_from(
    [
        ("", None, ""),
        (" ^1.0.0", "^1.0.0", ""),
        (' ">=1.0.0 <2.0.0"', ">=1.0.0 <2.0.0", ""),
        ("\n    path: ../x", None, "../x"),
        ("\n    sdk: flutter", None, "sdk:flutter"),
        ("\n    git: https://example.org/x.git", None, "https://example.org/x.git"),
        ("\n    git:\n      url: https://example.org/x.git\n      ref: main", None, "https://example.org/x.git"),
        ("\n    hosted: https://pub.example.org\n    version: ^2.0.0", "^2.0.0", "https://pub.example.org"),
        (" {version: ^3.0.0, hosted: other}", "^3.0.0", ""),
    ]
)
DECLARED = st.dictionaries(WORDS, SOURCES, max_size=4)


@STEADY
@given(DECLARED, DECLARED, st.sampled_from(["\n", "\r\n"]))
def test_every_dependency_of_a_pubspec_is_found(runtime: dict[str, Any], development: dict[str, Any], end: str) -> None:
    text = "name: own\n"
    for section, declared in (("dependencies", runtime), ("dev_dependencies", development)):
        text += f"{section}:\n" + "".join(f"  {name}:{written}\n" for name, (written, _, _) in declared.items())
    claims, tree = claims_of(pubspec, "pubspec.yaml", text.replace("\n", end))
    assert unproved(claims, tree) == []
    found = [(claim.name, claim.version, claim.source, claim.kind) for claim in claims if isinstance(claim, Dependency)]
    assert found == [
        (name, version, source, kind)
        for kind, declared in (("runtime", runtime), ("dev", development))
        for name, (_, version, source) in declared.items()
    ]


@STEADY
@given(st.dictionaries(WORDS, st.sampled_from(["direct main", "direct dev", "transitive"]), max_size=5))
def test_every_package_that_pub_locks_is_found(packages: dict[str, str]) -> None:
    text = "packages:\n" + "".join(
        f'  {name}:\n    dependency: "{dependency}"\n    version: "1.2.3"\n' for name, dependency in packages.items()
    )
    claims, tree = claims_of(pubspec_lock, "pubspec.lock", text)
    assert unproved(claims, tree) == []
    found = {claim.name: claim.direct for claim in claims if isinstance(claim, LockedPackage)}
    assert found == {name: dependency != "transitive" for name, dependency in packages.items()}


@pytest.mark.parametrize(
    ("plugin", "path"),
    [
        (composer, "composer.json"),
        (composer_lock, "composer.lock"),
        (pubspec, "pubspec.yaml"),
        (pubspec, "melos.yaml"),
        (pubspec_lock, "pubspec.lock"),
    ],
    ids=["composer", "composer_lock", "pubspec", "melos", "pubspec_lock"],
)
@STEADY
@given(text=st.text(max_size=60) | VALUES.map(json.dumps))
def test_any_text(plugin: Any, path: str, text: str) -> None:
    try:
        claims, tree = claims_of(plugin, path, text)
    except UnreadableError:
        return
    assert unproved(claims, tree) == []
