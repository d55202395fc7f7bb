"""Calling a plugin in every situation the kit knows, through its own hook function.

The plugin is called directly, not through the host: the kit wants the exception itself, not the sentence made of it.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from operator import neg
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import evolve, frozen

from crossbearing.hookspecs import KINDS
from crossbearing.model.context import ContextQuery, Footing
from crossbearing.model.errors import UnreadableError
from crossbearing.model.file import SourceFile
from crossbearing.model.profile import PluginChoice, Prefilter, Profile
from crossbearing.model.query import Query, Seed
from crossbearing.model.shortlist import ShortlistItem
from crossbearing.registry import PluginHost
from crossbearing.testing.hostile import HOSTILE_ISSUES, hostile_inputs
from crossbearing.testing.past import SamplePast
from crossbearing.testing.sample import SAMPLE_FILES, SAMPLE_ISSUES, SAMPLE_NAME
from crossbearing.testing.tree import MemoryTree


@frozen
class Situation:
    """One call of a plugin: a name for people and the hook's arguments."""

    name: str
    arguments: Mapping[str, Any]


@frozen
class Outcome:
    """What came of a situation: the answer, or the reason of an :class:`UnreadableError`."""

    situation: Situation
    value: Any = None
    unreadable: str | None = None


def open_host(qualified: str) -> PluginHost:
    """Open a host in which the plugin takes part, whatever the user's profiles say."""
    return PluginHost.open(Profile(name="conformance", plugins=PluginChoice(), source="conformance"))


def outcomes(qualified: str, cases: Path | None = None) -> Iterator[Outcome]:
    """Call the plugin in every situation; exceptions other than UnreadableError propagate with the situation's name."""
    host = open_host(qualified)
    host.version(qualified)
    kind = KINDS[qualified.partition(".")[0]]
    hook, options = host.attribute(qualified, kind.required[0], None), host.options(qualified)
    for situation in situations(host, qualified, cases):
        try:
            value = call(hook, {**situation.arguments, "options": options})
            yield Outcome(situation, list(value) if kind.name == "executor" else value)
        except UnreadableError as problem:
            yield Outcome(situation, unreadable=problem.reason)
        except BaseException as problem:
            problem.add_note(f"in the situation {situation.name!r}")
            raise


