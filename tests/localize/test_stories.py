from crossbearing.localize.stories import causal_story, strongest_reasons
from crossbearing.model.issue import IssueBundle

SOURCES = {"a.py": "def called(): pass\n\ndef caller(): called()\n"}
CALLS = [("a.caller", "a.called")]
NAMED = ["the issue names `called`"]


def story(small, bundle, reasons=NAMED, name="called", weak=False):
    return causal_story(small.graph, small.entity(name), reasons, bundle, weak=weak)


def test_the_condition_is_the_test_else_the_error_else_a_caller(build_map):
    small = build_map(SOURCES, CALLS)
    full = IssueBundle(error_strings=("quoted", "KeyError: 'kind'"), repro_target="t.py::test")
    error = IssueBundle(error_strings=("quoted", "KeyError: 'kind'"))
    assert story(small, full) == "called fails because the issue names `called` under `t.py::test`"
    assert story(small, error).endswith(" under `KeyError: 'kind'`")
    assert story(small, IssueBundle()).endswith(" under a call from `caller`")
    assert story(small, IssueBundle(), name="caller").endswith(" under the reported conditions")


def test_a_caller_in_the_code_says_more_than_a_test(build_map):
    sources = SOURCES | {"a_test.py": "def test_called(): called()\n"}
    small = build_map(sources, [("a_test.test_called", "a.called"), *CALLS], roles={"a_test.py": "test"})
    assert story(small, IssueBundle()).endswith(" under a call from `caller`")
    small = build_map(sources, [("a_test.test_called", "a.called")], roles={"a_test.py": "test"})
    assert story(small, IssueBundle()).endswith(" under a call from `test_called`")


def test_words_alone_make_a_weaker_story(build_map):
    assert story(build_map(SOURCES, CALLS), IssueBundle(), weak=True).startswith("called may fail because ")


def test_a_story_is_one_short_line(build_map):
    small = build_map(SOURCES, CALLS)
    long = story(small, IssueBundle(error_strings=("Error: " + "x" * 300,)), ["two\nlines", "b", "c"])
    assert len(long) <= 200
    assert long.startswith("called fails because two\\nlines and b under `Error: xxx")
    assert len(story(small, IssueBundle(), ["why " * 100])) == 200
    assert story(small, IssueBundle(), ["why " * 100]).endswith("… under a call from `caller`")


def test_a_place_without_reasons(build_map):
    assert "connected to the places" in story(build_map(SOURCES, CALLS), IssueBundle(), [])


def test_the_strongest_reasons_come_first():
    reasons = {"bm25": {1: "words"}, "stack": {1: "frame"}, "graph": {2: "elsewhere"}}
    assert list(strongest_reasons(1, {"bm25": 0.2, "stack": 0.9, "graph": 0.5}, reasons)) == ["stack", "bm25"]
    assert list(strongest_reasons(1, {"bm25": 0.9, "stack": 0.1}, reasons, {"bm25"})) == ["stack", "bm25"]


def test_the_condition_is_what_a_trace_ends_in(build_map):
    bundle = IssueBundle(error_strings=("# Box raises KeyError: 'k'", "TypeError: join() takes one argument"))
    assert story(build_map(SOURCES, CALLS), bundle).endswith(" under `TypeError: join() takes one argument`")
