"""One repository, opened: its map is kept warm between questions."""

import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from attrs import evolve

from crossbearing.harness.flags import Flags
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.issue import IssueBundle
from crossbearing.model.location import Problem, problem_order
from crossbearing.model.profile import Profile
from crossbearing.model.report import Agreement, Ranking, Report, Table
from crossbearing.recon.scan import scan
from crossbearing.registry import PluginHost, load_profile
from crossbearing.source import Source, open_source
from crossbearing.store import Store, build_directory

if TYPE_CHECKING:
    from collections.abc import Callable

    from crossbearing.dynamic.evidence import SpectrumRequest
    from crossbearing.harness.session import RepairSession, Step
    from crossbearing.model.answer import PluginStatus
    from crossbearing.model.context import Context
    from crossbearing.model.facts import ReferenceKind
    from crossbearing.model.graph import EdgeType
    from crossbearing.model.questions import QuestionAnswer
    from crossbearing.model.relations import Definitions, Family, KinRelation, Neighbourhood, Paths, Uses
    from crossbearing.model.spectrum import Spectrum
    from crossbearing.model.stages import AskModel, RecallItem
    from crossbearing.recon.manifest import Manifest
    from crossbearing.recon.query import GraphQueries
    from crossbearing.recon.scan import Progress, RepositoryMap
    from crossbearing.repair.priors import PriorStore


_LOCALIZATION_KINDS = ("channel.", "expansion.", "fusion.")
# Of what a symbol means, the places that are named beside the chosen one.
_MOST_ALTERNATIVES = 5
# Renderers and executors have no part in what an answer says.
_ANSWERING_KINDS = ("ecosystem", "language", "channel", "expansion", "fusion")


