"""Reads `pom.xml` of Maven: the project, its dependencies and build plugins, and how it is built and tested.

What it claims, each with the line that says so:

- **Project**: a component `group:artifact`; the group may be inherited. A module among tests or examples
  is claimed where it is listed. An archetype's template claims nothing.
- **Dependencies** `group:artifact`: `compile` and `runtime` are needed at run time, `provided` and `system` too under
  that group, `test` is for development, `<optional>` is optional; those of a profile bear the marker `profile:ID`.
  A project of this repository in the version asked for is `workspace`.
- **Build dependencies**, by group: `parent` (one that is not in the repository), `import` (a bill of materials),
  `plugin` (build plugins and their dependencies), `reporting`, `extension`, `annotation-processor`.
- **Versions** with `${properties}` replaced, from dependency and plugin management, parents (by `relativePath` or by
  name), imported projects and profiles active by default, as far as they are in the repository. A version that
  comes from elsewhere is left out; a property that is set elsewhere stays as written.
- **Languages**: Java in the release that the compiler is told; Kotlin, Scala and Groovy by their compiler plugins.
- **Tests**: JUnit, TestNG, Spock and others that the project depends on.
- **Runners** by convention, where no other project of the repository builds this one as a module: `mvn compile`,
  `mvn test`, and the goal of each known plugin (`mvn checkstyle:check`); `./mvnw` where the wrapper is there.
- **Package manager**, in the version of the wrapper or the one that the project requires.
- **Entry points**: main classes that are configured.

Example: `<artifactId>guava</artifactId>` on line 40 claims `com.google.guava:guava` there, in the managed version.

Limits: type and classifier only serve to find the managed version; exclusions and the settings of the user are not
read; of managed dependencies only imports are claimed, the others are no dependencies until they are used.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from posixpath import normpath
from typing import NamedTuple

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._jvm_tests import framework_of_artifact
from crossbearing_ecosystems._maven_facts import PLUGIN_GROUP, Managed, is_import, management_key
from crossbearing_ecosystems._maven_plugins import (
    Plugin,
    is_application,
    maven_of,
    plugin_name,
    plugin_version,
    read_commands,
    read_entry_points,
    read_languages,
)
from crossbearing_ecosystems._maven_workspace import Project, is_template, workspace_of
from crossbearing_ecosystems._project_sheet import ComponentKind, DependencyKind, ProjectSheet
from crossbearing_ecosystems._sheet import Proof, Span
from crossbearing_ecosystems._xml import Element, read_xml

VERSION = 1
PATTERNS = ("pom.xml",)

_KINDS: Mapping[str, ComponentKind] = {"pom": "package", "war": "app", "ear": "app", "": "lib", "jar": "lib"}
_SCOPES: Mapping[str, tuple[DependencyKind, str]] = {
    "test": ("dev", "test"),
    "provided": ("runtime", "provided"),
    "system": ("runtime", "system"),
}
_DISTRIBUTION = re.compile(r"^\s*distributionUrl\s*=.*?maven-(?P<version>[0-9][\w.-]*?)-bin", re.MULTILINE)


class _PomSheet(ProjectSheet):
    """The claims of one project."""

    ecosystem = "maven"

    def proof(self, span: Span, name: str, *spellings: str) -> Proof:
        """Look for the artifact alone where a name has a group: the two never stand beside each other."""
        if ":" not in name or not spellings:
            return super().proof(span, name, *spellings)
        evidence, spelling = super().proof(span, *spellings)
        return Proof(evidence, spelling or spellings[0])


class _Part(NamedTuple):
    """The project itself or a profile of it: its element, its marker, and the properties that hold in it alone."""

    element: Element
    marker: str
    properties: Mapping[str, str]
    managed: Mapping[str, Managed]


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``pom.xml``."""
    root = read_xml(file, html_entities=True)
    if root.name != "project":
        raise UnreadableError(f"no Maven project: the root element is {root.name!r}", root.line)
    sheet = _PomSheet(file, tree)
    project = workspace_of(tree).project(file.path)
    if project is None or is_template(file.path):
        return []
    parts = list(_parts(root, project))
    plugins = list(_plugins(parts, project))
    _component(sheet, project, root, plugins)
    _manager(sheet, project, root)
    read_languages(sheet, project, root, plugins)
    _parent(sheet, project, root)
    for part in parts:
        _dependencies(sheet, project, part)
    for plugin in plugins:
        _plugin(sheet, project, plugin)
    if not project.is_aggregated:
        read_commands(sheet, root, plugins)
    read_entry_points(sheet, project, root, plugins)
    _modules(sheet, project, root)
    return sheet.claims


def _parts(root: Element, project: Project) -> Iterator[_Part]:
    yield _Part(root, "", {}, {})
    for profile in root.all("profiles", "profile"):
        properties = {
            element.name: element.text for element in profile.all("properties") for element in element.children
        }
        managed = {
            project.interpolate(management_key(element), properties): Managed(
                project.interpolate(element.value("version"), properties), element.value("scope")
            )
            for element in profile.all("dependencyManagement", "dependencies", "dependency")
        }
        yield _Part(profile, f"profile:{profile.value('id') or 'default'}", properties, managed)


def _plugins(parts: list[_Part], project: Project) -> Iterator[Plugin]:
    for part in parts:
        for element in part.element.all("build", "plugins", "plugin"):
            artifact = project.interpolate(element.value("artifactId"), part.properties)
            yield Plugin(element, artifact, part.marker, part.properties)


