"""Requirement strings of Python packages, as `packaging` reads them, and what the names of their groups mean."""

import re
from functools import lru_cache
from typing import NamedTuple

_SHAPE = re.compile(r"\s*(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(?P<rest>.*)", re.DOTALL)
_LEGACY = re.compile(r"(?:(?:===|[=!~<>]=|[<>])[A-Za-z0-9.*+!_${}-]+,?)+")
_SEPARATORS = re.compile(r"[-_.]+")
_LONGEST = 2_000
# fmt: off
_FOR_DEVELOPERS = frozenset((
    "bench", "benchmark", "benchmarks", "check", "checks", "ci", "coverage", "dev", "devel", "develop", "development",
    "doc", "docs", "documentation", "lint", "linting", "mypy", "precommit", "qa", "style", "test", "testing", "tests",
    "tox", "typecheck", "typing", "types",
))
# fmt: on


class Requirement(NamedTuple):
    """A requirement: its name as written, its version specifiers, its environment marker, and its URL if it has one."""

    name: str
    version: str | None = None
    marker: str = ""
    source: str = ""


@lru_cache(maxsize=4096)
def parse_requirement(text: str) -> Requirement | None:
    """Read one requirement (``requests[socks]>=2.28; python_version < "3.12"``), or return None where it is none.

    A specifier of the time before PEP 440 (``pytz>2011k``), which `packaging` refuses, is kept as it is written.
    """
    from packaging.requirements import InvalidRequirement
    from packaging.requirements import Requirement as Parsed

    shape = _SHAPE.match(text) if len(text) <= _LONGEST else None
    if shape is None:
        return None
    rest, _, marker = shape["rest"].partition(";")
    version = "".join(rest.strip().strip("()").split()) or None
    try:
        parsed = Parsed(text)
    except (InvalidRequirement, RecursionError):
        is_legacy = version is not None and _LEGACY.fullmatch(version)
        return Requirement(shape["name"], version, marker.strip()) if is_legacy else None
    return Requirement(
        parsed.name,
        None if parsed.url else version,
        str(parsed.marker) if parsed.marker else "",
        parsed.url or "",
    )


def canonical_name(name: str) -> str:
    """The spelling under which names of Python packages are compared (PEP 503)."""
    return _SEPARATORS.sub("-", name).lower()


def is_package_name(name: str) -> bool:
    """Say whether ``name`` is the name of a package and not, for example, a template's placeholder."""
    shape = _SHAPE.match(name)
    return shape is not None and shape["name"] == name.strip() and name[-1].isalnum()


def is_for_developers(group: str) -> bool:
    """Say whether a group of dependencies (``dev``, ``test-all``) is for working on the project, by its name."""
    parts = _SEPARATORS.split(group.lower())
    return not _FOR_DEVELOPERS.isdisjoint((*parts, "".join(parts)))
