"""Which file a required name means: under the project, under roots of source code, or as a rockspec says."""

import re
from collections.abc import Mapping
from posixpath import normpath

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks
from crossbearing_plugins.languages._folders import shared_folders

_SUFFIX = re.compile(r"(?:/init)?\.lua\Z")
_ROOTS = frozenset(("lua", "src", "lib", "libs", "lualib", "spec", "test", "tests", "5.1", "5.2", "5.3", "5.4"))
_REQUIRED = re.compile(r"require\s*\(?\s*(?:\[=*\[|[\"'])([^\"'\]\n]*)")
_INSTALLED = re.compile(r"\[?[\"']?([\w.-]+)[\"']?\]?\s*=\s*[\"']([^\"'\n]+\.lua)[\"']")


def required_name(word: str) -> str:
    """The name of what a ``require`` in the middle of a chain gives: ``a/b`` for ``require("a.b")``."""
    match = _REQUIRED.match(word)
    return match[1].replace(".", "/") if match else word


def link_lua_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name every file by its path and resolve what it requires; a module without a name is the file itself."""
    places = _Places(files, tree)
    return {
        path: ModuleLinks(
            _SUFFIX.sub("", path).replace(".", "_").replace("/", "."),
            [places.target(path, item.module) if item.module else path for item in facts.imports],
        )
        for path, facts in sorted(files.items())
    }


class _Places:
    """The files of the project by the last part of their modules' names, and those that rockspecs name."""

    def __init__(self, files: Mapping[str, FileFacts], tree: FileTree) -> None:
        self.by_end: dict[str, list[str]] = {}
        for path in sorted(files):
            plain = _SUFFIX.sub("", path)
            self.by_end.setdefault(plain.rpartition("/")[2], []).append(path)
        self.installed: dict[str, str] = {}
        for path in tree.paths:
            if path.endswith(".rockspec") and (file := tree.read(path)) is not None:
                self._read_rockspec(file.text, path.rpartition("/")[0], files)

    def _read_rockspec(self, text: str, folder: str, files: Mapping[str, FileFacts]) -> None:
        for match in _INSTALLED.finditer(text):
            place = normpath(f"{folder}/{match[2]}" if folder else match[2])
            if place in files:
                self.installed.setdefault(match[1], place)

    def target(self, path: str, module: str) -> str | None:
        """The file that a name leads to, seen from the file at ``path``."""
        if (place := self.installed.get(module)) is not None:
            return place
        name = module.replace(".", "/").strip("/")
        found = [
            (shared_folders(item, path), item)
            for item in self.by_end.get(name.rpartition("/")[2], ())
            if self._is_root(item, name, path)
        ]
        return min(found, key=lambda item: (-item[0], len(item[1]), item[1]))[1] if found else None

    def _is_root(self, item: str, name: str, path: str) -> bool:
        """Whether a file has this name under a root: one that is usual, or a folder around the file that asks."""
        plain = _SUFFIX.sub("", item)
        if not f"/{plain}".endswith(f"/{name}"):
            return False
        root = plain[: len(plain) - len(name)]
        return not root or "/" in name or root.rstrip("/").rpartition("/")[2] in _ROOTS or path.startswith(root)
