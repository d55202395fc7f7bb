import codecs
import encodings
import pkgutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.file import SourceFile, blob_id, decode

CODECS = sorted({module.name for module in pkgutil.iter_modules(encodings.__path__)})


def test_the_blob_id_is_git_s() -> None:
    assert blob_id(b"") == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    assert blob_id(b"what is up, doc?") == "bd9dbf5aae1a3862dd1526723246b20206e5fc37"


def test_the_digest_is_computed_unless_known() -> None:
    assert SourceFile("a.py", b"").digest == blob_id(b"")
    assert SourceFile("a.py", b"", "0" * 40).digest == "0" * 40


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides_and_is_removed(mark: bytes, encoding: str) -> None:
    assert decode(mark + "größe\n".encode(encoding)) == "größe\n"


@pytest.mark.parametrize(
    "header",
    [
        b"# -*- coding: latin-1 -*-\n",
        b"#!/usr/bin/python\n# vim: set fileencoding=latin-1 :\n",
        b"  # coding=latin-1\r\n",
    ],
)
def test_a_coding_line_decides_where_the_content_is_not_utf8(header: bytes) -> None:
    assert decode(header + b"gr\xf6\xdfe").endswith("größe")


@pytest.mark.parametrize(
    "header", [b"", b"\n\n# coding: latin-1\n", b"# coding: nonsense\n", b"x = 'coding: latin-1'\n", b"# coding: hex\n"]
)
def test_otherwise_undecodable_bytes_are_replaced(header: bytes) -> None:
    assert decode(header + b"a\xffb").endswith("a\ufffdb")


def test_utf8_is_utf8_whatever_the_coding_line_says() -> None:
    assert decode("# coding: latin-1\ngröße".encode()).endswith("größe")


@pytest.mark.parametrize("name", CODECS)
def test_no_coding_line_makes_decoding_fail(name: str) -> None:
    body = b"\\N{x} \\ud800 \\x xn--\xff.\xff \x80\xd8\x00"
    text = decode(b"# coding: " + name.encode() + b"\n" + body)
    assert text.encode("utf-8")


@given(st.binary())
def test_decoding_never_fails(data: bytes) -> None:
    assert decode(data).encode("utf-8") is not None


def test_only_line_feeds_and_carriage_returns_end_lines() -> None:
    file = SourceFile("a.py", "a\nb\r\nc\rd\x0be\x0cf\x1cg\x85h\u2028i".encode())
    assert file.lines == ["a", "b", "c", "d\x0be\x0cf\x1cg\x85h\u2028i"]


def test_lines_keep_an_empty_last_one() -> None:
    assert SourceFile("a.py", b"a\n").lines == ["a", ""]
    assert SourceFile("a.py", b"").lines == [""]


def test_files_are_immutable() -> None:
    with pytest.raises(AttributeError):
        SourceFile("a.py", b"").path = "b.py"  # type: ignore[misc]
