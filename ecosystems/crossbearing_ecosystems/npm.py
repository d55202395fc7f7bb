"""Reads `package.json`: the package, its dependencies, programs, scripts, workspaces, and its package manager.

What it claims, each with the line that says so:

- **Package**: a component: an `app` where it has programs, a `lib` where it is published or names its main module, else
  a `package`. The versions of Node that `engines` asks for, as the hint of `javascript`. `typescript`
  where it is a dependency or a `tsconfig.json` lies beside.
- **Dependencies**: `dependencies`, `devDependencies`, `optionalDependencies`, bundled ones that are listed nowhere
  else, and `peerDependencies` (group `peer`; optional where `peerDependenciesMeta` says so). `npm:other@^1.0` is the
  package `other`; `workspace:`, `file:`, `link:`, git and URLs are the source; `catalog:` has the version of the
  workspace's catalog (pnpm, yarn, bun). `overrides` and `resolutions` ask for nothing and are no dependencies.
- **Package manager**: `packageManager` or `devEngines`, else the one whose lock or workspace file lies beside, else
  the one that `engines` names; npm for a package of which no file says more and that lies in no other package. What
  installs the dependencies is a runner of it (`npm ci` where there is a lock file).
- **Scripts**: each is a runner under its own name, as a user runs it with the package manager of the package or of the
  nearest folder above that states one (`npm test`, `npm run lint`, `yarn lint`). Hooks, which the manager runs by
  itself (`prepare`, `pretest` beside `test`), are none.
- **Tests**: the frameworks that scripts run (with the command), those among the `devDependencies`, and those that the
  file configures (`jest`).
- **Entry points**: `bin`, `main`, `module`, `browser`, and the files that `exports` leads to, but for types; for a
  package that names none of those, its `index.js`.
- **Workspaces**: a layout (`npm-workspace`) at each pattern that names a folder with a `package.json`.

Example: `"express": "^5.0.0"` below `"dependencies"` on line 9 claims `express`, version `^5.0.0`, kind `runtime`.

Limits: a nested `package.json` that only sets `type` claims nothing; a script that runs another script is not followed
to find its test framework.
"""

from collections.abc import Sequence
from typing import NamedTuple

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._npm_catalogs import PROTOCOL, Catalogs
from crossbearing_ecosystems._npm_entries import read_entries
from crossbearing_ecosystems._npm_manager import Manager, has_package_above, manager_above, manager_in
from crossbearing_ecosystems._npm_scripts import read_frameworks, read_scripts
from crossbearing_ecosystems._npm_sheet import NpmSheet
from crossbearing_ecosystems._npm_specifier import is_package_name
from crossbearing_ecosystems._npm_workspaces import patterns_with_members
from crossbearing_ecosystems._placed import Path, PlacedDocument, PlacedTable
from crossbearing_ecosystems._project_sheet import ComponentKind, DependencyKind

VERSION = 1
PATTERNS = ("package.json",)


class _Section(NamedTuple):
    """A table of dependencies, and what those in it are."""

    key: str
    kind: DependencyKind
    group: str = ""


