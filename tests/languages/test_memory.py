"""Reading a file leaves nothing of it behind: a worker reads thousands."""

import gc
import sys

import pytest

from crossbearing_plugins.languages import c, javascript
from crossbearing_plugins.languages._treesitter.facts import facts_of
from crossbearing_plugins.languages._treesitter.grammar import SMALL, parse
from crossbearing_plugins.languages._treesitter.language import Language

C = "#include <a.h>\nstatic int f(struct s *p) { return g(p->x) + defined(y); }\n"
JAVASCRIPT = 'const a = require("b");\nmodule.exports = { run: () => a.go() };\nObject.freeze(exports);\n'


def test_a_parser_lets_go_of_what_it_read() -> None:
    data = (C * (SMALL // len(C) + 1)).encode()
    before = sys.getrefcount(data)
    for _ in range(3):
        parse(data, "c")
    assert sys.getrefcount(data) == before


@pytest.mark.parametrize(("text", "language"), [(C, c.LANGUAGE), (JAVASCRIPT, javascript.LANGUAGE)])
def test_no_cycles_are_left_to_be_looked_for(text: str, language: Language) -> None:
    facts_of(text, language)
    gc.collect()
    gc.disable()
    try:
        facts_of(text, language)
        assert gc.collect() == 0
    finally:
        gc.enable()
