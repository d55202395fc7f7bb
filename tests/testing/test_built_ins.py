"""Every built-in plugin passes the conformance kit."""

from pathlib import Path

import pytest

from crossbearing.registry import discover
from crossbearing.testing.checks import Check, Subject, checks_for

TESTS = Path(__file__).parents[1]
FOLDERS = {"ecosystem": "ecosystems", "language": "languages"}


def _cases(kind: str, name: str) -> Path | None:
    # Both front ends of Python must give the same facts, so they share their cases.
    return TESTS / FOLDERS[kind] / name.removesuffix("_ast") if kind in FOLDERS else None


BUILT_INS = [
    pytest.param(
        check, Subject(record.qualified, _cases(record.kind, record.name)), id=f"{record.qualified}-{check.name}"
    )
    for record in discover()
    if record.distribution == "crossbearing"
    for check in checks_for(record.kind)
]


@pytest.mark.parametrize(("check", "subject"), BUILT_INS)
def test_built_in_conforms(check: Check, subject: Subject) -> None:
    check.run(subject)


@pytest.mark.parametrize("kind", sorted(FOLDERS))
def test_every_plugin_that_reads_files_has_golden_cases(kind: str) -> None:
    for record in discover():
        if record.kind == kind and record.distribution == "crossbearing":
            folder = _cases(record.kind, record.name)
            assert folder is not None
            assert len(list(folder.glob("*/expected.json"))) >= 4, f"{record.qualified} has too few cases"
