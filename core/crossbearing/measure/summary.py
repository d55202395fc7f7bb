"""Figures over all instances of a bench: means with intervals, overall, by repository and by language."""

from collections.abc import Iterable
from typing import Any

from attrs import asdict

from crossbearing.measure.bench import Bench
from crossbearing.measure.intervals import Estimate, estimate
from crossbearing.measure.metrics import METRICS
from crossbearing.measure.results import Record
from crossbearing.model.report import Table

SCHEMA = "crossbearing.bench/1"

_SHOWN = {
    "file_acc@1": "file@1",
    "file_acc@3": "file@3",
    "file_acc@5": "file@5",
    "function_acc@1": "func@1",
    "function_acc@5": "func@5",
    "function_acc@10": "func@10",
    "file_recall@5": "file\nrec@5",
    "function_recall@10": "func\nrec@10",
    "function_mrr": "func\nMRR",
    "context_efficiency": "100\nlines",
    "distance": "hops",
}
_FOOTNOTES = (
    "Percent of instances with all gold within the first k (@k), of the gold there (rec@k), of 100 lines read",
    "in gold functions; hops: edges from the first entity to the nearest edited one. Below: 95 % bootstrap intervals.",
)


def summarize(bench: Bench) -> Table:
    """Return the summary: a row for each group of instances, and everything as data."""
    groups = _groups(bench.records)
    return Table(
        title=f"{bench.dataset} · profile {bench.profile} · {_counted(len(bench.records), 'instance')}",
        columns=("", "n", *_SHOWN.values()),
        rows=tuple(_row(name, figures) for (_, name), figures in groups.items()),
        data=_data(bench, groups),
        footer=(*_FOOTNOTES, *_remarks(bench)),
    )


Figures = dict[str, Estimate | None]


def _groups(records: Iterable[Record]) -> dict[tuple[str, str], Figures]:
    lines = [record.line for record in records]
    members: dict[tuple[str, str], list[dict[str, Any]]] = {("overall", "all"): lines}
    for what, field in (("repositories", "repo"), ("languages", "language")):
        for name in sorted({line[field] for line in lines}):
            members[what, name] = [line for line in lines if line[field] == name]
    return {group: _figures(chosen) for group, chosen in members.items()}


def _figures(lines: list[dict[str, Any]]) -> Figures:
    return {name: estimate([line["figures"][name] for line in lines if name in line["figures"]]) for name in METRICS}


def _row(name: str, figures: Figures) -> tuple[str, ...]:
    files, functions = figures["file_acc@1"], figures["function_acc@1"]
    counts = f"{files.count if files else 0}/{functions.count if functions else 0}"
    return (name, counts, *(_cell(metric, figures[metric]) for metric in _SHOWN))


def _cell(metric: str, figure: Estimate | None) -> str:
    if figure is None:
        return "–"
    if metric == "distance":
        return f"{figure.value:.2f}\n{figure.low:.1f}–{figure.high:.1f}"
    return f"{figure.value * 100:.1f}\n{figure.low * 100:.0f}–{figure.high * 100:.0f}"


def _data(bench: Bench, groups: dict[tuple[str, str], Figures]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "dataset": bench.dataset,
        "profile": bench.profile,
        "configuration": bench.configuration,
        "instances": len(bench.records),
        "overall": {},
        "repositories": {},
        "languages": {},
    }
    for (what, name), figures in groups.items():
        plain = {metric: asdict(figure) for metric, figure in figures.items() if figure is not None}
        if what == "overall":
            data[what] = plain
        else:
            data[what][name] = plain
    data["failed"] = _reasons(bench, lambda line: line.get("reason", ""))
    data["without_files"] = _reasons(bench, lambda line: _known(line["gold"]["why_no_files"]))
    data["without_functions"] = _reasons(bench, lambda line: _known(line["gold"]["why_no_functions"]))
    return data


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _reasons(bench: Bench, reason: Any) -> list[dict[str, str]]:
    pairs = [(record.line["instance_id"], reason(record.line)) for record in bench.records]
    return [{"instance_id": name, "reason": why} for name, why in pairs if why]


def _known(why: str) -> str:
    # Of a failed instance the gold may be unknown: it counts as a miss, and is listed as a failure.
    return "" if why == "unknown" else why


def _remarks(bench: Bench) -> list[str]:
    runs = [record.run for record in bench.records if record.line["instance_id"] in bench.run_now]
    parsed, reused = (sum(run.get(name, 0) for run in runs) for name in ("parsed", "reused"))
    seconds = sum(run.get("seconds", 0.0) for run in runs)
    failures = [record.line for record in bench.records if record.line["status"] == "failed"]
    return [
        "n: instances with gold files / with gold functions.",
        f"{len(runs)} of {len(bench.records)} run now: {parsed} files parsed, {reused} cached, {seconds:.0f} s.",
        *(f"failed, counted as a miss: {line['instance_id']}: {line['reason']}" for line in failures),
    ]
