"""Merging claims: one answer to each question, with everything that supports it."""

from collections.abc import Iterator
from random import Random

import pytest
from attrs import evolve

from crossbearing.model.claims import (
    Claim,
    Component,
    Configuration,
    Dependency,
    EntryPoint,
    ExternalPackage,
    Language,
    Layout,
    PackageManager,
    Runner,
    Target,
    TestSuite,
)
from crossbearing.model.location import Location, Problem
from crossbearing.recon.manifest import Manifest, assemble_manifest, manifest_header, manifest_to_json


def at(place: str) -> Location:
    path, _, line = place.rpartition(":")
    return Location(path, int(line))


def runner(name: str, command: str, place: str, source: str, directory: str = "") -> Runner:
    return Runner(evidence=at(place), name=name, command=command, source=source, directory=directory)  # type: ignore[arg-type]


def assemble(*claims: Claim, **counts: int) -> Manifest:
    return assemble_manifest("repo", claims, source_files=counts)


def test_nothing_gives_an_empty_manifest() -> None:
    manifest = assemble()
    assert manifest.claims() == ()
    assert manifest.package_manager is None
    assert manifest_header(manifest) == {"languages": []}


TARGET = runner("test", "make-test", "Makefile:3", "target")
STEP = runner("test", "ci-test", ".github/workflows/ci.yml:9", "ci")
SCRIPT = runner("test", "hatch run test", "pyproject.toml:7", "script")
CONVENTION = runner("test", "pytest", "pyproject.toml:4", "convention")


@pytest.mark.parametrize(
    ("claims", "winner"),
    [
        ((CONVENTION, SCRIPT, STEP, TARGET), TARGET),
        ((CONVENTION, SCRIPT, STEP), STEP),
        ((CONVENTION, SCRIPT), SCRIPT),
        ((CONVENTION,), CONVENTION),
    ],
)
def test_targets_go_before_ci_before_scripts_before_conventions(claims: tuple[Runner, ...], winner: Runner) -> None:
    manifest = assemble(*claims)
    assert manifest.runners == (winner,)
    assert set(manifest.alternatives) == set(claims) - {winner}


def test_of_equals_the_one_nearest_to_the_root_wins_and_the_same_command_is_further_evidence() -> None:
    deep = runner("lint", "flake8", "tools/setup.cfg:1", "convention")
    near = runner("lint", "ruff check .", "pyproject.toml:30", "convention")
    same = runner("lint", "ruff check .", "ruff.toml:1", "convention")
    manifest = assemble(deep, same, near)
    assert manifest.runners == (near,)
    assert manifest.alternatives == (deep,)
    assert manifest.also[near] == (at("ruff.toml:1"),)


def test_a_command_that_needs_filling_in_loses_to_one_that_can_be_run() -> None:
    matrix = runner("test", "tox -e ${{ matrix.env }}", ".github/workflows/ci.yml:9", "ci")
    manifest = assemble(matrix, CONVENTION)
    assert manifest.runners == (CONVENTION,)
    assert manifest.alternatives == (matrix,)


def test_of_steps_of_ci_the_plainest_is_canonical() -> None:
    narrow = runner("test", "mvn test --projects core", ".github/workflows/a.yml:4", "ci")
    variable = runner("test", "mvn $OPTIONS", ".github/workflows/a.yml:5", "ci")
    plain = runner("test", "mvn -B test", ".github/workflows/b.yml:4", "ci")
    assert assemble(narrow, variable, plain).runners == (plain,)
    assert assemble(narrow, variable).runners == (narrow,)


@pytest.mark.parametrize(
    "part",
    [
        "cargo test -p parser --features full",
        "cargo miri test",
        "cargo test --workspace --exclude parser",
        "RUSTFLAGS=-Dwarnings cargo test --manifest-path sub/Cargo.toml",
        "make test-minimal ARGS='--manifest-path Cargo.toml'",
        "mvn clean test --projects core",
        "./mvnw -pl core test",
        "./gradlew :app:test -Pquick",
        "./gradlew nativeTest",
        "npm run test:python -w packages/core",
        "yarn workspace web test",
        "pnpm --filter web test",
        "pytest tests/io/test_read.py -x",
        "bundle exec rspec spec/models/user_spec.rb",
        "ci/test-complete",
        "bash scripts/test_docs.sh",
        "cd elsewhere && pytest",
        "poetry check --lock",
        "pre-commit run mypy --all-files",
        "pre-commit run --hook-stage manual spelling",
    ],
)
def test_a_step_of_ci_for_a_part_loses_to_what_is_for_all(part: str) -> None:
    step = runner("test", part, ".github/workflows/ci.yml:9", "ci")
    assert assemble(step, CONVENTION).runners == (CONVENTION,)
    assert assemble(step).runners == (step,)


