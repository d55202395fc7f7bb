"""One file that holds named arrays, laid out to be memory-mapped.

The file starts with a magic number, the length and checksum of a JSON header, and the header, which names each array
with its type, shape, place and CRC-32. The arrays follow uncompressed, each aligned to 64 bytes. Equal arrays give
equal files. Reading never executes anything: only plain number types are accepted, and every length is checked.
"""

import json
import math
import mmap
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from crossbearing.store.files import is_regular, write_atomically

Array = npt.NDArray[Any]

_MAGIC = b"XBNGARR1"
_PREFIX = struct.Struct("<8sQI4x")
_ALIGNMENT = 64
_LARGEST_HEADER = 1 << 20
_NUMBER_KINDS = "biuf"


class DamagedArraysError(Exception):
    """The file is not what :func:`write_arrays` left behind."""


def write_arrays(path: Path, arrays: Mapping[str, Array | bytes]) -> None:
    """Write ``arrays`` to ``path`` atomically; bytes become arrays of unsigned bytes. Raises OSError."""
    plain = {name: _plain(value) for name, value in sorted(arrays.items())}
    entries, size = [], 0
    for name, array in plain.items():
        size += -size % _ALIGNMENT
        entries.append(
            {
                "name": name,
                "type": array.dtype.str,
                "shape": list(array.shape),
                "offset": size,
                "checksum": zlib.crc32(_raw(array)),
            }
        )
        size += array.nbytes
    header = json.dumps({"arrays": entries, "size": size}, separators=(",", ":")).encode()
    write_atomically(path, _chunks(header, list(plain.values())))


def read_arrays(path: Path) -> dict[str, Array]:
    """Map the arrays of ``path`` into memory, read-only.

    Raises DamagedArraysError for a file that is incomplete, damaged or no such file at all, and OSError.
    """
    if not is_regular(path):
        raise DamagedArraysError("not a regular file")
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size < _PREFIX.size:
            raise DamagedArraysError("too short")
        data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    try:
        return _read(data)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise DamagedArraysError(str(error)) from error


def _plain(value: Array | bytes) -> Array:
    array = np.frombuffer(value, np.uint8) if isinstance(value, bytes) else np.asarray(value, order="C")
    if array.dtype.kind not in _NUMBER_KINDS:
        raise TypeError(f"arrays of type {array.dtype} cannot be stored")
    return array.astype(array.dtype.newbyteorder("<"), copy=False)


def _raw(array: Array) -> memoryview:
    return array.reshape(-1).view(np.uint8).data


def _chunks(header: bytes, arrays: list[Array]) -> Iterator[bytes | memoryview]:
    yield _PREFIX.pack(_MAGIC, len(header), zlib.crc32(header))
    yield header
    yield bytes(-(_PREFIX.size + len(header)) % _ALIGNMENT)
    size = 0
    for array in arrays:
        yield bytes(-size % _ALIGNMENT)
        yield _raw(array)
        size += -size % _ALIGNMENT + array.nbytes


def _read(data: memoryview) -> dict[str, Array]:
    magic, length, checksum = _PREFIX.unpack_from(data)
    header = data[_PREFIX.size : _PREFIX.size + length]
    if magic != _MAGIC or length > _LARGEST_HEADER or len(header) != length or zlib.crc32(header) != checksum:
        raise DamagedArraysError("damaged header")
    contents = json.loads(bytes(header))
    start = _PREFIX.size + length
    body = data[start + -start % _ALIGNMENT :]
    if len(body) != contents["size"]:
        raise DamagedArraysError("incomplete")
    return {entry["name"]: _array(body, entry) for entry in contents["arrays"]}


def _array(body: memoryview, entry: Mapping[str, Any]) -> Array:
    dtype = np.dtype(entry["type"])
    shape = tuple(entry["shape"])
    if dtype.kind not in _NUMBER_KINDS or any(length < 0 for length in shape):
        raise DamagedArraysError(f"array {entry['name']} has an impossible type or shape")
    raw = body[entry["offset"] : entry["offset"] + math.prod(shape) * dtype.itemsize]
    if zlib.crc32(raw) != entry["checksum"]:
        raise DamagedArraysError(f"array {entry['name']} is damaged")
    array: Array = np.frombuffer(raw, np.uint8).view(dtype).reshape(shape)
    return array
