"""References and imports put together, in one order, each meaning once."""

from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import astuple, define

from crossbearing.model.arrays import distinct
from crossbearing.recon.assembly import INVOKE_THRESHOLD
from crossbearing.recon.references import UNRESOLVED, ImportTable, ReferenceTable

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

IMPORT = 0
"""Kind of an import; a reference has its number in ``REFERENCE_KINDS`` plus one."""
NO_SPELLING = -1


@define(eq=False)
class Uses:
    """One row for each meaning of each use of a name; the rows of one node stand together, the best first.

    A node is what is written at one place: ``spellings`` are positions in a sorted list of the names as written
    (:data:`NO_SPELLING` for imports), ``targets`` entities or ``UNRESOLVED``.
    """

    scopes: IntArray
    lines: IntArray
    columns: IntArray
    kinds: IntArray
    spellings: IntArray
    targets: IntArray

    def __len__(self) -> int:
        return len(self.scopes)

    def select(self, rows: npt.NDArray[Any]) -> "Uses":
        """The rows chosen by an index or mask."""
        return Uses(*(column[rows] for column in astuple(self, recurse=False)))

    def starts(self) -> BoolArray:
        """Which rows are the first of their node."""
        places, names = self.keys()
        return changes(places) | changes(names)

    def keys(self) -> tuple[IntArray, IntArray]:
        """Two numbers that are equal for rows of one node, and sort rows by scope, line, column, kind and spelling."""
        places = self.scopes * _span(self.lines) + self.lines
        names = (self.columns * _span(self.kinds) + self.kinds) * (_span(self.spellings) + 1) + self.spellings + 1
        return places, names


def merge_uses(references: ReferenceTable, imports: ImportTable) -> tuple[Uses, list[str]]:
    """Merge the tables, whatever the order of their rows; also return the names as written, sorted.

    A target without enough confidence for an edge counts as unresolved, and a node is unresolved only where none of its
    rows has a target.
    """
    spellings, numbers = _spellings(references)
    certain = references.confidence >= np.float32(INVOKE_THRESHOLD)
    uses = Uses(
        scopes=joined(imports.entities, references.entities),
        lines=joined(imports.lines, references.lines),
        columns=joined(imports.columns, references.columns),
        kinds=joined(np.full(len(imports), IMPORT), references.kinds.astype(np.int64) + 1),
        spellings=joined(np.full(len(imports), NO_SPELLING), numbers[references.name_numbers]),
        targets=joined(imports.targets, np.where(certain, references.targets, UNRESOLVED)),
    )
    confidence: npt.NDArray[np.float64] = np.concatenate((np.ones(len(imports)), references.confidence))
    places, names = uses.keys()
    order = np.lexsort((uses.targets, -confidence, uses.targets == UNRESOLVED, names, places))
    return _distinct(uses.select(order)), spellings


def joined(first: npt.NDArray[Any], second: npt.NDArray[Any]) -> IntArray:
    """Both arrays, one after the other, as 64-bit integers."""
    return np.concatenate((first, second)).astype(np.int64)


def changes(values: npt.NDArray[Any]) -> BoolArray:
    """Where a value differs from the one before it; true for the first."""
    result = np.ones(len(values), np.bool_)
    np.not_equal(values[1:], values[:-1], out=result[1:])
    return result


def readable(text: str) -> str:
    r"""The text itself, or with ``\udc80`` for what UTF-8 and so the database's text cannot hold."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def _spellings(references: ReferenceTable) -> tuple[list[str], IntArray]:
    """The distinct names in use, sorted, and for each of the table's names its place among them."""
    used = distinct(references.name_numbers)
    texts = [readable(references.names[number]) for number in used.tolist()]
    spellings = sorted(set(texts))
    places = {spelling: number for number, spelling in enumerate(spellings)}
    numbers = np.full(len(references.names), NO_SPELLING, np.int64)
    numbers[used] = [places[text] for text in texts]
    return spellings, numbers


def _distinct(uses: Uses) -> Uses:
    """Keep each target of a node once, and an unresolved row only where the node has nothing else."""
    starts = uses.starts()
    nodes = np.cumsum(starts)
    by_target = np.lexsort((uses.targets, nodes))
    repeated = np.zeros(len(uses), np.bool_)
    repeated[by_target] = ~(changes(nodes[by_target]) | changes(uses.targets[by_target]))
    return uses.select(~repeated & (starts | (uses.targets != UNRESOLVED)))


def _span(values: IntArray) -> int:
    return int(values.max(initial=0)) + 1
