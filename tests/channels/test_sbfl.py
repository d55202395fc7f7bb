import math

import attrs
import pytest

from crossbearing.model.evidence import NoEvidence
from crossbearing.model.spectrum import SpectrumTest, build_spectrum
from crossbearing.model.suspicion import FORMULAS
from crossbearing_channels.sbfl import FORMULA_NAMES, Options, collect

SOURCES = {
    "shop/cart.py": "def total():\n    x = 1\n    return x\n\ndef add():\n    return 2\n\ndef idle():\n    return 3\n",
    "tests/test_cart.py": "def test_a():\n    total()\n",
}
RECORDS = [
    (SpectrumTest("bad", "failed"), {"shop/cart.py": [2, 3, 6], "tests/test_cart.py": [2]}),
    (SpectrumTest("good", "passed"), {"shop/cart.py": [6, 9]}),
]


@pytest.fixture
def small(build_map):
    return build_map(SOURCES, roles={"tests/test_cart.py": "test"})


def answer(small, records=RECORDS, options=None, remarks=()):
    query = small.query()
    query = attrs.evolve(query, spectrum=build_spectrum(records, bodies_only=True, remarks=remarks))
    return collect(query, options)


def test_ochiai_exactly(small):
    found = {small.name_of(entity): score for entity, score in answer(small).scores.items()}
    assert found == {"shop.cart.total": 1.0, "shop.cart.add": 1 / math.sqrt(2)}


def test_what_only_passing_tests_executed_has_no_score(small):
    assert small.entity("idle") not in answer(small).scores


def test_lines_and_reasons(small):
    found = answer(small)
    assert found.lines[small.entity("total")] == {2: 1.0, 3: 1.0}
    assert found.lines[small.entity("add")] == {6: pytest.approx(1 / math.sqrt(2))}
    assert found.reasons[small.entity("add")] == "1 of 1 failing and 1 of 1 passing tests executed it"


def test_no_spectrum_no_evidence(small):
    assert collect(small.query(), None) == NoEvidence("no failing test was run, and no coverage given")


def test_a_test_that_does_not_fail_is_no_evidence_with_its_reason(small):
    found = answer(
        small, [(SpectrumTest("good", "passed"), {"shop/cart.py": [6]})], remarks=["the test does not fail here"]
    )
    assert found == NoEvidence("the test does not fail here")


def test_a_failure_without_coverage_is_no_evidence(small):
    assert isinstance(answer(small, [(SpectrumTest("bad", "error"), {})]), NoEvidence)


@pytest.mark.parametrize("name", FORMULA_NAMES)
def test_every_formula_is_an_option(small, name):
    assert answer(small, options=Options(formula=name)).scores[small.entity("total")] == 1.0


def test_the_names_are_those_of_the_formulas():
    assert set(FORMULA_NAMES) == set(FORMULAS)


def test_assertions_that_held_count_where_asked(small):
    records = [
        (SpectrumTest("bad", "failed", is_divided=True), {"shop/cart.py": [2, 3, 6]}),
        (SpectrumTest("bad rest", "failed", part="rest"), {"shop/cart.py": [2, 3]}),
        (SpectrumTest("bad held", "passed", part="held"), {"shop/cart.py": [6]}),
    ]
    assert answer(small, records).scores[small.entity("add")] == 1.0
    assert small.entity("add") not in answer(small, records, Options(divided=True)).scores
