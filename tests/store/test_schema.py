"""The ladder of migrations: older files climb it, newer and foreign ones are refused."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from crossbearing.model.errors import CrossbearingError
from crossbearing.store import Store
from crossbearing.store.schema import APPLICATION_ID, LADDER, OBJECTS, migrate, objects

OLD = ("CREATE TABLE colours(name TEXT);\n",)
NEW = (
    *OLD,
    "ALTER TABLE colours ADD COLUMN red INTEGER NOT NULL DEFAULT 0;\n"
    "UPDATE colours SET red = 255 WHERE name = 'red';\n",
    "CREATE INDEX colours_red ON colours(red);\n",
)


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    opened = sqlite3.connect(":memory:", isolation_level=None)
    yield opened
    opened.close()


def version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_empty_file_climbs_the_whole_ladder(connection: sqlite3.Connection) -> None:
    migrate(connection, "x.db")
    assert version(connection) == len(LADDER)
    assert objects(connection) == OBJECTS


def test_older_file_climbs_the_rest_and_keeps_its_rows(connection: sqlite3.Connection) -> None:
    migrate(connection, "x.db", OLD)
    connection.execute("INSERT INTO colours VALUES('red'), ('green')")
    migrate(connection, "x.db", NEW)
    assert version(connection) == 3
    assert connection.execute("SELECT * FROM colours").fetchall() == [("red", 255), ("green", 0)]


def test_top_of_the_ladder_is_left_alone(connection: sqlite3.Connection) -> None:
    migrate(connection, "x.db", NEW)
    before = connection.total_changes
    migrate(connection, "x.db", NEW)
    assert connection.total_changes == before


def test_failing_step_leaves_the_older_format(connection: sqlite3.Connection) -> None:
    migrate(connection, "x.db", OLD)
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, "x.db", (*OLD, "CREATE TABLE shapes(name TEXT);\nCREATE TABLE colours(name TEXT);\n"))
    assert version(connection) == 1
    assert objects(connection) == {("table", "colours")}


def test_newer_file_is_refused(build_dir: Path) -> None:
    with Store.open(build_dir):
        pass
    with sqlite3.connect(build_dir / "recon.db") as connection:
        connection.execute(f"PRAGMA user_version = {len(LADDER) + 1}")
    connection.close()
    content = (build_dir / "recon.db").read_bytes()
    with pytest.raises(CrossbearingError, match=rf"format {len(LADDER) + 1}.*up to {len(LADDER)}; upgrade"):
        Store.open(build_dir)
    assert (build_dir / "recon.db").read_bytes() == content


def test_database_of_another_program_is_refused(build_dir: Path) -> None:
    build_dir.mkdir()
    with sqlite3.connect(build_dir / "recon.db") as connection:
        connection.execute("CREATE TABLE precious(thing TEXT)")
    connection.close()
    with pytest.raises(CrossbearingError, match="another program"):
        Store.open(build_dir)
    with sqlite3.connect(build_dir / "recon.db") as connection:
        assert objects(connection) == {("table", "precious")}
    connection.close()


def test_our_mark_is_in_the_header(build_dir: Path) -> None:
    with Store.open(build_dir):
        pass
    header = (build_dir / "recon.db").read_bytes()[:100]
    assert int.from_bytes(header[68:72], "big") == APPLICATION_ID
