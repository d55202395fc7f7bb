"""Worktrees, commands, the oracle that joins them, tails, and the store of priors."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.events import Event
from crossbearing.model.stages import ForkPlan, Hypothesis, RepoPrior, Tail, TrunkSnapshot
from crossbearing.repair.oracle import CommandOracle
from crossbearing.repair.priors import PriorStore
from crossbearing.repair.processes import run_shell
from crossbearing.repair.tails import restore_sources, run_tails
from crossbearing.repair.worktrees import Worktree, is_stale, open_worktree, remove_stale

FIX = "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-old\n+new\n"


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    return subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    root.mkdir()
    (root / "a.txt").write_text("old\n")
    (root / ".gitignore").write_text("built\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")
    return root


def worktrees(repository: Path) -> int:
    return len(git(repository, "worktree", "list").splitlines()) - 1


def test_a_worktree_is_clean_and_gone_afterwards(repository: Path):
    (repository / "a.txt").write_text("mine\n")
    with open_worktree(repository, "HEAD") as worktree:
        assert (worktree.path / "a.txt").read_text() == "old\n"
        assert worktrees(repository) == 1
        (worktree.path / "b").write_text("x")
        assert worktree.apply(FIX)
        assert "+new\n" in worktree.diff()
        assert "b/b\n" not in worktree.diff(without=("b",))
        assert "a.txt" not in worktree.diff(only=("b",))
        worktree.reset()
        assert worktree.diff() == ""
        assert not (worktree.path / "b").exists()
    assert not worktree.path.exists()
    assert worktrees(repository) == 0
    assert (repository / "a.txt").read_text() == "mine\n"


def test_it_is_gone_after_an_error_too(repository: Path):
    with pytest.raises(RuntimeError), open_worktree(repository, "HEAD"):
        raise RuntimeError
    assert worktrees(repository) == 0


def test_a_worktree_of_a_worktree_and_of_a_bare_repository(repository: Path, tmp_path: Path):
    git(repository, "clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    with open_worktree(tmp_path / "bare", "HEAD") as worktree:
        assert worktree.apply(FIX)
    with open_worktree(repository, "HEAD") as outer, open_worktree(outer.path, "HEAD") as inner:
        assert inner.path != outer.path


def test_what_does_not_exist_is_refused(repository: Path, tmp_path: Path):
    with pytest.raises(CrossbearingError, match="no commit 'nothing'"), open_worktree(repository, "nothing"):
        pass
    with pytest.raises(CrossbearingError, match="no git repository"), open_worktree(tmp_path, "HEAD"):
        pass


KILLED = """
import sys, time
from pathlib import Path
from crossbearing.repair.worktrees import open_worktree
with open_worktree(Path(sys.argv[1]), "HEAD") as worktree:
    print(worktree.path, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory for temporary files that no other test looks into."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def test_what_a_killed_process_left_is_removed(repository: Path, temporary: Path):
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(repository)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    path = Path(process.stdout.readline().strip())
    assert remove_stale(repository) == ()  # its process is alive
    process.kill()
    process.wait()
    process.stdout.close()
    assert path.exists()
    assert is_stale(path.name)
    assert remove_stale(repository) == (path.name,)
    assert not path.parent.exists()
    assert worktrees(repository) == 0


def test_leftovers_of_other_repositories_go_too(repository: Path, temporary: Path):
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(repository)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    path = Path(process.stdout.readline().strip())
    process.kill()
    process.wait()
    process.stdout.close()
    other = temporary / "other"
    git(temporary, "clone", "-q", str(repository), "other")
    assert remove_stale(other) == (path.name,)
    assert not path.parent.exists()
    with open_worktree(repository, "HEAD"):
        assert worktrees(repository) == 1


@pytest.mark.parametrize(
    "name",
    [
        "main",
        "crossbearing-worktree",
        "crossbearing-worktree-x-1-1-a",
        "my-crossbearing-worktree-1-1-1-a",
        "crossbearing-worktree-0000-999999999-1-a",  # of another machine
    ],
)
def test_other_folders_are_none_of_ours(name: str):
    assert not is_stale(name)


def test_a_command_ends_with_all_that_it_started(tmp_path: Path):
    ended = run_shell(f"sleep 60 & echo $! > {tmp_path}/pid; echo said; exit 3", tmp_path, timeout=30)
    assert (ended.code, ended.output) == (3, "said\n")
    assert not is_running(int((tmp_path / "pid").read_text()))


def test_it_ends_what_left_its_session_too(tmp_path: Path):
    ended = run_shell(f"setsid sleep 60 & echo $! > {tmp_path}/pid; sleep 0.2", tmp_path, timeout=30)
    assert ended.code == 0
    assert not is_running(int((tmp_path / "pid").read_text()))


def test_a_command_that_takes_too_long_is_ended(tmp_path: Path):
    ended = run_shell(f"echo $$ > {tmp_path}/pid; sleep 60", tmp_path, timeout=0.5)
    assert ended.code is None
    assert not is_running(int((tmp_path / "pid").read_text()))


def is_running(process: int) -> bool:
    for _ in range(50):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        status = Path(f"/proc/{process}/status")
        if status.exists() and "\nState:\tZ" in status.read_text():
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize("parallel", [1, 3])
def test_the_oracle_judges_each_patch_on_a_clean_base(repository: Path, parallel: int):
    other = FIX.replace("+new", "+newer")
    with CommandOracle(
        repository, "HEAD", "grep -qx new a.txt && ! test -e built && touch built", parallel=parallel
    ) as oracle:
        assert oracle(["", FIX, other, FIX, FIX.replace("-old", "-older")]) == [False, True, False, True, None]
        assert oracle([FIX]) == [True]
    assert worktrees(repository) == 0


def test_an_oracle_that_was_interrupted_can_be_asked_again(repository: Path, tmp_path: Path):
    started = tmp_path / "started"
    with CommandOracle(
        repository, "HEAD", f"grep -qx new a.txt || {{ echo x >> {started}; sleep 600; }}", parallel=2
    ) as oracle:
        interrupter = threading.Thread(target=interrupt_when, args=(started,))
        interrupter.start()
        with pytest.raises(KeyboardInterrupt):
            oracle(["", "", FIX])
        interrupter.join()
        assert oracle([FIX, FIX]) == [True, True]
    assert worktrees(repository) == 0


def interrupt_when(path: Path) -> None:
    while not path.exists() or len(path.read_text().split()) < 2:
        time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGINT)


