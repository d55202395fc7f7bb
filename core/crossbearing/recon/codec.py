"""Facts of one file as bytes, for the cache: compact, quick to read back, and harmless whatever the bytes are.

An envelope names the format and the size; one zlib stream follows, whose own checksum finds damage. Inside stand the
table of the file's distinct strings and then one column after the other: a type code, a length, and integers of the
smallest sufficient width, little-endian. A string in a column is its number in the table. Decoding executes nothing,
allocates no more than the envelope's bounded size says, and checks what linking relies on: that scopes, documents and
terms point to something.
"""

import operator
import struct
import sys
import zlib
from array import array
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, count, islice
from typing import Any, TypeVar, cast, get_origin

import numpy as np
import numpy.typing as npt
from attrs import fields

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.facts import (
    MODULE_SCOPE,
    Binding,
    Definition,
    FileFacts,
    Import,
    Reference,
    StringLiteral,
    SyntaxProblem,
)
from crossbearing.model.index import FIELDS
from crossbearing.recon.strings import join_strings, split_strings
from crossbearing.recon.textfacts import TextFacts

T = TypeVar("T")

FORMAT = 2
"""Raise it whenever the layout or one of the encoded classes changes; bytes of another format do not decode."""

_MAGIC = b"XBNF"
_ENVELOPE = struct.Struct("<4sBI")
_COLUMN = struct.Struct("<cI")
_LARGEST = 1 << 28
_COMPRESSION = 1
_RANGES = [(code, int(np.iinfo(code).min), int(np.iinfo(code).max)) for code in "BbHhIiQq"]
_SIZES = {code.encode(): np.dtype(code).itemsize for code, _, _ in _RANGES}
_SWAPPED = sys.byteorder != "little"


class DamagedFactsError(CrossbearingError):
    """Bytes that :func:`encode_facts` of this version did not make; the file has to be read again."""


def encode_facts(facts: FileFacts, text: TextFacts) -> bytes:
    """Encode everything that is known of one file; equal facts give equal bytes."""
    writer = _Writer()
    writer.records(Definition, facts.definitions)
    writer.records(Reference, facts.references)
    writer.records(Import, facts.imports)
    writer.records(Binding, facts.bindings)
    writer.records(StringLiteral, facts.literals)
    writer.records(SyntaxProblem, facts.problems)
    writer.integers([facts.exports is not None, text.line_count])
    writer.strings([facts.language, facts.docstring, facts.package, *(facts.exports or ())])
    writer.text(text.vocabulary)
    for column in (text.documents, text.fields, text.terms, text.counts, text.lengths.reshape(-1)):
        writer.numbers(column)
    return _wrap(writer.finish())


def decode_facts(data: bytes) -> tuple[FileFacts, TextFacts]:
    """Undo :func:`encode_facts`; raises DamagedFactsError."""
    try:
        return _decode(_Reader(_unwrap(data)))
    except (ValueError, LookupError, TypeError, struct.error, zlib.error) as error:
        raise DamagedFactsError(f"damaged facts: {error}") from error


def _decode(reader: "_Reader") -> tuple[FileFacts, TextFacts]:
    definitions = reader.records(Definition)
    references = reader.records(Reference)
    imports = reader.records(Import)
    bindings = reader.records(Binding)
    literals = reader.records(StringLiteral)
    problems = reader.records(SyntaxProblem)
    has_exports, line_count = reader.integers()
    language, docstring, package, *exports = reader.strings()
    facts = FileFacts(
        language,
        definitions,
        references,
        imports,
        bindings,
        literals,
        problems,
        exports if has_exports else None,
        docstring,
        package,
    )
    text = TextFacts(
        vocabulary=reader.text(),
        documents=reader.numbers(np.int32),
        fields=reader.numbers(np.uint8),
        terms=reader.numbers(np.int32),
        counts=reader.numbers(np.uint16),
        lengths=reader.numbers(np.int32).reshape(-1, len(FIELDS)),
        line_count=line_count,
    )
    reader.finish()
    _check_scopes(facts)
    _check_rows(text, len(definitions) + 1)
    return facts, text


class _Writer:
    """Collects columns, and numbers the strings in them in the order of their first use."""

    def __init__(self) -> None:
        self._strings: defaultdict[str, int] = defaultdict(count().__next__)
        self._columns: list[bytes] = []

    def records(self, record: type, rows: Sequence[Any]) -> None:
        for name, kind in _layout(record):
            values = [getattr(row, name) for row in rows]
            if kind is int:
                self.integers(values)
            elif kind is tuple:
                self.integers(list(map(len, values)))
                self.strings(list(chain.from_iterable(values)))
            else:
                self.strings(values)

    def integers(self, values: Sequence[int]) -> None:
        column = array(_narrowest(min(values, default=0), max(values, default=0)), values)
        if _SWAPPED:
            column.byteswap()
        self._add(column.typecode, len(column), column.tobytes())

    def strings(self, values: Sequence[str]) -> None:
        self.integers(list(map(self._strings.__getitem__, values)))

    def text(self, values: Sequence[str]) -> None:
        data = join_strings(values)
        self._add("B", len(data), data)

    def numbers(self, values: npt.NDArray[Any]) -> None:
        code = _narrowest(int(values.min()), int(values.max())) if len(values) else "B"
        self._add(code, len(values), values.astype(np.dtype(code).newbyteorder("<")).tobytes())

    def finish(self) -> bytes:
        columns, self._columns = self._columns, []
        self.text(list(self._strings))
        return b"".join(self._columns + columns)

    def _add(self, code: str, length: int, data: bytes) -> None:
        self._columns += (_COLUMN.pack(code.encode(), length), data)


