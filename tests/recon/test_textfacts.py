"""What is counted where: bodies, documentation, signatures, names and paths."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.facts import Definition, FileFacts
from crossbearing.model.file import SourceFile
from crossbearing.model.index import FIELDS
from crossbearing.model.text import terms
from crossbearing.recon.textfacts import MAX_COUNT, MAX_NESTING, TextFacts, text_facts

SOURCE = '''\
"""Reads tokens."""

LIMIT = 10  # most
OTHER = (
    hidden)


class Parser(Base):
    """Parses zebras."""

    depth = 3

    @cached
    def peek(self, count):
        """Look ahead.

        Never fails.
        """
        # gently
        def inner():
            return nested
        return look_ahead[count]
'''


def definition(name, kind, start, end, scope=-1, line=None, **more):
    return Definition(name, name, kind, line or start, 0, start, end, scope, **more)


def facts():
    return FileFacts(
        "python",
        [
            definition("LIMIT", "variable", 3, 3, signature="LIMIT = 10"),
            definition("OTHER", "variable", 4, 5),
            definition("Parser", "class", 8, 22, signature="class Parser(Base):", docstring="Parses zebras."),
            definition("depth", "variable", 11, 11, 2),
            definition(
                "peek",
                "method",
                13,
                22,
                2,
                line=14,
                signature="def peek(self, count):",
                docstring="Look ahead.\n\nNever fails.",
            ),
            definition("inner", "function", 20, 21, 4, signature="def inner():"),
        ],
        docstring="Reads tokens.",
    )


def bags(text: TextFacts):
    """Every non-empty field as a counter of terms, by document and field name."""
    found: dict[tuple[int, str], Counter[str]] = {}
    rows = zip(text.documents.tolist(), text.fields.tolist(), text.terms.tolist(), text.counts.tolist(), strict=True)
    for document, field, term, count in rows:
        found.setdefault((document, FIELDS[field]), Counter())[text.vocabulary[term]] = count
    return found


@pytest.fixture
def parsed():
    return bags(text_facts(SourceFile("src/lib/parser.py", SOURCE.encode()), facts()))


def counted(text):
    return Counter(terms(text))


def test_names_signatures_and_documentation(parsed):
    assert parsed[0, "name"] == counted("parser")
    assert parsed[5, "name"] == counted("peek")
    assert parsed[5, "signature"] == counted("def peek(self, count):")
    assert parsed[5, "docstring"] == counted("Look ahead. Never fails.")
    assert parsed[0, "docstring"] == counted("Reads tokens.")
    assert (6, "docstring") not in parsed


def test_path_is_that_of_the_file_without_its_suffix(parsed):
    assert parsed[0, "path"] == parsed[6, "path"] == counted("src lib parser")


def test_body_of_a_function_has_nested_functions_and_comments_but_not_its_documentation(parsed):
    body = parsed[5, "body"]
    assert body == counted("cached def peek self count gently def inner return nested return look_ahead count")
    assert parsed[6, "body"] == counted("def inner return nested")


def test_body_of_a_class_leaves_out_its_methods(parsed):
    assert parsed[3, "body"] == counted("class Parser Base depth 3")


def test_body_of_the_file_is_everything_but_its_documentation(parsed):
    assert parsed[0, "body"] == counted(SOURCE) - counted("Reads tokens.")


def test_a_variable_has_its_first_line(parsed):
    assert parsed[1, "body"] == counted("LIMIT = 10  # most")
    assert parsed[2, "body"] == counted("OTHER = (")


def test_documentation_above_a_definition_is_not_taken_from_its_body():
    source = "/// Adds zebras.\nfn add() {\n  zebras + adds\n}\n"
    rust = FileFacts("rust", [definition("add", "function", 2, 4, docstring="Adds zebras.")])
    assert bags(text_facts(SourceFile("a.rs", source.encode()), rust))[1, "body"] == counted("fn add zebras adds")


def test_lengths_count_repetitions():
    text = text_facts(SourceFile("a.py", b"word word other_word"), None)
    assert text.lengths.tolist() == [[1, 0, 0, sum(counted("word word other_word").values()), 1]]


def test_a_package_is_named_after_its_folder():
    assert bags(text_facts(SourceFile("a/zebra/__init__.py", b""), None))[0, "name"] == counted("zebra")


def test_hidden_files_keep_their_name():
    assert bags(text_facts(SourceFile(".gitignore", b""), None))[0, "name"] == counted("gitignore")


@pytest.mark.parametrize(("data", "lines"), [(b"", 1), (b"a", 1), (b"a\n", 1), (b"a\r\nb\r\n", 2), (b"a\rb", 2)])
def test_lines_are_counted(data, lines):
    assert text_facts(SourceFile("a.py", data), None).line_count == lines


def test_line_endings_make_no_difference():
    unix = text_facts(SourceFile("a.py", SOURCE.encode()), facts())
    windows = text_facts(SourceFile("a.py", SOURCE.replace("\n", "\r\n").encode()), facts())
    assert bags(unix) == bags(windows)


def test_encoded_data_is_left_out_and_counts_are_bounded():
    text = text_facts(SourceFile("a.txt", b"A" * 500 + b" " + b"word " * (MAX_COUNT + 5)), None)
    assert bags(text)[0, "body"] == {"word": MAX_COUNT}
    assert text.lengths[0, 3] == MAX_COUNT + 5


def test_deep_nesting_counts_for_the_innermost_scopes_and_the_file():
    depth = 3000
    chain = [definition(f"f{n}", "function", n + 1, depth, n - 1) for n in range(depth)]
    source = "\n" * (depth - 1) + "deepest"
    found = bags(text_facts(SourceFile("a.py", source.encode()), FileFacts("python", chain)))
    holders = sorted(document for (document, field), bag in found.items() if field == "body" and "deepest" in bag)
    assert holders == [0, *range(depth - MAX_NESTING + 1, depth + 1)]


def test_positions_outside_the_file_do_no_harm():
    odd = FileFacts("x", [definition("f", "function", 5, 900), definition("v", "variable", 77, 77)])
    found = bags(text_facts(SourceFile("a.x", b"one\ntwo"), odd))
    assert found[0, "body"] == counted("one two")
    assert (1, "body") not in found


@given(st.text(max_size=200))
def test_body_of_any_text_has_the_terms_of_the_text(content):
    file = SourceFile("a.txt", content.encode("utf-8", "surrogatepass"))
    expected = counted(file.text)
    body = bags(text_facts(file, None)).get((0, "body"), Counter())
    assert body == expected


@given(st.binary(max_size=200))
def test_rows_are_sorted_and_distinct(data):
    text = text_facts(SourceFile("a b/c.txt", data), None)
    rows = list(zip(text.documents.tolist(), text.fields.tolist(), text.terms.tolist(), strict=True))
    assert rows == sorted(set(rows))
    assert len(text.vocabulary) == len(set(text.vocabulary))
    assert set(text.terms.tolist()) <= set(range(len(text.vocabulary)))
