"""Line-level uses of the code graph: what linking found out about each reference and each import statement.

:class:`~crossbearing.model.graph.CodeGraph` keeps edges between entities; these tables keep the place in the code that
each edge comes from, and the names that resolved to nothing. The store shows both as the ``ref`` nodes of the
reconnaissance specification (§3.2). Hundreds of thousands of rows are normal, so they are parallel arrays.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import define, field

from crossbearing.model.facts import ReferenceKind

REFERENCE_KINDS: tuple[ReferenceKind, ...] = ("call", "read", "base", "decorator")
"""What :attr:`ReferenceTable.kinds` counts: the index of a kind in this tuple."""

UNRESOLVED = -1
"""The target of a reference whose name could not be resolved at all."""

Int32Array = npt.NDArray[np.int32]
UInt8Array = npt.NDArray[np.uint8]
Float32Array = npt.NDArray[np.float32]


_REFERENCE_COLUMNS = ("entities", "lines", "columns", "name_numbers", "kinds", "targets", "confidence")


def _no_integers() -> Int32Array:
    return np.empty(0, np.int32)


@define(eq=False, repr=False)
class ReferenceTable:
    """Uses of names, in any order: row ``i`` stands inside entity ``entities[i]`` at ``lines[i]``, ``columns[i]``.

    ``names[name_numbers[i]]`` is the dotted name as written. ``targets[i]`` is the entity meant or
    :data:`UNRESOLVED`; a reference that may mean several entities has one row for each, equal in everything else.
    ``confidence`` is between 0 and 1. Names that resolve to builtins, the standard library or third-party code have no
    row at all. Lines count from 1, columns from 0.
    """

    entities: Int32Array = field(factory=_no_integers)
    lines: Int32Array = field(factory=_no_integers)
    columns: Int32Array = field(factory=_no_integers)
    name_numbers: Int32Array = field(factory=_no_integers)
    names: list[str] = field(factory=list)
    kinds: UInt8Array = field(factory=lambda: np.empty(0, np.uint8))
    targets: Int32Array = field(factory=_no_integers)
    confidence: Float32Array = field(factory=lambda: np.empty(0, np.float32))

    def __len__(self) -> int:
        return len(self.entities)

    def select(self, rows: npt.NDArray[Any] | slice) -> "ReferenceTable":
        """The rows chosen by an index, mask or slice."""
        columns = {name: getattr(self, name)[rows] for name in _REFERENCE_COLUMNS}
        return ReferenceTable(names=self.names, **columns)


@define(eq=False, repr=False)
class ImportTable:
    """Imports that lead to project code, in any order: one row for each imported module or definition.

    Row ``i`` is an import statement inside entity ``entities[i]`` (the module entity at the top level) at
    ``lines[i]``, ``columns[i]``; ``targets[i]`` is the entity it leads to. Imports of anything else have no row.
    """

    entities: Int32Array = field(factory=_no_integers)
    lines: Int32Array = field(factory=_no_integers)
    columns: Int32Array = field(factory=_no_integers)
    targets: Int32Array = field(factory=_no_integers)

    def __len__(self) -> int:
        return len(self.entities)

    def select(self, rows: npt.NDArray[Any] | slice) -> "ImportTable":
        """The rows chosen by an index, mask or slice."""
        return ImportTable(self.entities[rows], self.lines[rows], self.columns[rows], self.targets[rows])
