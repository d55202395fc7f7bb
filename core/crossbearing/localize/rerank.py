"""Asking a re-ranker once, where the channels disagree (localization specification, §4).

The answer replaces the fused order within the shortlist only. Whatever goes wrong, the deterministic order stands, and
the notes of the report say so: there is no second call.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from crossbearing.localize.rank import Order
from crossbearing.model.errors import PluginError
from crossbearing.model.graph import CodeGraph
from crossbearing.model.shortlist import MOST_ITEMS, Reranked, ShortlistItem

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

FAILED = {"rerank": "failed", "fallback": "deterministic_order"}
"""What the notes say of a re-ranking that came to nothing; the reason stands beside it."""


def rerank(
    order: Order,
    issue: str,
    hints: Mapping[int, str],
    graph: CodeGraph,
    host: "PluginHost",
) -> tuple[Order, dict[str, Any]]:
    """The order after one question to the profile's re-ranker, and what the notes say of it."""
    choice = host.profile.rerank
    entities = order.entities[: min(choice.size, MOST_ITEMS)]
    names = _names(graph, entities)
    items = [_item(graph, entity, name, hints.get(entity, "")) for name, entity in names.items()]
    try:
        answer = host.rerank(choice.name, issue, items)
    except PluginError as error:
        return order, {**FAILED, "plugin": f"reranker.{choice.name}", "reason": error.reason}
    chosen = _chosen(answer, names)
    if not chosen:
        reason = "it names no place of the shortlist"
        return order, {**FAILED, "plugin": f"reranker.{choice.name}", "reason": reason}
    reasons = {item.id: item.reason for item in answer if item.reason and item.id in names}
    told = {"rerank": "done", "plugin": f"reranker.{choice.name}", "places": len(chosen), "reasons": reasons}
    return spliced(order, chosen, graph), told


def spliced(order: Order, chosen: Sequence[int], graph: CodeGraph) -> Order:
    """The order with some of its entities before all others; files follow their first places."""
    first = dict.fromkeys(chosen)
    entities = [*first, *(entity for entity in order.entities if entity not in first)]
    leading = list(dict.fromkeys(graph.file(entity) for entity in first))
    scores = dict(order.files)
    files = [(path, scores[path]) for path in leading if path in scores]
    files += [(path, score) for path, score in order.files if path not in set(leading)]
    return Order(entities, files, order.scores)


def _chosen(answer: Sequence[Reranked], names: Mapping[str, int]) -> list[int]:
    """The entities that an answer names, each once; what the shortlist lacks is passed over.

    Items of the shortlist that are not named keep their fused order behind those that are.
    """
    named = dict.fromkeys(names[item.id] for item in answer if item.id in names)
    return [*named, *(entity for entity in names.values() if entity not in named)] if named else []


def _names(graph: CodeGraph, entities: Sequence[int]) -> dict[str, int]:
    """Ids of entities: their qualified names, with the line where several share one."""
    found: dict[str, int] = {}
    for entity in entities:
        name = graph.qualnames[entity]
        found[name if name not in found else f"{name}:{int(graph.lines[entity])}"] = entity
    return found


def _item(graph: CodeGraph, entity: int, name: str, hint: str) -> ShortlistItem:
    return ShortlistItem(name, graph.file(entity), int(graph.lines[entity]), int(graph.end_lines[entity]), hint)
