"""What holds for every stage, whatever it is given."""

import json

from attrs import asdict
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.events import EVENT_KINDS, Event
from crossbearing.model.stages import (
    Diagnosis,
    DiagnosisTask,
    Hypothesis,
    HypothesisTask,
    LadderSignals,
    OracleTask,
    PriorTask,
    RecallItem,
    RecallTask,
    RepoPrior,
)
from crossbearing.model.tokens import count_tokens
from crossbearing.repair.trajectories import parse_trajectory
from crossbearing_plugins.stages import diagnosis, hypotheses, ladder, priors, recall, spec_test

WORDS = st.sampled_from(
    [
        "prices",
        "rates",
        "cache",
        "cart",
        "rounding",
        "parser",
        "docker",
        "locks",
        "#1234",
        "tests/a.py::test_b",
        "é",
        "值",
    ]
)
PROSE = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
COMMANDS = st.sampled_from(
    [
        "pytest",
        "pytest a.py",
        "cd x && pytest a.py -k b",
        "python repro.py",
        "git stash",
        "sed -i s/a/b/ a.py",
        "\0",
        "",
    ]
)
OUTPUTS = st.sampled_from(
    ["1 failed in 1s", "1 passed in 1s", "Traceback (most recent call last):\nKeyError: 'x'", "✗"]
)
EVENTS = st.lists(
    st.builds(
        Event,
        st.sampled_from(EVENT_KINDS),
        st.integers(0, 9),
        st.sampled_from(["user", "assistant", "system", ""]),
        COMMANDS | st.text(max_size=40),
        st.sampled_from(["a.py", "tests/test_a.py", "repro.py", "/tmp/x", ""]),
        OUTPUTS | st.text(max_size=40),
        st.none() | st.integers(-9, 255),
        st.booleans(),
    ),
    max_size=12,
).map(tuple)


@given(EVENTS)
def test_the_oracle_rests_on_runs_that_it_lists(events: tuple[Event, ...]):
    found = spec_test.run(OracleTask(events, is_midway=True), spec_test.Options())
    assert found.reason
    assert bool(found.correction) == (found.state == "none")
    assert (found.failing is not None) == (found.state != "none")
    assert (found.flipped is not None) == (found.state == "flipped")
    for run, verdict in ((found.failing, "failed"), (found.flipped, "passed")):
        assert run is None or (run in found.runs and run.verdict == verdict)
    assert found == spec_test.run(OracleTask(events, is_midway=True), spec_test.Options())


@given(EVENTS)
def test_what_only_talks_does_not_change_the_oracle(events: tuple[Event, ...]):
    silent = tuple(event for event in events if event.kind != "message")
    found = [spec_test.run(OracleTask(each), spec_test.Options()) for each in (events, silent)]
    assert found[0] == found[1]


@given(EVENTS)
def test_events_survive_the_neutral_format(events: tuple[Event, ...]):
    lines = "\n".join(json.dumps({key: value for key, value in asdict(event).items() if value}) for event in events)
    if events:
        assert parse_trajectory(lines.replace("\ud800", "")).events == tuple(
            Event(**{**asdict(event), "exit_code": event.exit_code or None, "step": event.step or number})
            for number, event in enumerate(events)
        )


@given(
    st.sampled_from(["none", "failing", "flipped"]),
    st.sampled_from([None, False, True]),
    st.integers(0, 400),
    st.integers(0, 3),
    st.integers(0, 200),
    st.sampled_from([None, False, True]),
    st.integers(0, 3),
)
def test_the_ladder_only_climbs_and_ends(oracle, green, lines, rung, estimate, judges, most):
    signals = LadderSignals(oracle, green, lines, rung=rung, diff_budget=estimate, judges_agree=judges)
    found = ladder.run(signals, ladder.Options(max_rung=most))
    assert (found.action == "submit") == (found.rung == 0 and found.skips_judge and "flipped" in found.reason)
    assert found.action in ("submit", "stop") or rung < found.rung <= most
    more = ladder.run(
        LadderSignals(oracle, green, lines + 1, rung=rung, diff_budget=estimate, judges_agree=judges),
        ladder.Options(max_rung=most),
    )
    assert more.action == found.action or found.action == "submit"  # a longer diff never wins a submission


