"""Finding the git directory of ``owner/name`` among those that lie beside each other in one folder."""

from collections.abc import Iterable
from pathlib import Path

from crossbearing.model.errors import CrossbearingError
from crossbearing.source.discovery import find_place, is_git_directory
from crossbearing.source.git import Git, GitError


class Repositories:
    """A folder of repositories, each named ``owner+name`` (also ``owner+name.git`` or ``owner+name/repo``).

    Each may be bare or have a working tree, which is not looked at. Where no name matches exactly, one that differs
    only in case does.
    """

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise CrossbearingError(f"the folder of repositories {str(folder)!r} does not exist")
        self._folder = folder
        self._by_lower_name = {child.name.lower(): child for child in sorted(folder.iterdir(), reverse=True)}

    def find(self, repo: str) -> Path:
        """Return the git directory or working tree of ``repo`` (``owner/name``), symlinks resolved.

        Raises :class:`CrossbearingError` where there is none.
        """
        name = repo.replace("/", "+")
        for candidate in (self._folder / name, self._by_lower_name.get(name.lower())):
            for path in _places(candidate):
                if is_repository(path):
                    return path.resolve()
        raise CrossbearingError(f"no git repository named {name} among the repositories")


def is_repository(path: Path) -> bool:
    """Say whether ``path`` is a git directory or the root of a working tree."""
    return (path / ".git").exists() or is_git_directory(path)


def commit_times(repository: Path, commits: Iterable[str]) -> dict[str, int]:
    """Return the commit time (seconds since 1970) of those commits that exist, by full id."""
    git_dir = find_place(repository.resolve()).git_dir
    if git_dir is None:
        return {}
    try:
        output, _ = Git(git_dir).run(
            "rev-list", "--no-walk=unsorted", "--ignore-missing", "--timestamp", *sorted(set(commits))
        )
    except GitError:
        return {}
    pairs = [line.split() for line in output.decode().splitlines()]
    return {commit: int(seconds) for seconds, commit in pairs}


def _places(candidate: Path | None) -> Iterable[Path]:
    if candidate is None:
        return ()
    return (candidate, candidate / "repo", candidate.with_name(f"{candidate.name}.git"))
