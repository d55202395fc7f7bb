import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.evidence import NoEvidence
from crossbearing_channels.literal import _covered, _literals, collect

SOURCES = {
    "app/point.py": (
        "def vel(frame, name):\n    raise ValueError('Velocity of point ' + name + ' has not been'\n"
        "        ' defined in frame ' + frame)\n\n"
        "def acc(name):\n    raise ValueError(f'no acceleration of {name} known')\n"
    ),
    "app/log.py": "def warn(path):\n    print('cannot open file %s for reading' % path)\n",
}


@pytest.fixture
def small(build_map):
    return build_map(SOURCES)


def names(small, text):
    answer = collect(small.query(text), None)
    return {} if isinstance(answer, NoEvidence) else {small.name_of(e): s for e, s in answer.scores.items()}


def test_an_error_is_matched_to_what_raises_it(small):
    found = names(small, "Bug\n```\nValueError: no acceleration of Q known\n```")
    assert found == {"app.point.acc": pytest.approx(4 / 5)}


def test_joined_literals(small):
    found = names(small, "Bug\nValueError: Velocity of point Q has not been defined in frame A")
    assert list(found) == ["app.point.vel"]


def test_quoted_messages_and_output_lines(small):
    assert names(small, "Bug\nit says 'cannot open file a.txt for reading' and stops")
    assert names(small, "Bug\n```text\nsome line\ncannot open file a.txt for reading\nmore\n```")


def test_other_messages_match_nothing(small):
    assert not names(small, "Bug\nValueError: cannot open the pod bay doors for you")
    answer = collect(small.query("Bug"), None)
    assert answer == NoEvidence("no string of the project makes a message of the issue")


def test_what_too_many_places_produce_says_nothing(build_map):
    sources = {f"a{number}.py": "def f():\n    raise E('the same message here')\n" for number in range(7)}
    assert not names(build_map(sources), "Bug\nE: x\nRuntimeError: the same message here")


def test_reason_and_lines(small):
    answer = collect(small.query("Bug\nValueError: no acceleration of Q known"), None)
    acc = small.entity("acc")
    assert answer.reasons[acc] == "its text 'no acceleration of {name} known' makes a message of the issue"
    assert list(answer.lines[acc]) == [6]


@pytest.mark.parametrize(
    "literal",
    [
        "no token {} at {:?} there",
        "no token %s at %d there",
        "no token %-10s at %5.2lf there",
        "no token %zu at %llu there",
        "no token %(name)s at %(place)d there",
        "no token ${name} at $place there",
        "no token #{name} at #{place + 1} there",
        "no token \\(name) at \\(place) there",
        "no token {0} at {1:F2} there",
        "no token %q at %+v there",
    ],
)
def test_placeholders_of_many_languages(literal):
    assert _covered("no token x at 3 there", literal) == pytest.approx(4 / 6)


def test_coverage():
    assert _covered("a b c d", "a b %s d") == pytest.approx(3 / 4)
    assert _covered("a b c d", "d %s a b") == 0.0
    assert _covered("a b", "${x}") == 0.0


@given(st.lists(st.text(alphabet="'\"`\\ ab%{}$", max_size=60), max_size=8), st.text(max_size=40))
def test_any_code_can_be_read(lines, message):
    for line, literal in _literals(lines):
        assert 1 <= line <= len(lines)
        assert _covered(message or "x", literal) >= 0
