"""Reads solutions of .NET: `*.sln` and `*.slnx`.

- **Components**: the projects of the solution, in their folders, by the name of the package or assembly that they make;
  solution folders are none. A project that is not in the repository is listed in `errors`.
- **Package manager**: NuGet, where a project references packages.
- **Runners** by convention, in the folder of the solution, where its projects name an SDK: `dotnet build`, and
  `dotnet test` where one holds tests; with the name of the solution where another one or a project lies beside.

Example: `Project("{…}") = "App", "src\\App\\App.csproj", "{…}"` claims the component `App` in `src/App`.

Limits: configurations, and which projects they build, are not read; web sites are left out.
"""

import re
from collections.abc import Iterator, Sequence
from posixpath import normpath
from typing import NamedTuple

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._msbuild_facts import attribute
from crossbearing_ecosystems._msbuild_workspace import PROJECTS, Workspace, workspace_of
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._xml import read_xml

VERSION = 1
PATTERNS = ("*.sln", "*.slnx")

_PROJECT = re.compile(r'\s*Project\("(?P<kind>[^"]*)"\)\s*=\s*"(?P<name>[^"]*)"\s*,\s*"(?P<path>[^"]*)"')
_HEADER = "Microsoft Visual Studio Solution File"
_FOLDER = "{2150E333-8FDC-42A3-9474-1A3956D46DE8}"


class _Member(NamedTuple):
    name: str
    path: str
    span: Span
    written: str


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one solution."""
    sheet = ProjectSheet(file, tree, "nuget")
    members = list(_of_elements(file) if file.path.endswith(".slnx") else _of_lines(file))
    workspace = workspace_of(tree)
    built: list[_Member] = []
    tests: list[_Member] = []
    has_packages = False
    for member in members:
        path = normpath(sheet.beside(member.path.replace("\\", "/")))
        if "://" in member.path:
            continue
        if not tree.exists(path):
            # The folder of a web site is a project too, without a file.
            if "." in path.rpartition("/")[2] and not sheet.has_folder(path):
                sheet.problem(f"project {path} is not in the repository", member.span[0])
            continue
        _component(sheet, workspace, member, path)
        project = workspace.project(path)
        facts = workspace.facts(path)
        if facts and facts.packages and not has_packages:
            sheet.manager("nuget", member.span, member.written)
            has_packages = True
        if path.endswith(PROJECTS) and project.has_sdk:
            built.append(member)
            tests += [member] if project.is_test else []
    _commands(sheet, workspace, built, tests)
    return sheet.claims


def _of_lines(file: SourceFile) -> Iterator[_Member]:
    if not any(line.startswith(_HEADER) for line in file.lines[:5]):
        raise UnreadableError(f"no solution: {_HEADER!r} does not stand in its first lines", 1)
    for number, line in enumerate(file.lines, 1):
        match = _PROJECT.match(line)
        if match and match["kind"].upper() != _FOLDER and match["path"]:
            yield _Member(match["name"], match["path"], (number, number), match["name"])


def _of_elements(file: SourceFile) -> Iterator[_Member]:
    root = read_xml(file)
    if root.name != "Solution":
        raise UnreadableError(f"no solution: the root element is {root.name!r}", root.line)
    for element in root.walk():
        if element.name == "Project" and (path := attribute(element, "Path")):
            stem = path.replace("\\", "/").rpartition("/")[2].rpartition(".")[0]
            yield _Member(stem, path, element.tag, path)


def _component(sheet: ProjectSheet, workspace: Workspace, member: _Member, path: str) -> None:
    known = workspace.project(path) if path.endswith(PROJECTS) else None
    name, kind = (known.name, known.kind) if known else (member.name, "lib")
    sheet.component(name, path.rpartition("/")[0], member.span, kind, member.name, member.written)


def _commands(sheet: ProjectSheet, workspace: Workspace, built: list[_Member], tests: list[_Member]) -> None:
    name = sheet.file.path.rpartition("/")[2]
    alone = len(workspace.by_folder.get(sheet.directory, [])) < 2
    suffix = "" if alone else f" {name}" if " " not in name else f' "{name}"'
    for purpose, found in (("build", built), ("test", tests)):
        if found:
            command = f"dotnet {purpose}{suffix}"
            sheet.runner(purpose, command, found[0].span, found[0].written, source="convention")
