"""The confidence test (localization specification §3.7): do enough independent channels point at one place?"""

from collections.abc import Mapping, Sequence
from typing import Literal

from attrs import frozen

from crossbearing.model.profile import ConfidenceChoice


@frozen
class Verdict:
    """``leader``: the entity that most channels put first; ``channels``: which ones."""

    confidence: Literal["agree", "disagree", "none"]
    leader: int | None
    channels: tuple[str, ...]


def judge(scores: Mapping[str, Mapping[int, float]], order: Sequence[int], choice: ConfidenceChoice) -> Verdict:
    """Say whether the channels agree.

    They do when at least ``agree_threshold`` share their first choice, and every channel with evidence ranks it among
    its best ``max_rank`` (equal scores share the better rank; an unscored entity has no rank). ``order`` is the fused
    ranking: a channel that scores several entities alike at its top votes for the one ranked first there.
    """
    favourites = {name: best for name, best in first_choices(scores, order).items() if name not in choice.derived}
    if not order or not favourites:
        return Verdict("none", None, ())
    position = {entity: place for place, entity in enumerate(order)}
    votes: dict[int, list[str]] = {}
    for channel, entity in favourites.items():
        votes.setdefault(entity, []).append(channel)
    leader = min(votes, key=lambda entity: (-len(votes[entity]), position[entity]))
    agreed = len(votes[leader]) >= choice.agree_threshold
    contradicted = any(own and not _among_best(own, leader, choice.max_rank) for own in scores.values())
    confidence: Literal["agree", "disagree"] = "agree" if agreed and not contradicted else "disagree"
    return Verdict(confidence, leader, tuple(sorted(votes[leader])))


def first_choices(scores: Mapping[str, Mapping[int, float]], order: Sequence[int]) -> dict[str, int]:
    """Each channel's first choice among the ranked entities."""
    favourites = {}
    for channel in sorted(scores):
        own = scores[channel]
        best = max(order, key=lambda entity: own.get(entity, 0.0), default=None)
        if best is not None and own.get(best, 0.0) > 0:
            favourites[channel] = best
    return favourites


def _among_best(scores: Mapping[int, float], entity: int, count: int) -> bool:
    score = scores.get(entity, 0.0)
    return score > 0 and sum(other > score for other in scores.values()) < count
