"""The Maven projects of a repository, each with what it inherits from parents and imports within the repository."""

import re
from collections.abc import Mapping
from functools import cached_property
from posixpath import normpath
from types import MappingProxyType

from crossbearing.plugin import FileTree, SourceFile, UnreadableError
from crossbearing_ecosystems._maven_facts import Managed, Parent, PomFacts
from crossbearing_ecosystems._remembered import ByContent, ByTree, reference
from crossbearing_ecosystems._xml import read_xml

_PLACEHOLDER = re.compile(r"\$\{([^${}\n]+)\}")
_OWN = re.compile(r"(?:(?:project|pom)\.)?(?P<parent>parent\.)?(?P<what>groupId|artifactId|version)")
_FIELDS = {"groupId": "group", "artifactId": "artifact", "version": "version"}
_MOST_STEPS = 20
_LONGEST = 2_000
_MOST_PARENTS = 50
_MOST_IMPORTS = 200

_NO_PROPERTIES: Mapping[str, str] = MappingProxyType({})


class Workspace:
    """All ``pom.xml`` of a repository, by path and by coordinates."""

    def __init__(self, tree: FileTree) -> None:
        # No strong reference: a workspace is remembered for as long as its tree lives.
        self._tree = reference(tree)
        self._projects: dict[str, Project | None] = {}
        self._names: dict[str, Project] | None = None

    def project(self, path: str) -> "Project | None":
        """The project whose ``pom.xml`` is at ``path``, or None where there is none that can be read."""
        if path not in self._projects:
            tree = self._tree()
            file = tree.read(path) if tree else None
            facts = facts_of(file) if file else None
            self._projects[path] = Project(self, path, facts) if facts else None
        return self._projects[path]

    def named(self, name: str, version: str) -> "Project | None":
        """The project ``group:artifact``, unless it is asked for in another version than the one in the repository."""
        found = self._by_name().get(name)
        if found is None or "${" in version or not version:
            return found
        own = found.version
        return found if own == version or not own or "${" in own or version[0] in "[(" else None

    def _by_name(self) -> "dict[str, Project]":
        """The first project of each name; those named through properties come last, as these may be inherited."""
        if self._names is None:
            names = self._names = {}
            tree = self._tree()
            paths = [path for path in tree.paths if path.rpartition("/")[2] == "pom.xml"] if tree else []
            projects = [found for path in paths if not is_template(path) and (found := self.project(path))]
            for project in sorted(projects, key=lambda project: "${" in project.raw_name):
                names.setdefault(project.name, project)
        return self._names


