"""Reads `pubspec.yaml` of Dart and Flutter, and `melos.yaml`.

- **Package**: `name` is a component, an application where it has executables or where Flutter starts it
  (`lib/main.dart` of a package that needs the Flutter SDK). `environment: sdk` is the version of Dart.
- **Dependencies**: `dependencies` (needed at run time) and `dev_dependencies` (for development), in every form: a
  version, `hosted`, `git`, `path`, `sdk`. What does not come from pub.dev has its URL or path, or `sdk:flutter`, as the
  source. `dependency_overrides` count for developers of this package only, under that group.
- **Entry points**: `executables`. **Runners**: the `scripts` of melos, as `melos run NAME`; `dart pub get`, `dart test`
  where the package `test` is required, `dart analyze` where an `analysis_options.yaml` lies beside; with the Flutter
  SDK the same of `flutter`.
- **Layout**: the members of a `workspace`, each of which is read for itself; one among tests or examples is a component
  at its line.

Example: `http: ^1.2.0` on line 14 below `dependencies:` claims `http`, version `^1.2.0`, kind `runtime`, at line 14.

Limits: melos runs scripts in the packages that it selects; the claim is the command that starts it.
"""

from collections.abc import Sequence
from contextlib import suppress
from posixpath import normpath

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._commands import framework_of
from crossbearing_ecosystems._project_sheet import DependencyKind, ProjectSheet
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._yaml import YamlDocument

VERSION = 1
PATTERNS = ("pubspec.yaml", "melos.yaml")

_SECTIONS: dict[str, DependencyKind] = {
    "dependencies": "runtime",
    "dev_dependencies": "dev",
    "dependency_overrides": "dev",
}
_MARKS = ("dependencies", "dev_dependencies", "environment", "workspace", "name")
_FRAMEWORKS = ("flutter_test", "test")


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``pubspec.yaml`` or ``melos.yaml``."""
    document = YamlDocument(file)
    if document.root is None:
        return []
    if not document.has():
        raise UnreadableError("not a pubspec: its value is no mapping", 1)
    sheet = ProjectSheet(file, tree, "pub")
    if file.path.rpartition("/")[2] == "melos.yaml":
        _scripts(document, sheet, ("scripts",))
        return sheet.claims
    _package(document, sheet)
    for section, kind in _SECTIONS.items():
        for name in document.keys(section):
            _dependency(document, sheet, section, name, kind)
    _conventions(document, sheet)
    _scripts(document, sheet, ("melos", "scripts"))
    return sheet.claims


def _needs_flutter(document: YamlDocument) -> bool:
    return document.has("dependencies", "flutter") or document.has("dev_dependencies", "flutter_test")


def _package(document: YamlDocument, sheet: ProjectSheet) -> None:
    programs = document.keys("executables")
    if name := document.text("name"):
        is_started = _needs_flutter(document) and sheet.tree.exists(sheet.beside("lib/main.dart"))
        sheet.component(name, sheet.directory, document.span("name"), "app" if programs or is_started else "lib")
    if version := document.text("environment", "sdk"):
        sheet.language("dart", document.span("environment", "sdk"), "sdk", version=version)
    for program in programs:
        script = document.text("executables", program) or program
        sheet.entry_point(program, f"bin/{script}.dart", document.span("executables", program), "bin")
    if document.get("workspace"):
        sheet.layout("workspace", document.span("workspace"))
    for place, member in document.strings("workspace"):
        _member(document, sheet, member, document.span(*place))


def _member(document: YamlDocument, sheet: ProjectSheet, member: str, span: Span) -> None:
    """Claim a member that lies among tests or examples, which is not read unless named."""
    path = normpath(sheet.beside(f"{member}/pubspec.yaml"))
    file = sheet.tree.read(path) if sheet.must_name(path) else None
    if file is not None and file is not sheet.file:
        with suppress(UnreadableError):
            if name := YamlDocument(file).text("name"):
                sheet.component(name, path.rpartition("/")[0], span, "lib", member)


def _dependency(document: YamlDocument, sheet: ProjectSheet, section: str, name: str, kind: DependencyKind) -> None:
    value = document.get(section, name)
    span = document.span(section, name)
    if isinstance(value, list):
        sheet.problem(f"the constraint of {name!r} is a list", span[0])
        return
    version = value if isinstance(value, str) else document.text(section, name, "version")
    group = section if section == "dependency_overrides" else ""
    sheet.declare(name, version, span, kind, group=group, source=_source(document, section, name))


def _source(document: YamlDocument, section: str, name: str) -> str:
    """Where a dependency comes from, if not from pub.dev."""
    if sdk := document.text(section, name, "sdk"):
        return f"sdk:{sdk}"
    for key in ("path", "git", "hosted"):
        if place := document.text(section, name, key) or document.text(section, name, key, "url"):
            # `hosted: other_name` gives the package's name on pub.dev, not a place.
            return place if key != "hosted" or "://" in place else ""
    return ""


def _conventions(document: YamlDocument, sheet: ProjectSheet) -> None:
    mark = next((key for key in _MARKS if document.get(key) is not None), "")
    if not mark:
        return
    line = document.span(mark)[0]
    span = (line, line)
    program = "flutter" if _needs_flutter(document) else "dart"
    sheet.manager("pub", span, mark)
    sheet.runner("install", f"{program} pub get", span, mark, source="convention")
    if sheet.tree.exists(sheet.beside("analysis_options.yaml")):
        sheet.runner("lint", f"{program} analyze", span, mark, source="convention")
    has_tests = sheet.has_folder(sheet.beside("test"))
    for framework in _FRAMEWORKS:
        if framework in document.keys("dev_dependencies"):
            place = document.span("dev_dependencies", framework)
            command = f"{program} test" if has_tests else None
            sheet.test_suite(framework, place, command)
            if command:
                sheet.runner("test", command, place, framework, source="convention")


def _scripts(document: YamlDocument, sheet: ProjectSheet, path: tuple[str, ...]) -> None:
    for name in document.keys(*path):
        span = document.span(*path, name)
        sheet.runner(name, f"melos run {name}", span, source="script")
        script = document.text(*path, name) or document.text(*path, name, "run") or document.text(*path, name, "exec")
        if framework := framework_of(script):
            sheet.test_suite(framework, span, f"melos run {name}", name)
