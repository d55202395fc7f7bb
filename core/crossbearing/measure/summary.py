"""Figures over all instances of a bench: means with intervals, by group, and what must be said with them."""

from collections.abc import Sequence
from typing import Any

from attrs import asdict

from crossbearing.measure.bench import Bench
from crossbearing.measure.controls import Controls
from crossbearing.measure.findings import HISTORY_RICH, Line, budget_curve, channel_shares, stage_counts, strata
from crossbearing.measure.intervals import Estimate, estimate
from crossbearing.measure.metrics import METRICS
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


def summarize(bench: Bench, controls: Controls | None) -> Table:
    """Return the summary: a row for each group of instances, the honesty controls, and everything as data.

    A summary without ``controls`` says so in its title.
    """
    groups = {group: _figures(lines) for group, lines in strata(lines_of(bench)).items()}
    return Table(
        title=title_of(bench, controls),
        columns=("", "n", *_SHOWN.values()),
        rows=tuple(_row(name, groups[what, name]) for what, name in _shown(groups)),
        data=_data(bench, groups, controls),
        footer=(*_FOOTNOTES, *_remarks(bench), *(controls.sentences() if controls else ())),
    )


def title_of(bench: Bench, controls: Controls | None) -> str:
    """What is measured; and whether the figures stand alone."""
    title = f"{bench.dataset} · profile {bench.profile} · {_counted(len(bench.records), 'instance')}"
    return title if controls else f"{title} · WITHOUT HONESTY CONTROLS"


def lines_of(bench: Bench) -> list[Line]:
    """The lines of a bench's records."""
    return [record.line for record in bench.records]


Figures = dict[str, Estimate | None]


def _figures(lines: Sequence[Line]) -> Figures:
    return {name: estimate([line["figures"][name] for line in lines if name in line["figures"]]) for name in METRICS}


def _shown(groups: dict[tuple[str, str], Figures]) -> list[tuple[str, str]]:
    """Groups that are a row: those by history or failing test only where there are instances of both."""
    halves = [group for group in groups if group[0] in ("history", "repro") and groups[group]["file_mrr"]]
    split = {what for what, _ in halves if sum(what == other for other, _ in halves) > 1}
    return [group for group in groups if group[0] not in ("history", "repro") or group[0] in split]


def _row(name: str, figures: Figures) -> tuple[str, ...]:
    files, functions = figures["file_acc@1"], figures["function_acc@1"]
    counts = f"{files.count if files else 0}/{functions.count if functions else 0}"
    return (_ROW_NAMES.get(name, name), counts, *(_cell(metric, figures[metric]) for metric in _SHOWN))


def _cell(metric: str, figure: Estimate | None) -> str:
    if figure is None:
        return "–"
    if metric == "distance":
        return f"{figure.value:.2f}\n{figure.low:.1f}–{figure.high:.1f}"
    return f"{figure.value * 100:.1f}\n{figure.low * 100:.0f}–{figure.high * 100:.0f}"


_ROW_NAMES = {
    "rich": f"history from {HISTORY_RICH:,} commits",
    "poor": f"history below {HISTORY_RICH:,}",
    "with": "failing test known",
    "without": "no failing test",
}


def _data(bench: Bench, groups: dict[tuple[str, str], Figures], controls: Controls | None) -> dict[str, Any]:
    lines = lines_of(bench)
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "dataset": bench.dataset,
        "dataset_hash": bench.dataset_hash,
        "profile": bench.profile,
        "configuration": bench.configuration,
        "instances": len(bench.records),
        "overall": {},
        "repositories": {},
        "languages": {},
        "history": {},
        "repro": {},
        "budgets": [{"lines": budget, **asdict(share)} for budget, share in budget_curve(lines).items()],
        "stages": stage_counts(lines),
        "channels": {
            name: {key: asdict(share) for key, share in shares.items()}
            for name, shares in channel_shares(lines).items()
        },
        "controls": controls.data() if controls else None,
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
