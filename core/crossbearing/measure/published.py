"""Results as data: a TOML file that says what was measured, how, on which rows, and what came out.

``crossbearing bench DATASET --record FILE`` writes one, and ``crossbearing bench verify FILE`` measures the same again
and compares. A result that cannot be had again is no result.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from crossbearing.measure.bench import Bench
from crossbearing.measure.intervals import Estimate
from crossbearing.measure.metrics import METRICS
from crossbearing.measure.plans import PlanTable, read_plan
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.report import Table

SCHEMA = "crossbearing.result/1"


@frozen
class Published:
    """A published result. ``limit`` and ``instances`` choose the rows, which ``dataset_hash`` names."""

    condition: str
    command: str
    profile: str
    configuration: str
    dataset: str
    dataset_hash: str
    rows: int
    limit: int | None
    instances: tuple[str, ...]
    without: tuple[str, ...]
    only: tuple[str, ...]
    figures: dict[str, Estimate]


@frozen
class Difference:
    """A figure that came out otherwise; None: it is missing there."""

    metric: str
    published: Estimate | None
    measured: Estimate | None


def read_published(path: Path) -> Published:
    """Read a published result; raises :class:`CrossbearingError` with file, line and key for what is wrong with it."""
    table = read_plan(path)
    table.choice("schema", [SCHEMA])
    dataset, figures = table.table("dataset"), table.table("figures")
    if dataset is None or figures is None:
        table.fail("figures" if dataset else "dataset", "is missing")
    found = Published(
        condition=table.string("condition"),
        command=table.string("command"),
        profile=table.string("profile"),
        configuration=table.string("configuration"),
        dataset=dataset.string("name"),
        dataset_hash=dataset.string("hash"),
        rows=dataset.whole("rows", least=1),
        limit=dataset.whole("limit", least=1) if dataset.holds("limit") else None,
        instances=dataset.strings("instances"),
        without=table.strings("without"),
        only=table.strings("only"),
        figures={metric: _estimate(metric, figures) for metric in METRICS if figures.holds(metric)},
    )
    for each in (table, dataset, figures):
        each.finish()
    return found


def _estimate(metric: str, figures: PlanTable) -> Estimate:
    own = figures.table(metric)
    if own is None:
        figures.fail(metric, "is missing")
    found = Estimate(own.number("value"), own.number("low"), own.number("high"), own.whole("count", least=1))
    own.finish()
    return found


def write_published(path: Path, published: Published) -> None:
    """Write a result; raises :class:`CrossbearingError` where that cannot be done."""
    import tomlkit

    document = tomlkit.document()
    document["schema"] = SCHEMA
    for name in ("condition", "command", "profile", "configuration"):
        document[name] = getattr(published, name)
    for name in ("without", "only"):
        if getattr(published, name):
            document[name] = list(getattr(published, name))
    dataset: dict[str, Any] = {
        "name": published.dataset,
        "hash": published.dataset_hash,
        "rows": published.rows,
    }
    if published.limit is not None:
        dataset["limit"] = published.limit
    if published.instances:
        dataset["instances"] = list(published.instances)
    document["dataset"] = dataset
    figures = tomlkit.table()
    for metric, own in published.figures.items():
        inline = tomlkit.inline_table()
        inline.update({"value": own.value, "low": own.low, "high": own.high, "count": own.count})
        figures[metric] = inline
    document["figures"] = figures
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(tomlkit.dumps(document), "utf-8", newline="\n")
    except OSError as error:
        raise CrossbearingError(f"the result cannot be written to {path}: {error.strerror or error}") from None


def figures_of(data: Mapping[str, Any]) -> dict[str, Estimate]:
    """The overall figures of a summary's data."""
    return {metric: Estimate(**own) for metric, own in data["overall"].items()}


def check_rows(published: Published, bench: Bench, dataset: Path) -> None:
    """Raise :class:`CrossbearingError` where other rows were measured than the published ones."""
    if bench.dataset_hash != published.dataset_hash:
        raise CrossbearingError(
            f"{dataset} does not hold the rows of the published result ({len(bench.records)} with hash "
            f"{bench.dataset_hash}; published: {published.rows} with {published.dataset_hash})"
        )


def differences(published: Published, measured: Mapping[str, Estimate]) -> list[Difference]:
    """The figures that are not, to the last digit, the published ones."""
    return [
        Difference(metric, published.figures.get(metric), measured.get(metric))
        for metric in METRICS
        if published.figures.get(metric) != measured.get(metric)
    ]


def verification_table(published: Published, bench: Bench, measured: Mapping[str, Estimate]) -> Table:
    """Show published and measured figures side by side."""
    found = differences(published, measured)
    changed = {difference.metric for difference in found}
    metrics = [metric for metric in METRICS if metric in published.figures or metric in measured]
    rows = tuple(
        (
            metric,
            _cell(published.figures.get(metric)),
            _cell(measured.get(metric)),
            "differs" if metric in changed else "",
        )
        for metric in metrics
    )
    return Table(
        title=f"{published.condition} · {'reproduced' if not found else f'{len(found)} figures differ'}",
        columns=("figure", "published", "measured now", ""),
        rows=rows,
        data={
            "schema": "crossbearing.verification/1",
            "condition": published.condition,
            "reproduced": not found,
            "configuration": {"published": published.configuration, "measured": bench.configuration},
            "differences": [_plain(difference) for difference in found],
        },
        footer=tuple(_remarks(published, bench)),
    )


def _cell(own: Estimate | None) -> str:
    return "–" if own is None else f"{own.value:g} [{own.low:g}, {own.high:g}] n={own.count}"


def _plain(difference: Difference) -> dict[str, Any]:
    from attrs import asdict

    return {
        "metric": difference.metric,
        "published": asdict(difference.published) if difference.published else None,
        "measured": asdict(difference.measured) if difference.measured else None,
    }


def _remarks(published: Published, bench: Bench) -> Iterator[str]:
    if published.configuration != bench.configuration:
        yield (
            f"The configuration is another one: published {published.configuration}, now {bench.configuration} "
            "(the profile's content, or a plugin's version)."
        )
