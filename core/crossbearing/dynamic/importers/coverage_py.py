"""coverage.py's data file (SQLite): the lines of each dynamic context, from line numbers or from arcs."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from crossbearing.dynamic.importers.tables import Table
from crossbearing.model.errors import CrossbearingError

_PHASES = ("|setup", "|run", "|call", "|teardown")
_LARGEST_BITS = 2_000_000


def read_coverage_py(path: Path) -> Table:
    """Read all contexts that have a name; pytest-cov's phases of a test (``|run``) are one test.

    Raises :class:`CrossbearingError` where the file holds no contexts: record them with
    ``coverage run --context`` or ``dynamic_context = test_function``, or ``pytest --cov-context=test``.
    """
    table: Table = {}
    uri = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
    try:
        connection = sqlite3.connect(uri, uri=True)
        try:
            _read(connection, table)
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise CrossbearingError(f"it is no data of coverage.py: {error}") from error
    if not table:
        raise CrossbearingError(
            "it holds no contexts; record them with pytest --cov-context=test, or dynamic_context = test_function"
        )
    return table


def _read(connection: sqlite3.Connection, table: Table) -> None:
    files = dict(connection.execute("select id, path from file"))
    contexts = {number: test_of(str(name)) for number, name in connection.execute("select id, context from context")}
    for file, context, bits in connection.execute("select file_id, context_id, numbits from line_bits"):
        if contexts.get(context) and isinstance(bits, bytes) and len(bits) <= _LARGEST_BITS:
            table.setdefault(contexts[context], {}).setdefault(str(files[file]), set()).update(numbers_of(bits))
    for file, context, start, end in connection.execute("select file_id, context_id, fromno, tono from arc"):
        if contexts.get(context):
            own = table.setdefault(contexts[context], {}).setdefault(str(files[file]), set())
            own.update(line for line in (start, end) if isinstance(line, int) and line > 0)


def test_of(context: str) -> str:
    """The test that a context belongs to."""
    for phase in _PHASES:
        context = context.removesuffix(phase)
    return context


def numbers_of(bits: bytes) -> Iterable[int]:
    """The numbers that a *numbits* blob holds: bit ``i`` of byte ``n`` stands for ``8 n + i``."""
    return [byte * 8 + bit for byte, value in enumerate(bits) if value for bit in range(8) if value >> bit & 1]


def read_contexts(path: Path, roots: tuple[Path, ...]) -> Table:
    """The same for data of a run of our own, with paths relative to the first of ``roots`` that holds them."""
    found: Table = {}
    for test, files in read_coverage_py(path).items():
        for name, lines in files.items():
            place = Path(name)
            root = next((root for root in roots if place.is_relative_to(root)), None)
            if root is not None:
                found.setdefault(test, {})[place.relative_to(root).as_posix()] = lines
    return found
