"""From the claims of many files to one manifest: merged, sorted, and with one answer to each question."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeVar, cast

from attrs import evolve, fields

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
from crossbearing.model.location import Location, Problem, problem_order
from crossbearing.model.manifest import Manifest
from crossbearing.model.role import role_of
from crossbearing.recon.manifest.locks import with_resolved_versions
from crossbearing.recon.manifest.order import SECTION_ORDERS, place_order
from crossbearing.recon.manifest.runners import choose_runners, with_commands
from crossbearing.source.paths import folder_of, parents

C = TypeVar("C", bound=Claim)

_SET = object.__setattr__
_SLOTS: dict[type[Claim], tuple[tuple[str, ...], Callable[[Claim], tuple[Any, ...]]]] = {}

_FAMILIES: Mapping[str, str] = {
    "executable": "program",
    "test": "test",
    "aggregator": "custom",
    "runner": "custom",
    "package": "package",
}
"""A library, a program and a test may share a name; what kind of library it is, or whether a custom target runs
anything, is not known to all that speak of it."""

_IDENTITIES: Mapping[type[Claim], Callable[[Any], tuple[Any, ...]]] = {
    Language: lambda claim: (claim.name,),
    PackageManager: lambda claim: (claim.name,),
    Component: lambda claim: (claim.path, claim.name),
    Dependency: lambda claim: (
        claim.name,
        claim.version,
        claim.kind,
        claim.group,
        claim.marker,
        claim.source,
        claim.component,
    ),
    TestSuite: lambda claim: (claim.framework, claim.component),
    ExternalPackage: lambda claim: (claim.path,),
    EntryPoint: lambda claim: (claim.name, claim.kind, claim.group, claim.target, claim.component),
    Layout: lambda claim: (claim.convention,),
    # Settings files for several situations may each select a database; a variable is one wherever it is read.
    Configuration: lambda claim: (
        claim.name,
        claim.kind,
        claim.component,
        claim.kind != "environment" and claim.value,
    ),
    Target: lambda claim: (claim.name, claim.directory, _FAMILIES.get(claim.kind, "library")),
    LockedPackage: lambda claim: (
        claim.ecosystem,
        claim.name,
        claim.version,
        claim.folder,
        claim.evidence.path,
        claim.requirements,
    ),
}
"""What makes two claims of a kind the same claim, proved twice."""

_PREFERENCES: Mapping[type[Claim], Callable[[Any], Any]] = {
    # A range says what the project works with, a single version what one developer has.
    Language: lambda claim: (claim.version_hint is None, (claim.version_hint or "")[:1].isdigit()),
    Component: lambda claim: claim.kind == "lib",
    TestSuite: lambda claim: claim.command is None,
    Configuration: lambda claim: not claim.value,
    # What a person wrote says more than what a build system answered about it.
    Target: lambda claim: (claim.evidence.path.endswith(".json"), not (claim.sources or claim.command)),
    PackageManager: lambda claim: claim.version_hint is None,
}
"""Of several proofs of one claim, the one for which this is least says most."""

_MANAGED: Mapping[str, tuple[str, ...]] = {
    manager: tuple(languages.split())
    for languages, managers in {
        "python": "conda flit hatch pdm pip pipenv pixi poetry setuptools uv",
        "javascript typescript": "bun deno npm pnpm yarn",
        "java kotlin scala groovy": "gradle maven",
        "ruby": "bundler",
        "rust": "cargo",
        "go": "go",
        "php": "composer",
        "dart": "pub",
        "elixir": "mix",
        "swift": "swift swiftpm",
        "c# f#": "dotnet nuget",
    }.items()
    for manager in managers.split()
}
"""The languages whose packages a package manager installs."""
_COME_ALONG = frozenset({"pip", "setuptools"})


def assemble_manifest(
    repo: str,
    claims: Iterable[Claim],
    problems: Iterable[Problem] = (),
    *,
    observed: Iterable[Claim] = (),
    source_files: Mapping[str, int] | None = None,
) -> Manifest:
    """Make the manifest of the repository named ``repo``.

    ``claims`` are those that manifest files make and prove, in any order. ``observed`` are claims proved by the files
    that are there; they only fill in what no manifest says. ``source_files`` counts source files by language.
    """
    counts = dict(sorted((source_files or {}).items()))
    declared = _by_kind(_located(list(claims)))
    seen = _by_kind(observed)
    also: dict[Claim, tuple[Location, ...]] = {}
    runners = choose_runners(cast(list[Runner], declared[Runner]))
    also.update(runners.also)

    def section(kind: type[C]) -> list[C]:
        found = _merged(cast(list[C], declared[kind]), also)
        if seen[kind]:
            known = {_identity(claim) for claim in found}
            found += (claim for claim in cast(list[C], seen[kind]) if _identity(claim) not in known)
        order = SECTION_ORDERS.get(kind.section)
        return sorted(found, key=order) if order else found

    components = section(Component)
    locked = section(LockedPackage)
    dependencies = section(Dependency)
    completed = with_resolved_versions(dependencies, locked, components)
    for before, after in zip(dependencies, completed, strict=True):
        if before is not after and before in also:
            also[after] = also.pop(before)
    return Manifest(
        repo=repo,
        languages=tuple(sorted(section(Language), key=lambda claim: (-counts.get(claim.name, 0), claim.name))),
        package_managers=_ranked_managers(
            section(PackageManager), also, cast(list[Language], declared[Language]), counts
        ),
        components=tuple(claim for claim in components if not _is_test_package(claim)),
        dependencies=tuple(completed),
        tests=tuple(with_commands(section(TestSuite), runners.runners, also)),
        external_packages=tuple(section(ExternalPackage)),
        runners=runners.runners,
        entry_points=tuple(section(EntryPoint)),
        layout=tuple(section(Layout)),
        config=tuple(section(Configuration)),
        targets=tuple(section(Target)),
        locked=tuple(locked),
        errors=tuple(sorted(set(problems), key=problem_order)),
        alternatives=runners.alternatives,
        also=also,
        source_files=counts,
    )


def _by_kind(claims: Iterable[Claim]) -> defaultdict[type[Claim], list[Claim]]:
    kinds: defaultdict[type[Claim], list[Claim]] = defaultdict(list)
    for claim in claims:
        kinds[type(claim)].append(claim)
    return kinds


def _identity(claim: Claim) -> tuple[Any, ...]:
    return _IDENTITIES[type(claim)](claim)


def _merged(claims: Sequence[C], also: dict[Claim, tuple[Location, ...]]) -> list[C]:
    """One claim for each identity; the further lines that prove it go to ``also``."""
    firsts: dict[tuple[Any, ...], C] = {}
    repeated: defaultdict[tuple[Any, ...], list[C]] = defaultdict(list)
    for claim in claims:
        identity = _identity(claim)
        if firsts.setdefault(identity, claim) is not claim:
            repeated[identity].append(claim)
    for identity, group in repeated.items():
        group.append(firsts[identity])
        first, *others = _ranked(group)
        if isinstance(first, Target):
            first = _united(first, cast(list[Target], others))
        firsts[identity] = first
        if lines := dict.fromkeys(other.evidence for other in others if other.evidence != first.evidence):
            also[first] = tuple(lines)
    return list(firsts.values())


def _ranked(group: list[C]) -> list[C]:
    """Several proofs of one claim: first the one that says most, then by their places."""
    preference = _PREFERENCES.get(type(group[0]), _no_preference)
    keys = {id(claim): (preference(claim), place_order(claim.evidence)) for claim in group}
    ranked = sorted(group, key=lambda claim: keys[id(claim)])
    best = [claim for claim in ranked if keys[id(claim)] == keys[id(ranked[0])]]
    # Only of claims on one line does it take all that they say to put them in one order.
    return [*sorted(best, key=repr), *ranked[len(best) :]] if len(best) > 1 else ranked


def _no_preference(claim: Claim) -> int:
    return 0


def _united(target: Target, others: Iterable[Target]) -> Any:
    """A target with all that is known of what it depends on and is made of."""
    return evolve(
        target,
        depends_on=tuple(dict.fromkeys(name for each in (target, *others) for name in each.depends_on)),
        sources=tuple(dict.fromkeys(path for each in (target, *others) for path in each.sources)),
    )


def _located(claims: list[Claim]) -> list[Claim]:
    """Say of each claim which component it belongs to, in a repository where folders have manifests of their own."""
    folders = {
        claim.path for claim in claims if isinstance(claim, Component) and claim.path == folder_of(claim.evidence.path)
    }
    if not folders:
        return claims
    enclosing: dict[str, str] = {}
    located: list[Claim] = []
    for claim in claims:
        path = claim.evidence.path
        folder = enclosing.get(path)
        if folder is None:
            folder = enclosing[path] = _enclosing(path, folders)
        located.append(_moved(claim, folder) if folder and not claim.component else claim)
    return located


def _moved(claim: Claim, component: str) -> Claim:
    """The claim as one of ``component``; as ``evolve`` would, in half the time, since every claim may be moved."""
    kind = type(claim)
    names, values = _SLOTS.get(kind) or _slots(kind)
    copy: Claim = object.__new__(kind)
    for name, value in zip(names, values(claim), strict=True):
        _SET(copy, name, value)
    _SET(copy, "component", component)
    return copy


def _slots(kind: type[Claim]) -> tuple[tuple[str, ...], Callable[[Claim], tuple[Any, ...]]]:
    names = tuple(attribute.name for attribute in fields(kind))
    _SLOTS[kind] = names, attrgetter(*names)
    return _SLOTS[kind]


def _enclosing(path: str, folders: set[str]) -> str:
    """The innermost of ``folders`` that ``path`` lies in, or an empty string."""
    return next((folder for folder in reversed(parents(path)) if folder in folders), "")


def _is_test_package(claim: Component) -> bool:
    """Say whether a package that a build is told to take holds tests: it is shipped, but no component."""
    inside = {"package": f"{claim.path}/_", "module": claim.path}.get(claim.kind)
    return inside is not None and role_of(inside) == "test"


def _ranked_managers(
    managers: list[PackageManager],
    also: Mapping[Claim, tuple[Location, ...]],
    languages: Iterable[Language],
    counts: Mapping[str, int],
) -> tuple[PackageManager, ...]:
    """The main package manager first.

    It is the one that any line nearest to the root proves; there, that of the language with most source files; there,
    one that a project chooses before what comes with its language; there, one whose own name stands on its line before
    one that was concluded from other words.
    """
    files: dict[str, int] = {}
    for language in languages:
        path = language.evidence.path
        for place in (path, folder_of(path)):
            files[place] = max(files.get(place, 0), counts.get(language.name, 0))

    def rank(claim: PackageManager) -> tuple[Any, ...]:
        path = claim.evidence.path
        managed = [counts.get(language, 0) for language in _MANAGED.get(claim.name, ())]
        count = max(managed) if managed else files.get(path, files.get(folder_of(path), 0))
        # The line with the version, of a wrapper or a tool's list, may lie deeper than the one that says what builds.
        depth = min(place.path.count("/") for place in (claim.evidence, *also.get(claim, ())))
        return depth, -count, claim.name in _COME_ALONG, bool(claim.spelling), path, claim.evidence.line

    return tuple(sorted(managers, key=rank))
