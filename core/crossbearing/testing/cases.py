"""Golden cases: a folder ``input/`` and an ``expected.json`` that a person has checked.

``expected.json`` maps each path of ``input/`` that the plugin claims to its answer. Fields that have their default
value are left out and a place reads ``path:line``. An unreadable file is
``{"unreadable": reason, "line": line}``.
"""

import json
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path
from typing import Any

import attrs

from crossbearing.hookspecs import KINDS
from crossbearing.model.errors import UnreadableError
from crossbearing.model.location import Location
from crossbearing.testing.exercise import call, matching_paths, open_host
from crossbearing.testing.plain import plain
from crossbearing.testing.tree import MemoryTree


def difference(qualified: str, folder: Path) -> str | None:
    """Say how the plugin's answers differ from ``expected.json``, as a diff of at most 20 lines, or return None."""
    path = folder / "expected.json"
    if not path.is_file():
        return "there is no expected.json"
    try:
        expected = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as problem:
        return f"expected.json is no JSON: {problem}"
    found = answers(qualified, folder)
    if found == expected:
        return None
    lines = unified_diff(_lines(expected), _lines(found), "expected", "found", n=1, lineterm="")
    return "\n".join(["the answer differs", *list(lines)[:20]])


def answers(qualified: str, folder: Path) -> dict[str, Any]:
    """Return what the plugin says of each file of ``folder/input`` that it claims, in the form of ``expected.json``."""
    host = open_host(qualified)
    host.version(qualified)
    hook = host.attribute(qualified, KINDS[qualified.partition(".")[0]].required[0], None)
    tree = MemoryTree.of_folder(folder / "input")
    found: dict[str, Any] = {}
    for path in matching_paths(host, qualified, tree):
        arguments = {"file": tree.read(path), "tree": tree, "options": host.options(qualified)}
        try:
            found[path] = _brief(call(hook, arguments))
        except UnreadableError as problem:
            found[path] = {"unreadable": problem.reason, "line": problem.line}
    return found


def _brief(value: Any) -> Any:
    if isinstance(value, Location):
        return str(value)
    if attrs.has(type(value)):
        fields = {
            field.name: _brief(getattr(value, field.name))
            for field in attrs.fields(type(value))
            if getattr(value, field.name) != _default(field)
        }
        section = getattr(value, "section", "")
        return {"section": section, **fields} if section else fields
    if isinstance(value, list | tuple):
        return [_brief(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _brief(value[key]) for key in sorted(value)}
    return plain(value)


def _default(field: "attrs.Attribute[Any]") -> Any:
    default = field.default
    return default.factory() if isinstance(default, attrs.Factory) else default  # type: ignore[arg-type, union-attr]


def _lines(value: Any) -> list[str]:
    return json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False).splitlines()
