"""What happened to each plugin in a run: calls, failures and their reasons.

A ledger in a worker process is emptied with :meth:`Ledger.take` and added to the parent's with :meth:`Ledger.absorb`.
"""

from collections import Counter
from typing import NamedTuple

from crossbearing.model.answer import Answer, PluginStatus
from crossbearing.model.location import Problem, problem_order


class Tally(NamedTuple):
    """The content of a ledger, ready to be pickled."""

    calls: dict[str, int]
    failures: dict[str, int]
    versions: dict[str, int]
    problems: tuple[Problem, ...]


class Ledger:
    """Counts every answer by plugin and keeps the reason of every failure."""

    def __init__(self) -> None:
        self._calls: Counter[str] = Counter()
        self._failures: Counter[str] = Counter()
        self._versions: dict[str, int] = {}
        # A dict keeps one of each problem, however often the same call is repeated.
        self._problems: dict[Problem, None] = {}

    def answered(self, answer: Answer[object], file: str = "") -> None:
        """Count one answer; a failure is kept with the file it was about (empty: the plugin as a whole)."""
        self._calls[answer.plugin] += 1
        if answer.error is not None:
            self._failures[answer.plugin] += 1
            self._problems[Problem(file, answer.error, answer.line, answer.plugin)] = None

    def loaded(self, plugin: str, version: int) -> None:
        """Remember the version of a plugin that was imported."""
        self._versions[plugin] = version

    def failed(self, plugin: str, reason: str) -> None:
        """Count a failure outside of any hook call, such as an import error."""
        self.answered(Answer(plugin, None, reason))

    def take(self) -> Tally:
        """Return everything recorded so far and start anew; versions stay known."""
        tally = Tally(dict(self._calls), dict(self._failures), dict(self._versions), tuple(self._problems))
        self._calls.clear()
        self._failures.clear()
        self._problems.clear()
        return tally

    def absorb(self, tally: Tally) -> None:
        """Add what another process recorded."""
        self._calls.update(tally.calls)
        self._failures.update(tally.failures)
        self._versions.update(tally.versions)
        self._problems.update(dict.fromkeys(tally.problems))

    def problems(self) -> list[Problem]:
        """Return each distinct problem once, in no particular order."""
        return list(self._problems)

    def status(self, plugin: str) -> PluginStatus:
        """Say how one plugin fared: unused, succeeded, partial or failed, the last two with their first reason."""
        calls, failures = self._calls[plugin], self._failures[plugin]
        version = self._versions.get(plugin)
        if not calls:
            return PluginStatus(plugin, "unused", version)
        if not failures:
            return PluginStatus(plugin, "succeeded", version)
        return PluginStatus(plugin, "partial" if failures < calls else "failed", version, self._reason(plugin))

    def _reason(self, plugin: str) -> str:
        own = sorted((problem for problem in self._problems if problem.plugin == plugin), key=problem_order)
        first, more = own[0], len(own) - 1
        where = f"{first.file}:{first.line}: " if first.line else f"{first.file}: " if first.file else ""
        return f"{where}{first.reason}" + (f" (and {more} more)" if more else "")
