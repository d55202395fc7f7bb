"""Collecting the manifest of a folder or revision with the built-in plugins, and with ones that misbehave."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from crossbearing.model.answer import Answer
from crossbearing.model.claims import Claim, Component, Dependency, Runner, UnreadablePart
from crossbearing.model.errors import PluginError
from crossbearing.model.file import FileTree, SourceFile
from crossbearing.model.location import Location, Problem
from crossbearing.model.profile import Profile
from crossbearing.recon.manifest import Manifest, collect_manifest, manifest_header, manifest_to_json, render_manifest
from crossbearing.recon.manifest.proof import label
from crossbearing.registry import PluginHost
from crossbearing.source import Limits, open_source

CASES = Path(__file__).parents[1] / "ecosystems"


@pytest.fixture(scope="module")
def host() -> PluginHost:
    return PluginHost.open(Profile("manifests"))


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for path, content in files.items():
        place = Path(os.fsdecode(os.fsencode(root / path)))
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def collect(root: Path, host: Any, **limits: Any) -> Manifest:
    with open_source(root, limits=Limits(**limits)) as source:
        manifest = collect_manifest(source, host)
        for claim in manifest.claims():
            file = source.read(claim.evidence.path)
            assert file is not None
            assert (claim.spelling or label(claim)) in file.lines[claim.evidence.line - 1], claim
        return manifest


LIBRARY = {
    "pyproject.toml": """\
[project]
name = "measure"
requires-python = ">=3.9"
dependencies = ["attrs>=23"]

[dependency-groups]
test = ["pytest"]

