"""Running the ecosystem plugins over a repository's manifest files."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from crossbearing.model.claims import Claim, Component, Dependency, ExternalPackage, Target
from crossbearing.model.errors import PluginError
from crossbearing.model.file import SourceFile
from crossbearing.model.location import Problem
from crossbearing.model.role import role_of
from crossbearing.recon.manifest.assemble import assemble_manifest
from crossbearing.recon.manifest.model import Manifest
from crossbearing.recon.manifest.observed import observe
from crossbearing.recon.manifest.patterns import PatternTable
from crossbearing.recon.manifest.proof import ProofReader, first_words
from crossbearing.recon.manifest.roles import Standing, container_of, standing_of
from crossbearing.recon.manifest.suffixes import language_of
from crossbearing.source import Source

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost


def collect_manifest(source: Source, host: "PluginHost") -> Manifest:
    """Read the manifest of a repository; a file or plugin that fails becomes an entry of its ``errors``.

    Raises :class:`~crossbearing.model.errors.PluginError` for a failing plugin where ``host`` is strict.
    """
    collector = _Collector(source, host, PatternTable(host.claims("ecosystem")))
    collector.run()
    observed = observe(source)
    return assemble_manifest(
        source.name, collector.claims, collector.problems, observed=observed.claims, source_files=observed.source_files
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
    _named: set[str] = field(factory=set)

    def run(self) -> None:
        by_standing = self._by_standing()
        for standing in ("own", "support"):
            for file in self.source.read_many(by_standing[standing]):
                self._take(file, standing)
        for file in self.source.read_many(_outermost(by_standing["vendored"])):
            self._take_vendored(file)
        self.claims += self.external.values()
        self._note_skipped()

    def _by_standing(self) -> Mapping[Standing, list[str]]:
        paths: dict[Standing, list[str]] = {"own": [], "support": [], "vendored": [], "none": []}
        for entry in self.source.entries:
            if plugins := self.table.plugins_for(entry.path):
                self.plugins[entry.path] = plugins
                paths[standing_of(entry)].append(entry.path)
        return paths

    def _take(self, file: SourceFile, standing: Standing) -> None:
        claims, problems = self._ask(file)
        if standing == "support":
            # A file that describes a project of its own is a fixture; of others, what they need and build counts.
            is_fixture = any(isinstance(claim, Component) for claim in claims)
            claims = [claim for claim in claims if isinstance(claim, Dependency | Target) and not is_fixture]
            problems = problems if claims else []
        self.claims += claims
        self.problems += problems

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
