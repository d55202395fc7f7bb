import pytest

from crossbearing.model.evidence import NoEvidence
from crossbearing_channels.path import collect

SOURCES = {
    "app/core/parser.py": "def peek():\n    pass\n\ndef eat():\n    pass\n",
    "app/core/lexer.py": "def lex():\n    pass\n",
    "other/__init__.py": "",
}


@pytest.fixture
def small(build_map):
    return build_map(SOURCES)


def scores(small, text):
    answer = collect(small.query(text, kinds=("function", "module")), None)
    return {small.name_of(entity): round(score, 6) for entity, score in answer.scores.items()}


def test_a_path_means_the_file_and_a_little_what_is_in_it(small):
    found = scores(small, "See\napp/core/parser.py is wrong")
    assert found == {"app.core.parser": 1.0, "app.core.parser.peek": 0.4, "app.core.parser.eat": 0.4}


@pytest.mark.parametrize(
    "pointer",
    [
        "https://github.com/o/p/blob/main/app/core/parser.py#L4",
        "https://github.com/o/p/blob/0a1b2c/app/core/parser.py#L4-L5",
        "app/core/parser.py:4",
    ],
)
def test_a_line_means_the_function_around_it(small, pointer):
    found = scores(small, f"Bug\nlook at {pointer} please")
    assert found["app.core.parser.eat"] == 1.0
    assert found["app.core.parser.peek"] == 0.4


def test_pasted_paths_count_half(small):
    found = scores(small, 'Bug\n```\nTraceback (most recent call last):\n  File "/x/core/lexer.py", line 9\nE: no\n```')
    assert found["app.core.lexer"] == 0.5


def test_dotted_names_mean_modules(small):
    assert scores(small, "Bug\nimport app.core.lexer.lex")["app.core.lexer"] == 0.6


def test_words_of_file_names(small):
    found = scores(small, "The lexer is slow")
    assert 0 < found["app.core.lexer"] < 0.6
    assert set(found) == {"app.core.lexer", "app.core.lexer.lex"}


def test_reasons_and_silence(small):
    answer = collect(small.query("See app/core/parser.py"), None)
    assert answer.reasons[small.entity("eat")] == "the issue points at `app/core/parser.py`"
    nothing = collect(small.query("See docs/index.md and /etc/passwd"), None)
    assert nothing == NoEvidence("the issue points at no file of the project")


def test_a_name_of_endless_parts_is_passed_over(small):
    assert collect(small.query("Bug\n" + "a." * 100_000), None) == NoEvidence(
        "the issue points at no file of the project"
    )
