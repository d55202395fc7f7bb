"""pytest, with a context for each test item; parametrized, asynchronous and unittest items included."""

import importlib.util
import inspect
from types import CodeType
from typing import Any, Dict, Generator, Iterator, List, Optional

import pytest

from .session import Session


class Plugin:
    """Opens and closes contexts, and judges tests by the reports of their three phases."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.worst = "passed"
        self.message = ""
        self.frames = []  # type: List[Any]

    def pytest_collectreport(self, report: Any) -> None:
        """Tell of a file that cannot be collected."""
        if report.failed:
            self.session.tell({"event": "collection", "test": report.nodeid, "message": str(report.longrepr)[-2000:]})

    def pytest_collection_modifyitems(self, items: "List[Any]") -> None:
        """Tell which tests there are, and leave out those that were done, or hung, in an earlier attempt."""
        self.session.tell({"event": "collected", "tests": [item.nodeid for item in items]})
        done = set(self.session.request["skip"])
        order = {test: number for number, test in enumerate(self.session.request["order"])}
        items[:] = [item for item in items if item.nodeid not in done]
        items.sort(key=lambda item: order.get(item.nodeid, order.get(item.nodeid.split("[")[0], len(order))))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> "Iterator[None]":
        """Record one item from its setup to its teardown."""
        self.worst, self.message, self.frames = "passed", "", []
        self.session.begin(item.nodeid, _code_of(item))
        yield
        self.session.finish(self.worst, self.message, self.frames)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> "Generator[None, Any, None]":
        """Record nothing while a report is worded, and nothing more where it tells of a failure."""
        self.session.pause()
        outcome = yield
        report = outcome.get_result()
        self._judge(report, call)
        if report.failed:
            self.session.fail()
        self.session.record()

    def _judge(self, report: Any, call: Any) -> None:
        if report.failed:
            if self.worst in ("passed", "skipped"):
                self.worst = "failed" if report.when == "call" else "error"
                if call.excinfo is not None:
                    self.message = f"{call.excinfo.typename}: {_first_lines(call.excinfo.value)}"
                    self.frames = self.session.frames(call.excinfo.tb)
                else:
                    self.message = str(report.longrepr)[:2000]
        elif report.skipped and self.worst == "passed":
            self.worst = "skipped"


def _first_lines(error: BaseException) -> str:
    try:
        return str(error)[:1500]
    except Exception:  # the project's own error may be the broken thing
        return ""


def _code_of(item: Any) -> "Optional[CodeType]":
    function = getattr(item, "obj", None)  # type: Any
    try:
        code = getattr(inspect.unwrap(function), "__code__", None)
    except Exception:
        return None
    return code if isinstance(code, CodeType) else None


def run(session: Session, request: "Dict[str, Any]") -> int:
    """Run the tests and return pytest's exit code."""
    arguments = list(request["tests"]) + ["-q", "--tb=no", "--continue-on-collection-errors", "--maxfail=0"]
    if importlib.util.find_spec("xdist") is not None:
        arguments += ["-n0"]  # workers are other processes, where nothing is recorded
    if importlib.util.find_spec("pytest_cov") is not None:
        arguments += ["--no-cov"]  # it would take the tracer's place
    if importlib.util.find_spec("pytest_randomly") is not None:
        arguments += ["-p", "no:randomly"]
    _silence_explanations(session)
    return int(pytest.main(arguments + list(request["arguments"]), plugins=[Plugin(session)]))


def _silence_explanations(session: Session) -> None:
    from .unittest_run import silence_explanations

    silence_explanations(session)
    try:
        from _pytest.assertion import rewrite
    except ImportError:
        return
    for name in ("_saferepr", "_call_reprcompare", "_format_assertmsg", "_format_explanation"):
        session.quiet(rewrite, name)
