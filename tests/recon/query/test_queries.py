"""Callers, callees, imports, inheritance, paths and neighbours."""

import pytest
from attrs import asdict
from handmade import graph_of, imports_of, references_of
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.errors import CrossbearingError
from crossbearing.recon.assembly import edges_of
from crossbearing.recon.query import GraphQueries


def short(name):
    return name.removeprefix("app.").removeprefix("tests.")


def places(uses):
    return [(short(use.source), short(use.target), use.place, use.depth) for use in uses]


def test_callers_have_the_place_of_each_use(queries):
    answer = queries.callers("tokenize")
    (use,) = answer.places
    assert asdict(use) == {
        "source": "app.parser.Parser.__init__",
        "target": "app.tokens.tokenize",
        "kind": "call",
        "name": "tokenize",
        "file": "app/parser.py",
        "line": 12,
        "column": 22,
        "confidence": 1.0,
        "depth": 1,
    }
    assert [match.symbol.place for match in answer.matches] == ["app/tokens.py:4"]


def test_candidates_are_kept_apart_and_unresolved_calls_of_the_name_are_counted(queries):
    answer = queries.callers("Parser.peek")
    assert places(answer.places) == [("parser.Parser.read_all", "parser.Parser.peek", "app/parser.py:18:8", 1)]
    assert [(short(use.source), use.confidence) for use in answer.candidates] == [
        ("main.main.inner", 0.2),
        ("test_parser.test_peek", 0.6),
    ]
    assert [(name.name, name.count, name.place) for name in answer.unresolved] == [
        ("other.peek", 1, "app/parser.py:20:8")
    ]
    assert (answer.totals.places, answer.totals.candidates, answer.totals.unresolved) == (1, 2, 1)


def test_with_certain_nothing_is_guessed(queries):
    answer = queries.callers("Parser.peek", certain=True)
    assert (len(answer.places), answer.candidates, answer.unresolved) == (1, (), ())
    assert answer.totals.candidates == 0


def test_source_files_come_before_tests(queries):
    assert [short(use.source) for use in queries.callers("app.parser.Parser").places] == [
        "main.main",
        "parser.Special",
        "test_parser.test_peek",
    ]


def test_a_constructor_is_called_where_its_class_is(queries):
    answer = queries.callers("Parser.__init__")
    assert [(short(use.source), short(use.target)) for use in answer.places] == [
        ("main.main", "parser.Parser"),
        ("test_parser.test_peek", "parser.Parser"),
    ]


@pytest.mark.parametrize(
    ("file", "name", "constructs"),
    [
        ("a.py", "__new__", True),
        ("a.java", "<init>", True),
        ("a.cs", "<ctor>", True),
        ("a.dart", "Stack", True),
        ("a.rb", "initialize", True),
        ("a.swift", "init", True),
        ("a.py", "init", False),
        ("a.js", "initialize", False),
    ],
)
def test_a_constructor_is_known_by_its_name(file, name, constructs):
    rows = (
        (file, "a", "module", 1, 0, -1),
        (file, "a.Stack", "class", 2, 6, 0),
        (file, f"a.Stack.{name}", "method", 3, 8, 1),
        (file, "a.use", "function", 9, 4, 0),
    )
    graph = graph_of(*rows)
    references = references_of((3, 10, 8, "Stack", 0, 1, 1.0), (3, 11, 8, "Stack", 1, 1, 1.0))
    graph.edges = edges_of(graph, references, imports_of(), ([], []))
    queries = GraphQueries(graph, references, imports_of())
    assert [use.line for use in queries.callers(f"a.Stack.{name}").places] == ([10] if constructs else [])


def test_callers_of_callers_go_through_constructors_and_never_in_circles(queries):
    assert places(queries.callers("tokenize", depth=9).places) == [
        ("parser.Parser.__init__", "tokens.tokenize", "app/parser.py:12:22", 1),
        ("main.main", "parser.Parser", "app/main.py:6:12", 2),
        ("test_parser.test_peek", "parser.Parser", "tests/test_parser.py:5:11", 2),
    ]
    answer = queries.callers("Parser.read_all", depth=9)
    assert [(short(use.source), use.depth) for use in answer.places] == [
        ("main.main", 1),
        ("parser.Parser.read_all", 1),  # calls itself
        ("parser.Special.peek", 1),
    ]


def test_a_candidate_below_the_threshold_is_shown_but_not_followed(queries):
    sources = {short(use.source) for use in queries.callers("Base.peek", depth=5).candidates}
    assert sources == {"main.main.inner"}
    assert queries.callers("Base.peek", depth=5).totals.places == 0


def test_callees_are_those_of_the_whole_body_and_unresolved_names_are_counted(queries):
    answer = queries.callees("main.main")
    assert [(short(use.source), short(use.target)) for use in answer.places] == [
        ("main.main", "parser.Parser"),
        ("main.main", "parser.Parser.read_all"),
        ("main.main", "main.main.inner"),
    ]
    assert [short(use.target) for use in answer.candidates] == ["parser.Base.peek", "parser.Parser.peek"]
    assert [(name.name, name.count, name.place) for name in answer.unresolved] == [
        ("frobnicate", 2, "app/main.py:8:30")
    ]


