"""A profile: which plugins run, with which options, weights and budgets."""

from typing import Any

from attrs import Factory, frozen


@frozen
class PluginChoice:
    """Which plugins take part, by qualified name (``channel.bm25``).

    ``only`` limits each kind that it names to exactly the plugins it names, plus the ones the profile itself addresses
    by name; of a kind that it does not name, every installed plugin takes part. ``disable`` takes plugins out again.
    """

    only: tuple[str, ...] = ()
    disable: tuple[str, ...] = ()


@frozen
class Prefilter:
    """The search-space reduction: ``size`` entities stay, chosen by the weighted sum of these channels' scores.

    Only the proportions of the weights matter: those of the channels that have evidence are scaled to sum to 1.
    ``kinds`` are the entity kinds that may be candidates, ``roles`` the roles of files (``source``, ``test``, ``docs``,
    ``example``) whose entities may be.
    """

    size: int = 40
    weights: dict[str, float] = Factory(dict)
    kinds: tuple[str, ...] = ("class", "function", "method")
    roles: tuple[str, ...] = ("source",)


@frozen
class ExpansionChoice:
    """The expansion plugin by name, and the bounds that no expansion may exceed."""

    name: str = "gated_bfs"
    max_iterations: int = 10
    max_nodes: int = 200


@frozen
class FusionChoice:
    """The fusion plugin by name, the weight of each channel or group, and the groups.

    A group (``semantic``) joins its member channels, weighted by their pre-filter weights, before the fusion. An
    enabled channel that neither ``weights`` nor ``groups`` names has ``unlisted_weight``. ``distance_channel`` is the
    channel that scores ``1 / (1 + distance)``: the hops of the expansion are added to its distances.
    """

    name: str = "rrs"
    weights: dict[str, float] = Factory(dict)
    groups: dict[str, tuple[str, ...]] = Factory(dict)
    unlisted_weight: float = 0.1
    distance_channel: str = ""


@frozen
class RankingChoice:
    """How places are ranked.

    A file's score is that of its best entity, plus ``mean_weight`` times the mean of its ``mean_of`` best, plus
    ``whole_file_weight`` times that of its module entity (the file as a whole; it then no longer counts as one of the
    entities, and is listed only where the file has no other). An entity is placed by its own score plus ``file_share``
    times its file's. A fusion that scores files itself decides their order. Where a channel or group of ``backing``
    supports any candidate, candidates that only ``unbacked`` ones support rank below all others.
    """

    mean_weight: float = 0.0
    mean_of: int = 3
    whole_file_weight: float = 0.0
    file_share: float = 0.0
    backing: tuple[str, ...] = ()
    unbacked: tuple[str, ...] = ("semantic",)
    max_files: int = 10
    max_entities: int = 5
    max_statements: int = 5


@frozen
class ConfidenceChoice:
    """The agreement test: this many channels share their first choice, and none ranks it below ``max_rank``.

    ``derived`` channels start from what others found: they have no vote, but may contradict.
    """

    agree_threshold: int = 3
    max_rank: int = 10
    derived: tuple[str, ...] = ()


@frozen
class RerankChoice:
    """The re-ranker plugin by name (empty: none), and how many places it is shown; it is asked on disagreement only."""

    name: str = ""
    size: int = 40


@frozen
class LadderChoice:
    """The rungs of the retrieval ladder, from the lowest up; one that is switched off is left out."""

    rungs: tuple[str, ...] = ("r0", "r1", "r2", "r3", "r4")


@frozen
class Budgets:
    """Upper bounds in tokens on what is shown to a model.

    ``graph_tokens`` bounds what the ladder gathers, ``context_tokens`` that and the manifest's header together.
    """

    manifest_tokens: int = 5000
    header_tokens: int = 500
    graph_tokens: int = 3500
    context_tokens: int = 4000


@frozen
class Profile:
    """One named configuration; ``options`` maps a plugin's qualified name to the fields of its ``Options`` class.

    ``source`` says where the profile was read from (a preset's name or a path), for error messages.
    """

    name: str
    description: str = ""
    plugins: PluginChoice = PluginChoice()
    options: dict[str, dict[str, Any]] = Factory(dict)
    prefilter: Prefilter = Prefilter()
    expansion: ExpansionChoice = ExpansionChoice()
    fusion: FusionChoice = FusionChoice()
    ranking: RankingChoice = RankingChoice()
    confidence: ConfidenceChoice = ConfidenceChoice()
    rerank: RerankChoice = RerankChoice()
    ladder: LadderChoice = LadderChoice()
    budgets: Budgets = Budgets()
    executor: str = "local"
    source: str = ""
