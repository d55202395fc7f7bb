"""ES modules and CommonJS: the name of each file, and the project file that each import leads to.

A relative name leads to a file with or without its suffix (``./a.js`` to ``a.ts`` where only that exists) or to the
index of a directory. Other names are looked for in ``paths`` and ``baseUrl`` of the nearest ``tsconfig.json`` or
``jsconfig.json``, among the project's packages by their ``package.json`` (``exports``, ``source``, ``module``,
``main``, ``types``; a built file leads to its source where that can be told), in a package's own ``imports``, and for
``$lib/``, ``@/`` and ``~/`` under the folders that Svelte, Vue and Nuxt give these names.
"""

import re
from collections.abc import Iterator, Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks
from crossbearing_plugins.languages._ecmascript.packages import Package, configurations, join, packages

SUFFIXES = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".d.ts")
_WRITTEN_FOR = {
    ".js": (".ts", ".tsx", ".d.ts", ".jsx"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
_BUILT = re.compile(r"^(?:dist|lib|build|es|esm|cjs|out|umd|output|temp|types)(?:/(?:esm|cjs|src|types|umd))?/")
_BUILT_SUFFIX = re.compile(r"(?:\.(?:cjs|esm|esm-bundler|umd|min|prod|global|module))*(?:\.d)?\.[cm]?[jt]sx?$")
_USUAL = {
    "$lib": ("src/lib/",),
    "@": ("src/", "resources/js/", "resources/assets/js/", "app/", ""),
    "~": ("", "src/", "app/"),
    "@@": ("",),
    "~~": ("",),
}
_INDEX = ("index", "main", "mod")


def link_ecmascript_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name every file and resolve its imports; imports out of the project lead to None."""
    modules = _Modules(tree)
    return {
        path: ModuleLinks(
            module_name(path),
            [modules.target(path, imported.module) if imported.module else path for imported in facts.imports],
        )
        for path, facts in sorted(files.items())
    }


def module_name(path: str) -> str:
    """The dotted name of a file: its path without suffix."""
    folder, slash, name = path.rpartition("/")
    stem = next((name.removesuffix(suffix) for suffix in (".d.ts", *SUFFIXES) if name.endswith(suffix)), name)
    return f"{folder}{slash}".replace("/", ".") + stem.replace(".", "_")


def _usual(name: str) -> list[str]:
    """Where names lead that bundlers know without a build file that says so, seen from a package."""
    first, slash, rest = name.partition("/")
    if not slash:
        return ["src/lib"] if first == "$lib" else []
    return [f"{folder}{rest}" for folder in _USUAL.get(first, ())]


class _Modules:
    """Which file a written module name means, seen from a directory."""

    def __init__(self, tree: FileTree) -> None:
        self.known = {path for path in tree.paths if path.endswith((*SUFFIXES, ".d.mts", ".d.cts"))}
        self.packages = packages(tree)
        self.configurations = configurations(tree)
        self.by_name: dict[str, Package] = {}
        for directory in sorted(self.packages, key=lambda path: (path.count("/"), path)):
            name = self.packages[directory].data.get("name")
            if isinstance(name, str) and name:
                self.by_name.setdefault(name, self.packages[directory])
        self._resolved: dict[tuple[str, str], str | None] = {}

    def target(self, path: str, name: str) -> str | None:
        """The file that a module name leads to, or None."""
        key = (path.rpartition("/")[0], name.partition("?")[0])
        if key not in self._resolved:
            self._resolved[key] = self._find(*key)
        return self._resolved[key]

    def _find(self, directory: str, name: str) -> str | None:
        if name.startswith("."):
            return self._place(join(directory, name))
        if name.startswith("/"):
            return self._place(join("", name.lstrip("/")))
        return self._first(self._candidates(directory, name)) or self._packaged(name)

    def _candidates(self, directory: str, name: str) -> Iterator[str]:
        """Places that build files above a directory give a name."""
        above = directory
        seen_paths = False
        while True:
            if not seen_paths and above in self.configurations:
                seen_paths = True
                yield from self.configurations[above].places(name)
            if name.startswith("#") and above in self.packages:
                yield from (join(above, item) for item in self.packages[above].imports(name))
            if (above in self.packages or not above) and (usual := _usual(name)):
                yield from (join(above, item) for item in usual)
            if not above:
                return
            above = above.rpartition("/")[0]

    def _packaged(self, name: str) -> str | None:
        """The file of one of the project's packages."""
        parts = name.split("/")
        length = 2 if name.startswith("@") else 1
        package = self.by_name.get("/".join(parts[:length]))
        if package is None:
            return None
        subpath = "/".join(parts[length:])
        found = self._first(join(package.directory, item) for item in package.entries(subpath))
        return found or self._first(self._sources(package, subpath))

    def _sources(self, package: Package, subpath: str) -> Iterator[str]:
        """Where the source of a package's file may be, when only the built file has a name."""
        for entry in package.entries(subpath):
            plain = _BUILT_SUFFIX.sub("", entry.removeprefix("./"))
            inner = _BUILT.sub("", plain)
            yield from (join(package.directory, f"{folder}{inner}") for folder in ("src/", "", "source/", "lib/"))
        if subpath:
            yield join(package.directory, subpath)
            yield join(package.directory, f"src/{subpath}")
        else:
            yield from (join(package.directory, f"{folder}{stem}") for folder in ("src/", "") for stem in _INDEX)

    def _first(self, places: Iterator[str]) -> str | None:
        return next((found for place in places if (found := self._place(place))), None)

    def _place(self, place: str) -> str | None:
        """The file at a path that may lack its suffix or be a directory."""
        if place in self.known:
            return place
        for written, others in _WRITTEN_FOR.items():
            if place.endswith(written):
                stem = place.removesuffix(written)
                if found := next((stem + suffix for suffix in others if stem + suffix in self.known), None):
                    return found
        for suffix in SUFFIXES:
            if place + suffix in self.known:
                return place + suffix
        package = self.packages.get(place)
        if package is not None:
            for entry in package.entries(""):
                path = join(place, entry)
                if path in self.known:
                    return path
        prefix = f"{place}/" if place else ""
        return next((f"{prefix}index{suffix}" for suffix in SUFFIXES if f"{prefix}index{suffix}" in self.known), None)
