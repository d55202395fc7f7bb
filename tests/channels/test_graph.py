import pytest

from crossbearing.model.evidence import NoEvidence
from crossbearing.model.issue import IssueBundle
from crossbearing_channels.graph import Options, collect


def chain(length):
    sources = {f"link{number}.py": f"def step{number}(): pass\n" for number in range(length)}
    calls = [(f"link{number}.step{number}", f"link{number + 1}.step{number + 1}") for number in range(length - 1)]
    return sources, calls


@pytest.fixture
def small(build_map):
    return build_map(*chain(13))


def scores(small, *identifiers, options=None):
    found = collect(small.query(bundle=IssueBundle(identifiers=identifiers)), options).scores
    return {small.name_of(entity): score for entity, score in found.items()}


def test_one_hop_beats_nine_hops(small):
    found = scores(small, "step0")
    assert found["link0.step0"] == 1.0
    assert found["link1.step1"] == pytest.approx(1 / 2)
    assert found["link9.step9"] == pytest.approx(1 / 10)
    assert found["link1.step1"] > found["link9.step9"]


def test_nothing_beyond_ten_hops(small):
    found = scores(small, "step0")
    assert "link10.step10" in found
    assert "link11.step11" not in found
    assert set(scores(small, "step0", options=Options(max_hops=1))) == {"link0.step0", "link1.step1"}


def test_edges_count_in_both_directions(small):
    assert scores(small, "step5")["link4.step4"] == scores(small, "step5")["link6.step6"] == 1 / 2


def test_the_nearest_named_symbol_counts(small):
    assert scores(small, "step0", "step5")["link4.step4"] == 1 / 2


def test_imports_and_containment_are_edges(build_map):
    small = build_map(
        {"a.py": "class A:\n    def one(self): pass\n    def two(self): pass\n", "b.py": "def f(): pass\n"},
        imports=[("b", "a.A")],
    )
    assert scores(small, "A.one") == {"a.A.one": 1.0, "a.A": 1 / 2, "a.A.two": 1 / 3, "b.f": 1 / 4}


def test_reasons(small):
    evidence = collect(small.query(bundle=IssueBundle(identifiers=("step0",))), None)
    reasons = {small.name_of(entity): reason for entity, reason in evidence.reasons.items()}
    assert reasons["link0.step0"] == "the issue names `link0.step0`"
    assert reasons["link1.step1"] == "it is 1 hop from `link0.step0`, which the issue names"
    assert reasons["link2.step2"] == "it is 2 hops from `link0.step0`, which the issue names"
    with pytest.raises(KeyError):
        evidence.reasons[small.entity("step12")]


def test_rare_names_count_more(build_map):
    small = build_map({"a.py": "def run(): pass\n", "b.py": "def run(): pass\n", "c.py": "def unique(): pass\n"})
    found = scores(small, "run", "unique", options=Options(rarity=True))
    assert found == {"a.run": 1 / 2, "b.run": 1 / 2, "c.unique": 1.0}


def test_no_named_symbol_is_no_evidence(small):
    answer = collect(small.query(bundle=IssueBundle(unresolved=("step",))), None)
    assert answer == NoEvidence("the issue names no definition of the project")
