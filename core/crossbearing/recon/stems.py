"""What the ids of entities start with: the qualified name, and the path where several files define it.

A large project has millions of them, nearly all of which are put together from what is there; only those that could be
taken for another one, or for an id, are written down.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

import numpy as np
import numpy.typing as npt
from attrs import define

from crossbearing.model.graph import CodeGraph
from crossbearing.recon.uses import BoolArray, IntArray, changes, readable

_ENDS_LIKE_AN_ID = re.compile(r":[0-9]+$")


@define(eq=False)
class Stems:
    """The stems of a graph's entities.

    Entities with equal stems have equal ``numbers``. ``is_shared`` marks those whose name several files define, ``odd``
    has the stems that are not simply composed.
    """

    graph: CodeGraph
    paths: Sequence[str]
    numbers: IntArray
    is_shared: BoolArray
    odd: Mapping[int, str]

    @classmethod
    def of(cls, graph: CodeGraph) -> "Stems":
        """Tell the qualified names of a graph apart."""
        paths = list(map(readable, graph.files))
        known: dict[str, int] = defaultdict(count().__next__)
        names = np.fromiter(map(known.__getitem__, map(readable, graph.qualnames)), np.int64, len(graph))
        files = graph.file_index.astype(np.int64)
        pairs = np.sort(names * len(paths) + files)
        pairs = pairs[changes(pairs)] // max(1, len(paths))
        is_shared_name = np.bincount(pairs, minlength=len(known)) > 1
        is_shared = is_shared_name[names]
        numbers = names * (len(paths) + 1) + np.where(is_shared, files + 1, 0)
        return cls(graph, paths, numbers, is_shared, _Odd(known, is_shared_name, paths).stems(names, files))

    def select(self, entities: slice) -> npt.NDArray[np.object_]:
        """The stems of some entities that follow one another."""
        files = self.graph.file_index[entities].tolist()
        names = map(readable, self.graph.qualnames[entities])
        shared = self.is_shared[entities].tolist()
        stems = np.empty(len(files), object)
        stems[:] = [
            f"{name}@{self.paths[file]}" if several else name
            for name, file, several in zip(names, files, shared, strict=True)
        ]
        if self.odd:
            first = entities.indices(len(self.graph))[0]
            for entity in range(first, first + len(files)):
                if entity in self.odd:
                    stems[entity - first] = self.odd[entity]
        return stems


@define(eq=False)
class _Odd:
    """Finds the stems that need more than composing: names are the repository's own and may be anything."""

    known: Mapping[str, int]
    is_shared: BoolArray
    paths: Sequence[str]

    def stems(self, names: IntArray, files: IntArray) -> dict[int, str]:
        """The odd stems by entity; those that could be another's, or an id, get signs that make them differ."""
        odd_names = list(self._odd_names())
        spellings = Counter(self.paths)  # paths that are no text may be spelt alike
        odd_files = [
            number for number, path in enumerate(self.paths) if "@" in path or ":" in path or spellings[path] > 1
        ]
        collisions = set(self._like_composed(name for name, number in self.known.items() if "@" in name))
        is_odd = np.isin(names, np.array(odd_names, np.int64))
        is_odd |= self.is_shared[names] & np.isin(files, np.array(odd_files, np.int64))
        if collisions:
            keys = np.array([name * len(self.paths) + file for name, file in sorted(collisions)], np.int64)
            is_odd |= np.isin(names * len(self.paths) + files, keys)
        entities = np.flatnonzero(is_odd)
        wanted = set(names[entities].tolist())
        spelt = {number: name for name, number in self.known.items() if number in wanted} if wanted else {}
        found: dict[tuple[int, int], str] = {}
        taken: set[str] = set()
        result = {}
        for entity, name, file in zip(
            entities.tolist(), names[entities].tolist(), files[entities].tolist(), strict=True
        ):
            if (name, file) not in found:
                found[name, file] = self._stem(spelt[name], name, file, taken)
            result[entity] = found[name, file]
        return result

    def _odd_names(self) -> Iterator[int]:
        """Names that look like an id, and names of several files that look like a composed stem."""
        for name, number in self.known.items():
            if self.is_shared[number]:
                if "@" in name:
                    yield number
            elif ":" in name and _ENDS_LIKE_AN_ID.search(name):
                yield number

    def _like_composed(self, names: Iterable[str]) -> Iterator[tuple[int, int]]:
        """Which name of several files, in which file, has the stem that is somebody's name."""
        places = {path: number for number, path in enumerate(self.paths)}
        for name in names:
            if not self._is_plain(name):
                continue
            for position in (found.start() for found in re.finditer("@", name)):
                number, file = self.known.get(name[:position], -1), places.get(name[position + 1 :], -1)
                if number >= 0 and file >= 0 and self.is_shared[number]:
                    yield number, file

    def _stem(self, name: str, number: int, file: int, taken: set[str]) -> str:
        stem = f"{name}@{self.paths[file]}" if self.is_shared[number] else name
        stem += ":" if _ENDS_LIKE_AN_ID.search(stem) else ""
        while stem in taken or self._is_plain(stem):
            stem += "@"
        taken.add(stem)
        return stem

    def _is_plain(self, stem: str) -> bool:
        """Whether a stem is a name that stands for itself."""
        number = self.known.get(stem, -1)
        return number >= 0 and not self.is_shared[number] and not _ENDS_LIKE_AN_ID.search(stem)
