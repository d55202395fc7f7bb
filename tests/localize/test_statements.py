import pytest

from crossbearing.localize.statements import StatementRanker
from crossbearing.model.issue import IssueBundle

SOURCE = '''class Store:
    """Keeps kinds."""

    limit = 3  # kind limit

    def remember(self, kind):
        """Remember a kind.

        The kind is kept.
        """
        # kind of a comment
        value = 1

        kind = self.kinds[kind]
        return kind\t# \x1b[0m value
'''


@pytest.fixture
def small(build_map):
    return build_map({"app/store.py": SOURCE})


def ranker(small, **bundle):
    return StatementRanker(small.graph, small.tree, small.index, IssueBundle(**bundle))


def test_lines_that_share_the_issue_words(small):
    found = ranker(small, identifiers=("kind",), unresolved=("kinds",)).rank(small.entity("remember"), {}, 5)
    assert [statement.line for statement in found] == [6, 14, 15]
    assert {statement.score for statement in found} == {0.5}
    assert found[1].reason == "shares `kind`"


def test_lines_of_channels_come_first(small):
    found = ranker(small, identifiers=("kind",)).rank(small.entity("remember"), {12: (0.4, "stack points here")}, 2)
    assert [(statement.line, statement.score) for statement in found] == [(12, 0.7), (6, 0.5)]
    assert found[0].reason == "stack points here"
    assert found[0].text == "value = 1"


def test_a_class_has_the_lines_outside_its_methods(small):
    found = ranker(small, identifiers=("kind", "store")).rank(small.entity("Store"), {}, 5)
    assert {statement.line for statement in found} == {1, 4}


def test_control_characters_are_escaped(small):
    found = ranker(small, identifiers=("kind",)).rank(small.entity("remember"), {}, 5)
    assert found[-1].text == "return kind\\t# \\x1b[0m value"


def test_no_words_no_lines(small):
    assert ranker(small).rank(small.entity("remember"), {}, 5) == ()


def test_a_file_that_is_gone(small):
    small.tree.files.clear()
    assert ranker(small, identifiers=("kind",)).rank(small.entity("remember"), {}, 5) == ()
