"""LCOV's tracefile: ``TN:`` names the test of the records that follow; without one, the file does."""

from pathlib import Path

from crossbearing.dynamic.importers.tables import Table, add, stem


def read_lcov(path: Path) -> Table:
    """Read the lines of ``DA:line,hits`` records with at least one hit."""
    table: Table = {}
    test, file = "", ""
    with path.open(encoding="utf-8", errors="surrogateescape") as text:
        for row in text:
            kind, _, value = row.strip().partition(":")
            if kind == "TN":
                test = value.split(",")[0].strip()
            elif kind == "SF":
                file = value
                table.setdefault(test or stem(path), {})
            elif kind == "DA" and file:
                line, hits = value.split(",")[:2]
                if float(hits) > 0:
                    add(table, test or stem(path), file, int(line))
            elif kind == "end_of_record":
                file = ""
    return table
