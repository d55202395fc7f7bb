"""What the build plugins of a `pom.xml` say: languages, commands, and the class that a program starts with."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from crossbearing_ecosystems._maven_facts import PLUGIN_GROUP
from crossbearing_ecosystems._maven_workspace import Project
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._xml import Element

GOALS: Mapping[str, tuple[str, str]] = {
    "detekt-maven-plugin": ("lint", "detekt:check"),
    "fmt-maven-plugin": ("format", "fmt:format"),
    "formatter-maven-plugin": ("format", "formatter:format"),
    "jetty-maven-plugin": ("run", "jetty:run"),
    "ktlint-maven-plugin": ("lint", "ktlint:check"),
    "maven-checkstyle-plugin": ("lint", "checkstyle:check"),
    "maven-failsafe-plugin": ("integration-test", "verify"),
    "maven-javadoc-plugin": ("docs", "javadoc:javadoc"),
    "maven-pmd-plugin": ("lint", "pmd:check"),
    "quarkus-maven-plugin": ("run", "quarkus:dev"),
    "scalastyle-maven-plugin": ("lint", "scalastyle:check"),
    "spotbugs-maven-plugin": ("lint", "spotbugs:check"),
    "spotless-maven-plugin": ("format", "spotless:apply"),
    "spring-boot-maven-plugin": ("run", "spring-boot:run"),
    "spring-javaformat-maven-plugin": ("format", "spring-javaformat:apply"),
}
"""What the documentation of each plugin says to run, and for which purpose."""

_LANGUAGES = {
    "kotlin-maven-plugin": "kotlin",
    "scala-maven-plugin": "scala",
    "gmavenplus-plugin": "groovy",
}
_APPLICATIONS = frozenset({"quarkus-maven-plugin", "spring-boot-maven-plugin"})
_JAVA_PROPERTIES = ("maven.compiler.release", "maven.compiler.source", "maven.compiler.target", "java.version")
_MAIN_PROPERTIES = ("exec.mainClass", "start-class")
_MAIN_ELEMENTS = ("mainClass", "Main-Class")


class Plugin(NamedTuple):
    """A plugin of the build, with the marker of the profile that it stands in and that profile's properties."""

    element: Element
    artifact: str
    marker: str
    properties: Mapping[str, str]


def read_languages(sheet: ProjectSheet, project: Project, root: Element, plugins: list[Plugin]) -> None:
    """Claim Java in the release that the compiler is told, and the languages whose compilers are plugged in."""
    if found := _java_release(root, plugins):
        element, properties = found
        version = project.interpolate(element.text, properties)
        sheet.language("java", element.span, element.text, version=None if "${" in version else version)
    for plugin in plugins:
        name = plugin.element.child("artifactId")
        if name is None:
            continue
        if plugin.artifact in _LANGUAGES:
            version = plugin_version(project, plugin) if plugin.artifact == "kotlin-maven-plugin" else ""
            sheet.language(_LANGUAGES[plugin.artifact], name.span, version=None if "${" in version else version)
        elif plugin.artifact == "maven-compiler-plugin" and not found and not plugin.marker:
            sheet.language("java", name.span, name.text)


def plugin_version(project: Project, plugin: Plugin) -> str:
    """The version of a plugin: its own, or the managed one; empty where none is stated."""
    own = project.interpolate(plugin.element.value("version"), plugin.properties)
    return own or project.plugin_version(plugin_name(project, plugin))


def plugin_name(project: Project, plugin: Plugin) -> str:
    """The coordinates of a plugin; its group may be left out."""
    group = project.interpolate(plugin.element.value("groupId"), plugin.properties)
    return f"{group or PLUGIN_GROUP}:{plugin.artifact}"


def _java_release(root: Element, plugins: list[Plugin]) -> tuple[Element, Mapping[str, str]] | None:
    for plugin in plugins:
        if plugin.artifact == "maven-compiler-plugin":
            for name in ("release", "source", "target"):
                element = plugin.element.child("configuration", name)
                if element is not None and element.text:
                    return element, plugin.properties
    for name in _JAVA_PROPERTIES:
        element = root.child("properties", name)
        if element is not None and element.text:
            return element, {}
    return None


def maven_of(sheet: ProjectSheet) -> str:
    """The command that runs Maven: the wrapper where it lies beside."""
    return "./mvnw" if sheet.tree.exists(sheet.beside("mvnw")) else "mvn"


def read_commands(sheet: ProjectSheet, root: Element, plugins: list[Plugin]) -> None:
    """Claim the commands of a project that is built for itself: by convention those of its packaging and plugins."""
    maven = maven_of(sheet)
    named = {plugin.artifact: plugin.element.child("artifactId") for plugin in reversed(plugins) if not plugin.marker}
    for purpose, goal, artifact in (
        ("build", "compile", "maven-compiler-plugin"),
        ("test", "test", "maven-surefire-plugin"),
    ):
        element = named.get(artifact)
        span = root.tag if element is None else element.span
        sheet.runner(purpose, f"{maven} {goal}", span, artifact, f"<{root.name}", source="convention")
    for artifact, (purpose, goal) in GOALS.items():
        if (element := named.get(artifact)) is not None:
            sheet.runner(purpose, f"{maven} {goal}", element.span, artifact, source="convention")


def is_application(plugins: list[Plugin]) -> bool:
    """Say whether a plugin makes a program of the project, or a main class is configured."""
    return any(
        plugin.artifact in _APPLICATIONS
        or (not plugin.marker and any(element.name in _MAIN_ELEMENTS for element in plugin.element.walk()))
        for plugin in plugins
    )


def read_entry_points(sheet: ProjectSheet, project: Project, root: Element, plugins: list[Plugin]) -> None:
    """Claim the classes that a jar, or a plugin that runs programs, is told to start with."""
    seen: set[str] = set()
    for element, properties in _main_classes(root, plugins):
        name = project.interpolate(element.text, properties)
        if name and "${" not in name and name not in seen:
            seen.add(name)
            sheet.entry_point(name, name, element.text_span, "main", "", element.text)


def _main_classes(root: Element, plugins: list[Plugin]) -> Iterator[tuple[Element, Mapping[str, str]]]:
    for name in _MAIN_PROPERTIES:
        if (element := root.child("properties", name)) is not None:
            yield element, {}
    for plugin in plugins:
        for element in plugin.element.walk():
            if element.name in _MAIN_ELEMENTS:
                yield element, plugin.properties
