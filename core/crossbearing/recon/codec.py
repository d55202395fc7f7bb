"""Facts of one file as bytes, for the cache: compact, quick to read back, and harmless whatever the bytes are.

An envelope names the format and the size; one zlib stream follows, whose own checksum finds damage. Inside stand the
table of the file's distinct strings and then one column after the other: a type code, a length, and integers of the
smallest sufficient width, little-endian. A string in a column is its number in the table. Decoding executes nothing,
allocates no more than the envelope's bounded size says, and checks what linking relies on: that scopes, documents and
terms point to something. References and string literals, by far the most rows, stay columns until they are asked for.
"""

import operator
import struct
import sys
import zlib
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, count, islice, repeat
from typing import Any, Generic, TypeVar, cast, get_origin, overload

import numpy as np
import numpy.typing as npt
from attrs import define, fields

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

FORMAT = 3
"""Raise it whenever the layout or one of the encoded classes changes; bytes of another format do not decode."""

_MAGIC = b"XBNF"
_ENVELOPE = struct.Struct("<4sBI")
_COLUMN = struct.Struct("<cI")
_LARGEST = 1 << 28
_COMPRESSION = 1
_MANY = 2_000
"""More definitions than this stay columns, too, where getting at a single one takes longer."""
_RANGES = [(code, int(np.iinfo(code).min), int(np.iinfo(code).max)) for code in "BbHhIiQq"]
_SIZES = {code.encode(): np.dtype(code).itemsize for code, _, _ in _RANGES}
_SWAPPED = sys.byteorder != "little"


_DAMAGE = (ValueError, LookupError, TypeError, struct.error, zlib.error)
"""What reading bytes that nobody encoded may raise."""


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


def decode_facts(data: bytes, spellings: dict[str, str] | None = None) -> tuple[FileFacts, TextFacts]:
    """Undo :func:`encode_facts`; raises DamagedFactsError.

    Strings that are in ``spellings`` come from there, and new ones enter it.
    """
    try:
        return _decode(_Reader(_unwrap(data), spellings))
    except _DAMAGE as error:
        raise DamagedFactsError(f"damaged facts: {error}") from error


def decode_text(data: bytes) -> TextFacts:
    """The words alone of what :func:`encode_facts` made; raises DamagedFactsError."""
    try:
        reader = _Reader(_unwrap(data))
        definitions = reader.table(Definition)
        for record in (Reference, Import, Binding, StringLiteral, SyntaxProblem):
            reader.table(record)
        _, line_count = reader.integers()
        reader.strings()
        return _decode_text(reader, len(definitions), line_count)
    except _DAMAGE as error:
        raise DamagedFactsError(f"damaged facts: {error}") from error


def _decode(reader: "_Reader") -> tuple[FileFacts, TextFacts]:
    table = reader.table(Definition)
    # Files of nothing but constants by the thousand would be the most of all that is known of a repository.
    definitions = cast("list[Definition]", table) if len(table) > _MANY else list(table)
    references = reader.table(Reference)
    imports = list(reader.table(Import))
    bindings = list(reader.table(Binding))
    literals = reader.table(StringLiteral)
    problems = list(reader.table(SyntaxProblem))
    has_exports, line_count = reader.integers()
    language, docstring, package, *exports = reader.strings()
    facts = FileFacts(
        language,
        definitions,
        cast("list[Reference]", references),
        imports,
        bindings,
        cast("list[StringLiteral]", literals),
        problems,
        exports if has_exports else None,
        docstring,
        package,
    )
    text = _decode_text(reader, len(definitions), line_count)
    _check_scopes(facts)
    return facts, text


def _decode_text(reader: "_Reader", definitions: int, line_count: int) -> TextFacts:
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
    _check_rows(text, definitions + 1)
    return text


