"""Dart libraries: where ``package:`` and relative URIs lead, and which files are parts of which library."""

import re
from collections.abc import Mapping
from posixpath import normpath

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks
from crossbearing_plugins.languages._folders import shared_folders

_NAME = re.compile(r"^name[ \t]*:[ \t]*['\"]?([\w-]+)", re.MULTILINE)


def link_libraries(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name every file by its path, and resolve the URIs of its directives; others lead to None."""
    libraries = _Libraries(files, tree)
    return {
        path: ModuleLinks(
            path.removesuffix(".dart").replace(".", "_").replace("/", "."),
            [libraries.target(path, imported.module) for imported in facts.imports],
            package=libraries.owners.get(path, ""),
        )
        for path, facts in sorted(files.items())
    }


class _Libraries:
    def __init__(self, files: Mapping[str, FileFacts], tree: FileTree) -> None:
        self.files = files
        self.folders: dict[str, list[str]] = {}
        for path in sorted(tree.paths):
            if path.rpartition("/")[2] != "pubspec.yaml" or (file := tree.read(path)) is None:
                continue
            if match := _NAME.search(file.text):
                self.folders.setdefault(match[1], []).append(path.rpartition("/")[0])
        self.owners: dict[str, str] = {}
        """The library of each file that is a part of one or has parts."""
        named: dict[str, str] = {}
        for path, facts in sorted(files.items()):
            for imported in facts.imports:
                target = self._file(path, imported.module)
                if target is not None and target != path and files[target].package and not facts.package:
                    named.setdefault(target, path)
        for part, library in sorted(named.items()):
            self.owners[part] = self.owners[library] = library

    def target(self, path: str, module: str) -> str | None:
        """The file that a URI leads to; for a part that names its library, that."""
        found = self._file(path, module)
        if found is None and module == self.files[path].package:
            return self.owners.get(path)
        return found

    def _file(self, path: str, module: str) -> str | None:
        if module.startswith("package:"):
            name, _, rest = module.removeprefix("package:").partition("/")
            places = [_join(folder, f"lib/{rest}") for folder in self.folders.get(name, ())]
            found = [place for place in places if place in self.files]
            return min(found, key=lambda place: (-shared_folders(path, place), place), default=None)
        place = _join(path.rpartition("/")[0], module)
        return place if ":" not in module and place in self.files else None


def _join(folder: str, name: str) -> str:
    return normpath(f"{folder}/{name}" if folder else name)
