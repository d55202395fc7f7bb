"""A source: the files of a repository at one revision, or as they stand on disk."""

import hashlib
from collections.abc import Callable, Container, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Protocol

from attrs import define, field

from crossbearing.model.errors import UnreadableError
from crossbearing.model.file import SourceFile, blob_id
from crossbearing.model.location import Problem, problem_order
from crossbearing.source.content import is_binary
from crossbearing.source.entry import Entry, Limits, Listing

_REPORTED = 256
"""Progress is reported after so many files."""


class Reader(Protocol):
    """Where the bytes of entries come from."""

    def read(self, entries: Iterable[Entry]) -> Iterator[bytes | str]:
        """Yield for each entry its content, or the reason why there is none."""

    def close(self) -> None:
        """Let go of processes and files."""


@define(eq=False, slots=False)
class Source:
    """The scanned files of a repository, read-only; implements :class:`~crossbearing.model.file.FileTree`.

    ``root`` is the scanned folder (None for a revision of a bare repository), ``git_dir`` the git directory where there
    is one, ``revision`` the full commit id (None for files on disk). May be read from several threads. Close it, or use
    it as a context manager, to end the git process behind a revision.
    """

    name: str
    root: Path | None
    git_dir: Path | None
    revision: str | None
    limits: Limits
    _listing: Listing = field(repr=False)
    _reader: Reader = field(repr=False)
    _digests: dict[str, str] = field(factory=dict, init=False, repr=False)
    _failures: dict[str, Problem] = field(factory=dict, init=False, repr=False)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every scanned file, sorted by path."""
        return self._listing.entries

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The paths of all entries, sorted."""
        return tuple(entry.path for entry in self.entries)

    @cached_property
    def _by_path(self) -> dict[str, Entry]:
        return {entry.path: entry for entry in self.entries}

    @property
    def skipped(self) -> tuple[Problem, ...]:
        """Everything that was left out and why, sorted: what listing met, and what reading has met so far."""
        return tuple(sorted((*self._listing.skipped, *list(self._failures.values())), key=problem_order))

    def exists(self, path: str) -> bool:
        """Say whether ``path`` is one of ``paths``."""
        return path in self._by_path

    def entry(self, path: str) -> Entry | None:
        """The entry at ``path``, or None."""
        return self._by_path.get(path)

    def read(self, path: str) -> SourceFile | None:
        """Return the file, or None where ``path`` is not scanned, is binary or cannot be read (see ``skipped``)."""
        return next(self.read_many((path,)), None)

    def read_many(self, paths: Iterable[str]) -> Iterator[SourceFile]:
        """Yield the files at ``paths`` in the given order as they are read, leaving out those that ``read`` would."""
        for entry, data in self._contents(paths):
            if is_binary(data):
                self._failures[entry.path] = Problem(entry.path, "binary file")
            else:
                yield SourceFile(entry.path, data, self._digest_of(entry, data), entry.role)

    def digest(self, path: str) -> str:
        """The git blob id (SHA-1) of the file at ``path``, reading it if need be.

        Raises:
            UnreadableError: there is no such scanned file, or it cannot be read.
        """
        entry = self._by_path.get(path)
        if entry is None:
            raise UnreadableError(f"{path!r} is not a scanned file")
        if known := entry.digest or self._digests.get(path):
            return known
        for _, data in self._contents((path,)):
            return self._digest_of(entry, data)
        raise UnreadableError(f"{path!r} has no digest: {self._failures[path].reason}")

    def fingerprint(self, report: Callable[[int, int], None] = lambda done, total: None) -> str:
        """The SHA-256 over the name and over path, digest and role of every readable entry, in hexadecimal.

        The same for a clean working tree and for the commit that it holds. Reads what has no known digest; ``report``
        is told now and then how many of how many files have been.
        """
        unknown = [entry.path for entry in self.entries if not (entry.digest or entry.path in self._digests)]
        for done, (entry, data) in enumerate(self._contents(unknown)):
            self._digest_of(entry, data)
            if not done % _REPORTED:
                report(done, len(unknown))
        report(len(unknown), len(unknown))
        state = hashlib.sha256(self.name.encode("utf-8", "surrogateescape") + b"\0\0")
        for entry in self.entries:
            if digest := entry.digest or self._digests.get(entry.path):
                line = f"{entry.path}\0{digest}\0{entry.role}\0"
                state.update(line.encode("utf-8", "surrogateescape"))
        return state.hexdigest()

    def narrowed_to(self, paths: Container[str]) -> "Source":
        """The same source as if it held no other files than those of ``paths``; closing either closes both."""
        entries = tuple(entry for entry in self.entries if entry.path in paths)
        listing = Listing(entries, ())
        return Source(self.name, self.root, self.git_dir, self.revision, self.limits, listing, self._reader)

    def close(self) -> None:
        """End the process behind a revision."""
        self._reader.close()

    def __enter__(self) -> "Source":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _contents(self, paths: Iterable[str]) -> Iterator[tuple[Entry, bytes]]:
        entries = [entry for path in paths if (entry := self._by_path.get(path)) is not None]
        for entry, answer in zip(entries, self._reader.read(entries), strict=True):
            if isinstance(answer, bytes):
                self._failures.pop(entry.path, None)
                yield entry, answer
            else:
                self._digests.pop(entry.path, None)
                self._failures[entry.path] = Problem(entry.path, answer)

    def _digest_of(self, entry: Entry, data: bytes) -> str:
        if entry.digest is not None:
            return entry.digest
        # Remembered anew at each read: a file may be edited while it is scanned.
        digest = self._digests[entry.path] = blob_id(data)
        return digest
