"""The cache of facts: what a plugin read from a file, kept under the file's content.

A cache entry never changes its meaning, so it is never invalidated, only forgotten: when all payloads together outgrow
the limit, the entries that have gone unused for most sessions go first, the oldest of equals first.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice

from attrs import frozen

from crossbearing.store.counters import next_count
from crossbearing.store.database import Database

FACTS_LIMIT = 4 * 1024**3
"""Bytes of payload that the cache may hold: some 400,000 files of usual size."""

_BATCH = 256
_CHECKS_PER_LIMIT = 16

_SELECT = "SELECT number, payload FROM facts WHERE digest = ? AND path = ? AND plugin = ? AND version = ?"
_INSERT = (
    "INSERT INTO facts(digest, path, plugin, version, payload) VALUES(?, ?, ?, ?, ?) "
    "ON CONFLICT(digest, path, plugin, version) DO UPDATE SET payload = excluded.payload"
)
_USE = (
    "INSERT INTO fact_uses(fact, used, size) SELECT number, ?, length(payload) FROM facts "
    "WHERE digest = ? AND path = ? AND plugin = ? AND version = ? "
    "ON CONFLICT(fact) DO UPDATE SET used = excluded.used, size = excluded.size"
)


@frozen
class FactKey:
    """What facts are a pure function of: the content's digest, the path, and the plugin with its version."""

    digest: str
    path: str
    plugin: str
    version: int


class FactCache:
    """The facts of one store. A *session* is one opened store that wrote; sessions are counted, clocks are not read."""

    def __init__(self, database: Database, limit: int = FACTS_LIMIT) -> None:
        self._database = database
        self._limit = limit
        self._generation = database.generation
        self._session: int | None = None
        self._used: set[int] = set()
        self._unchecked = 0

    def get(self, keys: Iterable[FactKey]) -> dict[FactKey, bytes]:
        """Return the payloads of those keys that are known."""
        wanted = list(keys)

        def select(connection: sqlite3.Connection) -> dict[FactKey, tuple[int, bytes]]:
            rows = ((key, connection.execute(_SELECT, _columns(key)).fetchone()) for key in wanted)
            return {key: row for key, row in rows if row is not None}

        found = self._database.run(select)
        self._notice_replacement()
        self._used.update(number for number, _ in found.values())
        return {key: payload for key, (_, payload) in found.items()}

    def put(self, rows: Iterable[tuple[FactKey, bytes]]) -> None:
        """Keep payloads, replacing those of known keys; dropped where the store is read-only."""
        iterator = iter(rows)
        while batch := list(islice(iterator, _BATCH)):
            if self._database.writable:
                self._database.write(partial(self._insert, batch))
                self._unchecked += sum(len(payload) for _, payload in batch)
            if self._unchecked > self._limit // _CHECKS_PER_LIMIT:
                self.finish()

    def finish(self) -> None:
        """Note which facts were used since the last call, and forget what is over the limit."""
        if self._database.writable and (self._used or self._session is not None):
            self._database.write(self._settle)
            self._used.clear()
            self._unchecked = 0

    def _insert(self, batch: list[tuple[FactKey, bytes]], connection: sqlite3.Connection) -> None:
        session = self._begin_session(connection)
        connection.executemany(_INSERT, [(*_columns(key), payload) for key, payload in batch])
        connection.executemany(_USE, [(session, *_columns(key)) for key, _ in batch])

    def _settle(self, connection: sqlite3.Connection) -> None:
        self._notice_replacement()
        session = self._begin_session(connection)
        rows = [(session, number) for number in sorted(self._used)]
        connection.executemany("UPDATE fact_uses SET used = ? WHERE fact = ?", rows)
        _forget_excess(connection, self._limit)

    def _begin_session(self, connection: sqlite3.Connection) -> int:
        self._notice_replacement()
        if self._session is None:
            self._session = next_count(connection, "session")
        return self._session

    def _notice_replacement(self) -> None:
        """Forget numbers that belonged to a database that has been replaced."""
        if self._generation != self._database.generation:
            self._generation = self._database.generation
            self._session = None
            self._used.clear()


def _columns(key: FactKey) -> tuple[str, str | bytes, str, int]:
    return key.digest, _bindable(key.path), key.plugin, key.version


def _bindable(path: str) -> str | bytes:
    """The path itself, or its bytes where it holds surrogate escapes, which SQLite's text cannot carry."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return path.encode("utf-8", "surrogatepass")
    return path


def _forget_excess(connection: sqlite3.Connection, limit: int) -> None:
    (size,) = connection.execute("SELECT total(size) FROM fact_uses").fetchone()
    if size > limit:
        numbers = list(_oldest(connection, int(size) - limit))
        for table, column in (("facts", "number"), ("fact_uses", "fact")):
            connection.executemany(f"DELETE FROM {table} WHERE {column} = ?", numbers)  # noqa: S608 - constants


def _oldest(connection: sqlite3.Connection, excess: int) -> Iterator[tuple[int]]:
    for number, size in connection.execute("SELECT fact, size FROM fact_uses ORDER BY used, fact"):
        if excess <= 0:
            return
        excess -= size
        yield (number,)
