"""Checking that a plugin that is left out leaves no trace."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crossbearing.model.report import Report

_POINTS = " points here"


def traces_of(report: "Report", without: Iterable[str]) -> list[str]:
    """Say where in a report a plugin that was switched off is named as if it had taken part; nowhere, if all is well.

    Its status (``disabled``) may be listed; no channel summary, evidence, reason, line or error may be its own.
    """
    channels = {name.removeprefix("channel.") for name in without if name.startswith("channel.")}
    off = set(without)
    return [where for where, name in _named(report) if name in channels or name in off]


def _named(report: "Report") -> Iterator[tuple[str, str]]:
    yield from (("the channels' summary", summary.channel) for summary in report.channels)
    yield from (("the agreement", channel) for channel in report.agreement.channels_agreeing)
    yield from (("an error", problem.plugin or "") for problem in report.errors)
    yield from (("a status", status.plugin) for status in report.plugins if status.status not in ("disabled", "unused"))
    shown = [*report.ranking.entities, *(entity for file in report.ranking.files for entity in file.entities)]
    for entity in shown:
        yield from ((f"the evidence of {entity.qualname}", name) for name in entity.evidence)
        yield from ((f"a reason of {entity.qualname}", name) for name in entity.reasons)
        for statement in entity.statements:
            if statement.reason.endswith(_POINTS):
                yield f"a line of {entity.qualname}", statement.reason.removesuffix(_POINTS)
