"""Reading one batch of files in whatever process: facts by the language plugin, words by the core, both as bytes."""

import gc
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from attrs import define, frozen

from crossbearing.model.facts import FileFacts
from crossbearing.model.file import SourceFile
from crossbearing.model.location import Problem
from crossbearing.recon.codec import encode_facts
from crossbearing.recon.garbage import paused_collection
from crossbearing.recon.symbols import TEXT
from crossbearing.recon.textfacts import text_facts

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost
    from crossbearing.registry.ledger import Tally


MAX_SECONDS = 60.0
"""A worker that needs longer for one file is ended by the system, and the file skipped. Nothing can stop a parser that
hangs in the process of the caller, where language plugins have to keep to their own budgets.
"""


@frozen(eq=False)
class Task:
    """A file and the language plugin that reads it; None: its words are all that is wanted."""

    file: SourceFile
    plugin: str | None


@frozen(eq=False)
class Parsed:
    """What was read from one file.

    ``payload`` are the encoded facts, in every process the same. ``problem`` says that the language plugin failed: only
    the words were read.
    """

    path: str
    digest: str
    payload: bytes
    problem: Problem | None = None


@define(eq=False)
class ParsedBatch:
    """The files of a batch in order, and what the worker's host recorded about its plugins (in a worker only)."""

    files: list[Parsed]
    tally: "Tally | None" = None


class BatchParser:
    """A function from tasks to what was read, ready to be sent to worker processes.

    In the process that made it, it uses the given host; elsewhere it opens the same host anew, once.
    """

    def __init__(self, host: "PluginHost") -> None:
        self._host: PluginHost | None = host
        self._recipe = host.recipe()
        self._home = os.getpid()
        self._seconds = MAX_SECONDS

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_host": None}

    def __call__(self, tasks: Sequence[Task]) -> ParsedBatch:
        """Read every file of a batch; a plugin's failure is part of the answer (with ``strict`` it raises)."""
        if self._host is None:
            self._host = self._recipe.open()
        with paused_collection():
            is_home = os.getpid() == self._home
            files = []
            for task in tasks:
                with nullcontext() if is_home else _deadline(self._seconds):
                    files.append(_parse(task, self._host))
            # What plugins left in cycles; what has come through this once is looked at no more.
            gc.collect(0)
        return ParsedBatch(files, None if is_home else self._host.take_tally())


@contextmanager
def _deadline(seconds: float) -> Iterator[None]:
    # The default action of the signal ends the process even while native code holds the interpreter; a handler would
    # have to wait for it.
    mine = signal.getsignal(signal.SIGALRM) == signal.SIG_DFL
    if mine:
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if mine:
            signal.setitimer(signal.ITIMER_REAL, 0)


def _parse(task: Task, host: "PluginHost") -> Parsed:
    facts, problem = None, None
    if task.plugin:
        answer = host.extract(task.plugin, task.file)
        facts = answer.value
        if facts is None:
            problem = Problem(task.file.path, answer.error or "no answer", answer.line, task.plugin)
    facts = facts or FileFacts(TEXT)
    payload = encode_facts(facts, text_facts(task.file, facts))
    return Parsed(task.file.path, task.file.digest, payload, problem)
