"""The builds of a repository: their settings, projects, catalogs and properties."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from posixpath import normpath
from typing import NamedTuple

from crossbearing.plugin import FileTree
from crossbearing_ecosystems._gradle_catalog import Catalog, Entry, normal, read_catalog
from crossbearing_ecosystems._gradle_scope import BUILD_FILES, ROOT_VARIABLE, Scope, clean, flat, join, parents
from crossbearing_ecosystems._gradle_script import Script, arguments_of, script_of
from crossbearing_ecosystems._gradle_tokens import Label, Token
from crossbearing_ecosystems._gradle_values import Definitions, Evaluator, chain_of, split
from crossbearing_ecosystems._remembered import ByTree, reference

SETTINGS = ("settings.gradle", "settings.gradle.kts")
_SCRIPTS = (".gradle", ".gradle.kts")
_PROPERTY = re.compile(r"^[ \t]*(?P<name>[^\s=:#!]+)[ \t]*[=:][ \t]*(?P<value>[^\r\n]*?)[ \t]*$", re.MULTILINE)
_MOST_CONSTANTS = 50


class Project(NamedTuple):
    """A project of a build: its path (``:a:b``), its folder, and the line and words of the settings that name it."""

    path: str
    folder: str
    line: int
    spelling: str


class PluginUse(NamedTuple):
    """A plugin that a script asks for.

    ``is_applied`` is false where only its version is fixed for others, ``is_declared`` where it must be on the class
    path of the build already.
    """

    name: str
    version: str
    line: int
    spelling: str
    is_applied: bool = True
    is_declared: bool = True


class Builds:
    """All builds of a repository, by the folder of their settings."""

    def __init__(self, tree: FileTree) -> None:
        # No strong reference: builds are remembered for as long as their tree lives.
        self._tree = reference(tree)
        self._by_root: dict[str, Build] = {}

    @property
    def tree(self) -> FileTree:
        """The repository."""
        tree = self._tree()
        assert tree is not None, "the builds of a tree are not in use without it"
        return tree

    def of(self, path: str) -> "Build":
        """The build that a file belongs to: that of the nearest settings, or else the file's folder by itself."""
        own = path.rpartition("/")[0]
        for folder in parents(own):
            if any(self.tree.exists(join(folder, name)) for name in SETTINGS):
                return self.at(folder)
        return self.at(own)

    def at(self, folder: str) -> "Build":
        """The build whose settings are in a folder."""
        if folder not in self._by_root:
            self._by_root[folder] = Build(self, folder)
        return self._by_root[folder]

    def script(self, path: str) -> Script | None:
        """The script at a path, or None."""
        file = self.tree.read(path)
        return script_of(file) if file else None

    @cached_property
    def local_plugins(self) -> dict[str, str]:
        """The plugins that are written in the repository, and their script; an empty path where they are code."""
        found: dict[str, str] = {}
        for path in self.tree.paths:
            name = path.rpartition("/")[2]
            if name.endswith(_SCRIPTS) and name not in SETTINGS + BUILD_FILES:
                found.setdefault(name.removesuffix(".kts").removesuffix(".gradle"), path)
            elif "META-INF/gradle-plugins/" in path and name.endswith(".properties"):
                found.setdefault(name.removesuffix(".properties"), "")
        return found

    def below(self, folder: str, *endings: str) -> Iterator[str]:
        """The paths below a folder that have one of the endings."""
        paths = self.tree.paths
        prefix = f"{folder}/" if folder else ""
        for place in range(bisect_left(paths, prefix), len(paths)):
            if not paths[place].startswith(prefix):
                return
            if paths[place].endswith(endings):
                yield paths[place]


