"""The tables of the store and the ladder of migrations that leads to them.

Inside, everything is keyed by integers. ``graph_rows`` holds a row for each definition, reference and import; its
``target`` is where the row's one edge leads: from a definition to its scope, from a reference to the definition meant.
A reference with several meanings has more rows (``is_node`` 0) for the edges that its first one has no room for. The
views ``nodes``, ``edges`` and ``name_index`` show this with the columns of the reconnaissance specification (§3.2);
``unresolved`` shows the nodes whose name led nowhere. All are plain joins, so that a condition on any of their columns,
or on a join of them, reaches an index.
"""

import re
import sqlite3
from collections.abc import Sequence

from crossbearing.model.errors import CrossbearingError

APPLICATION_ID = 0x58424E47
"""Marks the file as ours in its header ("XBNG")."""

_TABLES = """
CREATE TABLE counters(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE facts(
    number INTEGER PRIMARY KEY, digest TEXT NOT NULL, path TEXT NOT NULL, plugin TEXT NOT NULL,
    version INTEGER NOT NULL, payload BLOB NOT NULL, UNIQUE(digest, path, plugin, version));
CREATE TABLE fact_uses(fact INTEGER PRIMARY KEY, used INTEGER NOT NULL, size INTEGER NOT NULL);
CREATE TABLE artifacts(
    fingerprint TEXT NOT NULL, name TEXT NOT NULL, saved INTEGER NOT NULL,
    PRIMARY KEY(fingerprint, name)) WITHOUT ROWID;
CREATE TABLE map(number INTEGER PRIMARY KEY CHECK(number = 1), header TEXT NOT NULL);
CREATE TABLE files(number INTEGER PRIMARY KEY, path TEXT NOT NULL, digest BLOB NOT NULL);
CREATE TABLE symbols(number INTEGER PRIMARY KEY, name TEXT NOT NULL, qualname TEXT NOT NULL);
CREATE TABLE graph_rows(
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, is_node INTEGER NOT NULL, kind TEXT NOT NULL,
    symbol INTEGER NOT NULL, file INTEGER NOT NULL, line INTEGER NOT NULL, col INTEGER NOT NULL,
    end_line INTEGER NOT NULL, target INTEGER, type TEXT);
"""

GRAPH_TABLES = ("files", "symbols", "graph_rows")

GRAPH_INDEXES = {
    "files_path": "CREATE INDEX files_path ON files(path)",
    "symbols_name": "CREATE INDEX symbols_name ON symbols(name)",
    "symbols_qualname": "CREATE INDEX symbols_qualname ON symbols(qualname)",
    "graph_rows_id": "CREATE INDEX graph_rows_id ON graph_rows(id)",
    "graph_rows_symbol": "CREATE INDEX graph_rows_symbol ON graph_rows(symbol)",
    "graph_rows_file": "CREATE INDEX graph_rows_file ON graph_rows(file)",
    "graph_rows_target": "CREATE INDEX graph_rows_target ON graph_rows(target) WHERE target IS NOT NULL",
}
"""Dropped before a whole map is written and made again afterwards: sorting once is cheaper than keeping order."""

_VIEWS = """
CREATE VIEW nodes(id, kind, name, qualname, file, line, col, end_line) AS
    SELECT r.id, r.kind, s.name, s.qualname, f.path, r.line, r.col, r.end_line
    FROM graph_rows r JOIN symbols s ON s.number = r.symbol JOIN files f ON f.number = r.file
    WHERE r.is_node;
CREATE VIEW edges(src, dst, type) AS
    SELECT r.id, t.id, r.type FROM graph_rows r JOIN graph_rows t ON t.number = r.target
    WHERE r.target IS NOT NULL;
CREATE VIEW name_index(qualname) AS
    SELECT DISTINCT s.qualname FROM symbols s JOIN graph_rows r ON r.number = s.number
    WHERE r.kind <> 'ref';
CREATE VIEW unresolved(id, kind, name, qualname, file, line, col, end_line) AS
    SELECT r.id, r.kind, s.name, s.qualname, f.path, r.line, r.col, r.end_line
    FROM graph_rows r JOIN symbols s ON s.number = r.symbol JOIN files f ON f.number = r.file
    WHERE r.target IS NULL AND r.kind = 'ref';
"""

_VERSION_1 = _TABLES + ";\n".join(GRAPH_INDEXES.values()) + ";" + _VIEWS

LADDER: tuple[str, ...] = (_VERSION_1,)
"""``LADDER[n]`` is the script that turns format ``n`` into format ``n + 1``; an empty file has format 0."""

OBJECTS = frozenset(
    (kind.lower(), name)
    for kind, name in re.findall(r"^ *CREATE (?:UNIQUE )?(TABLE|INDEX|VIEW) (\w+)", "\n".join(LADDER), re.MULTILINE)
)
"""Kind and name of everything that the newest format consists of."""


def migrate(connection: sqlite3.Connection, place: object, ladder: Sequence[str] = LADDER) -> None:
    """Bring the database up to the format that ``ladder`` ends in, in one transaction.

    ``place`` names the file in messages. Raises CrossbearingError for a newer format and for a database that somebody
    else made.
    """
    if _format(connection, place, ladder) == len(ladder):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have climbed while this one waited for the lock.
        for script in ladder[_format(connection, place, ladder) :]:
            for statement in _statements(script):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(ladder)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def _format(connection: sqlite3.Connection, place: object, ladder: Sequence[str]) -> int:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION_ID and (application or version or objects):
        raise CrossbearingError(f"{place} is a database of another program; name another build directory")
    if version > len(ladder):
        raise CrossbearingError(
            f"{place} has format {version} and this version of Crossbearing knows formats up to {len(ladder)}; "
            "upgrade Crossbearing or delete the file"
        )
    return int(version)


def _statements(script: str) -> list[str]:
    # executescript() would commit first, and a half-climbed ladder must never be visible.
    return [statement for statement in map(str.strip, script.split(";\n")) if statement]


def objects(connection: sqlite3.Connection) -> frozenset[tuple[str, str]]:
    """Kind and name of all tables, indexes, views and triggers but for those that SQLite makes itself."""
    return frozenset(connection.execute("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"))
