"""Running the tails of a fork: each in a worktree of its own, concurrently, and all of them gone afterwards."""

import time
from collections.abc import Callable, Sequence
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


def run_tails(
    plan: ForkPlan, repository: Path, run: RunTail, *, workers: int = 3, seconds: float | None = None
) -> tuple[TailOutcome, ...]:
    """Run every tail of the plan from its snapshot's commit, at most ``workers`` at once; answers in the plan's order.

    After ``seconds`` no tail is started any more; those that run come to their end. An interrupt starts none either.
    """
    latest = None if seconds is None else time.monotonic() + seconds

    def one(tail: Tail) -> TailOutcome:
        if latest is not None and time.monotonic() > latest:
            return TailOutcome(tail, error="not started: the time was up")
        try:
            with open_worktree(repository, plan.snapshot.base_commit) as worktree:
                return TailOutcome(tail, run(tail, worktree))
        except Exception as problem:  # whatever an agent raises ends its own tail only
            return TailOutcome(tail, error=f"{type(problem).__name__}: {problem}")

    if not plan.tails:
        return ()
    with ThreadPoolExecutor(max(1, min(workers, len(plan.tails)))) as pool:
        return tuple(pool.map(one, plan.tails))


def restore_sources(worktree: Worktree, scratch: Sequence[str] = ()) -> tuple[str, ...]:
    """Put back every file that differs from the commit, new ones included, and return their names.

    The guard of a trunk that is not to write sources before its snapshot, for agents that write as they like. Files and
    folders of ``scratch`` stay, and so do ignored files.
    """
    changed = worktree.changed(without=tuple(scratch))
    worktree.restore(changed)
    return changed
