"""Every hook a plugin may implement.

A plugin is a module (or any object) named by an entry point in one of the groups of :data:`GROUPS`. It implements the
hook of its kind with :data:`~crossbearing.plugin.hookimpl`, naming only the arguments it needs. Every hook may also
name ``options``: the plugin's own ``Options`` object as the profile sets it, or None where the plugin has none.

Hooks asked of many plugins (``parse_manifest``, ``check``, ``collect``) isolate: an exception becomes an entry of the
result's ``errors`` and the others go on. Hooks addressed by name raise.
"""

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import pluggy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from crossbearing.model.attempt import AgentContext, AgentTask, Attempt
    from crossbearing.model.claims import Claim
    from crossbearing.model.context import ContextQuery, Footing, SignalHit, Stop
    from crossbearing.model.evidence import Evidence, NoEvidence
    from crossbearing.model.facts import FileFacts, ModuleLinks
    from crossbearing.model.file import FileTree, SourceFile
    from crossbearing.model.query import Expansion, FusedPlaces, Query, Seeds
    from crossbearing.model.report import Report, Table
    from crossbearing.model.shortlist import Reranked, ShortlistItem
    from crossbearing.model.stages import StageTask

PROJECT = "crossbearing"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)

Item = TypeVar("Item")
Result = TypeVar("Result")


class Kind(NamedTuple):
    """A family of plugins: its name in qualified names, its entry-point group, its hooks, and which must be there."""

    name: str
    group: str
    hooks: tuple[str, ...]
    required: tuple[str, ...]
    claims: str = ""
    isolates: bool = False


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("ecosystem", "crossbearing.ecosystems", ("parse_manifest",), ("parse_manifest",), "PATTERNS", True),
        Kind("language", "crossbearing.languages", ("extract", "link_modules"), ("extract",), "SUFFIXES", True),
        Kind("signal", "crossbearing.signals", ("check",), ("check",), "", True),
        Kind("rung", "crossbearing.rungs", ("climb",), ("climb",)),
        Kind("channel", "crossbearing.channels", ("collect",), ("collect",), "", True),
        Kind("expansion", "crossbearing.expansions", ("expand",), ("expand",)),
        Kind("fusion", "crossbearing.fusions", ("fuse",), ("fuse",)),
        Kind("reranker", "crossbearing.rerankers", ("rerank",), ("rerank",)),
        Kind("renderer", "crossbearing.renderers", ("render",), ("render",)),
        Kind("executor", "crossbearing.executors", ("map",), ("map",)),
        Kind("agent", "crossbearing.agents", ("attempt",), ("attempt",)),
        Kind("stage", "crossbearing.stages", ("run",), ("run",)),
    )
}
"""The kinds of plugin, by the name that starts their qualified names (``channel.bm25``)."""


@hookspec
def parse_manifest(file: "SourceFile", tree: "FileTree", options: Any) -> "Sequence[Claim]":
    """Read the claims of one manifest file.

    Kind ``ecosystem``. Called once for each file whose path matches one of the plugin's ``PATTERNS`` (glob patterns
    as in ``.gitignore``: a name without ``/`` matches at any depth). ``tree`` reads other files of the repository (a
    lock file beside, an included file); what is read becomes part of the cache key.

    An empty answer means that the file claims nothing. A file that cannot be read should raise
    :class:`~crossbearing.plugin.UnreadableError` with the line where known; any exception becomes an entry of the
    manifest's ``errors`` and the scan goes on. Where only a part cannot be read, an
    :class:`~crossbearing.plugin.UnreadablePart` among the claims says so and the others stand. Evidence lines must
    exist in the file they name and contain the claim's spelling; a claim that breaks this is dropped, and listed.
    """
    raise NotImplementedError


@hookspec
def extract(file: "SourceFile", options: Any) -> "FileFacts":
    """Extract definitions, references and imports from one source file.

    Kind ``language``. Called once for each distinct file whose name ends in one of the plugin's ``SUFFIXES`` (or whose
    first line names one of its ``INTERPRETERS``), in any process and in any order. Must be a pure function of the
    file's bytes and path: the answer is cached by content and the plugin's ``VERSION``.

    Syntax errors are reported in ``FileFacts.problems`` and what parsed is kept. An exception means that nothing could
    be read; the file is then listed in ``errors`` and remains searchable as text.
    """
    raise NotImplementedError


@hookspec
def link_modules(files: "Mapping[str, FileFacts]", tree: "FileTree", options: Any) -> "Mapping[str, ModuleLinks]":
    """Name the modules of a language and say which project file each import leads to.

    Kind ``language``; optional. Called once a scan with all files of the language, keyed by path. ``tree`` names and
    reads build files that steer the module system. Files left out of the answer get a name derived from their path
    and imports that lead nowhere. An import that leads to the standard library or to a third party has target None.
    """
    raise NotImplementedError


@hookspec
def check(query: "ContextQuery", options: Any) -> "Sequence[SignalHit]":
    """Say whether a task needs more than the entity at hand.

    Kind ``signal``. Called once for each question for context, before anything is retrieved. Each hit carries the words
    of the task that fired it and a line of the repository that proves it; hits stand in the order of their weight, the
    best first. An empty answer means that the signal does not fire.
    """
    raise NotImplementedError


