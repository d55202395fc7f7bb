"""Reads lock files of Bundler: `Gemfile.lock`, `gems.locked`, and those beside `*.gemfile`.

Every gem of the sections `GEM`, `GIT`, `PATH` and `PLUGIN SOURCE` is a locked package, in its version without the
platform (`nokogiri (1.16.0-x86_64-linux)` is version `1.16.0`) and once for all platforms. What stands under
`DEPENDENCIES` is asked for by name, with the requirement that is written there. `BUNDLED WITH` is the version of
bundler that wrote the file.

Example: `    rack (3.0.9)` on line 12 claims `rack`, version `3.0.9`, at line 12.

Limits: Bundler sorts the requirements of a gem, so that they may read differently from those of the Gemfile.
"""

import re
from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._project_sheet import ProjectSheet

VERSION = 1
PATTERNS = ("Gemfile.lock", "gems.locked", "*.gemfile.lock")

_HEADER = re.compile(r"[A-Z][A-Z ]*")
_SPEC = re.compile(r"    (?P<name>[^\s(]+) \((?P<version>[^)\s-]+)(?:-[^)]*)?\)")
_DEPENDENCY = re.compile(r"  (?P<name>[^\s(!]+)(?: \((?P<requirement>[^)]*)\))?!?")
_BUNDLER = re.compile(r"\s+(?P<version>[0-9][\w.]*)")
_SOURCES = frozenset({"GEM", "GIT", "PATH", "PLUGIN SOURCE"})
_SECTIONS = _SOURCES | {"BUNDLED WITH", "CHECKSUMS", "DEPENDENCIES", "PLATFORMS", "RUBY VERSION"}
_CONFLICT = ("<<<<<<<", "=======", ">>>>>>>")


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one lock file."""
    lines = file.lines
    sections = _sections(lines)
    sheet = ProjectSheet(file, tree, "gem")
    asked: dict[str, str] = {}
    for section, number in sections:
        if section == "DEPENDENCIES" and (match := _DEPENDENCY.fullmatch(lines[number].rstrip())):
            asked[match["name"]] = match["requirement"] or ""
    known: set[tuple[str, str]] = set()
    for section, number in sections:
        match = _SPEC.fullmatch(lines[number].rstrip()) if section in _SOURCES else None
        if match and (key := (match["name"], match["version"])) not in known:
            known.add(key)
            requirement = asked.get(match["name"], "")
            sheet.lock(
                *key,
                (number + 1, number + 1),
                requirements=(requirement,) if requirement else (),
                direct=match["name"] in asked,
            )
        elif section == "BUNDLED WITH" and (match := _BUNDLER.fullmatch(lines[number].rstrip())):
            sheet.manager("bundler", (number, number), "BUNDLED WITH", version=match["version"])
    return sheet.claims


def _sections(lines: list[str]) -> list[tuple[str, int]]:
    """The indented lines, by their places in ``lines``, each with the name of its section."""
    section = ""
    found: list[tuple[str, int]] = []
    for number, line in enumerate(lines):
        if line.startswith(_CONFLICT):
            raise UnreadableError("holds the marks of a merge conflict", number + 1)
        if line[:1] not in ("", " "):
            section = line.rstrip()
            if not _HEADER.fullmatch(section) or (not found and section not in _SECTIONS):
                raise UnreadableError(f"not a lock file of Bundler: {section[:80]!r} is no section", number + 1)
        elif line.strip():
            found.append((section, number))
    return found
