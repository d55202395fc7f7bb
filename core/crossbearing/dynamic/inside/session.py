"""One run: contexts of tests, and the events that tell the outside of them as they happen."""

import json
import os
import sys
import traceback
from types import CodeType, TracebackType
from typing import Any, Callable, Dict, List, Optional

from .recorder import Recorder

_LONGEST_MESSAGE = 2000


class Session:
    """Writes one line of JSON for each thing that happens, at once: what was written survives a crash."""

    def __init__(self, request: "Dict[str, Any]") -> None:
        self.request = request
        self.out = open(request["events"], "a", encoding="utf-8")  # noqa: SIM115 - closed by the end of the process
        self.owner = os.getpid()
        self.recorder = Recorder(request["roots"], request["patience"])
        self.coverage = _Coverage(request) if request["tracer"] == "coverage" else None
        self.plain = request["tracer"] == "none"
        self.current = None  # type: Optional[str]
        self.is_failed = False

    def tell(self, event: "Dict[str, Any]") -> None:
        """Write an event; a forked child of a test tells nothing."""
        if os.getpid() == self.owner:
            self.out.write(json.dumps(event) + "\n")
            self.out.flush()

    def begin(self, test: str, code: "Optional[CodeType]" = None) -> None:
        """Open the context of a test; ``code`` is that of its function, whose lines are told apart if asked for."""
        self.current, self.is_failed = test, False
        self.tell({"event": "start", "test": test})
        if self.coverage is not None:
            self.coverage.switch(test)
        self.recorder.clear()
        self.recorder.steps = []
        self.recorder.stepping = code if self.request["steps"] and self.coverage is None else None
        self.record()

    def record(self) -> None:
        """Record from here on, unless the test has failed already: what runs after that says nothing."""
        if self.current is not None and not self.is_failed and not self.plain:
            if self.coverage is None:
                self.recorder.start()
            else:
                self.coverage.start()

    def pause(self) -> None:
        """Record nothing from here on."""
        if self.coverage is None:
            self.recorder.stop()
        else:
            self.coverage.stop()

    def fail(self) -> None:
        """Note that the test has failed: the rest of it is not recorded."""
        self.pause()
        self.is_failed = True

    def finish(self, outcome: str, message: str = "", frames: "Optional[List[Any]]" = None) -> None:
        """Close the context of the current test and tell its record."""
        self.pause()
        if self.current is None:
            return
        event = {"event": "test", "test": self.current, "outcome": outcome, "lines": {}}  # type: Dict[str, Any]
        if self.coverage is None:
            if self.recorder.steps:
                self.recorder.step(0)
                event["steps"] = _shifted(self.recorder.steps)
                event["lines"] = _joined(self.recorder.steps)
            else:
                event["lines"] = self.recorder.lines()
        if message:
            event["message"] = message[:_LONGEST_MESSAGE]
        if frames:
            event["frames"] = frames
        self.tell(event)
        self.current = None

    def frames(self, trace: "Optional[TracebackType]") -> "List[Any]":
        """The project's frames of a traceback: path, line, function, the outermost first."""
        steps = traceback.walk_tb(trace)
        found = [(self.recorder.path_of(frame.f_code.co_filename), line, frame.f_code.co_name) for frame, line in steps]
        return [list(frame) for frame in found if frame[0] is not None][-50:]

    def quiet(self, owner: Any, name: str) -> None:
        """Make ``owner.name``, which words the explanation of a failure, run unrecorded.

        It calls ``repr`` and ``==`` of the project's objects after the assertion has failed.
        """
        wrapped = getattr(owner, name, None)
        if wrapped is None:
            return

        def unrecorded(*args: Any, **kwargs: Any) -> Any:
            self.pause()
            try:
                return wrapped(*args, **kwargs)
            finally:
                self.record()

        setattr(owner, name, unrecorded)

    def close(self) -> None:
        """Save what coverage.py holds and end the events."""
        self.pause()
        if self.coverage is not None:
            self.coverage.save()
        own = "sys.monitoring" if hasattr(sys, "monitoring") else "sys.settrace"
        tracer = {"coverage": "coverage.py", "none": "none"}.get(self.request["tracer"], own)
        version = "{}.{}.{}".format(*sys.version_info[:3])
        self.tell({"event": "end", "python": version, "executable": sys.executable, "tracer": tracer})


class _Coverage:
    """The target's own coverage.py, a dynamic context for each test."""

    def __init__(self, request: "Dict[str, Any]") -> None:
        import coverage

        self.measure = coverage.Coverage(data_file=request["data"], source=request["roots"][:1], config_file=False)
        self.running = False

    def switch(self, test: str) -> None:
        self.start()
        self.measure.switch_context(test)

    def start(self) -> None:
        if not self.running:
            self.running = True
            self.measure.start()

    def stop(self) -> None:
        if self.running:
            self.running = False
            self.measure.stop()

    def save(self) -> None:
        self.measure.save()


def _shifted(steps: "List[Any]") -> "List[Any]":
    """Records of single lines: what was recorded when a line opened belongs to the line before it."""
    found = [(0, steps[0][1])]
    found += [(steps[number][0], steps[number + 1][1]) for number in range(len(steps) - 1)]
    return [list(step) for step in found if step[1] or step[0]]


def _joined(steps: "List[Any]") -> "Dict[str, List[int]]":
    total = {}  # type: Dict[str, set[int]]
    for _, lines in steps:
        for path, numbers in lines.items():
            total.setdefault(path, set()).update(numbers)
    return {path: sorted(numbers) for path, numbers in sorted(total.items())}


def guarded(action: "Callable[[], int]") -> int:
    """Run something that may leave by SystemExit, and return its code."""
    try:
        return action()
    except SystemExit as error:
        if error.code is None:
            return 0
        return error.code if isinstance(error.code, int) else 1
