"""Running the tails of a fork: each in a worktree of its own, concurrently, and all of them gone afterwards."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from attrs import frozen

from crossbearing.model.stages import ForkPlan, Tail
from crossbearing.repair.worktrees import Worktree, open_worktree

RunTail = Callable[[Tail, Worktree], str]
"""Runs one tail in its worktree and returns its patch."""


@frozen
class TailOutcome:
    """What a tail came to: its patch, or the error that ended it (the other tails go on)."""

    tail: Tail
    patch: str = ""
    error: str = ""


def run_tails(plan: ForkPlan, repository: Path, run: RunTail, *, workers: int = 3) -> tuple[TailOutcome, ...]:
    """Run every tail of the plan from its snapshot's commit, at most ``workers`` at once; answers in the plan's
    order.
    """

    def one(tail: Tail) -> TailOutcome:
        try:
            with open_worktree(repository, plan.snapshot.base_commit) as worktree:
                return TailOutcome(tail, run(tail, worktree))
        except Exception as problem:  # whatever an agent raises ends its own tail only
            return TailOutcome(tail, error=f"{type(problem).__name__}: {problem}")

    if not plan.tails:
        return ()
    with ThreadPoolExecutor(min(workers, len(plan.tails))) as pool:
        return tuple(pool.map(one, plan.tails))
