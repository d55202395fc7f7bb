"""Targets of Swift packages: which files see each other, and which file stands for an imported module.

``Package.swift`` names targets and where their files are (``Sources/<name>`` where it says nothing). Files of no
target are one module with all others of the first folder below the package or Xcode project that they are in.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks
from crossbearing_plugins.languages._folders import shared_folders

_MANIFEST = re.compile(r"(?:^|/)Package(?:@swift-[\d.]+)?\.swift$")
_LARGEST_MANIFEST = 200_000
_MOST_TARGETS = 1_000
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TARGET = re.compile(r"\.(target|executableTarget|testTarget|macro|plugin|systemLibrary)\s*\(")
_NAME = re.compile(r'\bname\s*:\s*"([^"\n]+)"')
_PATH = re.compile(r'\bpath\s*:\s*"([^"\n]*)"')
_PROJECT = re.compile(r"(?:^|/)[^/]+\.xcodeproj/")
_FOLDERS = {"testTarget": ("Tests", "Sources", "Source", "src", "srcs"), "plugin": ("Plugins",)}
_SOURCES = ("Sources", "Source", "src", "srcs", "Tests")


def link_targets(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name every file by its path, say which target it belongs to, and resolve imports; others lead to None."""
    targets = _Targets(files, tree)
    return {
        path: ModuleLinks(
            path.removesuffix(".swift").replace(".", "_").replace("/", "."),
            [targets.file_of(path, imported.module) for imported in facts.imports],
            package="" if _MANIFEST.search(path) else targets.packages[path],
        )
        for path, facts in sorted(files.items())
    }


class _Targets:
    def __init__(self, files: Mapping[str, FileFacts], tree: FileTree) -> None:
        self.files = files
        self.folders = dict(_declared_folders(tree))
        self.roots = _roots(tree)
        self.packages = {path: self._package(path) for path in sorted(files)}
        members: dict[str, list[str]] = defaultdict(list)
        for path, package in self.packages.items():
            if not _MANIFEST.search(path):
                members[package].append(path)
        self.chosen: dict[str, list[str]] = defaultdict(list)
        for package, paths in sorted(members.items()):
            name = self.folders.get(package) or package.rpartition("/")[2]
            self.chosen[name.replace("-", "_")].append(min(paths, key=self._rank))

    def file_of(self, path: str, module: str) -> str | None:
        """A file of the target that an import names, of several the nearest; None outside the project."""
        found = self.chosen.get(module, ())
        return min(found, key=lambda other: (-shared_folders(path, other), other), default=None)

    def _package(self, path: str) -> str:
        """The folder of the target that a file belongs to."""
        folder = path.rpartition("/")[0]
        while folder and folder not in self.folders:
            folder = folder.rpartition("/")[0]
        if folder:
            return folder
        parts = path.split("/")
        root = max((len(root.split("/")) for root in self.roots if path.startswith(f"{root}/")), default=0)
        depth = root + (2 if len(parts) > root + 2 and parts[root] in _SOURCES else 1)
        return "/".join(parts[: min(depth, len(parts) - 1)]) or "."

    def _rank(self, path: str) -> tuple[bool, int, str]:
        """The order in which files are asked to stand for their module: one that exports others, then plain ones."""
        facts = self.files[path]
        return bool(facts.definitions), len(facts.imports), path


def _roots(tree: FileTree) -> list[str]:
    """Folders below the top with a package or an Xcode project of their own."""
    found = set()
    for path in tree.paths:
        match = _MANIFEST.search(path) or _PROJECT.search(path)
        if match is not None and match.start():
            found.add(path[: match.start()])
    return sorted(found)


def _declared_folders(tree: FileTree) -> Iterator[tuple[str, str]]:
    """The folders of the targets that manifests declare, with the targets' names."""
    paths = sorted(tree.paths)
    known = {path.rpartition("/")[0] for path in paths}
    known |= {"/".join(folder.split("/")[:depth]) for folder in known for depth in range(1, folder.count("/") + 1)}
    for path in paths:
        if not _MANIFEST.search(path) or (file := tree.read(path)) is None or len(file.data) > _LARGEST_MANIFEST:
            continue
        root = path.rpartition("/")[0]
        for kind, name, place in _targets(file.text):
            places = [place] if place else [f"{folder}/{name}" for folder in _FOLDERS.get(kind, _SOURCES)]
            for candidate in places:
                folder = "/".join(part for part in (root, candidate.strip("./")) if part)
                if folder in known:
                    yield folder, name
                    break


def _targets(text: str) -> Iterator[tuple[str, str, str]]:
    """Kind, name and path of the targets that a manifest declares; the path is empty where it says none."""
    text = _COMMENT.sub("", text)
    for match in islice(_TARGET.finditer(text), _MOST_TARGETS):
        own = _own_arguments(text, match.end())
        name, place = _NAME.search(own), _PATH.search(own)
        if name is not None:
            yield match[1], name[1], place[1] if place else ""


def _own_arguments(text: str, start: int) -> str:
    """The arguments of a call from behind its bracket, without what stands in further brackets."""
    kept, depth, position = [], 0, start
    for match in re.finditer(r'"(?:\\.|[^"\\\n])*"|[()\[\]]', text[start : start + 10_000]):
        if match[0] in "([":
            if depth == 0:
                kept.append(text[position : start + match.start()])
            depth += 1
        elif match[0] in ")]":
            depth -= 1
            if depth < 0:
                kept.append(text[position : start + match.start()])
                break
            position = start + match.end()
    return "".join(kept)
