"""Istanbul's ``coverage-final.json`` (nyc, c8, Jest, Vitest): one file is one test; a statement is its first line."""

from pathlib import Path

from crossbearing.dynamic.importers.tables import Table, add, read_object, stem
from crossbearing.model.errors import CrossbearingError


def read_istanbul(path: Path) -> Table:
    """Read the lines on which executed statements begin."""
    table: Table = {stem(path): {}}
    for name, file in read_object(path).items():
        if not isinstance(file, dict) or "statementMap" not in file or "s" not in file:
            raise CrossbearingError(f"{name!r} has no statements: this is not Istanbul's coverage")
        for key, place in file["statementMap"].items():
            if file["s"].get(key, 0) > 0:
                add(table, stem(path), str(file.get("path", name)), int(place["start"]["line"]))
    return table