[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[tool.pytest.ini_options]
testpaths = ["tests"]

[tool.ruff]
line-length = 100
""",
    "requirements-dev.txt": "pytest\nruff==0.5\n",
    "src/measure/__init__.py": "",
    "src/measure/units.py": '"""Units of measurement."""\n',
    "src/measure/__main__.py": "import measure\n",
    "src/measure/deep/__init__.py": "\n\n",
    "tests/test_units.py": "import measure\n",
    "tests/requirements.txt": "hypothesis\n",
    "tests/data/project/pyproject.toml": '[project]\nname = "fixture"\ndependencies = ["fake"]\n',
    "examples/demo/pyproject.toml": '[project]\nname = "demo"\ndependencies = ["measure", "fake"]\n',
    "docs/requirements.txt": "sphinx\n",
    "web/page.js": "let x = 1\n",
}


def test_a_library(tmp_path: Path, host: PluginHost) -> None:
    manifest = collect(write(tmp_path / "measure", LIBRARY), host)
    data = manifest_to_json(manifest)
    assert data["repo"] == "measure"
    assert data["languages"] == [
        {"name": "python", "version_hint": ">=3.9", "evidence": "pyproject.toml:3", "files": 4},
        {"name": "javascript", "version_hint": None, "evidence": "web/page.js:1", "spelling": "let x = 1", "files": 1},
    ]
    assert data["package_manager"]["name"] == "hatch"
    assert [(item["path"], item["kind"], item["evidence"]) for item in data["components"]] == [
        (".", "lib", "pyproject.toml:2"),
        ("src/measure", "package", "src/measure/__main__.py:1"),
    ]
    assert [(item["name"], item["kind"], item["evidence"]) for item in data["dependencies"]] == [
        ("attrs", "runtime", "pyproject.toml:4"),
        ("pytest", "dev", "requirements-dev.txt:1"),
        ("ruff", "dev", "requirements-dev.txt:2"),
        ("sphinx", "dev", "docs/requirements.txt:1"),
        ("pytest", "dev", "pyproject.toml:7"),
        ("hypothesis", "dev", "tests/requirements.txt:1"),
        ("hatchling", "build", "pyproject.toml:10"),
    ]
    assert [(item["framework"], item["command"]) for item in data["tests"]] == [("pytest", "pytest")]
    assert [(item["name"], item["kind"]) for item in data["entry-points"]] == [("measure", "main")]
    assert data["layout"]["conventions"] == ["src-layout", "tests in tests/"]
    assert data["errors"] == []
    assert manifest_header(manifest) == {
        "languages": ["python", "javascript"],
        "package_manager": "hatch",
        "build": "python -m build",
        "test": "pytest",
        "lint": "ruff check .",
    }


def test_a_flat_application_without_any_manifest(tmp_path: Path, host: PluginHost) -> None:
    root = write(
        tmp_path,
        {
            "shop/__init__.py": "# -*- coding: utf-8 -*-\n",
            "shop/orders/__init__.py": "",
            "shop/orders/__main__.py": "\n\nprint('orders')\n",
            "shop/orders/tests/__init__.py": "",
            "shop/orders/tests/test_total.py": "import shop\n",
            "shop/empty/__init__.py": "",
            "tests/test_shop.py": "import shop\n",
            "scripts/tests/data.py": "x = 1\n",
            ".ci/build.sh": "#!/bin/sh\n",
            "blank.go": "",
        },
    )
    manifest = collect(root, host)
    assert [(claim.name, str(claim.evidence)) for claim in manifest.languages] == [("python", "shop/__init__.py:1")]
    assert [(claim.path, str(claim.evidence)) for claim in manifest.components] == [
        ("shop", "shop/__init__.py:1"),
        ("shop/orders", "shop/orders/__main__.py:3"),
    ]
    assert [(claim.name, claim.target) for claim in manifest.entry_points] == [("shop.orders", "shop.orders.__main__")]
    assert [claim.convention for claim in manifest.layout] == [
        "flat-layout",
        "tests in tests/",
        "tests inside packages",
    ]
    assert manifest.runners == ()
    assert manifest_header(manifest) == {"languages": ["python"]}


def test_vendored_packages_are_recognised_and_left_alone(tmp_path: Path, host: PluginHost) -> None:
    root = write(
        tmp_path,
        {
            "vendor/parser/setup.py": "from setuptools import setup\nsetup(name='parser', install_requires=['x'])\n",
            "vendor/parser/requirements.txt": "y\n",
            "vendor/parser/inner/setup.py": "from setuptools import setup\nsetup(name='inner')\n",
            "vendor/old/setup.py": "print 'python 2'\n",
            "vendor/blank/setup.py": "\n",
            "vendor/requirements.txt": "z\n",
            "third_party/tool/pyproject.toml": "[project]\nname = 'tool'\n[project.scripts]\ntool = 'tool:main'\n",
        },
    )
    manifest = collect(root, host)
    assert [(claim.path, str(claim.evidence), claim.spelling) for claim in manifest.external_packages] == [
        ("third_party/tool", "third_party/tool/pyproject.toml:2", "tool"),
        ("vendor/old", "vendor/old/setup.py:1", "print 'python 2'"),
        ("vendor/parser", "vendor/parser/setup.py:2", "parser"),
    ]
    assert set(manifest.claims()) == set(manifest.external_packages)
    assert manifest.errors == ()
    strict = collect(root, PluginHost.open(Profile("manifests"), strict=True))
    assert strict.external_packages == manifest.external_packages


def test_a_strict_host_raises_for_the_first_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"ecosystem\.setuptools"):
        collect(write(tmp_path, {"setup.py": "print 'x'\n"}), PluginHost.open(Profile("manifests"), strict=True))


def test_a_broken_file_is_an_error_with_its_line_and_the_rest_stands(tmp_path: Path, host: PluginHost) -> None:
    root = write(
        tmp_path,
        {
            "pyproject.toml": "[project]\nname = 'x'\nname = 'y'\n",
            "setup.py": "from setuptools import setup\nprint 'x'\n",
            "setup.cfg": "[options]\ninstall_requires = six\n[options]\n",
            "requirements.txt": "flask\nno requirement at all\nredis\n",
            "big/requirements.txt": "x" * 2_000,
            "nul/requirements.txt": b"flask\0\n",
        },
    )
    manifest = collect(root, host, max_bytes=1_000)
    assert [claim.name for claim in manifest.dependencies] == ["flask", "redis"]
    assert [(error.file, error.line, error.plugin) for error in manifest.errors] == [
        ("big/requirements.txt", None, ""),
        ("nul/requirements.txt", None, ""),
        ("pyproject.toml", 3, "ecosystem.pyproject"),
        ("requirements.txt", 2, "ecosystem.requirements"),
        ("setup.cfg", 3, "ecosystem.setuptools"),
        ("setup.py", 2, "ecosystem.setuptools"),
    ]
    assert all(error.reason for error in manifest.errors)


def test_a_monorepo(tmp_path: Path, host: PluginHost) -> None:
    part = "[project]\nname = '{0}'\ndependencies = ['six']\n[tool.pytest.ini_options]\naddopts = '-q'\n"
    files = {f"packages/{name}/pyproject.toml": part.format(name) for name in ("one", "two")}
    manifest = collect(write(tmp_path, {**files, "packages/one/one/__init__.py": "x = 1\n"}), host)
    assert [(claim.name, claim.component) for claim in manifest.dependencies] == [
        ("six", "packages/one"),
        ("six", "packages/two"),
    ]
    assert [(claim.name, claim.directory) for claim in manifest.runners] == [
        ("test", "packages/one"),
        ("test", "packages/two"),
    ]
    assert [(claim.component, claim.command) for claim in manifest.tests] == [
        ("packages/one", "pytest"),
        ("packages/two", "pytest"),
    ]
    assert manifest_header(manifest)["test"] == "cd packages/one && pytest"


def test_a_member_that_a_manifest_names_is_no_fixture(tmp_path: Path, host: PluginHost) -> None:
    project = '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>\n<PackageReference Include="xunit" Version="2.9" />\n'
    project += "</ItemGroup></Project>\n"
    solution = (
        "Microsoft Visual Studio Solution File, Format Version 12.00\n"
        'Project("{FAE04EC0-301F-11D3-BF4B-00C04F79EFBC}") = "App.Tests", "tests\\App.Tests\\App.Tests.csproj", "{1}"\n'
        "EndProject\n"
    )
    files = {"tests/App.Tests/App.Tests.csproj": project, "tests/Other/Other.csproj": project}
    assert collect(write(tmp_path / "bare", files), host).dependencies == ()
    named = collect(write(tmp_path / "named", {**files, "App.sln": solution}), host)
    assert [str(claim.evidence) for claim in named.dependencies] == ["tests/App.Tests/App.Tests.csproj:2"]


def test_what_the_documentation_needs_counts_though_it_is_a_project_of_its_own(
    tmp_path: Path, host: PluginHost
) -> None:
    package = '{"name": "site",\n "dependencies": {"docusaurus": "^3"}}\n'
    found = collect(write(tmp_path, {"docs/package.json": package, "tests/app/package.json": package}), host)
    assert [str(claim.evidence) for claim in found.dependencies] == ["docs/package.json:2"]
    assert found.components == ()


def test_names_of_any_kind_survive(tmp_path: Path, host: PluginHost) -> None:
    names = {"new\nline": "a", "blank space": "b", "caf\udce9": "c", "ümlaut:1": "d"}
    root = write(tmp_path, {f"{name}/requirements.txt": f"{package}\n" for name, package in names.items()})
    manifest = collect(root, host)
    found = {claim.evidence.path.rpartition("/")[0]: claim.name for claim in manifest.dependencies}
    assert found == names
    assert json.loads(render_manifest(manifest))["dependencies"]


def test_a_plugin_that_is_off_claims_nothing(tmp_path: Path, host: PluginHost) -> None:
    root = write(tmp_path, LIBRARY)
    without = PluginHost.open(Profile("manifests"), without=["ecosystem.pyproject"])
    data = json.dumps(manifest_to_json(collect(root, without)))
    assert "pyproject" not in data
    assert "requirements-dev.txt:2" in data


def test_a_revision_has_the_same_manifest_as_its_files(tmp_path: Path, host: PluginHost) -> None:
    root = write(tmp_path / "measure", LIBRARY)
    git = ["git", "-C", str(root), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "x"]):
        subprocess.run([*git, *arguments], check=True, capture_output=True)
    from_files = collect(root, host)
    shutil.rmtree(root / "src")
    with open_source(root, "HEAD") as source:
        assert manifest_to_json(collect_manifest(source, host)) == manifest_to_json(from_files)


def test_an_empty_folder_has_an_empty_manifest(tmp_path: Path, host: PluginHost) -> None:
    assert collect(tmp_path, host).claims() == ()


def test_the_golden_cases_as_repositories(tmp_path: Path, host: PluginHost) -> None:
    for number, folder in enumerate(sorted(CASES.glob("*/*/input"))):
        root = Path(shutil.copytree(folder, tmp_path / str(number)))
        assert json.loads(render_manifest(collect(root, host)))


class OneHost:
    """Stands for the plugin host with a single plugin, which is a function."""

    def __init__(self, parse: Callable[[SourceFile, FileTree], list[Claim]]) -> None:
        self.parse = parse

    def declared_claims(self, kind: str) -> dict[str, tuple[str, ...]]:
        return {"ecosystem.one": ("one.txt",)} if kind == "ecosystem" else {}

    def parse_manifest(self, qualified: str, file: SourceFile, tree: FileTree) -> Answer[list[Claim]]:
        try:
            return Answer(qualified, self.parse(file, tree))
        except LookupError as problem:
            return Answer(qualified, None, f"LookupError: {problem}", line=7)


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (Dependency(evidence=Location("one.txt", 9), name="six"), "beyond the 2 lines"),
        (Dependency(evidence=Location("one.txt", 3), name="six"), "beyond the 2 lines"),
        (Dependency(evidence=Location("one.txt", 0), name="six"), "beyond the 2 lines"),
        (Dependency(evidence=Location("two.txt", 1), name="six"), "is not a file"),
        (Dependency(evidence=Location("one.txt", 1), name="seven"), "'seven' does not stand at one.txt:1"),
        (Dependency(evidence=Location("one.txt", 1), spelling="Six", name="six"), "'Six' does not stand"),
        (Dependency(evidence="one.txt:1", name="six"), "is no location"),  # type: ignore[arg-type]
        (UnreadablePart(evidence=Location("one.txt", 9), reason="x"), "beyond the 2 lines"),
    ],
)
def test_a_claim_without_proof_is_dropped_and_its_plugin_named(tmp_path: Path, claim: Claim, reason: str) -> None:
    good = Dependency(evidence=Location("one.txt", 2), name="proved")
    root = write(tmp_path, {"one.txt": "six\nproved\n"})
    with open_source(root) as source:
        manifest = collect_manifest(source, OneHost(lambda file, tree: [claim, good]))  # type: ignore[arg-type]
    assert manifest.dependencies == (good,)
    (error,) = manifest.errors
    assert (error.file, error.plugin) == ("one.txt", "ecosystem.one")
    assert error.reason.startswith("dropped ")
    assert reason in error.reason


def test_an_unreadable_part_is_an_error_on_one_line(tmp_path: Path) -> None:
    part = UnreadablePart(evidence=Location("one.txt", 2), reason="of\nno use")
    with open_source(write(tmp_path, {"one.txt": "six\nproved\n"})) as source:
        manifest = collect_manifest(source, OneHost(lambda file, tree: [part]))  # type: ignore[arg-type]
    assert manifest.errors == (Problem("one.txt", "of no use", 2, "ecosystem.one"),)


def test_a_failing_plugin_is_an_error_for_each_of_its_files(tmp_path: Path) -> None:
    def parse(file: SourceFile, tree: FileTree) -> list[Claim]:
        raise LookupError("nothing there")

    with open_source(write(tmp_path, {"one.txt": "x\n", "a/one.txt": "y\n"})) as source:
        manifest = collect_manifest(source, OneHost(parse))  # type: ignore[arg-type]
    assert [(error.file, error.reason, error.line) for error in manifest.errors] == [
        ("a/one.txt", "LookupError: nothing there", 7),
        ("one.txt", "LookupError: nothing there", 7),
    ]


def test_a_plugin_may_prove_its_claims_in_other_files(tmp_path: Path) -> None:
    def parse(file: SourceFile, tree: FileTree) -> list[Claim]:
        return [
            Runner(evidence=Location("Makefile", 2), name="test", command="pytest", source="target"),
            Component(evidence=Location("one.txt", 1), name="six", path="."),
        ]

    with open_source(write(tmp_path, {"one.txt": "six\n", "Makefile": "x:\ntest:\n"})) as source:
        manifest = collect_manifest(source, OneHost(parse))  # type: ignore[arg-type]
    assert manifest.errors == ()
    assert len(manifest.claims()) == 2
