import pytest

from crossbearing.model.issue import IssueBundle
from crossbearing.plugin import Seed
from crossbearing_plugins.expansion import gated_bfs
from crossbearing_plugins.expansion.gated_bfs import Options, expand

SOURCES = {
    "app/lexer.py": 'def advance():\n    """Move on to the next token."""\n\ndef reset():\n    pass\n',
    "app/parser.py": "def peek():\n    return advance()\n",
    "app/far.py": "def token_far():\n    pass\n",
    "lib/token.py": "def token_user():\n    pass\n",
}
CALLS = [("app.parser.peek", "app.lexer.advance"), ("app.parser.peek", "app.lexer.reset")]
BUNDLE = IssueBundle(identifiers=("peek",), error_strings=("bad token",))


def expanded(small, bundle=BUNDLE, seeds=("parser.peek",), options=None):
    answer = expand(small.query(bundle=bundle), [Seed(small.entity(name), 1.0) for name in seeds], options)
    return {small.name_of(entity): distance for entity, distance in answer.distances.items()}, answer


def test_a_relevant_callee_in_another_file_is_reached(build_map):
    found, answer = expanded(build_map(SOURCES, CALLS))
    assert found == {"app.parser.peek": 0, "app.lexer.advance": 1}
    assert answer.iterations <= 10


def test_a_neighbour_without_overlap_is_pruned(build_map):
    small = build_map(SOURCES, CALLS)
    found, answer = expanded(small)
    assert "app.lexer.reset" not in found
    assert answer.pruned == 1


def test_a_pruned_neighbour_ends_the_path(build_map):
    sources = SOURCES | {"app/far.py": 'def behind():\n    """Of a token."""\n'}
    small = build_map(sources, [("app.parser.peek", "app.lexer.reset"), ("app.lexer.reset", "app.far.behind")])
    assert expanded(small)[0] == {"app.parser.peek": 0}


def test_a_self_contained_leaf_gives_the_seeds(build_map):
    small = build_map({"leaf.py": "def peek():\n    pass\n"})
    assert expanded(small, seeds=["leaf.peek"])[0] == {"leaf.peek": 0}


def test_a_callee_signature_opens_the_gate(build_map):
    small = build_map(
        {"a.py": "def start(): go()\n", "b.py": "def quiet(): pass\n", "c.py": "def other(token): pass\n"},
        [("a.start", "b.quiet"), ("b.quiet", "c.other")],
    )
    assert expanded(small, seeds=["a.start"])[0] == {"a.start": 0, "b.quiet": 1, "c.other": 2}


def test_mentioned_files_are_searched(build_map):
    bundle = IssueBundle(identifiers=("peek",), error_strings=("bad token",), file_paths=("app/far.py",))
    found, _ = expanded(build_map(SOURCES, CALLS), bundle)
    assert found["app.far.token_far"] == 1


def test_imports_are_read_of_mentioned_files_only(build_map):
    imports = [("app.parser", "lib.token.token_user"), ("app.far", "app.lexer.advance")]
    small = build_map(SOURCES, CALLS, imports)
    found, _ = expanded(small)
    assert found == {"app.parser.peek": 0, "app.lexer.advance": 1, "lib.token.token_user": 1}
    # app.far imports advance, which is in the pool; but app/far.py is neither mentioned nor the file of a seed.
    assert "app.far.token_far" not in found


def chain(length):
    sources = {f"link{number}.py": "def token(): pass\n" for number in range(length)}
    return sources, [(f"link{number}.token", f"link{number + 1}.token") for number in range(length - 1)]


def test_at_most_ten_edges_from_the_seed(build_map):
    found, answer = expanded(build_map(*chain(30)), seeds=["link0.token"])
    assert found == {f"link{number}.token": number for number in range(11)}
    assert answer.iterations == 10


def test_at_most_200_nodes(build_map):
    source = "".join(f"def token_{number:03}(): pass\n" for number in range(300))
    small = build_map({"hub.py": source}, [("hub.token_000", f"hub.token_{number:03}") for number in range(1, 300)])
    assert len(expanded(small, seeds=["hub.token_000"])[0]) == 200


def test_nodes_near_the_named_symbols_go_first(build_map):
    names = ("far", "near", "token_a", "token_b", "peek")
    calls = [("far.far", "token_a.token_a"), ("near.near", "token_b.token_b"), ("near.near", "peek.peek")]
    small = build_map({f"{name}.py": f"def {name}(): pass\n" for name in names}, calls)
    found, _ = expanded(small, seeds=["far.far", "near.near"], options=Options(max_nodes=4))
    assert set(found) == {"far.far", "near.near", "peek.peek", "token_b.token_b"}


def test_seeds_that_fill_the_pool_are_the_pool(build_map):
    found, answer = expanded(
        build_map(SOURCES, CALLS), seeds=["parser.peek", "far.token_far"], options=Options(max_nodes=1)
    )
    assert found == {"app.parser.peek": 0, "app.far.token_far": 0}
    assert answer.iterations == 0


def test_no_seeds(build_map):
    assert expanded(build_map(SOURCES), seeds=[])[0] == {}


def test_bounds_cannot_be_raised():
    with pytest.raises(ValueError, match="max_iterations"):
        Options(max_iterations=11)
    with pytest.raises(ValueError, match="max_nodes"):
        Options(max_nodes=201)
    assert gated_bfs.VERSION >= 1
