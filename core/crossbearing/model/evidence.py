"""Evidence: what one channel says about where a fault is."""

from collections.abc import Mapping

from attrs import Factory, frozen


@frozen(eq=False)
class Evidence:
    """A channel's scores in ``[0, 1]`` for the entities it has something to say about; absent means 0.

    ``reasons`` explains a score in a few words and ``lines`` names the lines of an entity that the evidence points at,
    with a weight each; both may cover fewer entities than ``scores``.
    """

    scores: Mapping[int, float]
    reasons: Mapping[int, str] = Factory(dict)
    lines: Mapping[int, Mapping[int, float]] = Factory(dict)


@frozen
class NoEvidence:
    """The structured "none": the channel does not apply here, for the stated reason.

    Such a channel is dropped from fusion and its weight shared among the rest; it is never counted as zero.
    """

    reason: str
