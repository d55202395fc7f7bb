"""One repository, opened: everything that can be asked about it."""

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from crossbearing.harness.relations import GraphQuestions
from crossbearing.model.issue import IssueBundle
from crossbearing.model.report import Agreement, Ranking, Report, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from crossbearing.dynamic.evidence import SpectrumRequest
    from crossbearing.harness.session import RepairSession, Step
    from crossbearing.model.answer import PluginStatus
    from crossbearing.model.context import Context
    from crossbearing.model.questions import QuestionAnswer
    from crossbearing.model.spectrum import Spectrum
    from crossbearing.model.stages import AskModel, RecallItem
    from crossbearing.repair.priors import PriorStore

_LOCALIZATION_KINDS = ("channel.", "expansion.", "fusion.")
# Of what a symbol means, the places that are named beside the chosen one.
_MOST_ALTERNATIVES = 5


class Harness(GraphQuestions):
    """A repository at one place, ready to answer; use it as a context manager, or close it.

    The map is built by the first question and kept: questions after it are answered from memory, on the state of the
    files at that time. :meth:`refresh` after edits brings it up to date and costs only what changed. All methods may
    be called from several threads; they take turns. ``host`` are the plugins in use, ``flags`` the stages that act, and
    ``notices`` is what the last scan had to say about the build directory.

    >>> with Harness.open("path/to/repository") as harness:
    ...     report = harness.locate("IndexError in Parser.peek when the input is empty")
    ...     best = report.ranking.files[0].file
    """

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
            self,
            issue,
            repository=self._repo,
            base=base,
            check=check,
            ask=ask,
            memory=memory,
            priors=priors,
            midway=midway,
            say=say,
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

    def render(self, report: Report | Table, format: str = "json") -> str:  # noqa: A002 - as on the command line
        """Write a report with the renderer plugin of this name."""
        with self._lock:
            return self.host.render(format, report)

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
