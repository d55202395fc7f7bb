import json
from collections.abc import Callable
from pathlib import Path

import pytest

from crossbearing.model.stages import RepoPrior
from crossbearing.repair.priors import PriorStore

EVENTS = [
    {"kind": "command", "step": 0, "text": "pytest tests/test_a.py", "output": "1 failed in 1s", "exit_code": 1},
    {"kind": "edit", "step": 1, "path": "a.py"},
    {"kind": "command", "step": 2, "text": "pytest tests/test_a.py", "output": "1 passed in 1s", "exit_code": 0},
]


@pytest.fixture
def place(tmp_path: Path, git: Callable[..., str]) -> Path:
    root = tmp_path / "place"
    root.mkdir()
    (root / "a.txt").write_bytes(b"one\r\ntwo\r\n")
    (root / "b.txt").write_text("old\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    (root / "a.txt").write_bytes(b"one\r\nthree\r\n")
    (root / "b.txt").write_text("new\n")
    git(root, "diff", f"--output={tmp_path / 'fix.patch'}")
    git(root, "checkout", "-q", ".")
    return root


def test_shrink_prints_the_patch_and_leaves_no_trace(
    crossbearing, place: Path, tmp_path: Path, git: Callable[..., str], check_schema
):
    arguments = ["shrink", str(tmp_path / "fix.patch"), "--repo", str(place), "--oracle", "grep -q three a.txt"]
    run = crossbearing(*arguments)
    assert run.returncode == 0
    assert "b.txt" not in run.stdout
    assert "kept 1 of 2 hunks, 2 of 4 lines after 4 runs" in run.stderr
    assert git(place, "status", "--porcelain") == ""
    assert len(git(place, "worktree", "list").splitlines()) == 1
    data = check_schema(crossbearing(*arguments, "--format", "json").stdout)
    assert data["dropped_paths"] == ["b.txt"]


def test_shrink_says_when_the_oracle_tells_nothing(crossbearing, place: Path, tmp_path: Path):
    run = crossbearing("shrink", str(tmp_path / "fix.patch"), "--repo", str(place), "--oracle", "true")
    assert run.returncode == 1
    assert "passes without the patch" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.patch", "--oracle", "true"], "cannot be read"),
        (["fix.patch", "--oracle", "true", "--base", "nothing"], "no commit 'nothing'"),
        (["fix.patch", "--oracle", "true", "--level", "word"], "level"),
        (["fix.patch", "--oracle", "true", "--without", "stage.shrink"], "switched off"),
    ],
)
def test_shrink_refuses_bad_input(crossbearing, place: Path, tmp_path: Path, arguments: list[str], message: str):
    run = crossbearing("shrink", str(tmp_path / arguments[0]), "--repo", str(place), *arguments[1:])
    assert run.returncode == 2
    assert message in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_consensus_tries_the_patches(crossbearing, place: Path, tmp_path: Path, check_schema):
    (tmp_path / "same.patch").write_bytes((tmp_path / "fix.patch").read_bytes())
    (tmp_path / "none.patch").write_text("--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-old\n+other\n")
    names = [str(tmp_path / f"{name}.patch") for name in ("fix", "same", "none")]
    run = crossbearing("consensus", *names, "--repo", str(place), "--oracle", "grep -q three a.txt", "--format", "json")
    data = check_schema(run.stdout)
    assert (data["case"], data["chosen"]) == ("agreement", names[0])


def test_oracle_reads_a_trajectory(crossbearing, tmp_path: Path, check_schema):
    (tmp_path / "run.jsonl").write_text("\n".join(map(json.dumps, EVENTS)))
    run = crossbearing("oracle", str(tmp_path / "run.jsonl"))
    assert "flipped: pytest tests/test_a.py failed at step 0 and passed at step 2" in run.stdout + run.stderr
    assert (
        check_schema(crossbearing("oracle", str(tmp_path / "run.jsonl"), "--format", "json").stdout)["state"]
        == "flipped"
    )


def test_diagnose_tells_how_to_ask(crossbearing, tmp_path: Path, check_schema):
    assert "DIAGNOSIS_COMPLETE" in crossbearing("diagnose", "--protocol").stdout
    (tmp_path / "run.jsonl").write_text("\n".join(map(json.dumps, EVENTS)))
    run = crossbearing("diagnose", str(tmp_path / "run.jsonl"), "--format", "json")
    assert run.returncode == 1
    assert check_schema(run.stdout)["reprompt"]
    assert crossbearing("diagnose").returncode == 2


def test_priors_are_seeded_kept_and_taught(crossbearing, place: Path, tmp_path: Path, check_schema):
    (place / "Makefile").write_text("test:\n\tpytest -q\n")
    arguments = ["priors", "--repo", str(place), "--name", "a/b", "--store", str(tmp_path / "store")]
    assert "run tests: `pytest -q`" in crossbearing(*arguments).stdout
    run = crossbearing(*arguments, "--lesson", "floats are rounded late", "--lesson", "see #1234")
    assert "pitfall: floats are rounded late" in run.stdout
    assert "not kept, it names an issue" in run.stderr
    assert check_schema(crossbearing(*arguments, "--format", "json").stdout)["prior"]["repo"] == "a/b"
    kept = PriorStore(tmp_path / "store").load("a/b")
    assert isinstance(kept, RepoPrior)
    assert kept.source_runs == 1


def test_shrink_wants_an_oracle_that_runs_something(crossbearing, tmp_path):
    (tmp_path / "fix.patch").write_text("")
    done = crossbearing("shrink", tmp_path / "fix.patch", "--oracle", " ", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "crossbearing: error: --oracle is empty: name a command that succeeds if the fix works\n"
