"""One HTML page to look through a ranking: files, places, their code with the lines that matter, evidence, neighbours.

Why: a person who goes through candidates wants to see the code, why it is suspected, and what calls it, in one place.

Example: ``crossbearing locate report.md --format html > candidates.html``, then open the file. It needs no network, no
script and no other file, reads on a phone and by keyboard (files and places fold with Enter), and follows the light or
dark setting of the reader.

Limits: of long functions sixty lines are shown; of callers and callees six each.
"""

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from crossbearing.plugin import Report, hookimpl, printable
from crossbearing_plugins.render._neighbours import draw_neighbours
from crossbearing_plugins.render._style import STYLE

if TYPE_CHECKING:
    from crossbearing.plugin import RankedEntity, RankedFile, Table

VERSION = 1
DETAILS = True


@frozen
class Options:
    """How much of a page is unfolded at first."""

    unfolded: int = field(default=3, validator=[validators.instance_of(int), validators.ge(0)])
    """Files whose best place is shown without a click."""


@hookimpl
def render(report: "Report | Table", options: Options) -> str:
    """Write the report as a page of its own."""
    if isinstance(report, Report):
        title, body = f"Candidate locations in {report.repo}", _ranking(report, options)
    else:
        title, body = report.title or "Crossbearing", _table(report)
    lines = (
        "<!doctype html>",
        '<html lang="en">',
        '<head><meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{_text(title)}</title>",
        f"<style>{STYLE}</style></head>",
        "<body><main>",
        f"<h1>{_text(title)}</h1>",
        *body,
        "</main></body></html>",
    )
    return "\n".join(lines) + "\n"


def _ranking(report: Report, options: Options) -> Iterator[str]:
    yield f'<p class="facts">{" · ".join(_facts(report))}</p>'
    if not report.ranking.files:
        yield f"<p>{_text(str(report.notes.get('explanation') or 'Nothing was found.'))}</p>"
    best = max((file.score for file in report.ranking.files), default=0.0)
    yield '<ol class="files">'
    for number, file in enumerate(report.ranking.files):
        yield from _file(file, best, is_open=number < options.unfolded)
    yield "</ol>"
    yield from _channels(report)
    yield from _problems(report)


def _facts(report: Report) -> Iterator[str]:
    if report.revision:
        yield f"revision <code>{_text(report.revision[:12])}</code>"
    yield f"profile {_text(report.profile)}"
    yield f'confidence <strong class="{_text(report.confidence)}">{_text(report.confidence)}</strong>'
    if report.agreement.top1:
        channels = ", ".join(report.agreement.channels_agreeing)
        yield f"{_text(channels)} on <code>{_text(report.agreement.top1)}</code>"


def _file(file: "RankedFile", best: float, *, is_open: bool) -> Iterator[str]:
    share = max(0.0, file.score / best) if best > 0 else 0.0
    yield f"<li><details{' open' if is_open else ''}>"
    name = f"<code>{_text(file.file)}</code> <small>{file.score:.3f}</small>"
    yield f"<summary>{_bar(share, 'file score')}{name}</summary>"
    for number, entity in enumerate(file.entities):
        yield from _place(entity, is_open=is_open and number == 0)
    if file.tests:
        yield f'<p class="facts">likely tests: {", ".join(f"<code>{_text(test)}</code>" for test in file.tests)}</p>'
    yield "</details></li>"


def _place(entity: "RankedEntity", *, is_open: bool) -> Iterator[str]:
    where = f"{entity.file}:{entity.line}"
    yield f'<details class="place"{" open" if is_open else ""}>'
    yield (
        f"<summary><code>{_text(entity.qualname)}</code> <small>{_text(entity.kind)}, {_text(where)}, "
        f"{entity.score:.3f}</small></summary>"
    )
    yield f"<p>{_text(entity.causal_story)}</p>"
    if entity.evidence:
        yield '<table class="evidence"><caption>Evidence</caption><tbody>'
        for channel, score in sorted(entity.evidence.items(), key=lambda item: (-item[1], item[0])):
            reason = _text(entity.reasons.get(channel, ""))
            yield f'<tr><th scope="row">{_text(channel)}</th><td>{_bar(score, channel)}</td><td>{score:.2f}</td>'
            yield f"<td>{reason}</td></tr>"
        # Channels that are joined in a group have reasons of their own.
        for channel in sorted(entity.reasons.keys() - entity.evidence.keys()):
            yield f'<tr><th scope="row">{_text(channel)}</th><td></td><td></td>'
            yield f"<td>{_text(entity.reasons[channel])}</td></tr>"
        yield "</tbody></table>"
    yield from _code(entity)
    if entity.neighbours:
        yield f'<div class="wide" tabindex="0">{draw_neighbours(entity)}</div>'
    yield "</details>"


def _code(entity: "RankedEntity") -> Iterator[str]:
    if entity.excerpt is None or not entity.excerpt.lines:
        return
    pointed = {statement.line: statement.reason for statement in entity.statements}
    lines = []
    for number, line in enumerate(entity.excerpt.lines, start=entity.excerpt.first_line):
        text = f'<span class="number">{number:>5}</span> {_text(line) or " "}'
        if number in pointed:
            text = f'<mark title="{_text(pointed[number])}">{text}</mark>'
        lines.append(text)
    yield f'<pre class="code" tabindex="0"><code>{chr(10).join(lines)}</code></pre>'


def _channels(report: Report) -> Iterator[str]:
    if not report.channels:
        return
    yield "<details><summary>Channels</summary><table><thead><tr><th>channel<th>answer<th>weight<th>first choice</tr>"
    yield "</thead><tbody>"
    for channel in report.channels:
        told = channel.top1 or channel.reason
        yield (
            f"<tr><td>{_text(channel.channel)}</td><td>{_text(channel.status)}</td><td>{channel.weight:.2f}</td>"
            f"<td>{_text(told)}</td></tr>"
        )
    yield "</tbody></table></details>"


def _problems(report: Report) -> Iterator[str]:
    if not report.errors:
        return
    yield f"<details><summary>{len(report.errors)} problems</summary><ul>"
    for problem in report.errors:
        where = f"{problem.file}:{problem.line}" if problem.line else problem.file
        yield f"<li>{_text(' '.join(part for part in (problem.plugin, where) if part))}: {_text(problem.reason)}</li>"
    yield "</ul></details>"


def _table(table: "Table") -> Iterator[str]:
    yield '<div class="wide"><table><thead><tr>'
    yield "".join(f'<th scope="col">{_text(column)}</th>' for column in table.columns)
    yield "</tr></thead><tbody>"
    for row in table.rows:
        yield "<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in row) + "</tr>"
    yield "</tbody></table></div>"
    for line in table.footer:
        yield f"<p>{_text(line)}</p>"


def _bar(share: float, label: str) -> str:
    percent = round(100 * min(1.0, max(0.0, share)))
    return (
        f'<span class="bar" role="img" aria-label="{_text(label)} {percent} %"><i style="width:{percent}%"></i></span>'
    )


def _text(text: str) -> str:
    return escape(printable(text))
