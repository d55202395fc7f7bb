"""Numbers that only ever grow: they put things in order where others would ask a clock."""

import sqlite3


def next_count(connection: sqlite3.Connection, name: str) -> int:
    """Advance a counter of the store, starting at 1, and return its new value."""
    connection.execute(
        "INSERT INTO counters(name, value) VALUES(?, 1) ON CONFLICT(name) DO UPDATE SET value = value + 1", (name,)
    )
    (value,) = connection.execute("SELECT value FROM counters WHERE name = ?", (name,)).fetchone()
    return int(value)
