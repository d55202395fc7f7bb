"""Asking of solved issues what a fusion would be asked, and keeping it with the gold, one file an instance."""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from attrs import frozen

from crossbearing.localize import LocateRequest, fusion_question
from crossbearing.measure.dataset import Instance
from crossbearing.measure.gold import Gold, gold_of
from crossbearing.measure.repositories import commit_times
from crossbearing.recon.scan import RepositoryMap, scan
from crossbearing.source import open_source
from crossbearing.store import Store

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

Arrays = dict[str, npt.NDArray[Any]]
Survey = Callable[..., Arrays]
"""The fusion's own description of what it is asked, as arrays; called with the arguments of the hook ``fuse``."""


@frozen(eq=False)
class Lesson:
    """One solved issue as training sees it: the survey, and which entities and files (by number) the fix edits.

    ``lost_files`` of the gold files are not in the graph. ``arrays`` is empty where nothing could be learned, for the
    reason ``why_not``.
    """

    name: str
    repo: str
    language: str
    arrays: Arrays
    gold_entities: npt.NDArray[np.int32]
    gold_files: npt.NDArray[np.int32]
    lost_files: int = 0
    why_not: str = ""


@frozen
class Gathering:
    """Where lessons are kept (``folder``, one file an instance, named by the row's digest) and made."""

    folder: Path
    build_dir: Path
    host: "PluginHost"
    survey: Survey

    def lessons(self, repository: Path, instances: Sequence[Instance]) -> Iterator[Lesson]:
        """Yield the lesson of each instance of one repository, oldest base commit first; known ones are only read."""
        times = commit_times(repository, (instance.task.base_commit for instance in instances))
        ordered = sorted(instances, key=lambda own: (times.get(own.task.base_commit, 0), own.task.instance_id))
        missing = [instance for instance in ordered if not self._file(instance).exists()]
        if missing:
            self.folder.mkdir(parents=True, exist_ok=True)
            folder = self.build_dir / missing[0].task.repo.replace("/", "+")
            with Store.open(folder) as store:
                for instance in ordered:
                    if not self._file(instance).exists():
                        self._write(self._made(instance, repository, store), self._file(instance))
                    yield _read(self._file(instance))
        else:
            yield from (_read(self._file(instance)) for instance in ordered)

    def _file(self, instance: Instance) -> Path:
        return self.folder / f"{instance.digest}.npz"

    def _made(self, instance: Instance, repository: Path, store: Store) -> Lesson:
        try:
            with open_source(repository, instance.task.base_commit) as source:
                scanned = scan(source, store, self.host, persist=False, workers=1)
                gold = gold_of(instance.patch, scanned.graph, lambda path: _lines(scanned, path))
                return self._lesson(instance, scanned, gold)
        except Exception as error:  # one that fails must not take the others with it; the reason is kept
            return _nothing(instance, f"{type(error).__name__}: {error}")

    def _lesson(self, instance: Instance, scanned: RepositoryMap, gold: Gold) -> Lesson:
        if not gold.files:
            return _nothing(instance, gold.why_no_files)
        request = LocateRequest(text=instance.task.text, before=instance.task.before)
        question = fusion_question(scanned, request, self.host)
        if question is None:
            return _nothing(instance, "no channel has evidence")
        arrays = self.survey(question.evidence, question.weights, question.channels, question.query)
        numbers = {path: number for number, path in enumerate(scanned.graph.files)}
        files = [numbers[path] for path in gold.files if path in numbers]
        return Lesson(
            instance.task.instance_id,
            instance.task.repo,
            instance.language,
            arrays,
            np.array(gold.entities, np.int32),
            np.array(files, np.int32),
            len(gold.files) - len(files),
        )

    def _write(self, lesson: Lesson, file: Path) -> None:
        partial = file.with_suffix(f".{os.getpid()}.partial")
        arrays: Arrays = {f"survey.{name}": _compact(array) for name, array in lesson.arrays.items()}
        arrays["told"] = np.array([lesson.name, lesson.repo, lesson.language, lesson.why_not])
        arrays["gold_entities"], arrays["gold_files"] = lesson.gold_entities, lesson.gold_files
        arrays["lost_files"] = np.array(lesson.lost_files)
        with partial.open("wb") as out:
            np.savez_compressed(out, **arrays)  # type: ignore[arg-type]
        partial.replace(file)


def _read(file: Path) -> Lesson:
    with np.load(file, allow_pickle=False) as kept:
        name, repo, language, why_not = kept["told"].tolist()
        prefix = "survey."
        arrays = {key.removeprefix(prefix): kept[key] for key in kept.files if key.startswith(prefix)}
        return Lesson(
            name, repo, language, arrays, kept["gold_entities"], kept["gold_files"], int(kept["lost_files"]), why_not
        )


def _compact(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return array.astype(np.float32) if array.dtype == np.float64 else array


def _nothing(instance: Instance, reason: str) -> Lesson:
    none = np.zeros(0, np.int32)
    return Lesson(instance.task.instance_id, instance.task.repo, instance.language, {}, none, none, 0, reason)


def _lines(scanned: RepositoryMap, path: str) -> Sequence[str] | None:
    file = scanned.tree.read(path)
    return None if file is None else file.text.split("\n")
