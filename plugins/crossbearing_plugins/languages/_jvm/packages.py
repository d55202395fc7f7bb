"""Packages: what each file belongs to, and which file each import leads to.

What an import names is looked for among the top-level definitions of its package, and where it is written from inside
another package, also relative to that and those around it. Of several files the one is taken that shares most
directories with the importing file. Classes in files of the other languages of the same machine are found by the place
of the file: ``shop.Store`` in ``…/shop/Store.java``. Where modules of the build have classes of one package and
name, each has a package of its own by that name.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from attrs import define, field

from crossbearing.plugin import FileFacts, FileTree, Import, ModuleLinks

SUFFIXES = (".java", ".kt", ".scala")
_SCRIPTS = (".kts", ".sc")
_BUILD_FILES = (
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "build.sbt",
    "build.sc",
    "build.mill",
    "BUILD",
    "BUILD.bazel",
)
_TEST = re.compile(r"(?:^|/)(?:[\w-]*test[\w-]*|[\w-]*Test|testFixtures|jmh)/")


def link_packages(
    files: Mapping[str, FileFacts], tree: FileTree, suffixes: Sequence[str], *, relative: bool = False
) -> dict[str, ModuleLinks]:
    """Name every file by package and stem, and resolve its imports; others lead to None.

    ``suffixes`` are those of the language's own files. With ``relative``, names of packages may begin in the package of
    the file.
    """
    packages = _Packages(files, tree, tuple(suffixes), relative)
    return {
        path: ModuleLinks(
            packages.names[path],
            [packages.target(path, imported) for imported in facts.imports],
            package=packages.shared(path),
        )
        for path, facts in sorted(files.items())
    }


class ForeignFiles:
    """Files in the other languages of the same machine, by the classes that their places are for."""

    def __init__(self, paths: Iterable[str], own_suffixes: tuple[str, ...]) -> None:
        self._by_stem: dict[str, list[str]] = defaultdict(list)
        for path in paths:
            if path.endswith(SUFFIXES) and not path.endswith(own_suffixes):
                self._by_stem[_stem(path)].append(path)

    def of_class(self, name: str) -> list[str]:
        """The files at the place of a class with its package (``shop.Store``)."""
        place = f"/{name.replace('.', '/')}"
        found = self._by_stem.get(name.rpartition(".")[2], ())
        return [path for path in found if f"/{path.rpartition('.')[0]}".endswith(place)]


@define(eq=False)
class _Packages:
    files: Mapping[str, FileFacts]
    tree: FileTree
    suffixes: tuple[str, ...]
    relative: bool
    members: dict[str, list[str]] = field(factory=lambda: defaultdict(list))
    tops: dict[tuple[str, str], list[str]] = field(factory=lambda: defaultdict(list))
    foreign: ForeignFiles = field(init=False)
    split: set[str] = field(factory=set)
    roots: set[str] = field(factory=set)
    names: dict[str, str] = field(factory=dict)
    _nearest: dict[tuple[str, str, str, str], str | None] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.roots = {path.rpartition("/")[0] for path in self.tree.paths if path.rpartition("/")[2] in _BUILD_FILES}
        for path in sorted(self.files):
            self._enter(path, self.files[path])
        self.foreign = ForeignFiles(self.tree.paths, self.suffixes)
        self._name_files()

    def _enter(self, path: str, facts: FileFacts) -> None:
        self.members[facts.package].append(path)
        names = {definition.name for definition in facts.definitions if definition.scope < 0}
        classes = {item.name for item in facts.definitions if item.scope < 0 and item.kind == "class"}
        for name in sorted(names):
            known = self.tops[facts.package, name]
            known.append(path)
            if name in classes and self._module(path) != self._module(known[0]):
                self.split.add(facts.package)

    def _name_files(self) -> None:
        """A name for each file: package and stem, or its path where several files would have that."""
        wanted = {path: f"{facts.package}.{_stem(path)}".lstrip(".") for path, facts in self.files.items()}
        counts: dict[str, int] = defaultdict(int)
        for name in wanted.values():
            counts[name] += 1
        for path, name in wanted.items():
            whole = path.rpartition(".")[0].replace(".", "_").replace("/", ".")
            self.names[path] = name if counts[name] == 1 else whole

    def shared(self, path: str) -> str:
        """What the files that see each other's top level have in common."""
        package = self.files[path].package
        if path.endswith(_SCRIPTS):
            return ""
        if not package:
            return f"{path.rpartition('/')[0]}:"
        return f"{self._module(path)}:{package}" if package in self.split else package

    def target(self, path: str, imported: Import) -> str | None:
        """The file that defines what is imported, or one of an imported package; None outside the project."""
        directory, package = path.rpartition("/")[0], self.files[path].package
        key = (directory, package if self.relative else "", imported.module, imported.name)
        if key not in self._nearest:
            found = self._found(imported.module, imported.name)
            while not found and self.relative and package:
                found = self._found(f"{package}.{imported.module}", imported.name)
                package = package.rpartition(".")[0]
            self._nearest[key] = nearest(path, found)
        return self._nearest[key]

    def _found(self, module: str, name: str) -> Sequence[str]:
        if name == "*":
            return self.members.get(module, ())
        package, _, wanted = module.rpartition(".")
        return self.tops.get((package, wanted)) or self.foreign.of_class(module)

    def _module(self, path: str) -> str:
        """The directory of the build file above a file."""
        directory = path.rpartition("/")[0]
        while directory and directory not in self.roots:
            directory = directory.rpartition("/")[0]
        return directory


def nearest(path: str, found: Sequence[str]) -> str | None:
    """The file that shares the most directories with another; those of tests only if both are, or there is no other."""
    parts, is_test = path.split("/"), _TEST.search(path) is not None
    best, best_rank = None, (True, 0)
    for other in found:
        shared = 0
        for one, two in zip(parts, other.split("/"), strict=False):
            if one != two:
                break
            shared += 1
        rank = (_TEST.search(other) is not None and not is_test, -shared)
        if best is None or rank < best_rank:
            best, best_rank = other, rank
    return best


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0].replace(".", "_")
