import pytest

from crossbearing.model.evidence import NoEvidence
from crossbearing_channels.symbol import Options, collect

SOURCES = {
    "app/parser.py": (
        "class Base:\n    def climb(self):\n        pass\n\n"
        "class Parser(Base):\n    def peek(self):\n        pass\n    def eat(self):\n        pass\n\n"
        "def test():\n    pass\n"
    ),
    "app/lexer.py": "class Lexer:\n    def peek(self):\n        pass\n\ndef run():\n    pass\n",
}


@pytest.fixture
def small(build_map):
    return build_map(SOURCES, inherits=[("app.parser.Parser", "app.parser.Base")])


def scores(small, text, options=None):
    return {small.name_of(entity): score for entity, score in collect(small.query(text), options).scores.items()}


def test_a_chain_means_the_method_of_that_class(small):
    found = scores(small, "`Parser.peek` fails")
    assert max(found, key=found.get) == "app.parser.Parser.peek"
    assert "app.lexer.Lexer.peek" not in found


def test_an_inherited_method_is_found_in_the_base_class(small):
    assert scores(small, "call Parser.climb()")["app.parser.Base.climb"] == 1.0


def test_a_shared_name_counts_less_for_each(small):
    found = scores(small, "`peek` and `run` fail")
    assert found["app.lexer.run"] == 1.0
    assert found["app.parser.Parser.peek"] == found["app.lexer.Lexer.peek"] < 0.8


def test_plain_words_count_little(small):
    found = scores(small, "the test calls `run`")
    assert found["app.parser.test"] == pytest.approx(0.1)


def test_a_class_lends_to_its_methods(small):
    found = scores(small, "Use `Lexer`")
    assert found == {"app.lexer.Lexer": 1.0, "app.lexer.Lexer.peek": pytest.approx(0.3)}
    assert "app.lexer.Lexer.peek" not in scores(small, "Use `Lexer`", Options(class_share=0))


def test_reasons(small):
    answer = collect(small.query("Use `Lexer`"), None)
    assert answer.reasons[small.entity("Lexer")] == "the issue names `Lexer`"
    assert answer.reasons[small.entity("Lexer.peek")] == "it belongs to `Lexer`, which the issue names"


def test_nothing_named(small):
    assert collect(small.query("it is broken"), None) == NoEvidence("the issue names no definition of the project")


def test_an_exception_names_the_symptom(build_map):
    small = build_map({"a.py": "class ParseError:\n    pass\n\nclass Parser:\n    pass\n"})
    found = scores(small, "`ParseError` comes from `Parser`")
    assert found["a.Parser"] == 1.0
    assert found["a.ParseError"] == pytest.approx(1 / 3)
