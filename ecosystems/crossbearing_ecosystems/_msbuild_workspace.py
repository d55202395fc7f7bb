"""The projects of MSBuild in a repository, each with the properties and versions that hold in its folder."""

import re
from collections.abc import Iterator
from functools import cached_property
from posixpath import normpath
from typing import Literal

from crossbearing.plugin import FileTree, SourceFile, UnreadableError
from crossbearing_ecosystems._msbuild_facts import MsbuildFacts, Setting
from crossbearing_ecosystems._remembered import ByContent, ByTree, reference
from crossbearing_ecosystems._xml import read_xml

PROJECTS = (".csproj", ".fsproj", ".vbproj")
SOLUTIONS = (".sln", ".slnx")
FRAMEWORKS = {
    "mstest": "mstest",
    "mstest.testframework": "mstest",
    "nunit": "nunit",
    "tunit": "tunit",
    "xunit": "xunit",
    "xunit.core": "xunit",
    "xunit.v3": "xunit",
}
"""Test frameworks by the package, in lower case, that brings them."""

_PROGRAM_SDKS = frozenset({"microsoft.net.sdk.web", "microsoft.net.sdk.worker", "microsoft.net.sdk.blazorwebassembly"})
_TEST_SDKS = frozenset({"microsoft.net.test.sdk", "mstest.sdk"})
_BEFORE = ("Directory.Build.props", "Directory.Packages.props")
_AFTER = "Directory.Build.targets"
_PROPERTY = re.compile(r"\$\(([A-Za-z_][\w.-]*)\)")
_FOLDER = re.compile(r"\$\(MSBuild(?:ThisFileDirectory|ProjectDirectory)\)[/\\]?", re.IGNORECASE)
_FILE_ABOVE = re.compile(r"GetPathOfFileAbove\(\s*'?(?P<name>[\w.-]+)", re.IGNORECASE)
_MOST_FILES = 50
_MOST_STEPS = 20
_LONGEST = 2_000


class Workspace:
    """All files of MSBuild in a repository, by path."""

    def __init__(self, tree: FileTree) -> None:
        # No strong reference: a workspace is remembered for as long as its tree lives.
        self._tree = reference(tree)
        self._projects: dict[str, Project] = {}
        self._facts: dict[str, MsbuildFacts | None] = {}

    @property
    def tree(self) -> FileTree:
        """The repository."""
        tree = self._tree()
        assert tree is not None, "the projects of a tree are not in use without it"
        return tree

    def project(self, path: str) -> "Project":
        """The project, or the file of properties, at a path."""
        if path not in self._projects:
            self._projects[path] = Project(self, path)
        return self._projects[path]

    def facts(self, path: str) -> MsbuildFacts | None:
        """What the file at a path says, or None where there is none that can be read."""
        if path not in self._facts:
            file = self.tree.read(path)
            self._facts[path] = _FACTS.of(file) if file else None
        return self._facts[path]

    @cached_property
    def by_folder(self) -> dict[str, list[str]]:
        """The projects and solutions of each folder."""
        found: dict[str, list[str]] = {}
        for path in self.tree.paths:
            if path.endswith(PROJECTS + SOLUTIONS):
                found.setdefault(path.rpartition("/")[0], []).append(path)
        return found

    def has_solution(self, folder: str) -> bool:
        """Say whether a solution is in a folder or above it."""
        while folder:
            if any(path.endswith(SOLUTIONS) for path in self.by_folder.get(folder, [])):
                return True
            folder = folder.rpartition("/")[0]
        return any(path.endswith(SOLUTIONS) for path in self.by_folder.get("", []))

    def above(self, folder: str, name: str) -> str:
        """The nearest file of that name in a folder or above it, or an empty string."""
        while True:
            path = f"{folder}/{name}" if folder else name
            if self.tree.exists(path):
                return path
            if not folder:
                return ""
            folder = folder.rpartition("/")[0]


