"""The claims that the formats of the JavaScript world have in common."""

from bisect import bisect_left
from collections.abc import Iterator

from crossbearing.plugin import Dependency, Language, Location
from crossbearing_ecosystems._npm_specifier import Wanted, is_package_name, read_specifier
from crossbearing_ecosystems._project_sheet import DependencyKind, ProjectSheet
from crossbearing_ecosystems._sheet import Span

_LONGEST_SPELLING = 80


class NpmSheet(ProjectSheet):
    """The claims of one file about packages of npm."""

    ecosystem = "npm"

    @property
    def declared(self) -> list[Dependency]:
        """The dependencies that have been claimed so far."""
        return [claim for claim in self.claims if isinstance(claim, Dependency)]

    def files_in(self, folder: str) -> Iterator[str]:
        """The paths of the files that lie directly in ``folder``."""
        paths = self.tree.paths
        for place in range(bisect_left(paths, f"{folder}/"), len(paths)):
            if not paths[place].startswith(f"{folder}/"):
                return
            if "/" not in paths[place][len(folder) + 1 :]:
                yield paths[place]

    def want(self, alias: str, text: str, span: Span, kind: DependencyKind, group: str = "") -> None:
        """Claim the dependency that is asked for under the name ``alias`` by ``text``."""
        if is_package_name(alias):
            self.wanted(read_specifier(alias, text), span, kind, group, alias)
        else:
            self.problem(f"not the name of a package: {alias[:80]!r}", span[0])

    def wanted(self, wanted: Wanted, span: Span, kind: DependencyKind, group: str, alias: str) -> None:
        """Claim a dependency that has been read."""
        if self.file.role in ("test", "docs"):
            kind = "dev"
        self.declare(
            wanted.name,
            wanted.version,
            span,
            kind,
            alias,
            group=group,
            source=wanted.source,
            ecosystem=wanted.ecosystem,
        )

    def witness(self, language: str, path: str) -> None:
        """Claim a language that the file at ``path`` is there for."""
        file = self.tree.read(path)
        for number, line in enumerate(file.lines if file else [], 1):
            words = line.strip()[:_LONGEST_SPELLING].strip()
            if any(map(str.isalnum, words)):
                self.add(Language(evidence=Location(path, number), spelling=words, name=language))
                return
