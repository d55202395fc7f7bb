r"""Reads `composer.json` of Composer, the package manager of PHP.

- **Project**: `name` is a component, an application where the type is `project`. Folders that are loaded by namespace
  (`psr-4`, `psr-0`) or scanned for classes (`classmap`) are modules; those of `autoload-dev` tell where the tests are.
- **Dependencies**: `require` (needed at run time) and `require-dev` (for development), with their constraints as
  written. `php` is the version of the language instead. What the platform provides (`ext-json`, `lib-icu`,
  `composer-plugin-api`) is a dependency like any other. `suggest`, `conflict`, `provide` and `replace` ask for nothing.
  A package that `repositories` defines in place has its source.
- **Entry points**: the programs of `bin`. **Runners**: the `scripts` that are not events of Composer itself, as
  `composer NAME`; `composer install`; PHPUnit, Pest, linters and formatters that are required and configured beside the
  file, from the folder of programs (`vendor/bin`).

Example: `"monolog/monolog": "^3.0"` on line 12 claims `monolog/monolog`, version `^3.0`, kind `runtime`, at line 12.

Limits: `autoload.files` load code but name nothing, so nothing is claimed. That a requirement is met by a folder of
this repository (`repositories` of type `path`) is told by the name of the component there.
"""

from collections.abc import Iterator, Sequence
from posixpath import normpath

from crossbearing.plugin import Claim, Component, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._composer_sheet import ComposerSheet
from crossbearing_ecosystems._composer_tools import claim_scripts, claim_tools
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._placed import Path, Text
from crossbearing_ecosystems._project_sheet import ComponentKind, DependencyKind, ProjectSheet

VERSION = 1
PATTERNS = ("composer.json",)

_SECTIONS: dict[str, DependencyKind] = {"require": "runtime", "require-dev": "dev"}
_MARKS = ("require", "require-dev", "autoload", "name", "type")
_TEST_FOLDERS = frozenset({"test", "tests", "spec"})


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``composer.json``."""
    document = JsonDocument(file)
    if not document.has():
        raise UnreadableError("not a composer.json: its value is no object", 1)
    sheet = ComposerSheet(file, tree)
    _project(document, sheet)
    sources = _inline_packages(document)
    for section, kind in _SECTIONS.items():
        for name in document.keys(section):
            _requirement(document, sheet, section, name, kind, sources.get(name.lower(), ""))
    _autoload(document, sheet)
    _programs(document, sheet)
    claim_scripts(document, sheet)
    claim_tools(document, sheet)
    return sheet.claims


def _project(document: JsonDocument, sheet: ProjectSheet) -> None:
    if name := document.text("name"):
        kind: ComponentKind = "app" if document.text("type") == "project" else "lib"
        sheet.component(name, sheet.directory, document.span("name"), kind)
    mark = next((key for key in _MARKS if document.get(key) is not None), "")
    if mark:
        line = document.span(mark)[0]
        sheet.manager("composer", (line, line), mark)
        sheet.runner("install", "composer install", (line, line), mark, source="convention")


def _requirement(
    document: JsonDocument, sheet: ProjectSheet, section: str, name: str, kind: DependencyKind, source: str
) -> None:
    span = document.span(section, name)
    value = document.get(section, name)
    version = value if isinstance(value, Text) else ""
    if name.lower() == "php":
        if kind == "runtime":
            sheet.language("php", span, name, version=version)
        return
    if not isinstance(value, Text):
        sheet.problem(f"the constraint of {name!r} is no text", span[0])
        return
    sheet.declare(name, version, span, kind, source=source)


def _inline_packages(document: JsonDocument) -> dict[str, str]:
    """The sources of packages that are defined in place, by name in lower case."""
    found: dict[str, str] = {}
    for repository in _values(document, "repositories"):
        if document.text(*repository, "type") != "package":
            continue
        for package, _ in document.items(*repository, "package"):
            places = (document.text(*package, key, "url") for key in ("source", "dist"))
            found.setdefault(document.text(*package, "name").lower(), next((place for place in places if place), ""))
    return found


def _values(document: JsonDocument, key: str) -> Iterator[Path]:
    """The paths of the items of a list, or of the values of a table."""
    if document.has(key):
        yield from ((key, name) for name in document.keys(key))
    else:
        yield from (path for path, _ in document.items(key))


def _autoload(document: JsonDocument, sheet: ProjectSheet) -> None:
    for standard in ("psr-4", "psr-0"):
        for namespace in document.keys("autoload", standard):
            for path, folder in document.strings("autoload", standard, namespace):
                _module(sheet, namespace.rstrip("\\"), folder, document.span(*path))
    for path, folder in document.strings("autoload", "classmap"):
        _module(sheet, folder.strip("/"), folder, document.span(*path))
    for standard in ("psr-4", "psr-0"):
        for namespace in document.keys("autoload-dev", standard):
            for path, folder in document.strings("autoload-dev", standard, namespace):
                if folder.strip("/") in _TEST_FOLDERS:
                    sheet.layout(f"tests in {folder.strip('/')}/", document.span(*path), folder)


def _module(sheet: ProjectSheet, name: str, folder: str, span: tuple[int, int]) -> None:
    """Claim a folder of code, if it is one of this repository."""
    path = normpath(sheet.beside(folder))
    # The folder of the file itself is the package.
    if path.startswith(("..", "/")) or path == (sheet.directory or ".") or not name:
        return
    if sheet.has_folder(path):
        evidence, spelling = sheet.proof(span, name, name.replace("\\", "\\\\"), folder)
        sheet.add(Component(evidence=evidence, spelling=spelling, name=name, path=path, kind="module"))
        if path == sheet.beside("src"):
            sheet.layout("src-layout", span, folder)


def _programs(document: JsonDocument, sheet: ProjectSheet) -> None:
    for path, program in document.strings("bin"):
        name = program.rpartition("/")[2]
        if name:
            sheet.entry_point(name, program, document.span(*path), "bin", "", program)
