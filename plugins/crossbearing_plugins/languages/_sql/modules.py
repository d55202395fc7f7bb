"""Which file's definition a name means: the nearest one; and the files that clients are told to read."""

import re
from collections.abc import Mapping
from posixpath import normpath

from crossbearing.plugin import FileFacts, Import, ModuleLinks
from crossbearing_plugins.languages._folders import shared_folders

_CREATED = re.compile(r"create\s+schema\b", re.IGNORECASE)
_SUFFIX = re.compile(r"\.\w+\Z")


def link_sql_files(files: Mapping[str, FileFacts]) -> dict[str, ModuleLinks]:
    """Name every file by its path; each name that it uses leads to the nearest file that defines it."""
    homes = _Homes(files)
    return {
        path: ModuleLinks(
            _SUFFIX.sub("", path).replace(".", "_").replace("/", "."),
            [
                _included(path, item.module, files) if item.name == "*" else homes.of(path, item)
                for item in facts.imports
            ],
        )
        for path, facts in sorted(files.items())
    }


class _Homes:
    """The files that define each name, those that create each schema, and those that define something in it."""

    def __init__(self, files: Mapping[str, FileFacts]) -> None:
        self.definers: dict[str, list[str]] = {}
        self.creators: dict[str, list[str]] = {}
        self.users: dict[str, list[str]] = {}
        for path in sorted(files):
            for definition in files[path].definitions:
                if definition.scope < 0:
                    is_schema = _CREATED.match(definition.signature) is not None
                    known = self.creators if is_schema else self.users if definition.is_part else self.definers
                    known.setdefault(definition.name, []).append(path)

    def of(self, path: str, statement: Import) -> str | None:
        """Where a name is defined, seen from a file; the file itself where no file defines it.

        A schema that is at home in the file itself needs no import, and a file must not stand for what it is named
        after.
        """
        name = statement.name
        if not statement.module:
            is_namesake = path.rpartition("/")[2].partition(".")[0] == name
            return _nearest(path, self.definers.get(name, [] if is_namesake else [path]))
        home = _nearest(path, self.creators.get(name) or self.users.get(name, [])[:1])
        return None if home == path else home


def _nearest(path: str, places: list[str]) -> str | None:
    """The place with most folders in common; of several the first."""
    return min(places, key=lambda item: (item != path, -shared_folders(item, path), item), default=None)


def _included(path: str, name: str, files: Mapping[str, FileFacts]) -> str | None:
    folder = path.rpartition("/")[0]
    for place in (normpath(f"{folder}/{name}" if folder else name), normpath(name)):
        if place in files:
            return place
    return None
