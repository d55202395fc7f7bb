"""Mining fix commits of a git repository as solved issues, in the form of a data set's rows.

A commit counts that fixes a reported fault by its message (:mod:`crossbearing.measure.training.messages`), has one
parent, is no bot's, touches few files and between one and five source files that exist in the parent. The cleaned
message is the issue, the parent the base commit, the commit's own changes the fix.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from attrs import frozen

from crossbearing.measure.dataset import Instance, Task
from crossbearing.measure.gold import is_code
from crossbearing.measure.training.messages import as_report, fixes_a_fault
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.role import role_of
from crossbearing.source.discovery import find_place
from crossbearing.source.git import Git, GitError

MOST_SOURCE_FILES = 5
_MOST_FILES = 15
# How many commits are looked at, and how many fixes the sample is spread over.
_MOST_COMMITS = 60_000
_WINDOW = 400
_LARGEST_PATCH = 400_000


@frozen
class _Fix:
    commit: str
    parent: str
    text: str
    language: str


def mine_commits(repository: Path, repo: str, limit: int) -> list[Instance]:
    """Return at most ``limit`` fixes, spread evenly over the newest ones, oldest first; ``repo`` is their name.

    Raises :class:`CrossbearingError` where ``repository`` is no git repository or its history cannot be read.
    """
    git_dir = find_place(repository.resolve()).git_dir
    if git_dir is None:
        raise CrossbearingError(f"{str(repository)!r} is no git repository")
    git = Git(git_dir)
    try:
        found = list(_fixes(git))[:_WINDOW]
        chosen = [found[index * len(found) // limit] for index in range(limit)] if len(found) > limit else found
        return [instance for fix in reversed(chosen) if (instance := _instance(git, fix, repo))]
    except GitError as error:
        raise CrossbearingError(f"the history of {str(repository)!r} cannot be read: {error}") from None


def _fixes(git: Git) -> Iterator[_Fix]:
    output, _ = git.run(
        "log", "-z", "--no-merges", f"--max-count={_MOST_COMMITS}", "-E", "-i",
        "--grep=#[0-9]+|gh-?[0-9]+|issues/[0-9]+|[A-Z]{2,}-[0-9]+",
        "--format=%x01%H%x02%P%x02%an <%ae>%x02%B%x02", "--name-status", "--no-renames", "HEAD",
    )  # fmt: skip
    seen: set[str] = set()
    for block in output.decode("utf-8", "replace").split("\x01")[1:]:
        commit, parents, author, message, names = block.split("\x02", 4)
        if len(parents.split()) != 1 or not fixes_a_fault(author, message):
            continue
        sources = _sources(names)
        if 1 <= len(sources) <= MOST_SOURCE_FILES and (text := as_report(message)) and text not in seen:
            seen.add(text)
            suffixes = Counter(PurePosixPath(path).suffix.lower() for path in sources)
            yield _Fix(commit, parents, text, max(sorted(suffixes), key=suffixes.__getitem__))


def _sources(names: str) -> list[str]:
    """The source files among the changed ones; none where too many files change to be one fix."""
    fields = names.strip("\0\n").split("\0")
    changes = list(zip(fields[::2], fields[1::2], strict=False))
    if len(changes) > _MOST_FILES:
        return []
    return [path for status, path in changes if status.strip() == "M" and is_code(path) and role_of(path) == "source"]


def _instance(git: Git, fix: _Fix, repo: str) -> Instance | None:
    output, _ = git.run("diff", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", fix.parent, fix.commit)
    if not output.strip() or len(output) > _LARGEST_PATCH:
        return None
    patch = output.decode("utf-8", "replace")
    name = f"{repo.replace('/', '__')}-{fix.commit[:12]}"
    content = json.dumps([name, repo, fix.parent, fix.text, patch]).encode()
    return Instance(
        Task(name, repo, fix.parent, fix.text), patch, fix.language, hashlib.sha256(content).hexdigest()[:16]
    )
