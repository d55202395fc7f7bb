import pytest

from crossbearing.model.evidence import NoEvidence
from crossbearing.model.issue import IssueBundle
from crossbearing_channels.example import collect

SOURCES = {
    "app/__init__.py": "from app.reader import load\n",
    "app/reader.py": "def load(x):\n    return Parser(x)\n\ndef unused():\n    pass\n",
    "app/parser.py": (
        "class Base:\n    def __add__(self, other):\n        pass\n\n"
        "class Parser(Base):\n    def __init__(self):\n        pass\n    def peek(self):\n        helper()\n\n"
        "def helper():\n    pass\n"
    ),
}


@pytest.fixture
def small(build_map):
    return build_map(
        SOURCES,
        calls=[("app.reader.load", "app.parser.Parser"), ("app.parser.Parser.peek", "app.parser.helper")],
        imports=[("app", "app.reader.load")],
        inherits=[("app.parser.Parser", "app.parser.Base")],
    )


def scores(small, code):
    answer = collect(small.query(f"Bug\n```python\n{code}\n```"), None)
    return {small.name_of(entity): score for entity, score in answer.scores.items()}


def test_a_reexported_name_means_its_definition_and_what_it_calls(small):
    found = scores(small, "from app import load\nload('x')")
    assert found["app.reader.load"] == 1.0
    assert 0 < found["app.parser.Parser.__init__"] < found["app.parser.Parser"] < 1.0
    assert "app.reader.unused" not in found


@pytest.mark.parametrize(
    "code", ["import app\napp.load('x')", "import app as a\nx = a.load('x')", "from app import *\nload('x')"]
)
def test_other_ways_to_import(small, code):
    found = scores(small, code)
    assert max(found, key=found.get) == "app.reader.load"


def test_methods_by_name_and_their_callees(small):
    found = scores(small, "x = something()\nx.peek()")
    assert found["app.parser.Parser.peek"] == pytest.approx(0.3)
    assert found["app.parser.helper"] > 0


def test_operators_mean_inherited_methods(small):
    assert "app.parser.Base.__add__" in scores(small, "from app.parser import Parser\nParser() + Parser()")
    assert "app.parser.Base.__add__" not in {
        name for name, score in scores(small, "from app.parser import Parser\nParser()").items() if score > 0.5
    }


def test_what_stands_in_strings_is_not_used(small):
    answer = collect(small.query("Bug\n```python\nprint('peek()')\n```"), None)
    assert answer == NoEvidence("the issue's code uses nothing of the project")


def test_reasons_and_silence(small):
    answer = collect(small.query("Bug\n```python\nfrom app import load\nload('x')\n```"), None)
    assert answer.reasons[small.entity("load")] == "the issue's code uses `reader.load`"
    assert answer.reasons[small.entity("Parser")] == "the issue's code reaches it"
    assert collect(small.query("Bug"), None) == NoEvidence("the issue shows no code")


TESTED = SOURCES | {"tests/test_app.py": "def test_peek():\n    Parser().peek()\n\ndef test_other():\n    unused()\n"}
FROM_TESTS = [
    ("tests.test_app.test_peek", "app.parser.Parser.peek"),
    ("tests.test_app.test_other", "app.reader.unused"),
]


@pytest.mark.parametrize(
    "target",
    [
        "tests/test_app.py::test_peek",
        "tests/test_app.py::test_peek[3-a::b]",
        "/srv/app/tests/gone.py::test_peek",
        "tests.test_app.TestGone.test_peek",
        "app::tests::test_peek",
        "test_peek/empty",
    ],
)
def test_what_the_named_test_calls_is_meant(build_map, target):
    small = build_map(TESTED, calls=FROM_TESTS, roles={"tests/test_app.py": "test"})
    answer = collect(small.query("It fails", bundle=IssueBundle(repro_target=target)), None)
    best = max(answer.scores, key=answer.scores.get)
    assert small.name_of(best) == "app.parser.Parser.peek"
    assert small.entity("app.reader.unused") not in answer.scores


@pytest.mark.parametrize("target", ["tests/else.py::test_peek_not", "::", "a::b::c", "tests/test_app.py::peek"])
def test_a_test_that_is_not_there_means_nothing(build_map, target):
    small = build_map(TESTED, calls=FROM_TESTS, roles={"tests/test_app.py": "test"})
    assert isinstance(collect(small.query("It fails", bundle=IssueBundle(repro_target=target)), None), NoEvidence)
