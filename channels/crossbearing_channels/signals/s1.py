"""Unresolved symbol: the task names something that the scope at hand does not know.

Fires for a name that is defined elsewhere in the project but neither in the file of the current entity, nor imported
there, nor inherited by its class; the hit points at that definition. ``flask.url_for`` means what the package hands on,
``Cart.close`` what the class inherits, and ``Cart.discount``, which is yet to be written, the class. It also fires for
a name between backticks, or with the shape of an identifier (``read_csv``), that no file of the project defines; then
it points at nothing, and the line that proves it is the current entity's own. Where there is no current entity, every
name is foreign.

Words of a sentence are no symbols: a single word of plain letters counts only between backticks, in a block of code, or
with a bracket behind it; single letters and keywords of languages never do, names of built-in functions only where a
function or class of the project bears them. In blocks of code only what few source
files of the project define counts, and of plain words only functions and classes: everything else there belongs to
somebody's script. What the task says in words comes first, what only a block of code or a test has comes last.

Example: ``Cart.total fails when `convert` gets no currency`` in ``shop/report.py`` fires on ``Cart.total`` and
``convert``. Limits: a name that several files define points at the likeliest one.
"""

import builtins
import keyword
import re
import sys
from functools import cache
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from crossbearing.plugin import Location, SignalHit, hookimpl
from crossbearing_channels.signals._places import MOST_HITS, ancestors, is_open, likeliest, named, place_of
from crossbearing_channels.signals._task import Word, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crossbearing.plugin import ContextQuery

VERSION = 1

_FEW = 3
_KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        "this self cls super null nil undefined true false void async await const let var function func fn "
        "def return if else elif elsif for foreach while do switch case break continue in of is not and or "
        "from import export extends implements throw throws raise try catch except finally static public "
        "private protected pub impl mut struct typeof instanceof unless yield with as None True False ",
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
    words = words_of(query.task)
    known = _known(query, words)
    unknown = [] if known or not options.unknown else list(_unknown(query, words))
    return (known + unknown)[:MOST_HITS]


def _known(query: "ContextQuery", words: list[Word]) -> list[SignalHit]:
    graph, scope = query.graph, _scope(query)
    hits: dict[int, tuple[tuple[bool, bool], SignalHit]] = {}
    for word in words:
        found = _meant(query, word)
        if not found or scope.intersection(found):
            continue
        entity = likeliest(graph, found)
        if entity not in hits and (word.standing != "fenced" or _is_of_the_project(query, word, found, entity)):
            where = f"defined in {graph.file(entity)}" + (f" and {len(found) - 1} more" if len(found) > 1 else "")
            if graph.names[entity] != word.name.rpartition(".")[2]:
                where = f"to be looked for in {graph.qualnames[entity]}"
            hit = SignalHit(word.written, place_of(graph, entity), f"{word.written} is {where}", entity)
            hits[entity] = (graph.role(entity) != "source", word.standing == "fenced"), hit
    return [hit for _, hit in sorted(hits.values(), key=lambda item: item[0])]


def _meant(query: "ContextQuery", word: Word) -> list[int]:
    """What the project knows by a word, if it is a name: definitions, or else the class that is asked for more."""
    if word.standing == "prose" and not word.looks_like_code:
        return []
    if word.name in _KEYWORDS or len(word.name.strip("_")) < 2:
        return []
    graph = query.graph
    if found := named(graph, word.name):
        is_built_in = hasattr(builtins, word.name)
        return [entity for entity in found if not is_built_in or is_open(graph, entity)]
    owner = word.name.rpartition(".")[0]
    return [entity for entity in graph.named(owner) if graph.kinds[entity] == "class"] if owner else []


def _is_of_the_project(query: "ContextQuery", word: Word, found: list[int], entity: int) -> bool:
    """Whether a name in a block of code is more than one that the project happens to have, too."""
    graph = query.graph
    if len(found) > _FEW or graph.role(entity) != "source":
        return False
    return word.has_shape or is_open(graph, entity)


def _unknown(query: "ContextQuery", words: list[Word]) -> "Iterator[SignalHit]":
    if not query.graph.files:
        return
    for word in words:
        if _may_be_a_symbol(word) and not query.graph.named(word.name) and not _is_foreign(query, word.name):
            yield SignalHit(word.written, _here(query), f"no definition of the project is called {word.written}")


def _may_be_a_symbol(word: Word) -> bool:
    if word.standing == "fenced":
        return False
    return word.standing == "quoted" or word.is_called or "_" in word.name.strip("_")


def _is_foreign(query: "ContextQuery", name: str) -> bool:
    """Whether a name belongs to a language or a dependency, or is a setting, of which another signal tells."""
    head, _, rest = name.partition(".")
    if len(name.strip("_")) < 2 or head in _KEYWORDS or keyword.iskeyword(head) or hasattr(builtins, head):
        return True
    if rest and head in sys.stdlib_module_names:
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
    return Location(query.graph.files[0], 1)


def _scope(query: "ContextQuery") -> set[int]:
    """What the current entity can name as it is: its file, what that imports, and what its class inherits."""
    if query.entity is None:
        return set()
    graph = query.graph
    scope = set(graph.entities_of_file(graph.file(query.entity)))
    imported = graph.edges["import"].successors(graph.module_of(query.entity)).tolist()
    scope.update(imported)
    for entity in (*ancestors(graph, query.entity), *imported):
        if graph.kinds[entity] == "class":
            scope.update(graph.children(entity).tolist())
    return scope
