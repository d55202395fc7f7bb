"""The distribution as users get it: built as a wheel, installed, and run."""

import json
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
PACKAGES = ("crossbearing", "crossbearing_channels", "crossbearing_ecosystems", "crossbearing_plugins")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        str(PROJECT),
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(folder),
    ]
    subprocess.run([*command, "--quiet", "--disable-pip-version-check"], check=True)
    (built,) = folder.glob("crossbearing-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--target", str(target), str(wheel)]
    subprocess.run([*command, "--quiet", "--disable-pip-version-check"], check=True)
    return target


def run_installed(target: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(target)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, cwd=target, check=True, capture_output=True, text=True).stdout


@pytest.mark.slow
def test_wheel_holds_all_packages_with_their_data(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for package in PACKAGES:
        assert f"{package}/py.typed" in names
    assert "crossbearing/registry/presets/default.toml" in names
    assert "crossbearing/schemas/locate.schema.json" in names
    assert {name.split("/")[0] for name in names} == {*PACKAGES, "crossbearing-0.1.0.dist-info"}


@pytest.mark.slow
def test_wheel_runs_and_finds_every_plugin(installed: Path) -> None:
    where = run_installed(installed, "-c", "import crossbearing; print(crossbearing.__file__)")
    assert Path(where.strip()).is_relative_to(installed)
    listed = json.loads(run_installed(installed, "-m", "crossbearing", "plugins", "list", "--format", "json"))
    groups = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["entry-points"]
    declared = {
        f"{group.removeprefix('crossbearing.')[:-1]}.{name}" for group, names in groups.items() for name in names
    }
    assert {plugin["plugin"] for plugin in listed["plugins"]} >= declared


@pytest.mark.slow
def test_wheel_scans_and_locates(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "parser.py").write_text("def peek(tokens):\n    return tokens[0]\n")
    (tmp_path / "issue.md").write_text("`peek` raises IndexError when there are no tokens\n")
    locate = ("-m", "crossbearing", "locate", str(tmp_path / "issue.md"), "--repo", str(tmp_path), "--format", "json")
    report = json.loads(run_installed(installed, *locate))
    assert report["ranking"]["entities"][0]["qualname"] == "parser.peek"


def test_module_and_script_agree_on_the_version() -> None:
    script = Path(sys.executable).with_name("crossbearing")
    outputs = {
        subprocess.run([*command, "--version"], check=True, capture_output=True, text=True).stdout
        for command in ([sys.executable, "-m", "crossbearing"], [str(script)])
    }
    version = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["version"]
    assert outputs == {f"crossbearing {version}\n"}
