"""Asking the six questions and grading the answers (reconnaissance specification, §6.1).

What is asked is drawn from a census of the repository's Python files and from its build files; an answer is right if
its places are exactly the true ones. How each question is made so that the truth is certain:

- ``tests-for`` (Q1): a name used in test files. True: every line of a test file that uses it. Lines of other files,
  which state how the tests are run, are not looked at.
- ``defines`` (Q2): the line of its definition.
- ``calls`` (Q3), functions only: every line that uses it otherwise than by importing it.
- ``builds`` (Q4), once: a line that has a command known to build, where any file has one. Which of several is a matter
  of taste: any is right, none at all is wrong.
- ``config`` (Q5): an environment variable that code reads. True: every line outside tests that reads it.
- ``affects`` (Q6): every other file that uses or imports the name.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath

from attrs import frozen

from crossbearing.measure.battery.census import Census, Place
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.questions import QuestionAnswer

Ask = Callable[[str, str], QuestionAnswer]
Places = frozenset[str]

SAMPLE = 20

_TEST_FILE = re.compile(r"test_.*\.py|.*_test\.py|tests\.py|conftest\.py")
_TEST_FOLDERS = frozenset({"test", "tests", "testing"})
_BUILD_FILES = re.compile(
    r"(?i)(.*/)?(GNU)?Makefile|.*\.mk|justfile|noxfile\.py|tox\.ini|.*\.ya?ml|package\.json|pyproject\.toml|setup\.(py|cfg)"
)
_BUILDS = re.compile(
    r"""
      \b(?:uv|poetry|hatch|flit|pdm|cargo|go|tox\ run\ -e|nox\ -s|make|gradle|\./gradlew|npm\ run|yarn|pnpm)\ +build\b
    | \bpython[\d.]*\ -m\ (?:build|pep517\.build)\b | \bpip[\d.]*\ wheel\b | \bpyproject-build\b
    | \bsetup\.py\ +(?:\S+\ +)*(?:sdist|bdist\w*|build\w*)\b | ^build\s*: | "build"\s*: | ^\s*build-backend\s*=
    """,
    re.VERBOSE | re.MULTILINE,
)


@frozen
class Question:
    """A question, what it is asked about, and how its answer is judged: the answer's places and the true ones."""

    question: str
    argument: str
    truth: Places
    places: Callable[[QuestionAnswer], Places]


@frozen
class Grade:
    """A question with its answer: right if nothing is ``missing`` and nothing is there ``extra``."""

    question: str
    argument: str
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    true: int
    reason: str = ""

    @property
    def is_right(self) -> bool:
        """Whether the answer is exactly the truth."""
        return not (self.missing or self.extra)


def make_questions(census: Census, files: Mapping[str, str], seed: int = 0, sample: int = SAMPLE) -> list[Question]:
    """Draw up to ``sample`` questions of each kind; ``files`` are the texts of build files by path."""
    names = list(census.own_names())
    functions = [name for name in names if name in census.functions]
    is_used = {name: census.uses.get(name, set()) for name in names}
    tested = [name for name in names if any(is_test(place.path) for place in is_used[name])]
    tested = [name for name in tested if not is_test(census.place_of(name).path)]
    called = [name for name in functions if is_used[name] and not is_test(census.place_of(name).path)]
    settings = {name: _outside_tests(places) for name, places in census.settings.items()}

    def drawn(question: str, known: Iterable[str]) -> list[str]:
        return sorted(known, key=lambda name: hashlib.sha256(f"{seed}\n{question}\n{name}".encode()).digest())[:sample]

    questions = [_tests_for(name, census) for name in drawn("tests-for", tested)]
    questions += [_defines(name, census) for name in drawn("defines", names)]
    questions += [_calls(name, census) for name in drawn("calls", called)]
    questions += [_builds(files)]
    questions += [
        Question("config", name, _told(settings[name]), _all_places)
        for name in drawn("config", [name for name, places in settings.items() if places])
    ]
    questions += [_affects(name, census) for name in drawn("affects", called)]
    return questions


def grade(questions: Sequence[Question], ask: Ask) -> Iterator[Grade]:
    """Ask every question and compare; an error is an answer without places."""
    for each in questions:
        reason, found = "", frozenset[str]()
        try:
            found = each.places(ask(each.question, each.argument))
        except CrossbearingError as error:
            reason = str(error)
        missing, extra = sorted(each.truth - found), sorted(found - each.truth)
        if each.question == "builds" and found & each.truth:
            missing, extra = [], []
        yield Grade(each.question, each.argument, tuple(missing), tuple(extra), len(each.truth), reason)


def is_test(path: str) -> bool:
    """Say whether pytest or unittest would look for tests in a Python file, by its name or one of its folders."""
    parts = PurePosixPath(path).parts
    return bool(_TEST_FILE.fullmatch(parts[-1])) or not _TEST_FOLDERS.isdisjoint(parts[:-1])


def is_build_file(path: str) -> bool:
    """Say whether a file is of a kind that states how a project is built."""
    return bool(_BUILD_FILES.fullmatch(path))


def _tests_for(name: str, census: Census) -> Question:
    truth = _told(place for place in census.uses[name] if is_test(place.path))
    return Question("tests-for", name, truth, _in_tests)


def _in_tests(answer: QuestionAnswer) -> Places:
    """The answer's places in Python test files: other lines of it state how the tests are run."""
    return frozenset(
        finding.evidence
        for finding in answer.findings
        if is_test(finding.evidence.rpartition(":")[0]) and finding.evidence.rpartition(":")[0].endswith(".py")
    )


def _defines(name: str, census: Census) -> Question:
    return Question("defines", name, _told([census.place_of(name)]), _all_places)


def _calls(name: str, census: Census) -> Question:
    return Question("calls", name, _told(census.uses[name]), _all_places)


def _affects(name: str, census: Census) -> Question:
    own = census.place_of(name).path
    others = {place.path for place in census.uses[name] | census.imports.get(name, set())} - {own}
    return Question("affects", name, frozenset(others), partial(_other_files, own))


def _other_files(own: str, answer: QuestionAnswer) -> Places:
    return frozenset(finding.evidence.rpartition(":")[0] for finding in answer.findings) - {own}


def _builds(files: Mapping[str, str]) -> Question:
    truth = {
        Place(path, _first_line(text, _first_character(match)))
        for path, text in sorted(files.items())
        for match in _BUILDS.finditer(text)
    }
    return Question("builds", "", _told(truth), _all_places)


def _first_character(match: re.Match[str]) -> int:
    return match.start() + len(match[0]) - len(match[0].lstrip())


def _first_line(text: str, place: int) -> int:
    """The line, from 1, on which the command at ``place`` begins: the ones before it may end in a backslash."""
    lines = text[:place].split("\n")
    while len(lines) > 1 and lines[-2].rstrip().endswith("\\"):
        lines.pop()
    return len(lines)


def _all_places(answer: QuestionAnswer) -> Places:
    return frozenset(finding.evidence for finding in answer.findings)


def _outside_tests(places: Iterable[Place]) -> set[Place]:
    return {place for place in places if not is_test(place.path)}


def _told(places: Iterable[Place]) -> Places:
    return frozenset(map(str, places))
