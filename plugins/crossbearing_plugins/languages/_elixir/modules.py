"""Which file a module's name means: the one that defines it, and of several the nearest."""

import re
from collections.abc import Mapping

from crossbearing.plugin import FileFacts, ModuleLinks
from crossbearing_plugins.languages._folders import shared_folders

_SUFFIX = re.compile(r"\.exs?\Z")


def link_elixir_modules(files: Mapping[str, FileFacts]) -> dict[str, ModuleLinks]:
    """Name every file by its path, and lead each module that it names to the file that defines it."""
    defined: dict[str, list[str]] = {}
    for path in sorted(files):
        for item in files[path].definitions:
            if item.kind == "class" and item.scope < 0:
                defined.setdefault(item.name, []).append(path)
    return {
        path: ModuleLinks(
            _SUFFIX.sub("", path).replace(".", "_").replace("/", "."),
            [
                _nearest(path, defined.get(statement.module, ())) if statement.module else path
                for statement in facts.imports
            ],
        )
        for path, facts in sorted(files.items())
    }


def _nearest(path: str, candidates: "list[str] | tuple[str, ...]") -> str | None:
    return min(candidates, key=lambda item: (item != path, -shared_folders(item, path), item), default=None)
