"""Reads `Pipfile.lock`: the exact version of every package that pipenv resolved.

- **Locked packages**: each package of `default`, `develop` and further categories, with its version, or with the commit
  (`ref`) where it comes from version control. One that is locked at the same version in several categories counts
  once; packages that are folders of this repository are not among them.
- **Package manager**: pipenv.

Example: `"idna": {` on line 12 and `"version": "==3.7"` below it claim that `idna` is locked at `3.7`, at line 12.

Limits: the file does not say which packages the project asks for itself, nor with which requirement.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._python_lock import LockSheet, is_folder

VERSION = 1
PATTERNS = ("Pipfile.lock",)

_META = "_meta"
_OPENING = re.compile(r'\s*("(?:[^"\\]++|\\.)*+")\s*:\s*\{')

Place = tuple[str, str]


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``Pipfile.lock``."""
    data = _load(file)
    lines = _lines_of(file, data)
    sheet = LockSheet(file, tree)
    if _META in data:
        sheet.manager("pipenv", (lines.get((_META, ""), 1),) * 2, _META)
    seen: set[tuple[str, str]] = set()
    for category, name in _places(data):
        if name and category != _META:
            value = data[category][name]
            package = (name, _version(value))
            if package not in seen and not (isinstance(value, dict) and is_folder(value.get("path"))):
                seen.add(package)
                sheet.locked(*package, (lines[category, name],) * 2)
    return sheet.claims


def _load(file: SourceFile) -> Mapping[str, Any]:
    try:
        data = json.loads(file.text)
    except (ValueError, RecursionError):
        # Says what is wrong where.
        data = JsonDocument(file).root
    return data if isinstance(data, dict) else {}


def _places(data: Mapping[str, Any]) -> Iterator[Place]:
    """Each category (with an empty name), followed by its packages."""
    for category, packages in data.items():
        yield category, ""
        if isinstance(packages, dict) and category != _META:
            yield from ((category, name) for name in packages)


def _lines_of(file: SourceFile, data: Mapping[str, Any]) -> Mapping[Place, int]:
    """The line of each category and package: pipenv writes each on one that it opens.

    A file in another layout is looked at token by token.
    """
    openings = (
        (match[1], number)
        for number, line in enumerate(file.lines, 1)
        if line.endswith("{") and (match := _OPENING.fullmatch(line))
    )
    found: dict[Place, int] = {}
    for category, name in _places(data):
        key = json.dumps(name or category)
        line = next((number for opened, number in openings if opened == key), 0)
        if not line:
            document = JsonDocument(file)
            return {place: document.span(*filter(None, place))[0] for place in _places(data)}
        found[category, name] = line
    return found


def _version(value: Any) -> str:
    """The version that is pinned, or the commit."""
    values = [value.get(key) for key in ("version", "ref")] if isinstance(value, dict) else []
    return next((text.lstrip("= ") for text in values if isinstance(text, str)), "")
