"""Worktrees that exist for one piece of work, and are gone afterwards, whatever happened.

A worktree of git is a folder of its own at a commit. Its name tells which process of which machine it belongs to and
when that process began, so that what a killed process left behind is recognised and removed by the next one.
"""

import hashlib
import os
import shutil
import socket
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from secrets import token_hex

from attrs import frozen

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.patch import FilePatch, kind_of_line
from crossbearing.patches import parse_patch
from crossbearing.source.git import Git, GitError

PREFIX = "crossbearing-worktree"

# Adding and pruning change the list of worktrees, which git does not lock against itself.
_listing = threading.Lock()


@frozen
class Worktree:
    """A folder with the files of one commit, of the repository whose git directory is ``git_dir``."""

    path: Path
    commit: str
    git_dir: Path

    def git(self, *arguments: str, data: bytes = b"", codes: tuple[int, ...] = (0,)) -> tuple[bytes, str]:
        """Run git in the worktree; raises :class:`~crossbearing.source.git.GitError`."""
        return Git(self.git_dir, self.path).run(*arguments, cwd=self.path, data=data, codes=codes)

    def read(self, path: str) -> str | None:
        """The text of a file as the commit has it, by its path from the top; None where there is none."""
        return _text_at(Git(self.git_dir), self.commit, path)

    def reset(self, *, keep_ignored: bool = False) -> None:
        """Bring back the files of the commit and remove all others (``keep_ignored``: all but ignored ones).

        Raises :class:`CrossbearingError` where that cannot be done, since a command removed the folder, for one.
        """
        try:
            self.git("reset", "-q", "--hard", self.commit)
            self.git("clean", "-q", "-ffd" if keep_ignored else "-ffdx")
        except GitError as problem:
            raise CrossbearingError(f"the worktree cannot be brought back to the base commit: {problem}") from None

    def apply(self, patch: str) -> bool:
        """Apply a diff to the files; False where it does not fit."""
        return not self.refusal(patch, is_check=False)

    def refusal(self, patch: str, *, is_check: bool = True) -> str:
        """Why a diff cannot be applied to the files, in a few words; empty where it can (``is_check``), or has been.

        Names without prefixes, hunks without context and a missing line feed at the end are allowed for.
        """
        try:
            files = parse_patch(patch).files
        except CrossbearingError as problem:
            return str(problem)
        if not files:
            return "it holds no diff"
        data = patch.encode("utf-8", "surrogateescape")
        arguments = ["apply", "--whitespace=nowarn", *(["--check"] if is_check else []), *_forms(files), "-"]
        try:
            self.git(*arguments, data=data if data.endswith(b"\n") else data + b"\n")
        except GitError as problem:
            return str(problem).partition("\n")[0].removeprefix("error: ")
        return ""

    def changed(self, *, without: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The files that differ from the commit, new ones included, those of the paths ``without`` excluded."""
        self.git("add", "-A", "-N")
        excluded = [f":(exclude,literal){path}" for path in without]
        output, _ = self.git("diff", "--name-only", "--no-renames", "-z", self.commit, "--", ".", *excluded)
        return tuple(sorted(output.decode("utf-8", "surrogateescape").split("\0")[:-1]))

    def restore(self, paths: Iterable[str]) -> None:
        """Bring these files back to what they are in the commit, and remove those that it does not have."""
        names = sorted(paths)
        if not names:
            return
        known, _ = self.git("ls-tree", "-r", "--name-only", "-z", self.commit)
        old = set(known.decode("utf-8", "surrogateescape").split("\0"))
        for name in names:
            if name not in old:
                self.git("rm", "-q", "--cached", "--ignore-unmatch", "--", f":(literal){name}")
                (self.path / name).unlink(missing_ok=True)
        data = "\0".join(name for name in names if name in old).encode("utf-8", "surrogateescape")
        if data:
            literal = "--pathspec-from-file=-", "--pathspec-file-nul"
            self.git("--literal-pathspecs", "checkout", "-q", "--force", self.commit, *literal, data=data)

    def diff(self, *, only: tuple[str, ...] = (), without: tuple[str, ...] = ()) -> str:
        """What has changed since the commit, new files included: of the paths ``only``, those ``without`` excluded."""
        self.git("add", "-A", "-N")
        paths = [f":(literal){path}" for path in only] or ["."]
        paths += [f":(exclude,literal){path}" for path in without]
        output, _ = self.git("diff", "--binary", "-M", "--no-color", "--no-ext-diff", self.commit, "--", *paths)
        return output.decode("utf-8", "surrogateescape")


@contextmanager
def open_worktree(repository: Path, commit: str) -> Iterator[Worktree]:
    """Give a worktree at ``commit``; removes it in the end, and what killed processes left before it begins.

    Raises :class:`CrossbearingError` where ``repository`` is none of git's, or has no such commit.
    """
    git = Git(git_dir_of(repository))
    folder = Path(tempfile.mkdtemp(prefix="crossbearing-"))
    path = folder / f"{PREFIX}-{_machine()}-{os.getpid()}-{_birth(os.getpid())}-{token_hex(4)}"
    try:
        full = _commit(git, commit)
        with _listing:
            remove_stale(repository)
            git.run("worktree", "add", "-q", "--detach", "--force", str(path), full, cwd=repository)
        own, _ = Git(git.git_dir).run("rev-parse", "--git-path", f"worktrees/{path.name}", cwd=repository)
        yield Worktree(path, full, (repository / own.decode().strip()).resolve())
    except GitError as problem:
        raise CrossbearingError(f"no worktree can be made of {repository}: {problem}") from None
    finally:
        with _listing:
            _remove(git, repository, path)
        shutil.rmtree(folder, ignore_errors=True)


def remove_stale(repository: Path) -> tuple[str, ...]:
    """Remove the worktrees of processes that are no more, and return their names.

    Folders of theirs in the directory for temporary files go too, also those of other repositories.
    """
    git = Git(git_dir_of(repository))
    try:
        listed, _ = git.run("worktree", "list", "--porcelain", cwd=repository)
    except GitError:
        return ()
    removed = []
    for line in listed.decode("utf-8", "surrogateescape").splitlines():
        path = Path(line.removeprefix("worktree "))
        if line.startswith("worktree ") and is_stale(path.name):
            _remove(git, repository, path)
            if path.parent.name.startswith("crossbearing-"):
                shutil.rmtree(path.parent, ignore_errors=True)
            removed.append(path.name)
    removed += _remove_stale_folders(Path(tempfile.gettempdir()))
    return tuple(removed)


def _remove_stale_folders(place: Path) -> list[str]:
    """Remove the folders of ours in ``place`` whose processes are no more."""
    removed = []
    with suppress(OSError), os.scandir(place) as entries:
        ours = [entry for entry in entries if entry.name.startswith("crossbearing-") and _is_own_folder(entry)]
        for folder in ours:
            with suppress(OSError):
                stale = [path.name for path in Path(folder.path).iterdir() if is_stale(path.name)]
                if stale:
                    shutil.rmtree(folder.path, ignore_errors=True)
                removed += stale
    return removed


def _is_own_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        is_ours = not hasattr(os, "getuid") or entry.stat(follow_symlinks=False).st_uid == os.getuid()
        return is_ours and entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def is_stale(name: str) -> bool:
    """Whether a folder of this name is a worktree of a process that has ended, as far as this machine can know."""
    head, _, rest = name.partition(f"{PREFIX}-")
    parts = rest.split("-")
    if head or len(parts) != 4 or parts[0] != _machine() or not parts[1].isdigit():
        return False
    return _birth(int(parts[1])) != parts[2]


@cache
def _machine() -> str:
    """A mark of what process numbers mean here: the host, and the container where there is one."""
    try:
        namespace = str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        namespace = ""
    return hashlib.sha256(f"{socket.gethostname()} {namespace}".encode()).hexdigest()[:8]


def git_dir_of(repository: Path) -> Path:
    """The git directory of a bare repository, or of the working tree that a folder is or lies in.

    Raises :class:`CrossbearingError` where there is none.
    """
    if (repository / "HEAD").is_file() and (repository / "objects").is_dir():
        return repository.resolve()
    place = _top(repository)
    if place is None:
        raise CrossbearingError(f"{repository} is no git repository; patches are tried on a commit")
    link = place / ".git"
    if link.is_dir():
        return link.resolve()
    named = link.read_text("utf-8", "surrogateescape").partition("gitdir:")[2].strip()  # a worktree or a submodule
    return (place / named).resolve()


def reader_at(repository: Path, commit: str) -> Callable[[str], str | None]:
    """A function that gives the text of a file of a commit by its path from the top; None where there is none.

    Raises :class:`CrossbearingError` as :func:`open_worktree` does.
    """
    git = Git(git_dir_of(repository))
    return partial(_text_at, git, _commit(git, commit))


def _text_at(git: Git, commit: str, path: str) -> str | None:
    try:
        data, _ = git.run("cat-file", "blob", f"{commit}:{path}")
    except GitError:
        return None
    return data.decode("utf-8", "surrogateescape")


def inner_folder(repository: Path) -> Path:
    """Where ``repository`` lies in its working tree, as a relative path; the tree itself where it is its top."""
    top = _top(repository)
    return repository.resolve().relative_to(top) if top else Path()


def _top(folder: Path) -> Path | None:
    start = folder.resolve()
    return next((place for place in (start, *start.parents) if (place / ".git").exists()), None)


def _forms(files: Sequence[FilePatch]) -> list[str]:
    """The options with which git reads a diff that was written with unusual ones."""
    forms = [] if any(file.is_prefixed for file in files) else ["-p0"]
    hunks = [hunk for file in files if file.status == "modified" for hunk in file.hunks]
    if any(all(kind_of_line(line) != " " for line in hunk.lines) for hunk in hunks):
        forms.append("--unidiff-zero")
    return forms


def _commit(git: Git, name: str) -> str:
    try:
        output, _ = git.run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    except GitError:
        raise CrossbearingError(f"there is no commit {name!r}") from None
    return output.decode().strip()


def _remove(git: Git, repository: Path, path: Path) -> None:
    with suppress(GitError):
        git.run("worktree", "remove", "--force", "--force", str(path), cwd=repository)
    shutil.rmtree(path, ignore_errors=True)
    with suppress(GitError):
        git.run("worktree", "prune", cwd=repository)


def _birth(process: int) -> str:
    """When a process began, in the system's ticks; "0" where that is not told, "" where there is no such process."""
    try:
        status = Path(f"/proc/{process}/stat").read_text("utf-8", "replace")
        return status.rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        pass
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return ""
    except OSError:
        return "0"
    return "0"
