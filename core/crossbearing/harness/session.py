"""One repair, from the issue to the patch: the stages in their order, over the events of whatever agent does the work.

The agent is not ours. It is given texts, does what it does in a worktree, and tells each thing that happened as an
event; the session says what is due, decides on executed evidence, and keeps a log of it. A stage that the profile
switches off is left out, and the log says so.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sized
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any, Protocol

from attrs import frozen

from crossbearing.model.events import Event, event_of
from crossbearing.model.stages import (
    AskModel,
    Candidate,
    ConsensusTask,
    Diagnosis,
    DiagnosisReport,
    DiagnosisTask,
    ForkPlan,
    ForkTask,
    Hypothesis,
    HypothesisReport,
    HypothesisTask,
    LadderDecision,
    LadderSignals,
    OracleReport,
    OracleTask,
    PriorReport,
    PriorTask,
    RecallItem,
    RecallReport,
    RecallTask,
    Selection,
    ShrinkResult,
    ShrinkTask,
    StageTask,
)
from crossbearing.model.tokens import count_tokens
from crossbearing.repair.priors import PriorStore
from crossbearing.repair.shapes import shape_of
from crossbearing.repair.worktrees import Worktree

if TYPE_CHECKING:
    from crossbearing.harness.driver import Repair
    from crossbearing.harness.harness import Harness

LOCALIZATION_TOKENS = 1000
_SIGNS_OF_SCRATCH = ("repro", "scratch")
_TASKS: dict[str, type[StageTask]] = {
    "consensus": ConsensusTask,
    "diagnosis": DiagnosisTask,
    "fork": ForkTask,
    "hypotheses": HypothesisTask,
    "ladder": LadderSignals,
    "priors": PriorTask,
    "recall": RecallTask,
    "shrink": ShrinkTask,
    "spec_test": OracleTask,
}
_BEGINNINGS = ("what the failing code is given", "what the failing code promises to its callers")
_EVIDENCE = 4000


class Record(Protocol):
    """How an agent tells what it did; the answer is what it has to be told now (empty: nothing)."""

    def __call__(self, event: Event | Mapping[str, Any], /) -> str:
        """Take one event, or the fields of one."""


class Agent(Protocol):
    """Whatever does the work: a model in a loop, or a script."""

    def work(self, prompt: str, worktree: Worktree, record: Record) -> None:
        """Do what the prompt says in the files of the worktree, and record what happens."""


@frozen
class Step:
    """One line of a session's log: the stage that acted, and what came of it."""

    stage: str
    text: str


