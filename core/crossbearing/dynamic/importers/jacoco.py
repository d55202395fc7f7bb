"""JaCoCo's XML report: one file is one test, named after the file (``com.shop.CartTest#total.xml``)."""

from pathlib import Path

from crossbearing.dynamic.importers.tables import Table, add, stem
from crossbearing.dynamic.importers.xml import elements


def read_jacoco(path: Path) -> Table:
    """Read the lines of source files of which at least one instruction was executed."""
    table: Table = {stem(path): {}}
    package = file = ""
    for _, name, attributes in elements(path):
        if name == "package":
            package = attributes.get("name", "")
        elif name == "sourcefile":
            file = f"{package}/{attributes.get('name', '')}".lstrip("/")
        elif name == "line" and file and int(attributes.get("ci", "0")) > 0:
            add(table, stem(path), file, int(attributes["nr"]))
    return table
