"""Modules of the project by the dotted names under which they may be imported."""

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from crossbearing.plugin import CodeGraph

_ROOTS = 3


# Several channels ask for those of one graph, for every issue.
_KNOWN: "WeakKeyDictionary[CodeGraph, dict[str, int]]" = WeakKeyDictionary()


def dotted_modules(graph: "CodeGraph") -> dict[str, int]:
    """Module entities by dotted name: the path's parts, and what remains without up to two folders in front."""
    if graph not in _KNOWN:
        _KNOWN[graph] = _dotted_modules(graph)
    return _KNOWN[graph]


def _dotted_modules(graph: "CodeGraph") -> dict[str, int]:
    found: dict[str, int] = {}
    placed = [(path, graph.module_of_file(path)) for path in graph.files]
    for start in range(_ROOTS):
        for path, module in placed:
            parts = path.rpartition(".")[0].split("/")
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            if module is not None and start < len(parts):
                found.setdefault(".".join(parts[start:]), module)
    return found


def longest_module(modules: dict[str, int], name: str, least: int = 1) -> tuple[int, str] | None:
    """The module that the longest prefix (of at least ``least`` parts) of a dotted name means, and what follows it."""
    parts = name.split(".")
    for count in range(len(parts), least - 1, -1):
        if (module := modules.get(".".join(parts[:count]))) is not None:
            return module, ".".join(parts[count:])
    return None
