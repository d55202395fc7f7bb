"""The whole of ``crossbearing train``: lessons of many repositories, cross-validation by repository, model and card."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import Factory, asdict, frozen

from crossbearing.measure.bench import configuration_of
from crossbearing.measure.dataset import Instance, read_dataset
from crossbearing.measure.intervals import Estimate, estimate
from crossbearing.measure.repositories import Repositories, commit_times
from crossbearing.measure.training.commits import mine_commits
from crossbearing.measure.training.fit import Example, Settings, fit, require_lightgbm
from crossbearing.measure.training.gather import Gathering, Lesson
from crossbearing.model.errors import CrossbearingError
from crossbearing.store.files import write_atomically

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

Progress = Callable[[int, int], None]
"""Told now and then how many of how many lessons are there."""

MEASURES = ("file_acc@1", "file_acc@3", "file_acc@5", "function_acc@5", "function_acc@10")
_NOWHERE = 10**9


@frozen
class TrainRequest:
    """What to learn from: fix commits of ``repositories`` (at most ``limit`` each), and the rows of ``dataset``.

    The rows' repositories lie in ``dataset_repositories``. Lessons and facts are kept in ``cache`` (default: the
    user's cache directory), so that a run that was broken off goes on where it stopped. ``folds`` of the repositories
    take turns in the cross-validation. The model is written to ``out``.
    """

    repositories: tuple[Path, ...]
    out: Path
    dataset: Path | None = None
    dataset_repositories: Path | None = None
    cache: Path | None = None
    limit: int = 40
    folds: int = 5
    settings: Settings = Factory(Settings)


@frozen(eq=False)
class Training:
    """The outcome: the model as written (card included), and what the lessons were that taught nothing."""

    model: dict[str, Any]
    out: Path
    useless: tuple[tuple[str, str], ...]


Figures = dict[str, list[float]]


def train(request: TrainRequest, host: "PluginHost", progress: Progress | None = None) -> Training:
    """Mine, gather, cross-validate, fit on everything, and write the model.

    Raises :class:`CrossbearingError` where LightGBM or something to learn from is missing, or the profile's fusion
    cannot be trained.
    """
    require_lightgbm()
    fusion = f"fusion.{host.profile.fusion.name}"
    survey, features, apply = (host.attribute(fusion, name, None) for name in ("survey", "features", "apply"))
    if not (survey and features and apply):
        raise CrossbearingError(f"{fusion} cannot be trained; choose a profile with a fusion that can, such as default")
    sources = _sources(request)
    cache = request.cache or _user_cache()
    gathering = Gathering(cache / "lessons" / configuration_of(host), cache / "facts", host, survey)
    lessons = list(_lessons(sources, gathering, progress))
    examples = [Example(lesson, features(lesson.arrays)) for lesson in lessons if lesson.arrays]
    if not examples:
        raise CrossbearingError("nothing to learn from: no commit that fixes a fault was found")
    figures = cross_validate(examples, request, apply, host.profile.ranking.file_share)
    model = fit(examples, request.settings)
    model["card"] = _card(sources, lessons, figures, request, configuration_of(host))
    text = json.dumps(model, separators=(",", ":"), sort_keys=True) + "\n"
    request.out.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(request.out, [text.encode()])
    return Training(model, request.out, tuple((each.name, each.why_not) for each in lessons if each.why_not))


def repo_name(repository: Path) -> str:
    """``owner/name`` of a folder named ``owner+name`` (also ``owner+name.git``, ``owner+name/repo``), else its name."""
    folder = repository.resolve()
    if folder.name in ("repo", ".git"):
        folder = folder.parent
    return folder.name.removesuffix(".git").replace("+", "/")


def _sources(request: TrainRequest) -> list[tuple[Path, list[Instance]]]:
    """Each repository with its instances, by name."""
    found = [
        (repository, mine_commits(repository, repo_name(repository), request.limit))
        for repository in sorted(request.repositories, key=repo_name)
    ]
    if request.dataset is not None:
        if request.dataset_repositories is None:
            raise CrossbearingError("a data set needs the folder of its repositories (--repos)")
        repositories = Repositories(request.dataset_repositories)
        rows = read_dataset(request.dataset)
        for repo in sorted({row.task.repo for row in rows}):
            found += [(repositories.find(repo), [row for row in rows if row.task.repo == repo])]
    return found


def _lessons(
    sources: Sequence[tuple[Path, list[Instance]]], gathering: Gathering, progress: Progress | None
) -> Iterator[Lesson]:
    total, done = sum(len(instances) for _, instances in sources), 0
    for repository, instances in sources:
        for lesson in gathering.lessons(repository, instances):
            done += 1
            if progress is not None:
                progress(done, total)
            yield lesson


def cross_validate(
    examples: Sequence[Example], request: TrainRequest, apply: Callable[..., Any], file_share: float
) -> dict[str, dict[str, Figures]]:
    """Measure hand weights and model on every repository with a model that never saw it; by language, and ``all``.

    Without two repositories there is nothing to validate with, and the answer is empty.
    """
    repositories = sorted({example.lesson.repo for example in examples})
    folds = min(request.folds, len(repositories))
    found: dict[str, dict[str, Figures]] = {}
    if folds < 2:
        return found
    for fold in range(folds):
        held_out = set(repositories[fold::folds])
        model = fit([each for each in examples if each.lesson.repo not in held_out], request.settings)
        for example in examples:
            if example.lesson.repo in held_out:
                for name, chosen in (("hand", None), ("learned", model)):
                    entities, files = apply(example.features, chosen)
                    measured = _measured(example, entities, files, file_share)
                    for group in ("all", example.lesson.language):
                        own = found.setdefault(group, {}).setdefault(name, {measure: [] for measure in MEASURES})
                        for measure, value in measured.items():
                            own[measure].append(value)
    return found


def _measured(
    example: Example, entities: Mapping[int, float], files: Mapping[int, float], file_share: float
) -> dict[str, float]:
    lesson = example.lesson
    worst = _worst_rank(files, lesson.gold_files.tolist(), lesson.lost_files)
    found = {f"file_acc@{k}": float(worst <= k) for k in (1, 3, 5)}
    if len(lesson.gold_entities):
        table = example.features.entities()
        homes = dict(zip(lesson.arrays["entities"].tolist(), lesson.arrays["file"].tolist(), strict=True))
        placed = {
            number: entities[number] + file_share * files[homes[number]]
            for number in table.numbers[table.taught].tolist()
        }
        worst = _worst_rank(placed, lesson.gold_entities.tolist(), 0)
        found |= {f"function_acc@{k}": float(worst <= k) for k in (5, 10)}
    return found


def _worst_rank(scores: Mapping[int, float], gold: Sequence[int], lost: int) -> int:
    order = sorted(scores, key=lambda number: (-round(scores[number], 9), number))
    ranks = {number: rank for rank, number in enumerate(order, 1)}
    return _NOWHERE if lost else max((ranks.get(number, _NOWHERE) for number in gold), default=_NOWHERE)


def _card(
    sources: Sequence[tuple[Path, list[Instance]]],
    lessons: Sequence[Lesson],
    figures: Mapping[str, Mapping[str, Figures]],
    request: TrainRequest,
    configuration: str,
) -> dict[str, Any]:
    from importlib.metadata import version

    useful = [lesson for lesson in lessons if lesson.arrays]
    counts = Counter(lesson.repo for lesson in useful)
    return {
        "crossbearing": version("crossbearing"),
        "configuration": configuration,
        "settings": asdict(request.settings),
        "lessons": len(useful),
        "lessons_with_functions": sum(len(lesson.gold_entities) > 0 for lesson in useful),
        "languages": dict(sorted(Counter(lesson.language for lesson in useful).items())),
        "repositories": [_repository(path, own, counts) for path, own in sources if own],
        "folds": request.folds,
        "cross_validation": {
            group: {name: _estimates(own) for name, own in sorted(_with_difference(measured).items())}
            for group, measured in sorted(figures.items())
        },
    }


def _repository(path: Path, instances: Sequence[Instance], counts: Mapping[str, int]) -> dict[str, Any]:
    times = commit_times(path, (instance.task.base_commit for instance in instances))
    known = sorted((times[each.task.base_commit], each.task.base_commit) for each in instances
                   if each.task.base_commit in times)  # fmt: skip
    repo = instances[0].task.repo
    dates = [datetime.fromtimestamp(seconds, UTC).date().isoformat() for seconds, _ in known]
    return {
        "repository": repo,
        "lessons": counts[repo],
        "oldest": dates[0] if dates else None,
        "newest": dates[-1] if dates else None,
        "newest_base_commit": known[-1][1] if known else None,
    }


def _estimates(figures: Figures) -> dict[str, dict[str, float | int]]:
    found: dict[str, Estimate | None] = {name: estimate(values) for name, values in sorted(figures.items())}
    return {name: asdict(figure) for name, figure in found.items() if figure is not None}


def _with_difference(figures: Mapping[str, Figures]) -> dict[str, Figures]:
    """Both, and the difference of the model to the hand weights on the same lessons."""
    pairs = {name: (figures["learned"][name], figures["hand"][name]) for name in MEASURES}
    difference = {name: (np.array(one) - np.array(other)).tolist() for name, (one, other) in pairs.items()}
    return {**figures, "difference": difference}


def _user_cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("crossbearing") / "train"
