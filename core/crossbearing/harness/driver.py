"""The order of a repair: trunk, diagnosis, ladder, revision, fork, consensus, shrinking."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, frozen

from crossbearing.harness.session import Agent, RepairSession, Step
from crossbearing.model.events import Event, event_of, placed
from crossbearing.model.stages import Candidate, LadderDecision, LadderSignals, OracleReport, Tail
from crossbearing.repair.processes import run_shell
from crossbearing.repair.tails import run_tails
from crossbearing.repair.worktrees import Worktree, open_worktree

CHECK_SECONDS = 600


@frozen
class Repair:
    """What came of a repair: the patch, the highest rung that was needed, and the log."""

    patch: str
    rung: int
    oracle: str
    log: tuple[Step, ...] = ()


@frozen
class _Attempt:
    """A patch with its executed evidence, and the command and scratch files that show it."""

    candidate: Candidate
    command: str = ""
    given: str = ""
    report: OracleReport = field(factory=lambda: OracleReport("none", ""))

    @property
    def story(self) -> str:
        """The evidence in a sentence."""
        green = {True: "green", False: "red", None: "not run"}[self.candidate.touched_green]
        return f"{self.candidate.id}: {self.report.state}, {self.report.reason}; touched tests {green}"


def repair(session: RepairSession, agent: Agent, *, workers: int = 3) -> Repair:
    """Let the agent work until the ladder submits or stops, and return the shrunk patch of the best attempt."""
    with open_worktree(session.repository, session.base) as trunk:
        _work(session, agent, session.opening(), trunk)
        _ask_for_diagnosis(session, agent, trunk)
        attempt = _evaluated(session, "trunk", trunk, session.events)
        session.note("F2 oracle", attempt.story)
        decision = _decided(session, attempt, 0)
        rungs = [decision.rung]
        if decision.action == "revise":
            _work(session, agent, _evidence(decision, attempt), trunk)
            attempt = _evaluated(session, "trunk", trunk, session.events)
            session.note("F2 oracle", attempt.story)
            decision = _decided(session, attempt, decision.rung)
            rungs.append(decision.rung)
        if decision.action == "fork":
            attempt, decision = _forked(session, agent, trunk, attempt, workers)
            rungs.append(decision.rung)
        patch = session.shrink(attempt.candidate.patch, attempt.command, given=attempt.given)
        if decision.action == "stop":
            session.note("submit", "the best attempt, which does not pass")
        else:
            session.note("submit", f"{attempt.candidate.id}, oracle {attempt.candidate.oracle}")
    return Repair(patch, max(rungs), attempt.candidate.oracle, tuple(session.log))


def _work(session: RepairSession, agent: Agent, prompt: str, trunk: Worktree) -> None:
    agent.work(
        prompt, trunk, lambda event: session.record(placed(event_of(event, len(session.events)), str(trunk.path)))
    )


def _ask_for_diagnosis(session: RepairSession, agent: Agent, trunk: Worktree) -> None:
    """Once more where it cannot be read; after that the work goes on without."""
    found = session.diagnosis()
    if found.reprompt:
        session.note("F10 diagnosis", "none that can be read: asked once more")
        _work(session, agent, found.reprompt, trunk)
        found = session.diagnosis()
    if found.diagnosis:
        ids = ", ".join(each.id for each in found.diagnosis.hypotheses)
        session.note("F10 diagnosis", f"at step {found.step}: {ids}; budget {found.diagnosis.diff_budget} lines")


def _evaluated(session: RepairSession, name: str, worktree: Worktree, events: list[Event]) -> _Attempt:
    """Look at what the files are now: the diff without scratch files, the oracle, and the check that was asked for."""
    report = session.oracle(events)
    scratch = tuple(path for path in report.scratch if not path.startswith("/"))
    patch = worktree.diff(without=scratch)
    given = worktree.diff(only=scratch) if scratch else ""
    green = _checked(session, worktree, report)
    passes = report.state == "flipped" and green is not False
    command = report.flipped.command if report.flipped else ""
    if session.check and command:
        command = f"({command}) && ({session.check})"
    return _Attempt(Candidate(name, patch, passes, report.state, green), command, given, report)


def _checked(session: RepairSession, worktree: Worktree, report: OracleReport) -> bool | None:
    if session.check:
        return run_shell(session.check, worktree.path, timeout=CHECK_SECONDS).code == 0
    if report.red:
        return False
    after = [run for run in report.runs if run.after_edit and not run.is_scratch and run.verdict == "passed"]
    return True if after else None


def _decided(session: RepairSession, attempt: _Attempt, rung: int) -> LadderDecision:
    from crossbearing.patches import parse_patch

    diff = parse_patch(attempt.candidate.patch)
    diagnosis = session.diagnosis().diagnosis
    signals = LadderSignals(
        attempt.candidate.oracle,
        attempt.candidate.touched_green,
        diff.changed_lines,
        len(diff.files),
        steps_used=max((event.step for event in session.events), default=0),
        rung=rung,
        diff_budget=diagnosis.diff_budget if diagnosis else 0,
    )
    return session.decide(signals)


def _evidence(decision: LadderDecision, attempt: _Attempt) -> str:
    red = "".join(f"\n- {key}" for key in attempt.report.red)
    return f"Revise the patch once: {decision.reason}." + (f" These fail:{red}" if red else "")


def _forked(
    session: RepairSession, agent: Agent, trunk: Worktree, attempt: _Attempt, workers: int
) -> tuple[_Attempt, LadderDecision]:
    """Probe the hypotheses on the unmodified source, run a tail for each survivor, and choose; one retry without
    any.
    """
    trunk.reset()
    session.opinions()
    if session.has("hypotheses"):
        _work(session, agent, _probing(session), trunk)
    report = session.hypotheses()
    _note_hypotheses(session, report)
    if not report.survivors and report.instruction:
        _work(session, agent, f"{report.instruction}\n\n{session.protocol('hypotheses')}", trunk)
        report = session.hypotheses()
        _note_hypotheses(session, report)
    trunk.reset()
    plan = session.fork(report.survivors, trunk.commit)
    attempts: dict[str, _Attempt] = {}

    def run(tail: Tail, worktree: Worktree) -> str:
        own = list(plan.snapshot.events) if plan else []
        start = max((event.step for event in own), default=-1) + 1

        def record(given: Event | Mapping[str, Any]) -> str:
            event = placed(event_of(given), str(worktree.path))
            own.append(evolve(event, step=event.step + start))
            return ""

        agent.work(tail.message, worktree, record)
        attempts[tail.hypothesis.id] = _evaluated(session, tail.hypothesis.id, worktree, own)
        return attempts[tail.hypothesis.id].candidate.patch

    for outcome in run_tails(plan, session.repository, run, workers=workers) if plan else ():
        name = outcome.tail.hypothesis.id
        if outcome.error:
            session.note("F4 fork", f"tail {name} ended: {outcome.error}")
        else:
            session.note("F2 oracle", attempts[name].story)
    everyone = [attempt, *(attempts[name] for name in sorted(attempts))]
    selection = session.select([each.candidate for each in everyone], trunk)
    chosen = selection.chosen or min(selection.undecided or ("trunk",))
    best = next((each for each in everyone if each.candidate.id == chosen), attempt)
    return best, _decided(session, best, 2)


def _probing(session: RepairSession) -> str:
    """What is told before the fork: how to probe, the hypotheses so far, and what diagnoses disagree on."""
    found = session.diagnosis()
    lines = [f"- {each.id}: {each.statement}" for each in found.diagnosis.hypotheses] if found.diagnosis else []
    known = "\n".join(["Hypotheses so far:", *lines]) if lines else ""
    disputed = "\n".join(["To be probed as well:", *(f"- {each}" for each in found.open_questions)])
    parts = [session.protocol("hypotheses"), known, disputed if found.open_questions else ""]
    return "\n\n".join(part for part in parts if part)


def _note_hypotheses(session: RepairSession, report: object) -> None:
    hypotheses = getattr(report, "hypotheses", ())
    told = ", ".join(f"{each.id} {each.result}" for each in hypotheses) or "none"
    session.note("F7 hypotheses", told)
