"""Running an ablation: every instance under every condition, each condition's results in a file of its own.

The files are results of a bench like any other: the one of a condition holds, byte for byte, what ``crossbearing bench
--without`` writes. What is there already is not run again.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from crossbearing.measure.ablation.memory import ReplayingHost
from crossbearing.measure.ablation.plan import AblationPlan, Target
from crossbearing.measure.ablation.visit import Condition, Key, Visitor
from crossbearing.measure.bench import configuration_of
from crossbearing.measure.dataset import Instance, choose, read_dataset
from crossbearing.measure.plans import sampled
from crossbearing.measure.repositories import Repositories, commit_times
from crossbearing.measure.results import Part, Record, Results
from crossbearing.model.errors import CrossbearingError, LostItemError
from crossbearing.store import Store

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

Progress = Callable[[int, int], None]

_UNSAFE = re.compile(r"[^\w.+-]")
_LONGEST_NAME = 120
BASELINE = "baseline"


@frozen
class Job:
    """Instances of one repository, oldest commit first, under all conditions; can be sent to another process."""

    repository: Path
    instances: tuple[Instance, ...]
    build_dir: Path
    conditions: tuple[Condition, ...]
    visits: Part
    replay: bool
    workers: int | None


class Ablation:
    """An ablation under way: its instances, the host of the baseline, and where results and facts are kept."""

    def __init__(
        self,
        plan: AblationPlan,
        host: "PluginHost",
        folder: Path,
        build_dir: Path,
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> None:
        self.plan = plan
        self.host = host
        self.instances = instances_of(plan)
        self._folder = folder
        self._build_dir = build_dir
        self._jobs = jobs
        self._progress = progress
        self._repositories = Repositories(plan.repositories)

    def measure(self, keys: Sequence[Key]) -> dict[Key, dict[str, Record]]:
        """Return the records of every condition by instance, having run what had no result yet."""
        hosts = {key: open_without(self.host, key[0]) for key in keys}
        configurations = {key: configuration_of(hosts[key]) for key in keys}
        results = {key: Results(self._folder / file_name(key), configurations[key]) for key in keys}
        known = {key: self._valid(results[key].load()) for key in keys}

        def conditions(repo: str) -> tuple[Condition, ...]:
            return tuple(
                Condition(
                    *key, hosts[key].recipe(), configurations[key], results[key].part(repo), frozenset(known[key])
                )
                for key in keys
            )

        try:
            self._run(list(self._job_list(conditions)))
        finally:
            for key in keys:
                known[key] |= self._valid(results[key].load())
                # In the data set's order, whoever finished first: intervals depend on it.
                known[key] = {name: known[key][name] for name in self._names() if name in known[key]}
                results[key].merge(known[key].values())
        return known

    def _job_list(self, conditions_of: Callable[[str], tuple[Condition, ...]]) -> Iterator[Job]:
        for repo in sorted({instance.task.repo for instance in self.instances}):
            conditions = conditions_of(repo)
            missing = [
                instance
                for instance in self.instances
                if instance.task.repo == repo and _still_to_measure(instance, conditions)
            ]
            if not missing:
                continue
            try:
                path = self._repositories.find(repo)
            except CrossbearingError as error:
                for instance in missing:
                    fail_everywhere(instance, conditions, str(error))
                continue
            name = repo.replace("/", "+")
            visits = Part(self._folder / "visits" / f"{name}.jsonl")
            visits.path.parent.mkdir(parents=True, exist_ok=True)
            visits.path.unlink(missing_ok=True)
            is_alone = self._jobs == 1 and self.host.profile.executor == "local"
            workers = None if is_alone else 1
            ordered = _oldest_first(missing, path)
            yield Job(path, ordered, self._build_dir / name, conditions, visits, self.plan.replay, workers)

    def _run(self, jobs: list[Job]) -> None:
        total, done = sum(len(job.instances) for job in jobs), 0
        while jobs:
            finished = 0
            try:
                for count in self.host.map(self.host.profile.executor, run_job, jobs, self._jobs):
                    finished, done = finished + 1, done + count
                    if self._progress:
                        self._progress(done, total)
                return
            except LostItemError as error:
                # An instance took its process with it, again and again: it is a miss, and the others go on.
                jobs = jobs[finished:]
                _give_up(jobs[0], error)

    def _valid(self, records: Mapping[str, Record]) -> dict[str, Record]:
        digests = {instance.task.instance_id: instance.digest for instance in self.instances}
        return {name: record for name, record in records.items() if record.line.get("row") == digests.get(name)}

    def _names(self) -> list[str]:
        return [instance.task.instance_id for instance in self.instances]


def instances_of(plan: AblationPlan) -> list[Instance]:
    """The instances that a plan names, or draws."""
    return sampled(choose(read_dataset(plan.dataset), plan.instances), plan.sample, plan.seed)


def open_without(host: "PluginHost", without: Target) -> ReplayingHost:
    """Open the same host with more plugins switched off."""
    recipe = host.recipe()
    return ReplayingHost(recipe._replace(without=tuple(sorted({*recipe.without, *without}))))


def file_name(key: Key) -> str:
    """The file of a condition's results: ``without-channel.bm25.jsonl``, ``baseline.jsonl``."""
    without, measure = key
    names = "+".join(without)
    if len(names) > _LONGEST_NAME:
        names = f"{len(without)}-plugins-{hashlib.sha256(names.encode()).hexdigest()[:12]}"
    stem = f"without-{_UNSAFE.sub('_', names)}" if without else BASELINE
    return f"{stem}.jsonl" if measure == "localization" else f"{stem}.{measure}.jsonl"


def run_job(job: Job) -> int:
    """Measure a repository's instances and add each record to its condition's part; return how many there were."""
    hosts = {condition.key: ReplayingHost(condition.recipe) for condition in job.conditions}
    with Store.open(job.build_dir) as store:
        visitor = Visitor(job.repository, store, job.workers, job.replay, hosts)
        done = {condition.key: condition.done | condition.part.records().keys() for condition in job.conditions}
        for instance in job.instances:
            name = instance.task.instance_id
            if missing := [condition for condition in job.conditions if name not in done[condition.key]]:
                job.visits.start(name)
                visitor.visit(instance, missing)
    return len(job.instances)


def fail_everywhere(instance: Instance, conditions: Sequence[Condition], reason: str) -> None:
    """Count an instance as a miss under every condition that has no record of it."""
    for condition in _missing(instance, conditions):
        condition.miss(instance, reason)


def _missing(instance: Instance, conditions: Sequence[Condition]) -> list[Condition]:
    name = instance.task.instance_id
    return [each for each in conditions if name not in each.done and name not in each.part.records()]


def _still_to_measure(instance: Instance, conditions: Sequence[Condition]) -> bool:
    return any(instance.task.instance_id not in condition.done for condition in conditions)


def _give_up(job: Job, error: LostItemError) -> None:
    name = job.visits.unfinished()
    lost = next((instance for instance in job.instances if instance.task.instance_id == name), None)
    if lost is None or not _missing(lost, job.conditions):
        raise error
    fail_everywhere(lost, job.conditions, error.reason)


def _oldest_first(instances: Sequence[Instance], repository: Path) -> tuple[Instance, ...]:
    # Neighbours in time share most of their files, so that caches stay warm.
    times = commit_times(repository, (instance.task.base_commit for instance in instances))
    return tuple(sorted(instances, key=lambda each: (times.get(each.task.base_commit, 0), each.task.instance_id)))
