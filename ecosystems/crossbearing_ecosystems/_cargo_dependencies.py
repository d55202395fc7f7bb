"""The dependency tables of a `Cargo.toml`."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from crossbearing_ecosystems._cargo_workspace import MANIFEST, CargoManifest
from crossbearing_ecosystems._project_sheet import DependencyKind, ProjectSheet

_KINDS: Mapping[str, DependencyKind] = {
    "dependencies": "runtime",
    "dev-dependencies": "dev",
    "dev_dependencies": "dev",
    "build-dependencies": "build",
    "build_dependencies": "build",
}
_FRAMEWORKS = frozenset({"proptest", "quickcheck", "rstest", "wasm-bindgen-test"})
_REFERENCES = ("branch", "tag", "rev")

Path = tuple[str, ...]


class _Table(NamedTuple):
    path: Path
    kind: DependencyKind
    marker: str


class _Declared(NamedTuple):
    """A dependency's own table, and the folder that its paths are relative to."""

    values: Mapping[str, Any]
    folder: str


def read_dependencies(manifest: CargoManifest, sheet: ProjectSheet) -> list[str]:
    """Claim what the package depends on and return the names of those that are packages of this repository."""
    features = _features(manifest)
    patches = _patches(manifest)
    local: list[str] = []
    for table in _tables(manifest, sheet):
        for key in manifest.document.keys(*table.path):
            path = (*table.path, key)
            declared = _declared(manifest, sheet, path)
            if declared is None:
                continue
            name = _text(declared.values, "package") or key
            source = _source(manifest, declared)
            if not source and name in patches:
                source = _source(manifest, patches[name])
            kind, group = table.kind, ""
            if kind == "runtime" and declared.values.get("optional") is True:
                kind, group = "optional", _group(key, features)
            span = _span(manifest, path)
            version = _text(declared.values, "version") or None
            sheet.declare(name, version, span, kind, key, group=group, marker=table.marker, source=source)
            if source == "workspace" and table.kind == "runtime":
                local.append(name)
            if name in _FRAMEWORKS and table.kind == "dev":
                sheet.test_suite(name, span, None, key)
    return local


def _tables(manifest: CargoManifest, sheet: ProjectSheet) -> Iterator[_Table]:
    document = manifest.document
    places: list[tuple[Path, str]] = [((), "")]
    places += [(("target", target), target) for target in document.keys("target")]
    for place, marker in places:
        for key, kind in _KINDS.items():
            path = (*place, key)
            if document.has(*path):
                yield _Table(path, kind, marker)
            elif document.get(*path) is not None:
                sheet.problem(f"{key!r} is no table", document.span(*path)[0])


def _declared(manifest: CargoManifest, sheet: ProjectSheet, path: Path) -> _Declared | None:
    value = manifest.document.get(*path)
    line = manifest.document.span(*path)[0]
    if isinstance(value, str):
        return _Declared({"version": value}, manifest.folder)
    if not isinstance(value, dict):
        sheet.problem(f"dependency {path[-1]!r} is neither a version nor a table", line)
        return None
    if value.get("workspace") is not True:
        return _Declared(value, manifest.folder)
    inherited = manifest.workspace.get("workspace", "dependencies", path[-1]) if manifest.workspace else None
    if isinstance(inherited, str):
        inherited = {"version": inherited}
    if not isinstance(inherited, dict):
        reason = manifest.fault if manifest.workspace is None else "the workspace has no such dependency"
        sheet.problem(f"cannot inherit dependency {path[-1]!r}: {reason or 'there is no workspace'}", line)
        inherited = {}
    return _Declared({**inherited, "optional": value.get("optional")}, manifest.workspace_folder)


def _span(manifest: CargoManifest, path: Path) -> tuple[int, int]:
    """The lines of a dependency, its real name included where a table under a header of its own gives one."""
    first, last = manifest.document.span(*path)
    if isinstance(manifest.document.get(*path, "package"), str):
        place = manifest.document.span(*path, "package")
        return min(first, place[0]), max(last, place[1])
    return first, last


def _patches(manifest: CargoManifest) -> Mapping[str, _Declared]:
    """What the root of the workspace puts in the place of packages of registries, by name."""
    root = manifest.document if manifest.workspace is None else manifest.workspace
    folder = manifest.folder if manifest.workspace is None else manifest.workspace_folder
    found: dict[str, _Declared] = {}
    for registry in root.keys("patch"):
        for key in root.keys("patch", registry):
            if isinstance(value := root.get("patch", registry, key), dict):
                found[_text(value, "package") or key] = _Declared(value, folder)
    return found


def _source(manifest: CargoManifest, declared: _Declared) -> str:
    """Where a dependency comes from if not from the default registry."""
    values = declared.values
    path = values.get("path")
    if isinstance(path, str):
        folder = manifest.path_of(declared.folder, path)
        known = manifest.tree.exists(f"{folder}/{MANIFEST}" if folder else MANIFEST)
        return "workspace" if known else path
    if url := _text(values, "git"):
        reference = next((key for key in _REFERENCES if _text(values, key)), "")
        return f"{url}?{reference}={values[reference]}" if reference else url
    return _text(values, "registry") or _text(values, "registry-index")


def _features(manifest: CargoManifest) -> Mapping[str, list[str]]:
    """The features that turn on each optional dependency, as ``dep:name`` or by its name alone."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for feature in manifest.document.keys("features"):
        for _, item in manifest.document.strings("features", feature):
            name, slash, _ = item.partition("/")
            if not (slash and name.endswith("?")) and feature not in found[name]:
                found[name].append(feature)
    return found


def _group(key: str, features: Mapping[str, list[str]]) -> str:
    """The one feature that turns on an optional dependency; empty where several do.

    A dependency that no feature names as ``dep:name`` is a feature itself.
    """
    by_name = features.get(key, [])
    turned_on_by = {*features[f"dep:{key}"], *by_name} if f"dep:{key}" in features else {key, *by_name}
    return next(iter(turned_on_by)) if len(turned_on_by) == 1 else ""


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key)
    return value if isinstance(value, str) else ""
