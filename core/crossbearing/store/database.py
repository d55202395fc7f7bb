"""The database of one build directory: one writer at a time, and a fresh start where the file is damaged.

Processes share the file through SQLite's write-ahead log. Beside it lies a lock file that every process holds shared
while it has the database open, and alone while it replaces a damaged one: SQLite does not tolerate that its file is
swapped under an open connection.
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from crossbearing.model.errors import CrossbearingError
from crossbearing.store.connection import (
    COMPANIONS,
    DamagedDatabaseError,
    connect_to_memory,
    connect_to_read,
    connect_to_write,
    explain,
    is_damage,
)
from crossbearing.store.files import is_writable_directory
from crossbearing.store.lock import ProcessLock
from crossbearing.store.place import DATABASE_NAME

T = TypeVar("T")

LOCK_NAME = "recon.lock"

REPLACE_SECONDS = 10.0
"""How long a process waits for others to let go of a damaged database."""


class Database:
    """A connection to the database in ``directory``, usable from several threads.

    ``writable`` is False where the directory can only be read, or where a damaged database could not be replaced: what
    is written then is lost at the end. ``report`` receives a sentence for everything that the user should know.
    ``generation`` changes whenever the database has been replaced by an empty one.
    """

    def __init__(self, directory: Path, report: Callable[[str], None]) -> None:
        self.path = directory / DATABASE_NAME
        self.writable = is_writable_directory(directory)
        self.generation = 0
        self._report = report
        self._threads = threading.RLock()
        self._lock = ProcessLock(directory / LOCK_NAME) if self.writable else None
        self._connection: sqlite3.Connection | None = None
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return ``work(connection)``; where that meets damage, replace the database and do the work once more.

        Every other failure of the database is raised as CrossbearingError.
        """
        with self._threads:
            try:
                return work(self._current())
            except sqlite3.Error as error:
                if not is_damage(error):
                    raise explain(error, self.path) from error
                self._replace(str(error))
            try:
                return work(self._current())
            except sqlite3.Error as error:
                raise explain(error, self.path) from error

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Like :meth:`run`, in a transaction that holds the write lock from its start; all of it is kept or nothing."""

        def transaction(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    connection.rollback()
                raise
            return result

        return self.run(transaction)

    def close(self) -> None:
        """Let go of the database; doing so twice is fine."""
        with self._threads:
            self._disconnect()
            if self._lock is not None:
                self._lock.release()

    def _current(self) -> sqlite3.Connection:
        if self._connection is None:
            raise CrossbearingError(f"the store {self.path} is closed")
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _open(self) -> None:
        if self._lock is not None:
            self._lock.share()
            self.generation = self._lock.generation()
        try:
            self._connection = (connect_to_write if self.writable else connect_to_read)(self.path)
        except (sqlite3.Error, DamagedDatabaseError) as error:
            if is_damage(error):
                self._replace(str(error))
            elif isinstance(error, sqlite3.Error):
                raise explain(error, self.path) from error

    def _replace(self, reason: str) -> None:
        """Put an empty database in the place of the damaged one, or go on in memory where that is impossible."""
        self._disconnect()
        if self._lock is None:
            self._go_on_in_memory(f"is damaged ({reason}) and cannot be replaced, its directory being read-only")
            return
        deadline = time.monotonic() + REPLACE_SECONDS
        while time.monotonic() < deadline:
            alone = self._lock.take()
            if not alone:
                self._lock.share()
            if self._lock.generation() != self.generation:
                # Another process has replaced it in the meantime.
                self._open()
                return
            if alone:
                self._start_anew(self._lock, reason)
                return
            self._lock.release()
            time.sleep(0.05)
        self._go_on_in_memory(f"is damaged ({reason}) and in use by another process")

    def _start_anew(self, lock: ProcessLock, reason: str) -> None:
        try:
            remove_database(self.path)
        except OSError as error:
            self._go_on_in_memory(f"is damaged ({reason}) and cannot be removed ({error.strerror})")
            return
        lock.advance()
        self.generation = lock.generation()
        try:
            self._connection = connect_to_write(self.path)
        except sqlite3.Error as error:
            raise explain(error, self.path) from error
        lock.share()
        self._report(f"the store was damaged ({reason}) and has been started anew")

    def _go_on_in_memory(self, reason: str) -> None:
        self.writable = False
        self.generation += 1
        self._connection = connect_to_memory(self.path)
        self._report(f"the store {reason}; nothing of this run is kept")


def remove_database(path: Path) -> None:
    """Remove a database and its companions, the log first: a log that outlived its database would be replayed."""
    for name in COMPANIONS:
        path.with_name(name).unlink(missing_ok=True)
    path.unlink(missing_ok=True)
