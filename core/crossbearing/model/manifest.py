"""The manifest: what a repository is made of, as its own files state it."""

import re
from collections.abc import Mapping

from attrs import Factory, frozen

from crossbearing.model.claims import (
    Claim,
    Component,
    Configuration,
    Dependency,
    EntryPoint,
    ExternalPackage,
    Language,
    Layout,
    LockedPackage,
    PackageManager,
    Runner,
    Target,
    TestSuite,
)
from crossbearing.model.location import Location, Problem

_PLACEHOLDER = re.compile(r"\$\{\{|\{\{|<<\s*[\w.]+\s*>>|\$\[\[|\$\(\s*[\w.]+\s*\)")


def has_placeholder(command: str) -> bool:
    """Say whether a command only becomes one when a template or a matrix fills it in (``${{ matrix.command }}``)."""
    return bool(_PLACEHOLDER.search(command))


@frozen(eq=False)
class Manifest:
    """The claims of a repository (reconnaissance specification, §3.1), sorted, each proved by a line.

    ``runners`` holds the canonical command for each name and directory, ``alternatives`` those that lost, and
    ``package_manager`` the main one of ``package_managers``. ``also`` gives further lines that make the same claim, and
    ``source_files`` the number of source files by language, declared or not. ``errors`` is what could not be read.
    """

    repo: str
    languages: tuple[Language, ...] = ()
    package_managers: tuple[PackageManager, ...] = ()
    components: tuple[Component, ...] = ()
    dependencies: tuple[Dependency, ...] = ()
    tests: tuple[TestSuite, ...] = ()
    external_packages: tuple[ExternalPackage, ...] = ()
    runners: tuple[Runner, ...] = ()
    entry_points: tuple[EntryPoint, ...] = ()
    layout: tuple[Layout, ...] = ()
    config: tuple[Configuration, ...] = ()
    targets: tuple[Target, ...] = ()
    locked: tuple[LockedPackage, ...] = ()
    errors: tuple[Problem, ...] = ()
    alternatives: tuple[Runner, ...] = ()
    also: Mapping[Claim, tuple[Location, ...]] = Factory(dict)
    source_files: Mapping[str, int] = Factory(dict)

    @property
    def package_manager(self) -> PackageManager | None:
        """The main package manager, or None where none is stated."""
        return self.package_managers[0] if self.package_managers else None

    def claims(self) -> tuple[Claim, ...]:
        """Every claim in the order of the sections, those that lost included."""
        return (
            *self.languages,
            *self.package_managers,
            *self.components,
            *self.dependencies,
            *self.tests,
            *self.external_packages,
            *self.runners,
            *self.alternatives,
            *self.entry_points,
            *self.layout,
            *self.config,
            *self.targets,
            *self.locked,
        )

    def runner(self, purpose: str, directory: str = "") -> Runner | None:
        """The canonical command for a purpose (``build``, ``test``, ``lint``) in a directory, or None.

        A runner of that very name comes first; then one whose name begins with the purpose (``test-unit``; for ``lint``
        also ``check``), as the specification classifies targets. A command with a placeholder, which only CI can fill
        in, is none to run.
        """
        candidates = [
            runner for runner in self.runners if runner.directory == directory and not has_placeholder(runner.command)
        ]
        for prefix in (purpose, *(("check",) if purpose == "lint" else ())):
            exact = [runner for runner in candidates if runner.name == prefix]
            # A step of CI is named by its purpose or by a sentence: one that begins with "Test" may do anything.
            alike = [runner for runner in candidates if runner.source != "ci" and runner.name.startswith(prefix)]
            if exact or alike:
                return (exact or alike)[0]
        return None

    def component_of(self, path: str) -> Component | None:
        """The innermost component that holds a file; None where none does."""
        holding = [
            component
            for component in self.components
            if component.path in ("", ".") or path == component.path or path.startswith(f"{component.path}/")
        ]
        return max(holding, key=lambda component: (len(component.path), component.name), default=None)