@pytest.mark.parametrize(
    "text", ["cargo ", "pytest test", "./gradlew a:", "pre-commit run -c ", "a/", "npm x ", "--package ", "&&cd "]
)
def test_long_scripts_are_judged_in_time(text: str) -> None:
    step = runner("test", text * 100_000, ".github/workflows/ci.yml:9", "ci")
    assert set(assemble(step, CONVENTION).alternatives) < {step, CONVENTION}


@pytest.mark.parametrize(
    "whole",
    [
        "cargo test --workspace --all-features",
        "pytest tests/unit --benchmark-disable -p no:randomly",
        "pytest -c tests/pytest.ini --cov=src",
        "python tests/run_tests.py",
        "mvn test --projects '!benchmarks'",
        "./gradlew test allTests :lint:test",
        "./gradlew check -Dname=a:b",
        "npm run test:unit",
        "./scripts/test-all.sh",
        "./scripts/test.sh",
        "pre-commit run --all-files --hook-stage manual --color always",
        "make build && cd build && ctest",
    ],
)
def test_a_step_of_ci_for_all_goes_before_convention(whole: str) -> None:
    step = runner("test", whole, ".github/workflows/ci.yml:9", "ci")
    assert assemble(step, CONVENTION).runners == (step,)


def test_a_command_that_only_ci_can_fill_in_is_no_answer() -> None:
    manifest = assemble(runner("test", "${{ matrix.command }}", ".github/workflows/ci.yml:9", "ci"))
    assert manifest.runner("test") is None
    assert "test" not in manifest_header(manifest)


@pytest.mark.parametrize("aside", ["release.yml", "publish-pypi.yml", "docs.yml", "nightly-build.yml"])
def test_a_workflow_that_ships_loses_to_one_that_tests(aside: str) -> None:
    shipping = runner("build", "make dist", f".github/workflows/{aside}:4", "ci")
    testing = runner("build", "make all", ".github/workflows/unit.yml:9", "ci")
    assert assemble(shipping, testing).runners == (testing,)
    assert assemble(shipping).runners == (shipping,)


def test_a_step_of_ci_that_begins_with_a_purpose_is_not_that_purpose() -> None:
    step = runner("Test summary", "cat report.txt", ".github/workflows/ci.yml:9", "ci")
    script = runner("test:unit", "npm run test:unit", "package.json:9", "script")
    assert assemble(step).runner("test") is None
    assert assemble(step, script).runner("test") == script


def test_a_target_of_a_build_is_the_one_that_says_more() -> None:
    bare = Target(evidence=at("CMakeLists.txt:3"), name="app", directory="")
    full = Target(evidence=at("CMakeLists.txt:5"), name="app", directory="", sources=("main.c",))
    other = Target(evidence=at("lib/CMakeLists.txt:5"), name="app", directory="lib")
    manifest = assemble(other, bare, full)
    assert manifest.targets == (full, other)
    assert manifest.also[full] == (bare.evidence,)


def test_what_a_build_system_answers_is_added_to_what_is_written() -> None:
    written = Target(evidence=at("CMakeLists.txt:3"), name="app", kind="static-library", depends_on=("a",))
    answered = Target(
        evidence=at("build/.cmake/api/v1/reply/app.json:9"), name="app", kind="shared-library", depends_on=("a", "b")
    )
    test = Target(evidence=at("CMakeLists.txt:9"), name="app", kind="test")
    assert assemble(answered, test, written).targets == (evolve(written, depends_on=("a", "b")), test)


def test_a_runner_of_a_subfolder_is_another_one_and_says_so() -> None:
    inner = runner("test", "pytest", "backend/pyproject.toml:4", "convention", "backend")
    manifest = assemble(inner)
    assert manifest.runners == (inner,)
    assert manifest_header(manifest)["test"] == "cd backend && pytest"
    assert manifest_header(assemble(inner, TARGET))["test"] == "make-test"


@pytest.mark.parametrize(
    ("names", "purpose", "expected"),
    [
        (("test", "test-unit"), "test", "test"),
        (("test-unit", "test-all"), "test", "test-all"),
        (("check", "checksum"), "lint", "check"),
        (("check", "lint-code"), "lint", "lint-code"),
        (("contest",), "test", None),
        (("rebuild", "builder"), "build", "builder"),
    ],
)
def test_a_purpose_is_found_by_name_and_then_by_prefix(
    names: tuple[str, ...], purpose: str, expected: str | None
) -> None:
    manifest = assemble(
        *(runner(name, f"make {name}", f"Makefile:{line}", "target") for line, name in enumerate(names, 1))
    )
    found = manifest.runner(purpose)
    assert (found.name if found else None) == expected


