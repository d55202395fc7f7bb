"""Named outside the module: the task names another component or an entry point, dotted.

Fires for a dotted word that is, or lies in, a component of the manifest (``shop.prices``, ``shop.prices.price_of`` for
the component ``src/shop/prices``) which is not the one that the current entity belongs to, and for one that is the
target of an entry point outside it (``shop.cli.main`` for ``shop.cli:main``). The hit points at the most exact
definition of that name, or else at the class or module that encloses it; without any of them in the component, only its
own name fires. The line that proves it is that of the manifest's claim.

Example: ``billing.invoice.render drops the currency`` while working in the component ``shop``. Limits: component names
without a dot (``shop``) are words of the language and do not fire.
"""

from typing import TYPE_CHECKING, NamedTuple

from crossbearing.plugin import Location, SignalHit, hookimpl
from crossbearing_channels.signals._places import MOST_HITS, likeliest, named
from crossbearing_channels.signals._task import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crossbearing.plugin import ContextQuery

VERSION = 1

_ROOTS = ("src.", "lib.", "packages.", "python.")


class _Named(NamedTuple):
    name: str
    what: str
    folder: str
    evidence: Location


@hookimpl
def check(query: "ContextQuery") -> list[SignalHit]:
    """Fire for each component or entry point outside the current component that the task names."""
    known = list(_named(query))
    hits: dict[str, SignalHit] = {}
    for word in words_of(query.task):
        matching = [item for item in known if word.name == item.name or word.name.startswith(f"{item.name}.")]
        if "." not in word.name or not matching:
            continue
        longest = max(len(item.name) for item in matching)
        exact = [item for item in matching if len(item.name) == longest]
        if any(_holds(item.folder, query.file) for item in exact):
            continue
        best = min(exact, key=lambda item: (item.what, item.evidence))
        entity = _entity(query, word.name, best.folder)
        if entity is None and word.name != best.name:
            continue
        reason = f"{word.written} lies in the {best.what} {best.name}"
        hits.setdefault(word.name, SignalHit(word.written, best.evidence, reason, entity))
    return list(hits.values())[:MOST_HITS]


def _entity(query: "ContextQuery", name: str, folder: str) -> int | None:
    """What a dotted name means, or else what encloses it in the component: variables may be called as that is."""
    graph = query.graph
    found = named(graph, name)
    while not found and name:
        name = name.rpartition(".")[0]
        owners = (entity for entity in graph.named(name) if graph.kinds[entity] in ("class", "module"))
        found = [entity for entity in owners if _holds(folder, graph.file(entity))]
    return likeliest(graph, found) if found else None


def _named(query: "ContextQuery") -> "Iterator[_Named]":
    for component in query.manifest.components:
        dotted = component.path.strip("./").replace("/", ".")
        for name in {component.name.replace("/", "."), dotted, *(_without_root(dotted))}:
            if name:
                yield _Named(name, "component", component.path, component.evidence)
    for point in query.manifest.entry_points:
        name = point.target.partition("[")[0].strip().replace(":", ".")
        if "." in name:
            yield _Named(name, "entry point", _folder_of(query, name), point.evidence)


def _without_root(dotted: str) -> "Iterator[str]":
    for root in _ROOTS:
        if dotted.startswith(root):
            yield dotted.removeprefix(root)


def _folder_of(query: "ContextQuery", name: str) -> str:
    """The component in which an entry point's target is defined."""
    found = query.graph.named(name)
    component = query.manifest.component_of(query.graph.file(likeliest(query.graph, found))) if found else None
    return "" if component is None else component.path


def _holds(folder: str, file: str | None) -> bool:
    """Whether the file at hand lies in a component's folder; one at the root holds everything."""
    return file is not None and (folder in ("", ".") or file.startswith(f"{folder}/"))
