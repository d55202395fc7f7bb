"""The array file: what comes back, and what is refused."""

import json
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.store.arrays import DamagedArraysError, read_arrays, write_arrays

EXAMPLES = {
    "integers": np.arange(7, dtype=np.int32),
    "matrix": np.arange(12, dtype=np.float32).reshape(3, 4),
    "flags": np.array([True, False, True]),
    "empty": np.empty(0, np.int64),
    "empty_matrix": np.empty((0, 5), np.int32),
    "columns": np.asfortranarray(np.arange(6, dtype=np.uint16).reshape(2, 3)),
    "big_endian": np.arange(3, dtype=">i4"),
    "single": np.array(5),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_arrays(tmp_path / "x.arrays", EXAMPLES)
    return tmp_path / "x.arrays"


def test_arrays_come_back(path: Path) -> None:
    found = read_arrays(path)
    assert found.keys() == EXAMPLES.keys()
    for name, array in EXAMPLES.items():
        np.testing.assert_array_equal(found[name], array)
        assert found[name].shape == array.shape
        assert found[name].dtype == array.dtype.newbyteorder("=")


def test_arrays_are_read_only_and_aligned(path: Path) -> None:
    for array in read_arrays(path).values():
        assert not array.flags.writeable
        assert array.flags.aligned


def test_bytes_come_back_as_unsigned_bytes(tmp_path: Path) -> None:
    write_arrays(tmp_path / "x", {"text": b"hello", "nothing": b""})
    found = read_arrays(tmp_path / "x")
    assert found["text"].tobytes() == b"hello"
    assert found["nothing"].tobytes() == b""


def test_equal_arrays_make_equal_files(path: Path, tmp_path: Path) -> None:
    write_arrays(tmp_path / "y", dict(reversed(EXAMPLES.items())))
    assert path.read_bytes() == (tmp_path / "y").read_bytes()


def test_nothing_else_is_left_beside_it(path: Path) -> None:
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("value", [np.array([object()]), np.array(["text"]), np.array([(1,)], dtype=[("a", "i4")])])
def test_only_plain_numbers_are_stored(tmp_path: Path, value: np.ndarray) -> None:
    with pytest.raises(TypeError, match="cannot be stored"):
        write_arrays(tmp_path / "x", {"value": value})


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_damage_is_noticed(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("arrays") / "x"
    write_arrays(path, {"numbers": np.arange(40, dtype=np.int32), "text": b"some text"})
    content = bytearray(path.read_bytes())
    used = [*range(20), *range(24, len(content))]
    position = data.draw(st.sampled_from(used))
    padding = content[position] == 0
    content[position] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    try:
        found = read_arrays(path)
    except DamagedArraysError:
        return
    # Only the gaps between the arrays may change unnoticed.
    assert padding
    np.testing.assert_array_equal(found["numbers"], np.arange(40))
    assert found["text"].tobytes() == b"some text"


@pytest.mark.parametrize("length", [0, 1, 23, 24, 100, -1])
def test_truncated_file_is_noticed(path: Path, length: int) -> None:
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(DamagedArraysError):
        read_arrays(path)


def test_symbolic_link_is_refused(path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to(path)
    with pytest.raises(DamagedArraysError, match="regular"):
        read_arrays(link)


def forge(path: Path, header: object, body: bytes = bytes(64)) -> None:
    text = json.dumps(header).encode() if not isinstance(header, bytes) else header
    prefix = struct.pack("<8sQI4x", b"XBNGARR1", len(text), zlib.crc32(text))
    path.write_bytes(prefix + text + bytes(-(len(prefix) + len(text)) % 64) + body)


def entry(**changes: object) -> dict[str, object]:
    return {"name": "a", "type": "<i4", "shape": [4], "offset": 0, "checksum": zlib.crc32(bytes(16)), **changes}


def test_forged_file_reads_where_it_is_correct(tmp_path: Path) -> None:
    forge(tmp_path / "x", {"arrays": [entry()], "size": 64})
    assert read_arrays(tmp_path / "x")["a"].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "header",
    [
        b"not json",
        b"[" * 5000,
        [],
        {"arrays": [], "size": 65},
        {"arrays": 5, "size": 64},
        {"arrays": ["a"], "size": 64},
        {"size": 64},
        *(
            {"arrays": [entry(**change)], "size": 64}
            for change in (
                {"type": "|O"},
                {"type": "|S16"},
                {"type": "<U1"},
                {"type": "(2,)i4"},
                {"type": {"names": []}},
                {"shape": [-4]},
                {"shape": [2**62]},
                {"shape": [2**40, 2**40]},
                {"shape": ["4"]},
                {"shape": [5]},
                {"offset": 60},
                {"offset": "0"},
                {"offset": None, "checksum": 1},
                {"checksum": 1},
            )
        ),
    ],
)
def test_forged_headers_are_refused(tmp_path: Path, header: object) -> None:
    forge(tmp_path / "x", header)
    with pytest.raises(DamagedArraysError):
        read_arrays(tmp_path / "x")
