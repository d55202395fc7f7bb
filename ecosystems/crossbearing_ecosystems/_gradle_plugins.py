"""The plugins that the scripts of a build of Gradle ask for and apply."""

from collections.abc import Iterator, Sequence

from crossbearing_ecosystems._gradle_build import Build, PluginUse
from crossbearing_ecosystems._gradle_scope import Scope
from crossbearing_ecosystems._gradle_script import Script
from crossbearing_ecosystems._gradle_tokens import Statement, Token
from crossbearing_ecosystems._gradle_values import Evaluator, chain_of

_MOST_SCRIPTS = 30
_SHORT_NAMES = {
    "kotlin": "org.jetbrains.kotlin.jvm",
    "kotlin-android": "org.jetbrains.kotlin.android",
    "kotlin-multiplatform": "org.jetbrains.kotlin.multiplatform",
}
"""Names that the plugins of Kotlin had before they had ids."""


def applied_plugins(build: Build, path: str) -> dict[str, PluginUse]:
    """The plugins that a script applies, also by way of scripts of the repository that are plugins themselves."""
    found = {use.name: use for use in plugins_at(build, path) if use.is_applied}
    waiting = list(found.values())
    for use in waiting:
        other = build.builds.local_plugins.get(use.name, "")
        for inner in plugins_at(build, other) if other and len(waiting) < _MOST_SCRIPTS else ():
            if inner.is_applied and inner.name not in found:
                found[inner.name] = use._replace(name=inner.name, version=inner.version)
                waiting.append(found[inner.name])
    return found


def plugins_at(build: Build, path: str) -> list[PluginUse]:
    """The plugins that the script at a path asks for."""
    known = build.plugin_uses
    if path not in known:
        script = build.builds.script(path)
        known[path] = list(plugins_of(script, evaluator_of(build, path, script))) if script else []
    return known[path]


def evaluator_of(build: Build, path: str, script: Script) -> Evaluator:
    """An evaluator for the expressions of a script."""
    return Evaluator(Scope(build, path, script), is_kotlin=script.is_kotlin)


def plugins_of(script: Script, evaluator: Evaluator) -> Iterator[PluginUse]:
    """The plugins of the ``plugins`` block and of ``apply``."""
    for labels, statement in script.statements:
        names = [label.last for label in labels]
        if names in (["plugins"], ["buildscript", "plugins"]) and (use := _plugin_of(statement, evaluator)):
            yield use
    for tokens in script.applied("plugin"):
        name = evaluator.text(tokens)
        if name and "$" not in name:
            yield PluginUse(_SHORT_NAMES.get(name, name), "", tokens[0].line, tokens[0].text, is_declared=False)


def managed_plugins(script: Script | None, evaluator: Evaluator) -> dict[str, str]:
    """The versions of plugins that a script fixes: ``pluginManagement`` of settings, ``plugins`` of a root project."""
    found: dict[str, str] = {}
    for labels, statement in script.statements if script else ():
        names = [label.last for label in labels]
        if names in (["plugins"], ["pluginManagement", "plugins"]):
            use = _plugin_of(statement, evaluator)
            if use and use.version:
                found.setdefault(use.name, use.version)
    return found


def _plugin_of(statement: Statement, evaluator: Evaluator) -> PluginUse | None:
    """``id("x") version "1" apply false``, ``alias(libs.plugins.x)``, ``kotlin("jvm")``, or a name alone."""
    first = statement[0]
    if first.kind != "word":
        return None
    segments = chain_of(statement)
    arguments = segments[0].arguments or (statement[1:2] if first.text == "id" else ())
    if not arguments:
        return PluginUse(first.text, "", first.line, first.text) if len(statement) == 1 else None
    is_applied = not _is_postponed(statement)
    version = _version_of(statement, evaluator)
    chain = chain_of(arguments)
    if first.text == "alias" or (chain and chain[-1].name == "pluginId"):
        found = _aliased(arguments, evaluator, is_applied)
        return found._replace(version=version or found.version) if found else None
    name, spelling = evaluator.text(arguments), arguments[0].text
    if first.text in ("kotlin", "embeddedKotlin"):
        name, spelling = f"org.jetbrains.kotlin.{name}", first.text
    elif first.text != "id":
        return None
    if not name or "$" in name or " " in name:
        return None
    return PluginUse(name, version, first.line, spelling, is_applied)


def _is_postponed(statement: Statement) -> bool:
    """Say whether a plugin is only made known: ``apply false`` or ``.apply(false)``."""
    for place, token in enumerate(statement[:-1]):
        following = statement[place + 1]
        if token.text == "apply" and token.kind == "word":
            return (following.items[:1] or [following])[0].text == "false"
    return False


def _aliased(arguments: Sequence[Token], evaluator: Evaluator, is_applied: bool) -> PluginUse | None:
    words = [part.name for part in chain_of(arguments) if part.arguments is None and part.name != "pluginId"]
    catalog = evaluator.surroundings.catalogs.get(words[0]) if words else None
    for entry in catalog.find(".".join(words[1:])) if catalog else []:
        return PluginUse(entry.name.partition(":")[0], entry.version, arguments[0].line, ".".join(words), is_applied)
    return None


def _version_of(statement: Statement, evaluator: Evaluator) -> str:
    """The version after the word ``version``, as an infix or a call."""
    for place, token in enumerate(statement):
        if token.text == "version" and token.kind == "word" and place + 1 < len(statement):
            following = statement[place + 1]
            tokens = following.items if following.is_group("(") else _before_apply(statement[place + 1 :])
            text = evaluator.text(tokens)
            return text if text is not None else following.text if following.kind == "string" else ""
    return ""


def _before_apply(tokens: Statement) -> Statement:
    place = next((number for number, token in enumerate(tokens) if token.text == "apply"), len(tokens))
    return tokens[:place]
