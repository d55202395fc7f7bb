"""Build files that steer module resolution: ``package.json``, ``tsconfig.json`` and ``jsconfig.json``."""

import json
import re
from collections.abc import Iterator, Mapping
from posixpath import normpath
from typing import Any

from attrs import frozen

from crossbearing.plugin import FileTree

MAX_EXTENDS = 16
_TOKEN = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/|,(?=\s*[}\]])', re.DOTALL)
_CONDITIONS = ("source", "development", "types", "import", "module", "node", "browser", "require", "default")


@frozen
class Package:
    """A package of the project: its directory, and where its names lead by its ``package.json``."""

    directory: str
    data: Mapping[str, Any]

    def entries(self, subpath: str) -> Iterator[str]:
        """Paths, seen from the directory, that ``name/subpath`` may lead to, the most telling first."""
        exported = self.data.get("exports")
        yield from _exported(exported, f"./{subpath}" if subpath else ".")
        if not subpath:
            for key in ("source", "module", "main", "types", "typings", "browser"):
                if isinstance(self.data.get(key), str):
                    yield self.data[key]

    def imports(self, name: str) -> Iterator[str]:
        """Paths that a name like ``#internal`` leads to."""
        yield from _exported(self.data.get("imports"), name)


@frozen
class Paths:
    """What a configuration says of names: the directory that they start from, and patterns of other places."""

    base: str | None
    patterns: Mapping[str, tuple[str, ...]]

    def places(self, name: str) -> Iterator[str]:
        """Paths without suffix that a name may lead to."""
        for pattern, targets in sorted(self.patterns.items(), key=lambda item: (-len(item[0].partition("*")[0]), item)):
            before, star, after = pattern.partition("*")
            if not star:
                if name == pattern:
                    yield from targets
            elif name.startswith(before) and name.endswith(after) and len(name) >= len(before) + len(after):
                middle = name[len(before) : len(name) - len(after)]
                yield from (target.replace("*", middle) for target in targets)
        if self.base is not None:
            yield join(self.base, name)


def packages(tree: FileTree) -> dict[str, Package]:
    """The packages of the project by directory."""
    found = {}
    for path in tree.paths:
        if path.rpartition("/")[2] == "package.json":
            data = read_json(tree, path)
            if isinstance(data, dict):
                found[path.rpartition("/")[0]] = Package(path.rpartition("/")[0], data)
    return found


def configurations(tree: FileTree) -> dict[str, Paths]:
    """What ``tsconfig.json`` and ``jsconfig.json`` say of names, by directory."""
    found: dict[str, Paths] = {}
    for path in tree.paths:
        directory, _, name = path.rpartition("/")
        if name in ("jsconfig.json", "tsconfig.json"):
            paths = _read_paths(tree, path)
            if paths is not None:
                found[directory] = paths
    return found


def _read_paths(tree: FileTree, path: str) -> Paths | None:
    base: str | None = None
    patterns: dict[str, tuple[str, ...]] | None = None
    for _ in range(MAX_EXTENDS):
        data = read_json(tree, path)
        if not isinstance(data, dict):
            break
        directory = path.rpartition("/")[0]
        options = data.get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        own_base = options.get("baseUrl")
        if base is None and isinstance(own_base, str):
            base = join(directory, own_base)
        own = options.get("paths")
        if patterns is None and isinstance(own, dict):
            root = join(directory, own_base) if isinstance(own_base, str) else directory
            patterns = {
                str(name): tuple(join(root, item) for item in items if isinstance(item, str))
                for name, items in own.items()
                if isinstance(items, list)
            }
        following = data.get("extends")
        following = following[0] if isinstance(following, list) and following else following
        if not isinstance(following, str) or not following.startswith("."):
            break
        path = join(directory, following)
        path = path if path.endswith(".json") else f"{path}.json"
    return Paths(base, patterns or {}) if base is not None or patterns else None


def read_json(tree: FileTree, path: str) -> Any:
    """The content of a JSON file that may have comments and trailing commas; None where it is none."""
    file = tree.read(path)
    if file is None:
        return None
    try:
        return json.loads(_TOKEN.sub(lambda match: match[1] or "", file.text))
    except (ValueError, RecursionError):
        return None


def join(directory: str, name: str) -> str:
    """A path seen from a directory, without ``.`` and ``..``; what leads out of the project starts with ``..``."""
    path = normpath(f"{directory}/{name}" if directory else name)
    return "" if path == "." else path


def _exported(table: Any, name: str) -> Iterator[str]:
    """The targets of a subpath in ``exports`` or ``imports``, through conditions and patterns."""
    if isinstance(table, str):
        if name == ".":
            yield table
        return
    if not isinstance(table, dict):
        return
    if not any(str(key).startswith((".", "#")) for key in table):
        if name == ".":
            yield from _conditional(table, "")
        return
    for key in sorted(table, key=lambda key: (-len(key.partition("*")[0]), key)):
        before, star, after = key.partition("*")
        if key == name:
            yield from _conditional(table[key], "")
        elif star and name.startswith(before) and name.endswith(after) and len(name) >= len(before) + len(after):
            yield from _conditional(table[key], name[len(before) : len(name) - len(after)])


def _conditional(value: Any, middle: str) -> Iterator[str]:
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            yield item.replace("*", middle)
        elif isinstance(item, list):
            pending += reversed(item)
        elif isinstance(item, dict):
            order = [key for key in _CONDITIONS if key in item]
            order += sorted(key for key in item if key not in _CONDITIONS)
            pending += [item[key] for key in reversed(order)]
