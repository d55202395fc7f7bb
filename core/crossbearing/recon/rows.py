"""The tables of uses and imports while they are under way: what linking says of each reference, put together once.

References are numbered through all files in the order in which their files are linked. Most of a file's references
repeat what another one says: they share an *answer*, some rows that are written down once.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import count, repeat
from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import define, field

from crossbearing.model.facts import Reference
from crossbearing.recon.codec import Records
from crossbearing.recon.references import ImportTable, Int32Array, ReferenceTable

Row = tuple[int, tuple[int, float]]
"""A kind of reference, a target entity (or ``UNRESOLVED``) and the confidence in it."""
Rows = tuple[Row, ...]


def column_of(rows: Sequence[Reference], name: str) -> Iterable[Any]:
    """One field of all references of a file, without making an object of each."""
    if isinstance(rows, Records):
        return rows.column(name)
    return [getattr(row, name) for row in rows]


def _integers() -> "array[int]":
    return array("i")


@define(eq=False)
class UseRows:
    """Rows of the reference table under way.

    Answer ``a`` consists of rows ``starts[a]`` to ``starts[a + 1] - 1`` of ``kinds``, ``targets`` and ``confidence``;
    use ``u`` of reference ``uses[u]`` has the answer ``answers[u]``.
    """

    entities: "array[int]" = field(factory=_integers)
    lines: "array[int]" = field(factory=_integers)
    columns: "array[int]" = field(factory=_integers)
    names: "array[int]" = field(factory=_integers)
    uses: "array[int]" = field(factory=_integers)
    answers: "array[int]" = field(factory=_integers)
    starts: "array[int]" = field(factory=lambda: array("i", [0]))
    kinds: "array[int]" = field(factory=lambda: array("B"))
    targets: "array[int]" = field(factory=_integers)
    confidence: "array[float]" = field(factory=lambda: array("f"))
    _spellings: dict[str, int] = field(factory=lambda: defaultdict(count().__next__))
    _known: dict[Rows, int] = field(factory=dict)

    def __len__(self) -> int:
        """The number of references so far."""
        return len(self.entities)

    def answer(self, rows: Rows) -> int:
        """The number of the answer that has these rows."""
        number = self._known.get(rows)
        if number is None:
            number = self._known[rows] = len(self.starts) - 1
            for kind, (target, confidence) in rows:
                self.kinds.append(kind)
                self.targets.append(target)
                self.confidence.append(confidence)
            self.starts.append(len(self.kinds))
        return number

    def add_file(self, references: Sequence[Reference], answers: Iterable[int], first: int) -> None:
        """Add the references of a file and the answers to them; ``first`` is the entity of its first definition."""
        number = len(self)
        numbers = (np.array(column_of(references, name), np.int32) for name in ("scope", "line", "column"))
        for column, values in zip((self.entities, self.lines, self.columns), numbers, strict=True):
            column.frombytes((values + np.int32(first if column is self.entities else 0)).tobytes())
        self.names.extend(map(self._spellings.__getitem__, column_of(references, "name")))
        self.uses.frombytes(np.arange(number, len(self), dtype=np.int32).tobytes())
        self.answers.extend(answers)

    def add(self, references: Sequence[int], rows: Rows) -> None:
        """Add one more answer to what is said of some references."""
        self.uses.extend(references)
        self.answers.extend(repeat(self.answer(rows), len(references)))

    def table(self) -> ReferenceTable:
        """The rows in the order of the references; those of one reference in the order in which they came."""
        uses, rows = self._expanded()
        numbers, names = self._used_names(np.frombuffer(self.names, np.int32)[uses])
        return ReferenceTable(
            entities=np.frombuffer(self.entities, np.int32)[uses],
            lines=np.frombuffer(self.lines, np.int32)[uses],
            columns=np.frombuffer(self.columns, np.int32)[uses],
            name_numbers=numbers,
            names=names,
            kinds=np.frombuffer(self.kinds, np.uint8)[rows],
            targets=np.frombuffer(self.targets, np.int32)[rows],
            confidence=np.frombuffer(self.confidence, np.float32)[rows],
        )

    def _expanded(self) -> tuple[Int32Array, Int32Array]:
        """For each row of each reference the reference, and the row among those of all answers."""
        uses, answers = np.frombuffer(self.uses, np.int32), np.frombuffer(self.answers, np.int32)
        order = np.argsort(uses, kind="stable")
        uses, answers = uses[order], answers[order]
        starts = np.frombuffer(self.starts, np.int32)
        counts = np.diff(starts)[answers]
        ends = np.cumsum(counts, dtype=np.int32)
        rows = np.repeat(starts[answers] - ends + counts, counts)
        rows += np.arange(len(rows), dtype=np.int32)
        return np.repeat(uses, counts), rows

    def _used_names(self, numbers: Int32Array) -> tuple[Int32Array, list[str]]:
        """The numbers of names without those that no row has."""
        used: npt.NDArray[np.bool_] = np.zeros(len(self._spellings), np.bool_)
        used[numbers] = True
        places = (np.cumsum(used) - 1).astype(np.int32)
        names = list(self._spellings)
        return places[numbers], [names[number] for number in np.flatnonzero(used).tolist()]


@define(eq=False)
class ImportRows:
    """Rows of the import table under way."""

    rows: list[tuple[int, int, int, int]] = field(factory=list)

    def table(self) -> ImportTable:
        """All rows, in the order in which they came."""
        columns = np.array(self.rows, np.int32).reshape(-1, 4)
        return ImportTable(*(np.ascontiguousarray(column) for column in columns.T))
