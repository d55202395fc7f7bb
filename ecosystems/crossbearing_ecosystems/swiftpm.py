"""Reads `Package.swift`: the package, its products, targets and dependencies, by its syntax alone; it is never run.

What it claims, each with the line that says so:

- **Package**: a component (an `app` where it has a program, else a `lib`); Swift in the version of the
  `swift-tools-version` comment; `swiftpm` as the package manager.
- **Dependencies**: each `.package(…)`, wherever in the file it is added, named as its URL (`swift-nio` of
  `https://github.com/apple/swift-nio.git`), identity or folder. The version is the requirement as written
  (`from: "2.0.0"`, `"1.0.0"..<"2.0.0"`, `branch: "main"`), the source the URL or path, the marker the condition of an
  `if` around it.
- **Targets**: libraries, programs, tests, plugins and macros, with the targets and products that each needs.
- **Entry points**: executable products, and executable targets that are in none.
- **Runners** by SwiftPM's conventions: `swift build`, and `swift test` where there is a test target.

Example: `.package(url: "https://github.com/apple/swift-log.git", from: "1.5.0")` on line 9 claims `swift-log`, version
`from: "1.5.0"`, at line 9.

Limits: names and URLs that are put together when the file runs are not known; conditions of `#if` are not noted; a
`Package@swift-5.9.swift` for other versions of the tools is not read.
"""

import re
from collections.abc import Mapping, Sequence
from posixpath import normpath
from typing import TYPE_CHECKING

from crossbearing.plugin import Claim, FileTree, SourceFile, TargetKind, UnreadableError, hookimpl
from crossbearing_ecosystems._build_target import claim_target
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._swift_names import name_of_url
from crossbearing_ecosystems._swift_package import Found, SwiftPackage
from crossbearing_ecosystems._swift_syntax import call_of, items_of, string_of
from crossbearing_ecosystems._syntax import parse_syntax, span_of, text_of, walk

if TYPE_CHECKING:
    from tree_sitter import Node

VERSION = 1
PATTERNS = ("Package.swift",)

