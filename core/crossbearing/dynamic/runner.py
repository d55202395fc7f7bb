"""Which runner a test's id belongs to."""

import re
from collections.abc import Callable
from typing import Literal, get_args

from attrs import frozen

from crossbearing.model.errors import CrossbearingError

RunnerName = Literal["pytest", "unittest", "django", "doctest", "script"]
RUNNERS: tuple[str, ...] = get_args(RunnerName)
"""The runners by name."""

_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_UNITTEST_LABEL = re.compile(r"(\w+) \(([\w.]+)\)")
_TEST_FILE = re.compile(r"(?:^|/)(?:test_[^/]*|[^/]*_tests?|tests?)\.py$")


@frozen
class Runner:
    """A runner; ``script`` is the program that starts Django's tests."""

    name: str
    script: str = ""


def choose_runner(test: str, exists: Callable[[str], bool], chosen: str | None = None) -> Runner:
    """Return the runner for the id of a test, or the ``chosen`` one; ``exists`` says which paths the tree has.

    ``tests/x.py::test_y`` and test files belong to pytest, other ``.py`` files are reproduction scripts, text files are
    doctests, and dotted names belong to Django's runner where the tree has one, else to unittest.
    """
    name = chosen or _by_form(test, exists)
    if name not in RUNNERS:
        raise CrossbearingError(f"unknown runner {name!r}; expected one of {', '.join(RUNNERS)}")
    return Runner(name, _django_script(exists) if name == "django" else "")


def _by_form(test: str, exists: Callable[[str], bool]) -> str:
    path = test.partition("::")[0]
    if "::" in test:
        return "pytest" if path.endswith(".py") else "doctest"
    if test.endswith((".txt", ".rst", ".md")):
        return "doctest"
    if test.endswith(".py"):
        return "pytest" if _TEST_FILE.search(test) else "script"
    if exists(test):
        return "pytest"
    if _DOTTED.fullmatch(spelled(test)):
        return "django" if exists("tests/runtests.py") or exists("manage.py") else "unittest"
    raise CrossbearingError(
        f"{test!r} does not look like a test's id; expected tests/test_x.py::test_y, package.module.Class.test, "
        "a script or a text file with doctests"
    )


def spelled(test: str) -> str:
    """A test's id as its runner takes it: unittest prints ``test_y (package.module.Class)``."""
    label = _UNITTEST_LABEL.fullmatch(test.strip())
    if label is None:
        return test.strip()
    owner, name = label[2], label[1]
    return owner if owner.endswith(f".{name}") else f"{owner}.{name}"


def _django_script(exists: Callable[[str], bool]) -> str:
    for script in ("tests/runtests.py", "manage.py"):
        if exists(script):
            return script
    raise CrossbearingError("Django's runner needs tests/runtests.py or manage.py in the tree")