class RepairSession:
    """The stages of one repair; :meth:`repair` calls them in their order, for any agent.

    ``midway`` is the number of commands after which a missing failing test is worth a correction. All methods that take
    a step write it to :attr:`log`. They may be called from several threads.

    Each step is taken by the built-in stage of its name; where the profile switches that off, by another installed
    stage that takes the same task, if there is one.
    """

    def __init__(
        self,
        harness: "Harness",
        issue: str,
        *,
        repository: Path,
        base: str = "HEAD",
        check: str = "",
        ask: AskModel | None = None,
        memory: Iterable[RecallItem] = (),
        priors: PriorStore | None = None,
        midway: int = 10,
        say: Callable[[Step], None] | None = None,
    ) -> None:
        self.harness = harness
        self.issue = issue
        self.repository = repository
        self.base = base
        self.check = check
        self.log: list[Step] = []
        self.events: list[Event] = []
        self._ask = ask
        self._memory = tuple(memory)
        self._priors = priors
        self._midway = midway
        self._say = say
        self._corrected = False
        self._places = ""
        self._opinions: tuple[Diagnosis, ...] = ()
        self._lock = threading.RLock()
        self._stages = {name: _stage_of(harness, name) for name in _TASKS}

    def repair(self, agent: Agent, *, workers: int = 3) -> "Repair":
        """Let the agent work in worktrees of the base commit, on as many rungs as it takes; see :mod:`driver
        <crossbearing.harness.driver>`. At most ``workers`` tails of a fork run at once.
        """
        from crossbearing.harness.driver import repair

        return repair(self, agent, workers=workers)

    def note(self, stage: str, text: str) -> None:
        """Add a line to the log."""
        step = Step(stage, text)
        with self._lock:
            self.log.append(step)
            if self._say:
                self._say(step)

    def has(self, stage: str) -> bool:
        """Whether the profile leaves a stage on, or another one that takes its task."""
        return bool(self._stages[stage])

    def protocol(self, stage: str) -> str:
        """What a stage wants an agent to be told; empty where it is switched off."""
        return str(self.harness.host.attribute(self._stages[stage], "PROTOCOL", "")) if self.has(stage) else ""

    def _run(self, stage: str, task: StageTask) -> Any:
        name = self._stages[stage]
        return self.harness.host.run(name.removeprefix("stage."), task) if name else None

    # Before the work

    def opening(self) -> str:
        """What the agent is told first: the issue, where to look, how the repository works, and what to deliver."""
        if off := sorted(name for name, plugin in self._stages.items() if not plugin):
            self.note("profile", f"switched off: {', '.join(off)}")
        self._places = self.localization()
        parts = [
            self.issue.strip(),
            self._places,
            self.prior(),
            self.recalled(self._places),
            self.protocol("diagnosis"),
        ]
        return "\n\n".join(part for part in parts if part)

    def localization(self) -> str:
        """F1: the candidate places, in at most 1,000 tokens."""
        report = self.harness.locate(self.issue)
        lines = [
            "## Candidate locations (deterministic)",
            "Verify with one read before trusting; do not re-derive them.",
        ]
        for file in report.ranking.files:
            names = ", ".join(entity.qualname for entity in file.entities)
            why = next((entity.causal_story for entity in file.entities if entity.causal_story), "")
            line = f"- {file.file} — {names} — {why}"
            if count_tokens("\n".join([*lines, line])) > LOCALIZATION_TOKENS:
                break
            lines.append(line)
        first = report.ranking.files[0].file if report.ranking.files else "nothing"
        self.note(
            "F1 localize", f"{_some(report.ranking.files, 'file')}, {first} first, confidence {report.confidence}"
        )
        return "\n".join(lines) if len(lines) > 2 else ""

    def prior(self) -> str:
        """F8: how the repository works, kept for the next issue."""
        manifest = self.harness.manifest()
        with self._priors.locked(manifest.repo) if self._priors else nullcontext():
            known = self._priors.load(manifest.repo) if self._priors else None
            task = PriorTask(manifest.repo, known, None if known else manifest, count=count_tokens)
            found: PriorReport | None = self._run("priors", task)
            if found is None:
                return ""
            if self._priors and found.prior != known:
                self._priors.save(found.prior)
        self.note("F8 priors", f"{found.tokens} tokens, {'known' if known else 'seeded from the manifest'}")
        return found.text

    def recalled(self, localization: str = "") -> str:
        """F9: what applies of what is remembered."""
        if not self._memory:
            return ""
        found: RecallReport | None = self._run("recall", RecallTask(self._memory, self.issue, localization, self._ask))
        if found is None:
            return ""
        self.note(
            "F9 recall", f"{len(found.items)} of {len(self._memory)} items apply, {found.model_calls} model calls"
        )
        return "\n".join(item.text for item in found.items)

    # While it goes on

    def record(self, event: Event | Mapping[str, Any]) -> str:
        """Take one event (or its fields, as in the neutral format), and say what the agent has to be told now: that it
        still needs a failing test. Empty where nothing is due.
        """
        with self._lock:
            event = event_of(event, len(self.events))
            self.events.append(event)
            if event.kind != "command" or self._corrected or not self.has("spec_test"):
                return ""
            if sum(each.kind == "command" for each in self.events) < self._midway:
                return ""
            self._corrected = True
        correction = self.oracle(midway=True).correction
        if correction:
            self.note("F2 oracle", "no failing test midway: told to write one first")
        return correction

    def may_write(self, path: str) -> str:
        """Why a source must not be written yet: the diagnosis is not given; empty where it may be."""
        if not self.has("fork") or not self.has("diagnosis") or self.diagnosis().diagnosis is not None:
            return ""
        scratch = self.oracle().scratch
        is_scratch = path in scratch or any(sign in path for sign in _SIGNS_OF_SCRATCH)
        return (
            ""
            if is_scratch
            else f"{path} may be edited once the diagnosis is complete; scratch files may be written now"
        )

    # What it came to

    def oracle(self, events: Iterable[Event] | None = None, *, midway: bool = False) -> OracleReport:
        """F2: the state of the spec-test."""
        task = OracleTask(tuple(self.events if events is None else events), midway)
        found: OracleReport | None = self._run("spec_test", task)
        return found or OracleReport("none", "stage.spec_test is switched off")

    def diagnosis(self, others: Iterable[Diagnosis] = ()) -> DiagnosisReport:
        """F10: the diagnosis, or the text to ask for it."""
        task = DiagnosisTask(tuple(self.events), (*self._opinions, *others))
        found: DiagnosisReport | None = self._run("diagnosis", task)
        return found or DiagnosisReport(None)

    def opinions(self) -> tuple[Diagnosis, ...]:
        """F10: two more diagnoses by a model, at once, from different ends; from now on they are merged into the
        agent's. None where no model was given.
        """
        if self._ask is None or not self.has("diagnosis"):
            return ()
        template = Template(str(self.harness.host.attribute(self._stages["diagnosis"], "OPINION", "")))
        words = {"issue": self.issue, "places": self._places, "evidence": self._evidence()}
        prompts = [template.safe_substitute(words, begin=begin) for begin in _BEGINNINGS]
        with ThreadPoolExecutor(len(prompts)) as pool:
            self._opinions = tuple(found for found in pool.map(self._opinion, prompts) if found)
        self.note("F10 diagnosis", f"{_some(self._opinions, 'second opinion')} of {len(prompts)} could be read")
        return self._opinions

    def _opinion(self, prompt: str) -> Diagnosis | None:
        assert self._ask is not None
        try:
            answer = self._ask(prompt)
        except Exception:  # whatever a client raises costs one opinion, not the repair
            return None
        found: DiagnosisReport = self._run("diagnosis", DiagnosisTask((Event("message", 0, "assistant", answer),)))
        return found.diagnosis

    def _evidence(self) -> str:
        runs = [f"$ {event.text}\n{event.output[-600:]}" for event in self.events if event.kind == "command"]
        return "\n".join(runs)[-_EVIDENCE:] or "nothing"

    def hypotheses(self) -> HypothesisReport:
        """F7: what the probes left standing."""
        diagnosis = self.diagnosis().diagnosis
        known = diagnosis.hypotheses if diagnosis else ()
        found: HypothesisReport | None = self._run("hypotheses", HypothesisTask(tuple(self.events), known))
        return found or HypothesisReport(known, known)

    def decide(self, signals: LadderSignals) -> LadderDecision:
        """F3: the rung."""
        found: LadderDecision | None = self._run("ladder", signals)
        if found is None:
            found = LadderDecision(0, "submit", "stage.ladder is switched off", False, 0)
        self.note("F3 ladder", f"rung {found.rung}, {found.action}: {found.reason}")
        return found

    def fork(self, hypotheses: Iterable[Hypothesis], base_commit: str) -> ForkPlan | None:
        """F4: where to cut, and the tails."""
        task = ForkTask(tuple(self.events), tuple(hypotheses), base_commit, self.oracle().scratch)
        plan: ForkPlan | None = self._run("fork", task)
        if plan is not None:
            cut = f"cut at step {plan.snapshot.step} by {plan.snapshot.by}"
            self.note("F4 fork", f"{cut}, {_some(plan.tails, 'tail')}{': ' + plan.reason if plan.reason else ''}")
        return plan

    def select(self, candidates: Iterable[Candidate], worktree: Worktree | None = None) -> Selection:
        """F5: the choice."""
        read = worktree.read if worktree else None
        given = tuple(candidates)
        found: Selection | None = self._run("consensus", ConsensusTask(given, read, shape_of(self.harness.host)))
        if found is None:
            chosen = next((each.id for each in given if each.passes), given[0].id if given else None)
            found = Selection(chosen, "best evidence", "stage.consensus is switched off", ())
        calls = f"{found.selector_calls} selector calls, {found.selector_calls_avoided} avoided"
        self.note("F5 consensus", f"{found.chosen or 'undecided'} ({found.case}): {found.reason}; {calls}")
        return found

    def shrink(self, patch: str, command: str, *, given: str = "") -> str:
        """F6: the smallest patch under which ``command`` still succeeds; ``given`` holds what else it needs."""
        from crossbearing.repair.oracle import CommandOracle

        if not self.has("shrink") or not command or not patch:
            return patch
        with CommandOracle(self.repository, self.base, command, given=given) as oracle:
            found: ShrinkResult = self._run("shrink", ShrinkTask(patch, oracle, command))
        size = f"{found.lines_before} to {found.lines_after} lines" if found.is_reduced else "unchanged"
        self.note("F6 shrink", f"{size} after {found.oracle_runs} runs: {found.reason}")
        return found.patch

    def learn(self, *lessons: str) -> None:
        """F8: keep what was learnt of the repository; what gives an issue away is refused."""
        if self._priors is None or not self.has("priors"):
            return
        repo = self.harness.manifest().repo
        with self._priors.locked(repo):
            task = PriorTask(repo, self._priors.load(repo), lessons=lessons, count=count_tokens)
            found: PriorReport = self._run("priors", task)
            self._priors.save(found.prior)
        refused = f", {len(found.refused)} refused" if found.refused else ""
        self.note("F8 priors", f"{found.added} of {_some(lessons, 'lesson')} kept{refused}")


def _stage_of(harness: "Harness", name: str) -> str:
    """The qualified name of the stage for a step; empty where none is left on."""
    enabled = harness.host.enabled("stage")
    if f"stage.{name}" in enabled:
        return f"stage.{name}"
    others = (each for each in enabled if each.removeprefix("stage.") not in _TASKS)
    return next((each for each in others if harness.host.attribute(each, "TAKES", None) is _TASKS[name]), "")


def _some(things: Sized, name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"
