import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.issue import Frame
from crossbearing.model.spectrum import SpectrumTest, build_spectrum, spectrum_from_json, spectrum_to_json

SOURCES = {
    "shop/cart.py": (
        "class Cart:\n"  # 1
        "    size = 3\n"  # 2
        "    def total(self):\n"  # 3
        "        def inner():\n"  # 4
        "            return 1\n"  # 5
        "        return inner()\n"  # 6
        "def one(): return 1\n"  # 7
    ),
    "tests/test_cart.py": "def test_total():\n    Cart().total()\n",
}


@pytest.fixture
def small(build_map):
    return build_map(SOURCES, roles={"tests/test_cart.py": "test"})


def names(small, spectrum):
    entities, counts = spectrum.entities(small.graph)
    return {
        small.graph.qualnames[entity].split(".", 2)[-1]: (int(failed), int(passed))
        for entity, failed, passed in zip(entities.tolist(), counts.failed, counts.passed, strict=True)
    }


def spectrum(lines, **more):
    return build_spectrum([(SpectrumTest("t", "failed"), {"shop/cart.py": lines})], **more)


def test_a_line_belongs_to_the_innermost_definition(small):
    assert names(small, spectrum([5, 6, 7], bodies_only=True)).keys() == {"Cart.total", "Cart.total.inner", "one"}


def test_where_a_module_is_set_up_the_line_of_a_def_is_not_in_it(small):
    found = names(small, spectrum([1, 2, 3, 4]))
    assert "Cart.total.inner" not in found
    assert found.keys() == {"cart", "Cart", "Cart.total"}


def test_lines_of_unknown_files_belong_to_nothing(small):
    known = build_spectrum([(SpectrumTest("t", "failed"), {"other.py": [1], "shop/cart.py": [5]})], bodies_only=True)
    assert names(small, known).keys() == {"Cart.total.inner"}


def test_tests_that_are_not_counted_count_nowhere():
    found = build_spectrum(
        [
            (SpectrumTest("a", "failed"), {"x.py": [1]}),
            (SpectrumTest("b", "failed", is_counted=False), {"x.py": [1]}),
            (SpectrumTest("c", "skipped"), {"x.py": [1]}),
        ]
    ).line_counts()
    assert (found.failed.tolist(), found.passed.tolist(), found.total_failed, found.total_passed) == ([1], [0], 1, 0)


def test_parts_count_only_where_asked_for():
    made = build_spectrum(
        [
            (SpectrumTest("t", "failed", is_divided=True), {"x.py": [1, 2, 3]}),
            (SpectrumTest("t rest", "failed", part="rest"), {"x.py": [1, 3]}),
            (SpectrumTest("t held", "passed", part="held"), {"x.py": [2]}),
        ]
    )
    assert made.line_counts().failed.tolist() == [1, 1, 1]
    assert made.line_counts().total_passed == 0
    divided = made.line_counts(divided=True)
    assert (divided.failed.tolist(), divided.passed.tolist()) == ([1, 0, 1], [0, 1, 0])
    assert (divided.total_failed, divided.total_passed) == (1, 1)
    assert [test.name for test in made.failing] == ["t"]


def test_two_records_of_one_test_become_one():
    made = build_spectrum(
        [(SpectrumTest("t", "passed"), {"x.py": [1]}), (SpectrumTest("t", "failed", "boom"), {"x.py": [2]})]
    )
    assert [(test.outcome, test.message) for test in made.tests] == [("failed", "boom")]
    assert made.lines_of(0) == {"x.py": [1, 2]}


def test_the_traceback_of_a_failure_that_leaves_the_tests(small):
    inside = SpectrumTest("a", "failed", "E: x", (Frame("tests/test_cart.py", 2, "test_total"),))
    assert build_spectrum([(inside, {})]).traceback(small.graph) is None
    frames = (*inside.frames, Frame("shop/cart.py", 6, "total"))
    text = build_spectrum([(SpectrumTest("b", "failed", "E: x", frames), {})]).traceback(small.graph)
    assert text is not None
    assert text.splitlines()[-2:] == ['  File "shop/cart.py", line 6, in total', "E: x"]


LINES = st.dictionaries(st.sampled_from(["a.py", "b/ü.py"]), st.sets(st.integers(1, 400), min_size=1))


@given(st.lists(st.tuples(st.sampled_from(["passed", "failed", "error", "skipped"]), LINES), max_size=5))
def test_what_is_written_is_read(told):
    frames = (Frame("a.py", 3, "f"),)
    records = [(SpectrumTest(f"t{n}", outcome, "m\n", frames), lines) for n, (outcome, lines) in enumerate(told)]
    made = build_spectrum(records, bodies_only=True, source="s", environment={"python": "3"}, remarks=["r"])
    again = spectrum_from_json(json.loads(json.dumps(spectrum_to_json(made))))
    assert spectrum_to_json(again) == spectrum_to_json(made)


@pytest.mark.parametrize(
    "broken",
    [
        None,
        [],
        {},
        {"schema": "crossbearing.locate/1"},
        {"schema": "crossbearing.spectrum/1"},
        {
            "schema": "crossbearing.spectrum/1",
            "tests": [{}],
            "bodies_only": 1,
            "source": "",
            "environment": {},
            "remarks": [],
        },
    ],
)
def test_other_data_is_refused(broken):
    with pytest.raises(CrossbearingError, match="not a spectrum"):
        spectrum_from_json(broken)


def test_endless_ranges_are_refused():
    data = spectrum_to_json(build_spectrum([(SpectrumTest("t", "failed"), {"a.py": [1]})]))
    data["tests"][0]["covered"]["a.py"] = [[1, 10**12]]
    with pytest.raises(CrossbearingError, match=r"lines of 'a\.py'"):
        spectrum_from_json(data)
