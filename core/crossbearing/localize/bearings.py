"""Asking the channels, and turning their answers into what a fusion joins."""

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from crossbearing.localize.prefilter import renormalized, weighted_sum
from crossbearing.model.evidence import Evidence
from crossbearing.model.location import Problem
from crossbearing.model.profile import FusionChoice, Profile
from crossbearing.model.query import Query

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost


@define
class Bearings:
    """What each channel answered, by its name: evidence, or the reason for none, or how it failed."""

    evidence: dict[str, Evidence] = field(factory=dict)
    silent: dict[str, str] = field(factory=dict)
    failed: dict[str, Problem] = field(factory=dict)

    def ask(self, host: "PluginHost", channels: Iterable[str], query: Query) -> None:
        """Collect the evidence of ``channels``; one that fails is noted and the others go on."""
        for channel in channels:
            answer = host.collect(f"channel.{channel}", query)
            if answer.value is None:
                self.failed[channel] = Problem("", answer.error or "gave no answer", plugin=answer.plugin)
            elif isinstance(answer.value, Evidence):
                self.evidence[channel] = answer.value
            else:
                self.silent[channel] = answer.value.reason

    def scores(self, channels: Iterable[str]) -> dict[str, Mapping[int, float]]:
        """The scores of those of ``channels`` that have evidence."""
        return {channel: self.evidence[channel].scores for channel in channels if channel in self.evidence}


def channels_of(host: "PluginHost") -> tuple[list[str], list[str]]:
    """The enabled channels that the profile weighs: those asked before the pre-filter, and those asked after it."""
    profile = host.profile
    names = [name.removeprefix("channel.") for name in host.enabled("channel")]
    first = [name for name in names if profile.prefilter.weights.get(name, 0.0) > 0]
    rest = [name for name in names if name not in first and weight_of(input_of(name, profile.fusion), profile.fusion)]
    return first, rest


def input_of(channel: str, fusion: FusionChoice) -> str:
    """The group that a channel is fused in, or the channel itself."""
    return next((group for group, members in sorted(fusion.groups.items()) if channel in members), channel)


def weight_of(name: str, fusion: FusionChoice) -> float:
    """The fusion weight of a channel or group; what the profile does not name has the weight of unlisted ones."""
    return fusion.weights.get(name, fusion.unlisted_weight)


@frozen(eq=False)
class FusionInput:
    """Scores over the pool by channel or group, and their renormalized weights.

    ``shares`` are the channels behind each, with their shares in it, which sum to 1.
    """

    scores: dict[str, dict[int, float]]
    weights: dict[str, float]
    shares: dict[str, dict[str, float]]

    def channel_weights(self) -> dict[str, float]:
        """How much each channel weighs in the fusion."""
        return {
            channel: self.weights.get(name, 0.0) * share
            for name, channels in sorted(self.shares.items())
            for channel, share in channels.items()
        }


def fusion_input(bearings: Bearings, pool: Mapping[int, int], profile: Profile) -> FusionInput:
    """Join groups and weigh what has evidence; ``pool`` maps each pooled entity to its hops from the nearest seed."""
    fusion = profile.fusion
    members: dict[str, list[str]] = {}
    for channel in sorted(bearings.evidence):
        name = input_of(channel, fusion)
        if weight_of(name, fusion) > 0:
            members.setdefault(name, []).append(channel)
    scores, shares = {}, {}
    for name, channels in members.items():
        own = {channel: _pooled(bearings, channel, pool, fusion) for channel in channels}
        shares[name] = _shares(channels, profile)
        scores[name] = weighted_sum(own, shares[name])
    weights = renormalized({name: weight_of(name, fusion) for name in scores}, scores)
    return FusionInput(scores, weights, shares)


def pooled_channels(bearings: Bearings, pool: Mapping[int, int]) -> dict[str, dict[int, float]]:
    """The scores over the pool of every channel that has evidence, each as the channel gave them."""
    return {
        channel: {entity: score for entity in sorted(pool) if (score := known.scores.get(entity, 0.0)) > 0}
        for channel, known in sorted(bearings.evidence.items())
    }


def _shares(channels: Collection[str], profile: Profile) -> dict[str, float]:
    """The shares of a group's channels: as in the pre-filter, and equal ones where it weighs none of them."""
    unlisted = profile.fusion.unlisted_weight
    shares = renormalized({c: profile.prefilter.weights.get(c, unlisted) for c in channels}, channels)
    return shares or dict.fromkeys(channels, 1 / len(channels))


def _pooled(bearings: Bearings, channel: str, pool: Mapping[int, int], fusion: FusionChoice) -> dict[int, float]:
    known = bearings.evidence[channel].scores
    own = {entity: score for entity in sorted(pool) if (score := known.get(entity, 0.0)) > 0}
    if channel != fusion.distance_channel:
        return own
    # 1 / (1 + d) with the hops of the expansion added to d.
    return {entity: 1 / (1 / score + pool[entity]) for entity, score in own.items()}
