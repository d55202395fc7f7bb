"""JSON with a schema, for programs: every field of a report, in an order that never changes.

Why: what a coding agent or a script consumes must be stable. The same answer is the same text, byte for byte, on any
machine and from any folder: keys keep their order, scores have six decimals, and no clock or absolute path appears.

Example: ``crossbearing locate report.md --format json`` prints an object whose ``schema`` is ``crossbearing.locate/1``
with ``ranking.files``, ``ranking.entities``, ``confidence`` and ``agreement`` as in the localization specification
§3.7, and beside them the channels, the mined signals and every problem met.

Limits: text that is not valid Unicode (bytes of a file's name that are not UTF-8) appears as lone surrogate escapes,
``\\udcff``, which some JSON readers refuse.
"""

from typing import Any

from attrs import asdict, field, frozen, validators

from crossbearing.plugin import Report, Table, escape_surrogates, hookimpl

VERSION = 1


@frozen
class Options:
    """How the text is laid out."""

    indent: int = field(default=2, validator=[validators.instance_of(int), validators.ge(0)])
    """Spaces for each level; 0 prints everything on one line."""


@hookimpl
def render(report: "Report | Table", options: Options) -> str:
    """Write the report as one JSON object."""
    import json

    data = _plain_report(report) if isinstance(report, Report) else _plain_table(report)
    text = json.dumps(data, ensure_ascii=False, indent=options.indent or None, allow_nan=False)
    return escape_surrogates(text)


def _plain_report(report: Report) -> dict[str, Any]:
    # What a page shows of the code itself a program has at hand.
    data = asdict(report, filter=lambda attribute, value: attribute.name not in ("excerpt", "neighbours"))
    return {"schema": "crossbearing.locate/1", **_rounded(data)}


def _plain_table(table: Table) -> dict[str, Any]:
    if table.data:
        return table.data
    return {
        "schema": "crossbearing.table/1",
        "title": table.title,
        "columns": list(table.columns),
        "rows": [list(row) for row in table.rows],
    }


def _rounded(value: Any) -> Any:
    """Round every float to six decimals and turn tuples into lists."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {str(key): _rounded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(item) for item in value]
    return value
