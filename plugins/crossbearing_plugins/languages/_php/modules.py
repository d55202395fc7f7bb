"""Which file an imported name means: the one that defines it, in its namespace."""

import json
from collections.abc import Iterator, Mapping
from posixpath import normpath

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks
from crossbearing_plugins.languages._php.forms import BESIDE, GLOBAL


def link_php_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name every file by its path and resolve its imports; files of one namespace share their names."""
    modules = _Modules(files, tree)
    return {
        path: ModuleLinks(
            path.removesuffix(".php").replace(".", "_").replace("/", "."),
            [modules.target(path, statement.module, statement.name) for statement in facts.imports],
            facts.package or GLOBAL,
        )
        for path, facts in sorted(files.items())
    }


class _Modules:
    """The files of the project by what they define."""

    def __init__(self, files: Mapping[str, FileFacts], tree: FileTree) -> None:
        self.files = files
        self.rules = sorted(_autoload(tree), key=lambda rule: (-len(rule[0]), rule))
        self.by_name: dict[tuple[str, str], str] = {}
        self.by_namespace: dict[str, str] = {}
        for path in sorted(files):
            facts = files[path]
            namespace = facts.package or GLOBAL
            for definition in facts.definitions:
                if definition.scope < 0:
                    key = (namespace, definition.name)
                    if key not in self.by_name or path in self._places(*key):
                        self.by_name[key] = path

        for (namespace, _), path in sorted(self.by_name.items()):
            self.by_namespace.setdefault(namespace, path)

    def _places(self, namespace: str, name: str) -> Iterator[str]:
        """Where PSR-4 rules look for a class."""
        whole = name if namespace == GLOBAL else f"{namespace}.{name}"
        for prefix, folder in self.rules:
            if whole.startswith(prefix):
                yield normpath(f"{folder}/{whole[len(prefix) :].replace('.', '/')}.php")

    def target(self, path: str, module: str, name: str) -> str | None:
        """The file that an import leads to."""
        if module.endswith(".php") or "/" in module:
            return self._included(path, module)
        if name:
            return self.by_name.get((module, name))
        return self.by_namespace.get(module)

    def _included(self, path: str, name: str) -> str | None:
        folder = path.rpartition("/")[0]
        beside = normpath(f"{folder}/{name}" if folder else name)
        places = (beside,) if name.startswith(BESIDE) else (beside, normpath(name))
        return next((place for place in places if place in self.files), None)


def _autoload(tree: FileTree) -> Iterator[tuple[str, str]]:
    """The rules of all ``composer.json``: prefixes with points, and folders."""
    for path in tree.paths:
        folder, _, name = path.rpartition("/")
        if name != "composer.json" or (file := tree.read(path)) is None:
            continue
        try:
            data = json.loads(file.text)
        except (ValueError, RecursionError):
            continue
        for section in ("autoload", "autoload-dev"):
            rules = data.get(section) if isinstance(data, dict) else None
            rules = rules.get("psr-4") if isinstance(rules, dict) else None
            for prefix, folders in rules.items() if isinstance(rules, dict) else ():
                for item in folders if isinstance(folders, list) else [folders]:
                    if isinstance(item, str):
                        yield prefix.replace("\\", "."), f"{folder}/{item}" if folder else item or "."