def test_equal_dependencies_are_one_with_further_evidence_and_others_stay() -> None:
    first = Dependency(evidence=at("pyproject.toml:9"), name="six", version=">=1")
    again = evolve(first, evidence=at("requirements.txt:1"))
    pinned = evolve(first, evidence=at("requirements.txt:1"), version="==1.9")
    for_tests = evolve(first, kind="dev", group="test")
    manifest = assemble(for_tests, again, pinned, first)
    assert manifest.dependencies == (pinned, first, for_tests)
    assert manifest.also == {first: (at("requirements.txt:1"),)}


def test_the_main_package_manager_is_near_the_root_and_of_the_main_language() -> None:
    python = Language(evidence=at("pyproject.toml:3"), name="python")
    script = Language(evidence=at("package.json:1"), name="javascript")
    poetry = PackageManager(evidence=at("pyproject.toml:1"), name="poetry")
    npm = PackageManager(evidence=at("package.json:1"), name="npm")
    pip = PackageManager(evidence=at("requirements.txt:1"), spelling="six", name="pip")
    deep = PackageManager(evidence=at("docs/pyproject.toml:1"), name="uv")
    claims = (deep, pip, npm, poetry, script, python)
    assert [claim.name for claim in assemble(*claims, python=9, javascript=2).package_managers] == [
        "poetry", "pip", "npm", "uv",
    ]  # fmt: skip
    main = assemble(*claims, python=1, javascript=30).package_manager
    assert main is not None
    assert main.name == "npm"


def test_a_manager_of_the_main_language_goes_first_whatever_its_file_says() -> None:
    gems = PackageManager(evidence=at("Gemfile:1"), spelling="source", name="bundler")
    swift = PackageManager(evidence=at("Package.swift:1"), spelling="swift-tools-version", name="swift")
    assert assemble(gems, swift, swift=90, ruby=2).package_manager == swift
    assert assemble(gems, swift, swift=9, ruby=20).package_manager == gems


def test_the_version_of_a_manager_may_stand_deeper_than_what_proves_it() -> None:
    wrapper = PackageManager(evidence=at("gradle/wrapper/gradle-wrapper.properties:3"), name="gradle", version_hint="9")
    settings = PackageManager(evidence=at("settings.gradle:1"), spelling="pluginManagement", name="gradle")
    site = PackageManager(evidence=at("antora/package-lock.json:3"), spelling="lockfileVersion", name="npm")
    manifest = assemble(site, settings, wrapper, java=90, javascript=2)
    assert manifest.package_managers == (wrapper, site)
    assert manifest.also[wrapper] == (at("settings.gradle:1"),)


def test_a_manager_that_was_chosen_goes_before_what_comes_with_the_language() -> None:
    setuptools = PackageManager(evidence=at("pyproject.toml:2"), name="setuptools")
    pipenv = PackageManager(evidence=at("Pipfile:9"), spelling="[packages]", name="pipenv")
    assert assemble(setuptools, pipenv, python=9).package_manager == pipenv


def test_languages_are_those_with_most_files_first_and_the_claim_that_says_more() -> None:
    bare = Language(evidence=at("a.toml:1"), name="python")
    hinted = Language(evidence=at("b.toml:1"), name="python", version_hint=">=3")
    seen = Language(evidence=at("x.go:1"), spelling="package x", name="go")
    manifest = assemble_manifest("r", [bare, hinted], observed=[seen, bare], source_files={"go": 5, "python": 2})
    assert manifest.languages == (seen, hinted)
    assert manifest.also[hinted] == (at("a.toml:1"),)


def test_a_range_of_versions_says_more_than_one_version() -> None:
    pinned = Language(evidence=at(".python-version:1"), spelling="3.12", name="python", version_hint="3.12")
    ranged = Language(evidence=at("pyproject.toml:7"), name="python", version_hint=">=3.9")
    assert assemble(pinned, ranged).languages == (ranged,)


def test_the_database_of_the_program_goes_before_those_of_its_tools() -> None:
    service = Configuration(evidence=at(".github/workflows/ci.yml:9"), name="a", kind="database", value="postgres:16")
    own = Configuration(evidence=at("config.py:4"), name="DATABASE_URL", kind="database", value="sqlite")
    variable = Configuration(evidence=at("app.py:2"), name="A", kind="environment")
    assert assemble(variable, service, own).config == (own, service, variable)


