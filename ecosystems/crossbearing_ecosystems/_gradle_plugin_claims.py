"""The plugins that a build file of Gradle takes from elsewhere."""

from crossbearing_ecosystems._gradle_build import Build, Builds
from crossbearing_ecosystems._gradle_plugins import evaluator_of, managed_plugins
from crossbearing_ecosystems._gradle_scope import join
from crossbearing_ecosystems._gradle_script import arguments_of
from crossbearing_ecosystems._gradle_sheet import GradleSheet
from crossbearing_ecosystems._gradle_values import chain_of

_OWN = "org.gradle."


def read_plugins(sheet: GradleSheet) -> None:
    """Claim the plugins with their versions; where a file states none, that of the settings or the root project."""
    managed: dict[str, str] | None = None
    local: set[str] | None = None
    seen: set[str] = set()
    for use in sheet.plugins:
        is_own = "." not in use.name or (use.name.startswith(_OWN) and not use.version)
        if is_own or not use.is_declared or use.name in seen:
            continue
        seen.add(use.name)
        if local is None:
            local = local_plugins(sheet.build)
        if use.name in local:
            continue
        if not use.version and managed is None:
            managed = _managed(sheet)
        version = use.version or (managed or {}).get(use.name)
        name = f"{use.name}:{use.name}.gradle.plugin"
        sheet.declare(name, version, (use.line, use.line), "build", use.name, use.spelling, group="plugin")


def _managed(sheet: GradleSheet) -> dict[str, str]:
    build = sheet.build
    found: dict[str, str] = {}
    paths = [join(build.root, name) for name in ("build.gradle", "build.gradle.kts")]
    for path in (build.settings_path, *paths):
        script = build.builds.script(path) if path else None
        if script:
            found = managed_plugins(script, evaluator_of(build, path, script)) | found
    return found


def local_plugins(build: Build) -> set[str]:
    """The ids of plugins that the repository itself makes."""
    found = set(build.builds.local_plugins)
    for folder in build.included:
        found |= _declared(build.builds, folder)
    return found


def _declared(builds: Builds, folder: str) -> set[str]:
    """The ids in the ``gradlePlugin`` blocks of a build that makes plugins."""
    found: set[str] = set()
    for path in builds.below(folder, "build.gradle", "build.gradle.kts"):
        script = builds.script(path)
        for labels, statement in script.statements if script else ():
            if any(label.last == "gradlePlugin" for label in labels) and statement[0].text == "id":
                other = builds.of(path)
                tokens = (
                    statement[2:] if len(statement) > 2 and statement[1].is_symbol("=") else arguments_of(statement)
                )
                words = [part.name for part in chain_of(tokens) if part.arguments is None]
                catalog = other.catalogs.get(words[0]) if words else None
                if catalog and (entries := catalog.find(".".join(word for word in words[1:] if word != "pluginId"))):
                    found.add(entries[0].name.partition(":")[0])
                elif script and (text := evaluator_of(other, path, script).text(tokens)):
                    found.add(text)
    return found