class Project:
    """A file of MSBuild in the light of those that it imports, explicitly or by its place."""

    def __init__(self, workspace: Workspace, path: str) -> None:
        self.workspace = workspace
        self.path = path
        self.folder, _, name = path.rpartition("/")
        self.stem = name.rpartition(".")[0]

    @cached_property
    def files(self) -> list[MsbuildFacts]:
        """The facts of the file itself, then of those that hold for it, nearest first."""
        waiting = [self.path]
        waiting += (path for name in (*_BEFORE, _AFTER) if (path := self.workspace.above(self.folder, name)))
        waiting.reverse()
        seen: set[str] = set()
        found: list[MsbuildFacts] = []
        while waiting and len(seen) < _MOST_FILES:
            path = waiting.pop()
            facts = None if path in seen else self.workspace.facts(path)
            seen.add(path)
            if facts:
                found.append(facts)
                waiting += reversed(list(self._imported(path, facts)))
        return found

    def _imported(self, path: str, facts: MsbuildFacts) -> Iterator[str]:
        folder = path.rpartition("/")[0]
        for text in facts.imports:
            if match := _FILE_ABOVE.search(text):
                above = self.workspace.above(folder.rpartition("/")[0], match["name"]) if folder else ""
                if above:
                    yield above
                continue
            cleaned = _FOLDER.sub("", text).replace("\\", "/")
            if "$" not in cleaned and "*" not in cleaned:
                yield normpath(f"{folder}/{cleaned}") if folder else normpath(cleaned)

    @cached_property
    def name(self) -> str:
        """The name of the package or assembly that a project makes."""
        return self.value("PackageId") or self.value("AssemblyName") or self.stem

    def value(self, name: str) -> str:
        """The value of a property, or an empty string where it depends on a condition or is not stated."""
        return self.expand(f"$({name})", default="")

    def expand(self, text: str, default: str | None = None) -> str:
        """Replace every ``$(Property)`` that is known; ``default`` stands for a text in which some are not."""
        current = text
        for _ in range(_MOST_STEPS):
            if "$(" not in current:
                return current
            following = _PROPERTY.sub(lambda match: self._raw(match[1], match[0]), current)
            if following == current or len(following) > _LONGEST:
                break
            current = following
        return current if default is None or "$(" not in current else default

    def _raw(self, name: str, otherwise: str) -> str:
        lower = name.lower()
        if lower == "msbuildprojectname":
            return self.stem
        for facts in self.files:
            if (value := decided(facts.properties.get(lower, []))) is not None:
                return value
        return self.stem if lower == "assemblyname" else otherwise

    def version(self, package: str, condition: str) -> str:
        """The version that is managed for a package, under the condition of its reference."""
        for facts in self.files:
            settings = facts.versions.get(package.lower(), [])
            matching = [setting for setting in settings if condition and setting.condition == condition]
            if (value := decided(matching or settings)) is not None:
                return self.expand(value)
        return ""

    @cached_property
    def is_test(self) -> bool:
        """Say whether the project holds tests: it says so, or references a test framework or the test SDK."""
        settings = (setting for facts in self.files for setting in reversed(facts.properties.get("istestproject", [])))
        stated = next((setting.value.lower() for setting in settings if not setting.condition), "")
        if stated in ("true", "false"):
            return stated == "true"
        packages = {package for facts in self.files for package in facts.packages}
        sdks = {sdk.lower() for facts in self.files for sdk in facts.sdks}
        return not (packages | sdks).isdisjoint(_TEST_SDKS | FRAMEWORKS.keys())

    @property
    def kind(self) -> Literal["package", "app", "lib"]:
        """What kind of component the project is; tests are just a package."""
        return "package" if self.is_test else "app" if self.is_executable else "lib"

    @property
    def has_sdk(self) -> bool:
        """Say whether the project names an SDK, without which the ``dotnet`` command cannot build it."""
        own = self.workspace.facts(self.path)
        return own is not None and bool(own.sdks)

    @property
    def is_executable(self) -> bool:
        """Say whether the project makes a program."""
        output = self.value("OutputType").lower()
        own = self.workspace.facts(self.path)
        sdks = [sdk.lower() for sdk in own.sdks] if own else []
        return output in ("exe", "winexe") or (not output and any(sdk in _PROGRAM_SDKS for sdk in sdks))


def decided(settings: list[Setting]) -> str | None:
    """The value that holds whatever the conditions: the last without one, or the only one that there is."""
    always = [setting.value for setting in settings if not setting.condition]
    if always:
        return always[-1]
    values = {setting.value for setting in settings}
    return values.pop() if len(values) == 1 else None


def workspace_of(tree: FileTree) -> Workspace:
    """The projects of a repository."""
    return _WORKSPACES.of(tree)


def _read(file: SourceFile) -> MsbuildFacts | None:
    try:
        root = read_xml(file)
    except UnreadableError:
        return None
    return MsbuildFacts(root) if root.name == "Project" else None


_FACTS = ByContent(_read, 2_048)
_WORKSPACES = ByTree(Workspace)