def test_what_is_observed_only_fills_in() -> None:
    declared = Component(evidence=at("setup.py:9"), spelling="tool", name="src/tool", path="src/tool")
    seen = Component(evidence=at("src/tool/__init__.py:1"), spelling="x", name="src/tool", path="src/tool")
    other = evolve(seen, name="src/more", path="src/more")
    manifest = assemble_manifest("r", [declared], observed=[seen, other])
    assert manifest.components == (other, declared)
    assert manifest.also == {}


def test_packages_of_tests_are_no_components_though_a_build_ships_them() -> None:
    shipped = Component(evidence=at("setup.py:9"), spelling="x", name="tool/tests", path="tool/tests")
    module = Component(evidence=at("setup.py:9"), spelling="x", name="test_tool.py", path="test_tool.py", kind="module")
    assert assemble(shipped, module).components == ()


def test_a_suite_without_a_command_gets_the_canonical_one_and_keeps_its_proof() -> None:
    suite = TestSuite(evidence=at("pyproject.toml:30"), framework="pytest")
    other = TestSuite(evidence=at("setup.cfg:2"), framework="nose")
    manifest = assemble(
        suite, evolve(suite, evidence=at("tox.ini:1")), other, runner("test", "pytest -q", "Makefile:4", "target")
    )
    nose, pytest_suite = manifest.tests
    assert (nose.framework, nose.command) == ("nose", None)
    assert pytest_suite.command == "pytest -q"
    assert (pytest_suite.evidence, pytest_suite.spelling) == (at("Makefile:4"), "test")
    assert manifest.also[pytest_suite] == (at("pyproject.toml:30"), at("tox.ini:1"))


def test_a_suite_is_not_given_a_command_that_runs_something_else() -> None:
    suite = TestSuite(evidence=at("pyproject.toml:30"), framework="pytest")
    assert assemble(suite, runner("test", "tox -e pytest-old", "Makefile:4", "target")).tests == (suite,)


def test_claims_belong_to_the_innermost_component_that_has_a_manifest() -> None:
    root = Component(evidence=at("pyproject.toml:2"), name="all", path=".", kind="lib")
    inner = Component(evidence=at("packages/a/pyproject.toml:2"), name="a", path="packages/a", kind="lib")
    outside = Dependency(evidence=at("requirements.txt:1"), name="six")
    inside = Dependency(evidence=at("packages/a/requirements/dev.txt:1"), name="six", kind="dev")
    manifest = assemble(root, inner, outside, inside)
    assert [claim.component for claim in manifest.dependencies] == ["", "packages/a"]
    assert manifest_to_json(manifest)["dependencies"][1]["component"] == "packages/a"


def test_problems_are_sorted_and_said_once() -> None:
    problems = [Problem("b", "x", 2), Problem("a", "y"), Problem("b", "x", 2), Problem("b", "x", 1)]
    assert assemble_manifest("r", [], problems).errors == (
        Problem("a", "y"),
        Problem("b", "x", 1),
        Problem("b", "x", 2),
    )


def many_claims() -> Iterator[Claim]:
    """Several of each kind, some of them equal but for their evidence."""
    yield from (TARGET, STEP, SCRIPT, CONVENTION)
    for number in range(1, 13):
        version = None if number % 2 else "==1"
        yield Dependency(evidence=at(f"r{number % 3}.txt:{number}"), name=f"n{number % 5}", version=version)
    for number in range(1, 5):
        name = f"x{number % 2}"
        yield Language(evidence=at(f"p{number}.toml:1"), name="python", version_hint=name if number % 3 else None)
        yield Component(evidence=at(f"c{number}/x:1"), name="c", path=name)
        yield EntryPoint(evidence=at(f"e:{number}"), name="e", target=name)
        yield ExternalPackage(evidence=at(f"v/{number}:1"), name="v", path=name)
        yield Layout(evidence=at(f"l:{number}"), convention=name)
        yield PackageManager(evidence=at(f"m:{number}"), name=name)
        yield TestSuite(evidence=at(f"t:{number}"), framework="pytest", command=None if number % 3 else "x")


def test_the_order_of_claims_changes_nothing() -> None:
    claims = list(many_claims())
    expected = manifest_to_json(assemble(*claims))
    random = Random(3)
    for _ in range(20):
        random.shuffle(claims)
        assert manifest_to_json(assemble(*claims)) == expected
