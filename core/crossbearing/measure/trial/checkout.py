"""Clean copies of a repository at one commit: all of its files, and nothing that came later.

A copy is a git repository of a single commit, so that an agent can see and report what it changed; it shares neither
objects nor configuration with the original, where the fix could be looked up or a filter be set off.
"""

import os
import shutil
import subprocess
from pathlib import Path

from crossbearing.model.errors import CrossbearingError
from crossbearing.source.discovery import find_place
from crossbearing.source.git import Git, GitError, find_git

START = "refs/crossbearing/start"
"""What the copy's only commit is also called, whatever is committed on top of it."""

_QUIET = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "LC_ALL": "C",
}
_STAMP = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "start"), ("EMAIL", "start@localhost"), ("DATE", "2000-01-01T00:00:00Z"))
}
_SAFE = (
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "gc.auto=0",
    "-c",
    "core.compression=0",
    "-c",
    "core.autocrlf=false",
)


def check_out(repository: Path, commit: str, folder: Path) -> None:
    """Make ``folder`` (new or empty) a clean copy of ``repository`` at ``commit``.

    Raises :class:`CrossbearingError` where the commit does not exist or git fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "-b", "main")
    alternates = folder / ".git" / "objects" / "info" / "alternates"
    alternates.write_text(f"{_objects_of(repository)}\n", "utf-8")
    try:
        # A fresh configuration: no filter of the original's can run.
        git(folder, "read-tree", "-u", "--reset", f"{commit}^{{tree}}")
    except CrossbearingError as error:
        raise CrossbearingError(f"commit {commit} cannot be checked out: {error}") from None
    shutil.rmtree(folder / ".git")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A", "-f")
    git(folder, "commit", "-q", "--allow-empty", "--no-verify", "-m", "start")
    git(folder, "update-ref", START, "HEAD")


def changes_in(folder: Path) -> str:
    """The patch from the copy's only commit to its files as they are, new ones included, committed or not."""
    git(folder, "add", "-A")
    return git(folder, "diff", "--cached", "--binary", "--no-color", "--no-ext-diff", "--no-textconv", START, "--")


def apply_patch(folder: Path, patch: str) -> bool:
    """Apply a patch to the copy's files; False where it does not apply, and nothing is changed then."""
    if not patch.strip():
        return True
    try:
        git(folder, "apply", "--whitespace=nowarn", data=patch if patch.endswith("\n") else f"{patch}\n")
    except CrossbearingError:
        return False
    return True


def git(folder: Path, *arguments: str, data: str = "") -> str:
    """Run git in a copy; raises :class:`CrossbearingError` with what it said where it fails."""
    executable = find_git()
    if executable is None:
        raise CrossbearingError("git is not installed")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment = kept | _QUIET | _STAMP | {"GIT_DIR": str(folder / ".git"), "GIT_WORK_TREE": str(folder)}
    done = subprocess.run(
        [executable, *_SAFE, *arguments],
        cwd=folder,
        env=environment,
        input=data.encode("utf-8", "surrogateescape"),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise CrossbearingError(said or f"git {arguments[0]} failed")
    return done.stdout.decode("utf-8", "surrogateescape")


def _objects_of(repository: Path) -> Path:
    place = find_place(repository.resolve())
    if place.git_dir is None:
        raise CrossbearingError(f"{repository} is no git repository")
    try:
        output, _ = Git(place.git_dir).run("rev-parse", "--git-path", "objects")
    except GitError as error:
        raise CrossbearingError(f"{repository} cannot be read: {error}") from None
    return (place.git_dir / output.decode("utf-8", "surrogateescape").strip()).resolve()
