"""Reads the version catalogs of Gradle: `gradle/*.versions.toml`.

A catalog by itself asks for nothing: a library is a dependency where the build uses it. The plugin `gradle` claims it
there, with the version of the catalog, so that each use has its module and its configuration. What remains is claimed
here: libraries that no build file uses, but code which makes plugins for the build (`buildSrc`, included builds) does,
as `libs.findLibrary("okio")`, in bundles too, or as `libs.okio`; the kind is that of the configuration that stands on
the line of the use, run time where there is none. Plugins that such code looks up are build dependencies.

A reference to a version, or a member of a bundle, that the catalog does not have is listed in `errors`.

Example: with `add("testImplementation", libs.findLibrary("junit").get())` in `build-logic/src/main/kotlin/Tests.kt`,
the line `junit = { module = "junit:junit", version.ref = "junit4" }` claims `junit:junit` for development.

Limits: an entry that nothing uses is no dependency, and not claimed.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._gradle_build import Build, builds_of
from crossbearing_ecosystems._gradle_catalog import Catalog, catalog_of, normal
from crossbearing_ecosystems._gradle_dependencies import kind_of
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._toml import TomlDocument

VERSION = 1
PATTERNS = ("**/gradle/*.versions.toml",)

_CODE = (".kt", ".java", ".groovy")
_SCRIPTS = (".gradle", ".gradle.kts")
_MOST_FILES = 300
_FIND = re.compile(r"find(?P<what>Library|Bundle|Plugin)\(\s*[\"'](?P<alias>[\w.-]+)[\"']")
_CONFIGURATION = re.compile(
    r"add\(\s*[\"'](?P<added>\w+)[\"']|[\"'](?P<quoted>\w+)[\"']\s*\(|(?P<called>\w+)\s*\(\s*libs\b"
)
_PREFIXES = {"Library": "", "Bundle": "bundles.", "Plugin": "plugins."}


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one version catalog."""
    document = TomlDocument(file)
    catalog = catalog_of(document)
    sheet = ProjectSheet(file, tree, "maven")
    _references(sheet, document, catalog)
    build = builds_of(tree).of(file.path.rpartition("/gradle/")[0] + "/_" if "/gradle/" in file.path else "_")
    name = file.path.rpartition("/")[2].removesuffix(".versions.toml")
    uses = _uses(build, name, catalog)
    if uses:
        for accessor in _in_scripts(build, name):
            for alias in _aliases(catalog, accessor):
                uses.pop(alias, None)
    aliases = {table: {normal(alias): alias for alias in document.keys(table)} for table in ("libraries", "plugins")}
    for accessor, configuration in sorted(uses.items()):
        table = "plugins" if accessor.startswith("plugins.") else "libraries"
        alias = aliases[table][accessor.removeprefix("plugins.")]
        for entry in catalog.find(accessor):
            span = document.span(table, alias)
            kind = "build" if table == "plugins" else kind_of(configuration) if configuration else "runtime"
            group = "plugin" if table == "plugins" else configuration
            short = entry.name.partition(":")[0] if table == "plugins" else entry.name.partition(":")[2]
            sheet.declare(entry.name, entry.version, span, kind, short, alias, group=group)
    return sheet.claims


def _references(sheet: ProjectSheet, document: TomlDocument, catalog: Catalog) -> None:
    for table in ("libraries", "plugins"):
        for alias in document.keys(table):
            reference = document.text(table, alias, "version", "ref")
            if reference and normal(reference) not in catalog.versions:
                line = document.span(table, alias)[0]
                sheet.problem(f"{alias} refers to the version {reference!r}, which is none", line)
    for alias in document.keys("bundles"):
        for path, member in document.strings("bundles", alias):
            if normal(member) not in catalog.libraries:
                sheet.problem(f"the bundle {alias} holds {member!r}, which is no library", document.span(*path)[0])


def _uses(build: Build, name: str, catalog: Catalog) -> dict[str, str]:
    """The accessors of entries that code names, with the configuration that stands beside."""
    found: dict[str, str] = {}
    accessor = _accessor_of(name)
    for file in _files(build, _CODE):
        for line in file.lines:
            if "find" not in line and f"{name}." not in line:
                continue
            named = [_PREFIXES[match["what"]] + normal(match["alias"]) for match in _FIND.finditer(line)]
            named += [normal(match[1].removesuffix(".get")) for match in accessor.finditer(line)]
            match = _CONFIGURATION.search(line)
            configuration = next((text for text in match.groups() if text), "") if match else ""
            for alias in (alias for one in named for alias in _aliases(catalog, one)):
                found.setdefault(alias, "" if configuration.startswith("find") else configuration)
    return found


def _aliases(catalog: Catalog, accessor: str) -> list[str]:
    """The libraries or the plugin that an accessor leads to, as accessors of their own."""
    if accessor.startswith("bundles."):
        return [alias for alias in catalog.bundles.get(accessor[8:], ()) if alias in catalog.libraries]
    return [accessor] if catalog.find(accessor) else []


def _in_scripts(build: Build, name: str) -> Iterator[str]:
    accessor = _accessor_of(name)
    for file in _files(build, _SCRIPTS):
        if f"{name}." in file.text:
            yield from (normal(match[1].removesuffix(".get")) for match in accessor.finditer(file.text))


def _accessor_of(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.]){re.escape(name)}\.([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)")


def _files(build: Build, endings: tuple[str, ...]) -> Iterator[SourceFile]:
    """The files with these endings: of the logic of the build where they are code, of the whole build for scripts."""
    folders = build.included if endings is _CODE else [build.root]
    paths = (path for folder in folders for path in build.builds.below(folder, *endings))
    for path in islice(dict.fromkeys(paths), _MOST_FILES if endings is _CODE else None):
        if file := build.builds.tree.read(path):
            yield file
