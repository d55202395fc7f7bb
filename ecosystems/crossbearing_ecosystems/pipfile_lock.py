"""Reads `Pipfile.lock`: the exact version of every package that pipenv resolved.

- **Locked packages**: each package of `default`, `develop` and further categories, with its version, or with the commit
  (`ref`) where it comes from version control. One that is locked at the same version in several categories counts
  once; packages that are folders of this repository are not among them.
- **Package manager**: pipenv.

Example: `"idna": {` on line 12 and `"version": "==3.7"` below it claim that `idna` is locked at `3.7`, at line 12.

Limits: the file does not say which packages the project asks for itself, nor with which requirement.
"""

from collections.abc import Sequence
from typing import Any

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._python_lock import LockSheet, is_folder

VERSION = 1
PATTERNS = ("Pipfile.lock",)

_META = "_meta"


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``Pipfile.lock``."""
    document = JsonDocument(file)
    sheet = LockSheet(file, tree)
    if document.has(_META):
        sheet.manager("pipenv", (document.span(_META)[0],) * 2, _META)
    seen: set[tuple[str, str]] = set()
    for category in document.keys(*()):
        if category == _META:
            continue
        for name in document.keys(category):
            value = document.get(category, name)
            package = (name, _version(value))
            if package not in seen and not (isinstance(value, dict) and is_folder(value.get("path"))):
                seen.add(package)
                sheet.locked(*package, document.span(category, name))
    return sheet.claims


def _version(value: Any) -> str:
    """The version that is pinned, or the commit."""
    values = [value.get(key) for key in ("version", "ref")] if isinstance(value, dict) else []
    return next((text.lstrip("= ") for text in values if isinstance(text, str)), "")