def test_a_folder_within_a_repository_is_where_the_command_runs(repository: Path):
    (repository / "pkg").mkdir()
    (repository / "pkg" / "b.txt").write_text("x")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "y")
    with CommandOracle(repository / "pkg", "HEAD", "test -e b.txt && grep -qx new ../a.txt") as oracle:
        assert oracle(["", FIX]) == [False, True]
    with CommandOracle(repository / "pkg", "HEAD~", "grep -qx new a.txt") as oracle:  # where it does not exist yet
        assert oracle(["", FIX]) == [False, True]
    assert worktrees(repository) == 0


def test_given_patches_and_a_setup_whose_files_stay(repository: Path):
    tests = "--- /dev/null\n+++ b/t.sh\n@@ -0,0 +1 @@\n+grep -qx new a.txt && test -e built\n"
    with CommandOracle(repository, "HEAD", "sh t.sh", given=tests, setup="touch built") as oracle:
        assert oracle(["", FIX]) == [False, True]


def test_what_python_compiled_of_another_patch_is_not_used(repository: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    (repository / "m.py").write_text("x = 0\n")
    (repository / ".gitignore").write_text("__pycache__\nbuilt\n")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "y")
    patches = [f"--- a/m.py\n+++ b/m.py\n@@ -1 +1 @@\n-x = 0\n+x = {number}\n" for number in (1, 2, 1, 2, 1, 2)]
    command = f"{sys.executable} -c 'import m; raise SystemExit(m.x != 2)'"
    with CommandOracle(repository, "HEAD", command, setup="touch built") as oracle:
        assert oracle(patches) == [False, True] * 3


