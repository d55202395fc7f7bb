"""Which file a script sources, and which files share their functions because one script sources them all."""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from posixpath import normpath

from crossbearing.plugin import FileFacts, ModuleLinks
from crossbearing_plugins.languages._bash.forms import FIELD, LIBRARY
from crossbearing_plugins.languages._folders import shared_folders

_SUFFIX = re.compile(r"\.(?:sh|bash|bats|ksh)\Z")
_KNOWN_SUFFIXES = (".bash", ".sh", "")


def link_shell_scripts(files: Mapping[str, FileFacts]) -> dict[str, ModuleLinks]:
    """Name every file by its path, resolve what it sources, and join libraries that are sourced together."""
    places = _Places(files)
    targets = {path: [places.target(path, item.module) for item in facts.imports] for path, facts in files.items()}
    packages = _packages(files, targets)
    return {
        path: ModuleLinks(
            _SUFFIX.sub("", path).replace(".", "_").replace("/", "."), targets[path], packages.get(path, "")
        )
        for path in sorted(files)
    }


class _Places:
    """The scripts of the project by the names of their files."""

    def __init__(self, files: Mapping[str, FileFacts]) -> None:
        self.paths = frozenset(files)
        self.by_name: dict[str, list[str]] = {}
        for path in sorted(files):
            self.by_name.setdefault(path.rpartition("/")[2], []).append(path)

    def target(self, path: str, module: str) -> str | None:
        """The file that a sourced path leads to, seen from the script at ``path``."""
        is_library = module.startswith(LIBRARY)
        known = module.removeprefix(LIBRARY).rpartition(FIELD)
        rest = known[2]
        if known[1] and not rest.startswith("/"):
            return None
        rest = rest.lstrip("/")
        for suffix in _KNOWN_SUFFIXES if is_library else ("",):
            found = self._beside(path, f"{rest}{suffix}") or self._anywhere(path, f"{rest}{suffix}")
            if found is not None and found != path:
                return found
        return None

    def _beside(self, path: str, rest: str) -> str | None:
        """The file of this path under the script's folder, or under one around it."""
        folder = path.rpartition("/")[0]
        while True:
            place = normpath(f"{folder}/{rest}" if folder else rest)
            if place in self.paths:
                return place
            if not folder:
                return None
            folder = folder.rpartition("/")[0]

    def _anywhere(self, path: str, rest: str) -> str | None:
        plain = normpath(rest)
        while plain.startswith("../"):
            plain = plain[3:]
        ends = [item for item in self.by_name.get(plain.rpartition("/")[2], ()) if f"/{item}".endswith(f"/{plain}")]
        if "/" not in plain and len(ends) > 1:
            return None
        return min(ends, key=lambda item: (-shared_folders(item, path), item)) if ends else None


def _packages(files: Mapping[str, FileFacts], targets: Mapping[str, list[str | None]]) -> dict[str, str]:
    """Libraries that are sourced together, by one name; none that defines what another of them defines too."""
    heads = {path: path for path in files}

    def head(path: str) -> str:
        while heads[path] != path:
            heads[path] = path = heads[heads[path]]
        return path

    for path in sorted(files):
        sourced = sorted({target for target in targets[path] if target is not None})
        for first, second in pairwise(sourced):
            low, high = sorted((head(first), head(second)))
            heads[high] = low
    groups: dict[str, list[str]] = {}
    for path in sorted(files):
        groups.setdefault(head(path), []).append(path)
    return {path: first for first, group in groups.items() if len(group) > 1 for path in _agreeing(files, group)}


def _agreeing(files: Mapping[str, FileFacts], group: list[str]) -> list[str]:
    functions = {
        path: {item.name for item in files[path].definitions if item.kind == "function" and item.scope < 0}
        for path in group
    }
    count = Counter(name for names in functions.values() for name in names)
    return [path for path in group if all(count[name] == 1 for name in functions[path])]
