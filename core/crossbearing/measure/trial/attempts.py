"""Letting an agent try, instance by instance, with each set of places; attempts that have a record are kept."""

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from crossbearing.measure.dataset import Instance
from crossbearing.measure.repositories import Repositories
from crossbearing.measure.results import Part, Record, Results
from crossbearing.measure.trial.plan import AgentChoice
from crossbearing.measure.trial.testing import Testing, TestSet, run_tests
from crossbearing.measure.trial.workplace import open_workplace
from crossbearing.model.attempt import AgentPlace, Attempt
from crossbearing.model.errors import CrossbearingError, PluginError

if TYPE_CHECKING:
    from crossbearing.registry import HostRecipe, PluginHost

SCHEMA = "crossbearing.attempt/1"

Places = tuple[AgentPlace, ...] | None


@frozen
class AttemptJob:
    """One attempt; can be sent to another process."""

    arm: str
    instance: Instance
    places: Places
    repository: Path
    choice: AgentChoice
    tests: TestSet | None
    recipe: "HostRecipe"
    configuration: str
    row: str
    part: Part


def run_attempts(
    arm: str,
    instances: Sequence[Instance],
    places: Mapping[str, Places],
    choice: AgentChoice,
    tests: Mapping[str, TestSet],
    repositories: Path,
    host: "PluginHost",
    out: Path,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Record]:
    """Return a record an instance; ``places`` are what the agent is pointed at (None: told nothing).

    Raises :class:`~crossbearing.model.errors.PluginError` where the agent cannot work at all.
    """
    configuration = _digest([host.state(f"agent.{choice.name}"), asdict(choice), arm])
    results = Results(out, configuration)
    rows = {
        instance.task.instance_id: _digest([instance.digest, _plain(places[instance.task.instance_id])])
        for instance in instances
    }
    known = {name: record for name, record in results.load().items() if record.line.get("row") == rows.get(name)}
    missing = [instance for instance in instances if instance.task.instance_id not in known]
    found = Repositories(repositories)
    waiting = []
    for instance in missing:
        name = instance.task.instance_id
        part = results.part(name)
        try:
            path = found.find(instance.task.repo)
        except CrossbearingError as error:
            line = _line(arm, instance, configuration, rows[name], _failed(str(error)), Testing(resolved=False))
            part.add(Record(line, {"instance_id": name}))
            continue
        waiting.append(
            AttemptJob(
                arm,
                instance,
                places[name],
                path,
                choice,
                tests.get(name),
                host.recipe(),
                configuration,
                rows[name],
                part,
            )
        )
    try:
        for done, _ in enumerate(host.map(host.profile.executor, run_attempt, waiting, jobs), start=1):
            if progress:
                progress(done, len(waiting))
    finally:
        fresh = results.load()
        known |= {name: record for name, record in fresh.items() if record.line.get("row") == rows.get(name)}
        # In the data set's order, whoever finished first: intervals depend on it.
        known = {name: known[name] for name in rows if name in known}
        results.merge(known.values())
    return known


def run_attempt(job: AttemptJob) -> None:
    """Let the agent try once, test its patch, and add the record to the job's part."""
    host, task = job.recipe.open(), job.instance.task
    started = time.perf_counter()
    try:
        with open_workplace(job.repository, task, job.places) as (place, context):
            attempt = host.attempt(job.choice.name, place, context)
        seconds = round(time.perf_counter() - started, 3)
        testing = run_tests(
            job.repository, task.base_commit, attempt.patch, job.tests, job.choice.resolve, job.choice.resolve_seconds
        )
    except PluginError:
        raise
    except CrossbearingError as error:
        reason = str(error).replace(str(job.repository), task.repo)
        attempt, testing, seconds = _failed(reason), Testing(resolved=False, reason=reason), 0.0
    line = _line(job.arm, job.instance, job.configuration, job.row, attempt, testing)
    job.part.add(Record(line, {"instance_id": task.instance_id, "seconds": seconds}))


def _failed(reason: str) -> Attempt:
    return Attempt("", "failed", reason=reason)


def _line(
    arm: str, instance: Instance, configuration: str, row: str, attempt: Attempt, testing: Testing
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "instance_id": instance.task.instance_id,
        "repo": instance.task.repo,
        "arm": arm,
        "configuration": configuration,
        "row": row,
        **asdict(attempt),
        "resolved": testing.resolved,
        "why": testing.reason,
    }


def _plain(places: Places) -> Any:
    return None if places is None else [asdict(place) for place in places]


def _digest(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()[:16]
