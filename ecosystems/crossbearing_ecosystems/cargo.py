"""Reads `Cargo.toml`: the package, its dependencies and programs, the workspace; and aliases of `.cargo/config.toml`.

What it claims, each with the line that says so:

- **Package**: a component (an `app` where it has a program, else a `lib`); Rust in the version of `rust-version`, else
  as `edition 2021`; `cargo` as the package manager. What is inherited (`edition.workspace = true`) has the value of the
  workspace's root and the line where it is inherited.
- **Dependencies** of all kinds and targets: the real name of a renamed one (`package = "x"`), the `cfg(…)` or triple as
  its marker, the git URL, path or registry as its source (`workspace` for a folder with a `Cargo.toml`), also where a
  `[patch]` of the workspace says so. An optional one has the feature that turns it on as its group, where there is only
  one.
- **Programs**: `[[bin]]`, `src/main.rs`, `src/bin/*.rs` and `src/bin/*/main.rs` (unless `autobins = false`). One that
  is not listed is claimed at the line of its `fn main`, or of the package's name where there is none.
- **Targets**: library, programs, and the examples, tests and benchmarks that are listed.
- **Runners** by Cargo's conventions, where the package is not a member of another folder's workspace: `cargo build`,
  `cargo test`, `cargo clippy`, and `cargo run` where it is clear what runs. Aliases of `.cargo/config.toml`.
- **Workspace**: the layout `cargo-workspace`, at each line that lists members. A member among tests or examples is a
  component at that line. One that is not there is named in `errors`.

Example: `serde = { version = "1", optional = true }` on line 9 claims `serde`, version `1`, kind `optional`, at line 9.

Limits: examples, tests and benchmarks that are found by their folder are no targets; `[replace]` is not carried over,
and whether the version of a `[patch]` fits is not checked; `[workspace.dependencies]` are claimed only where a member
inherits them.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from fnmatch import fnmatchcase

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._cargo_dependencies import read_dependencies
from crossbearing_ecosystems._cargo_targets import claim_targets, listed, programs
from crossbearing_ecosystems._cargo_workspace import MANIFEST, CargoManifest
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._toml import TomlDocument

VERSION = 1
PATTERNS = (
    "Cargo.toml",
    "**/.cargo/config.toml",
    "**/.cargo/config",
)

_NAME = re.compile(r"[\w-]+")
_CONVENTIONS = (("build", "cargo build"), ("test", "cargo test"), ("lint", "cargo clippy"))


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``Cargo.toml``, or one configuration file of Cargo."""
    sheet = ProjectSheet(file, tree, "cargo")
    if not file.path.endswith(MANIFEST):
        _configuration(sheet)
        return sheet.claims
    manifest = CargoManifest(file, tree)
    if manifest.document.has("package"):
        _package(manifest, sheet)
    if manifest.document.has("workspace"):
        _workspace(manifest, sheet)
    return sheet.claims


def _package(manifest: CargoManifest, sheet: ProjectSheet) -> None:
    document = manifest.document
    name = document.text("package", "name")
    span = document.span("package", "name")
    _language(manifest, sheet)
    sheet.manager("cargo", document.span("package"), "package")
    local = read_dependencies(manifest, sheet)
    if not _NAME.fullmatch(name):
        sheet.problem(f"invalid package name {name[:80]!r}" if name else "the package has no name", span[0])
        return
    found = programs(manifest, name)
    sheet.component(name, sheet.directory, span, "app" if found else "lib")
    claim_targets(manifest, sheet, name, local)
    if manifest.is_root:
        _conventions(manifest, sheet, "package", "name")
        default = document.text("package", "default-run")
        if default or len(found) == 1:
            place = document.span("package", "default-run" if default else "name")
            sheet.runner("run", "cargo run", place, default or name, source="convention")
    if sheet.has_folder(sheet.beside("tests")) or any(listed(manifest, "test", name)):
        command = "cargo test" if manifest.is_root else f"cargo test -p {name}"
        sheet.test_suite("cargo test", span, command, name)


def _language(manifest: CargoManifest, sheet: ProjectSheet) -> None:
    document = manifest.document
    for key, prefix in (("rust-version", ""), ("edition", "edition ")):
        value = manifest.inherited("package", key)
        if isinstance(value, str) and value:
            sheet.language("rust", document.span("package", key), key, version=f"{prefix}{value}")
            return
    sheet.language("rust", document.span("package"), "package")


def _conventions(manifest: CargoManifest, sheet: ProjectSheet, table: str, *key: str) -> None:
    span = manifest.document.span(table, *key)
    for purpose, command in _CONVENTIONS:
        sheet.runner(purpose, command, span, *key, table, source="convention")


def _workspace(manifest: CargoManifest, sheet: ProjectSheet) -> None:
    document = manifest.document
    for key in ("members", "default-members"):
        for place, member in document.strings("workspace", key):
            span = document.span(*place)
            folders = _packages(manifest, member)
            if not folders:
                if not set(member) & set("*?["):
                    sheet.problem(f"failed to load manifest for workspace member {member!r}", span[0])
            elif key == "members":
                sheet.layout("cargo-workspace", span, member)
                for folder in folders:
                    _member(manifest, sheet, folder, span, member)
    if not document.has("package"):
        sheet.manager("cargo", document.span("workspace"), "workspace")
        _conventions(manifest, sheet, "workspace")


def _packages(manifest: CargoManifest, member: str) -> list[str]:
    """The folders with a package that a workspace lists as a member, by name or by a pattern."""
    if not set(member) & set("*?["):
        folder = manifest.path_of(manifest.folder, member)
        return [folder] if manifest.tree.exists(f"{folder}/{MANIFEST}".lstrip("/")) else []
    parts = manifest.path_of(manifest.folder, f"{member}/{MANIFEST}").split("/")
    folders = []
    for path in manifest.tree.paths:
        if path.endswith(f"/{MANIFEST}"):
            found = path.split("/")
            if len(found) == len(parts) and all(map(fnmatchcase, found, parts)):
                folders.append("/".join(found[:-1]))
    return folders


def _member(manifest: CargoManifest, sheet: ProjectSheet, folder: str, span: Span, spelling: str) -> None:
    """Claim a member that lies among tests or examples, unless the workspace takes it out again."""
    path = f"{folder}/{MANIFEST}".lstrip("/")
    file = manifest.tree.read(path) if sheet.must_name(path) else None
    texts = (text for _, text in manifest.document.strings("workspace", "exclude"))
    excluded = (manifest.path_of(manifest.folder, text) for text in texts)
    if file is None or any(folder == place or folder.startswith(f"{place}/") for place in excluded):
        return
    with suppress(UnreadableError):
        other = CargoManifest(file, manifest.tree)
        name = other.document.text("package", "name")
        if _NAME.fullmatch(name):
            sheet.component(name, folder, span, "app" if programs(other, name) else "lib", spelling)


def _configuration(sheet: ProjectSheet) -> None:
    """Aliases, which run where the folder `.cargo` lies, and the environment that Cargo sets."""
    document = TomlDocument(sheet.file)
    directory = sheet.directory.rpartition("/")[0]
    for name in document.keys("alias"):
        sheet.runner(name, f"cargo {name}", document.span("alias", name), source="script", directory=directory)
    for name in document.keys("env"):
        value = document.get("env", name, "value") if document.has("env", name) else document.get("env", name)
        text = value if isinstance(value, str) else ""
        sheet.configuration(name, "environment", document.span("env", name), value=text)
