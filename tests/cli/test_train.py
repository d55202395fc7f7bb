"""The train command on a small real repository."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import subprocess

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Check = Callable[[str], dict[str, Any]]
Git = Callable[..., str]


@pytest.fixture
def fixed(repository: Path, git: Git) -> Path:
    """The calculator's repository with one fix."""
    parser = repository / "calc" / "parser.py"
    parser.write_text(parser.read_text("utf-8").replace("return self.tokens[", "return list(self.tokens)["), "utf-8")
    git(repository, "commit", "-q", "-a", "-m", "Fix the error that peek raises at the end of tokens\n\nCloses #3")
    return repository


def test_train_writes_a_model_and_prints_its_card(crossbearing: Run, fixed: Path, check_schema: Check, tmp_path: Path):
    arguments = ["train", fixed, "--cache", tmp_path / "cache", "--out", tmp_path / "model.json"]
    done = crossbearing(*arguments, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    data = check_schema(done.stdout)
    assert data["card"]["lessons"] == 1
    assert check_schema((tmp_path / "model.json").read_text("utf-8"))["card"] == data["card"]
    table = crossbearing(*arguments)
    assert table.returncode == 0
    assert "1 lesson from 1 repository" in table.stdout
    assert "No cross-validation: it takes two repositories." in table.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--out", "m.json"], "nothing to learn from: name git repositories, or a data set with --dataset"),
        (["plain", "--out", "m.json"], "is no git repository"),
        (["--dataset", "gone.jsonl", "--out", "m.json"], "a data set needs the folder of its repositories (--repos)"),
    ],
)
def test_what_cannot_be_learned_from_is_refused(crossbearing: Run, tmp_path: Path, arguments: list[str], message: str):
    (tmp_path / "plain").mkdir()
    done = crossbearing("train", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert not (tmp_path / "m.json").exists()
