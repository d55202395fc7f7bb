"""Maps of a few rows for tests of the store; a map's number shows in everything it holds."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np

from crossbearing.store import ROW_BITS, GraphRow, MapHeader, Store, StoredMap, Symbol


def fingerprint(number: int) -> str:
    return f"{number:064x}"


class SmallTables:
    """Rows of files that hold ``size`` functions each, and one call from each function to the first of its file."""

    def __init__(self, names: list[str], size: int) -> None:
        self.names = names
        self.size = size

    @property
    def paths(self) -> list[str]:
        return [f"{name}.py" for name in self.names]

    def digest(self, file: int) -> bytes:
        return f"{file} {self.names[file]} {self.size}".encode()

    def row_count(self, file: int) -> int:
        return 2 * self.size + 1

    def symbols(self, first: int, last: int) -> Iterator[Symbol]:
        for file in range(first, last):
            name, number = self.names[file], file << ROW_BITS
            yield number, name, name
            yield from ((number + i, f"f{i}", f"{name}.f{i}") for i in range(1, self.size + 1))

    def rows(self, first: int, last: int) -> Iterator[GraphRow]:
        for file in range(first, last):
            name, number, size = self.names[file], file << ROW_BITS, self.size
            yield number, f"{name}:1", 1, "def", number, file, 1, 0, 1, None, None
            for i in range(1, size + 1):
                yield number + i, f"{name}.f{i}:{i}", 1, "function", number + i, file, i, 0, i, number, "contain"
            for i in range(1, size + 1):
                row = number + size + i
                yield row, f"{name}.f{i}:{i}:4", 1, "ref", number + 1, file, i, 4, i, number + 1, "invoke"


def small_map(number: int, size: int = 3, names: Iterable[str] = ()) -> StoredMap:
    """A map of one file named after its number, or of files with given names."""
    tables = SmallTables([*names] or [f"map{number}"], size)
    files = len(tables.names)
    return StoredMap(
        MapHeader(fingerprint(number), "small", f"revision {number}", files, files * (2 * size + 1), files * 2 * size),
        tables,
        dict.fromkeys(("graph", "index"), lambda: {"number": np.full(1000, number, np.int32)}),
    )


def views(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of the specification's views, read by a plain SQLite client."""
    mode = "mode=ro" if os.access(path.parent, os.W_OK) else "immutable=1"
    with closing(sqlite3.connect(f"file:{path}?{mode}", uri=True)) as connection:
        connection.execute("BEGIN")
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr)
            for name in ("nodes", "edges", "name_index", "unresolved")
        }


def check_whole(store: Store, *, may_be_empty: bool = False) -> int | None:
    """Assert that the current map is whole; return its number, or None where there is none."""
    header = store.current()
    if header is None:
        assert may_be_empty
        return None
    number = int(header.fingerprint, 16)
    rows = views(store.build_dir / "recon.db")
    assert len(rows["nodes"]) == header.nodes
    assert len(rows["edges"]) == header.edges
    assert {row[4] for row in rows["nodes"]} == {f"map{number}.py"}
    for name in ("graph", "index"):
        arrays = store.load_artifact(header.fingerprint, name)
        assert arrays is not None
        assert set(arrays["number"].tolist()) == {number}
    return number
