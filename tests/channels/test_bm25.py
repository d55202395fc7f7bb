import pytest
from attrs import evolve

from crossbearing.model.evidence import NoEvidence
from crossbearing.model.issue import IssueBundle
from crossbearing_channels.bm25 import Options, collect

SPECIFIED = Options(query="bundle", fields={"signature": 3, "docstring": 1})


def scores(small, options=None, **query):
    found = collect(small.query(**query), options).scores
    return {small.name_of(entity): score for entity, score in found.items()}


def test_a_symbol_match_outranks_a_comment_match(build_map):
    small = build_map(
        {
            "a.py": 'def remember(kind):\n    """Keep it."""\n',
            "b.py": 'def other(kind):\n    """Does remember things."""\n',
        }
    )
    found = scores(small, SPECIFIED, bundle=IssueBundle(identifiers=("remember",)))
    assert found["a.remember"] == 1.0
    assert 0 < found["b.other"] < found["a.remember"]


def test_identifiers_weigh_three_times_as_much_as_prose(build_map):
    small = build_map({"a.py": "def alpha(): pass\n", "b.py": "def beta(): pass\n"})
    bundle = IssueBundle(identifiers=("alpha",), unresolved=("beta",))
    assert scores(small, SPECIFIED, bundle=bundle) == pytest.approx({"a.alpha": 1.0, "b.beta": 1 / 3})


def test_error_strings_and_paths_are_asked_for(build_map):
    small = build_map({"a.py": 'def f():\n    """Bad kind given."""\n', "b.py": "def store(): pass\n"})
    bundle = IssueBundle(error_strings=("bad kind",), file_paths=("lib/store.py",))
    assert set(scores(small, SPECIFIED, bundle=bundle)) == {"a.f", "b.store"}


def test_bodies_are_searched_for_the_text(build_map):
    small = build_map({"a.py": "def f():\n    return tokenize_header()\n", "b.py": "def g(): pass\n"})
    assert scores(small, text="The header is wrong") == {"a.f": 1.0}
    query = small.query(text="The header is wrong", bundle=IssueBundle(unresolved=("header",)))
    assert collect(query, SPECIFIED) == NoEvidence("no candidate shares a word with the issue")


def test_the_title_counts_more(build_map):
    small = build_map({"a.py": "def alpha(): pass\n", "b.py": "def beta(): pass\n"})
    found = scores(small, text="alpha\n\nbeta", options=Options(title_weight=3.0, prose_weight=0))
    assert found == pytest.approx({"a.alpha": 1.0, "b.beta": 0.25})


def test_without_a_title_the_text_decides(build_map):
    small = build_map({"a.py": "def alpha(): pass\n", "b.py": "def beta(): pass\n"})
    query = evolve(small.query("alpha"), title="")
    assert collect(query, None).scores == {small.entity("alpha"): 1.0}


def test_whole_files_are_scaled_by_themselves(build_map):
    small = build_map({"a.py": "def f():\n    return header\n", "b.py": "header = 1\n"})
    found = scores(small, text="header", kinds=("module", "function"))
    assert found["a.f"] == 1.0
    assert max(found["a"], found["b"]) == 1.0


def test_only_candidates_are_scored(build_map):
    small = build_map(
        {"a.py": "def header(): pass\n", "test_a.py": "def header(): pass\n"}, roles={"test_a.py": "test"}
    )
    assert set(scores(small, text="header")) == {"a.header"}


def test_reasons_spell_words_as_the_issue_does(build_map):
    small = build_map({"a.py": "def parse_headers(): pass\n"})
    evidence = collect(small.query("Parsing the headers fails"), None)
    assert dict(evidence.reasons) == {small.entity("parse_headers"): "its text shares `headers`, `Parsing`"}


def test_reasons_speak_only_of_fields_that_count(build_map):
    small = build_map({"a.py": "def handle_value():\n    return frobnicate()\n"})
    bundle = IssueBundle(unresolved=("frobnicate", "value"))
    found = collect(small.query(text="frobnicate the value", bundle=bundle), SPECIFIED)
    assert list(found.reasons.values()) == ["its text shares `value`"]


def test_a_part_of_a_compound_is_quoted_as_that_part(build_map):
    small = build_map({"a.py": "def get(key): pass\n"})
    found = collect(small.query(text="KeyError"), None)
    assert list(found.reasons.values()) == ["its text shares `key`"]


def test_an_empty_issue_is_no_evidence(build_map):
    assert isinstance(collect(build_map({"a.py": "def f(): pass\n"}).query(""), None), NoEvidence)


def test_wrong_options_are_refused():
    with pytest.raises(ValueError, match="titel"):
        Options(fields={"titel": 1.0})
    with pytest.raises(ValueError, match="'b' must be <= 1"):
        Options(b=1.5)


def test_stop_words_and_templates_are_not_asked_for(build_map):
    small = build_map({"a.py": "def expected(): pass\n", "b.py": "def version(): pass\ndef alpha(): pass\n"})
    text = "should alpha\n\nI expected it\n\n### Environment\nbeta"
    assert scores(small, text=text) == {"b.alpha": 1.0}


def test_pasted_text_counts_less_than_prose(build_map):
    small = build_map({"a.py": "def alpha(): pass\n", "b.py": "def beta(): pass\n"})
    text = "It fails\nalpha\n```python\nbeta()\n```"
    found = scores(small, text=text, options=Options(prose_weight=1.0))
    assert found["a.alpha"] > found["b.beta"] > 0
