"""Which names are hidden where: the same whether a scope copies the names around it or stands upon them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing_plugins.languages._python import scopes as module
from crossbearing_plugins.languages._python.scopes import Layers, Scope, close_scopes

NAMES = "abcdef"
SOME = st.frozensets(st.sampled_from(NAMES), max_size=4)
KINDS = st.sampled_from(["function", "class", "inner"])
RAW = st.lists(st.tuples(KINDS, st.integers(0, 99), SOME, SOME, SOME, SOME), max_size=12)


def scopes_of(raw, top):
    found = [Scope("module", None, 0)]
    found[0].plain, found[0].firm = set(top[0]), set(top[1])
    for kind, parent, plain, firm, globals_, nonlocals in raw:
        scope = Scope(kind, found[parent % len(found)], 0)
        scope.plain, scope.firm, scope.globals, scope.nonlocals = set(plain), set(firm), globals_, nonlocals
        found.append(scope)
    return found


@given(RAW, st.tuples(SOME, SOME), SOME)
def test_copied_or_not_the_same_names_are_hidden(raw, top, asked):
    known = []
    for large in (0, 2, 10_000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "LARGE", large)
            found = scopes_of(raw, top)
            close_scopes(found)
        known.append([({name for name in NAMES if name in each.hidden}, set(asked) & each.hidden) for each in found])
    assert not any(isinstance(scope.hidden, Layers) for scope in found)
    assert known[0] == known[1] == known[2]
    assert all(met == hidden & asked for hidden, met in known[0])


def test_thousands_of_small_scopes_do_not_copy_thousands_of_names():
    rules = Scope("function", Scope("module", None, 0), 0)
    rules.plain = {f"rule{number}" for number in range(3000)}
    scopes = [rules.parent, rules]
    for _ in range(3000):
        inner = Scope("inner", rules, 0)
        inner.plain = {"x"}
        scopes.append(inner)
    close_scopes(scopes)
    parts = [each.hidden.own if isinstance(each.hidden, Layers) else each.hidden for each in scopes]
    held = {id(part): len(part) for part in parts}
    assert sum(held.values()) < 10_000
    assert "rule17" in scopes[-1].hidden
    assert "x" in scopes[-1].hidden
    assert "y" not in scopes[-1].hidden
