"""The claims that the Python formats have in common."""

from collections.abc import Iterable
from typing import Literal

from crossbearing.plugin import Component, Dependency, FileTree, Language, SourceFile, TestSuite
from crossbearing_ecosystems._pep508 import canonical_name, is_package_name, parse_requirement
from crossbearing_ecosystems._project_sheet import DependencyKind, ProjectSheet
from crossbearing_ecosystems._secrets import without_credentials
from crossbearing_ecosystems._sheet import Span

TEST_FRAMEWORKS = frozenset({"behave", "nose", "nose2", "pytest", "robotframework", "ward"})


class PythonSheet(ProjectSheet):
    """The claims of one file about a Python project.

    ``own_name`` is the project's name: an extra that lists it (``all = ["project[a,b]"]``) is no dependency.
    ``sources`` says where a dependency comes from if not from an index, by canonical name. ``code_folder`` is where the
    packages are, relative to the file.
    """

    ecosystem = "pypi"

    def __init__(self, file: SourceFile, tree: FileTree) -> None:
        super().__init__(file, tree)
        self.own_name = ""
        self._own_canonical_name = ""
        self.sources: dict[str, str] = {}
        self.code_folder = ""

    def requirement(self, text: str, span: Span, kind: DependencyKind, group: str = "", marker: str = "") -> None:
        """Claim the dependency that a requirement string declares."""
        required = parse_requirement(text)
        if required is None:
            self.problem(f"not a requirement: {text.strip()[:80]!r}", span[0])
            return
        name, version, own_marker, source = required
        marker = f"{marker} and {own_marker}" if marker and own_marker else marker or own_marker
        self.dependency(name, version, span, kind, group, marker, source)

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
        if canonical == self._own_canonical_name:
            return
        evidence, spelling = self.proof(span, name)
        source = without_credentials(source or self.sources.get(canonical, ""))
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
                ecosystem=self.package_type,
            )
        )
        if canonical in TEST_FRAMEWORKS and kind in ("dev", "optional"):
            self.add(TestSuite(evidence=evidence, spelling=spelling or name, framework=canonical))

    def project(self, name: str, span: Span, *, is_application: bool) -> None:
        """Claim the project that the file describes."""
        if not is_package_name(name):
            return
        self.own_name = name
        self._own_canonical_name = canonical_name(name)
        kind: Literal["app", "lib"] = "app" if is_application else "lib"
        self.component(name, self.directory, span, kind)

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

    def sources_in(self, folder: str, span: Span) -> None:
        """Claim the ``src`` layout if ``folder`` is one."""
        if _parts(folder) == ["src"]:
            self.layout("src-layout", span, "src")

    def python(self, version: str, span: Span) -> None:
        """Claim Python in the versions that the project asks for."""
        self.language("python", span, "Python", version="".join(version.split()))

    def classifiers(self, classifiers: Iterable[tuple[str, Span]]) -> None:
        """Claim the languages that trove classifiers name and that nothing else in the file does."""
        known = {claim.name for claim in self.claims if isinstance(claim, Language)} | {"other"}
        for classifier, span in classifiers:
            name = classifier.removeprefix("Programming Language :: ").partition(" :: ")[0].strip()
            if classifier.startswith("Programming Language :: ") and name.lower() not in known:
                known.add(name.lower())
                self.language(name.lower(), span, name)


def _parts(folder: str) -> list[str]:
    return [part for part in folder.split("/") if part not in ("", ".")]
