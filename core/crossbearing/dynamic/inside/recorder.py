"""Which lines of which project functions run, one test at a time.

Only lines inside functions are recorded: what a module or a class body does when it is imported belongs to no test.
``sys.monitoring`` is used where the version has it (3.12), ``sys.settrace`` elsewhere. A function whose lines have all
been seen, or that brought nothing new in ``patience`` calls one after another, is looked at no more until the next
test: whether it ran is exact, and so are its lines unless a rare branch is first taken after that.
"""

import dis
import os
import sys
import threading
from types import CodeType
from typing import Any, Callable, Dict, List, Optional, Set

_IN_FUNCTION = 1  # CO_OPTIMIZED: bodies of modules and classes lack it
_SKIPPED_FOLDERS = ("site-packages", "dist-packages", ".tox", ".nox", "node_modules")


class Recorder:
    """Records between :meth:`start` and :meth:`stop`; ``roots`` are folders whose files are the project's."""

    def __init__(self, roots: "List[str]", patience: int = 100) -> None:
        self.roots = [os.path.join(os.path.realpath(root), "") for root in roots]
        self.patience = patience
        self.running = False
        self.paths = {}  # type: Dict[str, Optional[str]]
        self.missing = {}  # type: Dict[int, Set[int]]
        self.codes = {}  # type: Dict[int, CodeType]
        self.locals = {}  # type: Dict[int, Optional[Callable[..., Any]]]
        self.all_lines = {}  # type: Dict[int, Set[int]]
        self.steps = []  # type: List[Any]
        self.stepping = None  # type: Optional[CodeType]
        self.engine = _Monitoring(self) if hasattr(sys, "monitoring") else _Tracing(self)  # type: Any

    def start(self) -> None:
        """Begin a test with nothing recorded, or go on after :meth:`stop`."""
        if not self.running:
            self.running = True
            self.engine.start()

    def stop(self) -> None:
        """Record nothing more until the next start."""
        if self.running:
            self.running = False
            self.engine.stop()

    def clear(self) -> None:
        """Forget what was recorded."""
        self.locals.clear()
        self.missing.clear()
        self.codes.clear()
        self.engine.restart()

    def path_of(self, filename: str) -> "Optional[str]":
        """The path of a project file relative to its root, with slashes; None for any other file."""
        try:
            return self.paths[filename]
        except KeyError:
            self.paths[filename] = found = self._relative(filename)
            return found

    def lines(self) -> "Dict[str, List[int]]":
        """The recorded lines by path, ascending."""
        found = {}  # type: Dict[str, Set[int]]
        for key, code in list(self.codes.items()):
            path = self.path_of(code.co_filename)
            seen = self.all_lines[key] - self.missing[key]
            if path is not None and seen:
                found.setdefault(path, set()).update(seen)
        return {path: sorted(lines) for path, lines in sorted(found.items())}

    def step(self, line: int) -> None:
        """Close the record of the test's own previous line and open that of ``line``."""
        self.steps.append((line, self.lines()))
        self.clear()

    def first_seen(self, code: CodeType) -> "Optional[Set[int]]":
        """The lines of ``code`` still to be seen in this test; None where it is not of interest."""
        key = id(code)
        if self.path_of(code.co_filename) is None or not code.co_flags & _IN_FUNCTION:
            return None
        missing = self.missing.get(key)
        if missing is None:
            if key not in self.all_lines or self.codes.get(key, code) is not code:
                self.all_lines[key] = _lines_of(code)
                _ALIVE.append(code)  # its id must not be given to another one
            missing = self.missing[key] = set(self.all_lines[key])
            self.codes[key] = code
        return missing

    def _relative(self, filename: str) -> "Optional[str]":
        if filename.startswith("<"):
            return None
        full = os.path.realpath(filename)
        for root in self.roots:
            if full.startswith(root):
                path = full[len(root) :].replace(os.sep, "/")
                return None if any(part in _SKIPPED_FOLDERS for part in path.split("/")) else path
        return None


