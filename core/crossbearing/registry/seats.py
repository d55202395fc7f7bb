"""Seats: what pluggy holds in place of the plugins.

A seat is registered for every plugin that takes part; the plugin itself is imported on the first call. The seat passes
the arguments that the plugin names, catches what it raises, checks and times its answer, and says whose it is.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from time import perf_counter
from typing import Any, NamedTuple

from crossbearing.hookspecs import hookimpl
from crossbearing.model.answer import Answer
from crossbearing.model.errors import PluginError, UnreadableError
from crossbearing.registry.answers import wrong_answer
from crossbearing.registry.contract import BrokenContract, Contract, Hook, kind_of, read_contract
from crossbearing.registry.discovery import PluginRecord
from crossbearing.registry.glimpse import Glimpse, glimpse
from crossbearing.registry.ledger import Ledger
from crossbearing.registry.options import OptionsError, Origin, read_options
from crossbearing.registry.reasons import reason_of
from crossbearing.registry.trace import Trace


class GivenOptions(NamedTuple):
    """The fields that a profile sets for one plugin, and where it does so."""

    fields: Mapping[str, Any] | None
    origin: Origin


class Loaded(NamedTuple):
    """An imported plugin that keeps its contract."""

    plugin: Any
    contract: Contract
    options: Any


class Seat:
    """The stand-in for one plugin; subclasses add the hooks of their kind."""

    __slots__ = (
        "_failure",
        "_given",
        "_glimpse",
        "_is_glimpsed",
        "_ledger",
        "_loaded",
        "_package",
        "_trace",
        "qualified",
        "record",
    )

    def __init__(self, record: PluginRecord, given: GivenOptions, ledger: Ledger, trace: Trace | None = None) -> None:
        self.record = record
        self.qualified = record.qualified
        self._package = record.target.partition(":")[0].partition(".")[0]
        self._given = given
        self._ledger = ledger
        self._trace = trace
        self._loaded: Loaded | None = None
        self._failure: str | None = None
        self._glimpse: Glimpse | None = None
        self._is_glimpsed = False

    def load(self) -> Loaded:
        """Import the plugin and check it, once.

        Raises :class:`~crossbearing.model.errors.PluginError` where that fails, the same one on every later call, and
        :class:`~crossbearing.registry.options.OptionsError` where the profile's options do not fit.
        """
        if self._loaded is None:
            if self._failure is None:
                self._loaded = self._import()
            if self._loaded is None:
                raise PluginError(self.qualified, self._failure or "")
        return self._loaded

    def declared(self) -> Glimpse:
        """The plugin's version and claims, read from its source where that states them, else by importing it.

        Raises what :meth:`load` raises where the plugin has to be imported, and where that has failed before.
        """
        if self._loaded is None and self._failure is None and not self._given.fields:
            if not self._is_glimpsed:
                self._glimpse, self._is_glimpsed = glimpse(self.record), True
            if self._glimpse is not None:
                return self._glimpse
        contract = self.load().contract
        return Glimpse(contract.version, contract.claims)

    @property
    def has_options(self) -> bool:
        """Whether the plugin may have options: false where its source says that it has none."""
        return self._glimpse is None

    @property
    def failure(self) -> str | None:
        """Why the plugin could not be loaded; None where it was, or has not been asked for yet."""
        return self._failure

    def _ask(self, hook: str, **arguments: Any) -> Answer[Any] | None:
        """Call the plugin's hook; None where it does not implement it. Only interrupts and bad options get out."""
        try:
            loaded = self.load()
        except PluginError as problem:
            # The failure itself is in the ledger once; it is not repeated for every file.
            return Answer(self.qualified, None, problem.reason)
        implementation = loaded.contract.hooks.get(hook)
        if implementation is None:
            return None
        file = getattr(arguments.get("file"), "path", "")
        arguments["options"] = loaded.options
        answer = self._guarded(hook, implementation, arguments, file)
        self._ledger.answered(answer, file)
        return answer

    def _guarded(self, hook: str, implementation: Hook, arguments: Mapping[str, Any], file: str) -> Answer[Any]:
        start = perf_counter()
        try:
            value = _call(implementation, arguments)
            error = wrong_answer(hook, value, arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as problem:  # SystemExit, and panics of compiled extensions, are failures like others
            seconds = self._note(hook, file, start, problem)
            line = problem.line if isinstance(problem, UnreadableError) else None
            return Answer(self.qualified, None, reason_of(problem, self._package), seconds, line)
        seconds = self._note(hook, file, start)
        return Answer(self.qualified, None if error else value, error, seconds)

    def _import(self) -> Loaded | None:
        start = perf_counter()
        try:
            plugin = resolve(self.record.target)
            contract = read_contract(plugin, kind_of(self.qualified))
            options = read_options(plugin, self.qualified, self._given.fields, self._given.origin)
        except (KeyboardInterrupt, OptionsError):
            raise
        except BaseException as problem:
            broken = isinstance(problem, BrokenContract)
            self._failure = str(problem) if broken else reason_of(problem, self._package)
            self._ledger.failed(self.qualified, self._failure)
            self._note("import", "", start, problem)
            return None
        self._ledger.loaded(self.qualified, contract.version)
        self._note("import", "", start)
        return Loaded(plugin, contract, options)

    def _note(self, hook: str, file: str, start: float, problem: BaseException | None = None) -> float:
        seconds = perf_counter() - start
        if self._trace is not None:
            self._trace.note(hook, self.qualified, file, seconds, problem)
        return seconds


def resolve(target: str) -> Any:
    """Import the module or object that an entry point names."""
    module, _, attribute = target.partition(":")
    plugin: Any = import_module(module)
    for name in filter(None, attribute.split(".")):
        plugin = getattr(plugin, name)
    return plugin


def _call(implementation: Hook, arguments: Mapping[str, Any]) -> Any:
    return implementation.function(**{name: arguments[name] for name in implementation.arguments})


class EcosystemSeat(Seat):
    """A seat with the hooks of kind ``ecosystem``."""

    __slots__ = ()

    @hookimpl
    def parse_manifest(self, file: Any, tree: Any) -> Answer[Any] | None:
        """Ask the plugin for the claims of one file."""
        return self._ask("parse_manifest", file=file, tree=tree)


class LanguageSeat(Seat):
    """A seat with the hooks of kind ``language``."""

    __slots__ = ()

    @hookimpl
    def extract(self, file: Any) -> Answer[Any] | None:
        """Ask the plugin for the facts of one file."""
        return self._ask("extract", file=file)

    @hookimpl
    def link_modules(self, files: Any, tree: Any) -> Answer[Any] | None:
        """Ask the plugin where the imports of its files lead."""
        return self._ask("link_modules", files=files, tree=tree)


class SignalSeat(Seat):
    """A seat with the hook of kind ``signal``."""

    __slots__ = ()

    @hookimpl
    def check(self, query: Any) -> Answer[Any] | None:
        """Ask the plugin whether it fires."""
        return self._ask("check", query=query)


class RungSeat(Seat):
    """A seat with the hook of kind ``rung``."""

    __slots__ = ()

    @hookimpl
    def climb(self, query: Any, below: Any) -> Answer[Any] | None:
        """Ask the plugin for its level of context."""
        return self._ask("climb", query=query, below=below)


class ChannelSeat(Seat):
    """A seat with the hook of kind ``channel``."""

    __slots__ = ()

    @hookimpl
    def collect(self, query: Any) -> Answer[Any] | None:
        """Ask the plugin for its evidence."""
        return self._ask("collect", query=query)


class ExpansionSeat(Seat):
    """A seat with the hook of kind ``expansion``."""

    __slots__ = ()

    @hookimpl
    def expand(self, query: Any, seeds: Any) -> Answer[Any] | None:
        """Ask the plugin for the candidate pool."""
        return self._ask("expand", query=query, seeds=seeds)


class FusionSeat(Seat):
    """A seat with the hook of kind ``fusion``."""

    __slots__ = ()

    @hookimpl
    def fuse(self, evidence: Any, weights: Any, channels: Any, query: Any) -> Answer[Any] | None:
        """Ask the plugin for the fused scores."""
        return self._ask("fuse", evidence=evidence, weights=weights, channels=channels, query=query)


class RerankerSeat(Seat):
    """A seat with the hook of kind ``reranker``."""

    __slots__ = ()

    @hookimpl
    def rerank(self, issue: Any, shortlist: Any) -> Answer[Any] | None:
        """Ask the plugin to put a shortlist in order."""
        return self._ask("rerank", issue=issue, shortlist=shortlist)


class RendererSeat(Seat):
    """A seat with the hook of kind ``renderer``."""

    __slots__ = ()

    @hookimpl
    def render(self, report: Any) -> Answer[Any] | None:
        """Ask the plugin for the report as text."""
        return self._ask("render", report=report)


class ExecutorSeat(Seat):
    """A seat with the hook of kind ``executor``.

    An executor runs other people's functions, whose exceptions must reach the caller as they are; so all of its work
    happens while the answer is iterated, outside the guard, and what is raised there only gets a note.
    """

    __slots__ = ()

    @hookimpl
    def map(self, function: Any, items: Any, workers: Any) -> Answer[Any] | None:
        """Answer with the iterator of results; nothing has run yet."""
        try:
            loaded = self.load()
        except PluginError as problem:
            return Answer(self.qualified, None, problem.reason)
        arguments = {"function": function, "items": items, "workers": workers, "options": loaded.options}
        return Answer(self.qualified, self._results(loaded.contract.hooks["map"], arguments))

    def _results(self, implementation: Hook, arguments: Mapping[str, Any]) -> Iterator[Any]:
        start = perf_counter()
        failure: Exception | None = None
        try:
            results: Iterable[Any] = _call(implementation, arguments)
            if reason := wrong_answer("map", results, arguments):
                raise PluginError(self.qualified, reason)
            yield from results
        except Exception as problem:
            problem.add_note(f"raised while plugin {self.qualified} ran")
            failure = problem
            raise
        finally:
            # Whose fault an exception is cannot be told here; only a broken contract is surely the executor's.
            error = failure.reason if isinstance(failure, PluginError) else None
            seconds = self._note("map", "", start, failure)
            self._ledger.answered(Answer(self.qualified, None, error, seconds))


class AgentSeat(Seat):
    """A seat with the hook of kind ``agent``."""

    __slots__ = ()

    @hookimpl
    def attempt(self, instance: Any, context: Any) -> Answer[Any] | None:
        """Let the plugin's agent try to solve one issue."""
        return self._ask("attempt", instance=instance, context=context)


class StageSeat(Seat):
    """A seat with the hook of kind ``stage``."""

    __slots__ = ()

    @hookimpl
    def run(self, state: Any) -> Answer[Any] | None:
        """Ask the plugin for its step of a repair, where the state is of the class that it takes."""
        try:
            takes = getattr(self.load().plugin, "TAKES", None)
        except PluginError as problem:
            return Answer(self.qualified, None, problem.reason)
        if not isinstance(takes, type):
            return Answer(self.qualified, None, "TAKES must be the class of the states that the stage accepts")
        if not isinstance(state, takes):
            return Answer(self.qualified, None, f"takes {takes.__name__}, not {type(state).__name__}")
        return self._ask("run", state=state)


SEATS: dict[str, Callable[[PluginRecord, GivenOptions, Ledger, Trace | None], Seat]] = {
    "agent": AgentSeat,
    "stage": StageSeat,
    "ecosystem": EcosystemSeat,
    "language": LanguageSeat,
    "signal": SignalSeat,
    "rung": RungSeat,
    "channel": ChannelSeat,
    "expansion": ExpansionSeat,
    "fusion": FusionSeat,
    "reranker": RerankerSeat,
    "renderer": RendererSeat,
    "executor": ExecutorSeat,
}
"""The seat of each kind of plugin."""
