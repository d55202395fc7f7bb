"""The claims that the formats have in common."""

from bisect import bisect_left
from typing import ClassVar, Literal

from crossbearing.plugin import (
    Component,
    Configuration,
    Dependency,
    EntryPoint,
    FileTree,
    Language,
    Layout,
    LockedPackage,
    PackageManager,
    Runner,
    SourceFile,
    TestSuite,
)
from crossbearing_ecosystems._secrets import without_credentials, without_secrets
from crossbearing_ecosystems._sheet import ClaimSheet, Span

DependencyKind = Literal["runtime", "dev", "optional", "build"]
EntryKind = Literal["console-script", "gui-script", "bin", "main", "plugin", "service"]
ComponentKind = Literal["package", "module", "app", "lib"]
RunnerSource = Literal["target", "ci", "script", "convention"]


class ProjectSheet(ClaimSheet):
    """The claims of one file about a project of some ecosystem.

    ``ecosystem`` is the package URL type of its dependencies. Every method takes the ``span`` of lines in which the
    proof is to be found, and further ``spellings`` to look for where the name itself does not stand there.
    """

    ecosystem: ClassVar[str] = ""

    def __init__(self, file: SourceFile, tree: FileTree, ecosystem: str = "") -> None:
        super().__init__(file)
        self.tree = tree
        self.package_type = ecosystem or self.ecosystem

    def has_folder(self, path: str) -> bool:
        """Say whether any scanned file lies in the folder ``path``."""
        paths = self.tree.paths
        place = bisect_left(paths, f"{path}/")
        return place < len(paths) and paths[place].startswith(f"{path}/")

    def must_name(self, path: str) -> bool:
        """Say whether a member's manifest is only read where a workspace claims it: it lies among tests or examples."""
        file = self.tree.read(path)
        return file is not None and file.role in ("test", "docs", "example")

    def declare(
        self,
        name: str,
        version: str | None,
        span: Span,
        kind: DependencyKind = "runtime",
        *spellings: str,
        group: str = "",
        marker: str = "",
        source: str = "",
        ecosystem: str = "",
    ) -> None:
        """Claim a declared dependency; of the URL that it comes from, without passwords and tokens."""
        evidence, spelling = self.proof(span, name, *spellings)
        self.add(
            Dependency(
                evidence=evidence,
                spelling=spelling,
                name=name,
                version=without_credentials(version) if version else None,
                kind=kind,
                group=group,
                marker=marker,
                source=without_credentials(source),
                ecosystem=ecosystem or self.package_type,
            )
        )

    def lock(
        self,
        name: str,
        version: str,
        span: Span,
        *spellings: str,
        requirements: tuple[str, ...] = (),
        folder: str | None = None,
        direct: bool = False,
        ecosystem: str = "",
    ) -> None:
        """Claim a package in the version that a lock file holds."""
        evidence, spelling = self.proof(span, name, *spellings)
        self.add(
            LockedPackage(
                evidence=evidence,
                spelling=spelling,
                name=name,
                version=version,
                ecosystem=ecosystem or self.package_type,
                requirements=requirements,
                folder=folder,
                direct=direct,
            )
        )

    def component(self, name: str, path: str, span: Span, kind: ComponentKind, *spellings: str) -> None:
        """Claim a first-party component; an empty ``path`` is the repository's root."""
        evidence, spelling = self.proof(span, name, *spellings)
        self.add(
            Component(
                evidence=evidence,
                spelling=spelling,
                name=name,
                path=path or ".",
                kind=kind,
                ecosystem=self.package_type,
            )
        )

    def language(self, name: str, span: Span, *spellings: str, version: str | None = None) -> None:
        """Claim a language in the versions that the project asks for."""
        evidence, spelling = self.proof(span, name, *spellings)
        self.add(Language(evidence=evidence, spelling=spelling, name=name, version_hint=version or None))

    def manager(self, name: str, span: Span, *spellings: str, version: str | None = None) -> None:
        """Claim the package manager."""
        evidence, spelling = self.proof(span, name, *spellings)
        self.add(PackageManager(evidence=evidence, spelling=spelling, name=name, version_hint=version or None))

    def runner(
        self,
        name: str,
        command: str,
        span: Span,
        *spellings: str,
        source: RunnerSource,
        directory: str | None = None,
        job: str = "",
        shell: str = "",
        matrix: tuple[str, ...] = (),
    ) -> None:
        """Claim a command; it runs in the file's own folder unless ``directory`` says otherwise."""
        evidence, spelling = self.proof(span, name, *spellings)
        self.add(
            Runner(
                evidence=evidence,
                spelling=spelling,
                name=name,
                command=command,
                source=source,
                directory=self.directory if directory is None else directory,
                job=job,
                shell=shell,
                matrix=matrix,
            )
        )

    def entry_point(
        self, name: str, target: str, span: Span, kind: EntryKind, group: str = "", *spellings: str
    ) -> None:
        """Claim a place where a program starts; a template's placeholder is the name of none."""
        if "{{" in name:
            return
        evidence, spelling = self.proof(span, name, *spellings)
        self.add(EntryPoint(evidence=evidence, spelling=spelling, name=name, kind=kind, target=target, group=group))

    def test_suite(self, framework: str, span: Span, command: str | None = None, *spellings: str) -> None:
        """Claim a test framework."""
        evidence, spelling = self.proof(span, framework, *spellings)
        self.add(TestSuite(evidence=evidence, spelling=spelling, framework=framework, command=command))

    def layout(self, convention: str, span: Span, *spellings: str) -> None:
        """Claim a convention of where things live."""
        evidence, spelling = self.proof(span, convention, *spellings)
        self.add(Layout(evidence=evidence, spelling=spelling, convention=convention))

    def configuration(
        self,
        name: str,
        kind: Literal["environment", "settings", "database", "file"],
        span: Span,
        *spellings: str,
        value: str = "",
    ) -> None:
        """Claim a setting; of an environment variable's value, without what may be secret in it."""
        evidence, spelling = self.proof(span, name, *spellings)
        if kind == "environment":
            value = without_secrets(name, value)
        self.add(Configuration(evidence=evidence, spelling=spelling, name=name, kind=kind, value=value))
