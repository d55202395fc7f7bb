"""Getting the facts of every file: from the cache where they are known, else parsed by the executor and then cached."""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from attrs import define, field

from crossbearing.model.errors import LostItemError, UnreadableError
from crossbearing.model.facts import FileFacts
from crossbearing.model.location import Problem, problem_order
from crossbearing.recon.codec import FORMAT, DamagedFactsError, decode_facts
from crossbearing.recon.parse import BatchParser, Parsed, ParsedBatch, Task
from crossbearing.recon.symbols import TEXT
from crossbearing.recon.textfacts import TEXT_VERSION
from crossbearing.recon.wordspool import WordSpool
from crossbearing.source import Source
from crossbearing.store import FactKey, Store

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

BATCH_BYTES = 500_000
BATCH_FILES = 50
"""A batch of work for an executor ends with the first of these limits that it reaches."""
IN_PROCESS_BYTES = 1_500_000
"""Less than this is parsed in the calling process: starting workers would cost more than they save."""
CACHE_BATCH = 500

Batch = tuple[str, ...]
Report = Callable[[int], None]


@define(eq=False, repr=False)
class Gathered:
    """The facts and words of all files that take part in the map, by path, in path order once complete.

    ``plugins`` names the language plugin that each path was given to. ``problems`` are the failures of plugins.
    ``keys`` say which content each path's facts are of; paths whose plugin failed have none.
    """

    plugins: Mapping[str, str | None]
    facts: dict[str, FileFacts] = field(factory=dict)
    text: WordSpool = field(factory=WordSpool)
    keys: dict[str, FactKey] = field(factory=dict)
    problems: list[Problem] = field(factory=list)
    parsed: int = 0
    reused: int = 0
    spellings: dict[str, str] = field(factory=dict)
    """One string for all that are equal: most words of a file stand in others, too."""

    def take(self, path: str, payload: bytes, key: FactKey | None) -> None:
        """Add the encoded facts of a path; raises DamagedFactsError where they are none."""
        self.facts[path], text = decode_facts(payload, self.spellings)
        self.text.put(path, text, payload)
        if key is not None:
            self.keys[path] = key

    def finish(self) -> None:
        """Put everything in path order, however it came in."""
        self.facts = {path: self.facts[path] for path in sorted(self.facts)}
        self.problems.sort(key=problem_order)
        self.spellings.clear()


def gather(
    source: Source,
    store: Store,
    host: "PluginHost",
    assigned: Mapping[str, str | None],
    *,
    workers: int | None = None,
    report: Report = lambda done: None,
) -> Gathered:
    """Collect the facts of ``assigned`` paths; ``report`` receives the number of files done so far.

    Fresh facts are cached batch by batch as they arrive, so that an interrupted scan goes on where it was.
    """
    gathered = Gathered(assigned)
    names = {plugin: cache_name(host, plugin) for plugin in set(assigned.values())}
    missing = _take_cached(source, store, gathered, names, report)
    sizes = {entry.path: entry.size for entry in source.entries}
    batches = list(_batches(missing, sizes))
    if sum(sizes[path] for path in missing) < IN_PROCESS_BYTES:
        workers = 1
    for result in _parse_all(source, host, gathered, batches, workers or available_workers()):
        rows = [_take_parsed(parsed, gathered, names) for parsed in result.files]
        store.put_facts(row for row in rows if row is not None)
        report(len(gathered.facts))
    gathered.finish()
    return gathered


def available_workers() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def cache_name(host: "PluginHost", plugin: str | None) -> tuple[str, int]:
    """The plugin and version under which facts are cached: all that they depend on but the file."""
    marks = f"format.{FORMAT}+text.{TEXT_VERSION}"
    if plugin is None:
        return f"{TEXT}+{marks}", 1
    options = host.options(plugin)
    if options is not None:
        marks += f"+options.{hashlib.sha256(repr(options).encode()).hexdigest()[:12]}"
    return f"{plugin}+{marks}", host.version(plugin)


def _take_cached(
    source: Source,
    store: Store,
    gathered: Gathered,
    names: Mapping[str | None, tuple[str, int]],
    report: Report,
) -> list[str]:
    """Decode what the store knows and return the paths that it does not know."""
    missing: list[str] = []
    paths = iter(gathered.plugins)
    while chunk := list(islice(paths, CACHE_BATCH)):
        keys = {}
        for path in chunk:
            try:
                keys[path] = FactKey(source.digest(path), path, *names[gathered.plugins[path]])
            except UnreadableError:
                continue  # The source says so itself.
        payloads = store.get_facts(keys.values())
        for path, key in keys.items():
            try:
                gathered.take(path, payloads[key], key)
            except (KeyError, DamagedFactsError):
                missing.append(path)
        report(len(gathered.facts))
    gathered.reused = len(gathered.facts)
    return missing


def _batches(paths: Sequence[str], sizes: Mapping[str, int]) -> Iterator[Batch]:
    batch: list[str] = []
    total = 0
    for path in paths:
        batch.append(path)
        total += sizes[path]
        if total >= BATCH_BYTES or len(batch) >= BATCH_FILES:
            yield tuple(batch)
            batch, total = [], 0
    if batch:
        yield tuple(batch)


def _parse_all(
    source: Source, host: "PluginHost", gathered: Gathered, batches: list[Batch], workers: int
) -> Iterator[ParsedBatch]:
    """Parse all batches; a file that costs a worker its life is left out, and the rest goes on without it."""
    parser = BatchParser(host)
    while batches:
        tasks = (_tasks(source, batch, gathered.plugins) for batch in batches)
        done = 0
        try:
            # One worker is this process, whatever the executor: a job of a cluster must not wait for the cluster.
            results = map(parser, tasks) if workers <= 1 else host.map(host.profile.executor, parser, tasks, workers)
            for result in results:
                done += 1
                if result.tally is not None:
                    host.absorb(result.tally)
                yield result
            return
        except LostItemError as error:
            lost, batches = batches[done], batches[done + 1 :]
            if len(lost) > 1:
                batches = [*((path,) for path in lost), *batches]
                continue
            plugin = gathered.plugins[lost[0]] or ""
            gathered.problems.append(Problem(lost[0], f"skipped: {error.reason}", None, plugin))


def _tasks(source: Source, batch: Batch, plugins: Mapping[str, str | None]) -> list[Task]:
    return [Task(file, plugins[file.path]) for file in source.read_many(batch)]


def _take_parsed(
    parsed: Parsed, gathered: Gathered, names: Mapping[str | None, tuple[str, int]]
) -> tuple[FactKey, bytes] | None:
    """Add what was read from a file; return the row for the cache, which failures do not enter."""
    if parsed.problem is not None:
        gathered.take(parsed.path, parsed.payload, None)
        gathered.problems.append(parsed.problem)
        return None
    key = FactKey(parsed.digest, parsed.path, *names[gathered.plugins[parsed.path]])
    gathered.take(parsed.path, parsed.payload, key)
    gathered.parsed += 1
    return key, parsed.payload
