"""Running the ecosystem plugins over a repository's manifest files."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from crossbearing.model.claims import Claim, Component, Dependency, ExternalPackage, Target
from crossbearing.model.errors import PluginError
from crossbearing.model.file import SourceFile
from crossbearing.model.location import Problem
from crossbearing.model.manifest import Manifest
from crossbearing.model.role import role_of
from crossbearing.recon.garbage import paused_collection
from crossbearing.recon.manifest.assemble import assemble_manifest
from crossbearing.recon.manifest.observed import observe
from crossbearing.recon.manifest.patterns import PatternTable
from crossbearing.recon.manifest.proof import ProofReader, first_words
from crossbearing.recon.manifest.roles import Standing, container_of, standing_of
from crossbearing.recon.manifest.suffixes import language_of
from crossbearing.source import Source
from crossbearing.source.paths import folder_of

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost


Report = Callable[[int, int], None]
"""Called with how many manifest files are read, and how many there are."""

_SIDES: tuple[Standing, ...] = ("support", "none")


def collect_manifest(source: Source, host: "PluginHost", report: Report | None = None) -> Manifest:
    """Read the manifest of a repository; a file or plugin that fails becomes an entry of its ``errors``.

    Raises :class:`~crossbearing.model.errors.PluginError` for a failing plugin where ``host`` is strict.
    """
    collector = _Collector(source, host, PatternTable(host.declared_claims("ecosystem")))
    if report is not None:
        collector.report = report
    with paused_collection():
        collector.run()
        observed = observe(source)
        return assemble_manifest(
            source.name,
            collector.claims,
            collector.problems,
            observed=observed.claims,
            source_files=observed.source_files,
        )


@define
class _Collector:
    """The state of one collection."""

    source: Source
    host: "PluginHost"
    table: PatternTable
    claims: list[Claim] = field(factory=list)
    problems: list[Problem] = field(factory=list)
    plugins: dict[str, tuple[str, ...]] = field(factory=dict)
    external: dict[str, ExternalPackage] = field(factory=dict)
    report: Report = lambda done, total: None
    _named: set[str] = field(factory=set)

    def run(self) -> None:
        by_standing = self._by_standing()
        self._take_own(by_standing)
        for file in self.source.read_many(by_standing["support"]):
            self._take_support(file)
        for file in self.source.read_many(_outermost(by_standing["vendored"])):
            self._take_vendored(file)
        self.claims += self.external.values()
        self._note_skipped()
        self.report(len(self.plugins), len(self.plugins))

    def _by_standing(self) -> dict[Standing, list[str]]:
        paths: dict[Standing, list[str]] = {"own": [], "support": [], "vendored": [], "none": []}
        for entry in self.source.entries:
            if plugins := self.table.plugins_for(entry.path):
                self.plugins[entry.path] = plugins
                standing = standing_of(entry)
                if standing != "support" or not language_of(entry.path):
                    paths[standing].append(entry.path)
        return paths

    def _take_own(self, by_standing: dict[Standing, list[str]]) -> None:
        """Take the repository's own manifests, and those of the members that they name, wherever these lie."""
        waiting = by_standing["own"]
        done = total = 0
        while waiting:
            total += len(waiting)
            found = len(self.claims)
            for file in self.source.read_many(waiting):
                claims, problems = self._ask(file)
                self.claims += claims
                self.problems += problems
                done += 1
                self.report(done, total)
            members = _members(self.claims[found:])
            waiting = []
            for standing in _SIDES:
                kept = by_standing[standing]
                waiting += (path for path in kept if folder_of(path) in members)
                by_standing[standing] = [path for path in kept if folder_of(path) not in members]

    def _take_support(self, file: SourceFile) -> None:
        """Take what a file of the tests or the documentation needs and builds.

        Of the tests, a file that describes a project of its own is a fixture.
        """
        claims, problems = self._ask(file)
        if file.role == "test" and any(isinstance(claim, Component) for claim in claims):
            return
        taken = [claim for claim in claims if isinstance(claim, Dependency | Target)]
        self.claims += taken
        self.problems += problems if taken else []

    def _take_vendored(self, file: SourceFile) -> None:
        """A third party's manifest proves that its package is there, and nothing about this repository."""
        folder = file.path.rpartition("/")[0]
        if folder in self._named:
            return
        try:
            claims, _ = self._ask(file)
        except PluginError:
            # A strict host is strict about this repository's files.
            claims = []
        named = next((claim for claim in claims if isinstance(claim, Component)), None)
        if named is not None:
            self._named.add(folder)
            spelling = named.spelling or named.name
            self.external[folder] = ExternalPackage(
                evidence=named.evidence, spelling=spelling, name=folder, path=folder
            )
        elif folder not in self.external and folder != container_of(file.path) and (found := first_words(file)):
            self.external[folder] = ExternalPackage(evidence=found[0], spelling=found[1], name=folder, path=folder)

    def _ask(self, file: SourceFile) -> tuple[list[Claim], list[Problem]]:
        """The claims of one file that hold, and what was wrong with the others."""
        claims: list[Claim] = []
        problems: list[Problem] = []
        reader = ProofReader(self.source)
        for plugin in self.plugins[file.path]:
            answer = self.host.parse_manifest(plugin, file, self.source)
            if answer.value is None:
                problems.append(Problem(file.path, answer.error or "no answer", answer.line, plugin))
                continue
            for item in reader.accept(plugin, file, answer.value):
                if isinstance(item, Problem):
                    problems.append(item)
                else:
                    claims.append(item)
        return claims, problems

    def _note_skipped(self) -> None:
        """A manifest that the source left out (too large, binary, unreadable) is missing from the claims: say so."""
        for problem in self.source.skipped:
            # Source files are looked at for settings, but one that is missing hides no manifest.
            is_ours = role_of(problem.file) not in ("vendored", "example") and not language_of(problem.file)
            if problem.file and is_ours and self.table.plugins_for(problem.file):
                self.problems.append(problem)


def _members(claims: Iterable[Claim]) -> set[str]:
    """The folders of components that a file elsewhere names: the members of a workspace, the projects of a solution."""
    return {
        claim.path for claim in claims if isinstance(claim, Component) and claim.path != folder_of(claim.evidence.path)
    }


def _outermost(paths: Sequence[str]) -> Iterator[str]:
    """The manifests of each vendored package: those in its outermost folder that has any, the container's last."""
    packages: set[str] = set()
    for path in sorted(paths, key=_vendored_order):
        folder = path.rpartition("/")[0]
        if not any(parent in packages for parent in _parents(folder, container_of(path))):
            packages.add(folder)
            yield path


def _vendored_order(path: str) -> tuple[bool, int, str]:
    folder = path.rpartition("/")[0]
    return folder == container_of(path), path.count("/"), path


def _parents(folder: str, container: str) -> Iterable[str]:
    """The folders above ``folder``, as far up as ``container`` (left out)."""
    parent = folder.rpartition("/")[0]
    while len(parent) > len(container):
        yield parent
        parent = parent.rpartition("/")[0]
