"""What a Cargo package builds: its library, its programs, and the examples, tests and benchmarks that it lists."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from crossbearing.plugin import SourceFile, TargetKind
from crossbearing_ecosystems._build_target import claim_target
from crossbearing_ecosystems._cargo_workspace import CargoManifest
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Span

_MAIN = re.compile(r"^[ \t]*+(?:pub(?:\([^)\n]*+\))?[ \t]++)?(?:async[ \t]++)?fn[ \t]++main\b", re.MULTILINE)
_NEWLINE = re.compile(r"\r\n|\r|\n")
_FOLDERS = {"bin": "src/bin", "example": "examples", "test": "tests", "bench": "benches"}
_MOST_READ = 200


@frozen
class CargoTarget:
    """One target: ``path`` is its source file relative to the package, empty where nothing says which."""

    name: str
    path: str
    span: Span | None = None


def library(manifest: CargoManifest, package: str) -> CargoTarget | None:
    """The library of the package, if it has one."""
    document = manifest.document
    name = document.text("lib", "name") or package.replace("-", "_")
    if document.has("lib"):
        place = ("lib", "name") if document.text("lib", "name") else ("lib",)
        return CargoTarget(name, document.text("lib", "path") or "src/lib.rs", document.span(*place))
    if document.get("package", "autolib") is not False and _exists(manifest, "src/lib.rs"):
        return CargoTarget(name, "src/lib.rs")
    return None


def listed(manifest: CargoManifest, kind: str, package: str) -> Iterator[CargoTarget]:
    """The targets of a kind (``bin``, ``example``, ``test``, ``bench``) that the manifest lists."""
    document = manifest.document
    for place, item in document.items(kind):
        name = item.get("name") if isinstance(item, dict) else None
        if isinstance(name, str) and name:
            path = document.text(*place, "path") or _inferred(manifest, kind, name, package)
            yield CargoTarget(name, path, document.span(*place, "name"))


def programs(manifest: CargoManifest, package: str) -> list[CargoTarget]:
    """The programs of the package: those listed, and those found where Cargo looks for them."""
    stated = list(listed(manifest, "bin", package))
    names, paths = {target.name for target in stated}, {target.path for target in stated}
    automatic = manifest.document.get("package", "autobins")
    if not isinstance(automatic, bool):
        # Up to the edition of 2015 a single listed program means that all are listed.
        automatic = str(manifest.inherited("package", "edition") or "2015") != "2015" or not stated
    found = _found_programs(manifest, package) if automatic else ()
    return stated + [target for target in found if target.name not in names and target.path not in paths]


def claim_targets(manifest: CargoManifest, sheet: ProjectSheet, package: str, local: list[str]) -> None:
    """Claim the programs as entry points, and every target as a node of the build graph."""
    document = manifest.document
    at_name = document.span("package", "name")
    own = library(manifest, package)
    needed = (own.name,) if own else ()
    if own:
        _claim(manifest, sheet, own, _library_kind(document.get("lib")), tuple(dict.fromkeys(local)), package, "lib")
    for number, target in enumerate(programs(manifest, package)):
        if target.span:
            sheet.entry_point(target.name, target.path, target.span, "bin")
        else:
            _found_entry_point(manifest, sheet, target, at_name, may_read=number < _MOST_READ)
        _claim(manifest, sheet, target, "executable", needed, package)
    kinds: Mapping[str, tuple[TargetKind, str]] = {
        "example": ("executable", ""),
        "test": ("test", "cargo test --test "),
        "bench": ("runner", "cargo bench --bench "),
    }
    for kind, (target_kind, command) in kinds.items():
        for target in listed(manifest, kind, package):
            command_line = f"{command}{target.name}" if command else ""
            _claim(manifest, sheet, target, target_kind, needed, command=command_line)


def _claim(
    manifest: CargoManifest,
    sheet: ProjectSheet,
    target: CargoTarget,
    kind: TargetKind,
    depends_on: tuple[str, ...],
    *spellings: str,
    command: str = "",
) -> None:
    span = target.span or manifest.document.span("package", "name")
    sources = (manifest.path_of(manifest.folder, target.path),) if target.path else ()
    needed = tuple(name for name in depends_on if name != target.name)
    claim_target(sheet, target.name, kind, span, *spellings, depends_on=needed, sources=sources, command=command)


def _library_kind(table: Any) -> TargetKind:
    values = table if isinstance(table, dict) else {}
    if values.get("proc-macro") is True or values.get("proc_macro") is True:
        return "module-library"
    types = values.get("crate-type") or values.get("crate_type")
    shared = isinstance(types, list) and types and all(item in ("cdylib", "dylib") for item in types)
    return "shared-library" if shared else "static-library"


def _found_programs(manifest: CargoManifest, package: str) -> Iterator[CargoTarget]:
    if _exists(manifest, "src/main.rs"):
        yield CargoTarget(package, "src/main.rs")
    paths = manifest.tree.paths
    start = f"{manifest.path_of(manifest.folder, 'src/bin')}/"
    for place in range(bisect_left(paths, start), len(paths)):
        if not paths[place].startswith(start):
            break
        name, slash, rest = paths[place][len(start) :].partition("/")
        if not slash and name.endswith(".rs") and not name.startswith("."):
            yield CargoTarget(name.removesuffix(".rs"), f"src/bin/{name}")
        elif rest == "main.rs":
            yield CargoTarget(name, f"src/bin/{name}/main.rs")


def _found_entry_point(
    manifest: CargoManifest, sheet: ProjectSheet, target: CargoTarget, at_name: Span, *, may_read: bool
) -> None:
    """Claim a program that no line of the manifest names at its ``main`` function, else at the package's name."""
    file = manifest.tree.read(manifest.path_of(manifest.folder, target.path)) if may_read else None
    line = _line_of_main(file) if file else 0
    if file and line:
        place = ProjectSheet(file, sheet.tree)
        place.entry_point(target.name, target.path, (line, line), "bin", "", "fn main", "main")
        sheet.add(place.claims[0])
    else:
        sheet.entry_point(target.name, target.path, at_name, "bin", "", manifest.document.text("package", "name"))


def _line_of_main(file: SourceFile) -> int:
    found = _MAIN.search(file.text)
    return len(_NEWLINE.findall(file.text, 0, found.start())) + 1 if found else 0


def _inferred(manifest: CargoManifest, kind: str, name: str, package: str) -> str:
    """The source file of a target that is listed without one."""
    folder = _FOLDERS[kind]
    candidates = [f"{folder}/{name}.rs", f"{folder}/{name}/main.rs"]
    if kind == "bin" and name == package:
        candidates.insert(0, "src/main.rs")
    return next((path for path in candidates if _exists(manifest, path)), "")


def _exists(manifest: CargoManifest, path: str) -> bool:
    return manifest.tree.exists(manifest.path_of(manifest.folder, path))