def test_callees_of_callees_go_through_constructors(queries):
    answer = queries.callees("main.main", depth=3)
    assert ("parser.Parser.__init__", "tokens.tokenize", "app/parser.py:12:22", 2) in places(answer.places)
    assert ("tokens.tokenize", "tokens.LIMIT", "app/tokens.py:5:11", 3) in places(answer.places)
    assert len(set(places(answer.places))) == len(answer.places)


def test_kinds_and_files_can_be_chosen(queries):
    assert [use.kind for use in queries.callers("app.parser.Parser", kinds=["base"]).places] == ["base"]
    assert [use.file for use in queries.callers("app.parser.Parser", files=["tests"]).places] == [
        "tests/test_parser.py"
    ]
    assert queries.callers("app.parser.Parser", files=["app/*.py"]).totals.places == 2
    assert queries.callers("app.parser.Parser", files=["."]).totals.places == 3


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda queries: queries.callers("Parser", kinds=["cal"]), "unknown kind of use 'cal'; known are call, read"),
        (lambda queries: queries.callers("Parser", files=["src"]), "no file of the map is, matches or lies in 'src'"),
        (lambda queries: queries.path("main", "Parser", types=["calls"]), "unknown edge type 'calls'"),
        (lambda queries: queries.inheritance("Parser", relations=["child"]), "unknown relation 'child'"),
        (lambda queries: queries.definitions("Parser", kinds=["variable"]), "'Parser' has no definition of the kinds"),
        (lambda queries: queries.callees("Parsr"), "unknown symbol 'Parsr': did you mean app.parser.Parser"),
    ],
)
def test_what_does_not_exist_is_refused(queries, ask, message):
    with pytest.raises(CrossbearingError, match=message):
        ask(queries)


def test_a_limit_cuts_lists_but_not_totals(queries):
    answer = queries.callers("app.parser.Parser", limit=1)
    assert (len(answer.places), answer.totals.places) == (1, 3)
    definitions = queries.definitions("peek", limit=2)
    assert ([match.rank for match in definitions.matches], definitions.total) == ([1, 2], 3)


def test_an_ambiguous_name_asks_about_all_its_meanings(queries):
    answer = queries.callers("peek")
    assert len(answer.matches) == 3
    assert {short(use.target) for use in answer.candidates} == {"parser.Base.peek", "parser.Parser.peek"}


def test_definitions_of_similar_names_are_listed(queries):
    match = queries.definitions("tokenise").matches[0]
    assert (match.symbol.qualname, match.reason, match.symbol.signature) == ("app.tokens.tokenize", "similar", "")


def test_importers_of_a_module_are_those_of_what_it_defines_too(queries):
    answer = queries.importers("app/parser.py")
    assert places(answer.places) == [
        ("main", "parser.Parser", "app/main.py:1:23", 1),
        ("test_parser", "parser", "tests/test_parser.py:1:7", 1),
    ]
    assert [short(use.source) for use in queries.importers("app.parser.Parser").places] == ["main"]
    assert places(queries.importers("tokens.py", depth=2).places) == [
        ("parser", "tokens.tokenize", "app/parser.py:1:23", 1),
        ("main", "parser.Parser", "app/main.py:1:23", 2),
        ("test_parser", "parser", "tests/test_parser.py:1:7", 2),
    ]


def test_imports_of_imports_are_followed_by_file(queries):
    assert places(queries.imports("app.main", depth=3).places) == [
        ("main", "parser.Parser", "app/main.py:1:23", 1),
        ("parser", "tokens.tokenize", "app/parser.py:1:23", 2),
    ]
    assert queries.imports("tokenize").places == ()


def kin(answer):
    return [(item.relation, short(item.symbol.qualname), item.depth) for item in answer.kin]


def test_classes_have_bases_and_subclasses(queries):
    assert kin(queries.inheritance("app.parser.Parser")) == [
        ("base", "parser.Base", 1),
        ("subclass", "parser.Special", 1),
    ]
    assert kin(queries.inheritance("Base")) == [("subclass", "parser.Parser", 1), ("subclass", "parser.Special", 2)]
    assert kin(queries.inheritance("Base", depth=1)) == [("subclass", "parser.Parser", 1)]
    assert kin(queries.inheritance("app.parser.Parser", relations=["base"])) == [("base", "parser.Base", 1)]


def test_methods_override_and_are_overridden(queries):
    assert kin(queries.inheritance("Parser.peek")) == [
        ("overrides", "parser.Base.peek", 1),
        ("overridden-by", "parser.Special.peek", 1),
    ]
    assert kin(queries.inheritance("read_all")) == []
    assert kin(queries.inheritance("tokenize")) == []


def steps(path):
    return (
        None if path is None else [(step.type, short(step.source), short(step.target), step.direction) for step in path]
    )


