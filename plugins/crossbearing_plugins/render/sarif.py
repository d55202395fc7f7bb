"""SARIF 2.1.0 for editors and code-scanning services: each candidate place is a result at its lines.

Why: editors and review tools that show the findings of linters show these the same way, in the margin of the code.

Example: ``crossbearing locate report.md --format sarif > candidates.sarif``; VS Code's SARIF viewer, JetBrains IDEs and
GitHub's code scanning read the file.

The format is OASIS's Static Analysis Results Interchange Format, version 2.1.0. Results are ``open`` and of level
``note``: a candidate is no proven defect. ``rank`` is the place's score in per cent of the best one's, and
``relatedLocations`` are the lines that the evidence points at.

Limits: only rankings have results; places of the flat list that are not among the first files' best are left out.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from attrs import field, frozen, validators

from crossbearing.plugin import Report, escape_surrogates, hookimpl, printable

if TYPE_CHECKING:
    from crossbearing.plugin import RankedEntity, Table

VERSION = 1

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_RULE_ID = "candidate-fault-location"
_RULE = {
    "id": _RULE_ID,
    "name": "CandidateFaultLocation",
    "shortDescription": {"text": "A place where the fault of an issue may be."},
    "fullDescription": {"text": "Independent evidence points at this place as the fault that an issue describes."},
    "defaultConfiguration": {"level": "note"},
}


@frozen
class Options:
    """How the text is laid out."""

    indent: int = field(default=2, validator=[validators.instance_of(int), validators.ge(0)])
    """Spaces for each level; 0 writes everything on one line."""


@hookimpl
def render(report: "Report | Table", options: Options) -> str:
    """Write the ranking as a SARIF log; of another report, one without results that says so."""
    import json

    run = _run(report) if isinstance(report, Report) else _empty_run(report)
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return escape_surrogates(json.dumps(log, ensure_ascii=False, indent=options.indent or None))


def _run(report: Report) -> dict[str, Any]:
    run = {
        "tool": {"driver": {"name": "Crossbearing", "rules": [_RULE]}},
        "columnKind": "unicodeCodePoints",
        "properties": {"profile": report.profile, "confidence": report.confidence, "repository": report.repo},
        "results": list(_results(report)),
        "invocations": [_invocation(f"{problem.plugin}: {problem.reason}" for problem in report.errors)],
    }
    if report.revision:
        run["automationDetails"] = {"id": f"crossbearing/{report.revision}"}
    return run


def _empty_run(table: "Table") -> dict[str, Any]:
    what = f"{table.title or 'this report'} is no ranking: SARIF has nothing to say of it"
    return {"tool": {"driver": {"name": "Crossbearing"}}, "results": [], "invocations": [_invocation([what])]}


def _invocation(remarks: Iterable[str]) -> dict[str, Any]:
    notes = [{"level": "warning", "message": {"text": printable(remark)}} for remark in remarks]
    return {"executionSuccessful": True, "toolExecutionNotifications": notes}


def _results(report: Report) -> Iterator[dict[str, Any]]:
    places = [entity for file in report.ranking.files for entity in file.entities]
    best = max((entity.score for entity in places), default=0.0)
    for entity in places:
        yield {
            "ruleId": _RULE_ID,
            "ruleIndex": 0,
            "kind": "open",
            "level": "note",
            "rank": round(100 * max(0.0, entity.score) / best, 2) if best > 0 else 0.0,
            "message": {"text": printable(entity.causal_story or entity.qualname)},
            "locations": [
                {
                    "physicalLocation": _place(entity.file, entity.line, max(entity.line, entity.end_line)),
                    "logicalLocations": [_logical(entity)],
                }
            ],
            "relatedLocations": [
                {
                    "id": number,
                    "physicalLocation": _place(entity.file, statement.line, statement.line),
                    "message": {"text": printable(statement.reason or statement.text.strip() or "evidence")},
                }
                for number, statement in enumerate(entity.statements, start=1)
            ],
            "partialFingerprints": {"place/v1": printable(f"{entity.file}:{entity.qualname}")},
            "properties": {"evidence": entity.evidence},
        }


def _place(file: str, first: int, last: int) -> dict[str, Any]:
    # A file's name may hold any byte but 0; what is no character is percent-encoded like the others.
    uri = quote(file.encode("utf-8", "surrogateescape"), safe="/")
    return {"artifactLocation": {"uri": uri, "uriBaseId": "%SRCROOT%"}, "region": {"startLine": first, "endLine": last}}


def _logical(entity: "RankedEntity") -> dict[str, str]:
    kinds = {"class": "type", "method": "member", "function": "function", "module": "module"}
    name = printable(entity.qualname)
    return {"fullyQualifiedName": name, "name": name.rpartition(".")[2], "kind": kinds.get(entity.kind, "member")}
