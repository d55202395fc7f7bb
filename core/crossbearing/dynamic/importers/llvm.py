"""``llvm-cov export`` (clang, rustc, swiftc) and cargo-tarpaulin's JSON: one file is one test."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from crossbearing.dynamic.importers.tables import Table, read_object, stem
from crossbearing.model.spectrum import MAX_LINE

_LONGEST_REGION = 100_000


def read_llvm(path: Path) -> Table:
    """Read the lines inside of regions with a count; a segment holds from its line to the next segment's."""
    found: dict[str, set[int]] = {}
    for part in read_object(path)["data"]:
        for file in part["files"]:
            found.setdefault(str(file["filename"]), set()).update(_lines(file.get("segments", ())))
    return {stem(path): found}


def _lines(segments: Sequence[Sequence[Any]]) -> Iterator[int]:
    """``[line, column, count, has_count, is_region_entry, …]``; a segment that ends where the next line begins."""
    for number, (line, _, count, has_count, *_) in enumerate(segments):
        if not has_count or not count:
            continue
        last = line
        if number + 1 < len(segments):
            following, column = segments[number + 1][:2]
            last = following if column > 1 or following == line else following - 1
        if last <= MAX_LINE and last - line <= _LONGEST_REGION:
            yield from range(int(line), int(last) + 1)


def read_tarpaulin(path: Path) -> Table:
    """Read the traces with at least one hit."""
    found: dict[str, set[int]] = {}
    for file in read_object(path)["files"]:
        name = "/".join(str(part).strip("/") for part in file["path"])
        hit = {int(trace["line"]) for trace in file["traces"] if trace["stats"].get("Line", 0) > 0}
        found.setdefault(name, set()).update(hit)
    return {stem(path): found}