class Harness:
    """A repository at one place, ready to answer; use it as a context manager, or close it.

    The map is built by the first question and kept: questions after it are answered from memory, on the state of the
    files at that time. :meth:`refresh` after edits brings it up to date and costs only what changed. All methods may
    be called from several threads; they take turns. ``host`` are the plugins in use, ``flags`` the stages that act, and
    ``notices`` is what the last scan had to say about the build directory.

    >>> with Harness.open("path/to/repository") as harness:
    ...     report = harness.locate("IndexError in Parser.peek when the input is empty")
    ...     best = report.ranking.files[0].file
    """

    def __init__(
        self, repo: Path, host: PluginHost, *, rev: str | None = None, build_dir: Path | None = None, flags: Flags
    ) -> None:
        self._repo = repo
        self._rev = rev
        self._build_dir = build_dir
        self._lock = threading.RLock()
        self._source: Source | None = None
        self._map: RepositoryMap | None = None
        self._queries: GraphQueries | None = None
        self._closed = False
        self._manifest_given = False
        self.host = host
        self.flags = flags
        self.notices: tuple[Problem, ...] = ()

    @classmethod
    def open(
        cls,
        repo: str | Path = ".",
        profile: str | Path | Profile | None = None,
        *,
        rev: str | None = None,
        build_dir: str | Path | None = None,
        without: Iterable[str] = (),
        only: Iterable[str] = (),
        strict: bool = False,
        trace: bool = False,
    ) -> "Harness":
        """Open a working tree, a plain folder, or (with ``rev``) a revision of a repository; nothing is read yet.

        ``profile`` is a preset's name, a file or a :class:`Profile`; None is ``CROSSBEARING_PROFILE`` or ``default``.
        ``without`` and ``only`` are qualified plugin names. With ``strict`` a plugin's failure raises instead of being
        reported; with ``trace`` each plugin call is logged on standard error. ``build_dir`` is where the map is kept.

        Raises :class:`CrossbearingError` for a repository, revision, profile or plugin that does not exist, and for
        options that a plugin does not take.
        """
        chosen = profile if isinstance(profile, Profile) else load_profile(None if profile is None else str(profile))
        host = PluginHost.open(chosen, without=tuple(without), only=tuple(only), strict=strict, trace=trace)
        host.check_options()
        place = None if build_dir is None else Path(build_dir)
        harness = cls(Path(repo), host, rev=rev, build_dir=place, flags=Flags.read())
        harness._opened()
        return harness

    def scan(self, progress: "Progress | None" = None) -> "RepositoryMap":
        """Bring the map up to date with the files and return it; what did not change is not read again.

        Raises :class:`CrossbearingError` where ``RECON=current`` switches the map off.
        """
        self.flags.require_map()
        with self._lock:
            source = self._reopened()
            with Store.of(source, self._build_dir) as store:
                found = scan(source, store, self.host, progress=progress)
                self._map = evolve(found, errors=self._joined(found.errors))
                self._queries = None
                self.notices = store.notices
            return self._map

    def refresh(
        self, changed_paths: "Iterable[str | Path] | None" = None, *, progress: "Progress | None" = None
    ) -> "RepositoryMap":
        """Bring the map up to date after edits; costs a look at each file, and what changed.

        ``changed_paths`` are all paths that may have changed since, where the caller knows them: where none of them
        lies in the repository outside the build directory, there is nothing to do.
        """
        with self._lock:
            if changed_paths is not None and self._map is not None and not self._may_change(changed_paths):
                return self._map
            return self.scan(progress)

    def places(self) -> tuple[Path, Path]:
        """The root of the working tree, and the directory that keeps its map.

        Raises :class:`CrossbearingError` for a revision, which has no working tree.
        """
        with self._lock:
            source = self._opened()
            if source.root is None:
                raise CrossbearingError("this repository has no working tree")
            return source.root, build_directory(source, self._build_dir)

    def _may_change(self, paths: "Iterable[str | Path]") -> bool:
        """Whether a change of one of ``paths`` (absolute, or relative to the repository) can change the map."""
        if self._opened().root is None:
            return False  # a revision never changes
        root, build_dir = (place.resolve() for place in self.places())
        for path in paths:
            place = (root / path).parent.resolve() / Path(path).name
            inside = place.is_relative_to(root) and ".git" not in place.relative_to(root).parts[:1]
            if inside and not place.is_relative_to(build_dir):
                return True
        return False

    def manifest(self) -> "Manifest":
        """Return what the repository is made of, from the warm map."""
        with self._lock:
            return self._warm().manifest

    def locate(
        self,
        issue: str,
        traceback: str | None = None,
        repro: str | None = None,
        top: int = 10,
        *,
        spectrum: "Spectrum | None" = None,
        before: int | None = None,
    ) -> Report:
        """Rank the places where the fault that ``issue`` describes is, with the evidence for each.

        ``traceback`` is a stack trace as text, ``repro`` the id of a failing test (which is not run: :meth:`spectrum`
        does that), ``top`` how many files to return at most. ``spectrum`` is which test executed what; the traceback
        of its failure is used where no other is given. ``before`` leaves commits of that time (seconds since 1970) or
        later out of the history. Where ``RECON=current`` or ``LOCALIZE=current`` switches localization off, the report
        is empty and its notes say why.
        """
        from crossbearing.localize import LocateRequest, locate

        with self._lock:
            if why := self.flags.why_no_localization:
                return self._nothing(why)
            if traceback is None and spectrum is not None:
                traceback = spectrum.traceback(self._warm().graph)
            request = LocateRequest(issue, traceback, repro=repro, top=top, spectrum=spectrum, before=before)
            report = locate(self._warm(), request, self.host)
            general = [problem for problem in self._warm().errors if not problem.file]
            errors = self._joined((*report.errors, *general))
            return evolve(report, errors=errors, plugins=self._plugins(report))

    def spectrum(self, request: "SpectrumRequest | str", progress: "Callable[[str], None] | None" = None) -> "Spectrum":
        """Run a failing test and passing ones near it in the project's interpreter: which test executed what.

        This executes the repository's code, in a copy unless the request says otherwise, and nothing else here does.
        Raises :class:`CrossbearingError` where nothing can be run.
        """
        from crossbearing.dynamic.evidence import SpectrumRequest, collect_spectrum

        with self._lock:
            asked = SpectrumRequest((request,)) if isinstance(request, str) else request
            return collect_spectrum(self._opened(), self._warm().graph, asked, progress)

    def read_coverage(
        self, paths: "Sequence[str | Path]", *, junit: "Sequence[str | Path]" = (), failed: "Sequence[str]" = ()
    ) -> "Spectrum":
        """Read coverage that other tools wrote: which test executed what, and how each ended.

        ``junit`` are reports of how the tests ended, ``failed`` the names of those that failed. Raises
        :class:`CrossbearingError` for files that are not as expected.
        """
        from crossbearing.dynamic.importers.reading import read_spectrum

        with self._lock:
            places, reports = [Path(path) for path in paths], [Path(path) for path in junit]
            root = self._opened().root
            return read_spectrum(places, self._warm().graph, root=root, junit=reports, failed=failed)

    def detailed(self, report: Report) -> Report:
        """The same report with the code of its places and their neighbours, for renderers that show these."""
        from crossbearing.localize.details import with_details

        with self._lock:
            if not report.ranking.files:
                return report
            found = self._warm()
            return evolve(report, ranking=with_details(report.ranking, found.graph, found.tree))

    def definitions(
        self, symbol: str, *, kinds: "Collection[str]" = (), files: "Sequence[str]" = (), limit: int | None = None
    ) -> "Definitions":
        """What ``symbol`` may mean, the likeliest first, each with the reason.

        A symbol is a qualified name or a dotted end of one (``Parser.peek``), ``FILE``, ``FILE:NAME`` or ``FILE:LINE``
        (the innermost definition there). Here and in the questions below, a name that means several definitions asks
        about all of them; ``files`` keeps only places in these files, folders or patterns, ``limit`` cuts each list,
        and ``certain`` leaves out what has a confidence below 1. All raise :class:`CrossbearingError`, with near
        matches, for a symbol that does not exist.
        """
        with self._lock:
            return self._graph().definitions(symbol, kinds=kinds, files=files, limit=limit)

    def callers(
        self,
        symbol: str,
        *,
        depth: int = 1,
        kinds: "Collection[ReferenceKind]" = (),
        files: "Sequence[str]" = (),
        certain: bool = False,
        limit: int | None = None,
    ) -> "Uses":
        """Every place that calls or otherwise uses ``symbol``, with its confidence; up to ``depth`` calls away.

        ``kinds`` are of uses: ``call``, ``read``, ``base`` and ``decorator``; all by default.
        """
        with self._lock:
            return self._graph().callers(symbol, depth=depth, kinds=kinds, files=files, certain=certain, limit=limit)

    def callees(
        self,
        symbol: str,
        *,
        depth: int = 1,
        kinds: "Collection[ReferenceKind]" = (),
        files: "Sequence[str]" = (),
        certain: bool = False,
        limit: int | None = None,
    ) -> "Uses":
        """What ``symbol`` and all that is defined inside it use, with the names that lead nowhere known."""
        with self._lock:
            return self._graph().callees(symbol, depth=depth, kinds=kinds, files=files, certain=certain, limit=limit)

    def importers(
        self, symbol: str, *, depth: int = 1, files: "Sequence[str]" = (), limit: int | None = None
    ) -> "Uses":
        """Import statements that lead to ``symbol``; to a module, also those that lead to what it defines."""
        with self._lock:
            return self._graph().importers(symbol, depth=depth, files=files, limit=limit)

    def imports(self, symbol: str, *, depth: int = 1, files: "Sequence[str]" = (), limit: int | None = None) -> "Uses":
        """Import statements of ``symbol`` (of a module: of the whole file) that lead to code of the project."""
        with self._lock:
            return self._graph().imports(symbol, depth=depth, files=files, limit=limit)

    def inheritance(
        self,
        symbol: str,
        *,
        depth: int | None = None,
        relations: "Collection[KinRelation]" = (),
        files: "Sequence[str]" = (),
        limit: int | None = None,
    ) -> "Family":
        """Bases and subclasses of a class; methods that a method overrides, and that override it."""
        with self._lock:
            return self._graph().inheritance(symbol, depth=depth, relations=relations, files=files, limit=limit)

    def path(self, source: str, target: str, *, types: "Collection[EdgeType]" = (), certain: bool = False) -> "Paths":
        """Shortest paths between two symbols, in both directions; over ``types`` of edges (``invoke``, ``import``, …).

        By default over calls and other uses, and where those do not connect the two, over edges of all types.
        """
        with self._lock:
            return self._graph().path(source, target, types=types, certain=certain)

    def neighbourhood(
        self,
        symbol: str,
        *,
        depth: int = 1,
        types: "Collection[EdgeType]" = (),
        files: "Sequence[str]" = (),
        certain: bool = False,
        limit: int | None = None,
    ) -> "Neighbourhood":
        """The definitions within ``depth`` edges of ``symbol`` in either direction, each once, the nearest first."""
        with self._lock:
            return self._graph().neighbourhood(
                symbol, depth=depth, types=types, files=files, certain=certain, limit=limit
            )

    def context(self, task: str, entity: str | None = None, spectrum: "Spectrum | None" = None) -> "Context":
        """Just enough of the repository for a task that is worked on in ``entity`` (a symbol; None: nowhere yet).

        The signals of the gate decide whether anything beyond the manifest's header is needed, and the ladder how much;
        the answer's ``text`` keeps the budgets of the profile. Where ``RECON=current`` switches the map off, nothing is
        retrieved, and the header is empty.
        """
        from crossbearing.model.context import Context, ContextQuery
        from crossbearing.model.suspicion import suspicion_of
        from crossbearing.recon.context import context_of, named_place

        with self._lock:
            if self.flags.why_no_map:
                return Context(False, entity, {}, "", 0)
            found, queries = self._warm(), self._graph()
            meant = [] if entity is None else queries.meant(entity)
            suspicious = {} if spectrum is None else suspicion_of(spectrum, found.graph)
            query = ContextQuery(task, meant[0] if meant else None, found.graph, found.manifest, found.tree, suspicious)
            answer = context_of(query, queries.uses, self.host)
            others = meant[1 : 1 + _MOST_ALTERNATIVES]
            return evolve(answer, alternatives=tuple(named_place(found.graph, other) for other in others))

    def ask(self, question: str, argument: str = "") -> "QuestionAnswer":
        """Answer one of six questions from the map alone: ``tests-for``, ``defines``, ``calls``, ``affects`` a symbol,
        ``builds`` a component (or the repository), ``config`` of a word.
        """
        from crossbearing.recon.questions import Artifacts, answer_question

        with self._lock:
            queries, found = self._graph(), self._warm()
            return answer_question(Artifacts(found.graph, found.manifest, queries), question, argument)

    def session(
        self,
        issue: str,
        *,
        base: str = "HEAD",
        check: str = "",
        ask: "AskModel | None" = None,
        memory: "Iterable[RecallItem]" = (),
        priors: "PriorStore | None" = None,
        midway: int = 10,
        say: "Callable[[Step], None] | None" = None,
    ) -> "RepairSession":
        """Begin the repair of one issue: the stages F1 to F10 over the events of any agent, those that are switched on.

        ``base`` is the commit that is repaired, ``check`` a command that must stay green besides the spec-test, ``ask``
        a model's client for the stages that may use one, ``memory`` what is remembered, ``priors`` where priors are
        kept. ``say`` is told each line of the log as it comes.
        """
        from crossbearing.harness.session import RepairSession

        return RepairSession(
            self, issue, base=base, check=check, ask=ask, memory=memory, priors=priors, midway=midway, say=say
        )

    def manifest_once(self) -> str | None:
        """The manifest as text of at most 5,000 tokens, the first time; None after that: it is not given twice."""
        from crossbearing.recon.manifest import render_manifest

        with self._lock:
            if self._manifest_given or self.flags.why_no_map:
                return None
            text = render_manifest(self._warm().manifest, self.host.profile.budgets.manifest_tokens)
            self._manifest_given = True
            return text

    def export_graph(self) -> Iterator[str]:
        """Yield the graph as lines of JSON, nodes first: the rows of the store's views ``nodes`` and ``edges``."""
        from crossbearing.recon.export import export_graph

        with self._lock:
            found, source = self._warm(), self._opened()
        with Store.of(source, self._build_dir) as store:
            header = store.current()
            if header is None or header.fingerprint != found.fingerprint:
                self.scan()  # another map took its place in the build directory
                header = store.current()
            if header is None or header.fingerprint != found.fingerprint:
                raise CrossbearingError(f"the map is not kept in {store.build_dir}; name another build directory")
            yield from export_graph(store)

    def render(self, report: Report | Table, format: str = "json") -> str:  # noqa: A002 - as on the command line
        """Write a report with the renderer plugin of this name."""
        with self._lock:
            return self.host.render(format, report)

    def close(self) -> None:
        """Let go of the map and of the processes behind it; the harness cannot be used afterwards."""
        with self._lock:
            self._closed = True
            self._map = self._queries = None
            if self._source is not None:
                self._source.close()
                self._source = None

    def __enter__(self) -> "Harness":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _joined(self, errors: "Iterable[Problem]") -> "tuple[Problem, ...]":
        """Add what is wrong with the installed plugins: whoever reads an answer must know what had no part in it."""
        return tuple(sorted({*errors, *self.host.standing_problems(_ANSWERING_KINDS)}, key=problem_order))

    def _plugins(self, report: Report) -> "tuple[PluginStatus, ...]":
        """The plugins of the report, without how those fared that only act where the map is not yet up to date.

        Those that could not be loaded are kept: the same question must have the same answer, but not a silent one.
        """
        broken = self.host.unloadable()
        return tuple(
            status
            for status in report.plugins
            if status.status == "disabled" or status.plugin in broken or status.plugin.startswith(_LOCALIZATION_KINDS)
        )

    def _graph(self) -> "GraphQueries":
        """The questions about the warm map; the lines that its edges come from are read with the first one."""
        found = self._warm()
        if self._queries is None:
            from crossbearing.recon.persist import load_references
            from crossbearing.recon.query import GraphQueries

            with Store.of(self._opened(), self._build_dir) as store:
                tables = load_references(store, found.fingerprint)
            if tables is None:
                raise CrossbearingError(
                    f"the map is no longer in {store.build_dir}; scan again, or name another build directory"
                )
            self._queries = GraphQueries(found.graph, *tables)
        return self._queries

    def _warm(self) -> "RepositoryMap":
        return self._map if self._map is not None else self.scan()

    def _opened(self) -> Source:
        if self._closed:
            raise CrossbearingError("this harness is closed; open another one")
        if self._source is None:
            self._source = open_source(self._repo, self._rev)
        return self._source

    def _reopened(self) -> Source:
        """Return the source with the files as they are now; a revision never changes."""
        if self._map is not None and self._source is not None and self._rev is None:
            self._source.close()
            self._source = None
        return self._opened()

    def _nothing(self, why: str) -> Report:
        source = self._opened()
        return Report(
            repo=source.name,
            revision=source.revision,
            profile=self.host.profile.name,
            ranking=Ranking(),
            confidence="none",
            agreement=Agreement(top1=None),
            bundle=IssueBundle(),
            notes={"explanation": why},
        )