def test_a_path_follows_calls_and_constructors(queries):
    answer = queries.path("main.main", "tokenize")
    assert answer.types == ("invoke",)
    assert steps(answer.forward) == [
        ("invoke", "main.main", "parser.Parser", "forward"),
        ("construct", "parser.Parser", "parser.Parser.__init__", "forward"),
        ("invoke", "parser.Parser.__init__", "tokens.tokenize", "forward"),
    ]
    assert [step.place for step in answer.forward] == ["app/main.py:6:12", "app/parser.py:11:8", "app/parser.py:12:22"]
    assert (answer.backward, answer.joined) == (None, None)


def test_both_directions_are_said(queries):
    answer = queries.path("tokenize", "main.main")
    assert answer.forward is None
    assert len(answer.backward) == 3


def test_a_module_stands_for_what_is_in_it(queries):
    answer = queries.path("app/main.py", "app/tokens.py")
    assert [step.type for step in answer.forward] == ["invoke", "construct", "invoke"]


def test_other_edges_are_tried_where_calls_do_not_connect(queries):
    answer = queries.path("Parser.read_all", "Base")
    assert answer.types == ("inherit", "invoke", "import", "contain")
    assert steps(answer.forward) == [
        ("contain", "parser.Parser.read_all", "parser.Parser", "forward"),
        ("inherit", "parser.Parser", "parser.Base", "forward"),
    ]
    only = queries.path("Special", "Base", types=["inherit"])
    assert [step.type for step in only.forward] == ["inherit", "inherit"]
    assert [step.place for step in only.forward] == ["app/parser.py:30:14", "app/parser.py:10:13"]


def test_without_a_path_either_way_the_direction_is_disregarded(queries):
    answer = queries.path("main.main", "test_peek", types=["invoke"])
    assert (answer.forward, answer.backward) == (None, None)
    assert steps(answer.joined) == [
        ("invoke", "main.main", "parser.Parser", "forward"),
        ("invoke", "test_parser.test_peek", "parser.Parser", "backward"),
    ]
    assert queries.path("LIMIT", "main.main", types=["inherit"]).joined is None


def test_a_path_within_a_definition_leads_from_it(queries):
    assert queries.path("tokenize", "tokenize").forward == ()
    assert steps(queries.path("Parser.read_all", "app.parser.Parser", types=["contain"]).forward) == [
        ("contain", "parser.Parser.read_all", "parser.Parser", "forward")
    ]


def test_neighbours_are_listed_once_the_nearest_first(queries):
    answer = queries.neighbourhood("tokenize", depth=2)
    listed = [(short(item.symbol.qualname), item.type, item.direction, item.depth) for item in answer.neighbours]
    assert listed[:4] == [
        ("tokens.LIMIT", "invoke", "forward", 1),
        ("parser.Parser.__init__", "invoke", "backward", 1),
        ("parser", "import", "backward", 1),
        ("tokens", "contain", "forward", 1),
    ]
    assert {item.depth for item in answer.neighbours} == {1, 2}
    assert len({item.symbol for item in answer.neighbours}) == len(answer.neighbours) == answer.total
    assert answer.neighbours[0].place == "app/tokens.py:5:11"
    assert answer.neighbours[2].place == "app/parser.py:1:23"


def test_neighbours_by_type_and_certainty(queries):
    inside = queries.neighbourhood("app/tokens.py", types=["contain"]).neighbours
    assert [short(item.symbol.qualname) for item in inside] == ["tokens.LIMIT", "tokens.tokenize"]
    assert queries.neighbourhood("test_peek", types=["invoke"]).total == 2
    assert queries.neighbourhood("test_peek", types=["invoke"], certain=True).total == 1


COUNT = 6
PAIRS = st.lists(st.tuples(st.integers(0, COUNT - 1), st.integers(0, COUNT - 1)), max_size=14)


@given(PAIRS, st.integers(0, COUNT - 1), st.integers(0, COUNT - 1), st.randoms(use_true_random=False))
def test_paths_are_shortest_and_do_not_depend_on_the_order_of_the_table(pairs, first, second, random):
    def ask(order):
        graph = graph_of(*((f"f{n}.py", f"f{n}", "function", 1, 0, -1) for n in range(COUNT)))
        references = references_of(*((a, 2, b, f"f{b}", 0, b, 1.0) for a, b in order)) if order else references_of()
        graph.edges = edges_of(graph, references, imports_of(), ([], []))
        queries = GraphQueries(graph, references, imports_of())
        return queries.path(f"f{first}", f"f{second}", types=["invoke"]), queries.callers(f"f{first}", depth=COUNT)

    shuffled = pairs[:]
    random.shuffle(shuffled)
    answer = ask(pairs)
    assert ask(shuffled) == answer
    expected = _distance(pairs, first, second)
    assert (None if answer[0].forward is None else len(answer[0].forward)) == expected
    reaching = {a for a in range(COUNT) if any(_distance(pairs, b, first) is not None for x, b in pairs if x == a)}
    assert {use.source for use in answer[1].places} == {f"f{a}" for a in reaching}


def _distance(pairs, first, second):
    reached, distance = {first}, 0
    while second not in reached:
        wider = reached | {b for a, b in pairs if a in reached}
        if wider == reached:
            return None
        reached, distance = wider, distance + 1
    return distance
