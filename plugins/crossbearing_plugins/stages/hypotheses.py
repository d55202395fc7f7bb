"""F7: reads which root causes an agent's probes left standing.

What it is for: a probe falsifies a theory for a few hundred tokens, a patch for a hundred times that. The agent reports
each hypothesis on a marker line; this pairs the line with the command that was run before it (of several, the one that
names the hypothesis), and the survivors become the tails of the fork.

Example: ``HYPOTHESIS: H2 FALSIFIED — the cache is empty at that point`` falsifies H2 of the diagnosis.

Written otherwise, a marker is still read (bold, bullets, ``-`` or ``:`` for the dash, lower case); one without a
verdict or an id is listed as malformed. Of several reports on one hypothesis the last one stands. Hypotheses of the
diagnosis without a report stay ``open``: they survive only where none was reported on at all. Where no hypothesis is
left, the answer carries the instruction to look for the place again.
"""

import re
from typing import Literal

from attrs import evolve, field, frozen
from attrs.validators import ge

from crossbearing.plugin import Event, Hypothesis, HypothesisReport, HypothesisTask, hookimpl
from crossbearing_plugins.stages._texts import text

VERSION = 1
TAKES = HypothesisTask
PROTOCOL = text("hypotheses_protocol")
"""What an agent is told to do before the fork."""

_MARKER = re.compile(r"^[\s>*_`#-]*HYPOTHES[IE]S\b[\s*_`]*:?[\s*_`]*(.*)$", re.IGNORECASE | re.MULTILINE)
_REPORT = re.compile(
    r"(?P<id>[\w.-]{1,40})[\s*_`:]+(?P<result>SURVIVED|FALSIFIED)\b(?!\s*[|/])[\s*_`]*(?:[—–:-]+\s*)?(?P<evidence>.*)$",
    re.IGNORECASE,
)
_PROSE = 400


@frozen
class Options:
    """Options of ``stage.hypotheses``."""

    most: int = field(default=5, validator=ge(1))
    """How many survivors are kept at most, in the order of the diagnosis."""


@hookimpl
def run(state: HypothesisTask, options: Options) -> HypothesisReport:
    """Read the markers, pair them with probes, and keep the survivors."""
    found = {hypothesis.id.upper(): hypothesis for hypothesis in state.known}
    malformed: list[str] = []
    is_reported = False
    probes: list[Event] = []
    last: Event | None = None
    for event in state.events:
        if event.kind == "command":
            probes.append(event)
            last = event
        elif event.kind == "message" and event.role == "assistant":
            lines = [line.strip() for line in _MARKER.findall(event.text)]
            reports = [report for line in lines if (report := _REPORT.match(line))]
            malformed += [line[:_PROSE] for line in lines if not _REPORT.match(line)]
            for report in reports:
                key = report["id"].upper()
                found[key] = _reported(found.get(key), report, _probe_of(report["id"], probes) or last)
            is_reported = is_reported or bool(reports)
            probes = [] if reports else probes
    hypotheses = tuple(found.values())
    survivors = [
        each for each in hypotheses if each.result == "survived" or (not is_reported and each.result == "open")
    ]
    instruction = _reopened(hypotheses) if hypotheses and not survivors else ""
    return HypothesisReport(hypotheses, tuple(survivors[: options.most]), tuple(malformed), instruction)


def _probe_of(name: str, probes: list[Event]) -> Event | None:
    """The command that a report is on: the last one that names the hypothesis, else the last one."""
    if not probes:
        return None
    pattern = re.compile(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", re.IGNORECASE)
    return next((each for each in reversed(probes) if pattern.search(each.text)), probes[-1])


def _reported(known: Hypothesis | None, report: re.Match[str], command: Event | None) -> Hypothesis:
    hypothesis = known or Hypothesis(report["id"], "")
    if command is not None:
        hypothesis = evolve(hypothesis, probe=command.text, step=command.step, exit_code=command.exit_code)
    result: Literal["survived", "falsified"] = "survived" if report["result"].upper() == "SURVIVED" else "falsified"
    return evolve(hypothesis, result=result, evidence=report["evidence"].strip()[:_PROSE])


def _reopened(hypotheses: tuple[Hypothesis, ...]) -> str:
    lines = (f"- {each.id}: {each.statement or 'no statement'} ({each.evidence or each.result})" for each in hypotheses)
    return text("no_survivor", evidence="\n".join(lines))