class _Writer:
    """Collects columns, and numbers the strings in them in the order of their first use."""

    def __init__(self) -> None:
        self._strings: defaultdict[str, int] = defaultdict(count().__next__)
        self._columns: list[bytes] = []

    def records(self, record: type, rows: Sequence[Any]) -> None:
        layout = _layout(record)
        columns: Iterable[Sequence[Any]] = zip(*map(_fields_of(record), rows), strict=True) if rows else repeat(())
        for (_, kind), values in zip(layout, columns, strict=False):
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

    def __init__(self, data: bytes, spellings: dict[str, str] | None = None) -> None:
        self._data = data
        self._position = 0
        self._strings = self.text()
        if spellings is not None:
            self._strings = list(map(spellings.setdefault, self._strings, self._strings))

    def table(self, record: Callable[..., T]) -> "Records[T]":
        columns = tuple(self._values(kind) for _, kind in _layout(record))
        if any(len(column) != len(columns[0]) for column in columns):
            raise ValueError("columns differ in length")
        return Records(record, columns)

    def integers(self) -> list[int]:
        return self._column().tolist()

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

    def _column(self) -> "array[int]":
        code, data = self._take()
        column = array(code, data)
        if _SWAPPED:
            column.byteswap()
        return column

    def _values(self, kind: type) -> "Column":
        if kind is int:
            return self._column()
        if kind is str:
            numbers = self._column()
            # Columns of an unsigned type, which nearly all are, have nothing below 0.
            low = min(numbers, default=0) if numbers.typecode.islower() else 0
            if low < 0 or max(numbers, default=-1) >= len(self._strings):
                raise ValueError("a string points to nothing")
            return Strings(numbers, self._strings)
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


@define(eq=False, repr=False)
class Strings:
    """A column of strings: numbers of those in the file's table."""

    numbers: "array[int]"
    table: list[str]

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[str]:
        return map(self.table.__getitem__, self.numbers)

    def __getitem__(self, position: int) -> str:
        return self.table[self.numbers[position]]


Column = Strings | Sequence[Any]


class Records(Sequence[T], Generic[T]):
    """Rows of facts that are kept as columns, a tenth of the memory; each is made when it is asked for."""

    def __init__(self, record: Callable[..., T], columns: tuple[Column, ...]) -> None:
        self._record = record
        self._columns = columns

    def __len__(self) -> int:
        return len(self._columns[0])

    def __iter__(self) -> Iterator[T]:
        return map(self._record, *self._columns)

    @overload
    def __getitem__(self, position: int) -> T: ...
    @overload
    def __getitem__(self, position: slice) -> list[T]: ...
    def __getitem__(self, position: int | slice) -> T | list[T]:
        """The row at a position, or those of a slice as a list."""
        if isinstance(position, slice):
            return list(self)[position]
        return self._record(*(column[position] for column in self._columns))

    def rows(self, positions: Sequence[int]) -> Iterator[T]:
        """The rows at some positions, quicker than one by one."""
        return map(self._record, *(map(column.__getitem__, positions) for column in self._columns))

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, list | Records) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def column(self, name: str) -> Column:
        """All values of one field."""
        names = [field for field, _ in _layout(self._record)]
        return self._columns[names.index(name)]


@cache
def _fields_of(record: Callable[..., Any]) -> Callable[[Any], tuple[Any, ...]]:
    """What takes all fields of a row in order."""
    return operator.attrgetter(*(name for name, _ in _layout(record)))


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
        inside = cast("Sequence[int]", rows.column("scope")) if isinstance(rows, Records) else [r.scope for r in rows]
        if inside and not MODULE_SCOPE <= min(inside) <= max(inside) < len(scopes):
            raise ValueError("a scope points to no definition")


def _check_rows(text: TextFacts, documents: int) -> None:
    rows = {len(text.documents), len(text.fields), len(text.terms), len(text.counts)}
    if len(rows) != 1 or len(text.lengths) != documents:
        raise ValueError("term rows differ in length")
    for column, limit in ((text.documents, documents), (text.fields, len(FIELDS)), (text.terms, len(text.vocabulary))):
        if len(column) and not 0 <= int(column.min()) <= int(column.max()) < limit:
            raise ValueError("a term row points to nothing")
