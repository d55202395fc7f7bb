"""Writing files so that a reader sees the old content or the new, never a part, and never through a symbolic link."""

import os
import stat
from collections.abc import Iterable
from pathlib import Path

TEMPORARY_SUFFIX = ".partial"


def write_atomically(path: Path, chunks: Iterable[bytes | memoryview]) -> None:
    """Write ``chunks`` to ``path`` through a synced temporary file beside it; OSError leaves ``path`` as it was."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}{TEMPORARY_SUFFIX}")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(descriptor)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def is_regular(path: Path) -> bool:
    """Say whether ``path`` itself, no link followed, is a regular file."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def is_irregular(path: Path) -> bool:
    """Say whether something other than a regular file is at ``path``: asked once, for it may go away in between."""
    try:
        return not stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def is_real_directory(path: Path) -> bool:
    """Say whether ``path`` itself, no link followed, is a directory."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError:
        return False


def is_writable_directory(path: Path) -> bool:
    """Say whether files can be made in ``path``."""
    return os.access(path, os.R_OK | os.W_OK | os.X_OK)
