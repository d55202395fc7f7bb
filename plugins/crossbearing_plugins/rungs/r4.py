"""R4: the whole repository, which is its manifest and the points where its programs start.

Climbed only on explicit evidence across subsystems: the task names a component (S6) that is not among those of the
subsystem. Shows the components, entry points, and the commands of all of them; the full manifest of at most 5,000
tokens is handed out once at the start of a session and is not repeated here.

Example: a task in ``billing`` that names ``deploy.cluster.scale`` shows ``deploy``, ``web`` and their entry points.
"""

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen, validators

from crossbearing.plugin import Footing, Section, Stop, hookimpl

if TYPE_CHECKING:
    from crossbearing.plugin import ContextQuery

VERSION = 1


@frozen
class Options:
    """``most``: how many lines of each kind are shown."""

    most: int = field(default=40, validator=validators.ge(1))


@hookimpl
def climb(query: "ContextQuery", below: Footing, options: Options | None) -> Footing | Stop:
    """Add the components, entry points and commands of the whole repository."""
    if not (below.beyond and any(fired.signal == "signal.s6" for fired in below.fired)):
        return Stop("the task names no component outside the subsystem")
    most, manifest = (options or Options()).most, query.manifest
    shown = {line for section in below.sections for line in section.lines}
    points = manifest.entry_points[:most]
    lines = [
        *(f"component {item.name} ({item.kind}) [{item.evidence}]" for item in manifest.components[:most]),
        *(f"entry point {item.name}: {item.target or item.kind} [{item.evidence}]" for item in points),
        *(f"run {item.name}: `{item.command}` [{item.evidence}]" for item in manifest.runners[:most]),
    ]
    section = Section("Repository", tuple(line for line in dict.fromkeys(lines) if line not in shown))
    return evolve(below, rung="r4", sections=(*below.sections, section), reason=below.beyond, beyond="")