def test_git_of_the_caller_is_not_that_of_the_command(repository: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert run_shell("git rev-parse --show-toplevel", repository, timeout=30).output.strip() == str(repository)


def test_a_setup_that_fails_is_told(repository: Path):
    with pytest.raises(CrossbearingError, match="setup command failed with status 7: why"):
        CommandOracle(repository, "HEAD", "true", setup="echo why; exit 7").__enter__()
    assert worktrees(repository) == 0


def test_tails_run_side_by_side_each_in_its_own_files(repository: Path):
    commit = git(repository, "rev-parse", "HEAD").strip()
    tails = tuple(Tail(Hypothesis(f"H{number}", "x"), "go") for number in range(4))
    plan = ForkPlan(TrunkSnapshot((Event("message"),), 0, "end", commit), tails)

    def run(tail: Tail, worktree: Worktree) -> str:
        if tail.hypothesis.id == "H2":
            raise ValueError("no")
        (worktree.path / "a.txt").write_text(f"{tail.hypothesis.id}\n")
        return worktree.diff()

    outcomes = run_tails(plan, repository, run, workers=2)
    assert [outcome.tail.hypothesis.id for outcome in outcomes] == ["H0", "H1", "H2", "H3"]
    assert [f"+{outcome.tail.hypothesis.id}\n" in outcome.patch for outcome in outcomes] == [True, True, False, True]
    assert outcomes[2].error == "ValueError: no"
    assert worktrees(repository) == 0


def plan_of(repository: Path, tails: int) -> ForkPlan:
    commit = git(repository, "rev-parse", "HEAD").strip()
    snapshot = TrunkSnapshot((Event("message"),), 0, "end", commit)
    return ForkPlan(snapshot, tuple(Tail(Hypothesis(f"H{number}", "x"), "go") for number in range(tails)))


@pytest.mark.parametrize(("workers", "most"), [(1, 1), (2, 2), (9, 4), (0, 1)])
def test_not_more_tails_run_at_once_than_there_are_workers(repository: Path, workers: int, most: int):
    lock, running, peak = threading.Lock(), [], []
    all_there = threading.Barrier(most)

    def run(tail: Tail, worktree: Worktree) -> str:
        with lock:
            running.append(tail)
            peak.append(len(running))
        all_there.wait(30)
        with lock:
            running.remove(tail)
        return ""

    outcomes = run_tails(plan_of(repository, 4), repository, run, workers=workers)
    assert [outcome.error for outcome in outcomes] == [""] * 4
    assert max(peak) == most


def test_no_tail_is_started_when_the_time_is_up(repository: Path):
    outcomes = run_tails(plan_of(repository, 3), repository, lambda tail, worktree: "patch", workers=1, seconds=-1.0)
    assert {outcome.error for outcome in outcomes} == {"not started: the time was up"}
    assert run_tails(plan_of(repository, 0), repository, lambda tail, worktree: "") == ()


def test_sources_written_before_the_snapshot_are_put_back(repository: Path):
    with open_worktree(repository, "HEAD") as worktree:
        for name in ("scratch/repro.py", "new.py", "own.py", "built", "*"):
            (worktree.path / name).parent.mkdir(exist_ok=True)
            (worktree.path / name).write_text("x")
        (worktree.path / "a.txt").write_text("changed\n")
        (worktree.path / ".gitignore").write_text("built\nmore\n")
        found = restore_sources(worktree, ("scratch", "own.py"))
        assert found == ("*", ".gitignore", "a.txt", "new.py")
        assert (worktree.path / "a.txt").read_text() == "old\n"
        assert sorted(path.name for path in worktree.path.iterdir()) == [
            ".git",
            ".gitignore",
            "a.txt",
            "built",
            "own.py",
            "scratch",
        ]
        assert restore_sources(worktree, ("scratch", "own.py")) == ()


def test_priors_are_kept_by_content(tmp_path: Path):
    store = PriorStore(tmp_path)
    assert store.load("a/b") is None
    prior = RepoPrior("a/b", "pytest", layout=("src holds it",))
    digest = store.save(prior)
    assert store.load("a/b") == prior
    assert store.save(prior) == digest
    assert len(list((tmp_path / "content").iterdir())) == 1
    assert store.repositories() == ("a/b",)


@pytest.mark.parametrize(
    "damage", [lambda path: path.write_text("{}"), lambda path: path.unlink()], ids=["changed", "gone"]
)
def test_a_damaged_prior_is_as_good_as_none(tmp_path: Path, damage: Callable[[Path], object]):
    store = PriorStore(tmp_path)
    digest = store.save(RepoPrior("a/b", "pytest"))
    damage(tmp_path / "content" / f"{digest}.json")
    assert store.load("a/b") is None


def test_signals_are_not_caught(repository: Path):
    program = KILLED.replace("time.sleep(60)", "import os, signal; os.kill(os.getpid(), signal.SIGINT); time.sleep(5)")
    run = subprocess.run([sys.executable, "-c", program, str(repository)], capture_output=True, text=True, check=False)
    assert run.returncode in (-signal.SIGINT, 1, 130)
    assert worktrees(repository) == 0
