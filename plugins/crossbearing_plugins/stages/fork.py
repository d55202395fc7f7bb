"""F4: plans the fork of a conversation into tails that share the whole investigation.

What it is for: diagnosis is shared work, only the patch is worth diversifying. The trunk is cut where the diagnosis
ends (the marker ``DIAGNOSIS_COMPLETE``; without one, before the first edit of a source file), so that a provider's
prompt cache serves every tail, and each tail is sent its own way by one message. ``scratch`` are files and folders of
the agent's own, which it may write before.

Example: two surviving hypotheses give two tails, "Commit to hypothesis H1 …" and "… H2 …".

Running the tails (a worktree each, concurrently, cleaned up whatever happens) is the harness's part; this only plans.
Sources that the trunk wrote before the cut are listed as violations: the worktrees start from the commit without them.
"""

import posixpath
import re

from attrs import field, frozen
from attrs.validators import ge

from crossbearing.plugin import Event, ForkPlan, ForkTask, Hypothesis, Tail, TrunkSnapshot, hookimpl
from crossbearing_plugins.stages._texts import text

VERSION = 2
TAKES = ForkTask
MARKER = "DIAGNOSIS_COMPLETE"
_AT_LINE_START = re.compile(rf"^[\s>*_`#-]*{MARKER}\b", re.MULTILINE)


@frozen
class Options:
    """Options of ``stage.fork``."""

    least: int = field(default=1, validator=ge(1))
    """Fewer tails are not worth a fork; the plan then has none."""

    most: int = field(default=5, validator=ge(1))
    """How many tails there may be."""


@hookimpl
def run(state: ForkTask, options: Options) -> ForkPlan:
    """Cut the trunk and give each surviving hypothesis its tail."""
    snapshot = _snapshot(state)
    surviving = [each for each in state.hypotheses if each.result != "falsified"][: options.most]
    written = dict.fromkeys(event.path for event in snapshot.events if _writes_source(event, state.scratch))
    if len(surviving) < options.least:
        return ForkPlan(
            snapshot, (), tuple(written), f"{len(surviving)} hypotheses survive, fewer than {options.least}"
        )
    return ForkPlan(snapshot, tuple(map(_tail, surviving)), tuple(written))


def _tail(hypothesis: Hypothesis) -> Tail:
    return Tail(hypothesis, text("tail", id=hypothesis.id, statement=hypothesis.statement or "as you described it"))


def _snapshot(state: ForkTask) -> TrunkSnapshot:
    marked = [number for number, event in enumerate(state.events) if _is_marked(event)]
    edited = (number for number, event in enumerate(state.events) if _writes_source(event, state.scratch))
    first = next(edited, len(state.events))
    if marked:
        # A diagnosis that was given again is the better one, unless sources had been written in between.
        before = [number for number in marked if number < first]
        return _cut(state, (before[-1] if before else marked[0]) + 1, "marker")
    if first < len(state.events):
        return _cut(state, _turn_of(state.events, first), "first edit")
    return _cut(state, len(state.events), "end")


def _cut(state: ForkTask, end: int, by: str) -> TrunkSnapshot:
    events = state.events[:end]
    return TrunkSnapshot(events, events[-1].step if events else 0, by, state.base_commit)  # type: ignore[arg-type]


def _turn_of(events: tuple[Event, ...], number: int) -> int:
    """Where the turn of an edit begins: what the agent said in it belongs to the edit."""
    while number and events[number - 1].step == events[number].step:
        number -= 1
    return number


def _is_marked(event: Event) -> bool:
    return event.kind == "message" and event.role == "assistant" and bool(_AT_LINE_START.search(event.text))


def _writes_source(event: Event, scratch: tuple[str, ...]) -> bool:
    if event.kind != "edit" or not event.path:
        return False
    path = posixpath.normpath(event.path)
    return not any(path == each or path.startswith(f"{each}/") for each in map(posixpath.normpath, scratch) if each)