def call(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """Call a hook function with the arguments that it names."""
    return function(**{name: arguments[name] for name in inspect.signature(function).parameters})


def situations(host: PluginHost, qualified: str, cases: Path | None) -> Iterator[Situation]:
    """Yield the situations that fit the plugin's kind, the ones of the case folder first."""
    kind, _, _ = qualified.partition(".")
    if kind in ("ecosystem", "language"):
        for folder in case_folders(cases):
            yield from _file_situations(host, qualified, folder.name, MemoryTree.of_folder(folder / "input"))
        yield from _hostile_situations(host, qualified)
    elif kind == "stage":
        yield from _stage_situations(host.attribute(qualified, "TAKES", None))
    else:
        yield from _SITUATIONS[kind]()


def _channel_situations() -> Iterator[Situation]:
    for query in (*sample_queries(SAMPLE_ISSUES), *sample_queries(HOSTILE_ISSUES)):
        yield Situation(f"issue {query.title[:40]!r}", {"query": query})
        remembered = evolve(query, history=SamplePast())
        yield Situation(f"issue {query.title[:40]!r} with a history", {"query": remembered})


def _expansion_situations() -> Iterator[Situation]:
    for query in sample_queries(SAMPLE_ISSUES):
        yield Situation("no seeds", {"query": query, "seeds": ()})
        yield Situation("some seeds", {"query": query, "seeds": sample_seeds(query)})


def _fusion_situations() -> Iterator[Situation]:
    for name, evidence, weights in FUSIONS:
        told = {"evidence": evidence, "weights": weights, "channels": None, "query": None}
        yield Situation(name, told)
    for query in sample_queries(SAMPLE_ISSUES):
        channels = {"bm25": {seed.entity: seed.score for seed in sample_seeds(query)}}
        told = {"evidence": channels, "weights": {"bm25": 1.0}, "channels": channels, "query": query}
        yield Situation(f"issue {query.title[:40]!r}", told)


def _reranker_situations() -> Iterator[Situation]:
    items = [ShortlistItem(f"shop.place{number}", "shop/cart.py", number, number + 2, "a hint") for number in range(40)]
    for count in (0, 1, 40):
        yield Situation(f"{count} items", {"issue": SAMPLE_ISSUES[0], "shortlist": tuple(items[:count])})


def _renderer_situations() -> Iterator[Situation]:
    return (Situation(type(report).__name__, {"report": report}) for report in sample_reports())


def _executor_situations() -> Iterator[Situation]:
    for count, workers in ((0, 1), (1, 1), (5, 1), (5, 2)):
        arguments = {"function": neg, "items": range(count), "workers": workers}
        yield Situation(f"{count} items, {workers} workers", arguments)


def _signal_situations() -> Iterator[Situation]:
    for number, query in enumerate(sample_context_queries()):
        yield Situation(f"task {number}", {"query": query})


def case_folders(cases: Path | None) -> list[Path]:
    """The folders below ``cases`` that hold an ``input`` folder, sorted."""
    return [] if cases is None else sorted(folder.parent for folder in cases.glob("*/input"))


def matching_paths(host: PluginHost, qualified: str, tree: MemoryTree) -> list[str]:
    """The files of ``tree`` that the plugin claims."""
    claims = host.claims(qualified.partition(".")[0])[qualified]
    if qualified.startswith("language."):
        interpreters = host.attribute(qualified, "INTERPRETERS", ())
        return [path for path in tree.paths if path.endswith(claims) or (interpreters and "." not in Path(path).name)]
    from crossbearing.recon.manifest.patterns import PatternTable

    table = PatternTable({qualified: claims})
    return [path for path in tree.paths if table.plugins_for(path)]


def _file_situations(host: PluginHost, qualified: str, name: str, tree: MemoryTree) -> Iterator[Situation]:
    for path in matching_paths(host, qualified, tree):
        yield Situation(f"case {name}: {path}", {"file": tree.read(path), "tree": tree})


def _hostile_situations(host: PluginHost, qualified: str) -> Iterator[Situation]:
    claims = host.claims(qualified.partition(".")[0])[qualified]
    names = [f"sample{claim}" if claim.startswith(".") else _example_of(claim) for claim in claims]
    for name in names[:1]:
        for label, data in hostile_inputs().items():
            tree = MemoryTree("hostile", {name: data})
            yield Situation(f"hostile {label}", {"file": SourceFile(name, data), "tree": tree})


def _example_of(pattern: str) -> str:
    return pattern.strip("/").replace("**/", "").replace("*", "x").replace("?", "x")


@cache
def _sample_map() -> Any:
    """Scan the sample repository with every plugin that is installed."""
    from crossbearing.recon.scan import scan
    from crossbearing.registry import load_profile
    from crossbearing.source import open_source
    from crossbearing.store import Store

    folder = TemporaryDirectory(prefix="crossbearing-")
    root = Path(folder.name) / SAMPLE_NAME
    for path, text in SAMPLE_FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    host = PluginHost.open(load_profile("default", environment={}))
    with open_source(root) as source, Store.open(Path(folder.name) / "build") as store:
        return scan(source, store, host, persist=False), folder


def sample_queries(issues: tuple[str, ...]) -> tuple[Query, ...]:
    """Mine each issue into a query over the sample repository, all of its source entities being candidates."""
    from crossbearing.localize.mine import mine
    from crossbearing.localize.pipeline import build_query

    repository_map, _ = _sample_map()
    mined = (mine(issue, repository_map.graph) for issue in issues)
    return tuple(build_query(repository_map, bundle, Prefilter()) for bundle in mined)


def sample_context_queries() -> tuple[ContextQuery, ...]:
    """Tasks about the sample, with and without an entity at hand and a spectrum of failing tests."""
    repository_map, _ = _sample_map()
    graph = repository_map.graph
    entities = [None, *(graph.named(name)[0] for name in ("Cart.total", "convert", "shop.errors"))]
    suspects = {graph.named("convert")[0]: 1.0, graph.named("Cart.add")[0]: 0.5}
    return tuple(
        ContextQuery(task, entity, graph, repository_map.manifest, repository_map.tree, suspiciousness)
        for task in (*SAMPLE_ISSUES, *HOSTILE_ISSUES)
        for entity in entities
        for suspiciousness in ({}, suspects)
    )


def _rung_situations() -> Iterator[Situation]:
    """Each sample task on the ground, and on every footing that the built-in rungs reach from there."""
    from crossbearing.recon.context.gate import fired_signals
    from crossbearing.recon.context.ladder import climbing
    from crossbearing.registry import load_profile

    host = PluginHost.open(load_profile("default", environment={}))
    for number, query in enumerate(sample_context_queries()):
        fired, _ = fired_signals(query, host)
        reached = [Footing(fired), *(footing for step, footing in climbing(query, fired, host) if step.is_climbed)]
        for below in reached:
            yield Situation(f"task {number} on {below.rung or 'the ground'}", {"query": query, "below": below})


def sample_seeds(query: Query) -> tuple[Seed, ...]:
    """Three candidates as seeds."""
    return tuple(Seed(int(entity), 1.0 / rank) for rank, entity in enumerate(query.candidates[:3], start=1))


def sample_reports() -> tuple[Any, ...]:
    """A ranking of the sample, an empty one, and a table."""
    from crossbearing.localize import LocateRequest, locate
    from crossbearing.model.report import Ranking, Table
    from crossbearing.registry import load_profile

    repository_map, _ = _sample_map()
    host = PluginHost.open(load_profile("default", environment={}))
    report = locate(repository_map, LocateRequest(text=SAMPLE_ISSUES[0]), host)
    table = Table("Sample", ("name", "value"), (("a", "1"), ("b\n", "\x1b[31m2")), {"a": 1})
    return report, evolve(report, ranking=Ranking(), confidence="none"), table, Table("Empty", (), ())


FUSIONS: tuple[tuple[str, dict[str, dict[int, float]], dict[str, float]], ...] = (
    ("nothing", {}, {}),
    ("one channel", {"a": {1: 1.0, 2: 0.5}}, {"a": 1.0}),
    ("two that disagree", {"a": {1: 1.0, 2: 0.5}, "b": {2: 1.0, 3: 0.1}}, {"a": 0.7, "b": 0.3}),
    ("ties", {"a": {4: 0.5, 3: 0.5, 2: 0.5}, "b": {2: 0.5, 4: 0.5}}, {"a": 0.5, "b": 0.5}),
    ("an empty channel", {"a": {}, "b": {7: 0.2}}, {"a": 0.5, "b": 0.5}),
    ("zeros", {"a": {1: 0.0, 2: 0.0}}, {"a": 1.0}),
)
"""Evidence and weights for fusions, by name."""


def _agent_situations() -> Iterator[Situation]:
    """Issues in a repository of the sample's files, pointed at a place, at none, and told nothing."""
    from crossbearing.measure.dataset import Task
    from crossbearing.measure.trial.checkout import git
    from crossbearing.measure.trial.workplace import open_workplace
    from crossbearing.model.attempt import AgentPlace

    with TemporaryDirectory(prefix="crossbearing-") as folder:
        root = Path(folder)
        for path, text in SAMPLE_FILES.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        git(root, "init", "-q")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "sample")
        commit = git(root, "rev-parse", "HEAD").strip()
        places = [AgentPlace("shop/cart.py", "Cart.total", 1, 2)]
        # Few of each: every attempt is a copy of the repository and a process.
        issues = (SAMPLE_ISSUES[0], HOSTILE_ISSUES[0], HOSTILE_ISSUES[-1])
        for number, (issue, told) in enumerate([*((issue, places) for issue in issues), ("x", []), ("x", None)]):
            task = Task("sample-1", "sample/shop", commit, issue)
            with open_workplace(root, task, told) as (instance, context):
                yield Situation(f"issue {number}", {"instance": instance, "context": context})


def _stage_situations(takes: Any) -> Iterator[Situation]:
    """Sample tasks of the class that the stage takes; a class of its own brings them as ``samples()``."""
    from crossbearing.testing.repairs import sample_tasks

    for name, state in sample_tasks(takes):
        yield Situation(name, {"state": state})


_SITUATIONS: dict[str, Callable[[], Iterator[Situation]]] = {
    "channel": _channel_situations,
    "signal": _signal_situations,
    "rung": _rung_situations,
    "expansion": _expansion_situations,
    "fusion": _fusion_situations,
    "reranker": _reranker_situations,
    "renderer": _renderer_situations,
    "executor": _executor_situations,
    "agent": _agent_situations,
}