_ALIVE = []  # type: List[CodeType]


def _lines_of(code: CodeType) -> "Set[int]":
    """The lines of a function's body; its first line counts only where there is no other."""
    if hasattr(code, "co_lines"):
        lines = {line for _, _, line in code.co_lines() if line}
    else:
        lines = {line for _, line in dis.findlinestarts(code) if line}
    return (lines - {code.co_firstlineno}) or {code.co_firstlineno}


class _Tracing:
    """``sys.settrace``: one small function for each function of the project that runs in a test."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.enter = self._entering()

    def start(self) -> None:
        threading.settrace(self.enter)
        sys.settrace(self.enter)

    def stop(self) -> None:
        sys.settrace(None)
        threading.settrace(None)

    def restart(self) -> None:
        pass

    def _entering(self) -> "Callable[..., Any]":
        recorder, locals_, paths = self.recorder, self.recorder.locals, self.recorder.paths
        watch = self._watch

        def enter(frame: Any, event: str, arg: Any) -> Any:
            code = frame.f_code
            try:
                if paths[code.co_filename] is None:
                    return None
            except KeyError:
                if recorder.path_of(code.co_filename) is None:
                    return None
            if not recorder.running:
                return None
            try:
                return locals_[id(code)]
            except KeyError:
                return watch(code)

        return enter

    def _watch(self, code: CodeType) -> "Optional[Callable[..., Any]]":
        recorder, key, locals_ = self.recorder, id(code), self.recorder.locals
        if code is recorder.stepping:
            return self._stepper(code)
        missing = recorder.first_seen(code)
        if missing is None:
            locals_[key] = None
            return None
        idle = [0, len(missing)]
        patience = recorder.patience

        def local(frame: Any, event: str, arg: Any) -> Any:
            if event == "line":
                if frame.f_lineno in missing:
                    missing.discard(frame.f_lineno)
                    if not missing:
                        locals_[key] = None
            elif event == "return":
                if len(missing) == idle[1]:
                    idle[0] += 1
                    if idle[0] >= patience:
                        locals_[key] = None
                else:
                    idle[:] = [0, len(missing)]
            return local

        locals_[key] = local
        return local

    def _stepper(self, code: CodeType) -> "Callable[..., Any]":
        """Watch the test function itself: each of its lines opens a record of its own."""
        recorder = self.recorder

        def local(frame: Any, event: str, arg: Any) -> Any:
            if event == "line" and recorder.running:
                recorder.step(frame.f_lineno)
                recorder.locals[id(code)] = local
            return local

        recorder.locals[id(code)] = local
        return local


class _Monitoring:
    """``sys.monitoring``: each line of a project function is reported once a test."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.api = sys.monitoring  # type: ignore[attr-defined]
        self.tool = None  # type: Optional[int]

    def start(self) -> None:
        if self.tool is None:
            self.tool = next(number for number in (4, 3, 1, 2, 0) if self.api.get_tool(number) is None)
            self.api.use_tool_id(self.tool, "crossbearing")
            self.api.register_callback(self.tool, self.api.events.PY_START, self._entered)
            self.api.register_callback(self.tool, self.api.events.LINE, self._line)
        self.api.set_events(self.tool, self.api.events.PY_START)

    def stop(self) -> None:
        if self.tool is not None:
            self.api.set_events(self.tool, 0)

    def restart(self) -> None:
        self.api.restart_events()

    def _entered(self, code: CodeType, offset: int) -> Any:
        if self.recorder.running and self.recorder.first_seen(code) is not None:
            self.api.set_local_events(self.tool, code, self.api.events.LINE)
        return self.api.DISABLE

    def _line(self, code: CodeType, line: int) -> Any:
        recorder = self.recorder
        if not recorder.running:
            return self.api.DISABLE
        if code is recorder.stepping:
            recorder.step(line)
            return None
        missing = recorder.first_seen(code)
        if missing is not None:
            missing.discard(line)
        return self.api.DISABLE
