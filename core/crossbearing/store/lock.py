"""An advisory lock between the processes that use one build directory."""

import fcntl
import os
from pathlib import Path

from crossbearing.model.errors import CrossbearingError

_GENERATION_BYTES = 8


class ProcessLock:
    """A lock file, held shared or alone; the system releases it when its process ends, however it ends.

    The file also holds a *generation*: how often what it protects has been replaced.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def share(self) -> None:
        """Hold the lock together with others; waits while somebody holds it alone."""
        self._flock(fcntl.LOCK_SH)

    def take(self) -> bool:
        """Try to hold the lock alone without waiting; a shared hold may be lost where that fails."""
        try:
            self._flock(fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def release(self) -> None:
        """Let go of the lock; doing so twice is fine."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def generation(self) -> int:
        """How often :meth:`advance` has been called, by any process."""
        return int.from_bytes(os.pread(self._open(), _GENERATION_BYTES, 0), "little")

    def advance(self) -> None:
        """Count one replacement; to be called by whoever holds the lock alone."""
        number = (self.generation() + 1) % (1 << 8 * _GENERATION_BYTES)
        os.pwrite(self._open(), number.to_bytes(_GENERATION_BYTES, "little"), 0)

    def _open(self) -> int:
        if self._descriptor is None:
            self._descriptor = _open_lock(self._path)
        return self._descriptor

    def _flock(self, operation: int) -> None:
        descriptor = self._open()
        try:
            fcntl.flock(descriptor, operation)
        except BlockingIOError:
            raise
        except OSError:
            # A file system without such locks (some network mounts): SQLite's own locks remain.
            return


def _open_lock(path: Path) -> int:
    try:
        if path.is_symlink():
            path.unlink()
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise CrossbearingError(f"the lock file {path} cannot be opened: {error.strerror}") from error
