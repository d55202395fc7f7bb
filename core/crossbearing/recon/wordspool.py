"""The words of all files while a map is made: in memory as long as they are few, else in a temporary file."""

from collections.abc import Iterator, Mapping
from tempfile import TemporaryFile
from typing import IO, Any

import numpy as np
import numpy.typing as npt
from attrs import define, evolve, field

from crossbearing.recon.codec import decode_text
from crossbearing.recon.textfacts import TextFacts

MEMORY_LIMIT = 128 * 1024 * 1024
"""Bytes of term rows that stay in memory: some 5,000 files of usual size."""
_ROW_BYTES = 11
_WIDTHS: Mapping[str, type[np.generic]] = {"documents": np.int32, "terms": np.int32, "counts": np.uint16}
"""The columns that hold small numbers in most files, and are kept no wider than needed."""


@define(eq=False, repr=False)
class WordSpool(Mapping[str, TextFacts]):
    """Text facts by path. Beyond the limit, each is read back from its encoded facts whenever it is asked for."""

    limit: int = MEMORY_LIMIT
    line_counts: dict[str, int] = field(factory=dict)
    """The length of every file in lines."""
    _kept: dict[str, TextFacts] = field(factory=dict)
    _places: dict[str, tuple[int, int]] = field(factory=dict)
    _file: IO[bytes] | None = None
    _size: int = 0

    def put(self, path: str, text: TextFacts, payload: bytes) -> None:
        """Keep the text facts of a path, which ``payload`` holds in encoded form."""
        self.line_counts[path] = text.line_count
        self.limit -= _ROW_BYTES * len(text.terms)
        if self.limit >= 0:
            narrow: dict[str, Any] = {name: _narrow(getattr(text, name)) for name in _WIDTHS}
            self._kept[path] = evolve(text, **narrow)
            return
        if self._file is None:
            self._file = TemporaryFile(prefix="crossbearing-")  # noqa: SIM115 - closed with this object
        self._file.seek(self._size)
        self._file.write(payload)
        self._places[path] = self._size, len(payload)
        self._size += len(payload)

    def __getitem__(self, path: str) -> TextFacts:
        if path in self._kept:
            text = self._kept[path]
            wide: dict[str, Any] = {name: getattr(text, name).astype(width) for name, width in _WIDTHS.items()}
            return evolve(text, **wide)
        start, size = self._places[path]
        assert self._file is not None
        self._file.seek(start)
        return decode_text(self._file.read(size))

    def __contains__(self, path: object) -> bool:
        return path in self.line_counts

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.line_counts))

    def __len__(self) -> int:
        return len(self.line_counts)


def _narrow(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return column.astype(np.min_scalar_type(column.max(initial=0)))
