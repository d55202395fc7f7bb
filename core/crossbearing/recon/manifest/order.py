"""The order of claims: what tells most comes first, because a truncated list loses its end."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from crossbearing.model.claims import Component, Configuration, Dependency, EntryPoint, LockedPackage
from crossbearing.model.location import Location

_DEPENDENCY_KINDS = ("runtime", "optional", "dev", "build")
_ENTRY_KINDS = ("console-script", "gui-script", "bin", "main", "service", "plugin")
_HIDDEN = re.compile(r"(?:^|/)\.[^/]+/")
_CONFIGURATION_KINDS = ("database", "settings", "environment", "file")


def place_order(location: Location) -> tuple[int, str, int]:
    """Nearest to the root first, then by path and line."""
    return location.path.count("/"), location.path, location.line


def _component(claim: Component) -> tuple[Any, ...]:
    path = "" if claim.path == "." else claim.path
    return path.count("/") + bool(path), path, claim.name


def _dependency(claim: Dependency) -> tuple[Any, ...]:
    kind = _DEPENDENCY_KINDS.index(claim.kind)
    return claim.component, kind, claim.group, claim.name.lower(), claim.name, claim.version or "", claim.marker


def _entry_point(claim: EntryPoint) -> tuple[Any, ...]:
    return claim.component, _ENTRY_KINDS.index(claim.kind), claim.group, claim.name, claim.target


def _locked(claim: LockedPackage) -> tuple[Any, ...]:
    place = claim.evidence.path
    return place.count("/"), place, not claim.direct, claim.name.lower(), claim.name, claim.version, claim.folder or ""


def _configuration(claim: Configuration) -> tuple[Any, ...]:
    # What a hidden folder sets (`.github/`, `.devcontainer/`) is for CI and tools, not for the program.
    is_aside = bool(_HIDDEN.search(claim.evidence.path))
    return _CONFIGURATION_KINDS.index(claim.kind), is_aside, claim.name, claim.component


SECTION_ORDERS: Mapping[str, Callable[[Any], tuple[Any, ...]]] = {
    "components": _component,
    "dependencies": _dependency,
    "tests": lambda claim: (claim.component, claim.framework, claim.command or ""),
    "external-packages": lambda claim: (claim.path.count("/"), claim.path),
    "entry-points": _entry_point,
    "layout": lambda claim: (claim.convention,),
    "config": _configuration,
    "targets": lambda claim: (claim.directory.count("/") + bool(claim.directory), claim.directory, claim.name),
    "locked": _locked,
}
"""A sort key for the claims of each section but runners, languages and package managers, which are ranked."""
