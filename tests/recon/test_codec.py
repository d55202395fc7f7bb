"""Facts as bytes: everything comes back, and nothing that is damaged comes back as facts."""

import struct
import zlib

import numpy as np
import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.facts import (
    Binding,
    Definition,
    FileFacts,
    Import,
    Reference,
    StringLiteral,
    SyntaxProblem,
)
from crossbearing.model.file import SourceFile
from crossbearing.model.index import FIELDS
from crossbearing.recon.codec import DamagedFactsError, Records, decode_facts, encode_facts
from crossbearing.recon.textfacts import TextFacts, text_facts

TEXT = st.text(st.one_of(st.characters(), st.sampled_from("\0\udc80\ud83d\ude00")), max_size=12)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
LINE = st.one_of(st.integers(1, 300), st.integers(0, 2**40))


def scopes(count: int) -> st.SearchStrategy[int]:
    return st.integers(-1, count - 1)


@st.composite
def file_facts(draw: st.DrawFn) -> FileFacts:
    count = draw(st.integers(0, 6))
    definitions = [
        Definition(
            *(draw(TEXT), draw(TEXT), draw(st.sampled_from(["class", "function", "method", "variable"]))),
            *(draw(LINE), draw(LINE), draw(LINE), draw(LINE), draw(scopes(number))),
            *(draw(TEXT), draw(TEXT), draw(TEXTS), draw(TEXTS), draw(TEXT)),
        )
        for number in range(count)
    ]
    scope = scopes(count)

    def some(*columns: st.SearchStrategy[object], of: type) -> list[object]:
        return draw(st.lists(st.builds(of, *columns), max_size=5))

    return FileFacts(
        draw(TEXT),
        definitions,
        some(TEXT, LINE, LINE, scope, st.sampled_from(["call", "read", "base", "decorator"]), of=Reference),
        some(TEXT, TEXT, TEXT, LINE, LINE, st.integers(0, 9), scope, of=Import),
        some(TEXT, TEXT, st.sampled_from(["call", "annotation", "alias"]), LINE, scope, of=Binding),
        some(TEXT, LINE, scope, of=StringLiteral),
        some(LINE, TEXT, of=SyntaxProblem),
        draw(st.none() | st.lists(TEXT, max_size=3)),
        draw(TEXT),
        draw(TEXT),
    )


@st.composite
def term_bags(draw: st.DrawFn, documents: int) -> TextFacts:
    vocabulary = sorted(draw(st.sets(TEXT, max_size=8)))
    size = draw(st.integers(0, 20)) if vocabulary else 0

    def column(top: int, dtype: type) -> np.ndarray:
        return np.array(draw(st.lists(st.integers(0, top), min_size=size, max_size=size)), dtype)

    lengths = draw(st.lists(st.integers(0, 10**6), min_size=documents * 5, max_size=documents * 5))
    return TextFacts(
        vocabulary,
        column(documents - 1, np.int32),
        column(len(FIELDS) - 1, np.uint8),
        column(max(0, len(vocabulary) - 1), np.int32),
        column(65535, np.uint16),
        np.array(lengths, np.int32).reshape(documents, 5),
        draw(st.integers(1, 10**6)),
    )


