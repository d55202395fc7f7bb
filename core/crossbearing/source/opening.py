"""Opening a repository, whatever it is."""

import re
from pathlib import Path

import attrs

from crossbearing.model.errors import CrossbearingError
from crossbearing.source.discovery import Place, find_place
from crossbearing.source.disk import DiskReader
from crossbearing.source.entry import Limits, Listing
from crossbearing.source.git import Git, GitError, find_git
from crossbearing.source.objects import ObjectReader
from crossbearing.source.paths import is_scannable
from crossbearing.source.revision import list_revision
from crossbearing.source.tree import Source
from crossbearing.source.working import ask_git, is_ignored_folder, list_folder, list_work_tree

_DEFAULT_LIMITS = Limits()
_OBJECT_ID = re.compile(r"[0-9a-f]{40,64}")


def open_source(repo: str | Path, rev: str | None = None, limits: Limits = _DEFAULT_LIMITS) -> Source:
    """Open the files of ``repo`` as they stand on disk, or as the commit ``rev`` has them.

    ``repo`` is a git working tree or a folder in one, a bare repository (``rev`` is then HEAD unless given), or any
    folder. Nothing that the repository configures is executed: no hook, filter, file-system monitor or transport.

    Raises:
        CrossbearingError: ``repo`` is no folder, ``rev`` names no commit of it, or its objects cannot be read.
    """
    place = find_place(_existing_folder(repo))
    if place.prefix and not is_scannable(place.prefix.rstrip("/")):
        raise CrossbearingError(f"{repo} lies within data that is never scanned (.git or .crossbearing)")
    if rev is not None or (place.git_dir is not None and place.top is None):
        return _open_revision(place, "HEAD" if rev is None else rev, limits)
    listing = _list_disk(place, limits)
    return Source(place.name, place.root, place.git_dir, None, limits, listing, DiskReader(place.root, limits))


def _existing_folder(repo: str | Path) -> Path:
    try:
        folder = Path(repo).resolve(strict=True)
    except FileNotFoundError:
        raise CrossbearingError(f"{repo} does not exist; expected a folder or a git repository") from None
    except (OSError, RuntimeError, ValueError) as error:
        raise CrossbearingError(f"{str(repo)!r} cannot be opened: {error}") from error
    if not folder.is_dir():
        raise CrossbearingError(f"{repo} is not a folder; expected a folder or a git repository")
    return folder


def _list_disk(place: Place, limits: Limits) -> Listing:
    if place.git_dir is None:
        return list_folder(place, limits)
    if find_git() is None:
        return list_folder(place, limits, "git is not installed, so the folder is scanned without it")
    git = Git(place.git_dir, place.top)
    try:
        known = ask_git(git, place)
        if not known.files and place.prefix and is_ignored_folder(git, place):
            notice = "ignored by the git repository around it, so the folder is scanned without git"
            return list_folder(attrs.evolve(place, top=None, prefix=""), limits, notice)
        return list_work_tree(git, place, known, limits)
    except GitError:
        return list_folder(place, limits, "its git data cannot be read, so the folder is scanned without git")


def _open_revision(place: Place, rev: str, limits: Limits) -> Source:
    if place.git_dir is None:
        raise CrossbearingError(f"{place.root} is not in a git repository, so it has no revision {rev!r}")
    git = Git(place.git_dir)
    reader = ObjectReader(git)
    try:
        commit = _commit(git, rev)
        if commit is None:
            raise CrossbearingError(_no_such_commit(git, place, rev))
        found = list_revision(git, reader, commit, place.prefix, limits)
    except GitError as error:
        reader.close()
        raise CrossbearingError(f"{place.root} cannot be read at revision {rev!r}: {error}") from error
    reader.objects = found.objects
    root = place.root if place.top is not None else None
    return Source(place.name, root, place.git_dir, commit, limits, found.listing, reader)


def _commit(git: Git, rev: str) -> str | None:
    """The full id of the commit that ``rev`` names."""
    # No name of a revision starts with a dash: it could only be an option for git.
    if not rev or rev.startswith("-") or "\0" in rev:
        return None
    # Of ":/words" everything is searched for, so that what it names is asked for first, and its commit then.
    named = _object(git, rev)
    return _object(git, f"{named}^{{commit}}") if named else None


def _object(git: Git, name: str) -> str | None:
    """The full id of the one object that ``name`` names; None also for what names a range or leaves commits out."""
    output, _ = git.run("rev-parse", "--verify", "--quiet", name, codes=(0, 1))
    found = output.decode("ascii", "replace").strip()
    return found if _OBJECT_ID.fullmatch(found) else None


def _no_such_commit(git: Git, place: Place, rev: str) -> str:
    if rev == "HEAD":
        return f"the repository at {place.root} has no commit yet, so there is no revision to read"
    shallow = (git.git_dir / "shallow").exists()
    hint = "; it is a shallow clone, so it may have to be fetched first" if shallow else ""
    return f"{rev!r} names no commit of the repository at {place.root}{hint}"
