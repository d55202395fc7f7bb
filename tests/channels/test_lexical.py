import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.evidence import NoEvidence
from crossbearing.model.issue import IssueBundle
from crossbearing_channels.lexical import _Overlap, collect

SOURCES = {
    "app/parser.py": "class Parser:\n    def peek(self, count): pass\n",
    "app/lexer.py": "class Lexer:\n    def peek(self, count): pass\n",
    "app/other.py": "def unrelated(): pass\n",
}


def test_names_that_share_more_in_order_score_higher(build_map):
    small = build_map(SOURCES)
    evidence = collect(small.query(bundle=IssueBundle(identifiers=("Parser.peek",))))
    found = {small.name_of(entity): score for entity, score in evidence.scores.items()}
    assert found["app.parser.Parser.peek"] == 1.0
    assert 0 < found["app.lexer.Lexer.peek"] < 1.0
    assert "app.other.unrelated" not in found
    peek = small.entity("Parser.peek")
    assert evidence.reasons[peek] == "its name, signature or path share `peek`, `parser`, `Parser`"


def test_the_score_is_rouge_l(build_map):
    overlap = _Overlap(("pars", "peek", "token"))
    # LCS "pars peek" of 2; m = 4 (a, pars, peek, count), n = 3.
    assert overlap.score(["a.parse", "peek count"]) == pytest.approx(2 * 2 / (4 + 3))
    assert overlap.score(["peek.parse"]) == pytest.approx(2 * 1 / (2 + 3))
    assert overlap.score(["nothing"]) == 0.0


def reference(left, right):
    row = [0] * (len(right) + 1)
    for one in left:
        previous = row[:]
        for number, other in enumerate(right):
            row[number + 1] = previous[number] + 1 if one == other else max(previous[number + 1], row[number])
    return row[-1]


letters = st.sampled_from("abcdefgh")


@given(tokens=st.lists(letters, min_size=1, unique=True), text=st.lists(letters, max_size=40))
def test_the_longest_common_subsequence_is_exact(tokens, text):
    expected = 2 * reference(tokens, text) / (len(tokens) + len(text))
    assert _Overlap(tokens).score([" ".join(text)]) == pytest.approx(expected)


def test_base_names_of_paths_and_other_terms_take_part(build_map):
    small = build_map(SOURCES)
    bundle = IssueBundle(unresolved=("unrelated",), file_paths=("x/lexer.py",))
    found = {small.name_of(entity) for entity in collect(small.query(bundle=bundle)).scores}
    assert found == {"app.other.unrelated", "app.lexer.Lexer", "app.lexer.Lexer.peek"}


def test_an_empty_bundle_is_no_evidence(build_map):
    assert isinstance(collect(build_map(SOURCES).query()), NoEvidence)
