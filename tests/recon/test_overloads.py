"""Signatures and arguments of overloads."""

import pytest

from crossbearing.recon.overloads import MANY, best, read_labels, signature_of


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
    assert best([None], read_labels("?, ?")) == 0


def test_labels_decide_between_what_fits_in_number():
    swift = [
        signature_of("put", text) for text in ("func put(key: Int)", "func put(_ key: Int)", "func put(at a: Int)")
    ]
    assert [best(swift, read_labels(text)) for text in ("key=?", "?", "at=?", "{}", "no=?")] == [0, 1, 2, 0, -1]


def test_what_is_spread_may_be_any_number():
    signatures = [signature_of("put", text) for text in ("void put(int a, int b)", "void put()")]
    assert best(signatures, read_labels("*?")) == 0
    assert best(signatures, read_labels("?, ?, ?, *?")) == -1
