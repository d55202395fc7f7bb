"""The exact version of a declared dependency, as a lock file holds it, and which dependencies are components.

A dependency leads to a locked package of the same ecosystem and name, in a lock file of its own folder or, where the
ecosystem has workspaces, of the nearest folder above. Where that lock file holds several versions of the name, the one
counts whose requirement is the declared one, or that is locked for the dependency's folder, or that the project asked
for itself; where that leaves several, none is claimed.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from posixpath import join, normpath

from attrs import evolve

from crossbearing.model.claims import Component, Dependency, LockedPackage
from crossbearing.source.paths import folder_of, parents

WORKSPACE = "workspace"
"""The source of a dependency that is a component of the same repository."""

_SEPARATORS = re.compile(r"[-_.]+")
_SPELLED_ALIKE: dict[str, Callable[[str], str]] = {
    "pypi": lambda name: _SEPARATORS.sub("-", name).lower(),
    "composer": str.lower,
    "nuget": str.lower,
    "swift": str.lower,
}
"""Ecosystems in which one package has several spellings, and the one under which they are compared."""
_ALONE = frozenset({"composer", "golang", "nuget", "swift"})
"""Ecosystems in which a lock file holds for the manifest beside it alone."""
_STATED = frozenset({"cargo", "hex", "maven", "nuget", "swift"})
"""Ecosystems in which a dependency comes from elsewhere unless it is said to be of the repository."""

_Key = tuple[str, str]


def with_resolved_versions(
    dependencies: Iterable[Dependency], locked: Sequence[LockedPackage], components: Iterable[Component]
) -> list[Dependency]:
    """Say of each dependency which version is locked, and whether it is a component of this repository."""
    members = {_key(claim.ecosystem, claim.name): claim.path for claim in components if claim.ecosystem}
    packages: defaultdict[_Key, list[LockedPackage]] = defaultdict(list)
    for package in locked:
        packages[_key(package.ecosystem, package.name)].append(package)
    return [_completed(claim, packages, members) for claim in dependencies]


def _completed(claim: Dependency, packages: dict[_Key, list[LockedPackage]], members: dict[_Key, str]) -> Dependency:
    key = _key(claim.ecosystem, claim.name)
    folder = folder_of(claim.evidence.path)
    member = members.get(key, "")
    # A source that is no path leads nowhere near a component.
    is_named = not claim.source and claim.ecosystem not in _STATED
    is_member = is_named or normpath(join(folder, claim.source)) == member
    if member and is_member and member != (folder or "."):
        return evolve(claim, source=WORKSPACE)
    if claim.source == WORKSPACE or key not in packages:
        return claim
    package = _resolved(claim, packages[key])
    return evolve(claim, resolved=package.version, resolved_at=package.evidence) if package else claim


def _resolved(claim: Dependency, packages: Sequence[LockedPackage]) -> LockedPackage | None:
    """The one locked package that the dependency leads to, or None where there is none or no telling."""
    folder = folder_of(claim.evidence.path)
    for nearest in (*reversed(parents(claim.evidence.path)), ""):
        found = [
            package
            for package in packages
            if folder_of(package.evidence.path) == nearest and _covers(package.evidence.path, claim)
        ]
        if not found:
            continue
        for narrower in _narrower(claim, folder, found):
            if len({package.version for package in narrower}) == 1:
                return narrower[0]
        return None
    return None


def _narrower(claim: Dependency, folder: str, packages: list[LockedPackage]) -> Iterator[list[LockedPackage]]:
    """Ever smaller choices among ``packages``, those that the lock file itself tells apart first."""
    here = [package for package in packages if package.folder == folder]
    asked = [package for package in packages if claim.version and claim.version in package.requirements]
    yield [package for package in here if package in asked]
    yield here
    yield asked
    yield packages
    yield [package for package in packages if package.version == (claim.version or "").lstrip("=v ")]
    yield [package for package in packages if package.direct]


def _covers(lock: str, claim: Dependency) -> bool:
    """Say whether a lock file beside or above a manifest can hold for it."""
    manifest = claim.evidence.path
    if claim.ecosystem != "gem":
        return claim.ecosystem not in _ALONE or folder_of(lock) == folder_of(manifest)
    # Every Gemfile has a lock file of its own; a gemspec is part of what the main one locks.
    folder, slash, name = manifest.rpartition("/")
    if name.endswith(".gemspec"):
        return lock.rpartition("/")[2] in ("Gemfile.lock", "gems.locked")
    return lock == (f"{folder}{slash}gems.locked" if name == "gems.rb" else f"{manifest}.lock")


def _key(ecosystem: str, name: str) -> _Key:
    spell = _SPELLED_ALIKE.get(ecosystem)
    return ecosystem, spell(name) if spell else name
