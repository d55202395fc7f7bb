"""A version catalog of Gradle (`gradle/libs.versions.toml`): what the accessors of build files lead to."""

import re
from typing import Any, NamedTuple

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._remembered import ByContent
from crossbearing_ecosystems._toml import TomlDocument

_SEPARATORS = re.compile(r"[-_.]")
_RICH = ("strictly", "require", "prefer")


class Entry(NamedTuple):
    """A library ``group:artifact`` or a plugin id of a catalog, with its version; empty where none is stated."""

    name: str
    version: str


class Catalog:
    """The entries of a catalog by alias, in which ``-``, ``_`` and ``.`` are the same."""

    def __init__(self) -> None:
        self.libraries: dict[str, Entry] = {}
        self.plugins: dict[str, Entry] = {}
        self.bundles: dict[str, tuple[str, ...]] = {}
        self.versions: dict[str, str] = {}

    def find(self, accessor: str) -> list[Entry]:
        """The libraries that an accessor (``junit.api``, ``bundles.test``) leads to."""
        if accessor.startswith("bundles."):
            aliases = self.bundles.get(accessor.partition(".")[2], ())
            return [self.libraries[alias] for alias in aliases if alias in self.libraries]
        if accessor.startswith("plugins."):
            found = self.plugins.get(accessor.partition(".")[2])
            return [Entry(f"{found.name}:{found.name}.gradle.plugin", found.version)] if found else []
        return [self.libraries[accessor]] if accessor in self.libraries else []


def normal(alias: str) -> str:
    """An alias as the accessors write it."""
    return _SEPARATORS.sub(".", alias)


def read_catalog(file: SourceFile) -> Catalog:
    """The entries of a catalog file; an empty catalog where it cannot be read."""
    return _CATALOGS.of(file)


def _read(file: SourceFile) -> Catalog:
    try:
        return catalog_of(TomlDocument(file))
    except UnreadableError:
        return Catalog()


def catalog_of(document: TomlDocument) -> Catalog:
    """The entries of a catalog; what is incomplete is left out."""
    found = Catalog()
    for alias in document.keys("versions"):
        found.versions[normal(alias)] = _rich(document.get("versions", alias))
    for alias in document.keys("libraries"):
        if entry := library_of(document.get("libraries", alias), found.versions):
            found.libraries[normal(alias)] = entry
    for alias in document.keys("plugins"):
        if entry := plugin_of(document.get("plugins", alias), found.versions):
            found.plugins[normal(alias)] = entry
    for alias in document.keys("bundles"):
        found.bundles[normal(alias)] = tuple(normal(item) for _, item in document.strings("bundles", alias))
    return found


def library_of(value: Any, versions: dict[str, str]) -> Entry | None:
    """The library that a value of ``[libraries]`` names."""
    if isinstance(value, str):
        parts = [*value.split(":"), "", ""]
        return Entry(f"{parts[0]}:{parts[1]}", parts[2]) if parts[0] and parts[1] else None
    if not isinstance(value, dict):
        return None
    module = value.get("module")
    if isinstance(module, str) and ":" in module:
        return Entry(module.strip(), version_of(value, versions))
    group, artifact = value.get("group"), value.get("name")
    if isinstance(group, str) and isinstance(artifact, str) and group and artifact:
        return Entry(f"{group}:{artifact}", version_of(value, versions))
    return None


def plugin_of(value: Any, versions: dict[str, str]) -> Entry | None:
    """The plugin that a value of ``[plugins]`` names."""
    if isinstance(value, str):
        name, _, version = value.partition(":")
        return Entry(name, version) if name else None
    if isinstance(value, dict) and isinstance(value.get("id"), str):
        return Entry(value["id"], version_of(value, versions))
    return None


def version_of(value: dict[str, Any], versions: dict[str, str]) -> str:
    """The version in a table: its own, or the one that it refers to."""
    version = value.get("version")
    if isinstance(version, dict) and isinstance(version.get("ref"), str):
        return versions.get(normal(version["ref"]), "")
    return _rich(version)


def _rich(version: Any) -> str:
    choices = [version.get(key) for key in _RICH] if isinstance(version, dict) else [version]
    return next((choice for choice in choices if isinstance(choice, str)), "")


_CATALOGS = ByContent(_read, 64)
