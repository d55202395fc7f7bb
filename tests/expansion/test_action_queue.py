import pytest

from crossbearing.model.issue import Frame, IssueBundle
from crossbearing.plugin import Seed
from crossbearing_plugins.expansion.action_queue import Options, expand

SOURCES = {
    "app/lexer.py": 'def advance():\n    """Move on to the next token."""\n\ndef reset():\n    pass\n',
    "app/parser.py": "def peek():\n    return advance()\n",
    "app/box.py": (
        "class Box:\n    def token_one(self): pass\n    def token_two(self): token = token\n"
        "    def plain(self): pass\n    def other(self): pass\n"
    ),
}
CALLS = [("app.parser.peek", "app.lexer.advance"), ("app.parser.peek", "app.lexer.reset")]
ISSUE = "A bad token\n\nThe token is lost."


def expanded(small, seeds=("parser.peek",), bundle=None, **options):
    query = small.query(ISSUE, bundle=bundle or IssueBundle())
    answer = expand(query, [Seed(small.entity(name), 1.0) for name in seeds], Options(**options))
    return {small.name_of(entity): distance for entity, distance in answer.distances.items()}, answer


def test_what_matches_is_reached_and_what_does_not_is_a_dead_end(build_map):
    found, answer = expanded(build_map(SOURCES, CALLS))
    assert found == {"app.parser.peek": 0, "app.lexer.advance": 1}
    assert (answer.iterations, answer.pruned) == (1, 0)


def test_of_a_class_the_members_that_match_best_are_looked_at(build_map):
    found, _ = expanded(build_map(SOURCES), ["box.Box"], members=2)
    assert found == {"app.box.Box": 0, "app.box.Box.token_one": 1, "app.box.Box.token_two": 1}


def test_a_mentioned_file_is_decomposed(build_map):
    found, _ = expanded(build_map(SOURCES), ["parser.peek"], IssueBundle(file_paths=("app/box.py",)), members=1)
    assert "app.box.Box" in found


def test_a_method_leads_to_its_class(build_map):
    assert expanded(build_map(SOURCES), ["Box.plain"])[0]["app.box.Box"] == 1


REPEATED = {
    "a.py": "def one(): token\ndef two(): token\ndef three(): token\n",
    "b.py": "def shared(): token\ndef alone(): token\n",
}
TO_SHARED = [("a.one", "b.shared"), ("a.two", "b.shared"), ("a.three", "b.shared"), ("a.one", "b.alone")]


@pytest.mark.parametrize(("repetition", "found"), [(1.0, "b.shared"), (0.0, "b.alone")])
def test_what_is_proposed_often_is_looked_at_early(build_map, repetition, found):
    sources = REPEATED | {"b.py": "def shared(): long = text, of, words, token\ndef alone(): token\n"}
    small = build_map(sources, TO_SHARED)
    pool, _ = expanded(small, ["a.one", "a.two", "a.three"], repetition=repetition, max_nodes=4)
    assert pool.keys() - {"a.one", "a.two", "a.three"} == {found}


CHAIN = {f"m{number}.py": f"def step{number}(): token\n" for number in range(8)}
LINKS = [(f"m{number}.step{number}", f"m{number + 1}.step{number + 1}") for number in range(7)]


def test_what_is_far_from_every_anchor_is_pruned(build_map):
    small = build_map(CHAIN, LINKS)
    found, answer = expanded(small, ["m0.step0"], max_distance=3)
    assert sorted(found) == ["m0.step0", "m1.step1", "m2.step2", "m3.step3"]
    assert answer.pruned == 4
    frames = IssueBundle(frames=(Frame("m5.py", 1),))
    assert len(expanded(small, ["m0.step0"], frames, max_distance=3)[0]) == 8


def test_bounds_hold(build_map):
    small = build_map(CHAIN, LINKS)
    assert len(expanded(small, ["m0.step0"], max_nodes=2)[0]) == 2
    assert len(expanded(small, ["m0.step0"], max_actions=3, max_distance=10)[0]) == 3
    assert expanded(small, [name.removesuffix(".py") for name in CHAIN], max_nodes=4)[1].iterations == 0


def test_no_seeds_no_pool(build_map):
    assert expanded(build_map(SOURCES, CALLS), [])[0] == {}
