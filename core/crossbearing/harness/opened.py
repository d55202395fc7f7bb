"""A repository that is opened, and its map, made by the first question and kept warm."""

import threading
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from attrs import evolve

from crossbearing.harness.flags import Flags
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.location import Problem, problem_order
from crossbearing.model.profile import Profile
from crossbearing.recon.scan import scan
from crossbearing.registry import PluginHost, load_profile
from crossbearing.source import Source, open_source
from crossbearing.store import Store, build_directory

if TYPE_CHECKING:
    from crossbearing.recon.manifest import Manifest
    from crossbearing.recon.query import GraphQueries
    from crossbearing.recon.scan import Progress, RepositoryMap

# Renderers and executors have no part in what an answer says.
_ANSWERING_KINDS = ("ecosystem", "language", "channel", "expansion", "fusion")


class OpenedRepository:
    """What every kind of question rests on: the source, the map, the plugins, and a lock around them."""

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
    ) -> Self:
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

    def manifest(self) -> "Manifest":
        """Return what the repository is made of, from the warm map."""
        with self._lock:
            return self._warm().manifest

    def close(self) -> None:
        """Let go of the map and of the processes behind it; the harness cannot be used afterwards."""
        with self._lock:
            self._closed = True
            self._map = self._queries = None
            if self._source is not None:
                self._source.close()
                self._source = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _warm(self) -> "RepositoryMap":
        return self._map if self._map is not None else self.scan()

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

    def _joined(self, errors: "Iterable[Problem]") -> "tuple[Problem, ...]":
        """Add what is wrong with the installed plugins: whoever reads an answer must know what had no part in it."""
        return tuple(sorted({*errors, *self.host.standing_problems(_ANSWERING_KINDS)}, key=problem_order))
