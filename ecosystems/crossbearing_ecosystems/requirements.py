"""Reads requirements files of pip: `requirements*.txt`, `*requirements.txt`, `requirements/**/*.txt`, and `.in` alike.

Every requirement is a dependency, with its version specifiers and marker, at the line where its name stands. By the
name of the file or its folder it is for development (`requirements-dev.txt`, `requirements/tests.txt`,
`docs/requirements.txt`), optional (`requirements-optional.txt`), or needed at run time.

- `-r other.txt` is followed within the repository, once, and for 100 files at most, unless the included file is read
  for its own name anyway. One that is missing, remote, or outside the repository is listed in `errors`.
- `-c constraints.txt` asks for nothing, so nothing is claimed from a constraints file; a missing one is listed.
- `name @ url`, `git+https://…#egg=name`, wheels and archives by URL or path are named by what the line says; `-e .` and
  folders of this repository are no dependencies.
- A file that pip-compile or `uv pip compile` wrote is a lock file too: its pins are locked packages, and direct ones
  where a comment says that an input file asks for them (`# via -r requirements.in`).
- Comments, continued lines, `--hash` and other options, extras, and `${VARIABLES}` are read as pip reads them; no
  variable is replaced.

Example: `requests[socks]>=2.28 ; python_version < "3.12"  # see #12` claims `requests`, version `>=2.28`.

Limits: a file of which fewer than half of the lines are requirements claims nothing and is listed in `errors`.
"""

import re
from collections.abc import Iterator, Sequence
from posixpath import normpath

from crossbearing.plugin import Claim, Dependency, FileTree, PackageManager, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._compiled_requirements import is_compiled, lock_pins
from crossbearing_ecosystems._purpose import Purpose, purpose_of_file
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._requirement_claim import claim_requirement
from crossbearing_ecosystems._requirement_files import is_requirements_file
from crossbearing_ecosystems._requirement_line import LogicalLine, read_lines

VERSION = 2
PATTERNS = (
    "requirements*.txt",
    "*requirements.txt",
    "**/requirements/**/*.txt",
    "requirements*.in",
    "*requirements.in",
    "**/requirements/**/*.in",
)

_INCLUDE = re.compile(r"(?:-r|--requirement|-c|--constraint)(?:\s*=\s*|\s*)(?P<path>\S.*)")
_MOST_INCLUDES = 100


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one requirements file and the files that it includes."""
    if "constraint" in file.path.rpartition("/")[2]:
        return []
    purpose = purpose_of_file(file)
    claims: list[Claim] = []
    seen = {file.path}
    waiting = [file]
    while waiting:
        sheet = PythonSheet(waiting.pop(), tree)
        try:
            included = [other for other in _read(sheet, purpose) if other.path not in seen]
        except UnreadableError as problem:
            if sheet.file is file:
                raise
            sheet.claims = []
            sheet.problem(problem.reason, problem.line or 1)
            included = []
        included = included[: max(0, _MOST_INCLUDES - len(seen))]
        seen.update(other.path for other in included)
        waiting += included
        claims += sheet.claims
    return [*_manager(claims), *claims]


def _manager(claims: list[Claim]) -> Iterator[Claim]:
    """Whoever lists requirements installs them with pip; the first of them stands for it."""
    first = next((claim for claim in claims if isinstance(claim, Dependency)), None)
    if first:
        spelling = "" if "pip" in first.name else first.spelling or first.name
        yield PackageManager(evidence=first.evidence, spelling=spelling, name="pip")


def _read(sheet: PythonSheet, purpose: Purpose) -> list[SourceFile]:
    """Put the claims of one file on its sheet and return the files that it includes."""
    included: list[SourceFile] = []
    good = 0
    bad: list[LogicalLine] = []
    lines = list(read_lines(sheet.file))
    for line in lines:
        if match := _INCLUDE.fullmatch(line.text):
            found = _include(sheet, match["path"].strip("\"' "), line)
            included += [found] if found and line.text.startswith(("-r", "--r")) else []
        elif claim_requirement(sheet, line.text, (line.first, line.last), purpose):
            good += 1
        else:
            bad.append(line)
    if len(bad) > good:
        raise UnreadableError(f"not a requirements file: {bad[0].text[:80]!r} is no requirement", bad[0].first)
    for line in bad:
        sheet.problem(f"not a requirement: {line.text[:80]!r}", line.first)
    if is_compiled(sheet.file):
        lock_pins(sheet, lines)
    return included


def _include(sheet: PythonSheet, path: str, line: LogicalLine) -> SourceFile | None:
    """The file that an option names, if it is to be read here; a problem where there is none."""
    target = normpath(sheet.beside(path))
    if "://" in path or "${" in path:
        reason = "is remote" if "://" in path else "depends on the environment"
    elif target.startswith(("/", "../")) or target == "..":
        reason = "is outside of the repository"
    elif (found := sheet.tree.read(target)) is None:
        reason = "does not exist"
    else:
        return None if is_requirements_file(target) else found
    sheet.problem(f"included file {path!r} {reason}", line.first)
    return None
