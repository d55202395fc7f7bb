"""Localizing one instance of a data set, and measuring the answer; a failure is an answer too."""

import os
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from crossbearing.localize import LocateRequest, locate
from crossbearing.measure.dataset import Instance, Task
from crossbearing.measure.gold import FUNCTION_KINDS, Gold, gold_of
from crossbearing.measure.metrics import Span, distance, file_figures, function_figures, misses
from crossbearing.measure.results import Record
from crossbearing.measure.trail import Trail, describe_gold
from crossbearing.model.errors import CrossbearingError
from crossbearing.recon.scan import RepositoryMap, scan
from crossbearing.source import Source, open_source
from crossbearing.source.git import Git, GitError

if TYPE_CHECKING:
    from crossbearing.model.report import RankedEntity, Report
    from crossbearing.registry import PluginHost
    from crossbearing.store import Store

SCHEMA = "crossbearing.instance/1"


@frozen
class Workshop:
    """What the instances of one repository share; ``repository`` is its git directory or working tree."""

    repository: Path
    store: "Store"
    host: "PluginHost"
    workers: int | None
    configuration: str


def measure(instance: Instance, workshop: Workshop) -> Record:
    """Localize the instance at its base commit and compare with the gold; whatever goes wrong is a reasoned miss."""
    started, busy = time.perf_counter(), _processor_seconds()
    gold: Gold | None = None
    run: dict[str, Any] = {}
    try:
        with open_source(workshop.repository, instance.task.base_commit) as source:
            scanned = scan(source, workshop.store, workshop.host, persist=False, workers=workshop.workers)
            run["parsed"], run["reused"] = scanned.statistics.parsed, scanned.statistics.reused
            run["seconds_scan"] = round(time.perf_counter() - started, 3)
            gold = gold_of(instance.patch, scanned.graph, lambda path: gold_lines(scanned, path))
            trail = Trail()
            report = localize(instance.task, scanned, workshop.host, trail)
            line = measured_line(instance, workshop.configuration, scanned, report, gold, trail)
    except Exception as error:  # an instance that fails must not take the others with it
        reason = _reason(error).replace(str(workshop.repository), instance.task.repo)
        line = failed_line(instance, workshop.configuration, reason, gold)
    run["seconds"] = round(time.perf_counter() - started, 3)
    run["seconds_processor"] = round(_processor_seconds() - busy, 3)
    return Record(line, {"instance_id": instance.task.instance_id, **run})


def _processor_seconds() -> float:
    """What this process and those that it has waited for have used so far."""
    return sum(os.times()[:4])


def localize(task: Task, scanned: RepositoryMap, host: "PluginHost", trail: Trail | None = None) -> "Report":
    """Ask for the fault of a task: the issue's text, and its failing test if it names one, is all that is told.

    ``trail`` notes what was asked about on the way.
    """
    request = LocateRequest(text=task.text, repro=task.repro, before=task.before)
    return locate(scanned, request, host if trail is None else trail.watch(host))


def failed_line(instance: Instance, configuration: str, reason: str, gold: Gold | None = None) -> dict[str, Any]:
    """The line of an instance that could not be localized: counted as a miss wherever the fix may have gold."""
    figures = {} if gold and gold.why_no_files else misses(functions=not (gold and gold.why_no_functions))
    return {
        **_head(instance, configuration),
        "status": "failed",
        "reason": reason,
        "gold": _gold(gold),
        "figures": figures,
    }


