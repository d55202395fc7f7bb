"""Finding the repository that a path belongs to, the way git does, without asking git."""

from pathlib import Path

from attrs import frozen

from crossbearing.source.paths import repository_name


@frozen
class Place:
    """Where a source lies.

    ``root`` is the folder to scan; ``top`` the root of the working tree around it and ``prefix`` the way from there
    down to ``root`` (empty, or ending in ``/``). ``git_dir`` is None for a plain folder; ``top`` is None for a git
    directory that was named itself.
    """

    root: Path
    top: Path | None
    git_dir: Path | None
    prefix: str
    name: str


def find_place(directory: Path) -> Place:
    """Look for the repository at ``directory`` (absolute, symlinks resolved) and then above it."""
    if is_git_directory(directory):
        return Place(directory, None, directory, "", repository_name(directory))
    for top in (directory, *directory.parents):
        if git_dir := _git_directory_of(top):
            prefix = directory.relative_to(top).as_posix() + "/" if top != directory else ""
            return Place(directory, top, git_dir, prefix, _name(directory, top, git_dir))
    return Place(directory, None, None, "", repository_name(directory))


def is_git_directory(directory: Path) -> bool:
    """Say whether ``directory`` has what makes a git directory: a HEAD, objects and references."""
    try:
        if not (directory / "HEAD").is_file():
            return False
        return (directory / "commondir").is_file() or (
            (directory / "objects").is_dir() and (directory / "refs").is_dir()
        )
    except OSError:
        return False


def _git_directory_of(top: Path) -> Path | None:
    marker = top / ".git"
    try:
        if marker.is_dir():
            return marker if is_git_directory(marker) else None
        if marker.is_file():
            return _linked_directory(marker)
    except OSError:
        pass
    return None


def _linked_directory(marker: Path) -> Path:
    """Follow a ``.git`` file (linked working trees and submodules have one) to the directory it names."""
    words = marker.read_bytes()[:4096].decode("utf-8", "surrogateescape").strip()
    return (marker.parent / words.removeprefix("gitdir:").strip()).resolve()


def _name(directory: Path, top: Path, git_dir: Path) -> str:
    """A linked working tree bears the name of its repository, so that all of them give the same map."""
    if directory != top:
        return repository_name(directory)
    common = git_dir / "commondir"
    if not common.is_file():
        return repository_name(top)
    return repository_name((git_dir / common.read_text("utf-8", "surrogateescape").strip()).resolve())
