"""Where the tests of a file most likely are (Scalpel, F1): those named after it, else the nearest folder of tests."""

import re
from collections.abc import Iterator

from attrs import define, field

from crossbearing.model.graph import CodeGraph

MOST_TESTS = 2
"""Test files that are named of one file."""

# What test runners look for in front of and behind the name of what is tested.
_AROUND = re.compile(
    r"^(?:tests?[_-]|Test(?=[A-Z]))|(?:[_-](?:tests?|spec|unittest)|(?<=\w)(?:Tests?|TestCase|Spec|IT))$"
)
_TOO_COMMON = frozenset({"", "init", "index", "main", "mod", "lib", "util", "utils", "base", "core", "types"})
_FOLDER = re.compile(r"tests?|__tests__|spec|specs|testing|unittests", re.IGNORECASE)


@define
class LikelyTests:
    """Finds the tests of files; reads the paths of the repository once, when it is first asked."""

    graph: CodeGraph
    _named: dict[str, list[str]] = field(init=False, factory=dict)
    _folders: dict[str, int] = field(init=False, factory=dict)
    _ready: bool = field(init=False, default=False)

    def of(self, path: str) -> tuple[str, ...]:
        """At most :data:`MOST_TESTS` test files named after ``path``, the nearest first, else a folder ending in ``/``.

        Empty where the repository has no tests, or ``path`` is a test itself.
        """
        self._read()
        if not self._folders or self._is_test(path):
            return ()
        own = [test for test in self._named.get(_stem(path), ()) if _suffix(test) == _suffix(path)]
        near = sorted(own, key=lambda test: (-_common(test, path), len(test), test))
        return tuple(near[:MOST_TESTS]) or (self._nearest_folder(path),)

    def _read(self) -> None:
        if self._ready:
            return
        self._ready = True
        for path, role in zip(self.graph.files, self.graph.roles, strict=True):
            if role == "test":
                if (stem := _stem(path)) not in _TOO_COMMON:
                    self._named.setdefault(stem, []).append(path)
                folder = _test_folder(path)
                self._folders[folder] = self._folders.get(folder, 0) + 1

    def _is_test(self, path: str) -> bool:
        module = self.graph.module_of_file(path)
        return module is not None and self.graph.role(module) == "test"

    def _nearest_folder(self, path: str) -> str:
        """The folder of tests that shares most of the way from the root; of equal ones that with most tests."""
        return min(self._folders, key=lambda folder: (-_common(folder, path), -self._folders[folder], folder))


def _stem(path: str) -> str:
    name = path.rpartition("/")[2].partition(".")[0]
    return _AROUND.sub("", name).replace("-", "_").strip("_").lower()


def _suffix(path: str) -> str:
    suffix = path.rpartition(".")[2]
    return suffix if suffix not in ("ts", "tsx", "jsx", "mjs", "cjs", "mts", "cts") else "js"


def _test_folder(path: str) -> str:
    """The outermost folder of tests that holds a file, or the folder it lies in."""
    parts = path.split("/")[:-1]
    for count, part in enumerate(parts, start=1):
        if _FOLDER.fullmatch(part):
            return "/".join(parts[:count]) + "/"
    return "/".join(parts) + "/" if parts else "./"


def _common(first: str, second: str) -> int:
    """How many leading folders two paths share."""
    return sum(1 for _ in _shared(first.split("/")[:-1], second.split("/")[:-1]))


def _shared(first: list[str], second: list[str]) -> Iterator[str]:
    for one, other in zip(first, second, strict=False):
        if one != other:
            return
        yield one
