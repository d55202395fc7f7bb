"""The question battery for both sides of a comparison: one repository each, at one of the instances' base commits."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from crossbearing.measure.battery.grade import Grade
from crossbearing.measure.battery.table import run_battery
from crossbearing.measure.dataset import Instance
from crossbearing.measure.repositories import Repositories
from crossbearing.measure.trial.plan import TrialPlan
from crossbearing.model.errors import CrossbearingError
from crossbearing.recon.persist import load_references
from crossbearing.recon.query import GraphQueries
from crossbearing.recon.questions import QUESTIONS, Artifacts, answer_question
from crossbearing.recon.scan import scan
from crossbearing.registry import PluginHost
from crossbearing.source import open_source
from crossbearing.store import Store


def ask_battery(plan: TrialPlan, host: PluginHost, instances: Sequence[Instance], build_dir: Path) -> dict[str, float]:
    """The accuracy by repository: the mean, over those of the six questions that could be drawn, of the right share.

    Each repository is asked at the base commit of its first instance; one that is missing, or of which nothing can be
    drawn, is left out.
    """
    found = Repositories(plan.repositories)
    first: dict[str, Instance] = {}
    for instance in instances:
        first.setdefault(instance.task.repo, instance)
    accuracies = {}
    for repo, instance in sorted(first.items()):
        try:
            path = found.find(repo)
        except CrossbearingError:
            continue
        grades = _grades(path, instance.task.base_commit, host, build_dir / repo.replace("/", "+"), plan.seed)
        if grades:
            accuracies[repo] = accuracy_of(grades)
    return accuracies


def accuracy_of(grades: Sequence[Grade]) -> float:
    """Six questions weigh the same, however often each was asked (reconnaissance specification, §6.1)."""
    by_question = ([grade.is_right for grade in grades if grade.question == question] for question in QUESTIONS)
    shares = [sum(own) / len(own) for own in by_question if own]
    return round(sum(shares) / len(shares), 6)


def _grades(repository: Path, commit: str, host: PluginHost, build_dir: Path, seed: int) -> list[Grade]:
    with open_source(repository, commit) as source, Store.open(build_dir) as store:
        scanned = scan(source, store, host)
        tables = load_references(store, scanned.fingerprint)
        if tables is None:
            raise CrossbearingError(f"the map of {repository.name} is no longer in the build directory; run it again")
        artifacts = Artifacts(scanned.graph, scanned.manifest, GraphQueries(scanned.graph, *tables))
        return run_battery(scanned.tree, partial(answer_question, artifacts), seed=seed)
