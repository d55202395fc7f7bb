"""From a failing test to a spectrum: run it, choose passing tests, run those, and join what they executed."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from attrs import evolve, field, frozen

from crossbearing.dynamic.events import Lines, Record
from crossbearing.dynamic.interpreter import find_interpreter
from crossbearing.dynamic.limits import Limits
from crossbearing.dynamic.parts import divide
from crossbearing.dynamic.runner import choose_runner, spelled
from crossbearing.dynamic.runs import Bench, Run, facts, run_tests
from crossbearing.dynamic.sandbox import Sandbox, sandbox
from crossbearing.dynamic.selection import select_tests
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.graph import CodeGraph
from crossbearing.model.spectrum import Spectrum, SpectrumTest, build_spectrum
from crossbearing.source import Source

Progress = Callable[[str], None]
_RERUNS = 2
# The first batch is small, so that there is something to compare with however short the time.
_FIRST_BATCH = 20
_BATCH = 40


@frozen
class SpectrumRequest:
    """What to run.

    ``failing`` are ids of tests that fail because of the fault. ``tests`` says which others run: ``auto`` (chosen by
    the graph, at most ``most`` and for ``seconds``), ``all``, ``none``, or ids, files and folders. ``python``,
    ``runner`` and ``tracer`` (``own``, ``coverage`` or ``none``) override what is found; ``arguments`` go to the
    runner as they are.
    """

    failing: tuple[str, ...]
    tests: Literal["auto", "all", "none"] | tuple[str, ...] = "auto"
    most: int = 200
    seconds: float = 60.0
    python: str | None = None
    runner: str | None = None
    tracer: str = "own"
    in_place: bool = False
    arguments: tuple[str, ...] = ()
    limits: Limits = field(factory=Limits)


def collect_spectrum(
    source: Source, graph: CodeGraph, request: SpectrumRequest, progress: Progress | None = None
) -> Spectrum:
    """Run the failing tests and the chosen passing ones, and return who executed what.

    The first word of ``remarks`` is about the failing test: that it did not fail, is flaky, or could not be collected.
    Raises :class:`CrossbearingError` where nothing can be run at all: no interpreter, no runner in it, no such test.
    """
    if not request.failing:
        raise CrossbearingError("no failing test was named; expected the id of one, like tests/test_x.py::test_y")
    say = progress or (lambda text: None)
    failing = tuple(dict.fromkeys(spelled(test) for test in request.failing))
    say("copying the tree")
    with sandbox(source, in_place=request.in_place) as box:
        bench = _bench(source, box, request, failing)
        return _Collector(bench, graph, request, failing, say).spectrum()


def _bench(source: Source, box: Sandbox, request: SpectrumRequest, failing: Sequence[str]) -> Bench:
    runner = choose_runner(failing[0], lambda path: (box.tree / path).exists(), request.runner)
    interpreter = find_interpreter(source.root, request.python)
    return Bench(box, interpreter, runner, request.limits, request.tracer, request.arguments)


class _Collector:
    def __init__(
        self, bench: Bench, graph: CodeGraph, request: SpectrumRequest, failing: Sequence[str], say: Progress
    ) -> None:
        self.bench = bench
        self.graph = graph
        self.request = request
        self.failing = failing
        self.say = say
        self.remarks: list[str] = []
        self.chosen: tuple[str, ...] = ()

    def spectrum(self) -> Spectrum:
        """Run everything and join it."""
        first = self._run_failing()
        failed = [record for record in first.records if self._is_target(record.test.name)]
        others: list[Record] = []
        second = Run()
        if any(record.test.is_failing for record in failed):
            second = self._run_others(failed)
            others = [record for record in second.records if not self._is_target(record.test.name)]
            self._compare(failed, second)
        return self._joined(first, failed, second, others)

    def _run_failing(self) -> Run:
        self.say(f"running {len(self.failing)} failing test(s)")
        run = run_tests(self.bench, self.failing, steps=True)
        for attempt in range(_RERUNS):
            found = [record.test for record in run.records]
            if not found or any(test.is_failing for test in found):
                break
            self.say(f"it passed; running it again ({attempt + 2})")
            again = run_tests(self.bench, self.failing, steps=True)
            if any(record.test.is_failing for record in again.records):
                self.remarks.append(f"the test is flaky: it passed {attempt + 1} time(s) before it failed")
                return again
        self._check(run)
        return run

    def _check(self, run: Run) -> None:
        """Say why there is no failing test, where there is none."""
        if run.records:
            if not any(record.test.is_failing for record in run.records):
                self.remarks.append("the test does not fail here")
            return
        for test, message in sorted(run.uncollected.items()):
            run.records.append(Record(SpectrumTest(test or self.failing[0], "error", message), {}))
            said = (message.strip().splitlines() or ["no reason was given"])[-1][:300]
            self.remarks.append(f"the test could not be collected, so nothing is known of what it executes: {said}")
        if run.uncollected:
            return
        account = run.accounts[-1] if run.accounts else None
        said = (
            run.error or (account.output.strip().splitlines() or [account.detail or account.why])[-1] if account else ""
        )
        raise CrossbearingError(f"{', '.join(self.failing)} could not be run: {said[:300]}")

    def _run_others(self, failed: Sequence[Record]) -> Run:
        request = self.request
        if request.tests == "none":
            return Run()
        if request.tests == "auto":
            return self._run_chosen(self._select(failed), sorted({record.test.name for record in failed}))
        targets = (".",) if request.tests == "all" else request.tests
        self.say("running all tests" if request.tests == "all" else "running the tests that were named")
        return run_tests(self.bench, targets)

    def _run_chosen(self, chosen: tuple[str, ...], failing: Sequence[str]) -> Run:
        """Run the chosen tests in batches while there is time; the failing ones run again among the first."""
        self.chosen = chosen
        deadline = time.monotonic() + self.request.seconds
        run = Run()
        for batch in _batches(chosen):
            left = deadline - time.monotonic()
            if left <= 0:
                break
            self.say(f"running passing tests: {len(run.records)} of {len(chosen)} done")
            again = () if run.records else tuple(failing)
            found = run_tests(self.bench, (*batch, *again), order=(*batch, *again), seconds=left)
            run.records += found.records
            run.accounts += found.accounts
            run.remarks += [remark for remark in found.remarks if not remark.startswith("the run was ended: it ran")]
        return run

    def _select(self, failed: Sequence[Record]) -> tuple[str, ...]:
        records = ((record.test, record.lines) for record in failed)
        executed, _ = build_spectrum(records, bodies_only=True).entities(self.graph)
        names = {self._plain(record.test.name) for record in failed}
        chosen = select_tests(self.graph, executed.tolist(), names, self.request.most)
        return tuple(self._as_target(candidate.test) for candidate in chosen)

    def _as_target(self, test: str) -> str:
        """A test's id in the runner's own spelling."""
        if self.bench.runner.name not in ("unittest", "django"):
            return test
        path, *names = test.split("::")
        parts = path.removesuffix(".py").split("/")
        if self.bench.runner.name == "django" and parts[0] == "tests":
            parts = parts[1:]
        return ".".join((*parts, *names))

    def _plain(self, test: str) -> str:
        return test.split("[")[0]

    def _is_target(self, name: str) -> bool:
        """Whether a test is one of those asked about: itself, one of its parameter sets, or a test of that class."""
        return any(name == test or name.startswith((f"{test}[", f"{test}::", f"{test}.")) for test in self.failing)

    def _compare(self, failed: Sequence[Record], second: Run) -> None:
        """A failing test runs again among the passing ones: it should fail there too."""
        known = {record.test.name for record in failed if record.test.is_failing}
        passed = sorted(
            record.test.name for record in second.records if record.test.name in known and record.test.is_passing
        )
        for name in passed:
            self.remarks.append(f"{name} is flaky: it failed alone and passed among others")

    def _joined(self, first: Run, failed: Sequence[Record], second: Run, others: Sequence[Record]) -> Spectrum:
        records: list[tuple[SpectrumTest, Lines]] = []
        for record in failed:
            records += (
                divide(record, self._text_of(record.test.name)) if record.steps else [(record.test, record.lines)]
            )
        records += [(_counted(record.test), record.lines) for record in others]
        unrelated = sum(record.test.is_failing for record in others)
        if unrelated:
            self.remarks.append(f"{unrelated} other test(s) failed as well and are not counted")
        ran = sum(record.test.is_passing for record in others)
        self.remarks += [*first.remarks, *second.remarks]
        environment: dict[str, Any] = dict(facts(first, self.bench))
        environment["passing tests"] = f"{ran} run" + (
            f" of {len(self.chosen)} chosen by the graph" if self.chosen else ""
        )
        if not any(part.is_failing for part, _ in records):
            self.remarks.append("no test failed")
        return build_spectrum(
            records,
            bodies_only=self.bench.tracer != "coverage",
            source=f"run of {self.bench.runner.name}",
            environment=environment,
            remarks=tuple(dict.fromkeys(self.remarks)),
        )

    def _text_of(self, test: str) -> str:
        path = self.bench.sandbox.tree / test.partition("::")[0]
        try:
            return path.read_text("utf-8", "replace")
        except OSError:
            return ""


def _batches(tests: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Cut tests, which stand together by file, into batches of whole files where they are small, a first one apart."""
    batch: list[str] = []
    limit = _FIRST_BATCH
    for test in tests:
        new_file = bool(batch) and batch[-1].partition("::")[0] != test.partition("::")[0]
        if len(batch) >= 2 * limit or (len(batch) >= limit and new_file) or (new_file and limit == _FIRST_BATCH):
            yield tuple(batch)
            batch, limit = [], _BATCH
        batch.append(test)
    if batch:
        yield tuple(batch)


def _counted(test: SpectrumTest) -> SpectrumTest:
    return evolve(test, is_counted=False) if test.is_failing or test.outcome == "skipped" else test