@hookspec
def climb(query: "ContextQuery", below: "Footing", options: Any) -> "Footing | Stop":
    """Add one level of context, where the evidence of the levels below asks for it.

    Kind ``rung``, addressed by name in the profile's ``ladder.rungs``, called at most once for each question for
    context, in that order. ``below`` is what the rungs below have reached (its ``rung`` is empty on the ground). The
    answer holds at least as much as ``below``; :class:`~crossbearing.plugin.Stop` ends the climb with a reason.
    """
    raise NotImplementedError


@hookspec
def collect(query: "Query", options: Any) -> "Evidence | NoEvidence":
    """Collect one channel's evidence on where the fault of an issue is.

    Kind ``channel``. Called once a localization: before the pre-filter where the profile gives the channel a
    pre-filter weight (``query.candidates`` are then all entities that may be ranked), else on the expanded pool.

    Return scores in ``[0, 1]`` for candidates only. :class:`~crossbearing.plugin.NoEvidence` with a reason means that
    the channel does not apply to this issue; it is then left out of the fusion, which an empty ``scores`` is not.
    """
    raise NotImplementedError


@hookspec
def expand(query: "Query", seeds: "Seeds", options: Any) -> "Expansion":
    """Grow the pre-filtered seeds into the candidate pool.

    Kind ``expansion``, addressed by name in the profile, called once a localization. The answer contains every seed;
    an answer without further entities means that nothing relevant is connected to the seeds.
    """
    raise NotImplementedError


@hookspec
def fuse(
    evidence: "Mapping[str, Mapping[int, float]]",
    weights: "Mapping[str, float]",
    channels: "Mapping[str, Mapping[int, float]] | None",
    query: "Query | None",
    options: Any,
) -> "dict[int, float] | FusedPlaces":
    """Combine several channels' scores into one score for each entity.

    Kind ``fusion``, addressed by name in the profile, called once a localization. ``evidence`` maps a channel (or
    group of channels) to its scores over the pool; channels without evidence are absent and ``weights`` is already
    renormalized to sum to 1 over those present. An entity that the answer leaves out is not ranked.

    ``channels`` holds the scores over the pool of every channel that has evidence, before groups are joined, and
    ``query`` the question that they answered, its candidates the pool; both are None where only scores are to be
    fused. A fusion that ranks files itself answers :class:`~crossbearing.plugin.FusedPlaces`: the files that it scores
    are ordered by that, and the others by their entities.
    """
    raise NotImplementedError


@hookspec
def rerank(issue: str, shortlist: "Sequence[ShortlistItem]", options: Any) -> "Sequence[Reranked]":
    """Put a shortlist in order.

    Kind ``reranker``, addressed by name in the profile's ``rerank.name``, called at most once a localization, and only
    where the channels disagree. ``issue`` is the text as given; ``shortlist`` holds at most 40 places in the fused
    order, as identifiers and hints. The answer names ids of the shortlist, the likeliest first; what it leaves out
    keeps its order behind those, and an empty answer or an exception leaves the fused order as it is.
    """
    raise NotImplementedError


@hookspec
def render(report: "Report | Table", options: Any) -> str:
    """Write a report as text.

    Kind ``renderer``, addressed by name (``--format NAME``), called once a run. An empty answer prints nothing. A
    plugin with ``DETAILS = True`` is given rankings with the code of their places, and what calls them and they call.
    """
    raise NotImplementedError


@hookspec
def map(  # noqa: A001 - the name that executors are known by
    function: "Callable[[Item], Result]", items: "Iterable[Item]", workers: int, options: Any
) -> "Iterator[Result]":
    """Run ``function`` over ``items`` and yield the results in the items' order.

    Kind ``executor``, addressed by name, called once for each batch of work. ``function`` and the items can be
    pickled; ``workers`` is how many may run at once (1: in this process). An exception of ``function`` propagates; a
    lost worker must not lose its item: it is tried again, and raises :class:`~crossbearing.plugin.LostItemError` where
    that fails too. No items, no results.
    """
    raise NotImplementedError


@hookspec
def attempt(instance: "AgentTask", context: "AgentContext", options: Any) -> "Attempt":
    """Let a coding agent try to solve one issue, in a folder of its own.

    Kind ``agent``, addressed by name in a plan of ``crossbearing ab``, called once for each instance and condition.
    Programs are run with ``instance.run``, which ends them and all that they started in time. The answer's patch is
    ``instance.diff()`` or what the agent submits otherwise; an empty one means that it changed nothing.

    An agent that fails at an issue is an :class:`~crossbearing.plugin.Attempt` that says so. An exception means that
    it cannot work at all (it is not installed, an option is missing), and ends the comparison.
    """
    raise NotImplementedError


@hookspec
def run(state: "StageTask", options: Any) -> Any:
    """Take one step of a repair: follow the tests, choose a rung, cut the trunk, select or shrink a patch.

    Kind ``stage``, addressed by name, called whenever the step is due. The plugin's ``TAKES`` is the class of ``state``
    that it accepts, and that class's ``ANSWER`` the class of the answer; a state of another class is refused. Nothing
    is executed here but what the state brings with it: an oracle, a model's client. The same state has the same answer
    as long as those give the same answers.
    """
    raise NotImplementedError