_TOOLS = re.compile(r"//\s*swift-tools-version\s*:?\s*(?P<version>[0-9][^\s;]*)", re.IGNORECASE)
_NAME = re.compile(r'\bPackage\(\s*+name:\s*+"([^"\\\n]++)"')
_HEAD = 100_000
_LINES_ABOVE = 10
_NOT_A_REQUIREMENT = frozenset(("url", "path", "id", "name", "traits"))
_TARGET_KINDS: Mapping[str, TargetKind] = {
    "target": "object-library",
    "executableTarget": "executable",
    "testTarget": "test",
    "systemLibrary": "interface-library",
    "binaryTarget": "package",
    "plugin": "module-library",
    "macro": "executable",
}
_LIBRARY_KINDS: Mapping[str, TargetKind] = {".dynamic": "shared-library", ".static": "static-library"}


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``Package.swift``."""
    root = parse_syntax(file, "swift")
    error = next((node for node in walk(root) if node.is_error or node.is_missing), None) if root.has_error else None
    package = SwiftPackage(root)
    own = next(package.of_kind("package"), None)
    if own is None:
        if error is not None:
            raise UnreadableError("unparseable: no package is described", span_of(error)[0])
        return []
    sheet = ProjectSheet(file, tree, "swift")
    if error is not None:
        sheet.problem(f"not understood: {' '.join(text_of(error).split())[:80]!r}", span_of(error)[0])
    _package(sheet, own, package)
    for found in package.of_kind("dependency"):
        _dependency(sheet, found, package)
    _targets(sheet, package)
    return sheet.claims


def _package(sheet: ProjectSheet, own: Found, package: SwiftPackage) -> None:
    name = string_of(own.call.argument("name"))
    span = span_of(own.node)
    programs = [found for found in package.found if found.call.name in ("executable", "executableTarget")]
    if name:
        place = own.call.argument("name")
        sheet.component(name, sheet.directory, span_of(place) if place else span, "app" if programs else "lib")
    head, version = _tools(sheet.file, (span[0], span[0]))
    sheet.language("swift", head, "Swift", "Package", version=version)
    sheet.manager("swiftpm", (span[0], span[0]), "Package")
    sheet.runner("build", "swift build", (span[0], span[0]), "Package", source="convention")
    tests = [found for found in package.of_kind("target") if found.call.name == "testTarget"]
    if tests:
        at_test = span_of(tests[0].node)
        sheet.runner("test", "swift test", at_test, "testTarget", source="convention")
        sheet.test_suite("swift test", at_test, "swift test", "testTarget")


def _tools(file: SourceFile, otherwise: Span) -> tuple[Span, str]:
    """Where the version of the tools is stated, and which; it may stand below empty lines only."""
    for number, line in enumerate(file.lines[:_LINES_ABOVE], 1):
        if line.strip():
            stated = _TOOLS.match(line.strip())
            return ((number, number), stated["version"]) if stated else (otherwise, "")
    return otherwise, ""


def _dependency(sheet: ProjectSheet, found: Found, package: SwiftPackage) -> None:
    call = found.call
    url, path, identity = (_plain(found, label, package) for label in ("url", "path", "id"))
    source = url
    name = name_of_url(url) or identity or _plain(found, "name", package)
    if path:
        folder = normpath(sheet.beside(path))
        other = sheet.tree.read("Package.swift" if folder == "." else f"{folder}/Package.swift")
        source = "workspace" if other else path
        name = name or (_name_in(other) if other else "") or name_of_url(folder)
    span = span_of(found.node)
    if not (url or path or identity) or not name:
        sheet.problem("a dependency is not given as a plain string", span[0])
        return
    parts = (
        f"{label}: {' '.join(text_of(value).split())}" if label else " ".join(text_of(value).split())
        for label, value in zip(call.labels, call.values, strict=True)
        if label not in _NOT_A_REQUIREMENT
    )
    sheet.declare(name, ", ".join(parts), span, "runtime", url, path, marker=found.condition, source=source)


def _name_in(file: SourceFile) -> str:
    """The name that another package of this repository gives itself."""
    found = _NAME.search(file.text[:_HEAD])
    return found[1] if found else ""


def _plain(found: Found, label: str, package: SwiftPackage) -> str:
    """The string that is given under ``label``, or that a variable of the file holds; else an empty one."""
    value = found.call.argument(label)
    if value is not None and value.type == "simple_identifier":
        value = package.variables.get(text_of(value))
    return string_of(value)


def _targets(sheet: ProjectSheet, package: SwiftPackage) -> None:
    names = {string_of(found.call.argument("name")) for found in package.of_kind("target")}
    shipped: set[str] = set()
    for found in package.of_kind("product"):
        name = string_of(found.call.argument("name"))
        parts = tuple(filter(None, map(string_of, items_of(found.call.argument("targets"), package.variables))))
        place = found.call.argument("name")
        if not name or place is None:
            continue
        if found.call.name == "executable":
            shipped.update(parts)
            sheet.entry_point(name, ", ".join(parts), span_of(place), "bin")
        if name not in names:
            claim_target(sheet, name, _product_kind(found), span_of(place), depends_on=parts)
    for found in package.of_kind("target"):
        _target(sheet, found, package, is_shipped=string_of(found.call.argument("name")) in shipped)


def _product_kind(found: Found) -> TargetKind:
    if found.call.name != "library":
        return "executable" if found.call.name == "executable" else "package"
    kind = found.call.argument("type")
    return _LIBRARY_KINDS.get(text_of(kind), "package") if kind else "package"


def _target(sheet: ProjectSheet, found: Found, package: SwiftPackage, *, is_shipped: bool) -> None:
    name = string_of(found.call.argument("name"))
    place = found.call.argument("name")
    if not name or place is None:
        return
    kind = _TARGET_KINDS.get(found.call.name, "package")
    needs = (_needed(item) for item in items_of(found.call.argument("dependencies"), package.variables))
    usual = {"testTarget": "Tests", "plugin": "Plugins"}.get(found.call.name, "Sources")
    folder = normpath(sheet.beside(string_of(found.call.argument("path")) or f"{usual}/{name}"))
    if found.call.name == "executableTarget" and not is_shipped:
        sheet.entry_point(name, name, span_of(place), "bin")
    claim_target(
        sheet,
        name,
        kind,
        span_of(place),
        depends_on=tuple(filter(None, needs)),
        sources=(folder,) if sheet.has_folder(folder) else (),
        command=f"swift test --filter {name}" if kind == "test" else "",
    )


def _needed(item: "Node") -> str:
    """The target or product that an item of a target's dependencies names."""
    call = call_of(item)
    return string_of(call.argument("name")) if call else string_of(item)
