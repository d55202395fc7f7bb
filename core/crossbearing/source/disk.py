"""Reading files of a working tree or a plain folder."""

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from crossbearing.source.entry import Entry, Limits, too_large
from crossbearing.source.paths import to_bytes

# Neither a link nor a pipe nor a terminal put in the place of a file may be followed, waited for or adopted.
_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
_LEAST_READ = 1 << 16
_REPLACED = "not a regular file"


@frozen
class DiskReader:
    """Reads entries below ``root``."""

    root: Path
    limits: Limits

    def read(self, entries: Iterable[Entry]) -> Iterator[bytes | str]:
        """Yield for each entry its content, or the reason why there is none."""
        for entry in entries:
            yield read_regular(join(self.root, entry.path), self.limits.max_bytes)

    def close(self) -> None:
        """Nothing is kept open."""


def read_regular(path: bytes, max_bytes: int) -> bytes | str:
    """Return the content of a regular file within the limit, else the reason why not; never follows a last link."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError as error:
        return os_reason(error)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return _REPLACED
        data = _read_at_most(descriptor, max_bytes + 1, status.st_size)
    except OSError as error:
        return os_reason(error)
    finally:
        os.close(descriptor)
    return data if len(data) <= max_bytes else too_large(max_bytes)


def _read_at_most(descriptor: int, count: int, expected: int) -> bytes:
    """Read to the end or ``count`` bytes; ``expected`` is how many there should be."""
    chunks = []
    while count and (chunk := os.read(descriptor, min(count, max(expected, _LEAST_READ) + 1))):
        chunks.append(chunk)
        count -= len(chunk)
    return b"".join(chunks)


def join(root: Path, path: str) -> bytes:
    """The location on disk of ``path``, which is relative to ``root``."""
    return os.fsencode(root) + b"/" + to_bytes(path)


def os_reason(error: OSError) -> str:
    """The reason in words of a failed file operation, without the absolute path that is in the exception's own."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "deleted during the scan"
    if error.errno == errno.ELOOP:
        return _REPLACED
    return f"cannot be read: {(error.strerror or 'unknown error').lower()}"
