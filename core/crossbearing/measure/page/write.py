"""Writing a report: ``report.html`` for a person and ``summary.json`` for programs, or the page alone."""

import html
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from crossbearing.measure.page.pictures import draw_pictures
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.report import Table
from crossbearing.model.text import escape_surrogates

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1f2933; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2.2rem; }
.warning { background: #b23a48; color: white; padding: .6rem 1rem; border-radius: .3rem; }
table { border-collapse: collapse; font-size: .85rem; }
td, th { padding: .25rem .55rem; text-align: right; vertical-align: top; }
td:first-child, th:first-child, .words td { text-align: left; } tr:nth-child(even) { background: #f5f7f9; }
td span { color: #7b8794; font-size: .75rem; display: block; white-space: nowrap; }
svg { width: 100%; height: auto; } .quiet { color: #52606d; font-size: .85rem; }
"""
_EXPLAINED = {
    "Accuracy by how many lines are read": (
        "Whoever reads the ranked functions from the top has read every gold function after so many lines, in this "
        "share of the instances."
    ),
    "Where gold functions were lost": (
        "Not a candidate: nothing reads it as something that may be ranked. Not in the pre-filter: not on the "
        "shortlist, nor one edge away from it. Not expanded: one edge away, and not taken in. Ranked low: in the pool, "
        "and below the tenth place."
    ),
    "What each channel contributes": (
        "Not what would be lost without it: for that, leave it out (crossbearing ablate)."
    ),
}


@frozen
class Report:
    """What to write: the summary as a table and as data."""

    table: Table
    controls: tuple[str, ...] | None


def write_report(report: Report, place: Path) -> tuple[Path, ...]:
    """Write the page to ``place`` where that is named ``*.html``, else page and summary into the folder ``place``.

    Returns what was written. Raises :class:`CrossbearingError` where matplotlib is missing or nothing can be written.
    """
    page = _page(report)
    if place.suffix.lower() in (".html", ".htm"):
        texts = {place: page}
    else:
        data = escape_surrogates(json.dumps(report.table.data, ensure_ascii=False, indent=2)) + "\n"
        texts = {place / "report.html": page, place / "summary.json": data}
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise CrossbearingError(f"the report cannot be written to {place}: {error.strerror or error}") from None
    return tuple(texts)


def _page(report: Report) -> str:
    table = report.table
    parts = [f"<h1>{_text(table.title)}</h1>", *_controls(report.controls), *_figures(table)]
    for title, picture in draw_pictures(table.data).items():
        parts.append(f"<h2>{_text(title)}</h2>")
        if title in _EXPLAINED:
            parts.append(f'<p class="quiet">{_text(_EXPLAINED[title])}</p>')
        parts.append(picture)
    parts += _reasons(table.data)
    parts += [f'<p class="quiet">{_text(line)}</p>' for line in _provenance(table.data)]
    body = "\n".join(parts)
    title = _text(table.title)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _controls(controls: tuple[str, ...] | None) -> Iterator[str]:
    if controls is None:
        yield '<p class="warning">These figures stand alone: no control was measured or even looked at.</p>'
        return
    yield "<h2>To be read with the figures</h2>"
    pairs = (sentence.partition(": ") for sentence in controls)
    rows = "".join(f"<tr><td><b>{_text(name)}</b></td><td>{_text(text)}</td></tr>" for name, _, text in pairs)
    yield f'<table class="words">{rows}</table>'


def _figures(table: Table) -> Iterator[str]:
    yield "<h2>Figures</h2>"
    yield '<p class="quiet">Below each mean, the interval that holds it with 95 % confidence (bootstrap).</p>'
    head = "".join(f"<th>{_text(name)}</th>" for name in table.columns)
    yield f"<table><tr>{head}</tr>{''.join(map(_row, table.rows))}</table>"


def _row(cells: tuple[str, ...]) -> str:
    parts = (cell.partition("\n") for cell in cells)
    inside = "".join(
        f"<td>{_text(mean)}{f'<span>{_text(below)}</span>' if below else ''}</td>" for mean, _, below in parts
    )
    return f"<tr>{inside}</tr>"


def _reasons(data: Mapping[str, Any]) -> Iterator[str]:
    titles = {
        "failed": "Failed, counted as misses",
        "without_files": "Left out: no gold files",
        "without_functions": "Left out of the functions' figures",
    }
    for key, title in titles.items():
        if data[key]:
            rows = "".join(
                f"<tr><td>{_text(each['instance_id'])}</td><td>{_text(each['reason'])}</td></tr>" for each in data[key]
            )
            yield f'<h2>{title}</h2><table class="words">{rows}</table>'


def _provenance(data: Mapping[str, Any]) -> Iterator[str]:
    yield f"Data set {data['dataset']} (rows {data['dataset_hash']}), configuration {data['configuration']}."


def _text(text: str) -> str:
    return html.escape(escape_surrogates(text))
