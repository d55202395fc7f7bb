"""Measuring one instance with nothing left out, and with each of several sets of plugins left out."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from crossbearing.measure.ablation.context import context_line
from crossbearing.measure.ablation.memory import Memory, ReplayingHost
from crossbearing.measure.ablation.plan import CONTEXT_METRICS, Target
from crossbearing.measure.ablation.silence import traces_of
from crossbearing.measure.dataset import Instance
from crossbearing.measure.gold import Gold, gold_of
from crossbearing.measure.instance import failed_line, gold_lines, localize, measured_line
from crossbearing.measure.results import Part, Record
from crossbearing.measure.trail import Trail
from crossbearing.model.errors import CrossbearingError
from crossbearing.recon.scan import RepositoryMap, scan
from crossbearing.source import open_source

if TYPE_CHECKING:
    from crossbearing.registry import HostRecipe
    from crossbearing.store import Store

Key = tuple[Target, str]
"""What is left out, and which measure shows it."""

_SCANNING_KINDS = ("ecosystem", "language")


@frozen
class Condition:
    """A set of plugins to be left out (none: the baseline), and where its records go; can be sent to processes.

    ``measure`` says which lines are written: those of a bench (``localization``), or those of gate and ladder
    (``context``). ``done`` are the instances that have a record from an earlier run.
    """

    without: Target
    measure: str
    recipe: "HostRecipe"
    configuration: str
    part: Part
    done: frozenset[str] = frozenset()

    @property
    def key(self) -> Key:
        """What names the condition."""
        return self.without, self.measure

    def miss(self, instance: Instance, reason: str, gold: Gold | None = None) -> None:
        """Add the record of an instance that could not be measured: a miss by every metric."""
        line = failed_line(instance, self.configuration, reason, gold)
        if self.measure == "context":
            line["figures"] = dict.fromkeys(CONTEXT_METRICS, 0.0) if line["figures"] else {}
        self.part.add(Record(line, {"instance_id": instance.task.instance_id}))

    @property
    def rescans(self) -> bool:
        """Whether what is left out takes part in mapping the repository."""
        return any(name.partition(".")[0] in _SCANNING_KINDS for name in self.without)


@frozen
class Visitor:
    """One repository, the store of its facts, and the hosts of all conditions.

    ``replay`` is off where every channel is to be asked anew, whatever it has answered before.
    """

    repository: Path
    store: "Store"
    workers: int | None
    replay: bool
    hosts: dict[Key, ReplayingHost]

    def visit(self, instance: Instance, conditions: Sequence[Condition]) -> None:
        """Measure an instance under each condition and add the records to their parts.

        The repository is mapped once for all that leave the map as it is, and once for each that does not.
        """
        shared = [condition for condition in conditions if not condition.rescans]
        for group in [shared, *([condition] for condition in conditions if condition.rescans)]:
            if group:
                self._measure_group(instance, group)

    def _measure_group(self, instance: Instance, group: Sequence[Condition]) -> None:
        gold: Gold | None = None
        waiting = list(group)
        try:
            with self._mapped(instance, self.hosts[group[0].key]) as scanned:
                gold = gold_of(instance.patch, scanned.graph, lambda path: gold_lines(scanned, path))
                memory = Memory() if self.replay else None
                while waiting:
                    self._measure(instance, waiting[0], scanned, gold, memory)
                    waiting.pop(0)
        except Exception as error:  # what fails before anything is localized fails for all of them
            for condition in waiting:
                self._fail(instance, condition, error, gold)

    @contextmanager
    def _mapped(self, instance: Instance, host: ReplayingHost) -> Iterator[RepositoryMap]:
        with open_source(self.repository, instance.task.base_commit) as source:
            yield scan(source, self.store, host, persist=False, workers=self.workers)

    def _measure(
        self, instance: Instance, condition: Condition, scanned: RepositoryMap, gold: Gold, memory: Memory | None
    ) -> None:
        started = time.perf_counter()
        host = self.hosts[condition.key]
        host.memory = memory
        if memory is not None:
            memory.reset_counts()
        try:
            line = _MEASURES[condition.measure](instance, condition, scanned, gold, host)
        except Exception as error:  # one condition that fails must not take the others with it
            self._fail(instance, condition, error, gold)
            return
        asked, replayed = (memory.asked, memory.replayed) if memory else (-1, 0)
        run = {"asked": asked, "replayed": replayed, "seconds": round(time.perf_counter() - started, 3)}
        condition.part.add(Record(line, {"instance_id": instance.task.instance_id, **run}))

    def _fail(self, instance: Instance, condition: Condition, error: Exception, gold: Gold | None) -> None:
        text = str(error) if isinstance(error, CrossbearingError) else f"{type(error).__name__}: {error}"
        reason = text.replace(str(self.repository), instance.task.repo)
        condition.miss(instance, reason, gold)


def _localization_line(
    instance: Instance, condition: Condition, scanned: RepositoryMap, gold: Gold, host: ReplayingHost
) -> dict[str, Any]:
    trail = Trail()
    report = localize(instance.task, scanned, host, trail)
    if traces := traces_of(report, condition.without):
        raise CrossbearingError(f"{', '.join(condition.without)} was left out and is still named in {traces[0]}")
    return measured_line(instance, condition.configuration, scanned, report, gold, trail)


def _context_line(
    instance: Instance, condition: Condition, scanned: RepositoryMap, gold: Gold, host: ReplayingHost
) -> dict[str, Any]:
    return context_line(instance, condition.configuration, condition.without, scanned, gold, host)


_MEASURES: dict[str, Callable[[Instance, Condition, RepositoryMap, Gold, ReplayingHost], dict[str, Any]]] = {
    "context": _context_line,
    "localization": _localization_line,
}
