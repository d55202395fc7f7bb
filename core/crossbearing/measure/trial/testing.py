"""Testing a patch as SWE-bench does: the fix's own tests must pass, and those that passed before must still."""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import frozen

from crossbearing.measure.results import read_lines
from crossbearing.measure.trial.checkout import apply_patch, check_out
from crossbearing.measure.trial.workplace import run_program

_TESTS = "{tests}"
_SHOWN = 200


@frozen
class TestSet:
    """What decides whether an instance is resolved: tests, and the patch that brings them (empty: they are there)."""

    __test__ = False

    fail_to_pass: tuple[str, ...]
    pass_to_pass: tuple[str, ...]
    patch: str

    @property
    def tests(self) -> tuple[str, ...]:
        """All tests that must pass, once each."""
        return tuple(dict.fromkeys((*self.fail_to_pass, *self.pass_to_pass)))


@frozen
class Testing:
    """Whether a patch resolves its instance: None where that was not measured; ``reason`` says why, or why not."""

    __test__ = False

    resolved: bool | None
    reason: str = ""


def read_tests(dataset: Path) -> dict[str, TestSet]:
    """The tests of each instance that names any which must come to pass (field ``FAIL_TO_PASS``)."""
    found = {row.get("instance_id"): _test_set(row) for row in read_lines(dataset)}
    return {name: tests for name, tests in found.items() if isinstance(name, str) and tests.fail_to_pass}


def run_tests(
    repository: Path, commit: str, patch: str, tests: TestSet | None, command: Sequence[str], seconds: float
) -> Testing:
    """Apply the patch and the tests to a clean copy of the base commit and run the command there.

    The instance is resolved where the command ends with exit code 0; one without ``{tests}`` needs none to be named.
    Tests are patched in last, so that an agent cannot change them; a patch that no longer lets them apply is not
    resolved.
    """
    if not command:
        return Testing(None, "the plan gives no command that tests patches (agent.resolve)")
    if tests is None and any(_TESTS in word for word in command):
        return Testing(None, "the data set names no tests that must come to pass (FAIL_TO_PASS)")
    if not patch.strip():
        return Testing(resolved=False, reason="no patch")
    with TemporaryDirectory(prefix="crossbearing-tests-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve() / "repository"
        check_out(repository, commit, folder)
        if not apply_patch(folder, patch):
            return Testing(resolved=False, reason="the patch does not apply")
        if tests is not None and not apply_patch(folder, tests.patch):
            return Testing(resolved=False, reason="the tests no longer apply")
        run = run_program(folder, {}, fill(command, tests.tests if tests else ()), seconds)
    if run.why == "unstartable":
        return Testing(None, run.detail)
    if run.why != "ended":
        return Testing(resolved=False, reason=run.detail or run.why)
    last = run.output.strip().rpartition("\n")[2][:_SHOWN]
    return Testing(run.code == 0, "" if run.code == 0 else f"exit code {run.code}: {last}")


def fill(command: Sequence[str], tests: Sequence[str]) -> list[str]:
    """Put the tests in: ``{tests}`` alone becomes one word each, inside a word they are quoted for a shell."""
    words: list[str] = []
    for word in command:
        words += tests if word == _TESTS else [word.replace(_TESTS, shlex.join(tests))]
    return words


def _test_set(row: dict[str, Any]) -> TestSet:
    patch = row.get("test_patch")
    return TestSet(
        _names(row.get("FAIL_TO_PASS")), _names(row.get("PASS_TO_PASS")), patch if isinstance(patch, str) else ""
    )


def _names(value: Any) -> tuple[str, ...]:
    """A list of tests, which SWE-bench writes as JSON inside a string."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return ()
    return tuple(name for name in value if isinstance(name, str)) if isinstance(value, list) else ()
