"""What was read of files and of whole repositories, kept for the next file that asks for it.

Both are functions of the content alone, so that an answer does not depend on what was asked before.
"""

from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary, ref

from crossbearing.plugin import FileTree, SourceFile

Value = TypeVar("Value")


class ByContent(Generic[Value]):
    """What ``make`` says of files, for the ``most`` contents that were first asked for of late."""

    def __init__(self, make: Callable[[SourceFile], Value], most: int) -> None:
        self._make = make
        self._most = most
        self._known: dict[str, Value] = {}

    def of(self, file: SourceFile, variant: str = "") -> Value:
        """What is said of a file; ``variant`` tells apart what the content alone does not decide."""
        key = f"{file.digest} {variant}"
        if key not in self._known:
            while len(self._known) >= self._most:
                del self._known[next(iter(self._known))]
            self._known[key] = self._make(file)
        return self._known[key]


class ByTree(Generic[Value]):
    """What ``make`` says of repositories, each for as long as its tree is in use."""

    def __init__(self, make: Callable[[FileTree], Value]) -> None:
        self._make = make
        self._known: WeakKeyDictionary[FileTree, Value] = WeakKeyDictionary()

    def of(self, tree: FileTree) -> Value:
        """What is said of a repository."""
        try:
            if tree not in self._known:
                self._known[tree] = self._make(tree)
            return self._known[tree]
        except TypeError:
            return self._make(tree)


def reference(tree: FileTree) -> Callable[[], FileTree | None]:
    """A way back to a tree that does not keep it in use, where the tree allows that."""
    try:
        return ref(tree)
    except TypeError:
        return lambda: tree
