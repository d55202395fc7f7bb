"""Reads the lock files of Gradle: `gradle.lockfile`, `buildscript-gradle.lockfile`, `settings-gradle.lockfile`, and the
older `gradle/dependency-locks/*.lockfile` with one file for each configuration.

Each line `group:artifact:version=configuration,…` claims the package in this exact version, at that line.

Example: `com.google.guava:guava:33.0.0-jre=compileClasspath` claims `com.google.guava:guava` in `33.0.0-jre`.

Limits: the file says neither which requirement a version fulfils nor which packages were asked for by name. A file in
which most lines are no locks claims nothing and is listed in `errors`.
"""

import re
from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._project_sheet import ProjectSheet

VERSION = 1
PATTERNS = (
    "gradle.lockfile",
    "buildscript-gradle.lockfile",
    "settings-gradle.lockfile",
    "**/dependency-locks/*.lockfile",
)

_LOCK = re.compile(r"(?P<name>[^\s:=]+:[^\s:=]+):(?P<version>[^\s:=]+)(?:=(?P<configurations>[\w.,\s-]*))?")
_SHOWN = 80


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one lock file."""
    sheet = ProjectSheet(file, tree, "maven")
    bad: list[int] = []
    for number, line in enumerate(file.lines, 1):
        text = line.strip()
        if not text or text.startswith(("#", "empty=")):
            continue
        if match := _LOCK.fullmatch(text):
            sheet.lock(match["name"], match["version"], (number, number))
        else:
            bad.append(number)
    reasons = {number: f"no lock: {file.lines[number - 1].strip()[:_SHOWN]!r}" for number in bad[:_SHOWN]}
    if len(bad) > len(sheet.claims):
        raise UnreadableError(reasons[bad[0]], bad[0])
    for number, reason in reasons.items():
        sheet.problem(reason, number)
    return sheet.claims
