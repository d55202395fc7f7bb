"""Python's module system: the dotted name of each file, and the project file that each import leads to.

A *root* is a directory that stands on Python's path: the parent of a file's outermost package. A package is a directory
with an ``__init__`` file, or one inside a package (PEP 420). Where directories above a root could be namespace packages
(``google/cloud/storage/__init__.py``), the longer names lead to the file too.

``import a.b.c`` leads to the file of ``a.b.c``, although the name that it binds is ``a``. ``from a import b`` leads to
the submodule ``b`` where there is one and ``a`` binds the name to nothing else, and to ``a`` otherwise.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, Import, ModuleLinks
from crossbearing_plugins.languages._python.names import STANDARD_LIBRARY

_SUFFIXES = (".py", ".pyi", ".pyw")
_PACKAGE = "__init__"


def link_python_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name every file and resolve its imports; imports out of the project lead to None."""
    modules = _Modules(files, tree)
    return {
        path: ModuleLinks(modules.names[path], [modules.target(path, imported) for imported in facts.imports])
        for path, facts in sorted(files.items())
    }


class _Modules:
    """Which file a dotted name means, seen from a root."""

    def __init__(self, files: Mapping[str, FileFacts], tree: FileTree) -> None:
        self.files = files
        paths = sorted({*files, *(path for path in tree.paths if path.endswith(_SUFFIXES))}, key=_preference)
        self.known = set(paths)
        self.packages = {_directory(path) for path in paths if _stem(path) == _PACKAGE}
        self.roots: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.by_root: dict[tuple[str, str], str] = {}
        self.anywhere: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        for path in paths:
            root, name = self._place(path)
            if root is None:
                name = f"{tree.name}.{name}" if name else tree.name
            self.names[path] = name
            self.roots[path] = root or ""
            self.by_root.setdefault((root or "", self.names[path]), path)
            self.anywhere.setdefault(self.names[path], path)
        for path in sorted(paths):
            self._add_aliases(path)
        self._resolved: dict[tuple[str, str], str | None] = {}
        self._bound: dict[str, set[str]] = {}

    def target(self, path: str, imported: Import) -> str | None:
        """The file that the module part of an import leads to, or the submodule's that it names."""
        if imported.level:
            return self._relative(path, imported)
        name = imported.module
        found = self._absolute(self.roots[path], name)
        if not imported.name or imported.name == "*":
            return found
        submodule = self._absolute(self.roots[path], f"{name}.{imported.name}")
        return self._choose(found, submodule, imported.name)

    def _relative(self, path: str, imported: Import) -> str | None:
        directory = _directory(path)
        for _ in range(imported.level - 1):
            if not directory:
                return None
            directory = _directory(directory)
        place = _join(directory, imported.module.replace(".", "/")) if imported.module else directory
        found = self._file(place) if imported.module else self._package(place)
        if not imported.name or imported.name == "*":
            return found
        return self._choose(found, self._file(_join(place, imported.name)), imported.name)

    def _choose(self, module: str | None, submodule: str | None, name: str) -> str | None:
        """What ``from module import name`` leads to: a package's own name comes before its submodule's."""
        if submodule is None or module is None:
            return submodule or module
        return module if self._binds(module, name) else submodule

    def _binds(self, package: str, name: str) -> bool:
        if package not in self._bound:
            self._bound[package] = self._own_names(package)
        return name in self._bound[package]

    def _own_names(self, package: str) -> set[str]:
        """The names that a package's file binds to something else than its submodule of that name."""
        facts = self.files.get(package)
        if facts is None:
            return set()
        own = {definition.name for definition in facts.definitions if definition.scope < 0}
        return own | {
            imported.alias
            for imported in facts.imports
            if imported.scope < 0 and imported.alias and not self._is_submodule(package, imported)
        }

    def _is_submodule(self, package: str, imported: Import) -> bool:
        """Say whether an import in a package's file binds one of its own submodules under its own name."""
        own = self.names[package]
        if imported.level == 1:
            return not imported.module and imported.name == imported.alias
        return not imported.level and imported.module == own and imported.name == imported.alias

    def _absolute(self, root: str, name: str) -> str | None:
        key = (root, name)
        if key not in self._resolved:
            self._resolved[key] = self._find(root, name)
        return self._resolved[key]

    def _find(self, root: str, name: str) -> str | None:
        path = self.by_root.get((root, name))
        if path is None and name.partition(".")[0] not in STANDARD_LIBRARY:
            path = self.anywhere.get(name) or self.aliases.get(name)
        return path

    def _file(self, place: str) -> str | None:
        """The module file at a path without suffix: a package comes before a module."""
        for suffix in _SUFFIXES:
            for path in (f"{place}/{_PACKAGE}{suffix}", place + suffix):
                if path in self.known:
                    return path
        return None

    def _package(self, directory: str) -> str | None:
        for suffix in _SUFFIXES:
            if (path := _join(directory, _PACKAGE + suffix)) in self.known:
                return path
        return None

    def _place(self, path: str) -> tuple[str | None, str]:
        """The root of a file, and its name seen from there; no root where the repository itself is a package."""
        outermost = None
        directory = _directory(path)
        inner = directory
        while inner:
            if inner in self.packages:
                outermost = inner
            inner = _directory(inner)
        if "" in self.packages:
            root, seen = None, _without_suffix(path)
        else:
            root = directory if outermost is None else _directory(outermost)
            seen = _without_suffix(path[len(root) + 1 :] if root else path)
        return root, _dotted(seen)

    def _add_aliases(self, path: str) -> None:
        """Other names that lead to a file: those of its unbroken chain of packages, and those of namespace packages."""
        directory = _directory(path)
        while directory in self.packages and directory:
            directory = _directory(directory)
        self.aliases.setdefault(_dotted(_without_suffix(path[len(directory) + 1 if directory else 0 :])), path)
        root, name = self.roots[path], self.names[path]
        while root:
            root, _, directory = root.rpartition("/")
            if not directory.isidentifier():
                return
            name = f"{directory}.{name}"
            self.aliases.setdefault(name, path)


def _preference(path: str) -> tuple[int, bool, str]:
    suffix = next((place for place, suffix in enumerate(_SUFFIXES) if path.endswith(suffix)), len(_SUFFIXES))
    return suffix, _stem(path) != _PACKAGE, path


def _dotted(place: str) -> str:
    name = place.replace("/", ".")
    return name.removesuffix(_PACKAGE).removesuffix(".") if name.rpartition(".")[2] == _PACKAGE else name


def _join(directory: str, name: str) -> str:
    return f"{directory}/{name}" if directory else name


def _directory(path: str) -> str:
    return path.rpartition("/")[0]


def _stem(path: str) -> str:
    return _without_suffix(path).rpartition("/")[2]


def _without_suffix(path: str) -> str:
    return path.rpartition(".")[0] if path.endswith(_SUFFIXES) else path
