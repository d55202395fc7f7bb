"""Go modules and packages: what each file belongs to, and which package an import leads to.

An import path is looked for under the path of each ``go.mod`` of the project, the longest first. A package is all files
of one directory with the same package clause; tests of a package from outside (``package store_test``) are one of their
own.
"""

import re
from collections.abc import Mapping
from posixpath import normpath

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks

_MODULE = re.compile(r"^[ \t]*module[ \t]+[\"`]?([^\s\"`]+)", re.MULTILINE)
_REPLACE = re.compile(
    r"^[ \t]*(?:replace[ \t]+)?([^\s\"`]+)(?:[ \t]+v\S+)?[ \t]*=>[ \t]*(\.\.?(?:/\S*)?)[ \t]*(?://.*)?$", re.MULTILINE
)


def link_go_packages(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name every file, say which package it belongs to and resolve its imports; others lead to None."""
    packages = _Packages(files, tree)
    return {
        path: ModuleLinks(
            module_name(path),
            [packages.target(imported.module) for imported in facts.imports],
            package=package_of(path, facts),
        )
        for path, facts in sorted(files.items())
    }


def module_name(path: str) -> str:
    """The dotted name of a file: its path without suffix."""
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}".replace("/", ".") + name.removesuffix(".go").replace(".", "_")


def package_of(path: str, facts: FileFacts) -> str:
    """What all files of a package have in common and no others: the directory and the package clause."""
    return f"{path.rpartition('/')[0]}:{facts.package}" if facts.package else ""


class _Packages:
    def __init__(self, files: Mapping[str, FileFacts], tree: FileTree) -> None:
        self.roots = _module_roots(tree)
        self.prefixes = sorted(self.roots, key=lambda prefix: (-len(prefix), prefix))
        self.chosen: dict[str, str] = {}
        order = sorted(files, key=lambda path: _rank(path, files[path]))
        for path in order:
            self.chosen.setdefault(path.rpartition("/")[0], path)
        self._known: dict[str, str | None] = {}

    def target(self, name: str) -> str | None:
        """A file of the package that an import names, or None."""
        if name not in self._known:
            self._known[name] = self._find(name)
        return self._known[name]

    def _find(self, name: str) -> str | None:
        for prefix in self.prefixes:
            if name == prefix or name.startswith(f"{prefix}/"):
                rest = name[len(prefix) + 1 :]
                directory = "/".join(part for part in (self.roots[prefix], rest) if part)
                if directory in self.chosen:
                    return self.chosen[directory]
        return None


def _rank(path: str, facts: FileFacts) -> tuple[bool, bool, bool, str]:
    """The order in which files are asked to stand for their package."""
    directory, _, name = path.rpartition("/")
    differs = facts.package != directory.rpartition("/")[2]
    return name.endswith("_test.go"), facts.package in ("main", ""), differs, path


def _module_roots(tree: FileTree) -> dict[str, str]:
    """The directories of the project's modules by their paths."""
    roots: dict[str, str] = {}
    replaced: dict[str, str] = {}
    for path in sorted(tree.paths, key=lambda path: (path.count("/"), path)):
        directory, _, name = path.rpartition("/")
        if name != "go.mod" or (file := tree.read(path)) is None:
            continue
        if match := _MODULE.search(file.text):
            roots.setdefault(match[1], directory)
        for module, place in _REPLACE.findall(file.text):
            replaced.setdefault(module, _join(directory, place))
    return replaced | roots


def _join(directory: str, name: str) -> str:
    path = normpath(f"{directory}/{name}" if directory else name)
    return "" if path == "." else path
