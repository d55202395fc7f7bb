"""Reads requirements files of pip: `requirements*.txt`, `*requirements.txt`, `requirements/*.txt`, and the `.in` files.

Every requirement is a dependency, with its version specifiers and marker, at the line where its name stands. By the
name of the file or its folder it is for development (`requirements-dev.txt`, `requirements/tests.txt`,
`docs/requirements.txt`), optional (`requirements-optional.txt`), or needed at run time.

- `-r other.txt` is followed within the repository, once, and for 100 files at most, unless the included file is read
  for its own name anyway. One that is missing, remote, or outside the repository is listed in `errors`.
- `-c constraints.txt` asks for nothing, so nothing is claimed from a constraints file; a missing one is listed.
- `name @ url`, `git+https://…#egg=name`, wheels and archives by URL or path are named by what the line says; `-e .` and
  folders of this repository are no dependencies.
- Comments, continued lines, `--hash` and other options, extras, and `${VARIABLES}` are read as pip reads them; no
  variable is replaced.

Example: `requests[socks]>=2.28 ; python_version < "3.12"  # see #12` claims `requests`, version `>=2.28`.

Limits: a file of which fewer than half of the lines are requirements claims nothing and is listed in `errors`.
"""

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from posixpath import normpath
from typing import NamedTuple

from crossbearing.plugin import Claim, Dependency, FileTree, PackageManager, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._pep508 import is_for_developers
from crossbearing_ecosystems._project_sheet import DependencyKind
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._requirement_line import LogicalLine, is_local_path, named_by_location, read_lines

VERSION = 1
PATTERNS = (
    "requirements*.txt",
    "*requirements.txt",
    "**/requirements/*.txt",
    "requirements*.in",
    "*requirements.in",
    "**/requirements/*.in",
)

_INCLUDE = re.compile(r"(?:-r|--requirement|-c|--constraint)(?:\s*=\s*|\s*)(?P<path>\S.*)")
_EDITABLE = re.compile(r"(?:-e|--editable)(?:\s*=\s*|\s+)")
_OPTION_AFTER = re.compile(r"\s--?[A-Za-z].*", re.DOTALL)
_MOST_INCLUDES = 100
_LONGEST = 2_000


class _Purpose(NamedTuple):
    kind: DependencyKind
    group: str


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one requirements file and the files that it includes."""
    if "constraint" in file.path.rpartition("/")[2]:
        return []
    purpose = _purpose(file)
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


def _read(sheet: PythonSheet, purpose: _Purpose) -> list[SourceFile]:
    """Put the claims of one file on its sheet and return the files that it includes."""
    included: list[SourceFile] = []
    good = 0
    bad: list[LogicalLine] = []
    for line in read_lines(sheet.file):
        if match := _INCLUDE.fullmatch(line.text):
            found = _include(sheet, match["path"].strip("\"' "), line)
            included += [found] if found and line.text.startswith(("-r", "--r")) else []
        elif _requirement(sheet, line, purpose):
            good += 1
        else:
            bad.append(line)
    if len(bad) > good:
        raise UnreadableError(f"not a requirements file: {bad[0].text[:80]!r} is no requirement", bad[0].first)
    for line in bad:
        sheet.problem(f"not a requirement: {line.text[:80]!r}", line.first)
    return included


def _requirement(sheet: PythonSheet, line: LogicalLine, purpose: _Purpose) -> bool:
    """Claim what one line asks for; false where it is neither a requirement nor an option."""
    text, editable = _EDITABLE.subn("", line.text, count=1) if line.text.startswith("-") else (line.text, 0)
    if text.startswith("-"):
        return True
    text = _OPTION_AFTER.sub("", text).strip()
    if len(text) > _LONGEST:
        return False
    span = (line.first, line.last)
    if located := named_by_location(text):
        sheet.dependency(located.name, None, span, purpose.kind, purpose.group, located.marker, located.source)
        return True
    if editable or is_local_path(text):
        return True
    before = len(sheet.claims)
    sheet.requirement(text, span, purpose.kind, purpose.group)
    if sheet.claims[before:] and sheet.claims[before].section == "dependencies":
        return True
    del sheet.claims[before:]
    return False


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
        return None if _has_own_claim(target) else found
    sheet.problem(f"included file {path!r} {reason}", line.first)
    return None


def _has_own_claim(path: str) -> bool:
    """Say whether a file is read for its own name, so that an include need not repeat it."""
    folder, _, name = path.rpartition("/")
    return any(
        fnmatchcase(name, pattern.rpartition("/")[2])
        for pattern in PATTERNS
        if "/" not in pattern or folder.rpartition("/")[2] == "requirements"
    )


def _purpose(file: SourceFile) -> _Purpose:
    """What a requirements file is for, by the words of its name and folder."""
    *folders, name = file.path.split("/")
    words = re.sub(r"requirements?|reqs?", "-", name.rpartition(".")[0].lower())
    group = "-".join(_words(words))
    if not group and folders and is_for_developers(folders[-1]):
        group = folders[-1].lower()
    if is_for_developers(group) or file.role in ("test", "docs"):
        return _Purpose("dev", group)
    return _Purpose("optional" if group in ("optional", "extra", "extras") else "runtime", group)


def _words(text: str) -> Iterator[str]:
    return (word for word in re.split(r"[-_.\s]+", text) if word)
