"""Mapping a repository: manifest, facts of every file, linked graph and index, from the cache wherever possible."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from attrs import asdict, define, evolve, frozen

from crossbearing.model.answer import PluginStatus
from crossbearing.model.facts import FileFacts, ModuleLinks
from crossbearing.model.graph import CodeGraph
from crossbearing.model.history import UNKNOWN, Past
from crossbearing.model.index import TextIndex
from crossbearing.model.location import Problem, problem_order
from crossbearing.recon.codec import FORMAT, DamagedFactsError, decode_facts
from crossbearing.recon.garbage import paused_collection
from crossbearing.recon.history import RepositoryHistory
from crossbearing.recon.manifest import Manifest, manifest_from_json, manifest_to_json
from crossbearing.recon.persist import MapParts, load_edges, load_inputs, load_map, load_references, save_map
from crossbearing.recon.references import UNRESOLVED
from crossbearing.recon.symbols import TEXT
from crossbearing.recon.textfacts import TEXT_VERSION
from crossbearing.source import Source
from crossbearing.store import Store

# What only making a map takes is imported where a map is made: most questions are asked of one that is kept.
if TYPE_CHECKING:
    from crossbearing.recon.candidates import LanguageNames
    from crossbearing.recon.gather import Gathered
    from crossbearing.recon.link import LinkedGraph
    from crossbearing.recon.relink import LastLink, LinkInputs
    from crossbearing.registry import PluginHost

LINK_VERSION = 4
"""Raise it when linking or indexing the same facts gives another map: kept maps are then made anew."""

Progress = Callable[[str, int, int], None]
"""Called with the name of a stage, how much of it is done, and how much there is; from the calling thread."""


@frozen
class ScanStatistics:
    """What a scan did: ``files`` take part in the map; of those with facts, some were ``parsed`` and some ``reused``.

    ``skipped`` are the files that were left out, before or during the scan. ``references`` and ``unresolved`` count
    uses of names, ``edges`` the edges of all types between entities.
    """

    files: int = 0
    parsed: int = 0
    reused: int = 0
    skipped: int = 0
    definitions: int = 0
    references: int = 0
    unresolved: int = 0
    edges: int = 0


@define(eq=False, repr=False)
class RepositoryMap:
    """Everything known of a repository at one state of its files.

    ``fingerprint`` stands for the files and everything else that the map was computed from. ``errors`` are what plugins
    could not read or do; ``skipped`` the files that were left out and why, the same whether the map was made or loaded.
    ``history`` is read when it is asked for.
    """

    name: str
    revision: str | None
    fingerprint: str
    manifest: Manifest
    graph: CodeGraph
    index: TextIndex
    tree: Source
    errors: tuple[Problem, ...] = ()
    skipped: tuple[Problem, ...] = ()
    statistics: ScanStatistics = ScanStatistics()
    plugins: tuple[PluginStatus, ...] = ()
    history: Past = UNKNOWN


def scan(
    source: Source,
    store: Store,
    host: "PluginHost",
    *,
    progress: Progress | None = None,
    workers: int | None = None,
    persist: bool = True,
) -> RepositoryMap:
    """Return the map of ``source`` as its files are now.

    Where the store holds a map with the same fingerprint, it is loaded and nothing is read. Otherwise only files whose
    content no scan has seen are parsed, by up to ``workers`` processes (default: one a processor); with ``persist`` the
    map becomes the store's current one. Facts are cached either way.

    Raises :class:`~crossbearing.model.errors.CrossbearingError` where the store or (with a strict host) a plugin fails.
    """
    report = progress or _say_nothing
    fingerprint = map_fingerprint(source, host, lambda done, total: report("reading", done, total))
    if persist and (kept := _kept(source, store, host, fingerprint)) is not None:
        kept.history = RepositoryHistory(source, store.build_dir)
        return kept
    with paused_collection():
        found, linked, inputs = _scan(source, store, host, report, workers)
        if persist:
            report("store", 0, 1)
            save_map(store, _parts(found), linked.references, linked.imports, inputs.to_bytes())
            report("store", 1, 1)
    found.history = RepositoryHistory(source, store.build_dir)
    return found


def _kept(source: Source, store: Store, host: "PluginHost", fingerprint: str) -> RepositoryMap | None:
    """The map that the store holds under ``fingerprint``, made current if it is not; None where there is none."""
    parts = load_map(store, fingerprint)
    if parts is None:
        return None
    header = store.current()
    if header is None or header.fingerprint != fingerprint:
        tables = load_references(store, fingerprint)
        if tables is None:
            return None
        save_map(store, evolve(parts, revision=source.revision), *tables)
    try:
        manifest = manifest_from_json(parts.manifest)
        statistics = ScanStatistics(**parts.details["statistics"])
        skipped = _skipped(source, [Problem(**item) for item in parts.details["skipped"]])
    except (LookupError, TypeError, ValueError):
        return None
    return RepositoryMap(
        name=source.name,
        revision=source.revision,
        fingerprint=fingerprint,
        manifest=manifest,
        graph=parts.graph,
        index=parts.index,
        tree=source,
        errors=parts.errors,
        skipped=skipped,
        statistics=evolve(statistics, parsed=0, reused=statistics.parsed + statistics.reused, skipped=len(skipped)),
        plugins=host.statuses(),
    )


def _skipped(source: Source, kept: Iterable[Problem]) -> tuple[Problem, ...]:
    """What listing met this time, and for files that are still listed what reading met when the map was made."""
    met = set(source.skipped) | {problem for problem in kept if source.exists(problem.file)}
    return tuple(sorted(met, key=problem_order))


def _parts(found: RepositoryMap) -> MapParts:
    return MapParts(
        repo=found.name,
        revision=found.revision,
        fingerprint=found.fingerprint,
        graph=found.graph,
        index=found.index,
        manifest=manifest_to_json(found.manifest),
        errors=found.errors,
        details={
            "statistics": asdict(found.statistics),
            "skipped": [asdict(problem) for problem in found.skipped],
        },
    )


def map_fingerprint(
    source: Source, host: "PluginHost", report: Callable[[int, int], None] = lambda done, total: None
) -> str:
    """SHA-256 over all that a map depends on: files, versions and options of plugins, and this module's version.

    ``report`` is told how many of how many files have been read for it.
    """
    state = hashlib.sha256(f"{source.fingerprint(report)}\n{LINK_VERSION}\n{FORMAT}\n{TEXT_VERSION}\n".encode())
    for kind in ("ecosystem", "language"):
        for plugin in host.enabled(kind):
            # A plugin that cannot be loaded leaves an error in the map; one that is switched off does not.
            state.update(f"{plugin}\n{host.state(plugin)}\n".encode())
    return state.hexdigest()


def _scan(
    source: Source, store: Store, host: "PluginHost", report: Progress, workers: int | None
) -> "tuple[RepositoryMap, LinkedGraph, LinkInputs]":
    from crossbearing.recon.dispatch import Languages
    from crossbearing.recon.gather import gather
    from crossbearing.recon.index import build_index
    from crossbearing.recon.kept_manifest import manifest_of

    manifest = manifest_of(source, store, host, lambda done, total: report("manifest", done, total))
    assigned = Languages.of(host).assign(source)
    gathered = gather(
        source, store, host, assigned, workers=workers, report=lambda done: report("files", done, len(assigned))
    )
    report("files", len(assigned), len(assigned))
    report("graph", 0, 2)
    links = _link_modules(source, host, gathered)
    linked, inputs = _link(source, store, host, gathered, links)
    errors, statistics = _errors(host, gathered), _statistics(source, gathered, linked)
    # By far the largest part, and not needed any more: what follows would otherwise set the peak.
    gathered.facts.clear()
    report("graph", 1, 2)
    index = build_index(linked.graph, gathered.text)
    report("graph", 2, 2)
    found = RepositoryMap(
        name=source.name,
        revision=source.revision,
        # Taken again: of files that were edited since, the new content has been read.
        fingerprint=map_fingerprint(source, host),
        manifest=manifest,
        graph=linked.graph,
        index=index,
        tree=source,
        errors=errors,
        skipped=source.skipped,
        statistics=statistics,
        plugins=host.statuses(),
    )
    return found, linked, inputs


def _link_modules(source: Source, host: "PluginHost", gathered: "Gathered") -> dict[str, ModuleLinks]:
    links: dict[str, ModuleLinks] = {}
    for plugin, files in _by_plugin(gathered).items():
        answer = host.link_modules(plugin, files, source)
        if answer is None:
            continue
        if answer.value is None:
            gathered.problems.append(Problem("", f"imports lead nowhere: {answer.error}", None, plugin))
        else:
            links.update(answer.value)
    return links


def _link(
    source: Source, store: Store, host: "PluginHost", gathered: "Gathered", links: Mapping[str, ModuleLinks]
) -> "tuple[LinkedGraph, LinkInputs]":
    """The graph: taken over from the current map where only text was edited, else linked in full."""
    from crossbearing.recon.link import families_of, link
    from crossbearing.recon.relink import LinkInputs, link_context, linked_before

    languages = _language_names(host, gathered)
    roles = {entry.path: entry.role for entry in source.entries}
    inputs = LinkInputs(gathered.keys, link_context(links, roles, languages, LINK_VERSION))
    line_counts = gathered.text.line_counts
    changed = _changed_facts(store, gathered, inputs)
    if changed is not None:
        families = families_of(languages)
        last = partial(_last_link, store)
        linked = linked_before(last, changed, gathered.facts, links, roles, line_counts, families)
        if linked is not None:
            return linked, inputs
    return link(gathered.facts, links, roles, line_counts=line_counts, languages=languages), inputs


def _language_names(host: "PluginHost", gathered: "Gathered") -> "dict[str, LanguageNames]":
    from crossbearing.recon.candidates import LanguageNames

    languages: dict[str, LanguageNames] = {}
    for plugin, files in _by_plugin(gathered).items():
        names = LanguageNames(
            frozenset(host.attribute(plugin, "BUILTINS", ())),
            frozenset(host.attribute(plugin, "COMMON_MEMBERS", ())),
            bool(host.attribute(plugin, "IMPLICIT_RECEIVER", False)),
            bool(host.attribute(plugin, "OVERLOADS", False)),
            bool(host.attribute(plugin, "RECEIVER_PARAMETER", False)),
            str(host.attribute(plugin, "FAMILY", "")),
        )
        languages.update((facts.language, names) for facts in files.values())
    return languages


def _changed_facts(store: Store, gathered: "Gathered", inputs: "LinkInputs") -> dict[str, FileFacts] | None:
    """The old facts of the files that changed since the current map; None where more than a few files did."""
    from crossbearing.recon.relink import LinkInputs

    header = store.current()
    if header is None or gathered.facts.keys() != inputs.keys.keys():
        return None
    known = load_inputs(store, header.fingerprint)
    try:
        before = None if known is None else LinkInputs.from_bytes(known)
    except (ValueError, LookupError, TypeError):
        return None
    changed = None if before is None else before.changed(inputs)
    if before is None or changed is None:
        return None
    payloads = store.get_facts(before.keys[path] for path in changed)
    try:
        facts = {key.path: decode_facts(payload)[0] for key, payload in payloads.items()}
    except DamagedFactsError:
        return None
    return facts if len(facts) == len(changed) else None


def _last_link(store: Store) -> "LastLink | None":
    """What linking made of the current map."""
    header = store.current()
    if header is None:
        return None
    from crossbearing.recon.relink import LastLink

    edges, tables = load_edges(store, header.fingerprint), load_references(store, header.fingerprint)
    return None if edges is None or tables is None else LastLink(*tables, edges)


def _by_plugin(gathered: "Gathered") -> dict[str, dict[str, FileFacts]]:
    """The facts that each language plugin gave, by path; plugins by name."""
    groups: dict[str, dict[str, FileFacts]] = {}
    for path, facts in gathered.facts.items():
        plugin = gathered.plugins[path]
        if plugin is not None and facts.language != TEXT:
            groups.setdefault(plugin, {})[path] = facts
    return dict(sorted(groups.items()))


def _errors(host: "PluginHost", gathered: "Gathered") -> tuple[Problem, ...]:
    """Failures of language plugins, and for each file that was only read in part the first place that was not."""
    found = [problem for problem in host.problems() if problem.plugin.startswith("language.") and not problem.file]
    found += gathered.problems
    for path, facts in gathered.facts.items():
        for problem in sorted(facts.problems, key=lambda problem: problem.line)[:1]:
            more = f" (and {len(facts.problems) - 1} more)" if len(facts.problems) > 1 else ""
            found.append(
                Problem(path, f"parsed with errors: {problem.reason}{more}", problem.line, gathered.plugins[path] or "")
            )
    return tuple(sorted(set(found), key=problem_order))


def _statistics(source: Source, gathered: "Gathered", linked: "LinkedGraph") -> ScanStatistics:
    targets = linked.references.targets
    return ScanStatistics(
        files=len(gathered.facts),
        parsed=gathered.parsed,
        reused=gathered.reused,
        skipped=len(source.skipped),
        definitions=len(linked.graph) - len(gathered.facts),
        references=len(linked.references),
        unresolved=int((targets == UNRESOLVED).sum()),
        edges=sum(len(edges) for edges in linked.graph.edges.values()),
    )


def _say_nothing(stage: str, done: int, total: int) -> None:
    """The progress that nobody watches."""
