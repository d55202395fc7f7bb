import pytest

from crossbearing.model.evidence import NoEvidence
from crossbearing_channels.quoted import Options, collect

LINE = "return self._cache[key].value"
SOURCES = {
    "app/cache.py": f"class Cache:\n    def get(self, key):\n        {LINE}\n\n    def put(self, key):\n        pass\n",
    "app/other.py": "def get(cache, key):\n    return cache[key]\n",
}


@pytest.fixture
def small(build_map):
    return build_map(SOURCES)


@pytest.mark.parametrize("mark", ["", "    ", "> ", "---> 12 ", "12 ", "`"])
def test_a_quoted_line_is_found(small, mark):
    answer = collect(small.query(f"Bug\nsee\n{mark}{LINE}"), None)
    entity = small.entity("Cache.get")
    assert answer.scores == {entity: 1.0}
    assert answer.lines == {entity: {3: 1.0}}
    assert answer.reasons[entity] == "the issue quotes line 3 word for word"


def test_white_space_does_not_count(small):
    assert collect(small.query("Bug\nreturn  self._cache[ key ].value"), None).scores


def test_short_lines_and_prose_are_not_looked_for(small):
    silent = NoEvidence("the issue quotes no line of the project")
    assert collect(small.query("Bug\npass"), None) == silent
    assert collect(small.query("Bug\nreturn self cache key value"), None) == silent
    assert collect(small.query(f"Bug\n{LINE}"), Options(min_length=40)) == silent


def test_a_line_that_many_files_hold_says_nothing(build_map):
    sources = {f"a{number}.py": f"def f(self, key):\n    {LINE}\n" for number in range(6)}
    assert isinstance(collect(build_map(sources).query(f"Bug\n{LINE}"), None), NoEvidence)


def test_two_holders_share(build_map):
    sources = {f"a{number}.py": f"def f(self, key):\n    {LINE}\n" for number in range(2)}
    answer = collect(build_map(sources).query(f"Bug\n{LINE}"), None)
    assert list(answer.scores.values()) == [0.5, 0.5]
    assert [list(own.values()) for own in answer.lines.values()] == [[0.5], [0.5]]
