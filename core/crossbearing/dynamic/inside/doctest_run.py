"""Doctests of modules and text files; each docstring is a test, and its first failing example ends its record."""

import doctest
import importlib
import os
from typing import Any, Dict, Iterator, List, Tuple

from .session import Session


class _Runner(doctest.DocTestRunner):
    def __init__(self, session: Session) -> None:
        super().__init__(verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        self.session = session
        self.told = ("passed", "", [])  # type: Tuple[str, str, List[Any]]

    def report_failure(self, out: Any, test: Any, example: Any, got: str) -> None:
        self._note(f"got {got[:500]!r}, expected {example.want[:500]!r}", None)
        super().report_failure(out, test, example, got)

    def report_unexpected_exception(self, out: Any, test: Any, example: Any, exc_info: Any) -> None:
        self._note(f"{exc_info[0].__name__}: {str(exc_info[1])[:1500]}", exc_info[2])
        super().report_unexpected_exception(out, test, example, exc_info)

    def _note(self, message: str, trace: Any) -> None:
        self.session.fail()
        if self.told[0] == "passed":
            self.told = ("failed", message, self.session.frames(trace))


def run(session: Session, request: "Dict[str, Any]") -> int:
    """Run ``module``, ``module::name`` or ``file.txt`` targets."""
    failed = 0
    for name, test in _tests(session, request["tests"]):
        if name in request["skip"]:
            continue
        runner = _Runner(session)
        session.begin(name)
        runner.run(test, clear_globs=True, out=lambda text: None)
        session.finish(*runner.told)
        failed += runner.told[0] != "passed"
    return int(failed > 0)


def _tests(session: Session, targets: "List[str]") -> "Iterator[Tuple[str, Any]]":
    for target in targets:
        place, _, wanted = target.partition("::")
        try:
            found = _found(place)
        except BaseException as error:
            session.tell({"event": "collection", "test": target, "message": f"{type(error).__name__}: {error}"})
            continue
        for test in found:
            if test.examples and wanted in ("", test.name):
                yield place + "::" + test.name, test


def _found(place: str) -> "List[Any]":
    if os.path.isfile(place) and not place.endswith(".py"):
        with open(place, encoding="utf-8") as file:
            return [doctest.DocTestParser().get_doctest(file.read(), {"__name__": "__main__"}, place, place, 0)]
    module = place[:-3].replace("/", ".") if place.endswith(".py") else place
    return sorted(doctest.DocTestFinder().find(importlib.import_module(module)), key=lambda test: test.name)
