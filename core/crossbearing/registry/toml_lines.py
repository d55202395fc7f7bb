"""The line of a key in a TOML text.

TOML parsers give no positions for keys, so the parser itself is asked: a key is introduced by the first statement
without which the text before it lacks the key. The search halves the text, so it costs a handful of parses, and it
runs only where there is an error to report.
"""

import tomllib
from collections.abc import Sequence
from typing import Any

Path = Sequence[str]


def line_of(text: str, path: Path, needle: str = "") -> int:
    """Return the line (from 1) of the statement that introduces ``path`` in ``text``, which must be valid TOML.

    With ``needle``, the line inside that statement where the needle first stands, if it does. Of a path that is not
    there, the longest part that is counts; line 1 where nothing is.
    """
    # Not splitlines(): to TOML, \x85 and U+2028 end no line.
    lines = [f"{line}\n" for line in text.split("\n")]
    data = tomllib.loads(text)
    while path and not _holds(data, path):
        path = path[:-1]
    if not path:
        return 1
    first, end = _statement(lines, path)
    return next((number + 1 for number in range(first, end) if needle and needle in lines[number]), first + 1)


def _statement(lines: list[str], path: Path) -> tuple[int, int]:
    """Return the range of lines of the statement that introduces ``path``."""
    # Every statement starts with a line that holds "[" first or "=" somewhere; text may be cut before such a line.
    cuts = [number for number, line in enumerate(lines) if "=" in line or line.lstrip().startswith("[")]
    cuts.append(len(lines))
    low, high = 0, len(cuts) - 1
    while (found := _parsed_between(lines, cuts, low, high)) is not None:
        middle, data = found
        low, high = (low, middle) if _holds(data, path) else (middle, high)
    return cuts[low], cuts[high]


def _parsed_between(lines: list[str], cuts: list[int], low: int, high: int) -> tuple[int, dict[str, Any]] | None:
    """Return the cut nearest to the middle that does not fall inside a statement, with what stands before it."""
    middle = (low + high) // 2
    for index in (*range(max(middle, low + 1), high), *range(middle - 1, low, -1)):
        try:
            return index, tomllib.loads("".join(lines[: cuts[index]]))
        except tomllib.TOMLDecodeError:
            continue
    return None


def _holds(data: Any, path: Path) -> bool:
    for key in path:
        if not isinstance(data, dict) or key not in data:
            return False
        data = data[key]
    return True
