"""Reads `go.mod`: the module, the Go version, what it requires, and the programs that it builds.

What it claims, each with the line that says so:

- **Module**: a component of that path (an `app` where it holds a program, else a `lib`); Go in the version of the `go`
  directive; `go` as the package manager, in the version of the `toolchain` directive where there is one.
- **Requirements**: dependencies in their exact version; those marked `// indirect` are in the group `indirect`. Where
  `replace` puts another version or module in the place of a required one, the claim has that version, the other module
  as its source, and the line of the `replace`; where it puts a folder there, the folder is the source.
- **Tools** (`tool`, Go 1.24): a runner `go tool NAME`. A module that is required only for a tool is for development.
- **Programs**: each folder of `package main` in the module's own folder, below a `cmd` folder, or beside a `main.go`,
  at the line of `package main`. Tests, examples, other modules inside this one, `testdata`, folders that `ignore`
  names, and files that a build leaves out (`//go:build ignore`) are none.
- **Runners** by Go's conventions: `go build ./...`, `go test ./...`, `go vet ./...`. Tests where there are test files,
  and the frameworks that are required directly (testify, ginkgo, …).

Example: `require github.com/google/uuid v1.6.0 // indirect` on line 5 claims `github.com/google/uuid`, version
`v1.6.0`, group `indirect`, at line 5.

Limits: `exclude` and `retract` ask for nothing, so nothing is claimed from them; a `replace` of something that this
module does not require is left out; of more than 300 folders that may hold programs, the nearest to the root count.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from posixpath import normpath

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._go_directives import Directive, DirectiveReader
from crossbearing_ecosystems._go_packages import ModulePackages, program_name
from crossbearing_ecosystems._project_sheet import DependencyKind, ProjectSheet

VERSION = 1
PATTERNS = ("go.mod",)

_FRAMEWORKS = ("ginkgo", "testify", "goconvey", "godog", "quicktest", "gotest.tools")
_INDIRECT = re.compile(r"//\s*indirect(?:;|\s*$)")
_GO_VERSION = re.compile(r"[1-9][0-9]*\.(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*))?(?:[a-z]+[0-9]+)?")
_USAGES: Mapping[str, tuple[str, Callable[[Sequence[str]], bool]]] = {
    "module": ("module example.com/path", lambda words: len(words) == 1),
    "go": ("go 1.23", lambda words: len(words) == 1 and _GO_VERSION.fullmatch(words[0]) is not None),
    "toolchain": ("toolchain go1.23.0", lambda words: len(words) == 1),
    "godebug": ("godebug key=value", lambda words: len(words) == 1),
    "require": ("require example.com/module v1.2.3", lambda words: len(words) == 2),
    "exclude": ("exclude example.com/module v1.2.3", lambda words: len(words) == 2),
    "retract": ("retract v1.2.3 or retract [v1.2.3, v1.3.0]", bool),
    "replace": (
        "replace example.com/module [v1.2.3] => other.example/module v1.4 or ../folder",
        lambda words: len(words) <= 5 and "=>" in words[1:3] and len(words) - words.index("=>") in (2, 3),
    ),
    "tool": ("tool example.com/module/cmd/name", lambda words: len(words) == 1),
    "ignore": ("ignore ./folder", lambda words: len(words) == 1),
}


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``go.mod``."""
    sheet = ProjectSheet(file, tree, "golang")
    found = _read(sheet)
    if found["module"]:
        _module(sheet, found)
    _requirements(sheet, found)
    for tool in found["tool"]:
        name = program_name(tool.words[0], "")
        sheet.runner(name, f"go tool {name}", (tool.line, tool.line), source="script")
    return sheet.claims


def _read(sheet: ProjectSheet) -> dict[str, list[Directive]]:
    """The directives that are as they should be, by their verb; problems for the others."""
    found: dict[str, list[Directive]] = {verb: [] for verb in _USAGES}
    reader = DirectiveReader(sheet.file)
    for directive in reader:
        usage, is_right = _USAGES.get(directive.verb, ("", bool))
        if not usage:
            reader.fault(f"unknown directive: {directive.verb[:80]}", directive.line)
        elif not is_right(directive.words):
            reader.fault(f"usage: {usage}", directive.line)
        else:
            found[directive.verb].append(directive)
    for fault in reader.finish(sum(map(len, found.values()))):
        sheet.problem(fault.reason, fault.line)
    return found


def _module(sheet: ProjectSheet, found: Mapping[str, list[Directive]]) -> None:
    module = found["module"][0]
    span = (module.line, module.line)
    path = module.words[0]
    packages = ModulePackages(sheet.tree, sheet.directory, {ignored.words[0] for ignored in found["ignore"]})
    programs = list(packages.programs())
    sheet.component(path, sheet.directory, span, "app" if programs else "lib")
    _language(sheet, found, span)
    for purpose, command in (("build", "go build ./..."), ("test", "go test ./..."), ("lint", "go vet ./...")):
        sheet.runner(purpose, command, span, "module", source="convention")
    if packages.has_tests:
        sheet.test_suite("go test", span, "go test ./...", "module")
    for program in programs:
        place = ProjectSheet(program.file, sheet.tree)
        target = f"./{program.folder}" if program.folder else "."
        line = (program.line, program.line)
        place.entry_point(program_name(path, program.folder), target, line, "bin", "", "package main", "package")
        for claim in place.claims:
            sheet.add(claim)


def _language(sheet: ProjectSheet, found: Mapping[str, list[Directive]], span: tuple[int, int]) -> None:
    """Go and its package manager, where the file states their versions; else where it states that it is a module."""
    stated = found["go"][0] if found["go"] else None
    place = (stated.line, stated.line) if stated else span
    sheet.language("go", place, "module", version=stated.words[0] if stated else None)
    if found["toolchain"]:
        toolchain = found["toolchain"][0]
        version = toolchain.words[0].removeprefix("go")
        sheet.manager("go", (toolchain.line, toolchain.line), version=version)
    else:
        sheet.manager("go", place, "module")


def _requirements(sheet: ProjectSheet, found: Mapping[str, list[Directive]]) -> None:
    replacements = {}
    for directive in found["replace"]:
        arrow = directive.words.index("=>")
        replacements[directive.words[:arrow]] = (directive.words[arrow + 1 :], directive.line)
    tools = [tool.words[0] for tool in found["tool"]]
    for directive in found["require"]:
        name, version = directive.words
        is_indirect = _INDIRECT.match(directive.comment) is not None
        kind: DependencyKind = "runtime"
        group = "indirect" if is_indirect else ""
        if is_indirect and any(tool == name or tool.startswith(f"{name}/") for tool in tools):
            kind, group = "dev", "tool"
        (other, line) = replacements.get((name, version)) or replacements.get((name,)) or ((), directive.line)
        if len(other) == 2:
            source = other[0] if other[0] != name else ""
            sheet.declare(name, other[1], (line, line), kind, group=group, source=source)
        else:
            source = _folder_source(sheet, other[0]) if other else ""
            sheet.declare(name, version, (directive.line, directive.line), kind, group=group, source=source)
        framework = next((word for word in _FRAMEWORKS if word in name), "")
        if framework and not is_indirect:
            sheet.test_suite(framework, (directive.line, directive.line))


def _folder_source(sheet: ProjectSheet, folder: str) -> str:
    """A folder that takes the place of a module: a component of this repository, or the path as it is written."""
    path = normpath(sheet.beside(folder))
    return "workspace" if sheet.tree.exists("go.mod" if path == "." else f"{path}/go.mod") else folder