class Build:
    """One build: what its settings say, and what its root project gives to the others."""

    def __init__(self, builds: Builds, root: str) -> None:
        self.builds = builds
        self.root = root
        names = (join(root, name) for name in SETTINGS)
        self.settings_path = next((path for path in names if builds.tree.exists(path)), "")
        self.settings = builds.script(self.settings_path) if self.settings_path else None
        self.catalogs: dict[str, Catalog] = {}
        self._written: set[str] = set()
        self.plugin_uses: dict[str, list[PluginUse]] = {}
        self.leaders: dict[tuple[str, str], tuple[str, str]] | None = None
        self.properties = self.properties_of(root)
        self._evaluator = Evaluator(Scope(self, self.settings_path, self.settings), is_kotlin=self._is_kotlin)
        self._read_catalogs()

    @property
    def _is_kotlin(self) -> bool:
        return self.settings_path.endswith(".kts")

    def properties_of(self, folder: str) -> dict[str, str]:
        """The properties of the ``gradle.properties`` in a folder."""
        file = self.builds.tree.read(join(folder, "gradle.properties"))
        return {match["name"]: match["value"] for match in _PROPERTY.finditer(file.text)} if file else {}

    def project_at(self, folder: str) -> Project | None:
        """The project whose folder it is."""
        return self._by_folder.get(folder)

    @cached_property
    def projects(self) -> dict[str, Project]:
        """The projects that the settings include, by path, in their order; a project may be renamed or moved."""
        found: dict[str, Project] = {}
        statements = self.settings.statements if self.settings else []
        for _, statement in statements:
            if statement[0].text in ("include", "includeFlat"):
                for part in split(arguments_of(statement)):
                    self._include(found, part, is_flat=statement[0].text == "includeFlat")
            elif statement[0].text in ("project", "rootProject"):
                self._change(found, statement)
        return {project.path: project for project in found.values()}

    def _include(self, found: dict[str, Project], part: list[Token], *, is_flat: bool) -> None:
        text = self._evaluator.text(part)
        if not text or "$" in text or not text.strip(":") or part[0].kind != "string":
            return
        path = f":{text.lstrip(':')}"
        folder = join(self.root, ("../" if is_flat else "") + path[1:].replace(":", "/"))
        found.setdefault(path, Project(path, normpath(folder), part[0].line, part[0].text))

    def _change(self, found: dict[str, Project], statement: list[Token]) -> None:
        """``project(":a").projectDir = file("b")`` and ``project(":a").name = "c"``."""
        place = next((number for number, token in enumerate(statement) if token.is_symbol("=")), 0)
        segments = chain_of(statement[:place])
        if not place or len(segments) != 2 or not segments[0].arguments:
            return
        path = f":{(self._evaluator.text(segments[0].arguments) or '').lstrip(':')}"
        strings = [token for token in flat(statement[place + 1 :]) if token.kind == "string"]
        if path not in found or not strings:
            return
        if segments[1].name == "projectDir":
            folder = ROOT_VARIABLE.sub("", self._evaluator.template(strings[-1])).strip("/")
            if "$" not in folder:
                found[path] = found[path]._replace(folder=clean(join(self.root, folder)))
        elif segments[1].name == "name" and "$" not in strings[-1].text:
            name = f"{path.rpartition(':')[0]}:{strings[-1].text}"
            found[path] = found[path]._replace(path=name, line=strings[-1].line, spelling=strings[-1].text)

    @cached_property
    def _by_folder(self) -> dict[str, Project]:
        return {project.folder: project for project in self.projects.values()}

    @cached_property
    def _by_accessor(self) -> dict[str, str]:
        return {accessor_of(path): path for path in self.projects}

    def project_of_accessor(self, accessor: str) -> str:
        """The path of the project that ``projects.accessor`` leads to, or an empty string."""
        return self._by_accessor.get(accessor, "")

    @cached_property
    def included(self) -> list[str]:
        """The folders of the builds that make plugins for this one: ``buildSrc`` and what is included."""
        found = [join(self.root, "buildSrc")]
        for _, statement in self.settings.statements if self.settings else []:
            if statement[0].text == "includeBuild" and (text := self._evaluator.text(arguments_of(statement))):
                found.append(clean(join(self.root, text)))
        return found

    @cached_property
    def makes_plugins(self) -> bool:
        """Say whether this build only serves another one of the repository: it is included by it, or ``buildSrc``."""
        above = (self.builds.of(f"{folder}/_" if folder else "_") for folder in parents(self.root.rpartition("/")[0]))
        return bool(self.root) and any(self.root in build.included for build in above if build is not self)

    @cached_property
    def constants(self) -> Definitions:
        """The constants that ``buildSrc`` defines in Kotlin."""
        merged: Definitions = {}
        paths = self.builds.below(join(self.root, "buildSrc/src/main"), ".kt")
        for path in islice(paths, _MOST_CONSTANTS):
            if script := self.builds.script(path):
                merged.update(script.definitions)
        return merged

    def _read_catalogs(self) -> None:
        tree = self.builds.tree
        if file := tree.read(join(self.root, "gradle/libs.versions.toml")):
            self.catalogs["libs"] = read_catalog(file)
        for labels, statement in self.settings.statements if self.settings else []:
            names = [label.last for label in labels]
            if "versionCatalogs" in names[:-1]:
                self._catalog_statement(labels[names.index("versionCatalogs") + 1], statement)

    def _catalog_statement(self, label: Label, statement: list[Token]) -> None:
        name = label.strings[0] if label.strings else label.last
        segments = chain_of(statement)
        if not segments or not segments[0].arguments:
            return
        if segments[0].name == "from":
            text = next((token for token in flat(segments[0].arguments) if token.kind == "string"), None)
            path = clean(join(self.root, ROOT_VARIABLE.sub("", text.text).strip("/"))) if text else ""
            if file := self.builds.tree.read(path):
                self.catalogs[name] = read_catalog(file)
            return
        if name not in self._written:
            # The catalog of a file is shared: a copy of it is extended.
            self.catalogs[name] = _copy(self.catalogs.get(name))
            self._written.add(name)
        catalog = self.catalogs[name]
        texts = [self._evaluator.text(part) or "" for part in split(segments[0].arguments)]
        stated = next((part for part in segments[1:] if part.name in ("version", "versionRef")), None)
        version = (self._evaluator.text(stated.arguments) if stated and stated.arguments else "") or ""
        if stated and stated.name == "versionRef":
            version = catalog.versions.get(normal(version), "")
        if segments[0].name == "version" and len(texts) == 2:
            catalog.versions[normal(texts[0])] = texts[1]
        elif segments[0].name == "library" and len(texts) == 3:
            catalog.libraries[normal(texts[0])] = Entry(f"{texts[1]}:{texts[2]}", version)
        elif segments[0].name == "library" and len(texts) == 2 and texts[1].count(":") in (1, 2):
            group, artifact, *rest = texts[1].split(":")
            catalog.libraries[normal(texts[0])] = Entry(f"{group}:{artifact}", rest[0] if rest else version)
        elif segments[0].name == "plugin" and len(texts) == 2:
            catalog.plugins[normal(texts[0])] = Entry(texts[1], version)


def builds_of(tree: FileTree) -> Builds:
    """The builds of a repository."""
    return _BUILDS.of(tree)


def accessor_of(path: str) -> str:
    """The type-safe accessor of a project: ``:web-api:core`` is ``webApi.core``."""
    parts = (re.split(r"[-_.]", part) for part in path.strip(":").split(":"))
    return ".".join(words[0] + "".join(word[:1].upper() + word[1:] for word in words[1:]) for words in parts)


def _copy(catalog: Catalog | None) -> Catalog:
    copied = Catalog()
    if catalog:
        for name in ("libraries", "plugins", "bundles", "versions"):
            setattr(copied, name, dict(getattr(catalog, name)))
    return copied


_BUILDS = ByTree(Builds)
