"""Definitions that the issue names, the rarer the name the more.

Each identifier or dotted chain that the issue mentions is looked up among the qualified names, as a whole and by its
last part, and each of the ``n`` definitions that it means gets ``w / n``-like credit: ``w · (1 + ln(N/n)) / (1 + ln N)
/ sqrt(n)``, with ``w`` from how it is written (backticks, camel case, a call, in the title) and ``N`` the number of
definitions. A chain ``Parser.peek`` that means a method whole counts double; where ``Parser`` names a class and the
method is inherited, the definition in the nearest base class is meant. A class that is named lends its methods
``class_share`` of its own score, the more where the issue names the method too. A class that
is an exception by its name gets a third: it names the symptom. Scores of several names add up, and are divided by the
best where that is over 1: where only words of prose happen to be names, the scores stay low.

Example: "``Matrix.eigenvals()`` loses roots" points at ``MatrixEigen.eigenvals``, the base class's method, first.

Limits: names only. Common words that happen to be definitions (``test``) count little, unless written as code.
"""

from collections.abc import Iterator
from functools import partial
from math import log, sqrt
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from crossbearing.plugin import Evidence, NoEvidence, hookimpl
from crossbearing_channels._mentions import mentions
from crossbearing_channels._scores import Reasons, as_scores, scaled

if TYPE_CHECKING:
    from crossbearing.plugin import CodeGraph, Query

VERSION = 1

_MOST = 60
"""A name that more definitions have says nothing."""
_WHOLE_CHAIN = 2.0
_MAX_BASES = 40
_SYMPTOM = 1 / 3


@frozen
class Options:
    """``class_share``: what the methods of a named class get of its score."""

    class_share: float = field(default=0.3, validator=[validators.ge(0), validators.le(1)])


@hookimpl
def collect(query: "Query", options: Options | None) -> Evidence | NoEvidence:
    """Score the definitions that the issue names, and the methods of the classes among them."""
    import numpy as np

    share = (options or Options()).class_share
    scores = np.zeros(len(query.graph))
    spelled: dict[int, tuple[float, str]] = {}
    for name, weight in sorted(mentions(query).items()):
        for entity, credit in _meant(query.graph, name):
            scores[entity] += weight * credit
            spelled[entity] = max(spelled.get(entity, (0.0, "")), (weight * credit, name))
    for entity in sorted(spelled):
        if query.graph.kinds[entity] == "class":
            own, name = spelled[entity]
            for method in query.graph.children(entity).tolist():
                scores[method] += share * own
                spelled.setdefault(method, (0.0, name))
    found = as_scores(scaled(scores, query.candidates, least=1.0), query.candidates)
    if not found:
        return NoEvidence("the issue names no definition of the project")
    return Evidence(found, Reasons(found, partial(_reason, query.graph, spelled)))


def _meant(graph: "CodeGraph", name: str) -> Iterator[tuple[int, float]]:
    """The definitions that a chain means, and how much each is meant."""
    total = log(max(2, len(graph)))
    head, _, last = name.rpartition(".")
    whole = _defined(graph, name) if head else []
    inherited = [] if whole or not head else _inherited(graph, head, last)
    if whole or inherited:
        found, factor = whole or inherited, _WHOLE_CHAIN
    else:
        found, factor = _defined(graph, last), 1.0
    if 0 < len(found) <= _MOST:
        credit = factor * (1 + total - log(len(found))) / (1 + total) / sqrt(len(found))
        for entity in found:
            yield entity, credit * (_SYMPTOM if _is_exception(graph, entity) else 1.0)


def _is_exception(graph: "CodeGraph", entity: int) -> bool:
    return graph.kinds[entity] == "class" and graph.names[entity].endswith(("Error", "Exception", "Warning"))


def _defined(graph: "CodeGraph", name: str) -> list[int]:
    """What a name means; a variable only where nothing else has the name."""
    found = graph.named(name)
    return [entity for entity in found if graph.kinds[entity] != "variable"] or found


def _inherited(graph: "CodeGraph", owner: str, name: str) -> list[int]:
    """The nearest definitions of ``name`` in the base classes of the classes that ``owner`` means."""
    edges = graph.edges.get("inherit")
    level = [entity for entity in graph.named(owner) if graph.kinds[entity] == "class"][:_MAX_BASES]
    seen = set(level)
    while edges is not None and level and len(seen) <= _MAX_BASES:
        level = sorted({base for entity in level for base in edges.successors(entity).tolist()} - seen)
        seen.update(level)
        found = [child for base in level for child in graph.children(base).tolist() if graph.names[child] == name]
        if found:
            return found
    return []


def _reason(graph: "CodeGraph", spelled: dict[int, tuple[float, str]], entity: int) -> str:
    _, name = spelled[entity]
    if name.rpartition(".")[2] == graph.names[entity]:
        return f"the issue names `{name}`"
    return f"it belongs to `{name}`, which the issue names"
