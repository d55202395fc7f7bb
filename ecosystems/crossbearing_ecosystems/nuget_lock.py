"""Reads `packages.lock.json` of NuGet: the exact versions of a project's packages, for each target framework.

Each package is claimed once for each version and requirement, at the line of its name; those of type `Direct` are
marked so. The requirement that the file states (`[13.0.1, )`) is given as it stands there and, where it only sets a
lowest version, also as a project writes it (`13.0.1`). Projects of the repository are no locked packages.

Example: `"Serilog": { "type": "Direct", "requested": "[4.0.0, )", "resolved": "4.0.2" }` claims `Serilog` in `4.0.2`.

Limits: which target framework a version is for is not told.
"""

import re
from collections.abc import Sequence
from typing import Any

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._project_sheet import ProjectSheet

VERSION = 1
PATTERNS = ("packages.lock.json", "packages.*.lock.json")

_LOWEST = re.compile(r"\[(?P<version>[^,\s]+),\s*\)")


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one lock file."""
    document = JsonDocument(file)
    if not document.has("dependencies"):
        raise UnreadableError("no lock file of NuGet: it has no dependencies")
    sheet = ProjectSheet(file, tree, "nuget")
    seen: set[tuple[Any, ...]] = set()
    for framework in document.keys("dependencies"):
        for name in document.keys("dependencies", framework):
            path = ("dependencies", framework, name)
            line = document.span(*path)[0]
            version = document.text(*path, "resolved")
            if document.text(*path, "type") == "Project":
                continue
            if not version:
                sheet.problem(f"{name} has no resolved version", line)
                continue
            requirements = _requirements(document.text(*path, "requested"))
            direct = document.text(*path, "type") == "Direct"
            key = name, version, requirements, direct
            if key not in seen:
                seen.add(key)
                sheet.lock(name, version, (line, line), requirements=requirements, direct=direct)
    return sheet.claims


def _requirements(requested: str) -> tuple[str, ...]:
    match = _LOWEST.fullmatch(requested)
    return (requested, match["version"]) if match else (requested,) if requested else ()