_SECTIONS = (
    _Section("dependencies", "runtime"),
    _Section("optionalDependencies", "optional"),
    _Section("peerDependencies", "runtime", "peer"),
    _Section("devDependencies", "dev"),
)
_BUNDLED = ("bundleDependencies", "bundledDependencies")


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``package.json``."""
    document = JsonDocument(file)
    if not isinstance(document.root, dict):
        raise UnreadableError("not a package: there is no object at the top", 1)
    sheet = NpmSheet(file, tree)
    _package(document, sheet)
    catalogs = Catalogs(tree, sheet.directory)
    for section in _SECTIONS:
        _dependencies(document, sheet, catalogs, section)
    _bundled(document, sheet)
    _languages(document, sheet)
    manager = _manager(document, sheet)
    _workspaces(document, sheet, manager)
    read_scripts(document, sheet, manager)
    read_frameworks(document, sheet)
    read_entries(document, sheet)
    return sheet.claims


def _package(document: PlacedDocument, sheet: NpmSheet) -> None:
    name = document.text("name")
    if is_package_name(name):
        sheet.component(name, sheet.directory, document.span("name"), _kind(document))


def _kind(document: PlacedDocument) -> ComponentKind:
    if document.get("bin"):
        return "app"
    is_private = document.get("private") is True
    has_module = any(document.get(field) for field in ("main", "module", "exports"))
    return "lib" if has_module or not is_private else "package"


def _dependencies(document: PlacedDocument, sheet: NpmSheet, catalogs: Catalogs, section: _Section) -> None:
    table = document.get(section.key)
    if table and not isinstance(table, PlacedTable):
        sheet.problem(f"{section.key} is no object", document.span(section.key)[0])
    for name, text in table.items() if isinstance(table, PlacedTable) else ():
        line = table.lines[name]
        if not isinstance(text, str):
            sheet.problem(f"the version of {name[:80]!r} is no string", line)
        elif section.key != "dependencies" or not isinstance(document.get("optionalDependencies", name), str):
            if text.startswith(PROTOCOL):
                text = _from_catalog(sheet, catalogs, name, text, line)
            is_optional = section.group and document.get("peerDependenciesMeta", name, "optional") is True
            kind = "optional" if is_optional else section.kind
            sheet.want(name, text, (line, getattr(text, "end", line)), kind, section.group)


def _from_catalog(sheet: NpmSheet, catalogs: Catalogs, name: str, text: str, line: int) -> str:
    found = catalogs.find(name, text)
    if not found:
        sheet.problem(f"no catalog has a version of {name[:80]!r} ({text[:80]})", line)
    # The words stand where the package asks for them.
    return str(found)


def _bundled(document: PlacedDocument, sheet: NpmSheet) -> None:
    for field in _BUNDLED:
        for path, name in document.strings(field):
            if not any(name in document.keys(section.key) for section in _SECTIONS):
                sheet.want(name, "", document.span(*path), "runtime", "bundled")


def _languages(document: PlacedDocument, sheet: NpmSheet) -> None:
    if version := document.text("engines", "node"):
        sheet.language("javascript", document.span("engines", "node"), "node", version=version)
    for place, _ in document.items("devEngines", "runtime"):
        if document.text(*place, "name") == "node" and not version:
            range_ = document.text(*place, "version")
            span = document.span(*place, "name")
            sheet.language("javascript", span, "node", version=range_)
    for claim in sheet.declared:
        if claim.name == "typescript" and claim.group != "peer":
            line = claim.evidence.line
            sheet.language("typescript", (line, line), version=claim.version)
            return
    if path := next(filter(sheet.tree.exists, [sheet.beside("tsconfig.json")]), None):
        sheet.witness("typescript", path)


def _manager(document: PlacedDocument, sheet: NpmSheet) -> str:
    """Claim the package manager where this package states it or is the outermost; its name in any case."""
    found = manager_in(sheet.tree, sheet.file.path, document)
    if found is None:
        if has_package_above(sheet.tree, sheet.directory):
            return manager_above(sheet.tree, sheet.directory)
        first = sheet.declared[0] if sheet.declared else None
        if first is None:
            return manager_above(sheet.tree, sheet.directory)
        found = Manager("npm", None, first.evidence, first.spelling or first.name)
    for claim in found.claims(sheet.directory):
        sheet.add(claim)
    return found.name


def _workspaces(document: PlacedDocument, sheet: NpmSheet, manager: str) -> None:
    root: Path = ("workspaces", "packages") if document.has("workspaces") else ("workspaces",)
    patterns = {text: path for path, text in document.strings(*root)}
    found = patterns_with_members(sheet.tree, sheet.directory, patterns) if patterns else []
    for text in found:
        sheet.layout(f"{manager}-workspace", document.span(*patterns[text]), text)
