"""The arrays of the most recent maps, one file for each fingerprint and name, beside the database.

The database knows in which order maps were saved, so that no clock has to tell which are recent. Files that it does not
know are left from a process that was killed, and are swept away by the next writer.
"""

import re
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

from crossbearing.model.errors import CrossbearingError
from crossbearing.store.arrays import Array, DamagedArraysError, read_arrays, write_arrays
from crossbearing.store.counters import next_count
from crossbearing.store.database import Database
from crossbearing.store.files import is_real_directory
from crossbearing.store.map import MakeArrays, current_header

DIRECTORY_NAME = "artifacts"
KEPT_MAPS = 4
"""How many maps keep their arrays."""

_FINGERPRINT = re.compile(r"[0-9a-f]{8,128}")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class Artifacts:
    """The array files of one build directory."""

    def __init__(self, directory: Path, database: Database, report: Callable[[str], None]) -> None:
        self._directory = directory / DIRECTORY_NAME
        self._database = database
        self._report = report

    def load(self, fingerprint: str, name: str) -> dict[str, Array] | None:
        """Map one artifact into memory; None where there is none, or where it is damaged, which is reported."""
        path = self._path(fingerprint, name)
        try:
            return read_arrays(path)
        except FileNotFoundError:
            return None
        except (DamagedArraysError, OSError) as error:
            if path.is_symlink() or path.exists():
                self._report(f"the stored {name} of the map is unusable ({error}) and is made anew")
            return None

    def save(self, connection: sqlite3.Connection, fingerprint: str, artifacts: Mapping[str, MakeArrays]) -> None:
        """Write artifacts and sweep away old ones; to be called within a writing transaction."""
        try:
            self._make_directory()
            for name, make in sorted(artifacts.items()):
                write_arrays(self._path(fingerprint, name), make())
            saved = next_count(connection, "map")
            connection.executemany(
                "INSERT OR REPLACE INTO artifacts(fingerprint, name, saved) VALUES(?, ?, ?)",
                [(fingerprint, name, saved) for name in sorted(artifacts)],
            )
            self._sweep(connection)
        except OSError as error:
            raise CrossbearingError(
                f"the map cannot be written to {self._directory}: {error.strerror or error}"
            ) from error

    def _make_directory(self) -> None:
        if not is_real_directory(self._directory):
            self._directory.unlink(missing_ok=True)
            self._directory.mkdir()

    def _sweep(self, connection: sqlite3.Connection) -> None:
        """Forget all but the current map and the most recent ones, and remove files that belong to none."""
        current = current_header(connection)
        connection.execute(
            "DELETE FROM artifacts WHERE fingerprint IS NOT ? AND fingerprint NOT IN ("
            "SELECT fingerprint FROM artifacts GROUP BY fingerprint ORDER BY max(saved) DESC LIMIT ?)",
            (current and current.fingerprint, KEPT_MAPS),
        )
        rows = connection.execute("SELECT fingerprint, name FROM artifacts")
        known = {self._path(fingerprint, name).name for fingerprint, name in rows}
        for path in self._directory.iterdir():
            if path.name not in known and not is_real_directory(path):
                path.unlink(missing_ok=True)

    def _path(self, fingerprint: str, name: str) -> Path:
        if not _FINGERPRINT.fullmatch(fingerprint) or not _NAME.fullmatch(name):
            raise ValueError(f"no artifact can be named {fingerprint!r}, {name!r}")
        return self._directory / f"{fingerprint}.{name}"
