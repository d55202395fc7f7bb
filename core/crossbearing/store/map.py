"""What a map consists of in the store: its header, the rows behind the views, and its arrays."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from attrs import asdict, define, field, frozen

from crossbearing.store.arrays import Array
from crossbearing.store.schema import GRAPH_INDEXES, GRAPH_TABLES

ROW_BITS = 24
"""The rows and symbols of file ``n`` are numbered from ``n << ROW_BITS``."""

_REWRITE_SHARE = 4
"""When more than one row in so many has changed, writing all of them anew is cheaper."""

Symbol = tuple[int, str, str]
"""A symbol's number, name and qualified name."""

MakeArrays = Callable[[], Mapping[str, Array | bytes]]
"""Makes the arrays of one group, by name."""

GraphRow = tuple[int, str, int, str, int, int, int, int, int, int | None, str | None]
"""A row of ``graph_rows``: number, id, is_node, kind, symbol, file, line, column, end line, target, type of edge."""


@frozen
class MapHeader:
    """Which map is the current one.

    ``fingerprint`` is hexadecimal and stands for everything that the map was computed from; ``revision`` is the commit,
    or None for a working tree. ``files``, ``nodes`` and ``edges`` count the rows that the views show.
    """

    fingerprint: str
    repo: str
    revision: str | None = None
    files: int = 0
    nodes: int = 0
    edges: int = 0


class GraphTables(Protocol):
    """The rows of a graph, file by file; files are numbered from 0 in the order of ``paths``.

    A file's digest stands for everything in its rows and symbols, numbers included: files whose digest has not changed
    are not written again.
    """

    @property
    def paths(self) -> Sequence[str]:
        """The paths of all files, as the views show them."""

    def digest(self, file: int) -> bytes:
        """A digest of all that the tables say of one file."""

    def row_count(self, file: int) -> int:
        """How many rows one file has."""

    def symbols(self, first: int, last: int) -> Iterable[Symbol]:
        """The symbols of files ``first`` to ``last - 1``, by number."""

    def rows(self, first: int, last: int) -> Iterable[GraphRow]:
        """The rows of files ``first`` to ``last - 1``, by number."""


@define(eq=False, repr=False)
class StoredMap:
    """A map as the store keeps it: a header, the rows behind the views, and named groups of arrays.

    The arrays of a group are made when it is written: those of all groups together can be larger than the map.
    """

    header: MapHeader
    tables: GraphTables
    artifacts: Mapping[str, MakeArrays] = field(factory=dict)


def replace_tables(connection: sqlite3.Connection, stored: StoredMap) -> None:
    """Put the rows of ``stored`` in the place of the current ones; to be called within a writing transaction."""
    tables = stored.tables
    digests = list(map(tables.digest, range(len(tables.paths))))
    known = dict(connection.execute("SELECT number, digest FROM files"))
    changed = [file for file, digest in enumerate(digests) if known.get(file) != digest]
    gone = sorted(file for file in known if file >= len(digests))
    total = sum(map(tables.row_count, range(len(digests))))
    if _REWRITE_SHARE * sum(map(tables.row_count, changed)) > total:
        _rewrite(connection, tables, digests)
    else:
        for file in (*changed, *gone):
            _delete(connection, file)
        for file in changed:
            _insert(connection, tables, digests, file, file + 1)
    header = json.dumps(asdict(stored.header), sort_keys=True)
    connection.execute("INSERT OR REPLACE INTO map(number, header) VALUES(1, ?)", (header,))


def current_header(connection: sqlite3.Connection) -> MapHeader | None:
    """The header of the current map, or None where there is none."""
    row = connection.execute("SELECT header FROM map").fetchone()
    return None if row is None else _header(row[0])


def _header(text: str) -> MapHeader | None:
    try:
        return MapHeader(**json.loads(text))
    except (ValueError, TypeError):
        return None


def _rewrite(connection: sqlite3.Connection, tables: GraphTables, digests: Sequence[bytes]) -> None:
    for index in GRAPH_INDEXES:
        connection.execute(f"DROP INDEX {index}")
    for table in GRAPH_TABLES:
        connection.execute(f"DELETE FROM {table}")  # noqa: S608 - a constant
    _insert(connection, tables, digests, 0, len(digests))
    for statement in GRAPH_INDEXES.values():
        connection.execute(statement)


def _delete(connection: sqlite3.Connection, file: int) -> None:
    numbers = (file << ROW_BITS, (file + 1) << ROW_BITS)
    connection.execute("DELETE FROM files WHERE number = ?", (file,))
    connection.execute("DELETE FROM symbols WHERE number >= ? AND number < ?", numbers)
    connection.execute("DELETE FROM graph_rows WHERE number >= ? AND number < ?", numbers)


def _insert(
    connection: sqlite3.Connection, tables: GraphTables, digests: Sequence[bytes], first: int, last: int
) -> None:
    files = [(file, tables.paths[file], digests[file]) for file in range(first, last)]
    connection.executemany("INSERT INTO files VALUES(?, ?, ?)", files)
    connection.executemany("INSERT INTO symbols VALUES(?, ?, ?)", tables.symbols(first, last))
    connection.executemany("INSERT INTO graph_rows VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", tables.rows(first, last))
