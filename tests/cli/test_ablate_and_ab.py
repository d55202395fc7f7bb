"""The commands that leave out and compare, on a small real repository."""

import json
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
def folder(repository: Path, git: Git, issue: str, tmp_path: Path) -> Path:
    """A data set of one solved issue of the calculator, whose repository lies bare in ``mirrors``."""
    (tmp_path / "mirrors").mkdir()
    parser = repository / "calc" / "parser.py"
    text = parser.read_text("utf-8")
    parser.write_text(text.replace("[self.position]", "[self.position] if self.tokens else None"), "utf-8")
    patch = git(repository, "diff") + "\n"
    parser.write_text(text, "utf-8")
    git(tmp_path, "clone", "-q", "--bare", str(repository), "mirrors/me+calc")
    row = {
        "instance_id": "me__calc-1",
        "repo": "me/calc",
        "base_commit": git(repository, "rev-parse", "HEAD"),
        "problem_statement": issue,
        "patch": patch,
        "FAIL_TO_PASS": ["peek"],
    }
    (tmp_path / "set.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    return tmp_path


def test_ablate_names_what_may_be_deleted_and_deletes_nothing(crossbearing: Run, folder: Path, check_schema: Check):
    plan = folder / "plan.toml"
    plan.write_text(
        'dataset = "set.jsonl"\nrepositories = "mirrors"\n'
        'targets = ["channel.stack", "channel.bm25", "signal.s1", ["channel.*"]]\n',
        "utf-8",
    )
    arguments = ["ablate", plan, "--build-dir", folder / "build", "--out", folder / "out"]
    done = crossbearing(*arguments, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    data = check_schema(done.stdout)
    assert [len(target["without"]) > 1 for target in data["targets"]] == [False, False, False, True]
    assert data["targets"][0]["without"] == ["channel.stack"]
    assert data["targets"][-1]["verdict"] == "needed"
    assert data["leaks"] == {"instances": 1, "leaks": [], "errors": []}
    for path in sorted((folder / "out").glob("*[a-z0-9].jsonl")):
        if not path.name.endswith(".times.jsonl"):
            for line in path.read_text("utf-8").splitlines():
                check_schema(line)
    assert crossbearing(*arguments, "--format", "json").stdout == done.stdout
    markdown = crossbearing(*arguments, "--format", "markdown").stdout
    assert "| without | verdict |" in markdown
    assert "Nothing was deleted" in markdown
    assert (folder / "set.jsonl").exists()


def test_ab_decides_and_strict_makes_a_rejection_an_exit_code(crossbearing: Run, folder: Path, check_schema: Check):
    plan = folder / "plan.toml"
    plan.write_text(
        'dataset = "set.jsonl"\nrepositories = "mirrors"\n[candidate]\nprofile = "default"\n'
        '[current]\nprofile = "localize-round1"\n'
        '[agent]\nname = "scripted"\noracle = true\nresolve = ["grep", "-q", "if self.tokens", "calc/parser.py"]\n'
        '[options."agent.scripted"]\nsolutions = "{plan}/set.jsonl"\n',
        "utf-8",
    )
    arguments = ["ab", plan, "--build-dir", folder / "build", "--out", folder / "out"]
    done = crossbearing(*arguments, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    data = check_schema(done.stdout)
    assert data["oracle"]["candidate"]["oracle"] == data["oracle"]["candidate"]["retrieved"] == 1.0
    assert data["candidate"]["means"]["resolve"]["value"] == 1.0
    assert data["adopted"] is all(clause["status"] == "holds" for clause in data["clauses"])
    for line in (folder / "out" / "attempts-oracle.jsonl").read_text("utf-8").splitlines():
        check_schema(line)
    table = crossbearing(*arguments, "--strict")
    assert table.returncode == int(not data["adopted"])
    assert "Verdict: " in table.stdout
    assert crossbearing(*arguments, "--format", "json").stdout == done.stdout


@pytest.mark.parametrize("command", ["ablate", "ab"])
def test_a_plan_that_is_none_is_one_clear_sentence(command: str, crossbearing: Run, tmp_path: Path):
    missing = crossbearing(command, tmp_path / "none.toml")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "none.toml' cannot be read: No such file or directory" in missing.stderr
    (tmp_path / "bad.toml").write_text("x = [", "utf-8")
    bad = crossbearing(command, tmp_path / "bad.toml")
    assert bad.returncode == 2
    assert "bad.toml: not TOML" in bad.stderr
    assert len(bad.stderr.splitlines()) == 1


def test_ab_refuses_plugins_beside_the_plan(crossbearing: Run, tmp_path: Path):
    done = crossbearing("ab", tmp_path / "plan.toml", "--without", "channel.bm25")
    assert done.returncode == 2
    assert "--without has no side to apply to" in done.stderr
