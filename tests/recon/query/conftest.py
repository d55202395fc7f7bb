"""A small project whose graph is written by hand."""

import pytest
from handmade import graph_of, imports_of, references_of

from crossbearing.recon.assembly import edges_of
from crossbearing.recon.query import GraphQueries

CALL, READ, BASE, DECORATOR = range(4)

ENTITIES = (
    ("app/main.py", "app.main", "module", 1, 0, -1),
    ("app/main.py", "app.main.main", "function", 5, 4, 0),
    ("app/main.py", "app.main.main.inner", "function", 8, 8, 1),
    ("app/parser.py", "app.parser", "module", 1, 0, -1),
    ("app/parser.py", "app.parser.Base", "class", 4, 6, 3),
    ("app/parser.py", "app.parser.Base.peek", "method", 5, 8, 4),
    ("app/parser.py", "app.parser.Parser", "class", 10, 6, 3),
    ("app/parser.py", "app.parser.Parser.__init__", "method", 11, 8, 6),
    ("app/parser.py", "app.parser.Parser.peek", "method", 14, 8, 6),
    ("app/parser.py", "app.parser.Parser.read_all", "method", 17, 8, 6),
    ("app/parser.py", "app.parser.Special", "class", 30, 6, 3),
    ("app/parser.py", "app.parser.Special.peek", "method", 31, 8, 10),
    ("app/tokens.py", "app.tokens", "module", 1, 0, -1),
    ("app/tokens.py", "app.tokens.LIMIT", "variable", 2, 0, 12),
    ("app/tokens.py", "app.tokens.tokenize", "function", 4, 4, 12),
    ("tests/test_parser.py", "tests.test_parser", "module", 1, 0, -1),
    ("tests/test_parser.py", "tests.test_parser.test_peek", "function", 4, 4, 15),
)
NUMBERS = {row[1]: number for number, row in enumerate(ENTITIES)}

REFERENCES = (
    # entity, line, column, name as written, kind, target, confidence
    ("app.main.main", 6, 12, "Parser", CALL, "app.parser.Parser", 1.0),
    ("app.main.main", 7, 8, "parser.read_all", CALL, "app.parser.Parser.read_all", 1.0),
    ("app.main.main", 9, 4, "inner", CALL, "app.main.main.inner", 1.0),
    ("app.main.main.inner", 8, 20, "?.peek", CALL, "app.parser.Base.peek", 0.2),
    ("app.main.main.inner", 8, 20, "?.peek", CALL, "app.parser.Parser.peek", 0.2),
    ("app.main.main.inner", 8, 30, "frobnicate", CALL, None, 0.0),
    ("app.main.main.inner", 8, 50, "frobnicate", CALL, None, 0.0),
    ("app.parser.Parser", 10, 13, "Base", BASE, "app.parser.Base", 1.0),
    ("app.parser.Special", 30, 14, "Parser", BASE, "app.parser.Parser", 1.0),
    ("app.parser.Parser.__init__", 12, 22, "tokenize", CALL, "app.tokens.tokenize", 1.0),
    ("app.parser.Parser.read_all", 18, 8, "self.peek", CALL, "app.parser.Parser.peek", 1.0),
    ("app.parser.Parser.read_all", 19, 8, "self.read_all", CALL, "app.parser.Parser.read_all", 1.0),
    ("app.parser.Parser.read_all", 20, 8, "other.peek", CALL, None, 0.0),
    ("app.parser.Special.peek", 32, 15, "self.read_all", CALL, "app.parser.Parser.read_all", 1.0),
    ("app.tokens.tokenize", 5, 11, "LIMIT", READ, "app.tokens.LIMIT", 1.0),
    ("tests.test_parser.test_peek", 5, 11, "Parser", CALL, "app.parser.Parser", 1.0),
    ("tests.test_parser.test_peek", 5, 20, "?.peek", CALL, "app.parser.Parser.peek", 0.6),
)
IMPORTS = (
    ("app.main", 1, 23, "app.parser.Parser"),
    ("app.parser", 1, 23, "app.tokens.tokenize"),
    ("tests.test_parser", 1, 7, "app.parser"),
)
HEIRS = (("app.parser.Parser", "app.parser.Base"), ("app.parser.Special", "app.parser.Parser"))


@pytest.fixture
def graph():
    graph = graph_of(*ENTITIES)
    graph.roles[graph.files.index("tests/test_parser.py")] = "test"
    ends = {row[1]: row[3] + 5 for row in ENTITIES} | {
        "app.main": 9,
        "app.main.main.inner": 8,
        "app.main.main": 9,
        "app.parser": 40,
        "app.parser.Base": 8,
        "app.parser.Parser": 25,
    }
    graph.end_lines[:] = [ends[name] for name in graph.qualnames]
    return graph


@pytest.fixture
def queries(graph):
    references = references_of(
        *((NUMBERS[row[0]], *row[1:5], -1 if row[5] is None else NUMBERS[row[5]], row[6]) for row in REFERENCES)
    )
    imports = imports_of(*((NUMBERS[row[0]], row[1], row[2], NUMBERS[row[3]]) for row in IMPORTS))
    inheritance = [NUMBERS[heir] for heir, _ in HEIRS], [NUMBERS[base] for _, base in HEIRS]
    graph.edges = edges_of(graph, references, imports, inheritance)
    return GraphQueries(graph, references, imports)
