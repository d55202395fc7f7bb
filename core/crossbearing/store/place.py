"""Where a repository's build directory is.

An explicit directory wins over the environment variable ``CROSSBEARING_BUILD_DIR``, which wins over ``.crossbearing``
in the repository's root; where that cannot be written (a read-only or bare repository, or something else of that name
in the tree) the user's cache directory takes its place, under a name made of the repository's name and place.
"""

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from attrs import frozen

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.location import Problem
from crossbearing.store.files import TEMPORARY_SUFFIX, is_regular, is_writable_directory, write_atomically

DIRECTORY_NAME = ".crossbearing"
VARIABLE = "CROSSBEARING_BUILD_DIR"
DATABASE_NAME = "recon.db"

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME = 40


class Repository(Protocol):
    """The part of a source that decides where its build directory is."""

    @property
    def name(self) -> str:
        """The repository's name."""

    @property
    def root(self) -> Path | None:
        """The root of its working tree, or None where it has none."""

    @property
    def git_dir(self) -> Path | None:
        """Its git directory, or None for a plain folder."""


@frozen
class BuildDirectory:
    """A chosen build directory, with what has to be said about the choice."""

    path: Path
    notices: tuple[Problem, ...] = ()


def build_directory(
    source: Repository, build_dir: Path | None = None, environment: Mapping[str, str] | None = None
) -> Path:
    """Return the build directory of ``source``, made ready; see :func:`choose_build_directory`."""
    return choose_build_directory(source, build_dir, environment).path


def choose_build_directory(
    source: Repository, build_dir: Path | None = None, environment: Mapping[str, str] | None = None
) -> BuildDirectory:
    """Choose and make the build directory of ``source``, with its own ignoring ``.gitignore``.

    ``environment`` defaults to the process environment. Something in the repository's tree that only pretends to be a
    build directory (a symbolic link, a file) is left alone, never written through, and named in the notices. Raises
    CrossbearingError where no directory can be written, or where an explicit one can neither be written nor read.
    """
    chosen = build_dir or _from_environment(os.environ if environment is None else environment)
    if chosen is not None:
        return _explicit(chosen.expanduser())
    notices: list[Problem] = []
    refusals: list[str] = []
    for path, within_tree in _candidates(source):
        reason = _impostor(path) if within_tree else ""
        if reason:
            notices.append(Problem(DIRECTORY_NAME, f"{reason}; it is left alone and the user's cache is used"))
        reason = reason or _prepare(path, parents=not within_tree)
        if not reason:
            return BuildDirectory(path, tuple(notices))
        refusals.append(f"{path}: {reason}")
    raise CrossbearingError(
        f"no build directory can be written ({'; '.join(refusals)}); name one with --build-dir or {VARIABLE}"
    )


def prepare_directory(path: Path) -> None:
    """Make ``path`` a build directory if it is none yet; CrossbearingError where it can neither be written nor read."""
    reason = _prepare(path, parents=True)
    if reason and not is_regular(path / DATABASE_NAME):
        raise CrossbearingError(f"the build directory {path} cannot be used: {reason}")


def _from_environment(environment: Mapping[str, str]) -> Path | None:
    value = environment.get(VARIABLE, "")
    return Path(value) if value else None


def _explicit(path: Path) -> BuildDirectory:
    prepare_directory(path)
    return BuildDirectory(path)


def _candidates(source: Repository) -> Iterator[tuple[Path, bool]]:
    """Directories to try, and whether they lie within the repository's tree."""
    if source.root is not None:
        yield source.root / DIRECTORY_NAME, True
    yield _user_cache(source), False


def _user_cache(source: Repository) -> Path:
    import platformdirs

    place = source.git_dir or source.root or Path(source.name)
    digest = hashlib.sha256(os.fsencode(place.resolve())).hexdigest()[:12]
    name = _UNSAFE.sub("-", source.name).strip("-.")[:_LONGEST_NAME] or "repository"
    return platformdirs.user_cache_path("crossbearing") / f"{name}-{digest}"


def _impostor(path: Path) -> str:
    """Say why what a repository's tree holds at ``path`` must not be written through; empty if it may."""
    if path.is_symlink():
        return "is a symbolic link"
    if path.exists() and not path.is_dir():
        return "is a file"
    return ""


def _prepare(path: Path, *, parents: bool) -> str:
    """Make the directory and its ignore file; return the reason where that is impossible."""
    try:
        path.mkdir(parents=parents, exist_ok=True)
        if not is_writable_directory(path):
            return "is not writable"
        if not os.path.lexists(path / ".gitignore") and _holds_nothing_else(path):
            write_atomically(path / ".gitignore", (b"*\n",))
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _holds_nothing_else(path: Path) -> bool:
    """Say whether the directory is ours or empty; an ignore file in anybody else's would hide their files from git."""
    names = [entry.name for entry in path.iterdir()]
    return DATABASE_NAME in names or all(name.endswith(TEMPORARY_SUFFIX) for name in names)