def check_equal(found: TextFacts, expected: TextFacts) -> None:
    assert found.vocabulary == expected.vocabulary
    assert found.line_count == expected.line_count
    for name in ("documents", "fields", "terms", "counts", "lengths"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
        assert getattr(found, name).dtype == getattr(expected, name).dtype
        assert getattr(found, name).shape == getattr(expected, name).shape


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_facts_come_back(data: st.DataObject) -> None:
    facts = data.draw(file_facts())
    text = data.draw(term_bags(len(facts.definitions) + 1))
    encoded = encode_facts(facts, text)
    found, found_text = decode_facts(encoded)
    assert found == facts
    check_equal(found_text, text)
    assert encode_facts(found, found_text) == encoded


def test_references_can_be_taken_by_position(example: tuple[FileFacts, TextFacts]) -> None:
    facts, text = example
    facts.references += [Reference("load", 4, 20, 1), Reference("drop", 5, 0, 0, "base", "x")]
    text = text_facts(SourceFile("pkg/store.py", b""), facts)
    rows = decode_facts(encode_facts(facts, text))[0].references
    assert isinstance(rows, Records)
    assert list(rows.rows([2, 0, 2])) == [facts.references[2], facts.references[0], facts.references[2]]
    assert list(rows.rows([])) == []


@pytest.fixture
def example() -> tuple[FileFacts, TextFacts]:
    source = SourceFile(
        "pkg/store.py", b'class Store:\n    """Keeps things."""\n    def put(self, x):\n        save(x)\n'
    )
    facts = FileFacts(
        "python",
        [
            Definition(
                "Store", "Store", "class", 1, 6, 1, 4, -1, "class Store:", "Keeps things.", ("Base",), ("a", "b")
            ),
            Definition("put", "Store.put", "method", 3, 8, 3, 4, 0, "def put(self, x):"),
        ],
        [Reference("save", 4, 8, 1, "call")],
        [Import("x", "save", "save", 1, 0, 2)],
        [Binding("self.a", "A", "call", 4, 1)],
        [StringLiteral("two words", 4, 1)],
        [SyntaxProblem(4, "unexpected end")],
        exports=["Store"],
    )
    return facts, text_facts(source, facts)


def test_real_text_facts_come_back(example: tuple[FileFacts, TextFacts]) -> None:
    facts, text = decode_facts(encode_facts(*example))
    assert facts == example[0]
    check_equal(text, example[1])


def test_absent_and_empty_exports_differ(example: tuple[FileFacts, TextFacts]) -> None:
    facts, text = example
    for exports in (None, [], ["a"]):
        assert decode_facts(encode_facts(evolve(facts, exports=exports), text))[0].exports == exports


def test_every_flipped_bit_is_noticed(example: tuple[FileFacts, TextFacts]) -> None:
    encoded = encode_facts(*example)
    for position in range(len(encoded)):
        for bit in range(8):
            damaged = bytearray(encoded)
            damaged[position] ^= 1 << bit
            # The second byte of a zlib stream holds hints that do not change its content.
            try:
                facts, _ = decode_facts(bytes(damaged))
            except DamagedFactsError:
                continue
            assert facts == example[0]


@pytest.mark.parametrize("length", range(0, 200, 7))
def test_truncated_bytes_are_noticed(example: tuple[FileFacts, TextFacts], length: int) -> None:
    with pytest.raises(DamagedFactsError):
        decode_facts(encode_facts(*example)[:length])


def test_trailing_bytes_are_noticed(example: tuple[FileFacts, TextFacts]) -> None:
    with pytest.raises(DamagedFactsError):
        decode_facts(encode_facts(*example) + b"x")


@given(st.binary(max_size=200))
def test_garbage_is_noticed(data: bytes) -> None:
    with pytest.raises(DamagedFactsError):
        decode_facts(data)


def forge(content: bytes, size: int | None = None) -> bytes:
    return struct.pack("<4sBI", b"XBNF", 1, len(content) if size is None else size) + zlib.compress(content)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_forged_content_never_fails_in_another_way(data: st.DataObject) -> None:
    facts = data.draw(file_facts())
    encoded = encode_facts(facts, data.draw(term_bags(len(facts.definitions) + 1)))
    content = bytearray(zlib.decompress(encoded[9:]))
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        found, text = decode_facts(forge(bytes(content)))
    except DamagedFactsError:
        return
    count = len(found.definitions)
    assert all(-1 <= definition.scope < number for number, definition in enumerate(found.definitions))
    assert all(-1 <= reference.scope < count for reference in found.references)
    assert text.lengths.shape == (count + 1, 5)
    assert all(0 <= term < len(text.vocabulary) for term in text.terms)


def test_bytes_that_unfold_to_more_than_announced_are_not_unfolded() -> None:
    bomb = bytes(50_000_000)
    for size in (100, (1 << 32) - 1):
        with pytest.raises(DamagedFactsError):
            decode_facts(forge(bomb, size))


def test_another_format_is_not_read(example: tuple[FileFacts, TextFacts]) -> None:
    encoded = bytearray(encode_facts(*example))
    encoded[4] += 1
    with pytest.raises(DamagedFactsError, match="not in the present format"):
        decode_facts(bytes(encoded))


def test_damage_is_an_error_of_its_own() -> None:
    assert issubclass(DamagedFactsError, CrossbearingError)


@pytest.mark.parametrize(
    "change",
    [
        {"definitions": [Definition("f", "f", "function", 1, 0, 1, 1, 0)]},
        {"definitions": [Definition("f", "f", "function", 1, 0, 1, 1, -2)]},
        {"references": [Reference("f", 1, 0, 0)]},
        {"imports": [Import("f", "", "f", 1, 0, 0, 5)]},
        {"bindings": [Binding("f", "g", "call", 1, -2)]},
        {"literals": [StringLiteral("two words", 1, 1)]},
    ],
)
def test_scopes_that_point_to_nothing_are_refused(change: dict[str, object]) -> None:
    facts = FileFacts("python", **change)  # type: ignore[arg-type]
    text = text_facts(SourceFile("f.py", b"f = 1\n"), None)
    text.lengths = np.zeros((len(facts.definitions) + 1, 5), np.int32)
    with pytest.raises(DamagedFactsError):
        decode_facts(encode_facts(facts, text))


@pytest.mark.parametrize("change", [{"terms": 9}, {"documents": 1}, {"fields": 5}, {"terms": -1}])
def test_term_rows_that_point_to_nothing_are_refused(change: dict[str, int]) -> None:
    columns = {"documents": 0, "fields": 0, "terms": 0} | change
    text = TextFacts(
        ["term"],
        np.array([columns["documents"]], np.int32),
        np.array([columns["fields"]], np.uint8),
        np.array([columns["terms"]], np.int32),
        np.array([1], np.uint16),
        np.zeros((1, 5), np.int32),
    )
    with pytest.raises(DamagedFactsError, match="points to nothing"):
        decode_facts(encode_facts(FileFacts("python"), text))
