"""The claims that the Python formats have in common."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import Literal

from crossbearing.plugin import (
    Component,
    Dependency,
    EntryPoint,
    FileTree,
    Language,
    Layout,
    PackageManager,
    Runner,
    SourceFile,
    TestSuite,
)
from crossbearing_ecosystems._pep508 import canonical_name, is_package_name, parse_requirement
from crossbearing_ecosystems._sheet import ClaimSheet, Span

DependencyKind = Literal["runtime", "dev", "optional", "build"]
EntryKind = Literal["console-script", "gui-script", "bin", "main", "plugin"]

TEST_FRAMEWORKS = frozenset({"behave", "nose", "nose2", "pytest", "robotframework", "ward"})


class PythonSheet(ClaimSheet):
    """The claims of one file about a Python project.

    ``own_name`` is the project's name: an extra that lists it (``all = ["project[a,b]"]``) is no dependency.
    ``sources`` says where a dependency comes from if not from an index, by canonical name. ``code_folder`` is where the
    packages are, relative to the file.
    """

    def __init__(self, file: SourceFile, tree: FileTree) -> None:
        super().__init__(file)
        self.tree = tree
        self.own_name = ""
        self.sources: dict[str, str] = {}
        self.code_folder = ""

    def requirement(self, text: str, span: Span, kind: DependencyKind, group: str = "", marker: str = "") -> None:
        """Claim the dependency that a requirement string declares."""
        required = parse_requirement(text)
        if required is None:
            self.problem(f"not a requirement: {text.strip()[:80]!r}", span[0])
            return
        marker = " and ".join(part for part in (marker, required.marker) if part)
        self.dependency(required.name, required.version, span, kind, group, marker, required.source)

    def dependency(
        self,
        name: str,
        version: str | None,
        span: Span,
        kind: DependencyKind,
        group: str = "",
        marker: str = "",
        source: str = "",
    ) -> None:
        """Claim a dependency, and a test framework where it is one that is not needed at run time."""
        canonical = canonical_name(name)
        if canonical == canonical_name(self.own_name):
            return
        evidence, spelling = self.proof(span, name)
        source = source or self.sources.get(canonical, "")
        self.add(
            Dependency(
                evidence=evidence,
                spelling=spelling,
                name=name,
                version=version,
                kind=kind,
                group=group,
                marker=marker,
                source=source,
            )
        )
        if canonical in TEST_FRAMEWORKS and kind in ("dev", "optional"):
            self.add(TestSuite(evidence=evidence, spelling=spelling or name, framework=canonical))

    def project(self, name: str, span: Span, *, is_application: bool) -> None:
        """Claim the project that the file describes."""
        if not is_package_name(name):
            return
        self.own_name = name
        evidence, spelling = self.proof(span, name)
        kind: Literal["app", "lib"] = "app" if is_application else "lib"
        self.add(Component(evidence=evidence, spelling=spelling, name=name, path=self.directory or ".", kind=kind))

    def package(self, folder: str, name: str, span: Span) -> None:
        """Claim the import package ``name`` in ``folder`` (relative to the file), if there is one."""
        path = self.beside("/".join((*_parts(folder), *name.split("."))))
        is_module = self.tree.exists(f"{path}.py")
        if not is_module and not self.has_folder(path):
            return
        path = f"{path}.py" if is_module else path
        evidence, spelling = self.proof(span, path, name, name.rpartition(".")[2])
        self.add(
            Component(
                evidence=evidence, spelling=spelling, name=path, path=path, kind="module" if is_module else "package"
            )
        )

    def has_folder(self, path: str) -> bool:
        """Say whether any scanned file lies in the folder ``path``."""
        paths = self.tree.paths
        place = bisect_left(paths, f"{path}/")
        return place < len(paths) and paths[place].startswith(f"{path}/")

    def sources_in(self, folder: str, span: Span) -> None:
        """Claim the ``src`` layout if ``folder`` is one."""
        if _parts(folder) == ["src"]:
            evidence, spelling = self.proof(span, "src-layout", "src")
            self.add(Layout(evidence=evidence, spelling=spelling, convention="src-layout"))

    def python(self, version: str, span: Span) -> None:
        """Claim Python in the versions that the project asks for."""
        evidence, spelling = self.proof(span, "python", "Python")
        hint = "".join(version.split()) or None
        self.add(Language(evidence=evidence, spelling=spelling, name="python", version_hint=hint))

    def classifiers(self, classifiers: Iterable[tuple[str, Span]]) -> None:
        """Claim the languages that trove classifiers name and that nothing else in the file does."""
        known = {claim.name for claim in self.claims if isinstance(claim, Language)} | {"other"}
        for classifier, span in classifiers:
            name = classifier.removeprefix("Programming Language :: ").partition(" :: ")[0].strip()
            if classifier.startswith("Programming Language :: ") and name.lower() not in known:
                known.add(name.lower())
                evidence, spelling = self.proof(span, name.lower(), name)
                self.add(Language(evidence=evidence, spelling=spelling, name=name.lower()))

    def entry_point(self, name: str, target: str, span: Span, kind: EntryKind, group: str = "") -> None:
        """Claim a script or a plugin; a template's placeholder is the name of none."""
        if "{{" in name:
            return
        evidence, spelling = self.proof(span, name)
        self.add(EntryPoint(evidence=evidence, spelling=spelling, name=name, kind=kind, target=target, group=group))

    def manager(self, name: str, span: Span, *spellings: str) -> None:
        """Claim the package manager."""
        evidence, spelling = self.proof(span, name, *spellings)
        self.add(PackageManager(evidence=evidence, spelling=spelling, name=name))

    def runner(
        self, name: str, command: str, span: Span, *spellings: str, source: Literal["script", "convention"]
    ) -> None:
        """Claim a command that runs in the file's own folder."""
        evidence, spelling = self.proof(span, name, *spellings)
        self.add(
            Runner(
                evidence=evidence,
                spelling=spelling,
                name=name,
                command=command,
                source=source,
                directory=self.directory,
            )
        )

    def test_suite(self, framework: str, span: Span, command: str | None = None, *spellings: str) -> None:
        """Claim a test framework."""
        evidence, spelling = self.proof(span, framework, *spellings)
        self.add(TestSuite(evidence=evidence, spelling=spelling, framework=framework, command=command))


def _parts(folder: str) -> list[str]:
    return [part for part in folder.split("/") if part not in ("", ".")]
