"""Opening ``recon.db``, and telling damage from other failures."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from crossbearing.model.errors import CrossbearingError
from crossbearing.store.files import is_irregular, is_regular
from crossbearing.store.place import DATABASE_NAME
from crossbearing.store.schema import OBJECTS, migrate, objects

BUSY_SECONDS = 60.0
"""How long a writer waits for another one."""

COMPANIONS = tuple(f"{DATABASE_NAME}-{kind}" for kind in ("wal", "shm", "journal"))
"""The files that SQLite keeps beside the database while it is in use."""

_CACHE_KIBIBYTES = 32 * 1024
_SMALLEST_PAGE = 512
_LOG_LIMIT_BYTES = 16 * 1024 * 1024
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class DamagedDatabaseError(Exception):
    """The database is not what a store left behind."""


def is_damage(error: Exception) -> bool:
    """Say whether ``error`` means that the database has to be started anew."""
    if isinstance(error, sqlite3.Error):
        return _code(error) in _DAMAGED or str(error).startswith("no such ")
    return isinstance(error, DamagedDatabaseError)


def explain(error: sqlite3.Error, path: Path) -> CrossbearingError:
    """Put a failure of the database at ``path`` in one sentence for the user."""
    code = _code(error)
    if code in _BUSY:
        return CrossbearingError(f"the store {path} is in use: another process has been writing for too long")
    if code == sqlite3.SQLITE_FULL:
        return CrossbearingError(f"the store {path} cannot be written: the disk is full")
    return CrossbearingError(f"the store {path} cannot be used: {error}")


def connect_to_write(path: Path) -> sqlite3.Connection:
    """Open or create the database at ``path`` in the newest format; raises sqlite3.Error or DamagedDatabaseError."""
    _check_files(path)
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return _connect_to_write(path)
        except sqlite3.OperationalError as error:
            # Switching to the write-ahead log does not wait for other processes by itself.
            if _code(error) not in _BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open an existing database in a directory that cannot be written."""
    if not is_regular(path):
        raise CrossbearingError(f"there is no store at {path}, and its directory cannot be written")
    _check_files(path)
    try:
        return _connect_by_uri(path, "mode=ro")
    except sqlite3.OperationalError:
        # Without write access SQLite may fail to make the shared memory of the log; this mode does without both.
        return _connect_by_uri(path, "immutable=1")


def connect_to_memory(path: Path) -> sqlite3.Connection:
    """Open an empty database that stands in for the one at ``path`` and keeps nothing."""
    connection = _connect(":memory:")
    migrate(connection, path)
    return connection


def _connect_to_write(path: Path) -> sqlite3.Connection:
    connection = _connect(os.fspath(path))
    with _closed_on_failure(connection):
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA journal_size_limit = {_LOG_LIMIT_BYTES}").fetchone()
        migrate(connection, path)
        _check_layout(connection)
    return connection


def _connect_by_uri(path: Path, mode: str) -> sqlite3.Connection:
    connection = _connect(f"file:{quote(os.fsencode(path))}?{mode}", uri=True)
    with _closed_on_failure(connection):
        migrate(connection, path)
        _check_layout(connection)
    return connection


def _connect(target: str, *, uri: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(target, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=uri)
    with _closed_on_failure(connection):
        # A database may come with the repository: nothing in its schema may call functions with effects.
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIBIBYTES}")
    return connection


@contextmanager
def _closed_on_failure(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _check_files(path: Path) -> None:
    """Refuse a cut-off file, and links: SQLite would write through them, and a repository may have planted them."""
    for name in (path.name, *COMPANIONS):
        if is_irregular(path.with_name(name)):
            raise DamagedDatabaseError(f"{name} is not a regular file")
    # SQLite would fill up half a page with zeros and say nothing; a log may hold the rest of it, though.
    if path.exists() and path.stat().st_size % _SMALLEST_PAGE and not path.with_name(COMPANIONS[0]).exists():
        raise DamagedDatabaseError("it is cut off")


def _check_layout(connection: sqlite3.Connection) -> None:
    if objects(connection) != OBJECTS:
        raise DamagedDatabaseError("its tables are not the expected ones")


def _code(error: sqlite3.Error) -> int:
    """The primary result code; 0 for errors that Python's module raised itself."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
