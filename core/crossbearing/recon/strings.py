"""Lists of strings as bytes, and back: all at once, or one by one as they are asked for."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import overload

import numpy as np
import numpy.typing as npt

# Surrogate escapes of file names and lone surrogates of literals must survive.
_ERRORS = "surrogatepass"


def join_strings(strings: Sequence[str]) -> bytes:
    """Put strings into bytes: UTF-8, separated by the first character that none of them contains, which comes first."""
    text = "".join(strings)
    separator = next(character for character in map(chr, range(0x110000)) if character not in text)
    return "".join((separator, separator.join(strings))).encode("utf-8", _ERRORS) if strings else b""


def split_strings(data: bytes | memoryview) -> list[str]:
    """Undo :func:`join_strings`; raises UnicodeDecodeError for bytes that are no text."""
    text = str(data, "utf-8", _ERRORS)
    return text[1:].split(text[0]) if text else []


def pack_strings(strings: Sequence[str]) -> tuple[npt.NDArray[np.int64], bytes]:
    """Put strings into offsets (one more than strings) and UTF-8 bytes, as :class:`PackedStrings` reads them."""
    encoded = [string.encode("utf-8", _ERRORS) for string in strings]
    return np.fromiter(accumulate(map(len, encoded), initial=0), np.int64, len(encoded) + 1), b"".join(encoded)


class PackedStrings(Sequence[str]):
    """Strings that stay bytes until they are asked for, so that bisecting a large vocabulary costs next to nothing.

    Sorted strings stay sorted: UTF-8 keeps the order of code points.
    """

    def __init__(self, offsets: npt.NDArray[np.int64], data: npt.NDArray[np.uint8]) -> None:
        if len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != len(data):
            raise ValueError("offsets do not fit the strings")
        # Views give plain integers, several times faster than arrays give theirs.
        self._offsets = np.ascontiguousarray(offsets, np.int64).data
        self._data = data.data
        self._count = len(offsets) - 1

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        position = index + self._count if index < 0 else index
        if not 0 <= position < self._count:
            raise IndexError(f"string {index} of {self._count}")
        return str(self._data[self._offsets[position] : self._offsets[position + 1]], "utf-8", _ERRORS)

    def __iter__(self) -> Iterator[str]:
        ends: list[int] = self._offsets.tolist()
        for start, stop in pairwise(ends):
            yield str(self._data[start:stop], "utf-8", _ERRORS)
