"""The ladder, consensus, hypotheses, diagnosis, recall, priors and the plan of a fork."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.events import Event
from crossbearing.model.stages import (
    Candidate,
    ConsensusTask,
    Diagnosis,
    DiagnosisTask,
    ForkTask,
    Hypothesis,
    HypothesisTask,
    LadderSignals,
    PriorTask,
    RecallItem,
    RecallTask,
    RepoPrior,
    Selection,
)
from crossbearing.testing.repairs import DIAGNOSIS, SAMPLE_EVENTS
from crossbearing_plugins.languages import c
from crossbearing_plugins.stages import consensus, diagnosis, fork, hypotheses, ladder, priors, recall

# The table of the ladder once more, row by row, independently of the code: (rung, action) from the ground.
EXPECTED = {
    ("flipped", True, "within", None): (0, "submit"),
    ("flipped", True, "within", True): (0, "submit"),
    ("flipped", True, "over", None): (1, "revise"),
    ("flipped", True, "over", True): (1, "revise"),
    **{("flipped", None, size, judges): (1, "revise") for size in ("within", "over") for judges in (None, True)},
    **{("flipped", False, size, judges): (1, "revise") for size in ("within", "over") for judges in (None, True)},
    **{("flipped", green, size, False): (2, "fork") for green in (None, False, True) for size in ("within", "over")},
    **{
        (oracle, green, size, judges): (2, "fork")
        for oracle in ("none", "failing")
        for green in (None, False, True)
        for size in ("within", "over")
        for judges in (None, False, True)
    },
}


@pytest.mark.parametrize("standing", range(4))
@pytest.mark.parametrize("most", range(4))
def test_every_combination_of_signals(standing: int, most: int):
    options = ladder.Options(diff_budget=120, max_rung=most)
    cells = list(product(("none", "failing", "flipped"), (None, False, True), ("within", "over"), (None, False, True)))
    assert set(cells) == set(EXPECTED)
    for oracle, green, size, judges in cells:
        lines = 120 if size == "within" else 121
        found = ladder.run(LadderSignals(oracle, green, lines, rung=standing, judges_agree=judges), options)
        rung, action = EXPECTED[oracle, green, size, judges]
        if action != "submit":
            rung = max(rung, standing + 1)
            if rung >= 3 or rung > most:
                rung, action = min(3, most), "stop"
            else:
                action = {1: "revise", 2: "fork"}[rung]
        assert (found.rung, found.action) == (rung, action)
        assert found.reason
        assert found.rung <= max(most, 0)


def test_the_agents_estimate_lowers_the_budget_but_never_raises_it():
    def budget(estimate: int) -> int:
        return ladder.run(LadderSignals("flipped", True, 1, diff_budget=estimate), ladder.Options()).budget

    assert [budget(estimate) for estimate in (0, 1, 10, 1000)] == [120, 20, 30, 120]


def patch(path: str, *lines: str, start: int = 1, before: str = "def f():", after: str = "end()") -> str:
    count = sum(line[0] != "+" for line in lines) + 2
    new = sum(line[0] != "-" for line in lines) + 2
    body = "".join(f"{line}\n" for line in (f" {before}", *lines, f" {after}"))
    return f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -{start},{count} +{start},{new} @@\n{body}"


def choose(*patches: str, passing: bool = True, **options: bool) -> Selection:
    candidates = tuple(Candidate(str(number), text, passing) for number, text in enumerate(patches))
    return consensus.run(ConsensusTask(candidates), consensus.Options(**options))


BASE = patch("a.py", "-    return 1", "+    return 2")


@pytest.mark.parametrize(
    "other",
    [
        patch("a.py", "-    return 1", "+    return 2", start=40),
        patch("a.py", "-    return 1", "+    return 2  "),
        patch("a.py", "-    return 1", "+    return  2"),
        patch("a.py", "-    return 1", "+", "+    return 2"),
        BASE.replace("--- a", "index 1234567..89abcde 100644\n--- a"),
    ],
    ids=["offset", "trailing space", "inner space", "blank line", "index line"],
)
def test_noise_does_not_count(other: str):
    found = choose(BASE, other)
    assert found.case == "agreement"
    assert (found.selector_calls, found.selector_calls_avoided) == (0, 1)


@pytest.mark.parametrize(
    "other",
    [
        patch("a.py", "-    return 1", "+    return 3"),
        patch("a.py", "-    return 1", "+        return 2"),
        patch("b.py", "-    return 1", "+    return 2"),
        patch("a.py", "-    return 1", "+    return 2", before="def g():"),
        patch("a.py", "-    return 1", "+    return 2", "+    # why"),
    ],
    ids=["another value", "indentation of Python", "another file", "another place", "a comment"],
)
def test_real_differences_do(other: str):
    found = choose(BASE, other)
    assert (found.case, found.chosen, found.selector_calls) == ("selector", None, 1)


def test_layout_and_comments_where_they_mean_nothing():
    assert choose(patch("a.c", "+  f();"), patch("a.c", "+\tf();")).case == "agreement"
    assert (
        choose(BASE, patch("a.py", "-    return 1", "+    # why", "+    return 2"), ignore_comments=True).case
        == "agreement"
    )


def test_a_tab_counts_where_it_is_no_space():
    assert choose(patch("Makefile", "+\tmake"), patch("Makefile", "+    make")).case == "selector"
    assert choose(patch("a.csv", "+a\tb"), patch("a.csv", "+a b")).case == "selector"


def test_the_order_of_files_does_not_count():
    one, two = patch("a.py", "+x"), patch("b.py", "+y")
    assert choose(one + two, two + one).case == "agreement"


def test_the_cases_of_the_ladder():
    other = patch("a.py", "-    return 1", "+    return 9")
    assert choose().case == "nothing"
    one = consensus.run(ConsensusTask((Candidate("a", BASE, True), Candidate("b", other, False))), consensus.Options())
    assert (one.case, one.chosen) == ("only one passes", "a")
    best = consensus.run(
        ConsensusTask((Candidate("a", BASE, False, "failing"), Candidate("b", other, False, "flipped"))),
        consensus.Options(),
    )
    assert (best.case, best.chosen) == ("best evidence", "b")
    tie = choose(BASE, other, passing=False)
    assert (tie.case, tie.undecided) == ("selector", ("0", "1"))


def test_results_are_compared_as_trees_where_files_can_be_read():
    base = "int f() {\n  return 1;\n}\n"
    one = "--- a/x.c\n+++ b/x.c\n@@ -2,1 +2,1 @@\n-  return 1;\n+  return g(1, 2);\n"
    two = "--- a/x.c\n+++ b/x.c\n@@ -2,1 +2,2 @@\n-  return 1;\n+  return g(1, // first\n+    2);\n"
    candidates = (Candidate("a", one, True), Candidate("b", two, True))
    assert consensus.run(ConsensusTask(candidates), consensus.Options()).case == "selector"
    read, shape = {"x.c": base}.get, c.SHAPE
    assert consensus.run(ConsensusTask(candidates, read, shape), consensus.Options()).case == "agreement"
    assert consensus.run(ConsensusTask(candidates, read, shape), consensus.Options(trees=False)).case == "selector"


@given(st.permutations(range(4)))
def test_the_choice_does_not_depend_on_the_order(order: list[int]):
    patches = [BASE, BASE.replace("return 2", "return 2 "), patch("a.py", "+x"), patch("a.py", "+y")]
    candidates = tuple(Candidate(str(number), patches[number], True) for number in order)
    assert consensus.run(ConsensusTask(candidates), consensus.Options()).case == "agreement"


def said(text: str, step: int = 0) -> Event:
    return Event("message", step, "assistant", text)


def test_markers_are_paired_with_the_probe_before_them():
    found = hypotheses.run(HypothesisTask(SAMPLE_EVENTS), hypotheses.Options())
    survivor, falsified = found.hypotheses
    assert (survivor.id, survivor.result, survivor.evidence) == ("H1", "survived", "a long fraction")
    assert (survivor.probe, survivor.step, survivor.exit_code) == ("python probe.py", 3, 0)
    assert falsified.result == "falsified"
    assert [each.id for each in found.survivors] == ["H1"]


@pytest.mark.parametrize(
    "line",
    [
        "HYPOTHESIS: H1 SURVIVED — e",
        "**HYPOTHESIS: H1 SURVIVED** — e",
        "- hypothesis: h1 survived: e",
        "HYPOTHESIS H1 SURVIVED - e",
    ],
)
def test_markers_are_read_as_agents_write_them(line: str):
    known = (Hypothesis("H1", "a cause"),)
    (survivor,) = hypotheses.run(HypothesisTask((said(line),), known), hypotheses.Options()).survivors
    assert (survivor.statement, survivor.evidence) == ("a cause", "e")


def test_malformed_duplicated_and_falsified():
    events = (said("HYPOTHESIS: perhaps\nHYPOTHESIS: H1 SURVIVED - x\nHYPOTHESIS: H1 FALSIFIED - y"),)
    found = hypotheses.run(HypothesisTask(events), hypotheses.Options())
    assert found.malformed == ("perhaps",)
    assert not found.survivors
    assert "H1" in found.instruction


def probes(*commands: str, text: str) -> dict[str, str]:
    run = tuple(Event("command", step, text=command, exit_code=0) for step, command in enumerate(commands))
    found = hypotheses.run(HypothesisTask((*run, said(text, len(run)))), hypotheses.Options())
    return {each.id: each.probe for each in found.hypotheses}


def test_several_reports_find_their_probes():
    both = "HYPOTHESIS: H1 SURVIVED - x\nHYPOTHESIS: H2 FALSIFIED - y"
    assert probes("python h2.py", "python h1.py", "ls", text=both) == {"H1": "python h1.py", "H2": "python h2.py"}
    assert probes("first", "second", text=both) == {"H1": "second", "H2": "second"}
    assert probes(text=both) == {"H1": "", "H2": ""}


def test_the_protocol_repeated_is_no_report():
    found = hypotheses.run(HypothesisTask((said("HYPOTHESIS: H1 SURVIVED|FALSIFIED — why"),)), hypotheses.Options())
    assert not found.hypotheses
    assert found.malformed == ("H1 SURVIVED|FALSIFIED — why",)


def test_without_reports_all_hypotheses_are_open():
    known = (Hypothesis("H1", "a"), Hypothesis("H2", "b"))
    assert hypotheses.run(HypothesisTask((), known), hypotheses.Options()).survivors == known


BLOCK = DIAGNOSIS.partition("```json\n")[2].partition("```")[0]


@pytest.mark.parametrize(
    ("text", "is_marked", "is_repaired"),
    [
        (DIAGNOSIS, True, False),
        (f"DIAGNOSIS_COMPLETE\n{BLOCK}", True, False),
        (f"```json\n{BLOCK}\n```", False, False),
        (DIAGNOSIS.replace('"diffBudget": 4}', '"diffBudget": 4,}'), True, True),
        (DIAGNOSIS.replace('"diffBudget"', '// lines\n"diffBudget"'), True, True),
        (f"DIAGNOSIS_COMPLETE\n```\n{json.loads(BLOCK)!r}\n```", True, True),
        (DIAGNOSIS.rstrip().removesuffix("```"), True, False),
    ],
    ids=["fenced", "bare", "no marker", "trailing comma", "comment", "Python", "fence not closed"],
)
def test_a_diagnosis_is_found_in_noise(text: str, is_marked: bool, is_repaired: bool):
    found = diagnosis.run(DiagnosisTask((said("first"), said(text, 7), said("later", 8))), diagnosis.Options())
    assert found.diagnosis is not None
    assert [each.id for each in found.diagnosis.hypotheses] == ["H1", "H2"]
    assert found.diagnosis.diff_budget == 4
    assert (found.step, found.is_marked, bool(found.repairs)) == (7, is_marked, is_repaired)


@pytest.mark.parametrize(
    "text", ["", "DIAGNOSIS_COMPLETE", "DIAGNOSIS_COMPLETE {", 'DIAGNOSIS_COMPLETE {"problem": "x"}']
)
def test_without_one_the_text_to_ask_again(text: str):
    found = diagnosis.run(DiagnosisTask((said(text),)), diagnosis.Options())
    assert found.diagnosis is None
    assert "DIAGNOSIS_COMPLETE" in found.reprompt


def test_merging_is_by_mechanism_and_tells_disagreement():
    one = Diagnosis("p", "raises KeyError", (Hypothesis("H1", "the cache is never cleared"),), ("a.py",), 5)
    two = Diagnosis(
        "p",
        "returns nothing",
        (Hypothesis("H1", "never the cache is cleared"), Hypothesis("H2", "lock missing")),
        ("b.py",),
        9,
    )
    merged, questions = diagnosis.merge([one, two], 0.6)
    assert [each.statement for each in merged.hypotheses] == ["the cache is never cleared", "lock missing"]
    assert (merged.blast_radius, merged.diff_budget) == (("a.py", "b.py"), 9)
    assert len(questions) == 1


@given(st.text(max_size=300))
def test_no_text_breaks_the_readers(text: str):
    events = (said(f"DIAGNOSIS_COMPLETE\n```json\n{text}\n```\nHYPOTHESIS: {text}"),)
    diagnosis.run(DiagnosisTask(events), diagnosis.Options())
    hypotheses.run(HypothesisTask(events), hypotheses.Options())
    fork.run(ForkTask(events, (), "0"), fork.Options())


def test_the_trunk_is_cut_at_the_marker():
    plan = fork.run(
        ForkTask(SAMPLE_EVENTS, (Hypothesis("H1", "x"), Hypothesis("H2", "y", result="falsified")), "abc"),
        fork.Options(),
    )
    assert (plan.snapshot.by, plan.snapshot.step, plan.snapshot.base_commit) == ("marker", 2, "abc")
    (tail,) = plan.tails
    assert tail.message.startswith("Commit to hypothesis H1: x")
    assert plan.violations == ()


def test_without_a_marker_it_is_cut_before_the_turn_of_the_first_edit():
    events = (said("look", 0), Event("edit", 0, path="/tmp/repro.py"), said("I edit", 1), Event("edit", 1, path="a.py"))
    plan = fork.run(ForkTask(events, (), "abc", ("/tmp/repro.py",)), fork.Options())
    assert plan.snapshot.by == "first edit"
    assert plan.snapshot.events == events[:2]
    assert plan.reason


def test_sources_written_before_the_marker_are_violations():
    events = (Event("edit", 0, path="a.py"), said(DIAGNOSIS, 1))
    assert fork.run(ForkTask(events, (Hypothesis("H1", "x"),), "abc"), fork.Options()).violations == ("a.py",)


@pytest.mark.parametrize(
    ("path", "is_source"),
    [
        ("scratch/a.py", False),
        ("./scratch/b/c.py", False),
        ("scratched.py", True),
        ("own.py", False),
        ("a/own.py", True),
    ],
)
def test_scratch_files_and_folders_are_no_sources(path: str, is_source: bool):
    events = (said("look", 0), Event("edit", 1, path=path), said(DIAGNOSIS, 2))
    plan = fork.run(ForkTask(events, (), "abc", ("scratch/", "./own.py")), fork.Options())
    assert plan.violations == ((path,) if is_source else ())


def test_a_diagnosis_given_again_counts_unless_sources_were_written_between():
    twice = (said(DIAGNOSIS, 0), said("no", 1), said(DIAGNOSIS, 2))
    assert fork.run(ForkTask(twice, (), "abc"), fork.Options()).snapshot.step == 2
    edited = (said(DIAGNOSIS, 0), Event("edit", 1, path="a.py"), said(DIAGNOSIS, 2))
    plan = fork.run(ForkTask(edited, (), "abc"), fork.Options())
    assert (plan.snapshot.step, plan.violations) == (0, ())


EVENTS = st.lists(
    st.builds(
        Event,
        st.sampled_from(["message", "edit", "command"]),
        st.integers(0, 9),
        st.sampled_from(["assistant", "user"]),
        st.sampled_from(["look", "DIAGNOSIS_COMPLETE {}", "**DIAGNOSIS_COMPLETE**", "not DIAGNOSIS_COMPLETE"]),
        path=st.sampled_from(["a.py", "own.py", ""]),
    ),
    max_size=12,
)
SURVIVING = st.lists(
    st.builds(
        Hypothesis, st.sampled_from(["H1", "H2", "H3"]), st.text(), result=st.sampled_from(["open", "falsified"])
    ),
    max_size=8,
)


@given(events=EVENTS, known=SURVIVING, least=st.integers(1, 3), most=st.integers(1, 4))
def test_what_any_plan_keeps_to(events: list[Event], known: list[Hypothesis], least: int, most: int):
    task = ForkTask(tuple(events), tuple(known), "abc", ("own.py",))
    plan = fork.run(task, fork.Options(least=least, most=most))
    cut = len(plan.snapshot.events)
    assert plan.snapshot.events == task.events[:cut]
    assert all(tail.hypothesis.result != "falsified" and tail.hypothesis.id in tail.message for tail in plan.tails)
    open_ones = sum(each.result != "falsified" for each in known)
    assert len(plan.tails) == (min(open_ones, most) if min(open_ones, most) >= least else 0)
    assert bool(plan.tails) != bool(plan.reason)
    sources = {event.path for event in plan.snapshot.events if event.kind == "edit" and event.path == "a.py"}
    assert set(plan.violations) == sources
    if plan.snapshot.by != "marker":
        assert not sources


def test_recall_keeps_what_shares_words_tagged_and_capped():
    items = tuple(RecallItem(f"m{number}", f"rounding of prices, case {number}") for number in range(10))
    found = recall.run(
        RecallTask((*items, RecallItem("z", "docker images are large")), "Prices are rounded wrongly"), recall.Options()
    )
    assert len(found.items) == 8
    assert all(item.text.startswith("[recall — verify before trusting] ") for item in found.items)
    assert "shares no word" in found.dropped["z"]
    assert found.model_calls == 0


def test_a_model_is_asked_once_and_only_for_more_than_two():
    calls = []

    def ask(prompt: str) -> str:
        calls.append(prompt)
        return 'Sure: [{"id": 1, "score": 0.9, "reason": "same"}, {"id": 2, "score": 0.59}, {"id": 3, "score": 1}]'

    items = tuple(RecallItem(f"m{number}", "prices are rounded") for number in range(3))
    found = recall.run(RecallTask(items, "prices", ask=ask), recall.Options())
    assert [item.id for item in found.items] == ["m2", "m0"]
    assert (found.model_calls, len(calls)) == (1, 1)
    assert recall.run(RecallTask(items[:2], "prices", ask=ask), recall.Options()).model_calls == 0
    assert len(calls) == 1


@pytest.mark.parametrize("answer", ["", "no", "[1, 2]", "[{"])
def test_a_model_that_does_not_answer_is_as_good_as_none(answer: str):
    items = tuple(RecallItem(f"m{number}", "prices") for number in range(3))
    found = recall.run(RecallTask(items, "prices", ask=lambda prompt: answer), recall.Options())
    assert len(found.items) == 3
    assert found.remark


@pytest.mark.parametrize(
    "entry",
    [
        "fixed as in #1234",
        "django__django-12345 needs this",
        "issue 4711 is like it",
        "see https://github.com/a/b/pull/17",
        "since deadbeefcafe it works",
        "+    return round(x, 2)",
        "diff --git a/x b/x",
        "def test_total(): pass",
        "assert total() == 3",
        "run tests/test_cart.py::test_total",
        "x" * 300,
    ],
)
def test_what_gives_an_issue_away_is_refused(entry: str):
    found = priors.run(PriorTask("a/b", lessons=(entry,)), priors.Options())
    assert found.prior.pitfalls == ()
    assert found.refused[0][1]


@pytest.mark.parametrize(
    "entry",
    [
        "MAX_NUM_FORMS=0 means unlimited",
        "run ./tests/runtests.py LABEL from tests/",
        "use Python 3.11",
        "RATES load first",
    ],
)
def test_procedural_knowledge_is_kept(entry: str):
    assert priors.run(PriorTask("a/b", lessons=(entry,)), priors.Options()).prior.pitfalls == (entry,)


def test_pitfalls_are_unique_and_capped_and_the_newest_stay():
    names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]
    lessons = [f"trap number {name} waits" for name in names]
    known = RepoPrior("a/b", pitfalls=("old trap",))
    found = priors.run(PriorTask("a/b", known, lessons=(*lessons, "Trap waits number ten")), priors.Options())
    assert len(found.prior.pitfalls) == 10
    assert found.prior.pitfalls[-1] == "trap number eleven waits"
    assert "old trap" not in found.prior.pitfalls
    assert found.prior.source_runs == 1


@given(st.lists(st.text(min_size=1, max_size=200), max_size=20))
def test_the_text_never_exceeds_its_tokens(lessons: list[str]):
    found = priors.run(PriorTask("a/b", lessons=tuple(lessons)), priors.Options(max_tokens=60))
    assert found.tokens <= 60
