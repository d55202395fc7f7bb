"""Go's cover profile (``go test -run '^TestX$' -coverprofile TestX.out``): one file is one test."""

import re
from pathlib import Path

from crossbearing.dynamic.importers.tables import Table, stem
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.spectrum import MAX_LINE

_BLOCK = re.compile(r"(.+):(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)")
_LONGEST_BLOCK = 100_000


def read_go(path: Path) -> Table:
    """Read the lines of blocks that were executed."""
    found: dict[str, set[int]] = {}
    with path.open(encoding="utf-8", errors="surrogateescape") as text:
        for number, row in enumerate(text, 1):
            if row.startswith(("mode:", "\ufeffmode:")) or not row.strip():
                continue
            block = _BLOCK.fullmatch(row.strip())
            if block is None:
                raise CrossbearingError(f"line {number} is no block of a cover profile")
            first, last = int(block[2]), int(block[3])
            if int(block[4]) and last <= MAX_LINE and last - first <= _LONGEST_BLOCK:
                found.setdefault(block[1], set()).update(range(first, last + 1))
    return {stem(path): found}
