"""unittest, and Django's runner on top of it."""

import importlib
import os
import sys
import unittest
from types import CodeType
from typing import Any, Dict, Iterator, List, Optional, Tuple

from .session import Session


def _result_class(session: Session, base: Any) -> Any:
    """A result that opens and closes contexts, on top of ``base``."""

    class Result(base):  # type: ignore[misc]
        def startTest(self, test: Any) -> None:  # noqa: N802
            super().startTest(test)
            self._told: Tuple[str, str, List[Any]] = ("passed", "", [])
            session.begin(name_of(test), _code_of(test))

        def stopTest(self, test: Any) -> None:  # noqa: N802
            session.finish(*self._told)
            super().stopTest(test)

        def addFailure(self, test: Any, err: Any) -> None:  # noqa: N802
            self._note("failed", err)
            super().addFailure(test, err)

        def addError(self, test: Any, err: Any) -> None:  # noqa: N802
            if session.current is None and not isinstance(test, unittest.TestCase):
                session.tell({"event": "collection", "test": str(test), "message": _message(err)})
            self._note("failed", err)
            super().addError(test, err)

        def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:  # noqa: N802
            if err is not None:
                self._note("failed", err)
            super().addSubTest(test, subtest, err)

        def addSkip(self, test: Any, reason: str) -> None:  # noqa: N802
            self._told = ("skipped", reason, [])
            super().addSkip(test, reason)

        def addUnexpectedSuccess(self, test: Any) -> None:  # noqa: N802
            self._told = ("failed", "unexpected success", [])
            super().addUnexpectedSuccess(test)

        def _note(self, outcome: str, err: Any) -> None:
            session.fail()
            if getattr(self, "_told", ("passed",))[0] != "failed":
                self._told = (outcome, _message(err), session.frames(err[2]))

    return Result


def name_of(test: Any) -> str:
    """A test's dotted name, as it can be given on the command line."""
    return str(test.id()) if hasattr(test, "id") else str(test)


def _message(err: Any) -> str:
    try:
        return f"{err[0].__name__}: {str(err[1])[:1500]}"
    except Exception:
        return str(err[0])


def _code_of(test: Any) -> "Optional[CodeType]":
    function = getattr(test, getattr(test, "_testMethodName", ""), None)
    code = getattr(function, "__code__", None)
    return code if isinstance(code, CodeType) else None


def silence_explanations(session: Session) -> None:
    """Leave out of the record how unittest words its failures."""
    import unittest.util

    case = unittest.case
    for name in ("safe_repr", "_common_shorten_repr"):
        session.quiet(case, name)
    for name in ("_formatMessage", "_truncateMessage"):
        session.quiet(case.TestCase, name)
    _stop_at_failing_subtests(session, case)


def _stop_at_failing_subtests(session: Session, case: Any) -> None:
    """A failing subtest lets its test go on: what follows is past the first failing assertion."""
    from contextlib import contextmanager

    sub_test = case.TestCase.subTest

    @contextmanager
    def stopping(self: Any, *args: Any, **kwargs: Any) -> "Iterator[None]":
        with sub_test(self, *args, **kwargs):
            try:
                yield
            except unittest.SkipTest:
                raise
            except Exception:
                session.fail()
                raise

    case.TestCase.subTest = stopping


def run(session: Session, request: "Dict[str, Any]") -> int:
    """Run dotted names, or discover below the folders and files given."""
    loader = unittest.TestLoader()
    suite = unittest.TestSuite(_loaded(loader, name) for name in request["tests"])
    for error in loader.errors:
        session.tell({"event": "collection", "test": "", "message": str(error)[-2000:]})
    done = set(request["skip"])
    tests = [test for test in _flat(suite) if name_of(test) not in done and not _is_broken(test)]
    session.tell({"event": "collected", "tests": [name_of(test) for test in tests]})
    silence_explanations(session)
    runner = unittest.TextTestRunner(verbosity=0, resultclass=_result_class(session, unittest.TextTestResult))
    return 0 if runner.run(unittest.TestSuite(tests)).wasSuccessful() else 1


def _loaded(loader: Any, name: str) -> Any:
    if os.path.isdir(name):
        return loader.discover(name, top_level_dir=os.getcwd())
    return loader.loadTestsFromName(name)


def _is_broken(test: Any) -> bool:
    return type(test).__name__ in ("_FailedTest", "ModuleImportFailure")


def _flat(suite: Any) -> "List[Any]":
    waiting, found = [suite], []  # type: List[Any], List[Any]
    while waiting:
        part = waiting.pop()
        if isinstance(part, unittest.TestSuite):
            waiting += reversed(list(part))
        else:
            found.append(part)
    return found


def run_django(session: Session, request: "Dict[str, Any]") -> int:
    """Run Django's own ``tests/runtests.py`` or a project's ``manage.py test`` in this process, without workers."""
    import runpy

    django_runner = importlib.import_module("django.test.runner")  # type: Any

    silence_explanations(session)
    base = getattr(django_runner.DiscoverRunner, "get_resultclass", None)

    def get_resultclass(self: Any) -> Any:
        return _result_class(session, (base(self) if base else None) or unittest.TextTestResult)

    django_runner.DiscoverRunner.get_resultclass = get_resultclass
    script = request["script"]
    extra = ["--parallel=1"] if os.path.basename(script) == "runtests.py" else []
    verb = ["test", "--noinput"] if os.path.basename(script) == "manage.py" else []
    sys.argv = [script] + verb + list(request["tests"]) + extra + list(request["arguments"])
    sys.path.insert(0, os.path.dirname(os.path.abspath(script)))
    runpy.run_path(script, run_name="__main__")
    return 0
