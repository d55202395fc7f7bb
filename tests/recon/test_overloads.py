"""Signatures and arguments of overloads."""

import pytest

from crossbearing.recon.overloads import best, read_labels
from crossbearing.recon.signatures import MANY, signature_of


@pytest.mark.parametrize(
    ("signature", "least", "most"),
    [
        ("void put()", 0, 0),
        ("void put(void)", 0, 0),
        ('@Named("put(a, b)") public <T> void put(Map<String, T> key, int... rest)', 1, MANY),
        ("fun <T : Any> List<T>.put(key: (Int, Int) -> Unit, last: Boolean = a == b)", 1, 2),
        ("def put[A, B](key: A => B, rest: B*)(implicit x: Int): A", 1, MANY),
        ("def put(implicit x: Int)", 0, 1),
        ('static void Put(this Store store, string text = ", ")', 0, 2),
        ("func put(_ key: Int, for name: String = f(1, 2), _ rest: Int...)", 1, MANY),
        ("char *put(const char *a, std::pair<int, int> b = {1, 2}) const", 1, 2),
    ],
)
def test_how_many_arguments_a_signature_takes(signature, least, most):
    found = signature_of("Put" if "Put" in signature else "put", signature)
    assert (found.least, found.most) == (least, most)


def test_a_signature_without_brackets_says_nothing():
    assert signature_of("put", "val put: Int") is None
    assert best([None], read_labels("?, ?")) == (0, True)


def test_labels_decide_between_what_fits_in_number():
    swift = [
        signature_of("put", text) for text in ("func put(key: Int)", "func put(_ key: Int)", "func put(at a: Int)")
    ]
    assert [best(swift, read_labels(text)).position for text in ("key=?", "?", "at=?", "{}", "no=?")] == [
        0,
        1,
        2,
        0,
        -1,
    ]


def test_what_is_spread_may_be_any_number():
    signatures = [signature_of("put", text) for text in ("void put(int a, int b)", "void put()")]
    assert best(signatures, read_labels("*?")).position == 0
    assert best(signatures, read_labels("?, ?, ?, *?")).position == -1


JAVA = [
    signature_of("put", text)
    for text in (
        "<T> T put(String json, Class<T> type) throws IOException",
        "<T> T put(String json, java.lang.reflect.Type type)",
        "<T> T put(Reader json, Class<T> type)",
        "void put(final Object key, int[] values)",
        "void put(Map<String, Integer> key, long value)",
    )
]


@pytest.mark.parametrize(
    ("arguments", "position", "is_certain"),
    [
        ("?String, ?Class", 0, True),
        ("?String, ?Type", 1, True),
        ("?Reader, ?Class", 2, True),
        ("?, ?Class", 0, False),
        ("?Cart, ?Array", 3, True),
        ("?Map, ?int", 4, True),
        ("?, ?", 0, False),
        ("?, ?, ?", -1, True),
    ],
)
def test_types_decide_between_what_fits_otherwise(arguments, position, is_certain):
    assert best(JAVA, read_labels(arguments)) == (position, is_certain)


@pytest.mark.parametrize(
    ("signature", "kinds"),
    [
        ("void put(final java.util.Map<String, ?> key)", {"java", "util", "Map"}),
        ("fun put(key: Map<String, Int>?)", {"Map"}),
        ("func put(_ key: [String: Int])", {"Array"}),
        ("void put(const std::string &key)", {"std", "string"}),
        ("void put(String... keys)", {"String"}),
    ],
)
def test_the_type_of_a_parameter(signature, kinds):
    found = signature_of("put", signature)
    assert found.parameters[0].kinds == kinds


def test_extensions_of_different_types_are_no_repetition():
    texts = ("fun String.put(key: Int)", "fun Bytes.put(key: Int)")
    kotlin = [signature_of("put", text) for text in texts]
    assert best(kotlin, read_labels("?int")) == (0, False)
    assert best([kotlin[0], kotlin[0]], read_labels("?int")) == (0, True)
