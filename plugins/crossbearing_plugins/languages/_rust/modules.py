"""The modules of the project's crates, and what the paths of ``use`` declarations lead to."""

import tomllib
from collections.abc import Iterator, Mapping
from posixpath import normpath
from typing import Any

from crossbearing.plugin import FileFacts, FileTree, Import, ModuleLinks
from crossbearing_plugins.languages._rust.forms import MACRO

MAX_STEPS = 64
"""How many re-exports a path may lead through."""
_ROOTS = ("lib.rs", "main.rs")


def link_crates(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name every file by its place in its crate and resolve its imports; what leads out of the project is None."""
    crates = _Crates(files, tree)
    return {
        path: ModuleLinks(crates.names[path], [crates.target(path, item) for item in facts.imports])
        for path, facts in sorted(files.items())
    }


class _Crates:
    """Which file each module is: ``children`` by file and name, ``parents`` and ``roots`` by file."""

    def __init__(self, files: Mapping[str, FileFacts], tree: FileTree) -> None:
        self.files = files
        self.children: dict[str, dict[str, str]] = {path: {} for path in files}
        self.parents: dict[str, str] = {}
        self.roots: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.libraries: dict[str, str] = {}
        self.macros: dict[str, list[str]] = {}
        """Files that define a macro of a name."""
        self._aliases: dict[str, dict[str, Import]] = {}
        for path, facts in sorted(files.items()):
            for item in facts.definitions:
                if item.signature.startswith("macro_rules"):
                    self.macros.setdefault(item.name, []).append(path)
        for root, name in self._targets(tree):
            self._walk(root, name)
        for path in sorted(files, key=lambda path: (path.count("/") - path.endswith("/mod.rs"), path)):
            if path not in self.roots:
                parent = self._parent(path)
                if parent is None:
                    self._walk(path, _plain(path))
                else:
                    self._adopt(parent, path)

    def _targets(self, tree: FileTree) -> Iterator[tuple[str, str]]:
        """The root files of all crates with their names, libraries first."""
        others: list[tuple[str, str]] = []
        for manifest in sorted(path for path in tree.paths if path.rpartition("/")[2] == "Cargo.toml"):
            data = _read(tree, manifest)
            package = _table(data, "package")
            folder = manifest.rpartition("/")[0]
            name = str(package.get("name", "")).replace("-", "_")
            library = _table(data, "lib")
            path = _join(folder, str(library.get("path", "src/lib.rs")))
            if path in self.files and name:
                known = str(library.get("name", name)).replace("-", "_")
                if known not in self.libraries:
                    self.libraries[known] = path
                    yield path, known
            for kind in ("bin", "test", "bench", "example"):
                listed = data.get(kind)
                tables = [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
                others += [(_join(folder, item["path"]), "") for item in tables if isinstance(item.get("path"), str)]
            others += [(_join(folder, place), "") for place in ("src/main.rs", "build.rs")]
            for place in ("tests", "benches", "examples", "src/bin"):
                prefix = _join(folder, place) + "/"
                others += [(file, "") for file in self.files if _is_target(file, prefix)]
        yield from ((path, _plain(path)) for path, _ in sorted(set(others)) if path in self.files)

    def _parent(self, path: str) -> str | None:
        """The module that a file that none declares belongs to by its place: a macro may have declared it."""
        folder = path.removesuffix("/mod.rs").rpartition("/")[0]
        places = [f"{folder}/mod.rs", f"{folder}.rs", *(f"{folder}/{name}" for name in _ROOTS)]
        return next((place for place in places if place in self.roots and place != path), None)

    def _adopt(self, parent: str, path: str) -> None:
        name = path.removesuffix(".rs").removesuffix("/mod").rpartition("/")[2]
        self.children[parent].setdefault(name, path)
        self.parents[path] = parent
        self._follow(path, self.roots[parent], f"{self.names[parent]}.{name}")

    def _walk(self, root: str, name: str) -> None:
        """Follow ``mod`` declarations from the root of a crate."""
        if root not in self.roots:
            self._follow(root, root, name)

    def _follow(self, start: str, root: str, name: str) -> None:
        self.roots[start], self.names[start] = root, name
        pending = [start]
        while pending:
            path = pending.pop()
            for item in self.files[path].imports:
                if item.name or not item.alias:
                    continue
                child = self._declared(path, item)
                if child is None:
                    continue
                self.children[path].setdefault(item.alias, child)
                if child not in self.roots:
                    self.roots[child], self.parents[child] = root, path
                    self.names[child] = f"{self.names[path]}.{item.module.removeprefix('self::').replace('::', '.')}"
                    if item.module.endswith(".rs"):
                        self.names[child] = f"{self.names[path]}.{item.alias}"
                    pending.append(child)

    def _declared(self, path: str, item: Import) -> str | None:
        """The file that a ``mod`` declaration names."""
        folder, _, file = path.rpartition("/")
        if item.module.endswith(".rs"):
            found = _join(folder, item.module)
            return found if found in self.files else None
        if not item.module.startswith("self::"):
            return None
        is_root = path not in self.parents or file == "mod.rs"
        inner = folder if is_root else _join(folder, file.removesuffix(".rs"))
        place = _join(inner, item.module.removeprefix("self::").replace("::", "/"))
        return next((found for found in (f"{place}.rs", f"{place}/mod.rs") if found in self.files), None)

    def target(self, path: str, item: Import) -> str | None:
        """The file that an import's module is, or None."""
        if item.module == MACRO:
            return self._macro(path, item.name)
        if item.module.endswith(".rs"):
            return self._declared(path, item)
        found = self._module(path, item.module.split("::"), MAX_STEPS)
        if found is not None and item.name in self.macros and self.roots[found] == found:
            # Macros are exported by the crate, wherever they stand in it.
            own = [other for other in self.macros[item.name] if self.roots[other] == found]
            return own[0] if own and found not in own else found
        return found

    def _macro(self, path: str, name: str) -> str | None:
        """The file of the same crate that defines a macro, or else the only one that does."""
        found = self.macros.get(name, [])
        own = [other for other in found if self.roots[other] == self.roots[path]]
        exported = [other for other in found if self._exports(other, name)]
        return next((places[0] for places in (own, exported, found) if len(places) == 1), None)

    def _exports(self, path: str, name: str) -> bool:
        return any(item.name == name and "macro_export" in item.decorators for item in self.files[path].definitions)

    def _module(self, path: str, parts: list[str], steps: int) -> str | None:
        """The file that a path leads to from a file, through modules and re-exported modules."""
        first, rest = parts[0], parts[1:]
        place: str | None
        if first == "crate":
            place = self.roots[path]
        elif first in ("self", ""):
            place = path
        elif first == "super":
            place = self.parents.get(path)
        else:
            place = self._child(path, first, steps) or self.libraries.get(first)
            if place is None and path != self.roots[path]:
                # Until the edition of 2018, paths started at the crate.
                place = self.children[self.roots[path]].get(first)
        for part in rest:
            if place is None:
                return None
            place = self.parents.get(place) if part == "super" else self._child(place, part, steps)
        return place

    def _child(self, path: str, name: str, steps: int) -> str | None:
        """The module of a name in a module: its own, or one that it re-exports."""
        found = self.children[path].get(name)
        if found is not None or steps <= 0:
            return found
        item = self._aliases_of(path).get(name)
        if item is None or item.module in (MACRO, name):
            return None
        parts = item.module.split("::")
        return self._module(path, [*parts, item.name] if item.name else parts, steps // 2)

    def _aliases_of(self, path: str) -> dict[str, Import]:
        known = self._aliases.get(path)
        if known is None:
            known = self._aliases[path] = {item.alias: item for item in self.files[path].imports if item.alias}
        return known


def _is_target(file: str, prefix: str) -> bool:
    if not file.startswith(prefix):
        return False
    rest = file[len(prefix) :]
    return "/" not in rest or (rest.count("/") == 1 and rest.endswith("/main.rs"))


def _plain(path: str) -> str:
    return path.removesuffix(".rs").removesuffix("/mod").replace(".", "_").replace("/", ".")


def _read(tree: FileTree, path: str) -> Mapping[str, Any]:
    file = tree.read(path)
    try:
        return tomllib.loads(file.text) if file is not None else {}
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key)
    return found if isinstance(found, dict) else {}


def _join(folder: str, name: str) -> str:
    path = normpath(f"{folder}/{name}" if folder else name)
    return "" if path == "." else path
