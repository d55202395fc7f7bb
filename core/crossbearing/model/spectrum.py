"""The spectrum of a program: which test executed which lines, and how each test ended."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt
from attrs import Factory, define, evolve, frozen

from crossbearing.model.arrays import distinct
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.graph import CodeGraph
from crossbearing.model.issue import Frame

Outcome = Literal["passed", "failed", "error", "skipped"]
Part = Literal["", "held", "rest"]
IntArray = npt.NDArray[np.int64]

SCHEMA = "crossbearing.spectrum/1"
MAX_LINE = 10_000_000
"""Lines beyond this are no lines of source code."""


@frozen
class SpectrumTest:
    """One test: how it ended, with the message and the project's frames of its failure, the outermost first.

    ``is_counted`` is false for tests that say nothing about the fault: skipped ones, and failures of other tests than
    the one asked about. A failing test whose own lines were told apart ``is_divided``: beside it stand its ``parts``,
    an assertion that ``held`` each, and the ``rest``, which leads to the one that did not.
    """

    __test__: ClassVar[bool] = False

    name: str
    outcome: Outcome
    message: str = ""
    frames: tuple[Frame, ...] = ()
    is_counted: bool = True
    is_divided: bool = False
    part: Part = ""

    @property
    def is_failing(self) -> bool:
        """Whether it counts as a failing test."""
        return self.is_counted and not self.part and self.outcome in ("failed", "error")

    @property
    def is_passing(self) -> bool:
        """Whether it counts as a passing test."""
        return self.is_counted and not self.part and self.outcome == "passed"

    def counts_as(self, divided: bool) -> str:
        """``failed``, ``passed`` or nothing; with ``divided``, parts count in the place of what they are parts of."""
        if divided and self.is_divided:
            return ""
        if self.part and not divided:
            return ""
        if not self.is_counted or self.outcome == "skipped":
            return ""
        return "passed" if self.outcome == "passed" else "failed"


class Counts(NamedTuple):
    """How many failing and passing tests executed each of some things, and how many tests there are of each."""

    failed: IntArray
    passed: IntArray
    total_failed: int
    total_passed: int


@define(slots=False, eq=False, repr=False)
class Spectrum:
    """Tests and the lines that each executed, as compressed sparse rows.

    ``places`` are the distinct ``(file number, line)`` pairs, sorted, one 64-bit integer each; the lines of test ``t``
    are ``places[units[offsets[t]:offsets[t + 1]]]``. With ``bodies_only`` lines count where they run inside of a
    function, not where a module or a class is set up. ``source`` says where it comes from, ``environment`` in what it
    was made, and ``remarks`` what has to be known to judge it.
    """

    files: tuple[str, ...]
    tests: tuple[SpectrumTest, ...]
    places: IntArray
    offsets: IntArray
    units: IntArray
    bodies_only: bool = False
    source: str = ""
    environment: Mapping[str, str] = Factory(dict)
    remarks: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.tests)

    @cached_property
    def place_files(self) -> IntArray:
        """The number of the file of each place."""
        return self.places >> 32

    @cached_property
    def place_lines(self) -> IntArray:
        """The line of each place, from 1."""
        return self.places & 0xFFFFFFFF

    def line_counts(self, divided: bool = False) -> Counts:
        """How many failing and passing tests executed each of :attr:`places`; ``divided``: with assertions apart."""
        rows = np.repeat(np.arange(len(self)), np.diff(self.offsets))
        return self._counts(self.units, rows, len(self.places), divided)

    @property
    def failing(self) -> tuple[SpectrumTest, ...]:
        """The tests that count as failing."""
        return tuple(test for test in self.tests if test.is_failing)

    @property
    def passing(self) -> tuple[SpectrumTest, ...]:
        """The tests that count as passing."""
        return tuple(test for test in self.tests if test.is_passing)

    def traceback(self, graph: CodeGraph) -> str | None:
        """The first failure that leaves the tests' own files, as Python writes a traceback; None without one."""
        for test in self.failing:
            paths = [path for frame in test.frames if (path := graph.resolve_path(frame.file)) is not None]
            if any(graph.role(graph.entities_of_file(path)[0]) != "test" for path in paths):
                frames = (f'  File "{frame.file}", line {frame.line}, in {frame.function}' for frame in test.frames)
                return "\n".join(("Traceback (most recent call last):", *frames, test.message))
        return None

    def lines_of(self, test: int) -> dict[str, list[int]]:
        """The lines that a test executed, by file."""
        found: dict[str, list[int]] = {}
        for unit in self.units[self.offsets[test] : self.offsets[test + 1]].tolist():
            place = int(self.places[unit])
            found.setdefault(self.files[place >> 32], []).append(place & 0xFFFFFFFF)
        return found

    def entities(self, graph: CodeGraph, divided: bool = False) -> tuple[IntArray, Counts]:
        """The entities that any test executed, ascending, and how many tests executed each.

        A line belongs to the innermost definition around it. Where lines are not of bodies alone, the line of a
        ``def`` belongs to what is around the definition: it runs when that is set up.
        """
        owners = self.owners(graph)
        rows = np.repeat(np.arange(len(self)), np.diff(self.offsets))
        entities = owners[self.units]
        known = entities >= 0
        pairs = distinct(rows[known] * max(1, len(graph)) + entities[known])
        rows, entities = np.divmod(pairs, max(1, len(graph)))
        executed, columns = np.unique(entities, return_inverse=True)
        return executed, self._counts(columns, rows, len(executed), divided)

    def owners(self, graph: CodeGraph) -> IntArray:
        """The entity of each of :attr:`places`; -1 for lines of files that the graph does not have."""
        owners = np.full(len(self.places), -1, np.int64)
        starts = np.searchsorted(self.place_files, np.arange(len(self.files) + 1))
        for number, path in enumerate(self.files):
            lines = self.place_lines[starts[number] : starts[number + 1]]
            if len(lines):
                table = _line_table(graph, path, int(lines.max()), self.bodies_only)
                if table is not None:
                    owners[starts[number] : starts[number + 1]] = table[lines]
        return owners

    def subset(self, names: Collection[str]) -> "Spectrum":
        """The same with only those passing tests; failing ones stay."""
        kept = set(names)
        tests = tuple(
            test if test.name in kept or not test.is_passing else evolve(test, is_counted=False) for test in self.tests
        )
        return evolve(self, tests=tests)

    def _counts(self, columns: IntArray, rows: IntArray, size: int, divided: bool) -> Counts:
        kinds = [test.counts_as(divided) for test in self.tests]
        failing = np.array([kind == "failed" for kind in kinds], bool)
        passing = np.array([kind == "passed" for kind in kinds], bool)
        failed = np.bincount(columns[failing[rows]], minlength=size)
        passed = np.bincount(columns[passing[rows]], minlength=size)
        return Counts(failed, passed, int(failing.sum()), int(passing.sum()))