class Project:
    """One project in the light of its parents."""

    def __init__(self, workspace: Workspace, path: str, facts: PomFacts) -> None:
        self.workspace = workspace
        self.path = path
        self.facts = facts

    @property
    def folder(self) -> str:
        """The folder of its ``pom.xml``; empty at the root of the repository."""
        return self.path.rpartition("/")[0]

    @cached_property
    def name(self) -> str:
        """Its coordinates ``group:artifact``."""
        return self.interpolate(self.raw_name)

    @property
    def raw_name(self) -> str:
        """The name as written."""
        return f"{self._coordinate('group')}:{self.facts.artifact}"

    @cached_property
    def version(self) -> str:
        """Its version, its own or its parent's."""
        return self.interpolate(self._coordinate("version"))

    def _coordinate(self, what: str) -> str:
        return str(getattr(self.facts, what) or (getattr(self.facts.parent, what) if self.facts.parent else ""))

    @cached_property
    def parent(self) -> "Project | None":
        """The parent, where it is in the repository."""
        named = self.facts.parent
        if named is None:
            return None
        if named.relative_path != "":
            beside = normpath(f"{self.folder or '.'}/{named.relative_path or '../pom.xml'}")
            beside = beside if beside.endswith(".xml") else f"{beside}/pom.xml"
            found = None if beside.startswith("../") else self.workspace.project(beside)
            if found and found.is_meant_by(named):
                return found
        found = self.workspace.named(f"{named.group}:{named.artifact}", named.version)
        return None if found is self else found

    def is_meant_by(self, named: Parent) -> bool:
        """Say whether these are the coordinates by which a child names its parent."""
        pairs = [(self.facts.artifact, named.artifact), (self._coordinate("group"), named.group)]
        pairs.append((self._coordinate("version"), named.version))
        return all(own == theirs or "${" in own + theirs or not own or theirs[:1] in "[(" for own, theirs in pairs)

    @cached_property
    def lineage(self) -> "tuple[Project, ...]":
        """The project, its parent, and so on."""
        found = [self]
        while (parent := found[-1].parent) and parent not in found and len(found) < _MOST_PARENTS:
            found.append(parent)
        return tuple(found)

    def interpolate(self, text: str, properties: Mapping[str, str] = _NO_PROPERTIES) -> str:
        """Replace every ``${property}`` that the repository sets; ``properties`` (a profile's) go before all others."""
        if "${" not in text:
            return text
        current = text
        for _ in range(_MOST_STEPS):
            following = _PLACEHOLDER.sub(lambda match: self._property(match, properties), current)
            if following == current:
                return current
            if len(following) > _LONGEST:
                return text
            current = following
        return text

    def _property(self, match: re.Match[str], properties: Mapping[str, str]) -> str:
        name = match[1].strip()
        if name in properties:
            return properties[name]
        if own := _OWN.fullmatch(name):
            what = _FIELDS[own["what"]]
            if own["parent"]:
                return str(getattr(self.facts.parent, what)) if self.facts.parent else match[0]
            return self._coordinate(what) or match[0]
        for project in self.lineage:
            if name in project.facts.properties:
                return project.facts.properties[name]
        return match[0]

    def managed(self, key: str) -> Managed | None:
        """What dependency management says of an artifact: its own, its parents', then that of imported projects."""
        waiting = [self]
        seen: set[Project] = set()
        while waiting and len(seen) < _MOST_IMPORTS:
            project = waiting.pop()
            if project in seen:
                continue
            seen.add(project)
            if found := project._managed.get(key):
                return found
            waiting += project._imported
        return None

    @cached_property
    def _managed(self) -> dict[str, Managed]:
        found: dict[str, Managed] = {}
        for project in reversed(self.lineage):
            for key, managed in project.facts.managed.items():
                found[self.interpolate(key)] = Managed(self.interpolate(managed.version), managed.scope)
        return found

    @cached_property
    def _imported(self) -> "list[Project]":
        """The projects whose management is taken over, the first one last."""
        found: list[Project] = []
        for coordinates in [one for project in self.lineage for one in project.facts.imports][:_MOST_IMPORTS]:
            group, artifact, version = map(self.interpolate, coordinates)
            if named := self.workspace.named(f"{group}:{artifact}", version):
                found.append(named)
        return found[::-1]

    def plugin_version(self, name: str) -> str:
        """The version of a build plugin that the project or a parent states, or an empty string."""
        found = (project.facts.plugins[name] for project in self.lineage if name in project.facts.plugins)
        return self.interpolate(next(found, ""))

    @cached_property
    def module_paths(self) -> frozenset[str]:
        """The folders or files of the modules that it builds."""
        return frozenset(normpath(f"{self.folder}/{name}").strip("/") for name in self.facts.modules)

    @cached_property
    def is_aggregated(self) -> bool:
        """Say whether a project in a folder above builds this one as a module."""
        folder = self.folder
        while folder:
            folder = folder.rpartition("/")[0]
            above = self.workspace.project(f"{folder}/pom.xml" if folder else "pom.xml")
            if above and not above.module_paths.isdisjoint((self.folder, self.path)):
                return True
        return False


def workspace_of(tree: FileTree) -> Workspace:
    """The projects of a repository."""
    return _WORKSPACES.of(tree)


def is_template(path: str) -> bool:
    """Say whether a ``pom.xml`` is a part of an archetype, out of which projects are yet to be made."""
    return "archetype-resources" in path.split("/")


def facts_of(file: SourceFile) -> PomFacts | None:
    """The facts of a ``pom.xml``; None where it cannot be read."""
    return _FACTS.of(file)


def _read(file: SourceFile) -> PomFacts | None:
    try:
        root = read_xml(file, html_entities=True)
    except UnreadableError:
        return None
    return PomFacts(root) if root.name == "project" else None


_FACTS = ByContent(_read, 4_096)
_WORKSPACES = ByTree(Workspace)
