"""How tests ended, from a JUnit XML report or from the ids of those that failed."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from crossbearing.dynamic.importers.xml import elements
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.spectrum import Outcome

_SEPARATORS = re.compile(r"::|[/\\#]|\.py(?=::|$)")


def normalized(test: str) -> str:
    """A test's name in one form: ``tests/test_x.py::TestA::test_b`` is ``tests.test_x.TestA.test_b``."""
    head, bracket, parameters = test.partition("[")
    return _SEPARATORS.sub(".", head.replace(".py::", "::")).strip(".") + bracket + parameters


def read_junit(path: Path) -> dict[str, Outcome]:
    """The outcome of each test case of a JUnit report, by normalized name."""
    found: dict[str, Outcome] = {}
    current = ""
    try:
        for _, name, attributes in elements(path):
            if name == "testcase":
                owner = attributes.get("classname", "")
                current = normalized(f"{owner}.{attributes.get('name', '')}" if owner else attributes.get("name", ""))
                found.setdefault(current, "passed")
            elif name in ("failure", "error", "skipped") and current:
                outcome: dict[str, Outcome] = {"failure": "failed", "error": "error", "skipped": "skipped"}
                found[current] = outcome[name]
    except CrossbearingError as error:
        raise CrossbearingError(f"{path}: {error}") from None
    except OSError as error:
        raise CrossbearingError(f"{path} cannot be read: {error.strerror or error}") from error
    return found


def outcome_of(test: str, reported: Mapping[str, Outcome], failed: Iterable[str]) -> Outcome | None:
    """How ``test`` ended: ``failed`` names it, or the report does; None where nothing is known of it.

    Names match where one is a dotted end of the other: a report may name the class alone, or with its package.
    """
    own = normalized(test)
    if any(_same(own, normalized(name)) for name in failed):
        return "failed"
    if own in reported:
        return reported[own]
    return next((outcome for name, outcome in sorted(reported.items()) if _same(own, name)), None)


def _same(one: str, other: str) -> bool:
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")