STATEMENTS = st.lists(PROSE, min_size=1, max_size=3, unique_by=lambda each: frozenset(each.split()))
DIAGNOSES = st.builds(
    lambda problem, expected, statements, radius, budget: Diagnosis(
        problem,
        expected,
        tuple(Hypothesis(f"H{number}", each) for number, each in enumerate(statements, 1)),
        tuple(radius),
        budget,
    ),
    PROSE,
    PROSE,
    STATEMENTS,
    st.lists(st.sampled_from(["a.py", "b/c.py"]), unique=True),
    st.integers(0, 200),
)


@given(DIAGNOSES, st.text(alphabet="ab {}[]`\"'\n,:", max_size=40), st.booleans())
def test_a_diagnosis_comes_through_noise_before_it(given_: Diagnosis, noise: str, is_fenced: bool):
    data = {
        "problem": given_.problem,
        "expectedBehavior": given_.expected_behavior,
        "rootCauseHypotheses": [{"id": each.id, "statement": each.statement} for each in given_.hypotheses],
        "blastRadius": given_.blast_radius,
        "diffBudget": given_.diff_budget,
    }
    block = f"```json\n{json.dumps(data, indent=1)}\n```" if is_fenced else json.dumps(data)
    event = Event("message", 3, "assistant", f"{noise}\nDIAGNOSIS_COMPLETE\n{block}\nThat is all.")
    found = diagnosis.run(DiagnosisTask((event,)), diagnosis.Options(likeness=1))
    assert (found.diagnosis, found.step, found.is_marked) == (given_, 3, True)


@given(st.lists(DIAGNOSES, min_size=1, max_size=3))
def test_merging_keeps_a_hypothesis_of_every_mechanism(several: list[Diagnosis]):
    merged, _ = diagnosis.merge(several, 0.6)
    ids = [each.id.upper() for each in merged.hypotheses]
    assert len(ids) == len(set(ids))
    for each in (hypothesis for one in several for hypothesis in one.hypotheses):
        assert any(diagnosis.alike(each.statement, kept.statement) >= 0.6 for kept in merged.hypotheses)
    assert set(merged.blast_radius) == {path for one in several for path in one.blast_radius}


@given(st.lists(st.tuples(st.sampled_from(["H1", "H2", "h3"]), st.booleans(), PROSE), max_size=6))
def test_the_last_report_on_a_hypothesis_stands(reports: list[tuple[str, bool, str]]):
    lines = [f"HYPOTHESIS: {id_} {'SURVIVED' if lives else 'FALSIFIED'} — {why}" for id_, lives, why in reports]
    event = Event("message", 1, "assistant", "\n".join(lines))
    found = hypotheses.run(HypothesisTask((event,)), hypotheses.Options())
    last = {id_.upper(): (lives, why) for id_, lives, why in reports}
    assert {each.id.upper(): (each.result == "survived", each.evidence) for each in found.hypotheses} == last
    assert {each.id.upper() for each in found.survivors} == {id_ for id_, (lives, _) in last.items() if lives}
    assert bool(found.instruction) == (bool(last) and not found.survivors)


@given(st.lists(PROSE, max_size=14), PROSE)
def test_recall_keeps_or_drops_every_item_with_a_reason(texts: list[str], issue: str):
    items = tuple(RecallItem(f"m{number}", each) for number, each in enumerate(texts))
    found = recall.run(RecallTask(items, issue), recall.Options())
    assert len(found.items) <= 8
    assert {each.id for each in found.items} | set(found.dropped) == {each.id for each in items}
    assert not {each.id for each in found.items} & set(found.dropped)
    assert all(each.reason.startswith("shares ") and each.text.startswith(recall.TAG) for each in found.items)
    assert [each.score for each in found.items] == sorted((each.score for each in found.items), reverse=True)


@given(st.lists(PROSE, max_size=14), st.integers(50, 500))
def test_priors_are_lawful_capped_and_learnt_once(lessons: list[str], most: int):
    options = priors.Options(max_tokens=most)
    task = PriorTask("a/b", RepoPrior("a/b", "pytest", layout=("src holds it",) * 3), None, tuple(lessons))
    first = priors.run(PriorTask(task.repo, task.known, None, task.lessons, count=count_tokens), options)
    assert count_tokens(first.text) == first.tokens <= most
    assert len(first.prior.pitfalls) <= 10
    assert not any(priors.unlawful(each) for each in first.prior.pitfalls)
    assert not any("#1234" in each or "::test_b" in each for each in first.prior.pitfalls)
    again = priors.run(PriorTask("a/b", first.prior, None, first.prior.pitfalls), options)
    assert (again.prior.pitfalls, again.added) == (first.prior.pitfalls, 0)
