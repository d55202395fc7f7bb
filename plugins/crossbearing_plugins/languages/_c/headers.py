"""Which file an include means, and where what a header declares is defined."""

import re
from collections.abc import Iterable, Mapping
from posixpath import normpath

from crossbearing.plugin import FileFacts, ModuleLinks
from crossbearing_plugins.languages._folders import shared_folders

_STANDARD_TEXT = """
assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h
stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h strings.h
tgmath.h threads.h time.h uchar.h wchar.h wctype.h dlfcn.h fcntl.h getopt.h io.h pthread.h sched.h unistd.h
windows.h
"""
_STANDARD = frozenset(_STANDARD_TEXT.split())
_STATIC = re.compile(r"\bstatic\b")


def module_name(path: str) -> str:
    """The dotted name of a file, with its suffix: ``src/a.h`` and ``src/a.c`` are two modules."""
    return path.replace(".", "_").replace("/", ".")


def link_c_modules(files: Mapping[str, FileFacts], every: Iterable[str] = ()) -> dict[str, ModuleLinks]:
    """Name every file by its path, and resolve includes, among ``every`` path, and declarations."""
    headers = Headers(every or files)
    defined = _defined(files)
    links = {}
    for path, facts in sorted(files.items()):
        targets = [
            headers.target(path, statement.module)
            if statement.module
            else best_definition(path, defined.get(statement.name, ()))
            for statement in facts.imports
        ]
        links[path] = ModuleLinks(module_name(path), targets)
    return links


class Headers:
    """The files of the project by the ends of their paths."""

    def __init__(self, files: Iterable[str]) -> None:
        self.by_name: dict[str, list[str]] = {}
        self.paths = frozenset(files)
        for path in sorted(self.paths):
            self.by_name.setdefault(path.rpartition("/")[2], []).append(path)

    def target(self, path: str, module: str) -> str | None:
        """The file that an include names, seen from ``path``."""
        name = module.strip("<>")
        if module.startswith("<") and name in _STANDARD:
            return None
        folder = path.rpartition("/")[0]
        beside = normpath(f"{folder}/{name}" if folder else name)
        if not module.startswith("<") and beside in self.paths:
            return beside
        plain = name.removeprefix("./")
        while plain.startswith("../"):
            plain = plain[3:]
        ends = [item for item in self.by_name.get(plain.rpartition("/")[2], ()) if f"/{item}".endswith(f"/{plain}")]
        return min(ends, key=lambda item: (-shared_folders(item, path), item.count("/"), item)) if ends else None


def _defined(files: Mapping[str, FileFacts]) -> dict[str, list[str]]:
    """The files that define each name for others."""
    found: dict[str, list[str]] = {}
    for path in sorted(files):
        for definition in files[path].definitions:
            is_public = definition.scope < 0 and not definition.is_part and definition.kind in ("function", "variable")
            if is_public and not _STATIC.search(definition.signature) and not definition.signature.startswith("#"):
                found.setdefault(definition.name, []).append(path)
    return found


def best_definition(path: str, places: Iterable[str]) -> str | None:
    """Where a name that ``path`` declares is defined, if that can be told."""
    places = sorted(set(places))
    stem, folder = path.rpartition(".")[0].rpartition("/")[2], path.rpartition("/")[0]
    for chosen in (
        [item for item in places if item.rpartition(".")[0].rpartition("/")[2] == stem],
        places,
        [item for item in places if item.rpartition("/")[0] == folder],
    ):
        if len(chosen) == 1:
            return chosen[0]
    return None
