"""What every reader returns, and what several of them share."""

import json
from pathlib import Path
from typing import Any

from crossbearing.model.errors import CrossbearingError

Table = dict[str, dict[str, set[int]]]
"""The lines executed, by test and by path as the tool wrote it."""


def stem(path: Path) -> str:
    """The test that a file of one test's coverage is named after: ``com.shop.CartTest#total.xml`` without its end."""
    name = path.name
    for suffix in (".xml", ".json", ".info", ".lcov", ".out", ".cov", ".coverage"):
        name = name.removesuffix(suffix)
    return name


def add(table: Table, test: str, file: str, line: int) -> None:
    """Note one executed line."""
    table.setdefault(test, {}).setdefault(file, set()).add(line)


def read_object(path: Path) -> dict[str, Any]:
    """A JSON file that holds an object."""
    try:
        data = json.loads(path.read_bytes())
    except RecursionError:
        raise CrossbearingError("it is nested too deeply") from None
    if not isinstance(data, dict):
        raise CrossbearingError("it holds no JSON object")
    return data
