"""Which files are requirements files by their names, and those that a build is told to take dependencies from."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from posixpath import normpath

from crossbearing_ecosystems._purpose import Purpose
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._requirement_claim import claim_requirement
from crossbearing_ecosystems._requirement_line import read_lines
from crossbearing_ecosystems._sheet import Span

REQUIREMENTS_FILES = (
    "requirements*.txt",
    "*requirements.txt",
    "**/requirements/**/*.txt",
    "requirements*.in",
    "*requirements.in",
    "**/requirements/**/*.in",
)


def is_requirements_file(path: str) -> bool:
    """Say whether a file is read for its own name, so that whatever refers to it need not repeat it."""
    folder, _, name = path.rpartition("/")
    return any(
        fnmatchcase(name, pattern.rpartition("/")[2])
        for pattern in REQUIREMENTS_FILES
        if "/" not in pattern or "requirements" in folder.split("/")
    )


def claim_files(sheet: PythonSheet, paths: Iterable[str], span: Span, purpose: Purpose) -> None:
    """Claim the requirements of files that are named in place of a list, unless they are read for their own names."""
    for path in paths:
        target = normpath(sheet.beside(path))
        if is_requirements_file(target):
            continue
        file = sheet.tree.read(target)
        if file is None:
            sheet.problem(f"file {path[:80]!r} does not exist", span[0])
            continue
        other = PythonSheet(file, sheet.tree)
        for line in read_lines(file):
            if not claim_requirement(other, line.text, (line.first, line.last), purpose):
                other.problem(f"not a requirement: {line.text[:80]!r}", line.first)
        for claim in other.claims:
            sheet.add(claim)
