"""What the scripts of a build of Gradle can refer to outside of themselves."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from posixpath import normpath
from typing import TYPE_CHECKING

from crossbearing_ecosystems._gradle_catalog import Catalog
from crossbearing_ecosystems._gradle_script import Script
from crossbearing_ecosystems._gradle_tokens import Token
from crossbearing_ecosystems._gradle_values import Definitions, Path

if TYPE_CHECKING:
    from crossbearing_ecosystems._gradle_build import Build

BUILD_FILES = ("build.gradle", "build.gradle.kts")
ROOT_VARIABLE = re.compile(r"\$\{?(?:rootDir|settingsDir|rootProject\.projectDir|rootProject\.rootDir)\}?/?")
_OWN_VARIABLE = re.compile(r"\$\{?(?:projectDir|project\.projectDir)\}?/?")
_MOST_APPLIED = 50


class Scope:
    """What a script of a build can refer to: its own definitions, those it applies, its parents', and properties."""

    def __init__(self, build: "Build", path: str, script: Script | None) -> None:
        self.build = build
        self.path = path
        self.script = script

    @property
    def catalogs(self) -> Mapping[str, Catalog]:
        """The version catalogs by the name of their accessor."""
        return self.build.catalogs

    def definition(self, path: Path) -> Sequence[Token] | None:
        """The expression that a variable or extra property is set to."""
        return next((definitions[path] for definitions in self._definitions if path in definitions), None)

    def stated_property(self, name: str) -> str | None:
        """A property of the ``gradle.properties`` beside the script or at the root of the build."""
        own = self._own_properties.get(name)
        return self.build.properties.get(name) if own is None else own

    def project_of_accessor(self, accessor: str) -> str:
        """The path of the project that ``projects.accessor`` leads to, or an empty string."""
        return self.build.project_of_accessor(accessor)

    @cached_property
    def _own_properties(self) -> dict[str, str]:
        folder = self.path.rpartition("/")[0]
        return {} if folder == self.build.root else self.build.properties_of(folder)

    @cached_property
    def _definitions(self) -> list[Definitions]:
        """The definitions that hold here, nearest first: the script's own, its parents', and those that they apply."""
        waiting = [(self.path, self.script)]
        prefix = f"{self.build.root}/" if self.build.root else ""
        for folder in parents(self.path.rpartition("/")[0]):
            if f"{folder}/".startswith(prefix):
                paths = (join(folder, name) for name in BUILD_FILES)
                waiting += ((path, self.build.builds.script(path)) for path in paths if path != self.path)
        seen = {self.path}
        for path, script in waiting:
            for other in self._applied(path, script):
                if other not in seen and len(seen) < _MOST_APPLIED:
                    seen.add(other)
                    waiting.append((other, self.build.builds.script(other)))
        found = [script.definitions for _, script in waiting if script]
        return found if self.path == self.build.settings_path else [*found, self.build.constants]

    def _applied(self, path: str, script: Script | None) -> Iterator[str]:
        for tokens in script.applied("from") if script else ():
            text = next((token.text for token in flat(tokens) if token.kind == "string"), "")
            root = ROOT_VARIABLE.match(text) or any(token.text in ("rootProject", "rootDir") for token in flat(tokens))
            text = _OWN_VARIABLE.sub("", ROOT_VARIABLE.sub("", text)).lstrip("/")
            if text and "$" not in text and "://" not in text:
                yield clean(join(self.build.root if root else path.rpartition("/")[0], text))


def join(folder: str, name: str) -> str:
    """The path of ``name`` in a folder; the empty folder is the root of the repository."""
    return f"{folder}/{name}" if folder else name


def parents(folder: str) -> Iterator[str]:
    """A folder and those above it, the root of the repository last."""
    yield folder
    while folder:
        folder = folder.rpartition("/")[0]
        yield folder


def flat(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens with those in groups, in the order of the file."""
    waiting = list(reversed(tokens))
    while waiting:
        token = waiting.pop()
        yield token
        waiting += reversed(token.items)


def clean(path: str) -> str:
    """The path without ``.`` and ``..``; the root of the repository is the empty path."""
    cleaned = normpath(path)
    return "" if cleaned == "." else cleaned
