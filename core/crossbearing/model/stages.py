"""What the stages of a repair are given, and what they answer.

The type of a task decides the type of its answer: every task class names it as ``ANSWER``. A stage takes tasks of one
class, its ``TAKES``. The names F2 to F10 are those of the Scalpel specification.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from attrs import Factory, frozen

from crossbearing.model.events import Event
from crossbearing.model.manifest import Manifest

OracleState = Literal["none", "failing", "flipped"]
TestVerdict = Literal["passed", "failed", "broken", "unknown"]
ProbeResult = Literal["survived", "falsified", "open"]
Level = Literal["file", "hunk", "run", "line"]
CandidateOracle = Callable[[Sequence[str]], Sequence[bool | None]]
"""Says of each candidate patch whether it passes; None where it cannot be tried (it does not apply). "" is the base.

One that is interrupted raises :class:`~crossbearing.model.errors.OracleStoppedError`.
"""
AskModel = Callable[[str], str]
"""One call of a language model: a prompt in, its answer out."""


class StageTask:
    """What one stage is asked; ``ANSWER`` is the class of its answer."""

    __slots__ = ()
    ANSWER: ClassVar[type]


# F2: the spec-test oracle


@frozen
class TestRun:
    """One run of a test or of a scratch script, and what came of it.

    ``key`` is the command in canonical form: runs with the same key ask the same question. ``is_scratch`` tells a
    script of the agent's own from the project's tests; ``after_edit`` is whether source had been edited before.
    """

    __test__: ClassVar[bool] = False

    step: int
    command: str
    runner: str
    key: str
    verdict: TestVerdict
    why: str
    is_scratch: bool = False
    after_edit: bool = False


@frozen
class OracleReport:
    """The state of the oracle, the runs behind it, and what to tell the agent.

    ``failing`` and ``flipped`` are the runs that decide the state; ``red`` are keys whose last run failed. ``flaky``
    are keys whose verdict changed although nothing had been edited. ``correction`` is the instruction to give now;
    empty where none is due. ``scratch`` are paths of the agent's own that no diff should hold.
    """

    state: OracleState
    reason: str
    runs: tuple[TestRun, ...] = ()
    failing: TestRun | None = None
    flipped: TestRun | None = None
    red: tuple[str, ...] = ()
    flaky: tuple[str, ...] = ()
    scratch: tuple[str, ...] = ()
    correction: str = ""


@frozen
class OracleTask(StageTask):
    """F2: follow the tests that an agent runs. ``is_midway`` asks for a correction where there is no failing test."""

    ANSWER: ClassVar[type] = OracleReport

    events: tuple[Event, ...]
    is_midway: bool = False


# F3: the ladder


@frozen
class LadderDecision:
    """The rung to stand on next, what to do there, and why. ``skips_judge`` is true where the evidence decides
    alone.
    """

    rung: int
    action: Literal["submit", "revise", "fork", "stop"]
    reason: str
    skips_judge: bool
    budget: int


@frozen
class LadderSignals(StageTask):
    """F3: executed evidence only.

    ``touched_green`` is None where no test of the touched files was run; ``diff_budget`` is the agent's own estimate
    (0: none); ``judges_agree`` is None where nobody judged.
    """

    ANSWER: ClassVar[type] = LadderDecision

    oracle: OracleState
    touched_green: bool | None
    diff_lines: int
    files_touched: int = 0
    steps_used: int = 0
    loop_nudges: int = 0
    rung: int = 0
    diff_budget: int = 0
    judges_agree: bool | None = None


# F7 and F10: hypotheses and diagnosis


@frozen
class Hypothesis:
    """One root cause that may be it; ``probe`` is the command that could falsify it, with the step it was run at."""

    id: str
    statement: str
    evidence: str = ""
    result: ProbeResult = "open"
    probe: str = ""
    step: int | None = None
    exit_code: int | None = None


@frozen
class HypothesisReport:
    """All hypotheses, those that survived, marker lines that could not be read, and what to do where none is left."""

    hypotheses: tuple[Hypothesis, ...]
    survivors: tuple[Hypothesis, ...]
    malformed: tuple[str, ...] = ()
    instruction: str = ""


@frozen
class HypothesisTask(StageTask):
    """F7: read what an agent found out about ``known`` hypotheses (those of its diagnosis)."""

    ANSWER: ClassVar[type] = HypothesisReport

    events: tuple[Event, ...]
    known: tuple[Hypothesis, ...] = ()


@frozen
class Diagnosis:
    """What is wrong, in a form that the other stages use."""

    problem: str
    expected_behavior: str
    hypotheses: tuple[Hypothesis, ...]
    blast_radius: tuple[str, ...] = ()
    diff_budget: int = 0


@frozen
class DiagnosisReport:
    """The diagnosis found, or the text with which to ask for it again.

    ``step`` is where it was given, ``is_marked`` whether the marker stood before it, and ``repairs`` what had to be put
    right to read it. ``open_questions`` are points on which merged diagnoses disagree, to be probed.
    """

    diagnosis: Diagnosis | None
    step: int | None = None
    is_marked: bool = False
    repairs: tuple[str, ...] = ()
    reprompt: str = ""
    open_questions: tuple[str, ...] = ()


@frozen
class DiagnosisTask(StageTask):
    """F10: find the diagnosis in what an agent said, and merge it with ``others`` by mechanism."""

    ANSWER: ClassVar[type] = DiagnosisReport

    events: tuple[Event, ...]
    others: tuple[Diagnosis, ...] = ()


# F4: the fork


@frozen
class TrunkSnapshot:
    """The conversation up to the end of the diagnosis; ``by`` says how its end was found."""

    events: tuple[Event, ...]
    step: int
    by: Literal["marker", "first edit", "end"]
    base_commit: str


@frozen
class Tail:
    """One continuation of the trunk: a hypothesis, and the message that sends it its own way."""

    hypothesis: Hypothesis
    message: str


@frozen
class ForkPlan:
    """Where the trunk is cut, and its tails; ``violations`` are sources that the trunk wrote before the cut."""

    snapshot: TrunkSnapshot
    tails: tuple[Tail, ...]
    violations: tuple[str, ...] = ()
    reason: str = ""


@frozen
class ForkTask(StageTask):
    """F4: plan the tails of a trunk."""

    ANSWER: ClassVar[type] = ForkPlan

    events: tuple[Event, ...]
    hypotheses: tuple[Hypothesis, ...]
    base_commit: str
    scratch: tuple[str, ...] = ()


# F5: consensus


@frozen
class Candidate:
    """A patch to choose from, with its executed evidence."""

    id: str
    patch: str
    passes: bool
    oracle: OracleState = "none"
    touched_green: bool | None = None


@frozen
class Cluster:
    """Candidates whose patches say the same, the smallest first."""

    members: tuple[str, ...]
    passes: bool
    changed_lines: int


@frozen
class Selection:
    """The chosen candidate (None: a selector has to choose among ``undecided``), and by which case of the ladder."""

    chosen: str | None
    case: Literal["agreement", "only one passes", "selector", "best evidence", "nothing"]
    reason: str
    clusters: tuple[Cluster, ...]
    undecided: tuple[str, ...] = ()
    selector_calls: int = 0
    selector_calls_avoided: int = 0


@frozen
class ConsensusTask(StageTask):
    """F5: choose among candidates.

    ``read`` gives the text of a file at the base commit (None: there is none), for comparing results instead of diffs;
    ``shape`` a mark of the syntax of a path and its text, as language plugins see it (None: they do not tell).
    """

    ANSWER: ClassVar[type] = Selection

    candidates: tuple[Candidate, ...]
    read: Callable[[str], str | None] | None = None
    shape: Callable[[str, str], str | None] | None = None


# F6: the shrinker


@frozen
class ShrinkResult:
    """The smallest patch that passed, never a worse one than was given.

    ``kept`` and ``dropped`` count hunks; ``lines_before`` and ``lines_after`` added and removed lines. ``is_tried`` is
    whether the oracle told the base from the patch, so that parts could be tried at all; ``is_minimal`` whether every
    remaining part was tried without success (false where the runs ran out before); ``is_stopped`` whether the oracle
    was interrupted or failed.
    """

    patch: str
    kept: int
    dropped: int
    oracle_runs: int
    is_reduced: bool
    is_minimal: bool
    is_flaky: bool
    reason: str
    lines_before: int = 0
    lines_after: int = 0
    dropped_paths: tuple[str, ...] = ()
    is_tried: bool = True
    is_stopped: bool = False


@frozen
class ShrinkTask(StageTask):
    """F6: shrink a patch under an oracle. ``references`` is text (the oracle's command) whose files are never dropped.

    ``progress`` is told the runs so far, the hunks left, and what is tried.
    """

    ANSWER: ClassVar[type] = ShrinkResult

    patch: str
    oracle: CandidateOracle
    references: str = ""
    progress: Callable[[int, int, str], None] | None = None


# F8: priors


@frozen
class RepoPrior:
    """What is known of how a repository works, never of one of its issues."""

    repo: str
    test_invocation: str = ""
    test_discovery: str = ""
    layout: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ()
    pitfalls: tuple[str, ...] = ()
    source_runs: int = 0


@frozen
class PriorReport:
    """The prior after the change, as text of at most 500 tokens, and the entries that were refused with the reason."""

    prior: RepoPrior
    text: str
    tokens: int
    refused: tuple[tuple[str, str], ...] = ()
    added: int = 0


@frozen
class PriorTask(StageTask):
    """F8: seed a prior from a manifest or by a model, and add lessons to it; ``count`` counts the tokens of a text."""

    ANSWER: ClassVar[type] = PriorReport

    repo: str
    known: RepoPrior | None = None
    manifest: Manifest | None = None
    lessons: tuple[str, ...] = ()
    ask: AskModel | None = None
    trajectory: tuple[Event, ...] = ()
    count: Callable[[str], int] | None = None


# F9: recall


@frozen
class RecallItem:
    """Something remembered."""

    id: str
    text: str


@frozen
class ScoredRecall:
    """A remembered thing that applies, with what it shares with the issue; ``text`` carries its tag."""

    id: str
    text: str
    score: float
    reason: str


@frozen
class RecallReport:
    """What may be told, the best first; ``dropped`` maps the rest to the reason, ``model_calls`` is 0 or 1."""

    items: tuple[ScoredRecall, ...]
    dropped: Mapping[str, str] = Factory(dict)
    model_calls: int = 0
    remark: str = ""


@frozen
class RecallTask(StageTask):
    """F9: keep what applies of what is remembered. ``localization`` is the text of the candidate places."""

    ANSWER: ClassVar[type] = RecallReport

    items: tuple[RecallItem, ...]
    issue: str
    localization: str = ""
    ask: AskModel | None = None


TASKS: dict[str, type[Any]] = {
    task.__name__: task
    for task in (
        ConsensusTask,
        DiagnosisTask,
        ForkTask,
        HypothesisTask,
        LadderSignals,
        OracleTask,
        PriorTask,
        RecallTask,
        ShrinkTask,
    )
}
"""The tasks of the built-in stages, by name."""