def _component(sheet: ProjectSheet, project: Project, root: Element, plugins: list[Plugin]) -> None:
    name = root.child("artifactId")
    if name is None or not name.text:
        sheet.problem("the project has no artifactId", root.line)
    elif "${" not in project.name and not project.name.startswith(":"):
        kind = _KINDS.get(root.value("packaging"), "package")
        kind = "app" if kind == "lib" and is_application(plugins) else kind
        sheet.component(project.name, sheet.directory, name.span, kind, name.text)


def _manager(sheet: ProjectSheet, project: Project, root: Element) -> None:
    if project.is_aggregated:
        return
    wrapper = sheet.tree.read(sheet.beside(".mvn/wrapper/maven-wrapper.properties"))
    if wrapper and (match := _DISTRIBUTION.search(wrapper.text)):
        other = ProjectSheet(wrapper, sheet.tree, "maven")
        line = wrapper.text.count("\n", 0, match.start("version")) + 1
        other.manager("maven", (line, line), version=match["version"])
        sheet.claims += other.claims
    required = root.child("prerequisites", "maven")
    if required is None:
        sheet.manager("maven", root.tag, f"<{root.name}")
    else:
        sheet.manager("maven", required.span, version=project.interpolate(required.text))


def _parent(sheet: ProjectSheet, project: Project, root: Element) -> None:
    if (element := root.child("parent")) is not None and project.parent is None:
        _declare(sheet, project, element, _Part(root, "", {}, {}), "build", "parent")


def _dependencies(sheet: ProjectSheet, project: Project, part: _Part) -> None:
    for element in part.element.all("dependencies", "dependency"):
        _dependency(sheet, project, element, part)
    for element in part.element.all("dependencyManagement", "dependencies", "dependency"):
        if is_import(element):
            _declare(sheet, project, element, part, "build", "import")
    for element in part.element.all("build", "extensions", "extension"):
        _declare(sheet, project, element, part, "build", "extension")
    for element in part.element.all("reporting", "plugins", "plugin"):
        _declare(sheet, project, element, part, "build", "reporting", default_group=PLUGIN_GROUP)


def _dependency(sheet: ProjectSheet, project: Project, element: Element, part: _Part) -> None:
    key = project.interpolate(management_key(element), part.properties)
    managed = part.managed.get(key) or project.managed(key) or Managed("", "")
    kind, group = _SCOPES.get(element.value("scope") or managed.scope, ("runtime", ""))
    if kind == "runtime" and element.value("optional") == "true":
        kind = "optional"
    version = element.value("version") or managed.version
    if not (name := _declare(sheet, project, element, part, kind, group, version)):
        return
    if kind == "dev" and (framework := framework_of_artifact(name)):
        artifact = element.child("artifactId")
        command = None if project.is_aggregated else f"{maven_of(sheet)} test"
        sheet.test_suite(framework, artifact.span if artifact else element.span, command, element.value("artifactId"))


def _declare(
    sheet: ProjectSheet,
    project: Project,
    element: Element,
    part: _Part,
    kind: DependencyKind,
    group: str,
    version: str | None = None,
    default_group: str = "",
) -> str:
    """Claim what the coordinates in ``element`` name, and return that name; it is empty where they name nothing."""
    artifact = element.child("artifactId")
    name = f"{element.value('groupId') or default_group}:{artifact.text if artifact else ''}"
    name = project.interpolate(name, part.properties)
    if artifact is None or name.startswith(":") or name.endswith(":"):
        missing = "groupId" if artifact is not None and artifact.text else "artifactId"
        sheet.problem(f"{element.name} without {missing}", element.line)
        return ""
    if "${" in name:
        sheet.problem(f"{element.name} {name} depends on a property that is not set in the repository", artifact.line)
        return ""
    version = project.interpolate(version or element.value("version"), part.properties)
    local = project.workspace.named(name, version)
    source = "workspace" if local and local is not project else ""
    sheet.declare(name, version, artifact.span, kind, artifact.text, group=group, marker=part.marker, source=source)
    return name


def _plugin(sheet: ProjectSheet, project: Project, plugin: Plugin) -> None:
    part = _Part(plugin.element, plugin.marker, plugin.properties, {})
    group = plugin_name(project, plugin).partition(":")[0]
    _declare(sheet, project, plugin.element, part, "build", "plugin", plugin_version(project, plugin), group)
    for element in plugin.element.all("dependencies", "dependency"):
        _declare(sheet, project, element, part, "build", "plugin")
    for element in plugin.element.walk():
        if element.name == "annotationProcessorPaths":
            for path in element.children:
                key = project.interpolate(management_key(path), plugin.properties)
                managed = project.managed(key) or Managed("", "")
                version = path.value("version") or managed.version
                _declare(sheet, project, path, part, "build", "annotation-processor", version)


def _modules(sheet: ProjectSheet, project: Project, root: Element) -> None:
    """Modules are claimed by their own files, but for those among tests and examples, which are not read unless named.

    One that is not there is said to be missing.
    """
    for parent in (root, *root.all("profiles", "profile")):
        for module in parent.all("modules", "module"):
            stated = sheet.beside(module.text.rstrip("/"))
            if "${" in stated:
                continue
            paths = [normpath(f"{stated}{end}") for end in ("", "/pom.xml")]
            path = next(filter(sheet.tree.exists, paths), "")
            if not path:
                sheet.problem(f"module {module.text!r} is not in the repository", module.line)
            elif sheet.must_name(path) and (other := project.workspace.project(path)) and "${" not in other.name:
                sheet.component(other.name, other.folder, module.span, "lib", module.text)
