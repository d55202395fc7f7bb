"""Reads the reply of CMake's file API: the targets of a project as CMake itself computed them, where a build is kept.

CMake leaves it, where an editor asks for it, in the folder that is built in, as
`.cmake/api/v1/reply/codemodel-v2-*.json` and one file for each target beside. It is exact where a reading of
`CMakeLists.txt` must guess: platform, options and generated names are decided.

Every target is claimed with its kind, folder, sources that are in the repository, and what it depends on. Its evidence
is the innermost line of the reply's backtrace that holds the name (the `add_library` line, or the call of the project's
own function around it), else the line of the name in the target's own file.

Example: a target `core` of type `STATIC_LIBRARY`, defined at `CMakeLists.txt:7`, is claimed as `static-library` there.

Limits: the first configuration alone is read. Targets that CMake or a fetched project defined are left out. Tests and
the commands of custom targets are not in the reply; one with a rule counts as a runner. A build folder that the
repository ignores is not scanned, so that its reply is not seen.
"""

import re
from collections.abc import Iterator, Sequence
from posixpath import normpath, relpath
from typing import NamedTuple

from crossbearing.plugin import Claim, FileTree, Location, SourceFile, Target, TargetKind, UnreadableError, hookimpl
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._placed import PlacedList, PlacedTable
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Proof

VERSION = 1
PATTERNS = ("**/.cmake/api/v1/reply/codemodel-v2-*.json",)

_REPLY = "/.cmake/api/v1/reply/"
_KINDS: dict[str, TargetKind] = {
    "EXECUTABLE": "executable",
    "STATIC_LIBRARY": "static-library",
    "SHARED_LIBRARY": "shared-library",
    "MODULE_LIBRARY": "module-library",
    "OBJECT_LIBRARY": "object-library",
    "INTERFACE_LIBRARY": "interface-library",
    "UTILITY": "aggregator",
}
_MOST_TARGETS = 10_000
_DEEPEST = 60
_LINES_OF_A_COMMAND = 20


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read the targets of one reply."""
    document = JsonDocument(file)
    sheet = ProjectSheet(file, tree, "generic")
    if document.text("kind") not in ("", "codemodel"):
        raise UnreadableError(f"not a codemodel but {document.text('kind')!r}")
    project = _folders(file.path, document.text("paths", "source"), document.text("paths", "build"))
    for path, item in list(document.items("configurations", 0, "targets"))[:_MOST_TARGETS]:
        name = item.get("jsonFile") if isinstance(item, PlacedTable) else None
        if isinstance(name, str) and "/" not in name:
            _read_target(sheet, name, project, document.span(*path)[0])
    return sheet.claims


class _Folders(NamedTuple):
    """Where the repository lay when the reply was written, and the project's folder in it."""

    root: str
    source: str

    def below(self, path: str) -> str | None:
        """A path of the project as one of the repository; None where it lies outside."""
        path = path.replace("\\", "/")
        if path.startswith("/") or path[1:2] == ":":
            path = relpath(path, self.root) if path.startswith("/") == self.root.startswith("/") else "../"
        else:
            path = normpath(f"{self.source}/{path}" if self.source else path or ".")
        return None if path == ".." or path.startswith("../") else "" if path == "." else path


def _folders(path: str, source: str, build: str) -> _Folders:
    """Conclude the folders from where the reply lies; raises :class:`UnreadableError` where that fails."""
    source, build = source.replace("\\", "/").rstrip("/"), build.replace("\\", "/").rstrip("/")
    here = path[: path.find(_REPLY)] if _REPLY in path else ""
    if not source or not build:
        raise UnreadableError("not a codemodel: it does not name its folders")
    root = build[: len(build) - len(here)].rstrip("/") or "/"
    folder = _Folders(root, "").below(source)
    if folder is None or not (build == here or f"/{build}".endswith(f"/{here}".rstrip("/"))):
        raise UnreadableError("the project lies outside of the repository, or was moved after it was built")
    return _Folders(root, folder)