def _line_table(graph: CodeGraph, path: str, last: int, bodies_only: bool) -> IntArray | None:
    """The innermost entity of each line of a file, from line 0 to ``last``."""
    entities = graph.entities_of_file(path)
    if not entities:
        return None
    table = np.full(last + 1, entities[0], np.int64)
    for entity in entities[1:]:  # nested definitions come after what holds them
        if graph.kinds[entity] == "variable":
            continue
        start, end = int(graph.start_lines[entity]), int(graph.end_lines[entity])
        if not bodies_only:
            start = min(int(graph.lines[entity]) + 1, end)
        table[start : end + 1] = entity
    return table


def build_spectrum(
    records: Iterable[tuple[SpectrumTest, Mapping[str, Iterable[int]]]],
    *,
    bodies_only: bool = False,
    source: str = "",
    environment: Mapping[str, str] | None = None,
    remarks: Sequence[str] = (),
) -> Spectrum:
    """Join tests and their lines by path; tests are sorted by name, and those of one name become one.

    Of several records of one name a failing one decides how the test ended, and the lines are joined.
    """
    tests: dict[str, SpectrumTest] = {}
    lines: defaultdict[str, defaultdict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for test, covered in records:
        known = tests.get(test.name)
        if known is None or (test.is_failing and not known.is_failing):
            tests[test.name] = test
        for path, numbers in covered.items():
            lines[test.name][path].update(numbers)
    names = sorted(tests)
    files = tuple(sorted({path for name in names for path in lines[name]}))
    numbering = {path: number for number, path in enumerate(files)}
    rows = [
        np.array(
            sorted(
                (numbering[path] << 32) | line
                for path, own in lines[name].items()
                for line in own
                if 0 < line <= MAX_LINE
            ),
            np.int64,
        )
        for name in names
    ]
    joined = np.concatenate(rows) if rows else np.empty(0, np.int64)
    places, units = np.unique(joined, return_inverse=True)
    offsets = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    return Spectrum(
        files=files,
        tests=tuple(tests[name] for name in names),
        places=places,
        offsets=offsets,
        units=units.astype(np.int64),
        bodies_only=bodies_only,
        source=source,
        environment=dict(sorted((environment or {}).items())),
        remarks=tuple(remarks),
    )


def spectrum_to_json(spectrum: Spectrum) -> dict[str, Any]:
    """The spectrum as plain data, schema ``crossbearing.spectrum/1``; covered lines are ``[first, last]`` ranges."""
    return {
        "schema": SCHEMA,
        "source": spectrum.source,
        "environment": dict(spectrum.environment),
        "remarks": list(spectrum.remarks),
        "bodies_only": spectrum.bodies_only,
        "tests": [
            {
                "name": test.name,
                "outcome": test.outcome,
                "counted": test.is_counted,
                "divided": test.is_divided,
                "part": test.part,
                "message": test.message,
                "frames": [[frame.file, frame.line, frame.function] for frame in test.frames],
                "covered": {path: _ranges(lines) for path, lines in spectrum.lines_of(number).items()},
            }
            for number, test in enumerate(spectrum.tests)
        ],
    }


def spectrum_from_json(data: Any) -> Spectrum:
    """The opposite of :func:`spectrum_to_json`; raises :class:`CrossbearingError` for anything else."""
    try:
        if data["schema"] != SCHEMA:
            raise CrossbearingError(f"not a spectrum: its schema is {data['schema']!r}, expected {SCHEMA!r}")
        return build_spectrum(
            (_test_from_json(told) for told in data["tests"]),
            bodies_only=bool(data["bodies_only"]),
            source=str(data["source"]),
            environment={str(name): str(value) for name, value in data["environment"].items()},
            remarks=[str(remark) for remark in data["remarks"]],
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CrossbearingError(f"not a spectrum: {type(error).__name__} at {error}") from error


def _test_from_json(told: Any) -> tuple[SpectrumTest, dict[str, list[int]]]:
    if told["outcome"] not in get_args(Outcome) or told["part"] not in get_args(Part):
        raise ValueError(f"outcome {told['outcome']!r}, part {told['part']!r}")
    test = SpectrumTest(
        name=str(told["name"]),
        outcome=told["outcome"],
        message=str(told["message"]),
        frames=tuple(Frame(str(file), int(line), str(name)) for file, line, name in told["frames"]),
        is_counted=bool(told["counted"]),
        is_divided=bool(told["divided"]),
        part=told["part"],
    )
    covered = {}
    for path, ranges in told["covered"].items():
        if any(not 0 < int(first) <= int(last) <= MAX_LINE for first, last in ranges):
            raise ValueError(f"lines of {path!r}")
        covered[str(path)] = [line for first, last in ranges for line in range(int(first), int(last) + 1)]
    return test, covered


def _ranges(lines: Iterable[int]) -> list[list[int]]:
    ranges: list[list[int]] = []
    for line in lines:
        if ranges and line == ranges[-1][1] + 1:
            ranges[-1][1] = line
        else:
            ranges.append([line, line])
    return ranges
