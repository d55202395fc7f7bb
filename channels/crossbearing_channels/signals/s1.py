"""Unresolved symbol: the task names something that the scope at hand does not know.

Fires for a name that is defined elsewhere in the project but neither in the file of the current entity, nor imported
there, nor inherited by its class; the hit points at that definition. It also fires for a name between backticks, or
with the shape of an identifier (``read_csv``), that no file of the project defines; then it points at nothing, and the
line that proves it is the current entity's own. Where there is no current entity, every name is foreign.

Words of a sentence are no symbols: a single word of plain letters counts only between backticks, in a block of code, or
with a bracket behind it. In blocks of code only what the project defines counts, and only where few definitions bear
the name: everything else there belongs to somebody's script.

Example: ``Cart.total fails when `convert` gets no currency`` in ``shop/report.py`` fires on ``Cart.total`` and
``convert``. Limits: a name that several files define points at the likeliest one.
"""

import builtins
import keyword
from functools import cache
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from crossbearing.plugin import Location, SignalHit, hookimpl
from crossbearing_channels.signals._places import MOST_HITS, likeliest, place_of
from crossbearing_channels.signals._task import Word, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crossbearing.plugin import CodeGraph, ContextQuery

VERSION = 1

_FEW = 3
_EVERYWHERE = frozenset(
    (
        "this",
        "self",
        "cls",
        "super",
        "null",
        "nil",
        "undefined",
        "true",
        "false",
        "void",
        "async",
        "const",
        "let",
        "var",
    )
)


@frozen
class Options:
    """``unknown``: whether names that no file of the project defines fire, too."""

    unknown: bool = field(default=True, validator=validators.instance_of(bool))


@hookimpl
def check(query: "ContextQuery", options: Options | None) -> list[SignalHit]:
    """Fire for each name of the task that the scope at hand does not know, the known ones first."""
    options = options or Options()
    known = list(_known(query))
    unknown = [] if known or not options.unknown else list(_unknown(query))
    return (known + unknown)[:MOST_HITS]


def _known(query: "ContextQuery") -> "Iterator[SignalHit]":
    graph, scope = query.graph, _scope(query)
    pointed: set[int] = set()
    for word in words_of(query.task):
        if word.standing == "prose" and not word.looks_like_code:
            continue
        found = graph.named(word.name)
        if not found or scope.intersection(found) or (word.standing == "fenced" and len(found) > _FEW):
            continue
        entity = likeliest(graph, found)
        if entity not in pointed:
            pointed.add(entity)
            where = f"defined in {graph.file(entity)}" + (f" and {len(found) - 1} more" if len(found) > 1 else "")
            yield SignalHit(word.written, place_of(graph, entity), f"{word.written} is {where}", entity)


def _unknown(query: "ContextQuery") -> "Iterator[SignalHit]":
    for word in words_of(query.task):
        if _may_be_a_symbol(word) and not query.graph.named(word.name) and not _is_foreign(query, word.name):
            yield SignalHit(word.written, _here(query), f"no definition of the project is called {word.written}")


def _may_be_a_symbol(word: Word) -> bool:
    if word.standing == "fenced":
        return False
    return word.standing == "quoted" or word.is_called or "_" in word.name.strip("_")


def _is_foreign(query: "ContextQuery", name: str) -> bool:
    """Whether a name belongs to a language or a dependency, or is a setting, of which another signal tells."""
    head = name.partition(".")[0]
    if head in _EVERYWHERE or keyword.iskeyword(head) or hasattr(builtins, head):
        return True
    if any(name == claim.name for claim in query.manifest.config):
        return True
    return head.replace("_", "-").lower() in _dependencies(tuple(claim.name for claim in query.manifest.dependencies))


@cache
def _dependencies(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name.replace("_", "-").lower() for name in names)


def _here(query: "ContextQuery") -> Location:
    if query.entity is not None:
        return place_of(query.graph, query.entity)
    return Location(query.graph.files[0], 1) if query.graph.files else Location("", 1)


def _scope(query: "ContextQuery") -> set[int]:
    """What the current entity can name as it is: its file, what that imports, and what its class inherits."""
    if query.entity is None:
        return set()
    graph = query.graph
    scope = set(graph.entities_of_file(graph.file(query.entity)))
    imported = graph.edges["import"].successors(graph.module_of(query.entity)).tolist()
    scope.update(imported)
    for entity in (*_ancestors(graph, query.entity), *imported):
        if graph.kinds[entity] == "class":
            scope.update(graph.children(entity).tolist())
    return scope


def _ancestors(graph: "CodeGraph", entity: int) -> list[int]:
    """The project classes from which the classes around an entity inherit."""
    pending = [entity]
    while (parent := int(graph.parents[pending[-1]])) >= 0:
        pending.append(parent)
    found: dict[int, None] = {}
    while pending:
        for base in graph.edges["inherit"].successors(pending.pop()).tolist():
            if base not in found:
                found[base] = None
                pending.append(base)
    return list(found)
