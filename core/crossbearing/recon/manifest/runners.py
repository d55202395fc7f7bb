"""Which of several commands for the same purpose is the one to run."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from attrs import evolve, frozen

from crossbearing.model.claims import Claim, Runner, TestSuite
from crossbearing.model.location import Location
from crossbearing.model.manifest import has_placeholder
from crossbearing.recon.manifest.order import place_order
from crossbearing.recon.manifest.parts import takes_a_part

_SOURCES = ("target", "ci", "script", "convention")
"""In order of precedence (reconnaissance specification, §3.1)."""
_FIRST = ("build", "test", "lint")
_USUAL = {
    purpose: re.compile(rf"(?:^|[-_. ])(?:{words})(?:$|[-_. ])")
    for purpose, words in {
        "test": "tests?|testing|ci|check|unit|main|build|pytest|run-?tests",
        "build": "build|builds|ci|compile|main|package|tests?",
        "lint": "lint|linters?|linting|style|quality|checks?|ci|code-?style|static|main",
    }.items()
}
"""The names of workflows and jobs in which the usual command for a purpose is found."""
_VARIABLE = re.compile(r"\$\{?[A-Za-z_]")
# Workflows that ship or show what others have tested; what they run serves that, and is often only a part.
_ASIDE = re.compile(
    r"(?:^|[-_.])(?:cd|deploy|docs?|documentation|nightly|pages|publish|release|scheduled?|stale|website)"
)


@frozen
class CanonicalRunners:
    """The command that won for each name and directory, those that lost, and further lines that state a winner."""

    runners: tuple[Runner, ...]
    alternatives: tuple[Runner, ...]
    also: Mapping[Claim, tuple[Location, ...]]


def choose_runners(claims: Iterable[Runner]) -> CanonicalRunners:
    """Choose by source, then by how near to the root the evidence is, then by its path and line.

    A command that can be run as it stands comes before one with placeholders or variables of a CI job, and any command
    before a step of CI that takes only a part of the repository, whatever their sources. Of steps of CI, those of a
    workflow that tests come before those of one that releases, those of workflows and jobs named for the purpose before
    others, and then the command that is run most often and has fewest words: the narrower a command, the more options
    it has. A runner that no file states does not exist: there is none by default.
    """
    groups: defaultdict[tuple[str, str], list[Runner]] = defaultdict(list)
    for claim in claims:
        groups[claim.directory, claim.name].append(claim)
    winners: list[Runner] = []
    losers: list[Runner] = []
    also: dict[Claim, tuple[Location, ...]] = {}
    for key in sorted(groups, key=_group_order):
        counts = Counter(claim.command for claim in groups[key])
        commands: dict[str, list[Runner]] = {}
        for claim in sorted(groups[key], key=partial(_precedence, counts=counts)):
            commands.setdefault(claim.command, []).append(claim)
        firsts = [claims[0] for claims in commands.values()]
        winners.append(firsts[0])
        losers += firsts[1:]
        for first, *repeated in commands.values():
            if lines := tuple(dict.fromkeys(each.evidence for each in repeated if each.evidence != first.evidence)):
                also[first] = lines
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


def _precedence(runner: Runner, counts: Mapping[str, int]) -> tuple[Any, ...]:
    distance = _distance(runner, counts) if runner.source == "ci" else ()
    # A variable of a CI job is set by the job, or by nobody.
    is_open = has_placeholder(runner.command) or (runner.source == "ci" and bool(_VARIABLE.search(runner.command)))
    is_part = runner.source == "ci" and takes_a_part(runner.command)
    return is_open, is_part, _SOURCES.index(runner.source), distance, place_order(runner.evidence), runner.command


def _distance(step: Runner, counts: Mapping[str, int]) -> tuple[Any, ...]:
    """How far a step of CI is from the plain command for its purpose."""
    workflow = step.evidence.path.rpartition("/")[2].partition(".")[0].lower()
    places = [name for name in (workflow, step.job.lower()) if name]
    usual = _USUAL.get(step.name, _USUAL["test"])
    return (
        any(_ASIDE.search(name) for name in places),
        sum(not usual.search(name) for name in places),
        -counts[step.command],
        len(step.command.split()),
    )
