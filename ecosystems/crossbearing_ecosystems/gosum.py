"""Reads `go.sum`: the modules whose content is verified, in the versions that the build may take.

Each `module version hash` line is a locked package, mapped to that very version as its requirement. Lines of a
`version/go.mod` hash are left out: of those modules only the list of requirements was read.

Example: `github.com/google/uuid v1.6.0 h1:NIvaJDMOsjHA8n1jAhLSgzrAzy1Hgr+hNrb57e+94F0=` claims
`github.com/google/uuid` in version `v1.6.0`.

Limits: the file may keep versions that the build no longer takes; which one it takes, `go.mod` says.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._project_sheet import ProjectSheet

VERSION = 1
PATTERNS = ("go.sum",)

_MOST_PROBLEMS = 100


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``go.sum``."""
    sheet = ProjectSheet(file, tree, "golang")
    problems: list[tuple[str, int]] = []
    good = 0
    for number, line in enumerate(file.lines, 1):
        words = line.split()
        if not words:
            continue
        if reason := _reason(words):
            problems.append((reason, number))
            if len(problems) > _MOST_PROBLEMS and len(problems) > good:
                break
            continue
        good += 1
        name, version, _ = words
        if not version.endswith("/go.mod"):
            sheet.lock(name, version, (number, number), requirements=(version,))
    if len(problems) > good:
        raise UnreadableError(f"unparseable: {problems[0][0]}", problems[0][1])
    for reason, number in problems:
        sheet.problem(reason, number)
    return sheet.claims


def _reason(words: list[str]) -> str:
    """What is wrong with a line of these words, or an empty string."""
    if len(words) != 3:
        return f"wrong number of fields {len(words)}"
    return "" if words[1].startswith("v") and ":" in words[2] else "not a module, its version and its hash"