def measured_line(
    instance: Instance,
    configuration: str,
    scanned: RepositoryMap,
    report: "Report",
    gold: Gold,
    trail: Trail,
) -> dict[str, Any]:
    """The line of an instance that was localized: what was found, the gold and where it was lost, and the figures."""
    statistics = scanned.statistics
    ranked = [_span(scanned, entity) for entity in report.ranking.entities if entity.kind in FUNCTION_KINDS]
    return {
        **_head(instance, configuration),
        "status": "measured",
        "files": [{"file": file.file, "score": _rounded(file.score)} for file in report.ranking.files],
        "entities": [_entity(entity) for entity in report.ranking.entities],
        "confidence": report.confidence,
        "agreement": asdict(report.agreement),
        "channels": [asdict(channel) for channel in report.channels],
        "gold": _gold(gold),
        "trail": describe_gold(gold, ranked, trail, scanned.graph),
        "history": commits_before(scanned.tree),
        "figures": _figures(scanned, report, gold, ranked),
        "statistics": {
            name: getattr(statistics, name) for name in ("files", "skipped", "definitions", "references", "edges")
        },
        "errors": len(report.errors),
    }


def _head(instance: Instance, configuration: str) -> dict[str, Any]:
    task = instance.task
    return {
        "schema": SCHEMA,
        "instance_id": task.instance_id,
        "repo": task.repo,
        "base_commit": task.base_commit,
        "language": instance.language,
        "repro": task.repro is not None,
        "configuration": configuration,
        "row": instance.digest,
    }


def _entity(entity: "RankedEntity") -> dict[str, Any]:
    return {
        "qualname": entity.qualname,
        "kind": entity.kind,
        "file": entity.file,
        "line": entity.line,
        "end_line": entity.end_line,
        "score": _rounded(entity.score),
        "evidence": {name: _rounded(score) for name, score in sorted(entity.evidence.items())},
    }


def _gold(gold: Gold | None) -> dict[str, Any]:
    if gold is None:
        return {"files": [], "functions": [], "why_no_files": "unknown", "why_no_functions": "unknown"}
    return {
        "files": list(gold.files),
        "functions": [asdict(function) for function in gold.functions],
        "why_no_files": gold.why_no_files,
        "why_no_functions": gold.why_no_functions,
    }


def commits_before(source: Source) -> int | None:
    """How many commits led to the source's revision, itself included; None where that cannot be told.

    A shallow clone has few, whatever the project's age: what counts is what a channel could read.
    """
    if source.git_dir is None or source.revision is None:
        return None
    return _count_commits(source.git_dir, source.revision)


@lru_cache(maxsize=64)
def _count_commits(git_dir: Path, revision: str) -> int | None:
    try:
        output, _ = Git(git_dir).run("rev-list", "--count", revision)
    except GitError:
        return None
    return int(output)


def _figures(scanned: RepositoryMap, report: "Report", gold: Gold, ranked: Sequence[Span]) -> dict[str, float]:
    if not gold.files:
        return {}
    figures = file_figures([file.file for file in report.ranking.files], gold.files)
    if gold.functions:
        figures |= function_figures(ranked, [Span(g.file, g.line, g.end_line) for g in gold.functions])
        first = report.ranking.entities[:1]
        start = _number(scanned, first[0]) if first else None
        figures["distance"] = float(distance(start, gold.entities, scanned.graph))
    return {name: round(value, 6) for name, value in figures.items()}


def _span(scanned: RepositoryMap, entity: "RankedEntity") -> Span:
    number = _number(scanned, entity)
    if number is None:
        return Span(entity.file, entity.line, entity.end_line)
    # Gold spans begin at the decorators, whatever line the report shows.
    graph = scanned.graph
    return Span(entity.file, int(graph.start_lines[number]), int(graph.end_lines[number]))


def _number(scanned: RepositoryMap, entity: "RankedEntity") -> int | None:
    graph = scanned.graph
    return next(
        (
            number
            for number in graph.entities_of_file(entity.file)
            if graph.qualnames[number] == entity.qualname
            and entity.line in (int(graph.lines[number]), int(graph.start_lines[number]))
        ),
        None,
    )


def gold_lines(scanned: RepositoryMap, path: str) -> Sequence[str] | None:
    """The lines of a file at the base commit, as :func:`~crossbearing.measure.gold.gold_of` reads them."""
    file = scanned.tree.read(path)
    return None if file is None else file.text.split("\n")


def _rounded(score: float) -> float:
    return round(score, 6)


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, CrossbearingError) else f"{type(error).__name__}: {error}"
