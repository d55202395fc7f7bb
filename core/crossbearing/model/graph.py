"""The code graph as localization reads it: entities and the edges between them, in compact arrays.

The line-level graph of the specification (reference nodes included) lives in the store, behind the views ``nodes``,
``edges`` and ``name_index``; this is its projection on definitions. An *entity* is an index ``0 .. n-1``; entities are
sorted by file, then position, and each file contributes one ``module`` entity before its definitions.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt
from attrs import define, field

from crossbearing.model.arrays import distinct

EntityKind = Literal["module", "class", "function", "method", "variable"]
EdgeType = Literal["invoke", "contain", "import", "inherit"]

IntArray = npt.NDArray[np.int32]


@define(slots=False, eq=False, repr=False)
class Edges:
    """Directed edges of one type between entities, kept in compressed sparse rows in both directions."""

    sources: IntArray
    targets: IntArray
    entity_count: int

    def successors(self, entity: int) -> IntArray:
        """The distinct targets of edges that leave ``entity``, ascending."""
        offsets, targets = self._forward
        return targets[offsets[entity] : offsets[entity + 1]]

    def predecessors(self, entity: int) -> IntArray:
        """The distinct sources of edges that reach ``entity``, ascending."""
        offsets, sources = self._backward
        return sources[offsets[entity] : offsets[entity + 1]]

    def __len__(self) -> int:
        return len(self.sources)

    @cached_property
    def _forward(self) -> tuple[IntArray, IntArray]:
        return _compress(self.sources, self.targets, self.entity_count)

    @cached_property
    def _backward(self) -> tuple[IntArray, IntArray]:
        return _compress(self.targets, self.sources, self.entity_count)


@define(slots=False, eq=False, repr=False)
class CodeGraph:
    """Entities as parallel columns, and their edges.

    ``invoke`` leads from the entity that holds a call or reference to the definition meant, ``import`` from the
    importing module entity to the module or definition imported, ``contain`` from a definition to its enclosing scope,
    ``inherit`` from a class to its base class. Lines count from 1, columns from 0; ``start_lines`` include decorators.
    """

    files: list[str]
    file_index: IntArray
    names: list[str]
    qualnames: list[str]
    kinds: list[EntityKind]
    lines: IntArray
    columns: IntArray
    start_lines: IntArray
    end_lines: IntArray
    parents: IntArray
    signatures: list[str]
    docstrings: list[str]
    roles: list[str]
    edges: dict[EdgeType, Edges] = field(factory=dict)

    def __len__(self) -> int:
        return len(self.names)

    def file(self, entity: int) -> str:
        """The path of the file that defines ``entity``."""
        return self.files[int(self.file_index[entity])]

    def role(self, entity: int) -> str:
        """The role of the entity's file: source, test, docs, example, generated or vendored."""
        return self.roles[int(self.file_index[entity])]

    def module_of(self, entity: int) -> int:
        """The module entity of the file that defines ``entity``."""
        return int(self._module_entities[self.file_index[entity]])

    def module_of_file(self, path: str) -> int | None:
        """The module entity of ``path``, or None where the file is not in the graph."""
        index = self._file_numbers.get(path)
        return None if index is None else int(self._module_entities[index])

    def entities_of_file(self, path: str) -> range:
        """All entities of a file, its module entity first; empty where the file is not in the graph."""
        index = self._file_numbers.get(path)
        if index is None:
            return range(0)
        starts = self._module_entities
        return range(int(starts[index]), int(starts[index + 1]) if index + 1 < len(starts) else len(self))

    def enclosing(self, path: str, line: int) -> int | None:
        """The innermost entity whose lines include ``line``; None where the file is not in the graph."""
        best: int | None = None
        for entity in self.entities_of_file(path):
            inside = self.start_lines[entity] <= line <= self.end_lines[entity]
            if best is None or (inside and self.start_lines[entity] >= self.start_lines[best]):
                best = entity
        return best

    def named(self, name: str) -> list[int]:
        """Entities that ``name`` means: equal to, or a dotted suffix of, their qualified name (``Parser.peek``)."""
        last = name.rsplit(".", 1)[-1]
        suffix = f".{name}"
        return [
            entity
            for entity in self._by_name.get(last, ())
            if self.qualnames[entity] == name or self.qualnames[entity].endswith(suffix)
        ]

    def resolve_path(self, printed: str) -> str | None:
        """The project file that a path printed in a trace or an issue means, or None.

        The file with most trailing parts in common wins (then the shortest, then the first by name), and at least two
        have to agree: ``/home/me/app/core/io.py`` means ``core/io.py``, and so does ``core/io.py`` written short for
        ``src/app/core/io.py``, but ``/usr/lib/io.py`` means neither. A bare name means a file of that name at the root,
        or the only file of that name.
        """
        parts = [part for part in printed.replace("\\", "/").split("/") if part not in ("", ".", "..", "~")]
        files = self._by_basename.get(parts[-1], ()) if parts else ()
        if len(parts) == 1:
            if parts[0] in files:
                return parts[0]
            return files[0] if len(files) == 1 else None
        common = {file: _common_tail(parts, file.split("/")) for file in files}
        best = max(common.values(), default=0)
        if best < 2:
            return None
        return min((file for file in files if common[file] == best), key=lambda file: (file.count("/"), file))

    def hops(
        self,
        sources: Iterable[int],
        types: tuple[EdgeType, ...] = ("invoke", "import", "contain"),
        limit: int = 10,
    ) -> tuple[IntArray, IntArray]:
        """Edges from the nearest of ``sources`` to every entity, in either direction, and which source that is.

        Entities further away than ``limit`` have -1 in both arrays. Of several nearest sources the first is named.
        """
        pairs = [(edges.sources, edges.targets) for name in types if (edges := self.edges.get(name))]
        starts = np.concatenate([end for pair in pairs for end in pair] or [np.empty(0, np.int32)])
        ends = np.concatenate([end for pair in pairs for end in reversed(pair)] or [np.empty(0, np.int32)])
        distances = np.full(len(self), -1, np.int32)
        origins = np.full(len(self), len(self), np.int32)
        roots = np.fromiter(sources, np.int64)
        distances[roots] = 0
        origins[roots] = roots
        for distance in range(1, limit + 1):
            step = (distances[starts] == distance - 1) & (distances[ends] < 0)
            if not step.any():
                break
            np.minimum.at(origins, ends[step], origins[starts[step]])
            distances[ends[step]] = distance
        origins[distances < 0] = -1
        return distances, origins

    def children(self, entity: int) -> IntArray:
        """Definitions directly inside ``entity``."""
        return self.edges["contain"].predecessors(entity)

    def neighbours(self, entity: int, types: tuple[EdgeType, ...] = ("invoke", "import", "contain")) -> Iterator[int]:
        """Entities one edge away in either direction, by type, then direction, then index; may repeat."""
        for edge_type in types:
            if edges := self.edges.get(edge_type):
                yield from edges.successors(entity).tolist()
                yield from edges.predecessors(entity).tolist()

    @cached_property
    def _by_name(self) -> dict[str, list[int]]:
        index: dict[str, list[int]] = {}
        for entity, qualname in enumerate(self.qualnames):
            index.setdefault(qualname.rsplit(".", 1)[-1], []).append(entity)
        return index

    @cached_property
    def _file_numbers(self) -> dict[str, int]:
        return {path: number for number, path in enumerate(self.files)}

    @cached_property
    def _by_basename(self) -> dict[str, list[str]]:
        index: dict[str, list[str]] = {}
        for path in self.files:
            index.setdefault(path.rsplit("/", 1)[-1], []).append(path)
        return index

    @cached_property
    def _module_entities(self) -> IntArray:
        return np.searchsorted(self.file_index, np.arange(len(self.files))).astype(np.int32)


def _common_tail(left: list[str], right: list[str]) -> int:
    count = 0
    for one, other in zip(reversed(left), reversed(right), strict=False):
        if one != other:
            break
        count += 1
    return count


def _compress(keys: IntArray, values: IntArray, count: int) -> tuple[IntArray, IntArray]:
    # One integer a pair: NumPy sorts integers many times faster than rows.
    heads, tails = np.divmod(distinct(keys.astype(np.int64) * count + values), max(1, count))
    offsets = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(heads, minlength=count), out=offsets[1:])
    return offsets, tails.astype(np.int32)
