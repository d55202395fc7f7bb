"""One repository, opened: its map is kept warm between questions."""

import threading
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from attrs import evolve

from crossbearing.harness.flags import Flags
from crossbearing.localize import LocateRequest, locate
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.issue import IssueBundle
from crossbearing.model.location import Problem, problem_order
from crossbearing.model.profile import Profile
from crossbearing.model.report import Agreement, Ranking, Report, Table
from crossbearing.recon.scan import scan
from crossbearing.registry import PluginHost, load_profile
from crossbearing.source import Source, open_source
from crossbearing.store import Store

if TYPE_CHECKING:
    from crossbearing.model.answer import PluginStatus
    from crossbearing.recon.manifest import Manifest
    from crossbearing.recon.scan import Progress, RepositoryMap


_LOCALIZATION_KINDS = ("channel.", "expansion.", "fusion.")
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
        self._closed = False
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
                self.notices = store.notices
            return self._map

    def refresh(self, progress: "Progress | None" = None) -> "RepositoryMap":
        """Bring the map up to date after edits: another name for :meth:`scan`."""
        return self.scan(progress)

    def manifest(self) -> "Manifest":
        """Return what the repository is made of, from the warm map."""
        with self._lock:
            return self._warm().manifest

    def locate(self, issue: str, traceback: str | None = None, repro: str | None = None, top: int = 10) -> Report:
        """Rank the places where the fault that ``issue`` describes is, with the evidence for each.

        ``traceback`` is a stack trace as text, ``repro`` the id of a failing test, ``top`` how many files to return at
        most. Where ``RECON=current`` or ``LOCALIZE=current`` switches localization off, the report is empty and its
        notes say why.
        """
        with self._lock:
            if why := self.flags.why_no_localization:
                return self._nothing(why)
            request = LocateRequest(text=issue, traceback=traceback, repro=repro, top=top)
            report = locate(self._warm(), request, self.host)
            general = [problem for problem in self._warm().errors if not problem.file]
            errors = self._joined((*report.errors, *general))
            return evolve(report, errors=errors, plugins=self._plugins(report))

    def render(self, report: Report | Table, format: str = "json") -> str:  # noqa: A002 - as on the command line
        """Write a report with the renderer plugin of this name."""
        with self._lock:
            return self.host.render(format, report)

    def close(self) -> None:
        """Let go of the map and of the processes behind it; the harness cannot be used afterwards."""
        with self._lock:
            self._closed = True
            self._map = None
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
