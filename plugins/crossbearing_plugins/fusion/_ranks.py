"""Ranks of scored entities, as the rank fusions count them."""

from collections.abc import Mapping


def ranks(scores: Mapping[int, float]) -> dict[int, int]:
    """Rank from 1 by falling score; equal scores share the better rank and use up the ones after it (1, 2, 2, 4).

    Sharing keeps a fusion from reading an order into a tie that the channel did not mean. An entity that scores 0 has
    no rank: the channel says nothing about it.
    """
    ordered = sorted((entity for entity, score in scores.items() if score > 0), key=lambda entity: -scores[entity])
    result: dict[int, int] = {}
    rank = 0
    previous: float | None = None
    for position, entity in enumerate(ordered, start=1):
        if scores[entity] != previous:
            rank, previous = position, scores[entity]
        result[entity] = rank
    return result
