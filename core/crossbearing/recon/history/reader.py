"""Reading the history of a source when it is asked for, from the build directory as far as it is known there."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from attrs import frozen

from crossbearing.model.errors import UnreadableError
from crossbearing.model.evidence import NoEvidence
from crossbearing.model.history import IGNORED, History, Spans
from crossbearing.recon.history.columns import Columns, history_of, marked
from crossbearing.recon.history.kept import Kept, load, save
from crossbearing.recon.history.lines import lines_today
from crossbearing.recon.history.log import read_log
from crossbearing.recon.textfacts import TEXT_VERSION
from crossbearing.source import Source
from crossbearing.source.discovery import find_place
from crossbearing.source.git import Git, GitError
from crossbearing.source.paths import to_bytes

LIMIT = 50_000
"""How many commits are read, the newest first."""
MOST_CHANGES = 5_000_000
"""How many changed files are read, counted for each commit; the commit that exceeds it is the last."""
_FORMAT = 2
_IGNORE_REVS = ".git-blame-ignore-revs"
_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_IGNORED_ID = re.compile(r"^[ \t]*([0-9a-f]{40}|[0-9a-f]{64})\b", re.MULTILINE)


@frozen(eq=False)
class _Read:
    """A history that was read: with the commit that it leads to, and the names that files had in their time."""

    history: History
    git: Git
    tip: str
    prefix: str
    names: np.ndarray[Any, Any]


class RepositoryHistory:
    """The history that led to what ``source`` holds: to its revision, or to HEAD for files on disk.

    Only ancestors of that commit are ever looked at: no branch, tag, note, or log of references. The commits are kept
    in ``build_dir`` (None: nowhere) and only new ones are read; a history that was rewritten is read anew.
    """

    def __init__(self, source: Source, build_dir: Path | None, *, limit: int = LIMIT) -> None:
        self._source = source
        self._build_dir = build_dir
        self._limit = limit
        self._found: _Read | NoEvidence | None = None

    def read(self) -> History | NoEvidence:
        """The history, or the reason why there is none; read once."""
        found = self._read()
        return found if isinstance(found, NoEvidence) else found.history

    def lines(self, wanted: Sequence[tuple[str, str]]) -> Mapping[tuple[str, str], Spans]:
        """Where the lines that commits wrote are today; see :class:`~crossbearing.model.history.Past`.

        A file on disk that differs from what HEAD has of it is absent.
        """
        found = self._read()
        if isinstance(found, NoEvidence):
            return {}
        same = self._unchanged(found, sorted({path for _, path in wanted}))
        lines: dict[tuple[str, str], Spans] = {}
        for commit, names in _names_then(found, [pair for pair in wanted if pair[1] in same]).items():
            for path, spans in lines_today(found.git, commit, found.tip, names).items():
                lines[commit, path.removeprefix(found.prefix)] = spans
        return lines

    def _read(self) -> _Read | NoEvidence:
        if self._found is None:
            try:
                self._found = self._read_git()
            except GitError as error:
                self._found = NoEvidence(f"git cannot read the history: {error}")
        return self._found

    def _read_git(self) -> _Read | NoEvidence:
        source = self._source
        if source.git_dir is None:
            return NoEvidence("the files are not in a git repository")
        git = Git(source.git_dir)
        tip = _tip(git, source.revision)
        if isinstance(tip, NoEvidence):
            return tip
        prefix = find_place(source.root).prefix if source.root is not None else ""
        arrays = self._arrays(git, tip, prefix)
        history = history_of(arrays, truncated=bool(arrays["truncated"].any()))
        if (ignored := source.read(_IGNORE_REVS)) is not None:
            history = marked(history, map(bytes.fromhex, _IGNORED_ID.findall(ignored.text)), IGNORED)
        return _Read(history, git, tip, prefix, arrays["change_names"])

    def _arrays(self, git: Git, tip: str, prefix: str) -> Mapping[str, np.ndarray[Any, Any]]:
        key = [_FORMAT, TEXT_VERSION, self._limit, prefix]
        kept = load(self._build_dir, key)
        if kept is not None and kept.tip == tip:
            return kept.arrays
        if kept is not None and not _leads_to(git, kept.tip, tip):
            kept = None
        columns = Columns()
        for commit in read_log(git, tip, known=kept.tip if kept else None, limit=self._limit):
            columns.add(commit, to_bytes(prefix))
            if columns.change_count > MOST_CHANGES:
                kept = None  # there would be a gap between what is new and what is kept
                break
        truncated = columns.change_count > MOST_CHANGES
        if kept is not None:
            columns.extend(kept.arrays)
            truncated = bool(kept.arrays["truncated"].any())
        truncated = truncated or len(columns) >= self._limit
        arrays = columns.arrays(self._limit) | {"truncated": np.array([truncated], np.uint8)}
        save(self._build_dir, key, Kept(tip, arrays))
        return arrays

    def _unchanged(self, found: _Read, paths: Sequence[str]) -> set[str]:
        """Those of ``paths`` that are scanned as the commit has them."""
        known = [path for path in paths if self._source.exists(path)]
        if self._source.revision is not None or not known:
            return set(known)
        names = [found.prefix + path for path in known]
        try:
            output, _ = found.git.run("--literal-pathspecs", "ls-tree", "-z", "--full-tree", found.tip, "--", *names)
        except GitError:
            return set()
        rows = (row.partition(b"\t") for row in output.split(b"\0")[:-1])
        objects = {path: facts.split()[2].decode("ascii") for facts, _, path in rows}
        return {path for path in known if objects.get(to_bytes(found.prefix + path)) == self._digest(path)}

    def _digest(self, path: str) -> str:
        try:
            return self._source.digest(path)
        except UnreadableError:
            return ""


def _tip(git: Git, revision: str | None) -> str | NoEvidence:
    """The full id of the commit that the history leads to."""
    output, _ = git.run("rev-parse", "--is-shallow-repository")
    if output.strip() == b"true":
        return NoEvidence("the clone is shallow, so its history is cut off (git fetch --unshallow brings it)")
    if revision is not None:
        return revision
    output, _ = git.run("rev-parse", "--verify", "--quiet", "HEAD^{commit}", codes=(0, 1))
    tip = output.decode("ascii", "replace").strip()
    return tip if _ID.fullmatch(tip) else NoEvidence("the repository has no commit yet")


def _leads_to(git: Git, older: str, newer: str) -> bool:
    """Whether a commit is an ancestor of another; one that is gone is of none."""
    if not _ID.fullmatch(older):
        return False
    try:
        output, _ = git.run("rev-list", "--max-count=1", older, f"^{newer}", "--")
    except GitError:
        return False
    return not output


def _names_then(found: _Read, wanted: Iterable[tuple[str, str]]) -> dict[str, dict[str, str]]:
    """The names that files had when commits touched them, by commit and by today's name, as git knows them."""
    history, prefix = found.history, found.prefix
    numbers = {path: number for number, path in enumerate(history.paths)}
    commits = _places(history, {commit for commit, _ in wanted}) if (wanted := sorted(wanted)) else {}
    names: dict[str, dict[str, str]] = {}
    for commit, path in wanted:
        if commit not in commits:
            continue
        start, end = history.change_offsets[commits[commit] : commits[commit] + 2].tolist()
        rows = np.flatnonzero(history.changes[start:end] == numbers.get(path, -1))
        if len(rows):
            then = history.paths[int(found.names[start + int(rows[0])])]
            names.setdefault(commit, {})[prefix + path] = prefix + then
    return names


def _places(history: History, commits: Iterable[str]) -> dict[str, int]:
    """The numbers of commits by their ids."""
    places = {}
    for commit in sorted(commits):
        wanted = np.frombuffer(bytes.fromhex(commit), np.uint8)
        if len(history) and len(wanted) == history.ids.shape[1]:
            found = np.flatnonzero((history.ids == wanted).all(axis=1))
            if len(found):
                places[commit] = int(found[0])
    return places
