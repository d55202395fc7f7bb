"""Running tests under the tracer, going on after one that hangs or brings the process down."""

import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import define, evolve, field, frozen

from crossbearing.dynamic.events import Record, Told, read_events
from crossbearing.dynamic.interpreter import Interpreter
from crossbearing.dynamic.limits import Limits
from crossbearing.dynamic.process import Account, run_kept
from crossbearing.dynamic.runner import Runner
from crossbearing.dynamic.sandbox import Sandbox
from crossbearing.model.spectrum import SpectrumTest

_INSIDE = Path(__file__).with_name("inside")
_MOST_ATTEMPTS = 8
_PATIENCE = 100
_IMPORT_ROOTS = ("src", "lib")


@frozen
class Bench:
    """What all runs of one request share: where, with what, and within which limits."""

    sandbox: Sandbox
    interpreter: Interpreter
    runner: Runner
    limits: Limits
    tracer: str = "own"
    arguments: tuple[str, ...] = ()


@define
class Run:
    """The tests that ran, and what has to be said about how."""

    records: list[Record] = field(factory=list)
    collected: list[str] = field(factory=list)
    uncollected: dict[str, str] = field(factory=dict)
    remarks: list[str] = field(factory=list)
    accounts: list[Account] = field(factory=list)
    error: str = ""
    python: str = ""
    tracer: str = ""

    @property
    def seconds(self) -> float:
        """How long it took."""
        return sum(account.seconds for account in self.accounts)


def run_tests(
    bench: Bench,
    tests: Sequence[str],
    *,
    steps: bool = False,
    order: Sequence[str] = (),
    seconds: float | None = None,
) -> Run:
    """Run ``tests`` (ids, files or folders) and return what each executed.

    A test that hangs is ended and counts as an error; the others are run again without it, as after a crash. With
    ``steps`` the lines of a test's own function are told apart. ``order`` is the order to run in, ``seconds`` how long
    all may take together.
    """
    run = Run()
    skip: list[str] = []
    deadline = time.monotonic() + (bench.limits.seconds if seconds is None else seconds)
    for attempt in range(_MOST_ATTEMPTS):
        left = deadline - time.monotonic()
        if left <= 0:
            break
        told, account = _attempt(bench, tests, steps, order, skip, min(left, bench.limits.seconds), attempt)
        _take(run, told, account)
        broken = _broken_test(told, account)
        if broken is None:
            _remark(run, account)
            break
        run.records.append(Record(broken, {}))
        run.remarks.append(f"{broken.name}: {broken.message}")
        skip = [record.test.name for record in run.records]
    return run


def _attempt(
    bench: Bench,
    tests: Sequence[str],
    steps: bool,
    order: Sequence[str],
    skip: Sequence[str],
    seconds: float,
    number: int,
) -> tuple[Told, Account]:
    sandbox = bench.sandbox
    stem = f"run-{len(list(sandbox.notes.iterdir()))}-{number}"
    events, spec = sandbox.notes / f"{stem}.jsonl", sandbox.notes / f"{stem}.json"
    roots = [str(place) for place in (sandbox.tree, sandbox.origin) if place is not None]
    path = _import_path(sandbox.tree)
    request = {
        "runner": bench.runner.name,
        "script": bench.runner.script,
        "tests": list(tests),
        "order": list(order),
        "skip": list(skip),
        "steps": steps,
        "roots": list(dict.fromkeys(roots)),
        "path": path,
        "events": str(events),
        "data": str(sandbox.notes / f"{stem}.coverage"),
        "tracer": bench.tracer,
        "patience": _PATIENCE,
        "arguments": list(bench.arguments),
        "file_bytes": bench.limits.file_bytes,
    }
    spec.write_text(json.dumps(request), encoding="utf-8")
    account = run_kept(
        [str(bench.interpreter.executable), str(_INSIDE), str(spec)],
        cwd=sandbox.tree,
        environment=_environment(sandbox, path),
        limits=evolve(bench.limits, seconds=seconds),
        events=events,
        folders=sandbox.watched,
    )
    told = read_events(events)
    if bench.tracer == "coverage":
        _add_contexts(told, Path(str(request["data"])), roots)
    return told, account


def _import_path(tree: Path) -> list[str]:
    """The folders that packages of the tree are imported from: what is installed may be another version."""
    inner = [tree / name for name in _IMPORT_ROOTS if any((tree / name).glob("*/__init__.py"))]
    return [str(place) for place in (*inner, tree)]


def _environment(sandbox: Sandbox, path: Sequence[str]) -> dict[str, str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_CORE"))}
    known = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = os.pathsep.join([*path, known] if known else path)
    environment.setdefault("PYTHONHASHSEED", "0")
    environment["TMPDIR"] = str(sandbox.scratch)
    environment["PYTHONUNBUFFERED"] = "1"
    return environment


def _add_contexts(told: Told, data: Path, roots: Iterable[str]) -> None:
    """Fill in the lines from the data file that the target's coverage.py wrote."""
    from crossbearing.dynamic.importers.coverage_py import read_contexts

    if not data.exists():
        return
    contexts = read_contexts(data, tuple(Path(root) for root in roots))
    for record in told.records:
        record.lines = {path: sorted(lines) for path, lines in contexts.get(record.test.name, {}).items()}


def _take(run: Run, told: Told, account: Account) -> None:
    run.records += told.records
    run.collected = run.collected or told.collected
    run.uncollected |= told.uncollected
    run.accounts.append(account)
    run.error = told.error or run.error
    run.python = told.python or run.python
    run.tracer = told.tracer or run.tracer


def _broken_test(told: Told, account: Account) -> SpectrumTest | None:
    """The test that broke the run off, as an error."""
    if account.stalled:
        return SpectrumTest(account.stalled, "error", account.detail)
    if told.open_test and account.why in ("ended", "memory", "processes", "output", "disk"):
        how = account.detail or f"the process ended with code {account.code} in the middle of it"
        return SpectrumTest(told.open_test, "error", how)
    return None


def _remark(run: Run, account: Account) -> None:
    if account.why not in ("ended", "stalled"):
        run.remarks.append(f"the run was ended: {account.detail or account.why}")
    if account.left_behind:
        run.remarks.append(f"{account.left_behind} process(es) that the tests left running were ended")
    if account.survivors:
        run.remarks.append(f"{account.survivors} process(es) could not be ended")
    if account.output_bytes > 10_000_000:
        run.remarks.append(f"the tests printed {account.output_bytes / 1e6:.0f} MB; all but the ends was dropped")


def facts(run: Run, bench: Bench) -> Mapping[str, str]:
    """The environment of a run, for its output."""
    sandbox = bench.sandbox
    return {
        "python": f"{run.python or 'unknown version'} ({bench.interpreter.shown}; {bench.interpreter.found})",
        "runner": bench.runner.name,
        "tracer": run.tracer or bench.tracer,
        "place": "a copy of the tree" if sandbox.is_copy else "the tree itself",
    }
