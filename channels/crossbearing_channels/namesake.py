"""What failing tests are named after.

Why: ``test_power.py`` tests ``power.py``, and ``test_abs`` tests ``Abs``. A spectrum shows everything that a failing
test ran through on its way; its name says what it is about. A third of a place's score is its file's: 1 where the
test's file or class is named after it, less where the file's name only holds all parts of the test's. Two thirds are
the share of the parts of the test's name that the place's own name and its class's have. Of several failing tests, the
best counts. Only places that failing tests executed score.

Example: ``locate --repro sympy/core/tests/test_power.py::test_zero`` brings up what ran in ``sympy/core/power.py``.

Limits: tests that are named after issues' numbers or after behaviour; one file of tests for everything.
"""

import re
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from crossbearing.plugin import Evidence, NoEvidence, hookimpl, subtokens
from crossbearing_channels._scores import Reasons

if TYPE_CHECKING:
    from crossbearing.plugin import CodeGraph, Query, Spectrum

VERSION = 1

_MOST_TESTS = 20
_FILE = 1 / 3
_PART_OF_NAME = 0.7
_ELSEWHERE = 0.5
_AROUND = re.compile(
    r"^(?:tests?[_-]|Tests?(?=[A-Z0-9]))|(?:[_-](?:tests?|spec|unittest)|(?<=\w)(?:Tests?|TestCase|Spec|IT))$"
)
_COMMON = frozenset({"", "init", "index", "main", "mod", "lib", "util", "utils", "base", "core", "types", "all"})
_SUFFIXES = (
    ".py",
    ".js",
    ".ts",
    ".tsx",
    ".jsx",
    ".mjs",
    ".cjs",
    ".rb",
    ".php",
    ".go",
    ".rs",
    ".java",
    ".kt",
    ".cs",
    ".ex",
    ".exs",
    ".c",
    ".cc",
    ".cpp",
)
_TEST_FOLDERS = frozenset(
    {"test", "tests", "spec", "specs", "testing", "__tests__", "unit", "integration", "src", "main", "java", "kotlin"}
)
_SAYS_NOTHING = frozenset({"test", "tests", "testing", "issue", "issues", "bug", "regression", "should", "it"})
_REMARK = re.compile(r"\s\[[^\]]*\]$|\[.*\]$")


@frozen
class _Test:
    """What a test's id tells: the names of its file and class without what makes them tests, its folder, its words."""

    name: str
    stems: tuple[str, ...]
    folder: tuple[str, ...]
    words: frozenset[str]


@hookimpl
def collect(query: "Query") -> Evidence | NoEvidence:
    """Score what the failing tests executed and are named after."""
    spectrum = query.spectrum
    if spectrum is None or not spectrum.failing:
        return NoEvidence("no failing test was run, and no coverage given")
    known = dict.fromkeys(_REMARK.sub("", test.name) for test in spectrum.failing)
    tests = [_read(name) for name in list(known)[:_MOST_TESTS]]
    scorer = _Scorer(query.graph, tests)
    found: dict[int, float] = {}
    for entity in _executed(query, spectrum):
        score, _ = scorer.best(entity)
        if score > 0:
            found[entity] = score
    if not found:
        return NoEvidence("the failing test is named after nothing of the project that may be ranked")
    return Evidence(
        found, Reasons(found, lambda entity: f"the failing test `{scorer.best(entity)[1]}` is named after it")
    )


def _read(name: str) -> _Test:
    path, _, inner = name.partition("::")
    if "/" not in path and "." not in path:  # Rust's tests::parse::it_works
        path, inner = "", name
    elif not inner and not path.endswith(_SUFFIXES):  # com.example.FooTest#bar, example.com/pkg.TestFoo
        path, inner = "", path
    parts = [part for part in re.split(r"::|[.#/]", inner) if part]
    homes = [path.rpartition("/")[2].partition(".")[0], *parts[:-1]]
    stems = (_stem(home) for home in homes if not path or home == homes[0] or _AROUND.search(home))
    words = frozenset(subtokens(parts[-1])) if parts else frozenset()
    return _Test(
        name,
        tuple(dict.fromkeys(stem for stem in stems if stem not in _COMMON)),
        tuple(path.split("/")[:-1]),
        frozenset(word for word in words if word not in _SAYS_NOTHING and not word.isdigit()),
    )


def _stem(name: str) -> str:
    return "_".join(subtokens(_AROUND.sub("", name)))


def _executed(query: "Query", spectrum: "Spectrum") -> list[int]:
    """The candidates but whole files that failing tests executed."""
    import numpy as np

    entities, counts = spectrum.entities(query.graph)
    kinds = np.array(query.graph.kinds, dtype=np.str_)[entities]
    kept = query.population[entities] & (kinds != "module") & (counts.failed > 0)
    return sorted(entities[kept].tolist())


@define
class _Scorer:
    """Compares entities with tests; what it knows of files it keeps."""

    graph: "CodeGraph"
    tests: list[_Test]
    _files: dict[tuple[int, int], float] = field(factory=dict)

    def best(self, entity: int) -> tuple[float, str]:
        """The best score of an entity and the name of the test that gives it."""
        score, number = max((self._score(entity, number), -number) for number in range(len(self.tests)))
        return score, self.tests[-number].name

    def _score(self, entity: int, number: int) -> float:
        test = self.tests[number]
        file = int(self.graph.file_index[entity])
        if (file, number) not in self._files:
            self._files[file, number] = _file_share(test, self.graph.files[file])
        share = 0.0
        if test.words:
            own = {word for name in self.graph.qualnames[entity].split(".")[-2:] for word in subtokens(name)}
            share = len(test.words & own) / len(test.words)
        return _FILE * self._files[file, number] + (1 - _FILE) * share


def _file_share(test: _Test, path: str) -> float:
    folder, _, name = path.rpartition("/")
    own = _stem(name.partition(".")[0])
    best = 0.0
    for stem in test.stems:
        if own == stem:
            best = 1.0
        elif len(stem) > 3 and set(stem.split("_")) <= set(own.split("_")):
            best = max(best, _PART_OF_NAME)
    if best:
        # Of files with the same name, the one near the test is meant.
        outer = [part for part in test.folder if part not in _TEST_FOLDERS]
        if outer and outer[-1] not in folder.split("/"):
            best *= _ELSEWHERE
    return best
