"""A spectrum as CSV, and as a page of coloured source."""

import csv
from collections.abc import Iterator, Sequence
from html import escape
from io import StringIO

import numpy as np

from crossbearing.dynamic.suspects import Suspect
from crossbearing.model.file import FileTree
from crossbearing.model.spectrum import Spectrum
from crossbearing.model.suspicion import FORMULAS
from crossbearing.model.text import printable

_MOST_FILES = 40
_STYLE = """
body{font:14px/1.45 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em;color:#222;background:#fff}
table{border-collapse:collapse}td,th{padding:.15em .7em;text-align:left;vertical-align:top}
th{border-bottom:1px solid #999}td.n{text-align:right;font-variant-numeric:tabular-nums}
pre{margin:0;border:1px solid #ddd;overflow-x:auto}pre span{display:block;white-space:pre;padding:0 .5em}
pre b{display:inline-block;width:4em;color:#777;font-weight:normal}pre i{display:inline-block;width:9em;color:#555}
summary{cursor:pointer;margin:.7em 0;font-weight:600}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}pre{border-color:#444}}
"""


def to_csv(spectrum: Spectrum) -> str:
    """One row for each test and each line that it executed: test, outcome, counted, file, line."""
    sink = StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(("test", "outcome", "part", "counted", "file", "line"))
    for number, test in enumerate(spectrum.tests):
        for path, lines in spectrum.lines_of(number).items():
            for line in lines:
                cells = (test.name, test.outcome, test.part, int(test.is_counted), path, line)
                writer.writerow([_harmless(cell) for cell in cells])
    return sink.getvalue()


def _harmless(cell: str | int) -> str | int:
    """Text that a spreadsheet would take for a formula gets a quote before it."""
    if isinstance(cell, str):
        cell = printable(cell)
        return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t")) else cell
    return cell


def to_html(spectrum: Spectrum, tree: FileTree, found: Sequence[Suspect], *, formula: str, divided: bool) -> str:
    """A page of its own: what was run, the suspects, and the source of their files, redder the more suspicious."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        '<meta name=viewport content="width=device-width, initial-scale=1">',
        f"<title>Spectrum</title><style>{_STYLE}</style><h1>Spectrum</h1>",
        *_facts(spectrum),
        *_table(found, formula),
        *_sources(spectrum, tree, found, formula, divided),
        "</html>",
    ]
    return "\n".join(parts)


def _facts(spectrum: Spectrum) -> Iterator[str]:
    yield f"<p>{len(spectrum.failing)} failing and {len(spectrum.passing)} passing tests; {_text(spectrum.source)}.</p>"
    yield "<table>"
    for name, value in spectrum.environment.items():
        yield f"<tr><th>{_text(name)}<td>{_text(value)}"
    yield "</table>"
    yield from (f"<p>{_text(remark)}</p>" for remark in spectrum.remarks)
    yield "<ul>"
    yield from (f"<li>{_text(test.name)}: {_text(test.outcome)} {_text(test.message)}" for test in spectrum.failing)
    yield "</ul>"


def _table(found: Sequence[Suspect], formula: str) -> Iterator[str]:
    yield f"<h2>Suspects</h2><table><tr><th>{_text(formula)}<th>failing<th>passing<th>place"
    for suspect in found[:100]:
        place = f"{_text(suspect.qualname)} <small>{_text(suspect.file)}:{suspect.line}</small>"
        yield f"<tr><td class=n>{suspect.score:.3f}<td class=n>{suspect.failed}<td class=n>{suspect.passed}<td>{place}"
    yield "</table>"


def _sources(
    spectrum: Spectrum, tree: FileTree, found: Sequence[Suspect], formula: str, divided: bool
) -> Iterator[str]:
    counts = spectrum.line_counts(divided)
    scores = FORMULAS[formula](counts)
    numbers = {path: number for number, path in enumerate(spectrum.files)}
    for count, path in enumerate(list(dict.fromkeys(suspect.file for suspect in found))[:_MOST_FILES]):
        file = tree.read(path)
        if file is None or path not in numbers:
            continue
        rows = np.flatnonzero(spectrum.place_files == numbers[path])
        known = {int(spectrum.place_lines[row]): int(row) for row in rows}
        yield f"<details{' open' if count < 3 else ''}><summary>{_text(path)}</summary><pre>"
        for line, text in enumerate(file.lines, 1):
            style, label = "", ""
            if line in known:
                row = known[line]
                label = f"{scores[row]:.2f} {int(counts.failed[row])}/{int(counts.passed[row])}"
                style = f' style="background:hsl({120 - round(120 * float(scores[row]))} 80% 60% / .35)"'
            yield f"<span{style}><b>{line}</b><i>{label}</i>{_text(text)}</span>"
        yield "</pre></details>"


def _text(text: str) -> str:
    return escape(printable(text))
