"""Method resolution order, compared with Python's own."""

from hypothesis import given
from hypothesis import strategies as st

from crossbearing.recon.inheritance import MAX_ANCESTORS, linearize


def order(bases, start):
    return linearize(start, lambda cls: bases.get(cls, ()), {})


def python_order(bases, start):
    """Python's order of the same hierarchy, or None where Python refuses it."""
    classes = {}
    try:
        for number in sorted(bases):
            classes[number] = type(f"C{number}", tuple(classes[base] for base in bases[number]), {"number": number})
    except TypeError:
        return None
    return tuple(cls.__dict__["number"] for cls in classes[start].__mro__[:-1])


@st.composite
def hierarchies(draw):
    """Classes 0 .. n-1, each with distinct bases of smaller number."""
    count = draw(st.integers(1, 9))
    return {
        number: tuple(draw(st.lists(st.integers(0, number - 1), unique=True, max_size=3))) if number else ()
        for number in range(count)
    }


@given(hierarchies())
def test_the_order_is_that_of_python_wherever_python_has_one(bases):
    last = max(bases)
    own = python_order(bases, last)
    found = order(bases, last)
    assert found[0] == last
    assert len(set(found)) == len(found)
    if own is not None:
        assert found == own


@given(st.dictionaries(st.integers(0, 7), st.lists(st.integers(0, 7), max_size=4).map(tuple)))
def test_any_hierarchy_ends_and_lists_each_ancestor_once(bases):
    reachable, pending = set(), [0]
    while pending:
        cls = pending.pop()
        if cls not in reachable:
            reachable.add(cls)
            pending.extend(bases.get(cls, ()))
    found = order(bases, 0)
    assert found[0] == 0
    assert len(set(found)) == len(found)
    assert set(found) <= reachable


def test_a_contradiction_falls_back_to_depth_first():
    bases = {1: (), 2: (), 3: (1, 2), 4: (2, 1), 5: (3, 4)}
    assert order(bases, 5) == (5, 3, 1, 2, 4)


def test_remembered_orders_are_used_again():
    known = {}
    linearize(3, lambda cls: {3: (2,), 2: (1,)}.get(cls, ()), known)
    assert known == {1: (1,), 2: (2, 1), 3: (3, 2, 1)}


def test_endless_ancestry_is_cut():
    assert len(order({number: (number + 1,) for number in range(1000)}, 0)) == MAX_ANCESTORS
