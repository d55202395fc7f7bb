"""``plugins new`` writes a distribution that installs and whose tests pass as generated."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crossbearing.hookspecs import KINDS
from crossbearing.model.errors import CrossbearingError
from crossbearing.testing.scaffold import new_plugin


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_generated_distribution_passes_its_own_tests(kind: str, tmp_path: Path) -> None:
    project, target = tmp_path / "project", tmp_path / "installed"
    new_plugin(kind, "my_sample", project)
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-build-isolation", "--target", str(target)]
    subprocess.run([*install, "--quiet", "--disable-pip-version-check", str(project)], check=True)
    environment = {**os.environ, "PYTHONPATH": str(target)}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout
    assert "failed" not in run.stdout


def test_files_are_named_after_the_plugin(tmp_path: Path) -> None:
    written = new_plugin("language", "fortran", tmp_path / "new")
    names = {path.relative_to(tmp_path / "new").as_posix() for path in written}
    assert names == {
        "README.md",
        "pyproject.toml",
        "src/crossbearing_fortran/__init__.py",
        "src/crossbearing_fortran/py.typed",
        "tests/cases/normal/expected.json",
        "tests/cases/normal/input/sample.fortran",
        "tests/test_fortran.py",
    }
    assert "$" not in (tmp_path / "new" / "pyproject.toml").read_text()


@pytest.mark.parametrize("name", ["", "Upper", "with-dash", "../escape", "1st", "_private", "trailing_", "a b"])
def test_a_name_that_cannot_be_a_module(name: str, tmp_path: Path) -> None:
    with pytest.raises(CrossbearingError, match="cannot name a plugin"):
        new_plugin("channel", name, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_an_unknown_kind(tmp_path: Path) -> None:
    with pytest.raises(CrossbearingError, match="unknown kind of plugin 'chanel'"):
        new_plugin("chanel", "x", tmp_path / "new")


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(CrossbearingError, match="not an empty folder; nothing was written"):
        new_plugin("channel", "x", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["precious.txt"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bm25", "channel.bm25 is the name of a plugin of crossbearing"),
        ("channels", "the package crossbearing_channels, which is installed"),
        ("plugins", "the package crossbearing_plugins, which is installed"),
        ("a" * 300, "cannot name a plugin"),
    ],
)
def test_a_name_that_is_taken_or_too_long_is_refused(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(CrossbearingError, match=message):
        new_plugin("channel", name, tmp_path / "new")
    assert not (tmp_path / "new").exists()
