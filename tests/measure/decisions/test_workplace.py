"""Clean copies, and programs that run in them."""

import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from crossbearing.measure.dataset import Task
from crossbearing.measure.trial.checkout import apply_patch, changes_in, check_out, git
from crossbearing.measure.trial.testing import TestSet, fill, read_tests, run_tests
from crossbearing.measure.trial.workplace import context_text, open_workplace
from crossbearing.model.attempt import AgentPlace
from crossbearing.model.errors import CrossbearingError

PLACES = (AgentPlace("shop/basket.py", "shop.basket.remove", 10, 13), AgentPlace("shop/stock.py"))


def task_of(row: dict[str, Any]) -> Task:
    return Task(row["instance_id"], row["repo"], row["base_commit"], row["problem_statement"])


@pytest.fixture
def origin(tmp_path: Path) -> tuple[Path, str]:
    """A repository whose configuration would run a program on checkout, with a later commit that fixes everything."""
    folder = tmp_path / "origin"
    folder.mkdir()
    git(folder, "init", "-q")
    (folder / ".gitattributes").write_text("*.py filter=trap\n", "utf-8")
    (folder / ".gitignore").write_text("*.log\n", "utf-8")
    (folder / "kept.log").write_text("tracked although ignored\n", "utf-8")
    (folder / "a.py").write_bytes(b"x = 1\r\ny = 2\r\n")
    (folder / "run.sh").write_text("#!/bin/sh\n", "utf-8")
    (folder / "run.sh").chmod(0o755)
    (folder / "link").symlink_to("a.py")
    git(folder, "add", "-A", "-f")
    git(folder, "commit", "-q", "-m", "base")
    base = git(folder, "rev-parse", "HEAD").strip()
    (folder / "a.py").write_text("fixed = True\n", "utf-8")
    git(folder, "commit", "-q", "-a", "-m", "the fix")
    git(folder, "config", "filter.trap.smudge", f"touch {tmp_path}/sprung; cat")
    git(folder, "config", "filter.trap.clean", f"touch {tmp_path}/sprung; cat")
    return folder, base


def test_a_copy_holds_the_base_commit_and_nothing_later(origin: tuple[Path, str], tmp_path: Path):
    folder, base = origin
    copy = tmp_path / "copy"
    check_out(folder, base, copy)
    assert sorted(path.name for path in copy.iterdir()) == [
        ".git", ".gitattributes", ".gitignore", "a.py", "kept.log", "link", "run.sh",
    ]  # fmt: skip
    assert (copy / "a.py").read_bytes() == b"x = 1\r\ny = 2\r\n"
    assert os.access(copy / "run.sh", os.X_OK)
    assert (copy / "link").is_symlink()
    assert git(copy, "rev-list", "--all", "--count").strip() == "1"
    assert changes_in(copy) == ""
    objects = git(copy, "cat-file", "--batch-all-objects", "--batch-check=%(objectname)").split()
    later = git(folder, "rev-parse", "HEAD", "HEAD^{tree}", "HEAD:a.py").split()
    assert not set(later) & set(objects)
    assert not (tmp_path / "sprung").exists()
    assert git(folder, "status", "--porcelain").strip() == ""


def test_a_commit_that_is_not_there_is_refused(origin: tuple[Path, str], tmp_path: Path):
    with pytest.raises(CrossbearingError, match="commit 0000000 cannot be checked out"):
        check_out(origin[0], "0000000", tmp_path / "copy")


def test_changes_are_a_patch_whatever_the_agent_did_with_git(origin: tuple[Path, str], tmp_path: Path):
    check_out(*origin, tmp_path / "one")
    copy = tmp_path / "one"
    (copy / "new.py").write_text("z = 3\n", "utf-8")
    git(copy, "add", "new.py")
    git(copy, "commit", "-q", "-m", "of the agent")
    (copy / "a.py").write_bytes(b"x = 1\r\ny = 3\r\n")
    (copy / "run.sh").unlink()
    (copy / "blob").write_bytes(bytes(range(256)))
    patch = changes_in(copy)
    check_out(*origin, tmp_path / "two")
    assert apply_patch(tmp_path / "two", patch)
    assert (tmp_path / "two" / "a.py").read_bytes() == b"x = 1\r\ny = 3\r\n"
    assert (tmp_path / "two" / "blob").read_bytes() == bytes(range(256))
    assert not (tmp_path / "two" / "run.sh").exists()
    assert changes_in(tmp_path / "two") == patch
    assert not apply_patch(tmp_path / "two", patch)


