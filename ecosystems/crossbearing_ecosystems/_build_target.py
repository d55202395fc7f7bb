"""Claiming a node of the build graph."""

from crossbearing.plugin import Target, TargetKind
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Span


def claim_target(
    sheet: ProjectSheet,
    name: str,
    kind: TargetKind,
    span: Span,
    *spellings: str,
    depends_on: tuple[str, ...] = (),
    sources: tuple[str, ...] = (),
    command: str = "",
) -> None:
    """Claim what the file tells its build system to make or run; it is defined in the file's own folder."""
    evidence, spelling = sheet.proof(span, name, *spellings)
    sheet.add(
        Target(
            evidence=evidence,
            spelling=spelling,
            name=name,
            kind=kind,
            directory=sheet.directory,
            depends_on=depends_on,
            sources=sources,
            command=command,
        )
    )
