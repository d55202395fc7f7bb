"""Running localization over a data set: every instance at its base commit, straight from the git objects."""

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from attrs import asdict, frozen

from crossbearing.hookspecs import KINDS
from crossbearing.measure.capped import NO_CAPS, Caps, run_capped
from crossbearing.measure.dataset import Instance, choose, hash_of, read_dataset
from crossbearing.measure.instance import Workshop, failed_line, measure
from crossbearing.measure.repositories import Repositories, commit_times
from crossbearing.measure.results import Part, Record, Results
from crossbearing.model.errors import CrossbearingError, LostItemError, PluginError
from crossbearing.store import Store

if TYPE_CHECKING:
    from crossbearing.registry import HostRecipe, PluginHost

Progress = Callable[[int, int], None]
"""Told now and then how many of how many instances are done."""


# Fields of a profile and kinds of plugin that decide nothing about where a fault is found.
_UNDECIDING = ("name", "source", "description", "renderer", "executor", "agent")


@frozen
class BenchRequest:
    """What to measure: ``dataset`` against the git directories in ``repositories``.

    Facts are cached in ``build_dir`` (default: the user's cache directory), one folder a repository. Results go to
    ``out`` where it is given; instances already there are not run again, but for those that failed where ``retry`` says
    so. ``jobs`` repositories are worked on at once; ``caps`` limit what one instance may take.
    """

    dataset: Path
    repositories: Path
    out: Path | None = None
    build_dir: Path | None = None
    instances: tuple[str, ...] = ()
    limit: int | None = None
    jobs: int = 1
    caps: Caps = NO_CAPS
    retry: bool = False


@frozen
class Bench:
    """The outcome: one record an instance, in the data set's order, and which of them this run had to do.

    ``dataset_hash`` names the rows that were measured, and ``trained`` the parts that may have learnt from data.
    """

    dataset: str
    dataset_hash: str
    profile: str
    configuration: str
    records: tuple[Record, ...]
    run_now: frozenset[str]
    trained: tuple[str, ...] = ()


@frozen
class Job:
    """All instances of one repository that are to be run, oldest commit first; can be sent to another process."""

    repository: Path
    instances: tuple[Instance, ...]
    build_dir: Path
    part: Part
    recipe: "HostRecipe"
    configuration: str
    workers: int | None
    caps: Caps = NO_CAPS

    def miss(self, instance: Instance, reason: str) -> None:
        """Add the record of an instance that could not be measured."""
        self.part.add(
            Record(failed_line(instance, self.configuration, reason), {"instance_id": instance.task.instance_id})
        )


def run_bench(request: BenchRequest, host: "PluginHost", progress: Progress | None = None) -> Bench:
    """Measure every instance that has no result yet, and return all of them.

    Raises :class:`CrossbearingError` for a data set, folder or results file that is not as expected; an instance that
    fails is a record that says why.
    """
    request.caps.check()
    everything = read_dataset(request.dataset)
    chosen = choose(everything, request.instances, request.limit)
    configuration = configuration_of(host)
    with _results(request, configuration) as results:
        known = results.load()
        if strangers := sorted(known.keys() - _names(everything)):
            raise CrossbearingError(
                f"{request.out} holds results of {strangers[0]}, which {request.dataset} lacks; choose another --out"
            )
        known = _still_valid(known, everything)
        if request.retry:
            known = {name: record for name, record in known.items() if record.line["status"] != "failed"}
            results.merge(known[name] for name in _names(everything) if name in known)
        missing = [instance for instance in chosen if instance.task.instance_id not in known]
        try:
            _run(request, host, configuration, missing, results, _within(progress, len(chosen) - len(missing)))
        finally:
            known |= _still_valid(results.load(), everything)
            results.merge(known[name] for name in _names(everything) if name in known)
    return Bench(
        request.dataset.name,
        hash_of(chosen),
        host.profile.name,
        configuration,
        tuple(known[name] for name in _names(chosen)),
        frozenset(_names(missing)),
        trained_parts(host),
    )


def trained_parts(host: "PluginHost") -> tuple[str, ...]:
    """The plugins that take part and may have learnt from data: those that say so (``TRAINED``), and a re-ranker."""
    profile = host.profile
    asked = [*host.enabled("channel"), f"fusion.{profile.fusion.name}"]
    trained = [name for name in asked if _is_trained(host, name)]
    return (*trained, f"reranker.{profile.rerank.name}") if profile.rerank.name else tuple(trained)


def _is_trained(host: "PluginHost", qualified: str) -> bool:
    try:
        return bool(host.attribute(qualified, "TRAINED", False))
    except PluginError:  # cannot be imported: it will be among each report's errors
        return False


def configuration_of(host: "PluginHost") -> str:
    """Name everything that decides an instance's result but the instance: 16 digits of a SHA-256.

    It covers the profile's content (not its name or place), and each enabled plugin's version and distribution (this
    project's own among them), but not renderers and executors, which decide nothing.
    """
    profile = {key: value for key, value in asdict(host.profile).items() if key not in _UNDECIDING}
    options = {name: own for name, own in profile["options"].items() if name.partition(".")[0] not in _UNDECIDING}
    profile["options"] = options
    kinds = [kind for kind in KINDS if kind not in _UNDECIDING]
    origins = {record.qualified: record[3:] for record in host.recipe().discovery.records}
    plugins = {name: [_version(host, name), *origins[name]] for kind in kinds for name in host.enabled(kind)}
    content = json.dumps([profile, plugins], sort_keys=True, default=str)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _version(host: "PluginHost", qualified: str) -> int | None:
    try:
        return host.version(qualified)
    except PluginError:  # cannot be imported: it will be among each report's errors
        return None


