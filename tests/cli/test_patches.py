"""``crossbearing shrink`` and ``consensus``: interrupts, leftovers, and input that nobody should trust."""

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from crossbearing.repair.worktrees import PREFIX

NAMES = ("a", "b", "c", "d")


@pytest.fixture
def place(tmp_path: Path, git: Callable[..., str]) -> Path:
    """A repository of four files, and beside it ``fix.patch``, which changes all of them."""
    root = tmp_path / "place"
    root.mkdir()
    for name in NAMES:
        (root / name).write_text("old\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    for name in NAMES:
        (root / name).write_text("new\n")
    git(root, "diff", f"--output={tmp_path / 'fix.patch'}")
    git(root, "checkout", "-q", ".")
    return root


@pytest.fixture
def start(place: Path, environment: dict[str, str]) -> Callable[[str], "subprocess.Popen[str]"]:
    """Start a shrinking with an oracle, and go on."""

    def run(oracle: str, *options: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [
                str(Path(sys.executable).with_name("crossbearing")),
                "shrink",
                "../fix.patch",
                "--oracle",
                oracle,
                *options,
            ],
            cwd=place,
            env={**environment, "TMPDIR": str(place.parent)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return run


def wait_for(condition: Callable[[], object]) -> None:
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("nothing happened for half a minute")


def leftovers(place: Path, git: Callable[..., str]) -> int:
    folders = [path for path in place.parent.rglob(f"{PREFIX}-*") if ".git" not in path.parts]
    return len(folders) + len(git(place, "worktree", "list").splitlines()) - 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["interrupt", "terminate"])
@pytest.mark.parametrize("parallel", ["1", "2"])
def test_an_interrupt_leaves_the_best_so_far_and_nothing_else(
    place: Path, start, git: Callable[..., str], number: signal.Signals, parallel: str
):
    # The fourth run, after one that could do without two files, never ends.
    count = place.parent / "count"
    oracle = f"echo x >> {count}; test $(wc -l < {count}) -lt 4 || sleep 600; grep -q new a"
    process = start(oracle, "--parallel", parallel)
    wait_for(lambda: count.exists() and len(count.read_text().splitlines()) >= 4)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted" in err
    assert "+++ b/a\n" in out
    assert 0 < out.count("diff --git") < len(NAMES)
    assert leftovers(place, git) == 0


def test_what_a_killed_run_left_is_removed_by_the_next(place: Path, start, git: Callable[..., str]):
    told = place.parent / "pid"
    process = start(f"echo $$ > {told}; sleep 600; true")
    wait_for(lambda: told.exists() and told.read_text().strip())
    process.kill()
    process.communicate()
    oracle = int(told.read_text())
    wait_for(lambda: not Path(f"/proc/{oracle}").exists())
    assert leftovers(place, git) == 2
    again = start("grep -q new a")
    out, _ = again.communicate(timeout=60)
    assert (again.returncode, out.count("diff --git")) == (0, 1)
    assert leftovers(place, git) == 0


def test_a_terminal_shows_how_far_it_is(place: Path, environment: dict[str, str]):
    leader, follower = pty.openpty()
    command = [
        str(Path(sys.executable).with_name("crossbearing")),
        "shrink",
        "../fix.patch",
        "--oracle",
        "grep -q new b",
    ]
    run = subprocess.run(command, cwd=place, env=environment, stdout=subprocess.PIPE, stderr=follower, check=False)
    os.close(follower)
    shown = os.read(leader, 100_000).decode()
    os.close(leader)
    assert run.returncode == 0
    assert "shrinking: 0 runs, 4 hunks left, trying the base" in shown
    assert "trying without 3 hunks of 'a', 'c', 'd'" in shown
    assert shown.split("\x1b[K")[-1].startswith("crossbearing: kept 1 of 4 hunks")


HOSTILE = {
    "above the tree": b"--- /dev/null\n+++ b/../../escaped\n@@ -0,0 +1 @@\n+x\n",
    "absolute": b"diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ /escaped\n@@ -0,0 +1 @@\n+x\n",
    "the git directory": b"--- /dev/null\n+++ b/.git/hooks/post-checkout\n@@ -0,0 +1 @@\n+x\n",
    "through a symbolic link": b"diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n"
    b"@@ -0,0 +1 @@\n+../..\n\\ No newline at end of file\n--- /dev/null\n+++ b/l/escaped\n@@ -0,0 +1 @@\n+x\n",
    "cut off": b"--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-old\n",
    "of another file": b"--- a/none\n+++ b/none\n@@ -1 +1 @@\n-old\n+new\n",
    "binary without content": b"diff --git a/a b/a\nindex 1..2 100644\nBinary files a/a and b/a differ\n",
    "bad binary": b"diff --git a/a b/a\nindex 1..2 100644\nGIT binary patch\nliteral 9\nzzzzzzz\n\n",
    "prose": b"no diff at all\n",
    "noise": bytes(range(256)) * 40,
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_patches_that_nobody_should_apply_are_refused_in_one_line(crossbearing, place: Path, data: bytes):
    run = crossbearing("shrink", "-", "--oracle", "true", cwd=place, stdin=data)
    assert run.returncode == 2, run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert run.stdout == ""
    assert not list(place.parent.rglob("escaped"))


@pytest.mark.parametrize("patch", ["", "\n\n"], ids=["empty", "blank"])
def test_an_empty_patch_comes_back_as_it_was(crossbearing, place: Path, patch: str):
    run = crossbearing("shrink", "-", "--oracle", "true", cwd=place, stdin=patch)
    assert (run.returncode, run.stdout) == (1, patch)
    assert "the patch changes nothing" in run.stderr


def test_files_of_any_name_and_content_are_shrunk(
    place: Path, tmp_path: Path, git: Callable[..., str], environment: dict[str, str]
):
    names = ["with space", 'quo"te', "new\nline", "tab\t", "ümlaut", os.fsdecode(b"\xff\xfe"), "-dash", "e/a/e", " "]
    for name in names:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(b"\xff old\r\n")
    git(place, "add", "-A")
    git(place, "commit", "-q", "-m", "names")
    for name in names:
        (place / name).write_bytes(b"\xff new\r\n\0" if name == "tab\t" else b"\xff new\r\n")
    git(place, "diff", "--binary", f"--output={tmp_path / 'names.patch'}")
    git(place, "checkout", "-q", ".")
    command = [str(Path(sys.executable).with_name("crossbearing")), "shrink", "../names.patch", "--budget", "40"]
    for name in (names[2], names[3], names[5], names[7]):
        quoted = "'" + name.replace("'", "'\\''") + "'"
        oracle = [os.fsencode(f"grep -aq new -- {quoted}")]
        run = subprocess.run(
            [*map(os.fsencode, command), b"--oracle", *oracle],
            cwd=place,
            env=environment,
            capture_output=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        assert run.stdout.count(b"diff --git") == 1
        (tmp_path / "small.patch").write_bytes(run.stdout)
        git(place, "apply", "../small.patch")
        assert b"new" in (place / name).read_bytes()
        git(place, "checkout", "-q", ".")


@pytest.mark.parametrize("options", [["--no-prefix"], ["-U0"], ["--src-prefix=x/", "--dst-prefix=y/"]], ids=str)
def test_diffs_in_other_forms(crossbearing, place: Path, git: Callable[..., str], options: list[str]):
    (place / "d").write_text("".join(f"{number}\n" for number in range(40)))
    git(place, "commit", "-q", "-a", "-m", "longer")
    (place / "d").write_text("".join(f"{number}\n" for number in range(40) if number != 7) + "end\n")
    (place / "a").write_text("new\n")
    git(place, "diff", *options, f"--output={place.parent / 'form.patch'}")
    git(place, "checkout", "-q", ".")
    run = crossbearing("shrink", "../form.patch", "--oracle", "! grep -qx 7 ?", cwd=place)
    assert run.returncode == 0, run.stderr
    assert "kept 1 of 3 hunks" in run.stderr
    assert "-7\n" in run.stdout


def test_a_patch_without_its_last_line_feed_is_applied(crossbearing, place: Path):
    patch = (place.parent / "fix.patch").read_text().rstrip("\n")
    run = crossbearing("shrink", "-", "--oracle", "grep -q new d", cwd=place, stdin=patch)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("diff --git") == 1


def test_consensus_says_which_patch_does_not_apply(crossbearing, place: Path):
    (place.parent / "other.patch").write_bytes(HOSTILE["of another file"])
    run = crossbearing("consensus", "../fix.patch", "../other.patch", "--oracle", "grep -q new a", cwd=place)
    assert run.returncode == 0, run.stderr
    assert "../other.patch does not apply" in run.stderr
    assert "../fix.patch (only one passes)" in run.stdout


def test_consensus_compares_the_files_that_result(crossbearing, place: Path, git: Callable[..., str]):
    (place / "pkg").mkdir()
    (place / "pkg" / "m.py").write_text("def f():\n    return 1\n")
    git(place, "add", "-A")
    git(place, "commit", "-q", "-m", "code")
    for name, text in {"one": "return (2)", "two": "return (  # two\n        2\n    )", "three": "return 3"}.items():
        (place / "pkg" / "m.py").write_text(f"def f():\n    {text}\n")
        git(place, "diff", f"--output={place.parent / name}.patch")
    git(place, "checkout", "-q", ".")
    names = [f"../../{name}.patch" for name in ("one", "two", "three")]
    passing = [word for name in names[:2] for word in ("--passing", name)]
    alone = crossbearing("consensus", *names, *passing, cwd=place / "pkg")
    assert (alone.returncode, "undecided between" in alone.stdout) == (1, True)
    out = ["--out", place.parent / "chosen.patch"]
    run = crossbearing("consensus", *names, *passing, "--repo", ".", *out, cwd=place / "pkg")
    assert run.returncode == 0, run.stderr
    assert "../../one.patch (agreement)" in run.stdout
    assert (place.parent / "chosen.patch").read_bytes() == (place.parent / "one.patch").read_bytes()
    run = crossbearing("consensus", *names, "--repo", ".", "--base", "--help", cwd=place / "pkg")
    assert run.returncode == 2


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--oracle", "echo why; false"], "the oracle ended with: why"),
        (["--oracle", "sleep 60", "--timeout", "1"], "(it took too long)"),
        (["--oracle", "true"], "passes without the patch"),
    ],
)
def test_what_the_oracle_said_is_told_where_it_is_of_no_use(crossbearing, place: Path, options: list[str], told: str):
    run = crossbearing("shrink", "../fix.patch", *options, cwd=place)
    assert run.returncode == 1
    assert told in run.stderr
    assert run.stdout == (place.parent / "fix.patch").read_text()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--out", "none/small.patch"], "none/small.patch cannot be written"),
        (["--out", "."], ". cannot be written"),
        (["--with", "../fix.patch"], "does not fit beside it"),
        (["--with", "../none.patch"], "cannot be read"),
        (["--setup", "exit 3"], "the setup command failed with status 3"),
        (["--repo", "/"], "no git repository"),
        (["--budget", "2"], "must be >= 3"),
    ],
)
def test_what_cannot_work_is_refused_before_any_run(crossbearing, place: Path, options: list[str], told: str):
    run = crossbearing("shrink", "../fix.patch", "--oracle", f"touch {place}/ran", *options, cwd=place)
    assert (run.returncode, run.stdout) == (2, "")
    assert told in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert not (place / "ran").exists()


@pytest.mark.parametrize(
    "oracle",
    [
        'rm -rf "$PWD"; false',
        "rm -f .git; grep -q new a",
        "chmod 000 a; mkdir -p x/y; chmod 000 x; git add -N a; false",
    ],
    ids=["removes its folder", "removes the link to git", "takes rights away"],
)
def test_oracles_that_wreck_their_worktree_leave_nothing_behind(
    crossbearing, place: Path, git: Callable[..., str], oracle: str
):
    run = crossbearing("shrink", "../fix.patch", "--oracle", oracle, cwd=place, env={"TMPDIR": str(place.parent)})
    assert "bug" not in run.stderr
    assert run.returncode in (0, 1, 2)
    assert leftovers(place, git) == 0
    assert git(place, "status", "--porcelain") == ""
    assert git(place, "fsck", "--no-dangling") == ""
