"""Repositories with a planted history, written through git's fast-import: every commit, time and author as told."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import Factory, define, frozen

START = 1_500_000_000
"""When the first commit is made, in seconds since 1970; each next one follows a day later."""
DAY = 86_400

_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ann",
    "GIT_AUTHOR_EMAIL": "ann@example.org",
    "GIT_COMMITTER_NAME": "Ann",
    "GIT_COMMITTER_EMAIL": "ann@example.org",
    "LC_ALL": "C.UTF-8",
    "PATH": os.environ["PATH"],
}


@frozen
class Planted:
    """A commit: files to write, to rename and to delete; ``parents`` are positions (None: the commit before).

    ``time`` and ``authored`` default to a day after the commit planted before.
    """

    message: str | bytes
    files: Mapping[str | bytes, str | bytes] = Factory(dict)
    renames: Mapping[str, str] = Factory(dict)
    deletes: Sequence[str] = ()
    author: str = "Ann <ann@example.org>"
    time: int | None = None
    authored: int | None = None
    parents: tuple[int, ...] | None = None


@define
class Garden:
    """A repository at ``path`` (bare), and the ids of its commits in the order in which they were planted."""

    path: Path
    ids: list[str]

    def git(self, *arguments: str | bytes, data: bytes = b"") -> str:
        answer = subprocess.run(
            ["git", *arguments], cwd=self.path, env=_ENVIRONMENT, input=data, check=True, capture_output=True
        )
        return answer.stdout.decode("utf-8", "surrogateescape").strip()

    def plant(self, commits: Sequence[Planted], branch: str = "refs/heads/main") -> list[str]:
        """Add commits to a branch; the ids of the new ones."""
        base = len(self.ids)
        lines: list[bytes] = []
        for number, commit in enumerate(commits, start=base):
            lines += _import_lines(commit, number, self.ids, base, branch)
        self.git("fast-import", "--quiet", "--force", "--export-marks=marks", data=b"".join(lines))
        marks = dict(line.split() for line in (self.path / "marks").read_text().splitlines())
        new = [marks[f":{number + 1}"] for number in range(base, base + len(commits))]
        self.ids += new
        return new


def garden(path: Path, commits: Sequence[Planted] = ()) -> Garden:
    """Make a bare repository at ``path`` with these commits on its branch ``main``, which is HEAD."""
    path.mkdir(parents=True)
    found = Garden(path, [])
    found.git("init", "--quiet", "--bare", "--initial-branch=main")
    if commits:
        found.plant(commits)
    return found


def _import_lines(commit: Planted, number: int, ids: Sequence[str], base: int, branch: str) -> list[bytes]:
    time = START + DAY * number if commit.time is None else commit.time
    authored = time if commit.authored is None else commit.authored
    author = commit.author.encode("utf-8", "surrogateescape")
    lines = [
        f"commit {branch}\nmark :{number + 1}\n".encode(),
        b"author %s %d +0000\ncommitter %s %d +0000\n" % (author, authored, author, time),
        _data(commit.message),
    ]
    parents = (number - 1,) if commit.parents is None and number else commit.parents or ()
    for position, parent in enumerate(parents):
        name = f":{parent + 1}" if parent >= base else ids[parent]
        lines.append(f"{'merge' if position else 'from'} {name}\n".encode())
    lines += [f"R {_quoted(old)} {_quoted(new)}\n".encode() for old, new in commit.renames.items()]
    lines += [f"D {_quoted(path)}\n".encode() for path in commit.deletes]
    for path, content in commit.files.items():
        name = path if isinstance(path, bytes) else path.encode("utf-8", "surrogateescape")
        lines += [b'M 100644 inline "' + name.replace(b"\n", b"\\n").replace(b'"', b'\\"') + b'"\n', _data(content)]
    return [*lines, b"\n"]


def _data(content: str | bytes) -> bytes:
    data = content if isinstance(content, bytes) else content.encode("utf-8")
    return b"data %d\n%s\n" % (len(data), data)


def _quoted(path: str) -> str:
    return f'"{path}"'