def run_job(job: Job) -> None:
    """Run a repository's instances in order and add each record to the job's part as soon as it is there.

    Those that have a record there already (another process did them and died) are passed over.
    """
    done = job.part.records()
    waiting = [instance for instance in job.instances if instance.task.instance_id not in done]
    if job.caps:
        for miss in run_capped(Bencher(job), waiting, job.caps):
            job.miss(waiting[miss.position], miss.reason)
        return
    with Bencher(job) as bencher:
        for instance in waiting:
            bencher(instance)


class Bencher:
    """Measures the instances of a job one by one, in the process that it is called in; can be sent there unused."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._workshop: Workshop | None = None

    def __call__(self, instance: Instance) -> None:
        """Measure an instance and add its record to the job's part."""
        job = self._job
        if self._workshop is None:
            store = Store.open(job.build_dir)
            self._workshop = Workshop(job.repository, store, job.recipe.open(), job.workers, job.configuration)
        job.part.start(instance.task.instance_id)
        job.part.add(measure(instance, self._workshop))

    def __enter__(self) -> "Bencher":
        return self

    def __exit__(self, *_: object) -> None:
        if self._workshop is not None:
            self._workshop.store.close()


def _run(
    request: BenchRequest,
    host: "PluginHost",
    configuration: str,
    missing: list[Instance],
    results: Results,
    progress: Progress | None,
) -> None:
    jobs = list(_jobs(request, host, configuration, missing, results))
    with _watch(results, len(missing), progress):
        while jobs:
            done = 0
            try:
                for _ in host.map(host.profile.executor, run_job, jobs, request.jobs):
                    done += 1
                return
            except LostItemError as error:
                # An instance took its process with it, again and again: it is a miss, and the others go on.
                jobs = jobs[done:]
                _give_up(jobs[0], error)


def _give_up(job: Job, error: LostItemError) -> None:
    name = job.part.unfinished()
    lost = next((instance for instance in job.instances if instance.task.instance_id == name), None)
    if lost is None:
        raise error
    job.miss(lost, error.reason)


def _jobs(
    request: BenchRequest, host: "PluginHost", configuration: str, missing: list[Instance], results: Results
) -> Iterator[Job]:
    repositories = Repositories(request.repositories)
    cache = request.build_dir or _user_cache()
    for repo in sorted({instance.task.repo for instance in missing}):
        instances = [instance for instance in missing if instance.task.repo == repo]
        part = results.part(repo)
        try:
            path = repositories.find(repo)
        except CrossbearingError as error:
            for instance in instances:
                line = failed_line(instance, configuration, str(error))
                part.add(Record(line, {"instance_id": instance.task.instance_id}))
            continue
        ordered = _oldest_first(instances, path)
        is_alone = request.jobs == 1 and host.profile.executor == "local" and request.caps.memory is None
        workers = None if is_alone else 1  # one: where the job is
        folder = cache / repo.replace("/", "+")
        yield Job(path, ordered, folder, part, host.recipe(), configuration, workers, request.caps)


def _oldest_first(instances: list[Instance], repository: Path) -> tuple[Instance, ...]:
    # Neighbours in time share most of their files, so that caches stay warm.
    times = commit_times(repository, (instance.task.base_commit for instance in instances))
    return tuple(sorted(instances, key=lambda each: (times.get(each.task.base_commit, 0), each.task.instance_id)))


@contextmanager
def _results(request: BenchRequest, configuration: str) -> Iterator[Results]:
    if request.out is not None:
        yield Results(request.out, configuration)
        return
    with TemporaryDirectory(prefix="crossbearing-bench-") as folder:
        yield Results(Path(folder, "results.jsonl"), configuration)


@contextmanager
def _watch(results: Results, total: int, progress: Progress | None) -> Iterator[None]:
    """Report the number of finished instances twice a second; workers of any executor write where it can be seen."""
    if progress is None or not total:
        yield
        return
    ended = threading.Event()

    def report() -> None:
        while not ended.wait(0.5):
            progress(results.count(), total)

    thread = threading.Thread(target=report, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        progress(results.count(), total)


def _within(progress: Progress | None, known: int) -> Progress | None:
    return None if progress is None else partial(_shifted, progress, known)


def _shifted(progress: Progress, known: int, done: int, total: int) -> None:
    progress(known + done, known + total)


def _still_valid(records: dict[str, Record], instances: list[Instance]) -> dict[str, Record]:
    digests = {instance.task.instance_id: instance.digest for instance in instances}
    return {name: record for name, record in records.items() if record.line.get("row") == digests.get(name)}


def _names(instances: list[Instance]) -> list[str]:
    return [instance.task.instance_id for instance in instances]


def _user_cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("crossbearing") / "bench"