def test_an_agents_programs_find_everything_in_their_environment(world: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CROSSBEARING_SECRET", "of the user")
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    row = world.rows[0]
    with open_workplace(world.repos / "o+shop", task_of(row), PLACES) as (instance, context):
        run = instance.run(["env"], 20, {"EXTRA": "1"})
        told = dict(line.split("=", 1) for line in run.output.splitlines() if "=" in line)
        own = {name: value for name, value in told.items() if name.startswith(("CROSSBEARING_", "GIT_"))}
        assert sorted(own) == [
            "CROSSBEARING_CONTEXT_FILE",
            "CROSSBEARING_INSTANCE_ID",
            "CROSSBEARING_ISSUE_FILE",
            "CROSSBEARING_OUTPUT_DIR",
            "CROSSBEARING_PLACES_FILE",
            "CROSSBEARING_REPOSITORY",
            "CROSSBEARING_USAGE_FILE",
        ]
        assert told["EXTRA"] == "1"
        assert Path(own["CROSSBEARING_ISSUE_FILE"]).read_text("utf-8") == row["problem_statement"]
        assert Path(own["CROSSBEARING_CONTEXT_FILE"]).read_text("utf-8") == context.text
        assert json.loads(context.places_file.read_text("utf-8"))["places"][1]["file"] == "shop/stock.py"
        assert instance.run(["pwd"], 20).output.strip() == str(instance.folder)
        everything = [*instance.folder.parent.rglob("*")]
        assert not any(
            "return removeed or None" in path.read_text("utf-8", "replace") for path in everything if path.is_file()
        )
        left = instance.folder.parent
    assert not left.exists()


def test_a_program_and_all_that_it_started_end_in_time(world: Any):
    with open_workplace(world.repos / "o+shop", task_of(world.rows[0]), None) as (instance, _):
        mark = instance.output / "children"
        script = f"sleep 600 & echo $! > {mark}; setsid sleep 600 & echo $! >> {mark}; wait"
        run = instance.run(["sh", "-c", script], 1.0)
        assert (run.why, "1 s" in run.detail) == ("time", True)
        pids = [int(line) for line in mark.read_text("utf-8").split()]
        assert len(pids) == 2
        deadline = time.monotonic() + 5
        while any(alive(pid) for pid in pids) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert [pid for pid in pids if alive(pid)] == []


def alive(pid: int) -> bool:
    try:
        return subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout[:1] not in (
            "",
            "Z",
        )
    except OSError:
        return False


def test_a_context_says_the_same_whoever_found_the_places():
    assert context_text(PLACES) == (
        "## Where the fault may be\n\n1. `shop/basket.py`\n   - `shop.basket.remove` lines 10-13\n2. `shop/stock.py`\n"
    )
    assert "Nothing was found." in context_text(())
    assert context_text(None) == "Nothing is known beyond the issue.\n"


CHECK = ("sh", "-c", "for test in {tests}; do grep -q 'or None' shop/${test%%:*}.py || exit 1; done")


@pytest.mark.parametrize(
    ("patch", "command", "resolved", "reason"),
    [
        ("own", CHECK, True, ""),
        ("other", CHECK, False, "exit code 1"),
        ("", CHECK, False, "no patch"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", CHECK, False, "the patch does not apply"),
        ("own", (), None, "the plan gives no command"),
        ("own", ("no-such-program",), None, "no-such-program cannot be started"),
        ("own", ("sleep", "60"), False, "more than 2 s"),
    ],
)
def test_a_patch_is_tested_in_a_copy_of_its_own(
    patch: str, command: tuple[str, ...], resolved: bool | None, reason: str, world: Any
):
    row = world.rows[0]
    tried = {"own": row["patch"], "other": world.rows[1]["patch"]}.get(patch, patch)
    tests = read_tests(world.dataset)[row["instance_id"]]
    found = run_tests(world.repos / "o+shop", row["base_commit"], tried, tests, command, 2.0)
    assert found.resolved is resolved
    assert reason in found.reason


def test_tests_are_patched_in_after_the_agents_changes(world: Any):
    row = world.rows[0]
    brought = "--- /dev/null\n+++ b/test_new.py\n@@ -0,0 +1 @@\n+exit(0)\n"
    cheat = "--- /dev/null\n+++ b/test_new.py\n@@ -0,0 +1 @@\n+exit(1)\n"
    tests = TestSet(("t",), (), brought)
    run = ("python3", "test_new.py")
    repository = world.repos / "o+shop"
    assert run_tests(repository, row["base_commit"], row["patch"], tests, run, 20).resolved is True
    found = run_tests(repository, row["base_commit"], cheat, tests, run, 20)
    assert (found.resolved, found.reason) == (False, "the tests no longer apply")


def test_a_command_that_takes_no_tests_needs_none(world: Any):
    row = world.rows[0]
    repository = world.repos / "o+shop"
    told = run_tests(repository, row["base_commit"], row["patch"], None, ("true", "{tests}"), 20)
    assert (told.resolved, "names no tests" in told.reason) == (None, True)
    assert run_tests(repository, row["base_commit"], row["patch"], None, ("true",), 20).resolved is True


def test_tests_fill_a_command():
    assert fill(["run", "{tests}", "-q"], ["a b", "c"]) == ["run", "a b", "c", "-q"]
    assert fill(["sh", "-c", "run {tests}"], ["a b", "c"]) == ["sh", "-c", "run 'a b' c"]
