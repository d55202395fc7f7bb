"""One line that says why a place is suspected, in the specification's form "X fails because Y under Z" (§3.7)."""

import re
from collections.abc import Collection, Mapping, Sequence

from crossbearing.model.graph import CodeGraph
from crossbearing.model.issue import IssueBundle
from crossbearing.model.text import printable

_LONGEST = 200
_RAISED = re.compile(r"[\w.]*(?:Error|Exception)\b:")
_REASONS = 2


def causal_story(graph: CodeGraph, entity: int, reasons: Sequence[str], bundle: IssueBundle, *, weak: bool) -> str:
    """Tell the story of ``entity`` from the channels' reasons, the strongest first.

    X is the entity, Y its strongest reasons, Z the failing test, else the reported error, else a caller. A ``weak``
    story (words alone speak for the place) says "may fail".
    """
    verb = "may fail" if weak else "fails"
    why = " and ".join(reasons[:_REASONS]) or "it is connected to the places that match the issue"
    start = printable(f"{_cut(graph.names[entity], _LONGEST // 4)} {verb} because ")
    end = printable(f" under {_cut(_condition(graph, entity, bundle), _LONGEST // 3)}")
    return f"{start}{_cut(printable(why), _LONGEST - len(start) - len(end))}{end}"


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"


def _condition(graph: CodeGraph, entity: int, bundle: IssueBundle) -> str:
    if bundle.repro_target:
        return f"`{bundle.repro_target}`"
    errors = [text for text in bundle.error_strings if "Error" in text or "Exception" in text]
    # A line that starts with the exception's name is what a trace ends in; a heading only talks about it.
    if error := next((text for text in errors if _RAISED.match(text)), next(iter(errors), None)):
        return f"`{error}`"
    calls = graph.edges.get("invoke")
    callers = [caller for caller in calls.predecessors(entity).tolist() if caller != entity] if calls else []
    # Tests call everything: a caller in the code says more.
    caller = min(callers, key=lambda caller: (graph.role(caller) != "source", caller), default=None)
    return f"a call from `{graph.names[caller]}`" if caller is not None else "the reported conditions"


def strongest_reasons(
    entity: int,
    strengths: Mapping[str, float],
    reasons: Mapping[str, Mapping[int, str]],
    common: Collection[str] = (),
) -> dict[str, str]:
    """The reasons that channels give for ``entity``, by channel, the channel that adds most to its score first.

    Channels that have something to say about most places (``common``) come after the others.
    """
    ordered = sorted(strengths, key=lambda channel: (channel in common, -strengths[channel], channel))
    found = ((channel, reasons[channel].get(entity, "")) for channel in ordered if channel in reasons)
    return {channel: printable(reason) for channel, reason in found if reason}
