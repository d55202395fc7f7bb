"""Reads the build files of Gradle in Groovy and Kotlin: `*.gradle` and `*.gradle.kts`, settings included.

What it claims, each with the line that says so:

- **Dependencies** in every notation: `'g:a:v'`, `group: 'g', name: 'a'`, accessors of version catalogs (`libs.okio`,
  bundles too), `platform(…)`, `kotlin("stdlib")`, lists, variables that hold any of these, and `project(":x")` or
  `projects.x`, which are `workspace`. The group is the configuration, with that of a source set or test suite in full
  (`commonTestImplementation`); the marker is the condition of the `if` around.
- **Kinds** by configuration: what has `test` or `jmh` in its name is for development, annotation processors, `kapt`,
  `ksp`, `classpath` and the configurations of tools are for the build, the others are needed at run time.
- **Plugins** with an id of their own as build dependencies `id:id.gradle.plugin` of the group `plugin`; plugins of
  Gradle itself and those written in the repository are none.
- **Values** of variables, `ext` and `extra`, `gradle.properties`, scripts that are applied, parents' build files and
  constants of `buildSrc`, as far as they are stated once. A version that is not stays as written.
- **Components**: the projects that settings include, each at its build file where it has one, named by project path.
- **Languages** by plugin, Java in the version of the toolchain or compatibility; **tests** by dependency and suite.
- **Runners**: by convention `build`, `test` and `check` where a language plugin is applied, and those of known tools
  (`checkstyleMain`, `spotlessApply`); registered tasks. `./gradlew` where there is one; run at the build's root.
- **Package manager** by the settings or root build file, in the version of the wrapper; **entry points**: main classes.

Example: `testImplementation(libs.junit)` on line 12 claims `junit:junit` in the catalog's version, kind `dev`.

Limits: code is read, never run: what loops and functions add is not seen. A catalog entry is claimed where a build file
uses it, so once for each use; the plugin `gradle_catalog` claims those that only other code uses.
"""

import re
from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._gradle_dependencies import read_dependencies
from crossbearing_ecosystems._gradle_languages import read_entry_points, read_languages, read_suites
from crossbearing_ecosystems._gradle_plugin_claims import read_plugins
from crossbearing_ecosystems._gradle_scope import join
from crossbearing_ecosystems._gradle_sheet import GradleSheet
from crossbearing_ecosystems._gradle_tasks import read_commands
from crossbearing_ecosystems._project_sheet import ComponentKind, ProjectSheet

VERSION = 1
PATTERNS = ("*.gradle", "*.gradle.kts")

_APPLICATIONS = frozenset({"application", "com.android.application", "org.springframework.boot", "war", "ear"})
_LIBRARIES = frozenset({"com.android.library", "java-library"})
_DISTRIBUTION = re.compile(r"^\s*distributionUrl\s*=.*?gradle-(?P<version>[0-9][\w.-]*?)-(?:bin|all)", re.MULTILINE)


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one build file."""
    sheet = GradleSheet(file, tree)
    if not sheet.statements:
        return []
    if sheet.is_settings:
        _projects(sheet)
    leads = sheet.is_settings or (sheet.is_root and not sheet.build.settings_path)
    if leads and not sheet.serves_build:
        _manager(sheet)
    read_plugins(sheet)
    if not sheet.is_settings:
        _component(sheet)
        read_languages(sheet)
        read_entry_points(sheet)
        read_suites(sheet)
        if sheet.is_root or sheet.project:
            read_commands(sheet)
    read_dependencies(sheet)
    return sheet.claims


def _projects(sheet: GradleSheet) -> None:
    """The root project, and the projects that have no build file which would claim them, or one that must be named."""
    for _, statement in sheet.statements:
        words = [token.text for token in statement[:3]]
        if words == ["rootProject", ".", "name"] and len(statement) > 4 and statement[3].is_symbol("="):
            name = sheet.evaluator.text(statement[4:])
            if name and "$" not in name:
                span = (statement[0].line, statement[-1].end)
                sheet.component(name, sheet.directory, span, "package", statement[4].text)
    for project in sheet.build.projects.values():
        name = project.folder.rpartition("/")[2]
        files = ("build.gradle", "build.gradle.kts", f"{name}.gradle", f"{name}.gradle.kts")
        paths = [path for file in files if sheet.tree.exists(path := join(project.folder, file))]
        if not (paths and not any(map(sheet.must_name, paths))) and sheet.has_folder(project.folder):
            span = (project.line, project.line)
            sheet.component(project.path, project.folder, span, "package", project.spelling)


def _component(sheet: GradleSheet) -> None:
    if sheet.project is None:
        return
    kind: ComponentKind = "package"
    if not _APPLICATIONS.isdisjoint(sheet.applied):
        kind = "app"
    elif not _LIBRARIES.isdisjoint(sheet.applied):
        kind = "lib"
    first = sheet.opening
    sheet.component(sheet.project.path, sheet.directory, (first.line, first.line), kind)


def _manager(sheet: GradleSheet) -> None:
    wrapper = sheet.tree.read(sheet.beside("gradle/wrapper/gradle-wrapper.properties"))
    if wrapper and (match := _DISTRIBUTION.search(wrapper.text)):
        other = ProjectSheet(wrapper, sheet.tree, "maven")
        line = wrapper.text.count("\n", 0, match.start("version")) + 1
        other.manager("gradle", (line, line), version=match["version"])
        sheet.claims += other.claims
    first = sheet.opening
    sheet.manager("gradle", (first.line, first.line))
