"""Which of several commands for the same purpose is the one to run."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import evolve, frozen

from crossbearing.model.claims import Claim, Runner, TestSuite
from crossbearing.model.location import Location
from crossbearing.recon.manifest.order import place_order

_SOURCES = ("target", "ci", "script", "convention")
"""In order of precedence (reconnaissance specification, §3.1)."""
_FIRST = ("build", "test", "lint")
_PLACEHOLDER = re.compile(r"\$\{\{|\{\{|<<\s*[\w.]+\s*>>|\$\[\[|\$\(\s*[\w.]+\s*\)")
# Workflows that ship or show what others have tested; what they run serves that, and is often only a part.
_VARIABLE = re.compile(r"\$\{?[A-Za-z_]")
_ASIDE = re.compile(
    r"(?:^|[-_.])(?:cd|deploy|docs?|documentation|nightly|pages|publish|release|scheduled?|stale|website)"
)


@frozen
class CanonicalRunners:
    """The command that won for each name and directory, those that lost, and further lines that state a winner."""

    runners: tuple[Runner, ...]
    alternatives: tuple[Runner, ...]
    also: Mapping[Claim, tuple[Location, ...]]


def has_placeholder(command: str) -> bool:
    """Say whether a command only becomes one when a template or a matrix fills it in (``${{ matrix.command }}``)."""
    return bool(_PLACEHOLDER.search(command))


def choose_runners(claims: Iterable[Runner]) -> CanonicalRunners:
    """Choose by source, then by how near to the root the evidence is, then by its path and line.

    A command that can be run as it stands comes before one with placeholders, whatever their sources. Of steps of CI,
    those of a workflow that tests come before those of one that releases, those that need no variable of their job
    before those that do, and then those with fewest words: the narrower a command, the more options it has. A runner
    that no file states does not exist: there is none by default.
    """
    groups: defaultdict[tuple[str, str], list[Runner]] = defaultdict(list)
    for claim in claims:
        groups[claim.directory, claim.name].append(claim)
    winners: list[Runner] = []
    losers: list[Runner] = []
    also: dict[Claim, tuple[Location, ...]] = {}
    for key in sorted(groups, key=_group_order):
        winner, *others = sorted(groups[key], key=_precedence)
        same = [other for other in others if other.command == winner.command]
        winners.append(winner)
        losers += (other for other in others if other.command != winner.command)
        if lines := tuple(dict.fromkeys(other.evidence for other in same if other.evidence != winner.evidence)):
            also[winner] = lines
    return CanonicalRunners(tuple(winners), tuple(losers), also)


def with_commands(
    suites: Iterable[TestSuite], runners: Iterable[Runner], also: dict[Claim, tuple[Location, ...]]
) -> list[TestSuite]:
    """Give each suite without a command the canonical one that runs its framework, with the line that states it.

    The lines that prove the suite itself are kept in ``also``.
    """
    tests = [runner for runner in runners if runner.name.startswith("test")]
    complete: list[TestSuite] = []
    for suite in suites:
        found = suite if suite.command else _with_command(suite, tests)
        lines = (suite.evidence, *also.pop(suite, ()))
        if others := tuple(line for line in lines if line != found.evidence):
            also[found] = others
        complete.append(found)
    return complete


def _with_command(suite: TestSuite, tests: list[Runner]) -> TestSuite:
    word = re.compile(rf"(?<![\w-]){re.escape(suite.framework)}(?![\w-])")
    for runner in tests:
        if runner.directory == suite.component and word.search(runner.command):
            spelling = runner.spelling or runner.name
            return evolve(suite, command=runner.command, evidence=runner.evidence, spelling=spelling)
    return suite


def _group_order(key: tuple[str, str]) -> tuple[int, str, int, str]:
    directory, name = key
    rank = _FIRST.index(name) if name in _FIRST else len(_FIRST)
    return directory.count("/") + bool(directory), directory, rank, name


def _precedence(runner: Runner) -> tuple[Any, ...]:
    breadth = _breadth(runner) if runner.source == "ci" else ()
    is_open = has_placeholder(runner.command)
    return is_open, _SOURCES.index(runner.source), breadth, place_order(runner.evidence), runner.command


def _breadth(step: Runner) -> tuple[bool, bool, int]:
    """How far a step of CI is from the plain command for its purpose."""
    name = step.evidence.path.rpartition("/")[2].lower()
    is_aside = bool(_ASIDE.search(name) or _ASIDE.search(step.job.lower()))
    return is_aside, bool(_VARIABLE.search(step.command)), len(step.command.split())
