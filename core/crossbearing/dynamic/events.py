"""Reading what a run told of itself."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from attrs import define, field

from crossbearing.model.issue import Frame
from crossbearing.model.spectrum import SpectrumTest

_OUTCOMES = ("passed", "failed", "error", "skipped")
_LONGEST_LINE = 64_000_000

Lines = dict[str, list[int]]


@define
class Record:
    """One test of a run: how it ended and its lines; ``steps`` are its lines by line of the test's own body."""

    test: SpectrumTest
    lines: Lines
    steps: list[tuple[int, Lines]] = field(factory=list)


@define
class Told:
    """All events of one run; ``open_test`` is the test that had started when they broke off."""

    records: list[Record] = field(factory=list)
    collected: list[str] = field(factory=list)
    uncollected: dict[str, str] = field(factory=dict)
    error: str = ""
    open_test: str = ""
    python: str = ""
    tracer: str = ""


def read_events(path: Path) -> Told:
    """Read the events file of a run; a broken last line (a run that was ended) is left out."""
    told = Told()
    for event in _events(path):
        kind = event.get("event")
        if kind == "start":
            told.open_test = str(event.get("test", ""))
        elif kind == "test":
            told.open_test = ""
            told.records.append(_record(event))
        elif kind == "collected":
            told.collected = [str(test) for test in event.get("tests", ())]
        elif kind == "collection":
            told.uncollected[str(event.get("test", ""))] = str(event.get("message", ""))
        elif kind == "error":
            told.error = str(event.get("message", ""))
        elif kind == "end":
            told.python, told.tracer = str(event.get("python", "")), str(event.get("tracer", ""))
    return told


def _events(path: Path) -> Iterator[dict[str, Any]]:
    try:
        file = path.open("rb")
    except OSError:
        return
    with file:
        for line in file:
            if len(line) > _LONGEST_LINE:
                continue
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if isinstance(event, dict):
                yield event


def _record(event: dict[str, Any]) -> Record:
    outcome = event.get("outcome")
    test = SpectrumTest(
        name=str(event.get("test", "")),
        outcome=outcome if outcome in _OUTCOMES else "error",
        message=str(event.get("message", "")),
        frames=tuple(Frame(str(file), int(line), str(name)) for file, line, name in event.get("frames", ())),
    )
    steps = [(int(line), _lines(lines)) for line, lines in event.get("steps", ())]
    return Record(test, _lines(event.get("lines", {})), steps)


def _lines(told: dict[str, Iterable[int]]) -> Lines:
    return {str(path): [int(line) for line in lines] for path, lines in told.items()}
