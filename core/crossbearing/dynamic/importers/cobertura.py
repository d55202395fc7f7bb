"""Cobertura's XML (also of coverage.py, coverlet, gcovr, PHPUnit): one file is one test, named after the file."""

from pathlib import Path

from crossbearing.dynamic.importers.tables import Table, add, stem
from crossbearing.dynamic.importers.xml import elements


def read_cobertura(path: Path) -> Table:
    """Read the executed lines of each class's file."""
    table: Table = {stem(path): {}}
    file = ""
    for _, name, attributes in elements(path):
        if name == "class":
            file = attributes.get("filename", "")
        elif name == "line" and file and int(attributes.get("hits", "0")) > 0:
            add(table, stem(path), file, int(attributes["number"]))
    return table
