"""Reads `go.work`: the folders that Go takes as one workspace, and the Go version that it asks for.

- The layout `go-workspace`, at the line of each `use` folder that holds a module. A module among tests or examples is a
  component at that line. A folder that holds none is named in `errors`.
- Go in the version of the `go` directive; `go` as the package manager, in the version of the `toolchain` directive
  where there is one.

Example: `use ./api` on line 4 claims `go-workspace` at line 4 if there is an `api/go.mod`.

Limits: what the members are called and need, their own `go.mod` says; a `replace` is not carried over to them.
"""

import re
from collections.abc import Sequence
from posixpath import normpath

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._go_directives import DirectiveReader
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Span

VERSION = 1
PATTERNS = ("go.work",)

_WORDS = {"go": (1,), "toolchain": (1,), "godebug": (1,), "use": (1,), "replace": (3, 4, 5)}
_MODULE = re.compile(r"^[ \t]*module[ \t]+[\"`]?(?P<path>[^\s\"`]+)", re.MULTILINE)


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``go.work``."""
    sheet = ProjectSheet(file, tree, "golang")
    reader = DirectiveReader(file)
    good = 0
    for directive in reader:
        counts = _WORDS.get(directive.verb)
        if counts is None:
            reader.fault(f"unknown directive: {directive.verb[:80]}", directive.line)
        elif len(directive.words) not in counts:
            reader.fault(f"wrong number of words after {directive.verb!r}", directive.line)
        else:
            good += 1
            _claim(sheet, directive.verb, directive.words[0], (directive.line, directive.line))
    for fault in reader.finish(good):
        sheet.problem(fault.reason, fault.line)
    return sheet.claims


def _claim(sheet: ProjectSheet, verb: str, word: str, span: Span) -> None:
    if verb == "go":
        sheet.language("go", span, version=word)
        sheet.manager("go", span)
    elif verb == "toolchain":
        sheet.manager("go", span, version=word.removeprefix("go"))
    elif verb == "use":
        _member(sheet, word, span)


def _member(sheet: ProjectSheet, folder: str, span: Span) -> None:
    path = normpath(sheet.beside(folder))
    if path.startswith(("/", "..")):
        sheet.problem(f"the workspace uses {folder!r}, which is outside of the repository", span[0])
    elif sheet.tree.exists("go.mod" if path == "." else f"{path}/go.mod"):
        sheet.layout("go-workspace", span, folder)
        manifest = "go.mod" if path == "." else f"{path}/go.mod"
        file = sheet.tree.read(manifest) if sheet.must_name(manifest) else None
        if file and (module := _MODULE.search(file.text)):
            sheet.component(module["path"], path, span, "lib", folder)
    else:
        sheet.problem(f"the workspace uses {folder!r}, where there is no go.mod", span[0])
