"""Reads `yarn.lock`, of yarn 1 and of the later ones (berry): the exact version of each package.

Both are the same few rules of indented lines, and are read as such: an entry names what was asked for
(`"express@^5.0.0"`, `"express@npm:^5.0.0"`), and the lines below it what that led to.

- Each package is claimed at the line that names it, with all the ranges that lead to its version.
- In the later form, what a package of the workspace asks for itself is marked.
- The packages of the workspace and links are left out. An alias is claimed under the package's own name.

Example: `express@^5.0.0, express@^5.1.0:` on line 40 with `version "5.1.0"` below claims `express` 5.1.0 for both
ranges.

Limits: an entry that cannot be read (a conflict of a merge) is listed in `errors` and the others stand.
"""

import re
from collections.abc import Iterator, Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._npm_lock import is_local, split_reference
from crossbearing_ecosystems._npm_sheet import NpmSheet
from crossbearing_ecosystems._npm_specifier import is_package_name, read_specifier

VERSION = 1
PATTERNS = ("yarn.lock",)

_FIELD = re.compile(r'(?P<indent> +)"?(?P<name>[^":\s]+)"?:?(?: +(?P<value>.*))?')
_METADATA = "__metadata"
_NOWHERE = "0.0.0-use.local"
_DEPENDENCIES = frozenset({"dependencies", "optionalDependencies", "peerDependencies"})
_MOST_PROBLEMS = 20
_LONGEST = 20_000


class _Entry:
    """What was asked for on ``line``, and what it led to."""

    def __init__(self, line: int, keys: list[str]) -> None:
        self.line = line
        self.keys = keys
        self.fields: dict[str, str] = {}
        self.needs: list[str] = []

    @property
    def is_of_workspace(self) -> bool:
        return "@workspace:" in self.fields.get("resolution", "")


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one lock file of yarn."""
    sheet = NpmSheet(file, tree)
    entries = list(_entries(sheet))
    asked = {need for entry in entries if entry.is_of_workspace for need in entry.needs}
    for entry in entries:
        _claim(entry, sheet, asked)
    return sheet.claims


def _entries(sheet: NpmSheet) -> Iterator[_Entry]:
    entry: _Entry | None = None
    bad: list[int] = []
    is_needs = False
    count = 0
    for number, line in enumerate(sheet.file.lines, 1):
        if not line.strip() or line.lstrip().startswith("#") or line.strip() == ":":
            continue
        if not line.startswith(" "):
            if entry and _METADATA not in entry.keys:
                yield entry
            keys = _keys(line)
            entry = _Entry(number, keys) if keys else None
            count += bool(keys)
            bad += [] if keys else [number]
        elif entry and len(line) < _LONGEST and (match := _FIELD.fullmatch(line.rstrip())):
            name, value = match["name"], (match["value"] or "").strip('"')
            if len(match["indent"]) == len("  "):
                is_needs = name in _DEPENDENCIES
                entry.fields[name] = value
            elif is_needs:
                entry.needs.append(f"{name}@{value}")
    if entry and _METADATA not in entry.keys:
        yield entry
    if bad and not count:
        raise UnreadableError("not a lock file of yarn: no entry", bad[0])
    for number in bad[:_MOST_PROBLEMS]:
        sheet.problem(f"not an entry: {sheet.file.lines[number - 1][:80]!r}", number)


def _keys(line: str) -> list[str]:
    """What an entry is for: ``a@^1, "b@>= 2":``, ``"a@npm:^1, a@npm:^2":``, or ``? "…"`` where it is long."""
    text = line.rstrip()
    if text.startswith("? "):
        text = text[2:]
    elif text.endswith(":"):
        text = text[:-1]
    else:
        return []
    keys = [key.strip().strip('"') for key in text.split(",")]
    return keys if all(key == _METADATA or "@" in key[1:] for key in keys) else []


def _claim(entry: _Entry, sheet: NpmSheet, asked: set[str]) -> None:
    version = entry.fields.get("version", "")
    if not version or version == _NOWHERE or entry.is_of_workspace:
        return
    names: list[str] = []
    requirements: list[str] = []
    for key in entry.keys:
        alias, text = split_reference(key)
        wanted = read_specifier(alias, _tagged(text))
        names.append(wanted.name)
        requirements += [wanted.version] if wanted.version and not is_local(text) else []
    resolution = entry.fields.get("resolution", "")
    name = split_reference(resolution)[0] if resolution else names[0]
    if is_package_name(name):
        sheet.lock(
            name,
            version,
            (entry.line, entry.line),
            *names,
            requirements=tuple(dict.fromkeys(requirements)),
            direct=any(key in asked for key in entry.keys),
        )


def _tagged(text: str) -> str:
    """``npm:latest`` is a version here: another package always has one of its own (``npm:other@^1``)."""
    rest = text.removeprefix("npm:")
    return text if "@" in rest else rest
