"""The Go files of one module: its programs, and whether it has tests."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator
from typing import NamedTuple

from crossbearing.plugin import FileTree, SourceFile

_MOST_FOLDERS = 300
_MOST_FILES = 3
_HEAD = 100_000
_BEFORE = re.compile(r"(?:\s++|//[^\r\n]*+|/\*(?s:.)*?\*/)*+")
_PACKAGE = re.compile(r"package[ \t]++(\w++)")
_LEFT_OUT = re.compile(r"//(?:go:build|[ \t]*+\+build)[ \t]++(?:ignore|tools?)\b")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_VERSION = re.compile(r"v[0-9]+")


class Program(NamedTuple):
    """A folder of ``package main``, relative to its module, and the file and line that say so."""

    folder: str
    file: SourceFile
    line: int


class ModulePackages:
    """The folders with Go files that belong to the module in ``folder``, and not to another module inside it.

    ``ignored`` are the folders that the module itself leaves out: relative to it, or names at any depth.
    """

    def __init__(self, tree: FileTree, folder: str, ignored: Collection[str] = ()) -> None:
        self._tree = tree
        self._start = f"{folder}/" if folder else ""
        self._ignored = ignored
        self._folders: dict[str, list[str]] = {}
        self.has_tests = False
        self._collect()

    def programs(self) -> Iterator[Program]:
        """The programs where Go projects have them: the module's own folder, below `cmd`, beside a `main.go`."""
        likely = [
            folder
            for folder, names in self._folders.items()
            if not folder or "main.go" in names or "cmd" in folder.split("/")
        ]
        for folder in sorted(likely, key=lambda folder: (folder.count("/"), folder))[:_MOST_FOLDERS]:
            if found := self._program(folder):
                yield found

    def _program(self, folder: str) -> Program | None:
        """Files of one folder are of one package, but for those that a build constraint leaves out."""
        names = sorted(self._folders[folder], key=lambda name: (name != "main.go", name))
        for name in names[:_MOST_FILES]:
            file = self._tree.read(f"{self._start}{folder}/{name}" if folder else f"{self._start}{name}")
            if file is None or file.role != "source":
                return None
            package, line = _package_of(file)
            if package:
                return Program(folder, file, line) if package == "main" else None
        return None

    def _collect(self) -> None:
        paths, start = self._tree.paths, self._start
        known: dict[str, bool] = {"": True}
        for place in range(bisect_left(paths, start), len(paths)):
            path = paths[place]
            if not path.startswith(start):
                break
            if not path.endswith(".go"):
                continue
            folder, _, name = path[len(start) :].rpartition("/")
            if folder not in known:
                known[folder] = self._is_part(folder)
            if not known[folder] or name[0] in "_.":
                continue
            if name.endswith("_test.go"):
                self.has_tests = True
            else:
                self._folders.setdefault(folder, []).append(name)

    def _is_part(self, folder: str) -> bool:
        """Say whether Go takes a folder for a part of the module."""
        parts = folder.split("/")
        if any(part[:1] in "_." or part in ("testdata", "vendor") or part in self._ignored for part in parts):
            return False
        parents = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
        return not any(
            f"./{parent}" in self._ignored or self._tree.exists(f"{self._start}{parent}/go.mod") for parent in parents
        )


def program_name(module: str, folder: str) -> str:
    """What Go calls the program of a folder: its last name, or the one before where that is a major version."""
    parts = [part for part in f"{module}/{folder}".split("/") if part]
    if len(parts) > 1 and _VERSION.fullmatch(parts[-1]):
        return parts[-2]
    return parts[-1] if parts else ""


def _package_of(file: SourceFile) -> tuple[str, int]:
    """The package of a Go file and the line that names it; none where no build takes the file."""
    head = file.text[:_HEAD]
    before = _BEFORE.match(head)
    place = before.end() if before else 0
    found = _PACKAGE.match(head, place)
    if found is None or _LEFT_OUT.search(head, 0, place):
        return "", 0
    return found[1], len(_NEWLINE.findall(head, 0, place)) + 1
