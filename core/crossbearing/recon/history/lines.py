"""Where the lines that a commit wrote are today, without blame: its hunks, carried through one later difference.

For a commit two differences are asked for, limited to the files in question: what the commit changed, and what has
changed since. The lines of the first are moved by the second: down or up by what was inserted or removed above them,
and where a stretch was rewritten, to the same part of what it became.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from attrs import frozen

from crossbearing.model.history import Spans
from crossbearing.source.git import Git, GitError
from crossbearing.source.paths import to_bytes

_MOST_FILES = 20
_LARGEST = 16 << 20
_HUNK = re.compile(rb"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")
_OPTIONS = (
    "--stdin",
    "--root",
    "-r",
    "--patch",
    "--unified=0",
    "--find-renames",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-indent-heuristic",
    "--diff-algorithm=myers",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--ignore-submodules=all",
    "-O/dev/null",
)


@frozen
class Hunk:
    """``removed`` lines from ``old`` on were replaced by ``added`` lines from ``new`` on, counted from 1.

    Where nothing was removed or added, the place is the line before.
    """

    old: int
    removed: int
    new: int
    added: int


def lines_today(git: Git, commit: str, tip: str, names: Mapping[str, str]) -> dict[str, Spans]:
    """Follow what ``commit`` wrote to ``tip``; ``names`` are paths of today and the names they had then.

    Files of which nothing can be followed are absent: among others those that the commit renamed or removed.
    """
    wanted = dict(islice(sorted(names.items()), _MOST_FILES))
    paths = sorted({*wanted, *wanted.values()})
    request = f"{commit}\n" if commit == tip else f"{commit}\n{tip} {commit}\n"
    try:
        output, _ = git.run(
            "--literal-pathspecs",
            "-c",
            "core.quotePath=false",
            "diff-tree",
            *_OPTIONS,
            "--",
            *paths,
            data=request.encode(),
        )
    except GitError:
        return {}
    if len(output) > _LARGEST:
        return {}
    written, later = _differences(output.split(b"\n"), commit.encode(), tip.encode())
    since = {old: (new, hunks) for old, new, hunks in later}
    found: dict[str, Spans] = {}
    for today, name in wanted.items():
        own = [hunks for _, new, hunks in written if new == to_bytes(name)]
        path, hunks = since.get(to_bytes(name), (to_bytes(name), ()))
        if own and path == to_bytes(today):
            spans = tuple(span for hunk in own[0] if (span := carried(hunk, hunks)) is not None)
            if spans:
                found[today] = spans
    return found


def carried(hunk: Hunk, later: Iterable[Hunk]) -> tuple[int, int] | None:
    """The lines of today that a hunk's lines have become; the lines around it where it only removed some."""
    first, last = (hunk.new, hunk.new + hunk.added - 1) if hunk.added else (hunk.new, hunk.new + 1)
    changes = list(later)
    start, end = _moved(max(1, first), changes), _moved(last, changes)
    return (max(1, start), max(1, start, end)) if end >= start else None


def _moved(line: int, changes: list[Hunk]) -> int:
    shift = 0
    for change in changes:
        last = change.old + change.removed - 1 if change.removed else change.old
        if change.removed and change.old <= line <= last:
            return change.new + (line - change.old) * change.added // change.removed
        if line <= last:
            break
        shift += change.added - change.removed
    return line + shift


_Difference = tuple[bytes, bytes, list[Hunk]]


def _differences(lines: list[bytes], commit: bytes, tip: bytes) -> tuple[list[_Difference], list[_Difference]]:
    """The files of the first difference, and those of the second: old name, new name, hunks."""
    parts: tuple[list[_Difference], list[_Difference]] = ([], [])
    part: list[_Difference] = []
    names: list[bytes] = []
    stream = iter(lines)
    for line in stream:
        if line in (commit, tip):
            part, names = parts[line != commit], []
        elif line.startswith(b"diff --git "):
            names = []
        elif line.startswith((b"--- ", b"+++ ", b"rename from ", b"rename to ")):
            names = _named(names, line)
        elif hunk := _HUNK.match(line):
            old, removed, new, added = (int(number) if number is not None else 1 for number in hunk.groups())
            _skip(stream, removed + added)
            if len(names) == 2:
                if not part or part[-1][:2] != tuple(names):
                    part.append((names[0], names[1], []))
                part[-1][2].append(Hunk(old, removed, new, added))
    return parts


def _named(names: list[bytes], line: bytes) -> list[bytes]:
    """The names read so far and the one in ``line``; a name in quotes is none that is followed."""
    mark, _, name = line.partition(b" ")
    if mark == b"rename":
        return names
    # Git ends a name that has a space in it with a tab.
    return [*names, name.removesuffix(b"\t")[2:]]


def _skip(stream: Iterator[bytes], count: int) -> None:
    while count:
        line = next(stream, None)
        if line is None:
            return
        count -= not line.startswith(b"\\")