class _Reader:
    """Takes columns off in the order in which a :class:`_Writer` put them on."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = 0
        self._strings = self.text()

    def records(self, record: Callable[..., T]) -> list[T]:
        columns = [self._values(kind) for _, kind in _layout(record)]
        if any(len(column) != len(columns[0]) for column in columns):
            raise ValueError("columns differ in length")
        return list(map(record, *columns))

    def integers(self) -> list[int]:
        code, data = self._take()
        column = array(code, data)
        if _SWAPPED:
            column.byteswap()
        return column.tolist()

    def strings(self) -> list[str]:
        return list(map(self._strings.__getitem__, self.integers()))

    def text(self) -> list[str]:
        return split_strings(self._take()[1])

    def numbers(self, dtype: type[np.generic]) -> npt.NDArray[Any]:
        code, data = self._take()
        return np.frombuffer(data, np.dtype(code).newbyteorder("<")).astype(dtype)

    def finish(self) -> None:
        if self._position != len(self._data):
            raise ValueError("there is more than expected")

    def _values(self, kind: type) -> Sequence[Any]:
        if kind is int:
            return self.integers()
        if kind is str:
            return self.strings()
        sizes, values = self.integers(), self.strings()
        if sum(sizes) != len(values):
            raise ValueError("groups differ from their sizes")
        remaining = iter(values)
        return [tuple(islice(remaining, size)) if size else () for size in sizes]

    def _take(self) -> tuple[str, bytes]:
        code, length = _COLUMN.unpack_from(self._data, self._position)
        start = self._position + _COLUMN.size
        self._position = start + length * _SIZES[code]
        data = self._data[start : self._position]
        if len(data) != length * _SIZES[code]:
            raise ValueError("a column is cut off")
        return code.decode(), data


@cache
def _layout(record: Callable[..., Any]) -> tuple[tuple[str, type], ...]:
    """The fields of a class of facts in order, each an int (or bool), a str or a tuple of str."""
    return tuple((field.name, _kind(field.type)) for field in fields(cast("type", record)))


def _kind(annotation: Any) -> type:
    if annotation in (int, bool):
        return int
    return tuple if get_origin(annotation) is tuple else str


def _narrowest(low: int, high: int) -> str:
    for code, smallest, largest in _RANGES:
        if smallest <= low and high <= largest:
            return code
    raise OverflowError(f"numbers from {low} to {high} cannot be stored")


def _wrap(data: bytes) -> bytes:
    return _ENVELOPE.pack(_MAGIC, FORMAT, len(data)) + zlib.compress(data, _COMPRESSION)


def _unwrap(data: bytes) -> bytes:
    magic, version, size = _ENVELOPE.unpack_from(data)
    if magic != _MAGIC or version != FORMAT or size > _LARGEST:
        raise ValueError("not in the present format")
    # Never more than announced: a few bytes could otherwise unfold to fill the memory.
    stream = zlib.decompressobj()
    content = stream.decompress(memoryview(data)[_ENVELOPE.size :], size + 1)
    if len(content) != size or not stream.eof or stream.unused_data:
        raise ValueError("the content has the wrong size")
    return content


def _check_scopes(facts: FileFacts) -> None:
    """Linking walks from scope to scope; a scope that did not come before its content could make that endless."""
    scopes = [definition.scope for definition in facts.definitions]
    if not all(map(operator.lt, scopes, count())) or min(scopes, default=MODULE_SCOPE) < MODULE_SCOPE:
        raise ValueError("a definition is enclosed by what it encloses")
    for rows in (facts.references, facts.imports, facts.bindings, facts.literals):
        inside = [row.scope for row in rows]
        if inside and not MODULE_SCOPE <= min(inside) <= max(inside) < len(scopes):
            raise ValueError("a scope points to no definition")


def _check_rows(text: TextFacts, documents: int) -> None:
    rows = {len(text.documents), len(text.fields), len(text.terms), len(text.counts)}
    if len(rows) != 1 or len(text.lengths) != documents:
        raise ValueError("term rows differ in length")
    for column, limit in ((text.documents, documents), (text.fields, len(FIELDS)), (text.terms, len(text.vocabulary))):
        if len(column) and not 0 <= int(column.min()) <= int(column.max()) < limit:
            raise ValueError("a term row points to nothing")
