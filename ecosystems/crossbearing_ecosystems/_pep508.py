"""Requirement strings of Python packages, as `packaging` reads them, and what the names of their groups mean."""

import re
from functools import lru_cache
from typing import NamedTuple

_SHAPE = re.compile(r"\s*(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(?P<rest>.*)", re.DOTALL)
_LEGACY = re.compile(r"(?:(?:===|[=!~<>]=|[<>])[A-Za-z0-9.*+!_${}-]+,?)+")
_VERSION = r"[0-9]+(?:\.[0-9]+)*(?:(?:a|b|rc)[0-9]+)?(?:\.post[0-9]+)?(?:\.dev[0-9]+)?"
_SPECIFIER = rf"(?:(?:[<>]=?|[!=]=)[ \t]*+{_VERSION}|[!=]=[ \t]*+[0-9]+(?:\.[0-9]+)*\.\*|~=[ \t]*+[0-9]+\.{_VERSION})"
_SPECIFIERS = rf"{_SPECIFIER}(?:[ \t]*+,[ \t]*+{_SPECIFIER})*"
_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"
_VARIABLE = (
    "python_version|python_full_version|os_name|sys_platform|platform_(?:release|system|version|machine)|"
    "platform_python_implementation|implementation_(?:name|version)"
)
_CONDITION = rf"(?:{_VARIABLE})[ \t]*+(?:[<>]=?|[!=]=)[ \t]*+(?:\"[^\"'\\\n]*\"|'[^\"'\\\n]*')"
_COMMON = re.compile(
    rf"[ \t]*+({_NAME})[ \t]*+(?:\[[ \t]*+{_NAME}[ \t]*+(?:,[ \t]*+{_NAME}[ \t]*+)*\][ \t]*+)?"
    rf"(?:({_SPECIFIERS})|\([ \t]*+({_SPECIFIERS})[ \t]*+\))?[ \t]*+(?:;(.*))?"
)
_MARKER = re.compile(rf"[ \t]*+{_CONDITION}(?:[ \t]++(?:and|or)[ \t]++{_CONDITION})*[ \t]*+")
"""What nearly all requirements look like; read without `packaging`, which is many times slower, and just as it does."""
_MARKER_PART = re.compile(rf"({_VARIABLE})[ \t]*([<>=!]+)[ \t]*[\"']([^\"']*)[\"']([ \t]+(?:and|or)(?=[ \t]))?")
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


def parse_requirement(text: str) -> Requirement | None:
    """Read one requirement (``requests[socks]>=2.28; python_version < "3.12"``), or return None where it is none.

    A specifier of the time before PEP 440 (``pytz>2011k``), which `packaging` refuses, is kept as it is written.
    """
    if len(text) > _LONGEST:
        return None
    match = _COMMON.fullmatch(text)
    if match is None:
        return read_with_packaging(text)
    name, version, enclosed, condition = match.groups()
    version = version or enclosed
    if version and (" " in version or "\t" in version):
        version = "".join(version.split())
    if condition is None:
        return Requirement(name, version)
    marker = _plain_marker(condition)
    return Requirement(name, version, marker) if marker else read_with_packaging(text)


@lru_cache(maxsize=1024)
def _plain_marker(text: str) -> str:
    """A marker of plain conditions, spaced and quoted as `packaging` does it, or an empty string for any other."""
    if not _MARKER.fullmatch(text):
        return ""
    return " ".join(
        f'{name} {operator} "{value}"{word and f" {word.strip()}"}'
        for name, operator, value, word in _MARKER_PART.findall(text)
    )


@lru_cache(maxsize=1024)
def read_with_packaging(text: str) -> Requirement | None:
    """Read one requirement of any form as :func:`parse_requirement` does, at the price of `packaging`."""
    from packaging.requirements import InvalidRequirement
    from packaging.requirements import Requirement as Parsed

    shape = _SHAPE.match(text)
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
    canonical = name.replace("_", "-").replace(".", "-").lower()
    return _SEPARATORS.sub("-", canonical) if "--" in canonical else canonical


def is_package_name(name: str) -> bool:
    """Say whether ``name`` is the name of a package and not, for example, a template's placeholder."""
    shape = _SHAPE.match(name)
    return shape is not None and shape["name"] == name.strip() and name[-1].isalnum()


def is_for_developers(group: str) -> bool:
    """Say whether a group of dependencies (``dev``, ``test-all``) is for working on the project, by its name."""
    parts = _SEPARATORS.split(group.lower())
    return not _FOR_DEVELOPERS.isdisjoint((*parts, "".join(parts)))
