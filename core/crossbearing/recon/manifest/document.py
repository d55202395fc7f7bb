"""The manifest as plain data: exactly the specification's keys, and more where there is more to say; and back."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from attrs import fields

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
from crossbearing.model.manifest import Manifest

SCHEMA = "crossbearing.manifest/1"

C = TypeVar("C", bound=Claim)

_PLACES = frozenset({"evidence", "resolved_at"})
# The keys of the specification in its order, which are always there; every other field follows where it says something.
_KEYS: Mapping[type[Claim], tuple[str, ...]] = {
    Language: ("name", "version_hint"),
    PackageManager: ("name",),
    Component: ("name", "path", "kind"),
    Dependency: ("name", "version", "kind"),
    TestSuite: ("framework", "command"),
    ExternalPackage: ("name", "path"),
    Runner: ("name", "command"),
    EntryPoint: ("name", "kind"),
    Layout: ("convention",),
    Configuration: ("name", "kind"),
    Target: ("name", "kind"),
    LockedPackage: ("name", "version", "ecosystem"),
}


def manifest_to_json(manifest: Manifest) -> dict[str, Any]:
    """Return the manifest as the data of ``manifest.schema.json``; nothing is truncated."""
    return {
        "schema": SCHEMA,
        "repo": manifest.repo,
        "languages": [_language(manifest, claim) for claim in manifest.languages],
        "package_manager": _package_manager(manifest),
        "components": _section(manifest, manifest.components),
        "dependencies": _section(manifest, manifest.dependencies),
        "tests": _section(manifest, manifest.tests),
        "external-packages": _section(manifest, manifest.external_packages),
        "runners": _runners(manifest),
        "entry-points": _section(manifest, manifest.entry_points),
        "layout": _layout(manifest),
        "config": _section(manifest, manifest.config),
        "targets": _section(manifest, manifest.targets),
        "locked": _section(manifest, manifest.locked),
        "errors": [_problem(problem) for problem in manifest.errors],
    }


def manifest_from_json(data: Mapping[str, Any]) -> Manifest:
    """Return the manifest that :func:`manifest_to_json` wrote.

    Raises ``LookupError``, ``TypeError`` or ``ValueError`` for other data.
    """
    also: dict[Claim, tuple[Location, ...]] = {}

    def section(kind: type[C], items: Iterable[Mapping[str, Any]]) -> tuple[C, ...]:
        return tuple(_claim(kind, item, also) for item in items)

    managers = [data["package_manager"], *data["package_manager"].get("alternatives", ())]
    losers = [{"name": item["name"], **loser} for item in data["runners"] for loser in item.get("alternatives", ())]
    return Manifest(
        repo=data["repo"],
        languages=section(Language, data["languages"]),
        package_managers=section(PackageManager, (item for item in managers if item["name"] is not None)),
        components=section(Component, data["components"]),
        dependencies=section(Dependency, data["dependencies"]),
        tests=section(TestSuite, data["tests"]),
        external_packages=section(ExternalPackage, data["external-packages"]),
        runners=section(Runner, data["runners"]),
        entry_points=section(EntryPoint, data["entry-points"]),
        layout=section(Layout, data["layout"]["claims"]),
        config=section(Configuration, data["config"]),
        targets=section(Target, data["targets"]),
        locked=section(LockedPackage, data["locked"]),
        errors=tuple(Problem(**{"line": None, **item}) for item in data["errors"]),
        alternatives=section(Runner, losers),
        also=also,
        source_files={item["name"]: item["files"] for item in data["languages"] if "files" in item},
    )


def _section(manifest: Manifest, claims: Iterable[Claim]) -> list[dict[str, Any]]:
    return [_plain(manifest, claim) for claim in claims]


def _plain(manifest: Manifest, claim: Claim) -> dict[str, Any]:
    """A claim's own keys, its evidence, and then what differs from the default."""
    keys = _KEYS[type(claim)]
    item: dict[str, Any] = {key: getattr(claim, key) for key in keys}
    item["evidence"] = str(claim.evidence)
    for attribute in fields(type(claim)):
        name = attribute.name
        value = getattr(claim, name)
        if (value or value != attribute.default) and name not in keys and name != "evidence":
            item[name] = _value(value)
    if lines := manifest.also.get(claim):
        item["also"] = [str(line) for line in lines]
    return item


def _value(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, Location) else value


def _language(manifest: Manifest, claim: Language) -> dict[str, Any]:
    item = _plain(manifest, claim)
    if count := manifest.source_files.get(claim.name):
        item["files"] = count
    return item


def _package_manager(manifest: Manifest) -> dict[str, Any]:
    first, *others = _section(manifest, manifest.package_managers) or [{"name": None, "evidence": None}]
    return {**first, "alternatives": others} if others else first


def _runners(manifest: Manifest) -> list[dict[str, Any]]:
    """The canonical runners, each with the commands that lost to it."""
    losers: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for claim in manifest.alternatives:
        item = _plain(manifest, claim)
        del item["name"]
        losers.setdefault((claim.name, claim.directory), []).append(item)
    items = []
    for claim in manifest.runners:
        item = _plain(manifest, claim)
        if others := losers.get((claim.name, claim.directory)):
            item["alternatives"] = others
        items.append(item)
    return items


def _layout(manifest: Manifest) -> dict[str, Any]:
    """The specification gives one line for all conventions: that of the first; ``claims`` has one for each."""
    claims = _section(manifest, manifest.layout)
    return {
        "conventions": [claim.convention for claim in manifest.layout],
        "evidence": claims[0]["evidence"] if claims else None,
        "claims": claims,
    }


def _problem(problem: Problem) -> dict[str, Any]:
    item: dict[str, Any] = {"file": problem.file, "reason": problem.reason, "line": problem.line}
    return {**item, "plugin": problem.plugin} if problem.plugin else item


def _claim(kind: type[C], item: Mapping[str, Any], also: dict[Claim, tuple[Location, ...]]) -> C:
    values = {attribute.name: item[attribute.name] for attribute in fields(kind) if attribute.name in item}
    for name, value in values.items():
        if isinstance(value, list):
            values[name] = tuple(value)
        elif name in _PLACES:
            values[name] = _location(value)
    claim = kind(**values)
    if "also" in item:
        also[claim] = tuple(map(_location, item["also"]))
    return claim


def _location(text: str) -> Location:
    path, _, line = text.rpartition(":")
    return Location(path, int(line))
