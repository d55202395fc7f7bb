"""Java packages: what each file belongs to, and which file each import leads to.

A class is looked for among the top-level classes of the package that an import names; of several files that define it
(in the modules of a build), the one is taken that shares most directories with the importing file. Where a package
has such classes, each module of the build has a package of its own by that name. Classes in Kotlin and Scala are found
by the place of their file.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from crossbearing.plugin import FileFacts, FileTree, Import, ModuleLinks
from crossbearing_plugins.languages._jvm.packages import ForeignFiles

_BUILD_FILES = ("pom.xml", "build.gradle", "build.gradle.kts", "build.xml", "BUILD", "BUILD.bazel")
_TEST = re.compile(r"(?:^|/)(?:test|tests|androidTest|integrationTest|testFixtures|jmh)/")


def link_java_packages(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name every file by package and class, and resolve its imports; others lead to None."""
    packages = _Packages(files, tree)
    return {
        path: ModuleLinks(
            packages.names[path],
            [packages.target(path, imported) for imported in facts.imports],
            package=packages.shared(path),
        )
        for path, facts in sorted(files.items())
    }


class _Packages:
    def __init__(self, files: Mapping[str, FileFacts], tree: FileTree) -> None:
        self.files = files
        self.foreign = ForeignFiles(tree.paths, (".java",))
        self.roots = {path.rpartition("/")[0] for path in tree.paths if path.rpartition("/")[2] in _BUILD_FILES}
        self.classes: dict[tuple[str, str], list[str]] = defaultdict(list)
        self.members: dict[str, list[str]] = defaultdict(list)
        for path in sorted(files):
            package = files[path].package
            self.members[package].append(path)
            for definition in files[path].definitions:
                if definition.scope < 0 and definition.kind == "class":
                    self.classes[package, definition.name].append(path)
        self.split = {package for (package, _), paths in self.classes.items() if len(paths) > 1}
        self.names = self._names()
        self._nearest: dict[tuple[str, str, str], str | None] = {}

    def _names(self) -> dict[str, str]:
        """A name for each file: package and stem, or its path where several files would have that."""
        wanted = {path: f"{facts.package}.{_stem(path)}".lstrip(".") for path, facts in self.files.items()}
        counts: dict[str, int] = defaultdict(int)
        for name in wanted.values():
            counts[name] += 1
        return {
            path: name if counts[name] == 1 else path.removesuffix(".java").replace(".", "_").replace("/", ".")
            for path, name in wanted.items()
        }

    def shared(self, path: str) -> str:
        """What the files that see each other's classes have in common."""
        package = self.files[path].package
        if not package:
            return f"{path.rpartition('/')[0]}:"
        return f"{self._module(path)}:{package}" if package in self.split else package

    def target(self, path: str, imported: Import) -> str | None:
        """The file that defines an imported class, or one of an imported package; None outside the project."""
        directory = path.rpartition("/")[0]
        key = (directory, imported.module, imported.name)
        if key not in self._nearest:
            if imported.name == "*":
                found = self.members.get(imported.module, [])
            else:
                package = imported.module.rpartition(".")[0]
                found = self.classes.get((package, imported.name)) or self.foreign.of_class(imported.module)
            self._nearest[key] = _nearest(path, found)
        return self._nearest[key]

    def _module(self, path: str) -> str:
        """The directory of the build file above a file."""
        directory = path.rpartition("/")[0]
        while directory and directory not in self.roots:
            directory = directory.rpartition("/")[0]
        return directory


def _nearest(path: str, found: Sequence[str]) -> str | None:
    """The file that shares the most directories with another; those of tests only if both are, or there is no other."""
    parts, is_test = path.split("/"), _TEST.search(path) is not None
    best, best_rank = None, (True, True, 0)
    for other in found:
        shared = 0
        for one, two in zip(parts, other.split("/"), strict=False):
            if one != two:
                break
            shared += 1
        rank = (_TEST.search(other) is not None and not is_test, False, -shared)
        if best is None or rank < best_rank:
            best, best_rank = other, rank
    return best


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".java").replace(".", "_")
