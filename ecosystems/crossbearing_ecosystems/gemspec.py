"""Reads gemspecs of RubyGems (`*.gemspec`). Nothing of them is run.

- **Component**: `spec.name = "…"` or `Gem::Specification.new "…"`, an application where it has executables.
- **Dependencies**: `add_dependency` and `add_runtime_dependency` (needed at run time), `add_development_dependency`
  (for development), with their requirements as written (`"~> 2.3", ">= 2.3.1"` is version `~> 2.3, >= 2.3.1`) and the
  condition under which they are added. A loop over literals is unrolled.
- **Language**: `spec.required_ruby_version`.
- **Entry points**: `spec.executables`, in `spec.bindir` (`bin` unless it says otherwise). Where they are found by a
  pattern (`files.grep(%r{^exe/})`), the scanned files that lie directly in that folder are meant.
- **Test frameworks** among the development dependencies, and commands: `gem build`, `rspec` where there is a `spec`
  folder, and a linter that is configured beside the gemspec.

Example: `spec.add_dependency "rack", ">= 3.0.0", "< 4"` on line 20 claims `rack`, version `>= 3.0.0, < 4`, at line 20.

Limits: a version or name that is computed (`Foo::VERSION`) is not known; a dependency whose name is computed is listed
in `errors`. Conditions that ask what RubyGems can do (`respond_to?`, `Gem::Version`) make no marker.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._project_sheet import DependencyKind, ProjectSheet
from crossbearing_ecosystems._ruby import Assignment, Call, RubyFile, Word
from crossbearing_ecosystems._ruby_tools import claim_tools
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._syntax import text_of

VERSION = 1
PATTERNS = ("*.gemspec",)

_DEPENDENCIES: dict[str, DependencyKind] = {
    "add_dependency": "runtime",
    "add_runtime_dependency": "runtime",
    "add_development_dependency": "dev",
}
_ATTRIBUTES = frozenset({"bindir", "executable", "executables", "name", "required_ruby_version"})
_FOLDER_PATTERN = re.compile(r"(?:\^|\\A)(?P<folder>[A-Za-z][\w-]*)\\?/")
_ABOUT_RUBYGEMS = re.compile(r"respond_to\?|Gem::(?:Version|VERSION|RubyGemsVersion)")


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one gemspec."""
    ruby = RubyFile(file)
    sheet = ProjectSheet(file, tree, "gem")
    given: dict[str, Assignment] = {}
    gems: dict[str, Span] = {}
    executables: list[Word] = []
    for item in ruby.visit():
        if isinstance(item, Assignment):
            if item.attribute in ("executable", "executables"):
                executables += _executables(ruby, item, sheet)
            if item.attribute in _ATTRIBUTES:
                given.setdefault(item.attribute, item)
        elif item.method == "new" and item.receiver.endswith("Gem::Specification") and item.positional:
            given.setdefault("name", Assignment("name", item.positional[0], (item.line, item.line), item.scope))
        elif item.method in _DEPENDENCIES and item.receiver and item.positional:
            _dependency(ruby, item, sheet, gems)
    _project(ruby, sheet, given, executables)
    claim_tools(sheet, gems)
    if line := ruby.error_line:
        if not sheet.claims:
            raise UnreadableError("unparseable: not the syntax of Ruby", line)
        sheet.problem("not the syntax of Ruby", line)
    return sheet.claims


def _project(ruby: RubyFile, sheet: ProjectSheet, given: dict[str, Assignment], executables: list[Word]) -> None:
    named = given.get("name")
    name = ruby.word(named.value, named.scope) if named else None
    if named and name and name.text.strip():
        sheet.component(name.text, sheet.directory, name.span, "app" if executables else "lib")
        file_name = sheet.file.path.rpartition("/")[2]
        sheet.runner("build", f"gem build {file_name}", name.span, "name", name.text, source="convention")
    if required := given.get("required_ruby_version"):
        value = required.value
        # Gem::Requirement.new(">= 2.7")
        values = Call(value, required.scope).positional if value.type == "call" else [value]
        sheet.language("ruby", required.span, version=ruby.requirement(values or [value], required.scope))
    folder = given.get("bindir")
    bindir = ruby.word(folder.value, folder.scope) if folder else None
    for executable in executables:
        target = f"{bindir.text if bindir else 'bin'}/{executable.text}"
        sheet.entry_point(executable.text, target, executable.span, "bin", "", "executables", "executable")


def _dependency(ruby: RubyFile, call: Call, sheet: ProjectSheet, gems: dict[str, Span]) -> None:
    name = ruby.word(call.positional[0], call.scope)
    if name is None or not name.text.strip():
        sheet.problem("the name of a dependency is computed", call.line)
        return
    version = ruby.requirement(call.positional[1:], call.scope)
    conditions = [text for text in call.scope.conditions if not _ABOUT_RUBYGEMS.search(text)]
    kind = _DEPENDENCIES[call.method]
    if kind == "dev":
        gems.setdefault(name.text, name.span)
    sheet.declare(name.text, version, name.span, kind, marker=" and ".join(conditions))


def _executables(ruby: RubyFile, item: Assignment, sheet: ProjectSheet) -> list[Word]:
    if words := ruby.words(item.value, item.scope):
        return words
    match = _FOLDER_PATTERN.search(text_of(item.value)) if "grep" in text_of(item.value) else None
    return [Word(name, item.span) for name in _files_in(sheet, match["folder"])] if match else []


def _files_in(sheet: ProjectSheet, folder: str) -> Iterator[str]:
    """The names of the scanned files directly in ``folder``."""
    prefix = f"{sheet.beside(folder)}/"
    paths = sheet.tree.paths
    for path in paths[bisect_left(paths, prefix) :]:
        if not path.startswith(prefix):
            break
        if "/" not in path[len(prefix) :]:
            yield path[len(prefix) :]
