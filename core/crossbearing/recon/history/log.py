"""One stream of ``git log``: the commits that led to a revision, parsed as they come.

The grammar has no escapes and needs none. With ``-z`` every field ends in a NUL byte: the id, two times, name and
address of the author, and the message of a commit, and then for each file a status that starts with a colon, followed
by one path (or two, of a renamed file). No field that git prints can hold a NUL byte, paths are read where a status
announces them, and an id never starts with a colon.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from attrs import frozen

from crossbearing.source.git import Git, GitError, Process

_CHUNK = 1 << 20
_LARGEST_FIELD = 64 << 20
LARGEST_MESSAGE = 16_384
"""Bytes of a message that are read."""

_ID = re.compile(rb"[0-9a-f]{40}|[0-9a-f]{64}")
_FORMAT = "%H%x00%at%x00%ct%x00%an%x00%ae%x00%B%x00"
# Whatever the repository or the user has configured: no program is started, no file but git's objects is read.
_OPTIONS = (
    f"--format=tformat:{_FORMAT}",
    "-z",
    "--raw",
    "--no-merges",
    "--root",
    "--no-abbrev",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-notes",
    "--no-show-signature",
    "--no-mailmap",
    "--encoding=UTF-8",
    "--ignore-submodules=all",
    "-O/dev/null",
    "-l400",
)
_SETTINGS = (
    "-c",
    "log.follow=false",
    "-c",
    "log.showRoot=true",
    "-c",
    "diff.noprefix=false",
    "-c",
    "core.quotePath=false",
)


@frozen
class LoggedChange:
    """A file that a commit touched, by the name that it has since; ``old`` is what a renamed one was before."""

    path: bytes
    old: bytes | None = None


@frozen
class LoggedCommit:
    """A commit as git tells it."""

    id: bytes
    authored: int
    time: int
    author: bytes
    message: bytes
    changes: tuple[LoggedChange, ...]


def read_log(git: Git, revision: str, *, known: str | None = None, limit: int) -> Iterator[LoggedCommit]:
    """Yield the newest ``limit`` commits that led to ``revision`` (merges left out), without those behind ``known``.

    Raises:
        GitError: git cannot read them. Renamed files whose content is not at hand (a partial clone) are followed where
            they did not change otherwise.
    """
    given = 0
    try:
        for commit in _stream(git, revision, known, limit, "-M"):
            given += 1
            yield commit
        return
    except GitError:
        if given >= limit:
            raise
    # The content that tells how similar two files are may be what is missing: begin anew where we were.
    for number, commit in enumerate(_stream(git, revision, known, limit, "-M100%")):
        if number >= given:
            yield commit


def _stream(git: Git, revision: str, known: str | None, limit: int, renames: str) -> Iterator[LoggedCommit]:
    range_ = (revision,) if known is None else (revision, f"^{known}")
    process = git.start(*_SETTINGS, "log", *_OPTIONS, renames, f"--max-count={limit}", *range_, "--")
    try:
        yield from parse_log(_fields(process))
        if process.wait():
            raise GitError("git log failed")
    except ValueError as error:
        raise GitError(f"git log gave something else than commits: {error}") from error
    finally:
        process.kill()
        with suppress(OSError):
            process.communicate()


def _fields(process: Process) -> Iterator[bytes]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    process.stdin = None
    rest = b""
    while chunk := process.stdout.read(_CHUNK):
        fields = (rest + chunk).split(b"\0") if rest else chunk.split(b"\0")
        rest = fields.pop()
        if len(rest) > _LARGEST_FIELD:
            raise ValueError("a field has no end")
        yield from fields
    if rest.strip():
        raise ValueError("it ends in the middle of a field")


def parse_log(fields: Iterable[bytes]) -> Iterator[LoggedCommit]:
    """Parse the fields between the NUL bytes of the log; raises ValueError for what is no log."""
    head: list[bytes] = []
    changes: list[LoggedChange] = []
    stream = iter(fields)
    for field in stream:
        token = field.lstrip(b"\n")
        if token.startswith(b":"):
            if not head:
                raise ValueError("a change without a commit")
            changes.append(_change(token, stream))
        elif token:
            if head:
                yield _commit(head, changes)
            head, changes = _head(token, stream), []
    if head:
        yield _commit(head, changes)


def _head(identity: bytes, stream: Iterator[bytes]) -> list[bytes]:
    if not _ID.fullmatch(identity):
        raise ValueError("a commit without an id")
    return [identity, *(_next(stream) for _ in range(5))]


def _change(status: bytes, stream: Iterator[bytes]) -> LoggedChange:
    first = _next(stream)
    if status.rpartition(b" ")[2][:1] in (b"R", b"C"):
        renamed = status.rpartition(b" ")[2].startswith(b"R")
        return LoggedChange(_next(stream), first if renamed else None)
    return LoggedChange(first)


def _next(stream: Iterator[bytes]) -> bytes:
    try:
        return next(stream)
    except StopIteration:
        raise ValueError("it ends in the middle of a commit") from None


def _commit(head: list[bytes], changes: list[LoggedChange]) -> LoggedCommit:
    identity, authored, time, name, address, message = head
    author = name + b" <" + address + b">"
    return LoggedCommit(identity, _seconds(authored), _seconds(time), author, message[:LARGEST_MESSAGE], tuple(changes))


def _seconds(text: bytes) -> int:
    """A time; those that no calendar has (a broken commit) are brought into what 64 bits hold."""
    try:
        return max(-(1 << 62), min(1 << 62, int(text)))
    except ValueError:
        return 0
