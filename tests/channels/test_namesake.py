import attrs
import pytest

from crossbearing.model.evidence import NoEvidence
from crossbearing.model.spectrum import SpectrumTest, build_spectrum
from crossbearing_channels.namesake import collect

SOURCES = {
    "core/power.py": "def zero():\n    return 0\n\ndef other():\n    return 1\n",
    "core/power_series.py": "def series():\n    return 0\n",
    "core/parse.py": "class Abs:\n    def eval(self):\n        return 0\n",
    "other/power.py": "def far():\n    return 0\n",
    "core/tests/test_power.py": "def test_zero():\n    zero()\n",
}
EVERYTHING = {
    "core/power.py": [2, 5],
    "core/power_series.py": [2],
    "core/parse.py": [3],
    "other/power.py": [2],
}


@pytest.fixture
def small(build_map):
    return build_map(SOURCES, roles={"core/tests/test_power.py": "test"})


def scores(small, *tests, covered=EVERYTHING):
    records = [(SpectrumTest(name, "failed"), covered) for name in tests]
    query = attrs.evolve(small.query(), spectrum=build_spectrum(records, bodies_only=True))
    found = collect(query)
    return found if isinstance(found, NoEvidence) else {small.name_of(e): score for e, score in found.scores.items()}


def test_the_file_and_the_function_that_a_test_is_named_after(small):
    found = scores(small, "core/tests/test_power.py::test_zero")
    assert found["core.power.zero"] == 1.0
    assert found["core.power.other"] == pytest.approx(1 / 3)
    assert found["core.power_series.series"] == pytest.approx(0.7 / 3)
    assert found["other.power.far"] == pytest.approx(1 / 6)
    assert "core.parse.Abs.eval" not in found


def test_a_class_is_named_by_the_test_of_its_method(small):
    assert scores(small, "core/tests/test_all.py::test_Abs[1-2]") == {"core.parse.Abs.eval": pytest.approx(2 / 3)}


@pytest.mark.parametrize(
    "name",
    [
        "com.example.PowerTest.testZero",
        "com.example.PowerTest#testZero",
        "PowerTest::zero",
        "example.com/power.TestZero",
    ],
)
def test_names_of_other_runners(small, name):
    assert scores(small, name)["core.power.zero"] == 1.0


def test_the_best_of_several_tests_counts_and_is_named(small):
    records = [
        (SpectrumTest(name, "failed"), EVERYTHING)
        for name in ("t/test_a.py::test_b", "core/tests/test_power.py::test_zero")
    ]
    found = collect(attrs.evolve(small.query(), spectrum=build_spectrum(records, bodies_only=True)))
    reason = found.reasons[small.entity("zero")]
    assert reason == "the failing test `core/tests/test_power.py::test_zero` is named after it"


def test_what_the_failing_test_did_not_execute_has_no_score(small):
    found = scores(small, "core/tests/test_power.py::test_zero", covered={"core/power.py": [5]})
    assert found == {"core.power.other": pytest.approx(1 / 3)}


def test_a_test_that_the_issue_names_and_nobody_ran_is_no_evidence(small):
    query = small.query()
    query = attrs.evolve(query, bundle=attrs.evolve(query.bundle, repro_target="core/tests/test_power.py::test_zero"))
    assert collect(query) == NoEvidence("no failing test was run, and no coverage given")


def test_no_failing_test_no_evidence(small):
    passed = build_spectrum([(SpectrumTest("core/tests/test_power.py::test_zero", "passed"), EVERYTHING)])
    query = attrs.evolve(small.query(), spectrum=passed)
    assert collect(query) == NoEvidence("no failing test was run, and no coverage given")


def test_a_test_named_after_an_issue_is_no_evidence(small):
    why = "the failing test is named after nothing of the project that may be ranked"
    assert scores(small, "tests/test_base.py::test_issue_12") == NoEvidence(why)
