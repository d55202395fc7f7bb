"""Runs work in processes on this machine.

What it is for: a cold scan parses thousands of files, and a benchmark locates hundreds of faults; both are bound by the
processor and fall apart into independent items. With one worker everything runs in the calling process.

Example: ``executor = "local"`` in a profile, and ``retries`` under ``[options."executor.local"]``.

Workers are fresh interpreters, not forks, so that threads of the caller do no harm and a script that calls the library
without a ``__main__`` guard is not run again in every worker; the function must live in an importable module. A worker
that dies (out of memory, a crash in an extension module) takes nothing with it: its item is given to a new one, and
raises :class:`~crossbearing.plugin.LostItemError` only if that dies too. Workers never outlive the caller, even one
that is killed: the pipe to them breaks. What they print goes to stderr.

Limits: a worker costs about a tenth of a second to start, and items and results are pickled.
"""

import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from attrs import define, field, frozen
from attrs.validators import ge

from crossbearing.plugin import LostItemError, hookimpl

VERSION = 1

# Finished results that wait for an earlier one are held back by this many items a worker.
LOOKAHEAD = 8


@frozen
class Options:
    """Options of ``executor.local``."""

    retries: int = field(default=1, validator=ge(0))
    """How often an item is tried again after the worker that had it died."""


@hookimpl
def map(function: Callable[[Any], Any], items: Iterable[Any], workers: int, options: Options) -> Iterator[Any]:  # noqa: A001
    """Run ``function`` over ``items`` in up to ``workers`` processes and yield the results in order."""
    if workers <= 1 or not sys.executable:
        return (function(item) for item in items)
    return _Run(function, workers, options.retries).results(items)


@define(eq=False)
class _Worker:
    """A process, the pipe to it, and the item it has."""

    process: subprocess.Popen[bytes]
    pipe: "Connection[Any, Any]"
    position: int = -1

    def end(self) -> int:
        """Kill the process where it still runs, and return its exit status."""
        self.pipe.close()
        self.process.kill()
        if self.process.stdin:
            self.process.stdin.close()
        return self.process.wait()


@define(eq=False)
class _Run:
    """One batch of work: which items are under way, and which results wait for their turn."""

    function: Callable[[Any], Any]
    limit: int
    retries: int
    workers: list[_Worker] = field(factory=list)
    waiting: dict[int, Any] = field(factory=dict)
    attempts: dict[int, int] = field(factory=dict)
    finished: dict[int, tuple[bool, Any]] = field(factory=dict)

    def results(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield results in order; an error is raised when its turn comes. No process is left behind."""
        source = enumerate(items)
        turn = 0
        try:
            while self._fill(source, turn):
                while turn not in self.finished:
                    self._wait()
                succeeded, value = self.finished.pop(turn)
                if not succeeded:
                    raise value
                yield value
                turn += 1
        finally:
            for worker in self.workers:
                worker.end()

    def _fill(self, source: Iterator[tuple[int, Any]], turn: int) -> bool:
        """Hand out items as long as there is a free worker; say whether anything is left to wait for."""
        while len(self.waiting) < self.limit and len(self.waiting) + len(self.finished) < self.limit * LOOKAHEAD:
            position, item = next(source, (-1, None))
            if position < 0:
                break
            self.waiting[position] = item
            self._give(position)
        return turn in self.finished or bool(self.waiting)

    def _give(self, position: int) -> None:
        worker = next((worker for worker in self.workers if worker.position < 0), None) or self._start()
        worker.position = position
        self.attempts[position] = self.attempts.get(position, 0) + 1
        try:
            worker.pipe.send(self.waiting[position])
        except (BrokenPipeError, ConnectionResetError):
            self._lose(worker)

    def _start(self) -> _Worker:
        ours, theirs = Pipe()
        with theirs:
            descriptor = theirs.fileno()
            process = subprocess.Popen(
                [sys.executable, str(Path(__file__).with_name("_worker.py")), str(descriptor)],
                pass_fds=[descriptor],
                stdin=subprocess.PIPE,
                stdout=sys.__stderr__,
            )
        worker = _Worker(process, ours)
        self.workers.append(worker)
        ours.send(sys.path)
        ours.send_bytes(pickle.dumps(self.function))
        return worker

    def _wait(self) -> None:
        """Wait until a worker answers or dies."""
        busy = {worker.pipe: worker for worker in self.workers if worker.position >= 0}
        for pipe in wait(list(busy)):
            worker = busy[pipe]  # type: ignore[index]
            try:
                answer = worker.pipe.recv()
            except (EOFError, ConnectionResetError):
                self._lose(worker)
                continue
            self._finish(worker.position, answer)
            worker.position = -1

    def _finish(self, position: int, answer: tuple[bool, Any]) -> None:
        del self.waiting[position], self.attempts[position]
        self.finished[position] = answer

    def _lose(self, worker: _Worker) -> None:
        self.workers.remove(worker)
        position, status = worker.position, worker.end()
        if self.attempts[position] > self.retries:
            self._finish(position, (False, LostItemError(position, f"the worker process {_fate(status)}")))
        else:
            self._give(position)


def _fate(status: int) -> str:
    if status < 0:
        return f"was killed by {signal.Signals(-status).name}"
    return f"exited with status {status}"
