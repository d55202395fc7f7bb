"""F3: decides on executed evidence how much more effort an issue is worth.

What it is for: most issues need one attempt; the hard ones need several. The rung says which: 0 submits without a
judge, 1 revises once with the evidence that is red, 2 forks into tails, 3 stops with the best candidate so far.

Example: the spec-test flipped, the tests of the touched files are green and the diff has 14 lines: rung 0, submit.

The table, first row that fits:

===========  =============  ===============  ======  =======================================
oracle       touched tests  diff             judges  rung
===========  =============  ===============  ======  =======================================
flipped      green          within budget    agree   0 submit (judges: agree, or not asked)
flipped      any            any              differ  2 fork
flipped      not run        within budget    any     1 revise: run them
flipped      red            any              any     1 revise: what is red
flipped      green          over budget      any     1 revise: smaller
not flipped  any            any              any     2 fork
===========  =============  ===============  ======  =======================================

Nobody stands on a rung twice, except to submit: where the table says the rung on which one stands or a lower one, the
next is taken, and beyond ``max_rung`` (or at it) the ladder stops. Steps and nudges never decide; they are named in the
reason. The budget is ``diff_budget``; an agent's own estimate may lower it to ``slack`` times the estimate.
"""

from attrs import field, frozen
from attrs.validators import ge, in_

from crossbearing.plugin import LadderDecision, LadderSignals, hookimpl

VERSION = 1
TAKES = LadderSignals
LEAST_BUDGET = 20


@frozen
class Options:
    """Options of ``stage.ladder``."""

    diff_budget: int = field(default=120, validator=ge(1))
    """Added and removed lines that a fix may have without a question asked."""

    max_rung: int = field(default=3, validator=in_((0, 1, 2, 3)))
    """The rung at which the ladder stops."""

    slack: int = field(default=3, validator=ge(1))
    """How many times its own estimate of lines a fix may have."""


@hookimpl
def run(state: LadderSignals, options: Options) -> LadderDecision:
    """Look the signals up in the table."""
    budget = _budget(state, options)
    rung, reason = _wanted(state, budget)
    if rung == 0:
        return LadderDecision(0, "submit", reason, True, budget)
    rung = max(rung, state.rung + 1)
    if rung >= 3 or rung > options.max_rung:
        effort = f"; {state.steps_used} steps, {state.loop_nudges} nudges" if state.steps_used else ""
        return LadderDecision(
            min(3, options.max_rung), "stop", f"{reason}; no higher rung is left{effort}", True, budget
        )
    return LadderDecision(rung, "revise" if rung == 1 else "fork", reason, rung == 1, budget)


def _budget(state: LadderSignals, options: Options) -> int:
    if state.diff_budget <= 0:
        return options.diff_budget
    return min(options.diff_budget, max(LEAST_BUDGET, options.slack * state.diff_budget))


def _wanted(state: LadderSignals, budget: int) -> tuple[int, str]:
    if state.oracle != "flipped":
        return 2, "no failing test was seen" if state.oracle == "none" else "the failing test does not pass yet"
    if state.judges_agree is False:
        return 2, "the spec-test passes, but the judges disagree"
    if state.touched_green is False:
        return 1, "the spec-test passes, but tests of the touched files fail"
    if state.diff_lines > budget:
        return 1, f"the diff has {state.diff_lines} lines, {state.diff_lines - budget} over its budget of {budget}"
    if state.touched_green is None:
        return 1, "the spec-test passes, but the tests of the touched files were not run"
    return 0, f"the spec-test flipped, the touched tests are green, {state.diff_lines} lines of at most {budget}"
