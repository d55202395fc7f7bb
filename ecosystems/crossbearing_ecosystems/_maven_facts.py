"""What one `pom.xml` gives to others: its coordinates, properties and managed versions, as written."""

from collections.abc import Iterator
from typing import NamedTuple

from crossbearing_ecosystems._xml import Element

PLUGIN_GROUP = "org.apache.maven.plugins"
"""The group of a plugin that states none."""


class Managed(NamedTuple):
    """What dependency management says of an artifact."""

    version: str
    scope: str


class Parent(NamedTuple):
    """The parent that a project names; ``relative_path`` is None where it is left to the default."""

    group: str
    artifact: str
    version: str
    relative_path: str | None


class PomFacts:
    """The parts of a project that its children, and projects that import it, see; texts may hold ``${properties}``."""

    __slots__ = ("artifact", "group", "imports", "managed", "modules", "parent", "plugins", "properties", "version")

    def __init__(self, root: Element) -> None:
        self.group = root.value("groupId")
        self.artifact = root.value("artifactId")
        self.version = root.value("version")
        self.parent = _parent(root)
        self.properties: dict[str, str] = {}
        self.managed: dict[str, Managed] = {}
        self.imports: list[tuple[str, str, str]] = []
        self.plugins: dict[str, str] = {}
        self.modules = [module.text for module in root.all("modules", "module")]
        for part in effective_parts(root):
            self._take(part)

    def _take(self, part: Element) -> None:
        for found in part.all("properties"):
            self.properties.update((element.name, element.text) for element in found.children)
        for element in part.all("dependencyManagement", "dependencies", "dependency"):
            if is_import(element):
                self.imports.append((element.value("groupId"), element.value("artifactId"), element.value("version")))
            else:
                self.managed[management_key(element)] = Managed(element.value("version"), element.value("scope"))
        for path in (("plugins",), ("pluginManagement", "plugins")):
            for element in part.all("build", *path, "plugin"):
                if version := element.value("version"):
                    name = f"{element.value('groupId') or PLUGIN_GROUP}:{element.value('artifactId')}"
                    self.plugins.setdefault(name, version)


def effective_parts(root: Element) -> Iterator[Element]:
    """The project, then its profiles that are active by default."""
    yield root
    for profile in root.all("profiles", "profile"):
        if profile.value("activation", "activeByDefault") == "true":
            yield profile


def is_import(element: Element) -> bool:
    """Say whether a managed dependency takes over the dependency management of another project."""
    return element.value("scope") == "import" and element.value("type") == "pom"


def management_key(element: Element) -> str:
    """What a dependency is matched by with what is managed: group, artifact, type and classifier."""
    values = {child.name: child.text for child in element.children}
    key = f"{values.get('groupId', '')}:{values.get('artifactId', '')}:{values.get('type') or 'jar'}"
    return f"{key}:{values['classifier']}" if values.get("classifier") else key


def _parent(root: Element) -> Parent | None:
    element = root.child("parent")
    if element is None:
        return None
    path = element.child("relativePath")
    return Parent(
        element.value("groupId"), element.value("artifactId"), element.value("version"), path.text if path else None
    )
