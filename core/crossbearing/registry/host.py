"""The plugin host: one pluggy manager with a seat for each plugin that takes part, and a typed method for each hook."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import pluggy

from crossbearing import hookspecs
from crossbearing.hookspecs import KINDS, PROJECT
from crossbearing.model.answer import Answer, PluginStatus
from crossbearing.model.errors import CrossbearingError, PluginError
from crossbearing.model.location import Problem, problem_order
from crossbearing.model.profile import Profile
from crossbearing.registry.contract import kind_of
from crossbearing.registry.discovery import Discovery, DiscoveryProblem, PluginRecord, find_plugins
from crossbearing.registry.ledger import Ledger, Tally
from crossbearing.registry.names import suggestion
from crossbearing.registry.options import Origin
from crossbearing.registry.seats import SEATS, GivenOptions, Seat
from crossbearing.registry.selection import excluded
from crossbearing.registry.trace import Trace

if TYPE_CHECKING:
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

Item = TypeVar("Item")
Result = TypeVar("Result")


class HostRecipe(NamedTuple):
    """Everything needed to open the same host again, in another process; can be pickled."""

    profile: Profile
    discovery: Discovery
    without: tuple[str, ...]
    only: tuple[str, ...]
    strict: bool
    trace: bool

    def open(self) -> "PluginHost":
        """Open a host with the same plugins and options, and an empty ledger."""
        return PluginHost(self)


class _Manager(pluggy.PluginManager):
    """A manager that looks for hooks in a seat only where the kind has them."""

    def parse_hookimpl_opts(self, plugin: Any, name: str) -> Any:
        # Registering inspects every attribute of a seat; of some forty, one or two are hooks.
        if name not in kind_of(plugin.qualified).hooks:
            return None
        return super().parse_hookimpl_opts(plugin, name)


class PluginHost:
    """The plugins of one run.

    Hooks asked of many plugins give an :class:`~crossbearing.model.answer.Answer` that holds the value or the error;
    opened with ``strict``, they raise :class:`~crossbearing.model.errors.PluginError` instead. Hooks addressed by name
    always raise. Qualified names (``channel.bm25``) are exact; an unknown one, or one that is switched off, raises
    :class:`~crossbearing.model.errors.CrossbearingError`.
    """

    def __init__(self, recipe: HostRecipe) -> None:
        self.profile = recipe.profile
        self._recipe = recipe
        self._ledger = Ledger()
        self._excluded = excluded(recipe.discovery.records, recipe.profile, recipe.without, recipe.only)
        self._manager = _Manager(PROJECT)
        self._manager.add_hookspecs(hookspecs)
        self._seats = self._seated(Trace() if recipe.trace else None)
        self._callers: dict[tuple[str, str], Callable[..., list[Answer[Any]]]] = {}

    @classmethod
    def open(
        cls,
        profile: Profile,
        *,
        without: Iterable[str] = (),
        only: Iterable[str] = (),
        strict: bool = False,
        trace: bool = False,
        records: Iterable[PluginRecord] | None = None,
    ) -> "PluginHost":
        """Seat the plugins that ``profile``, ``without`` and ``only`` choose; none is imported yet.

        ``records`` replaces the search for installed plugins. Raises :class:`CrossbearingError` for an unknown name,
        with the nearest ones, and where a plugin that the profile addresses by name is missing or switched off.
        """
        discovery = find_plugins() if records is None else Discovery(tuple(sorted(records)), ())
        return cls(HostRecipe(profile, discovery, tuple(sorted(without)), tuple(sorted(only)), strict, trace))

    def _seated(self, trace: Trace | None) -> dict[str, Seat]:
        seats: dict[str, Seat] = {}
        for record in self._recipe.discovery.records:
            name = record.qualified
            if name in self._excluded:
                self._manager.set_blocked(name)
                continue
            origin = Origin(f"profile {self.profile.source}", partial(_place_of, self.profile, name))
            given = GivenOptions(self.profile.options.get(name), origin)
            seats[name] = SEATS[record.kind](record, given, self._ledger, trace)
            self._manager.register(seats[name], name)
        return seats

    # What takes part, and what it declares

    def enabled(self, kind: str) -> tuple[str, ...]:
        """Return the qualified names of the plugins of one kind that take part, sorted; nothing is imported."""
        if kind not in KINDS:
            raise CrossbearingError(f"unknown kind of plugin {kind!r}: {suggestion(kind, KINDS)}")
        return tuple(name for name in sorted(self._seats) if name.startswith(f"{kind}."))

    def version(self, qualified: str) -> int:
        """Return the plugin's ``VERSION``; imports it, and raises :class:`PluginError` where that fails."""
        return self._seat(qualified).load().contract.version

    def options(self, qualified: str) -> Any:
        """Return the plugin's ``Options`` object as the profile sets it, or None where it has none; imports it."""
        return self._seat(qualified).load().options

    def check_options(self, kinds: Iterable[str] = tuple(KINDS)) -> None:
        """Import the enabled plugins of ``kinds`` that the profile gives options to, and raise where they do not fit.

        Without this call a wrong option is reported when its plugin is first used. A plugin that cannot be imported
        at all is not reported here.
        """
        for kind in kinds:
            for name in self.enabled(kind):
                if self.profile.options.get(name):
                    self._loadable(name)

    def claims(self, kind: str) -> dict[str, tuple[str, ...]]:
        """Return the ``PATTERNS`` or ``SUFFIXES`` of each enabled plugin of ``kind``; imports them.

        Plugins that cannot be imported, or break their contract, are left out and listed in :meth:`problems`; with
        ``strict`` they raise.
        """
        return {name: self._seats[name].load().contract.claims for name in self.enabled(kind) if self._loadable(name)}

    def declared_claims(self, kind: str) -> dict[str, tuple[str, ...]]:
        """The same as :meth:`claims`, but imports only the plugins whose source does not state it.

        A plugin that cannot be imported is found out when it is first called.
        """
        return {name: claims for name in self.enabled(kind) if (claims := self._declared_claims(name)) is not None}

    def state(self, qualified: str) -> str:
        """All that an answer of the plugin depends on, beside what it is asked: its version and options, as one text.

        Imports the plugin only where its source does not tell. One that cannot be imported has the state of being so.
        """
        seat = self._seat(qualified)
        try:
            version = seat.declared().version
            return f"{version}\n{seat.load().options if seat.has_options else None!r}"
        except PluginError:
            return "unloadable"

    def attribute(self, qualified: str, name: str, default: Any) -> Any:
        """Return an attribute of the plugin, such as ``INTERPRETERS``, or ``default`` where it has none; imports it."""
        return getattr(self._seat(qualified).load().plugin, name, default)

    # Hooks asked of many: isolated

    def parse_manifest(self, qualified: str, file: "SourceFile", tree: "FileTree") -> "Answer[Sequence[Claim]]":
        """Ask one ecosystem plugin for the claims of one file."""
        return self._isolated("parse_manifest", qualified, file=file, tree=tree)

    def extract(self, qualified: str, file: "SourceFile") -> "Answer[FileFacts]":
        """Ask one language plugin for the facts of one file."""
        return self._isolated("extract", qualified, file=file)

    def link_modules(
        self, qualified: str, files: "Mapping[str, FileFacts]", tree: "FileTree"
    ) -> "Answer[Mapping[str, ModuleLinks]] | None":
        """Ask one language plugin where its imports lead; None where it has no module system to tell of."""
        return self._strict(self._ask("link_modules", qualified, files=files, tree=tree))

    def check(self, qualified: str, query: "ContextQuery") -> "Answer[Sequence[SignalHit]]":
        """Ask one signal whether it fires."""
        return self._isolated("check", qualified, query=query)

    def collect(self, qualified: str, query: "Query") -> "Answer[Evidence | NoEvidence]":
        """Ask one channel for its evidence."""
        return self._isolated("collect", qualified, query=query)

    # Hooks addressed by name: they answer or raise

    def climb(self, name: str, query: "ContextQuery", below: "Footing") -> "Footing | Stop":
        """Ask the rung of this name for its level of context."""
        return cast("Footing | Stop", self._addressed("climb", f"rung.{name}", query=query, below=below))

    def expand(self, name: str, query: "Query", seeds: "Seeds") -> "Expansion":
        """Grow the candidate pool with the expansion plugin of this name."""
        return cast("Expansion", self._addressed("expand", f"expansion.{name}", query=query, seeds=seeds))

    def fuse(
        self,
        name: str,
        evidence: Mapping[str, Mapping[int, float]],
        weights: Mapping[str, float],
        channels: Mapping[str, Mapping[int, float]] | None = None,
        query: "Query | None" = None,
    ) -> "dict[int, float] | FusedPlaces":
        """Fuse several channels' scores with the fusion plugin of this name."""
        told = {"evidence": evidence, "weights": weights, "channels": channels, "query": query}
        fused = self._addressed("fuse", f"fusion.{name}", **told)
        return cast("dict[int, float] | FusedPlaces", fused)

    def rerank(self, name: str, issue: str, shortlist: "Sequence[ShortlistItem]") -> "Sequence[Reranked]":
        """Put a shortlist in order with the re-ranker of this name."""
        answer = self._addressed("rerank", f"reranker.{name}", issue=issue, shortlist=shortlist)
        return cast("Sequence[Reranked]", answer)

    def render(self, name: str, report: "Report | Table") -> str:
        """Write a report with the renderer of this name."""
        return cast(str, self._addressed("render", f"renderer.{name}", report=report))

    def map(
        self, name: str, function: Callable[[Item], Result], items: Iterable[Item], workers: int
    ) -> Iterator[Result]:
        """Run ``function`` over ``items`` with the executor of this name; its exceptions come out as they are."""
        results = self._addressed("map", f"executor.{name}", function=function, items=items, workers=workers)
        return cast(Iterator[Result], results)

    def attempt(self, name: str, instance: "AgentTask", context: "AgentContext") -> "Attempt":
        """Let the agent of this name try to solve one issue."""
        return cast("Attempt", self._addressed("attempt", f"agent.{name}", instance=instance, context=context))

    def run(self, name: str, state: "StageTask") -> Any:
        """Take the step of the stage of this name; the answer is of the class that ``state`` names as ``ANSWER``."""
        return self._addressed("run", f"stage.{name}", state=state)

    # How it went

    def statuses(self) -> tuple[PluginStatus, ...]:
        """Say of every installed plugin how it fared, sorted by name; switched-off ones with the reason."""
        return tuple(
            PluginStatus(name, "disabled", None, self._excluded[name])
            if name in self._excluded
            else self._ledger.status(name)
            for name in sorted(record.qualified for record in self._recipe.discovery.records)
        )

    def problems(self) -> tuple[Problem, ...]:
        """Return every failure so far, sorted, and what was wrong with the entry points of installed distributions."""
        found = [_discovery_problem(problem) for problem in self._recipe.discovery.problems]
        found = [problem for problem in found if problem.plugin not in self._excluded]
        return tuple(sorted(found + self._ledger.problems(), key=problem_order))

    def standing_problems(self, kinds: Iterable[str] = tuple(KINDS)) -> tuple[Problem, ...]:
        """Return what is wrong with plugins of ``kinds`` whatever they are asked, sorted.

        These are entry points that cannot be taken as they are, and plugins that could not be loaded so far: of
        :meth:`problems`, those that do not depend on which files were read and which were cached.
        """
        found = [_discovery_problem(problem) for problem in self._recipe.discovery.problems]
        found += [Problem("", reason, None, name) for name, reason in self.unloadable().items()]
        told = {"", *kinds}
        found = [each for each in found if each.plugin not in self._excluded and _kind_name(each.plugin) in told]
        return tuple(sorted(found, key=problem_order))

    def unloadable(self) -> dict[str, str]:
        """Return the plugins that could not be imported so far, or broke their contract, each with the reason."""
        return {name: seat.failure for name, seat in sorted(self._seats.items()) if seat.failure is not None}

    def recipe(self) -> HostRecipe:
        """Return what opens the same host in another process."""
        return self._recipe

    def take_tally(self) -> Tally:
        """Hand over and forget what was recorded so far; a worker process sends this to its parent."""
        return self._ledger.take()

    def absorb(self, tally: Tally) -> None:
        """Add what a worker process recorded to this host's statuses and problems."""
        self._ledger.absorb(tally)

    # Calls

    def _isolated(self, hook: str, qualified: str, **arguments: Any) -> Answer[Any]:
        answer = self._strict(self._ask(hook, qualified, **arguments))
        if answer is None:
            raise CrossbearingError(f"plugin {qualified} does not implement {hook}")
        return answer

    def _addressed(self, hook: str, qualified: str, **arguments: Any) -> Any:
        answer = self._ask(hook, qualified, **arguments)
        if answer is None or answer.error is not None:
            raise PluginError(qualified, "does not answer" if answer is None else str(answer.error))
        return answer.value

    def _ask(self, hook: str, qualified: str, **arguments: Any) -> Answer[Any] | None:
        caller = self._callers.get((hook, qualified))
        if caller is None:
            seat = self._seat(qualified)
            others = [other for other in self._seats.values() if other is not seat]
            caller = self._callers[hook, qualified] = self._manager.subset_hook_caller(hook, others)
        answers = caller(**arguments, options=None)
        return answers[0] if answers else None

    def _strict(self, answer: Answer[Any] | None) -> Answer[Any] | None:
        if self._recipe.strict and answer is not None and answer.error is not None:
            raise PluginError(answer.plugin, answer.error)
        return answer

    def _declared_claims(self, qualified: str) -> tuple[str, ...] | None:
        try:
            return self._seats[qualified].declared().claims
        except PluginError:
            if self._recipe.strict:
                raise
            return None

    def _loadable(self, qualified: str) -> bool:
        try:
            self._seats[qualified].load()
        except PluginError:
            if self._recipe.strict:
                raise
            return False
        return True

    def _seat(self, qualified: str) -> Seat:
        seat = self._seats.get(qualified)
        if seat is None:
            if qualified in self._excluded:
                raise CrossbearingError(f"plugin {qualified} is {self._excluded[qualified]}")
            raise CrossbearingError(f"unknown plugin {qualified!r}: {suggestion(qualified, self._seats)}")
        return seat


def _place_of(profile: Profile, plugin: str, field: str) -> str:
    from crossbearing.registry.profiles import place_of  # read only where there is an error to report

    return place_of(profile, ("options", plugin, field))


def _discovery_problem(problem: DiscoveryProblem) -> Problem:
    return Problem("", problem.reason, None, problem.plugin)


def _kind_name(qualified: str) -> str:
    return qualified.partition(".")[0]