def _read_target(sheet: ProjectSheet, name: str, project: _Folders, line: int) -> None:
    path = sheet.beside(name)
    file = sheet.tree.read(path)
    if file is None:
        sheet.problem(f"the file {name!r} of a target is missing", line)
        return
    try:
        document = JsonDocument(file)
    except UnreadableError as problem:
        sheet.problem(f"the file {name!r} of a target is no JSON: {problem.reason}", line)
        return
    kind = _KINDS.get(document.text("type"))
    if kind and document.text("name") and document.get("isGeneratorProvided") is not True:
        _claim(sheet, _TargetFile(document, file, sheet.tree, project), kind)


def _claim(sheet: ProjectSheet, target: "_TargetFile", kind: TargetKind) -> None:
    places = list(target.places(target.document.get("backtrace")))
    if not places:
        return
    proof = target.proof(places)
    sources = dict(target.sources())
    if kind == "aggregator" and any(path.endswith(".rule") for path in sources):
        kind = "runner"
    sheet.add(
        Target(
            evidence=proof.evidence,
            spelling=proof.spelling,
            name=target.name,
            kind=kind,
            directory=target.below(target.document.text("paths", "source")) or "",
            depends_on=tuple(sorted(target.depends_on())),
            sources=tuple(sorted(path for path, is_own in sources.items() if is_own)),
        )
    )


class _TargetFile:
    """The file of one target."""

    def __init__(self, document: JsonDocument, file: SourceFile, tree: FileTree, project: _Folders) -> None:
        self.document = document
        self.name = document.text("name")
        self._file = file
        self._tree = tree
        self.below = project.below

    def places(self, node: object) -> Iterator[tuple[SourceFile, int]]:
        """The lines of list files in the repository that led to a node of the backtrace, innermost first."""
        for _ in range(_DEEPEST):
            number = _number(node)
            entry = self.document.get("backtraceGraph", "nodes", number) if number is not None else None
            if not isinstance(entry, PlacedTable):
                return
            place, line = _number(entry.get("file")), _number(entry.get("line"))
            path = self.below(self.document.text("backtraceGraph", "files", place)) if place is not None else None
            file = self._tree.read(path) if path else None
            if file is None:
                # What a module of CMake or a fetched project defines is none of this one's.
                return
            if line and line <= len(file.lines):
                yield file, line
            node = entry.get("parent")

    def proof(self, places: list[tuple[SourceFile, int]]) -> Proof:
        """The innermost line that holds the name, near where a command begins; else that of this file."""
        pattern = re.compile(rf"(?<![\w.+-]){re.escape(self.name)}(?![\w+-])")
        for file, first in places:
            for line in range(first, min(first + _LINES_OF_A_COMMAND, len(file.lines) + 1)):
                if pattern.search(file.lines[line - 1]):
                    return Proof(Location(file.path, line), "")
                if ")" in file.lines[line - 1]:
                    break
        root = self.document.root
        line = root.lines.get("name", 1) if isinstance(root, PlacedTable) else 1
        written = "" if self.name in self._file.lines[line - 1] else '"name"'
        return Proof(Location(self._file.path, line), written)

    def sources(self) -> Iterator[tuple[str, bool]]:
        """The sources, and of each whether it is a file of the repository."""
        for item in _tables(self.document.get("sources")):
            if isinstance(path := item.get("path"), str):
                own = self.below(path)
                yield (own, True) if own and self._tree.exists(own) else (path, False)

    def depends_on(self) -> Iterator[str]:
        """The names of the targets that this one depends on."""
        for item in _tables(self.document.get("dependencies")):
            if isinstance(identity := item.get("id"), str) and (name := identity.partition("::@")[0]):
                yield name


def _tables(value: object) -> Iterator[PlacedTable]:
    return (item for item in value if isinstance(item, PlacedTable)) if isinstance(value, PlacedList) else iter(())


def _number(value: object) -> int | None:
    """A number as the JSON reader keeps it: in the words of the file."""
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None
