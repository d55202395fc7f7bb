"""What a data set's fixes are taken to edit, and which instances have nothing to be found."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from crossbearing.measure.dataset import Instance, choose, read_dataset
from crossbearing.measure.edits import read_edits
from crossbearing.measure.gold import Gold, LeftOut, gold_of, why_no_gold
from crossbearing.measure.repositories import Repositories
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.report import Table
from crossbearing.recon.scan import scan
from crossbearing.source import open_source
from crossbearing.store import Store

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

SCHEMA = "crossbearing.gold/1"
_UNREAD = "the base commit was not read; give the folder of repositories"
_LONGEST = 3

# Markers of packages: without them a definition has a shorter name.
_NAMING_FILES = frozenset(
    ("__init__.py", "pyproject.toml", "setup.cfg", "setup.py", "package.json", "go.mod", "Cargo.toml")
)


@frozen
class GoldRequest:
    """Whose gold to show: ``dataset``, read at the base commits in ``repositories`` where they are given.

    Without them, files are believed to exist and functions are not looked for. Facts are cached in ``build_dir``.
    """

    dataset: Path
    build_dir: Path
    repositories: Path | None = None
    instances: tuple[str, ...] = ()
    limit: int | None = None


def gold_of_dataset(
    request: GoldRequest, host: "PluginHost", progress: Callable[[int, int], None] | None = None
) -> Iterator[tuple[Instance, Gold]]:
    """Yield each chosen instance with its gold, in the data set's order; one that cannot be read has a reason.

    Raises :class:`CrossbearingError` for a data set or folder that is not as expected.
    """
    chosen = choose(read_dataset(request.dataset), request.instances, request.limit)
    repositories = Repositories(request.repositories) if request.repositories else None
    for done, instance in enumerate(chosen):
        if progress:
            progress(done, len(chosen))
        yield instance, _gold(instance, request, repositories, host)
    if progress:
        progress(len(chosen), len(chosen))


def gold_table(request: GoldRequest, found: list[tuple[Instance, Gold]]) -> Table:
    """Show the gold of every instance, and how many have none for which reason."""
    without = [gold.why_no_files or gold.why_no_functions for _, gold in found]
    rows = [_row(instance, gold) for instance, gold in found]
    return Table(
        title=f"{request.dataset.name} · gold of {len(found)} instances",
        columns=("instance", "files", "functions", "other places", "statements", "left out"),
        rows=tuple(rows),
        data={
            "schema": SCHEMA,
            "dataset": request.dataset.name,
            "instances": [_data(instance, gold) for instance, gold in found],
            "with_files": sum(bool(gold.files) for _, gold in found),
            "with_functions": sum(bool(gold.functions) for _, gold in found),
            "reasons": dict(sorted(Counter(filter(None, without)).items())),
        },
        footer=(
            f"{sum(bool(gold.files) for _, gold in found)} of {len(found)} have gold files, "
            f"{sum(bool(gold.functions) for _, gold in found)} gold functions.",
            *(f"{count} without: {why}" for why, count in sorted(Counter(filter(None, without)).items())),
        ),
    )


def _gold(instance: Instance, request: GoldRequest, repositories: Repositories | None, host: "PluginHost") -> Gold:
    if repositories is None:
        return _gold_of_patch(instance.patch)
    try:
        path = repositories.find(instance.task.repo)
        with open_source(path, instance.task.base_commit) as source:
            touched = _touched(instance.patch)
            touched |= {path for path in source.paths if _names(path, touched)}
            with Store.open(request.build_dir / instance.task.repo.replace("/", "+")) as store:
                scanned = scan(source.narrowed_to(touched), store, host, persist=False, workers=1)

            def lines(path: str) -> list[str] | None:
                file = source.read(path)
                return None if file is None else file.text.split("\n")

            return gold_of(instance.patch, scanned.graph, lines)
    except CrossbearingError as error:
        return Gold(why_no_files=str(error), why_no_functions=str(error))


def _touched(patch: str) -> frozenset[str]:
    try:
        return frozenset(edit.path for edit in read_edits(patch))
    except CrossbearingError:
        return frozenset()


def _names(path: str, touched: frozenset[str]) -> bool:
    """Whether a file takes part in what the definitions of a touched one are called."""
    folder, _, name = path.rpartition("/")
    return name in _NAMING_FILES and any(other.startswith(f"{folder}/" if folder else "") for other in touched)


def _gold_of_patch(patch: str) -> Gold:
    try:
        edits = read_edits(patch)
    except CrossbearingError as error:
        return Gold(why_no_files=str(error), why_no_functions=str(error))
    reasons = {edit.path: why_no_gold(edit) for edit in edits}
    files = tuple(sorted(path for path, why in reasons.items() if not why))
    left_out = tuple(sorted(LeftOut(path, why) for path, why in reasons.items() if why))
    why = "" if files else "the patch edits no source file"
    return Gold(files=files, left_out=left_out, why_no_files=why, why_no_functions=why or _UNREAD)


def _row(instance: Instance, gold: Gold) -> tuple[str, ...]:
    functions = {(function.file, function.line) for function in gold.functions}
    others = [place for place in gold.places if (place.file, place.line) not in functions]
    return (
        instance.task.instance_id,
        _listed([str(path) for path in gold.files]) or gold.why_no_files,
        _listed([f"{each.qualname}:{each.line}-{each.end_line}" for each in gold.functions]) or gold.why_no_functions,
        _listed([f"{place.kind} {place.qualname}" for place in others]),
        _listed([f"{each.file}:{each.line}" for each in gold.statements]),
        _listed([f"{each.file} {each.why}" for each in gold.left_out]),
    )


def _listed(texts: list[str]) -> str:
    more = [f"and {len(texts) - _LONGEST} more"] if len(texts) > _LONGEST else []
    return "\n".join([*texts[:_LONGEST], *more])


def _data(instance: Instance, gold: Gold) -> dict[str, Any]:
    return {
        "instance_id": instance.task.instance_id,
        "repo": instance.task.repo,
        "base_commit": instance.task.base_commit,
        "language": instance.language,
        "files": list(gold.files),
        "functions": [asdict(each) for each in gold.functions],
        "places": [asdict(each) for each in gold.places],
        "statements": [asdict(each) for each in gold.statements],
        "left_out": [asdict(each) for each in gold.left_out],
        "why_no_files": gold.why_no_files,
        "why_no_functions": gold.why_no_functions,
    }
