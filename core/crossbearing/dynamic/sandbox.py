"""The folder that tests run in: a copy of the tree, or the tree itself where the user says so."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

from crossbearing.model.errors import CrossbearingError
from crossbearing.source import Source
from crossbearing.source.git import Git, GitError

LEFT_OUT = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        ".crossbearing",
        ".tox",
        ".nox",
        ".venv",
        "venv",
        "node_modules",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".hypothesis",
    }
)
"""Folders that are not copied: environments and caches, which hold nothing of the project's own."""


@frozen
class Sandbox:
    """Where a run takes place.

    ``tree`` is the working directory of the tests, ``origin`` the tree that it is a copy of (None: of a revision in a
    repository without one), ``notes`` the folder of events and data, ``scratch`` that of temporary files.
    """

    tree: Path
    origin: Path | None
    notes: Path
    scratch: Path
    is_copy: bool

    @property
    def watched(self) -> tuple[Path, ...]:
        """The folders whose growth counts as written to disk."""
        return (self.tree, self.scratch) if self.is_copy else (self.scratch,)


@frozen
class _IndexedGit(Git):
    """Git with an index file apart from the repository's."""

    index: Path = Path("index")

    def _environment(self, inherited: Mapping[str, str]) -> dict[str, str]:
        return super()._environment(inherited) | {"GIT_INDEX_FILE": str(self.index)}


@contextmanager
def sandbox(source: Source, *, in_place: bool = False) -> Iterator[Sandbox]:
    """Make a sandbox of the source's tree or revision, and remove it afterwards, whatever was done to it.

    Raises :class:`CrossbearingError` where a revision is to run in place, or the copy cannot be made.
    """
    if in_place and (source.root is None or source.revision is not None):
        raise CrossbearingError("a revision cannot be run in place: it has no working tree; leave out --in-place")
    outside = Path(tempfile.mkdtemp(prefix="crossbearing-run-"))
    inner = Path(tempfile.mkdtemp(prefix="crossbearing-events-"))
    try:
        scratch = outside / "tmp"
        scratch.mkdir()
        if in_place:
            assert source.root is not None
            tree = source.root
        else:
            tree = outside / source.name.rsplit("/", 1)[-1]
            _copy(source, tree)
        yield Sandbox(tree, source.root, inner, scratch, not in_place)
    finally:
        for folder in (outside, inner):
            remove(folder)


def _copy(source: Source, tree: Path) -> None:
    try:
        if source.revision is None:
            assert source.root is not None
            copy_tree(source.root, tree)
        else:
            _check_out(source, tree)
    except (OSError, shutil.Error, GitError) as error:
        raise CrossbearingError(f"the tree cannot be copied to run tests in: {_short(error)}") from error


def _short(error: Exception) -> str:
    return str(error).splitlines()[0][:300] if str(error) else type(error).__name__


def copy_tree(origin: Path, target: Path) -> None:
    """Copy everything but environments and caches; links stay links, and what cannot be read is left out."""
    target.mkdir()
    waiting = [(origin, target)]
    while waiting:
        here, there = waiting.pop()
        for entry in sorted(os.scandir(here), key=lambda entry: entry.name):
            if entry.name in LEFT_OUT:
                continue
            place = there / entry.name
            if entry.is_symlink():
                place.symlink_to(Path(entry.path).readlink())
            elif entry.is_dir():
                if not (Path(entry.path) / "pyvenv.cfg").exists():
                    place.mkdir()
                    waiting.append((Path(entry.path), place))
            elif entry.is_file():
                _copy_file(Path(entry.path), place)


def _copy_file(origin: Path, target: Path) -> None:
    try:
        shutil.copy2(origin, target)
    except PermissionError:
        return


def _check_out(source: Source, tree: Path) -> None:
    """Write the files of a revision with git's plumbing and an index of its own: the repository stays untouched."""
    assert source.git_dir is not None
    assert source.revision is not None
    tree.mkdir()
    git = _IndexedGit(source.git_dir, tree, tree.with_name(f"{tree.name}.index"))
    git.run("read-tree", source.revision)
    git.run("checkout-index", "--all", "--force", "--quiet")


def remove(folder: Path) -> None:
    """Remove a folder that may hold anything: folders without permissions are opened first."""

    def reopen(function: object, path: str, error: object) -> None:
        parent = Path(path).parent
        for place in (parent, Path(path)):
            try:
                if not place.is_symlink():
                    place.chmod(0o700)
            except OSError:
                continue
        try:
            if Path(path).is_dir() and not Path(path).is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                Path(path).unlink(missing_ok=True)
        except OSError:
            return

    shutil.rmtree(folder, onerror=reopen)
