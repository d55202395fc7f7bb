"""Finding the line that proves a claim."""

import pytest

from crossbearing.plugin import Location, SourceFile, UnreadableError
from crossbearing_ecosystems._sheet import ClaimSheet, Proof


def sheet(*lines: str) -> ClaimSheet:
    return ClaimSheet(SourceFile("folder/x.txt", "\n".join(lines).encode()))


def proof(line: int, spelling: str = "") -> Proof:
    return Proof(Location("folder/x.txt", line), spelling)


def test_the_name_itself_is_the_proof_where_it_stands() -> None:
    assert sheet("a", "six>=1").proof((1, 2), "six") == proof(2)
    assert sheet("six", "six").proof((2, 2), "six") == proof(2)


def test_a_name_by_itself_goes_before_one_that_is_part_of_another() -> None:
    lines = sheet("pytest-cov", "my.pytest", "x_pytest", "pytest.ini", "pytest2", "pytest>=7", "pytest")
    assert lines.proof((1, 7), "pytest") == proof(6)
    assert sheet("pytest-cov", "nothing").proof((1, 2), "pytest") == proof(1)
    assert sheet("a pytest-cov and pytest").proof((1, 1), "pytest") == proof(1)


def test_other_spellings_are_tried_in_turn() -> None:
    assert sheet("from distutils.core").proof((1, 1), "setuptools", "skbuild", "distutils") == proof(1, "distutils")


def test_where_nothing_stands_the_words_of_the_first_line_do() -> None:
    assert sheet("", '  name = "\\u0073ix"  ', "x").proof((2, 3), "six") == proof(2, 'name = "\\u0073ix"')
    assert sheet("y" * 500).proof((1, 1), "", "") == proof(1, "y" * 80)


def test_repeated_names_are_found_one_after_the_other() -> None:
    lines = sheet("six", "attrs", "six", "attrs")
    assert [lines.proof((1, 4), name).evidence.line for name in ("six", "attrs", "six", "attrs", "six")] == [
        1,
        2,
        3,
        4,
        1,
    ]


def test_a_single_long_line_and_many_lines_are_searched_quickly() -> None:
    names = [f"name{number}" for number in range(5_000)]
    long = sheet(", ".join(names))
    assert all(long.proof((1, 1), name) == proof(1) for name in (*names, *names[:5]))
    many = sheet(*names)
    assert [many.proof((1, 5_000), name).evidence.line for name in names] == list(range(1, 5_001))


def test_places_beside_the_file() -> None:
    assert sheet("x").beside("uv.lock") == "folder/uv.lock"
    assert ClaimSheet(SourceFile("x.txt", b"")).beside("uv.lock") == "uv.lock"


def test_far_too_many_claims_are_refused() -> None:
    lines = sheet("x")
    for _ in range(20_000):
        lines.problem("no", 1)
    with pytest.raises(UnreadableError, match="more than 20000 claims"):
        lines.problem("no", 1)
