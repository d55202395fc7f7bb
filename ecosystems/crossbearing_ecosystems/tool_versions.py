"""Reads the files that version managers pin tools with: asdf, mise, pyenv, nvm, rbenv, jenv, goenv, rustup and others.

- `.tool-versions`, and `[tools]` of `mise.toml` or `.mise.toml`: languages and package managers in the first version
  that is listed. Tools of mise that come from a registry (`npm:prettier`, `pipx:black`, `cargo:just`, `gem:`, `go:`)
  are development dependencies.
- `.python-version`, `.node-version`, `.nvmrc`, `.ruby-version`, `.java-version`, `.go-version`: the language, in the
  version of the first line that says one. `rust-toolchain` and `rust-toolchain.toml`: Rust in that channel.
- `[tasks]` of mise: runners, as `mise run NAME`, with a test suite where they run a known framework.

Example: `nodejs 20.11.1` on line 2 of `.tool-versions` claims JavaScript in the version `20.11.1`, at line 2.

Limits: tools that are neither a language nor a package manager (`terraform`) are not claimed; a reference to another
file or variable is no version; settings and variables of mise are left out.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._commands import framework_of
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._toml import TomlDocument

VERSION = 1

_LANGUAGE_OF_FILE = {
    ".go-version": "go",
    ".java-version": "java",
    ".node-version": "javascript",
    ".nvmrc": "javascript",
    ".python-version": "python",
    ".ruby-version": "ruby",
    "rust-toolchain": "rust",
}
_MISE = ("mise.toml", ".mise.toml")
PATTERNS = (
    ".go-version",
    ".java-version",
    ".node-version",
    ".nvmrc",
    ".python-version",
    ".ruby-version",
    "rust-toolchain",
    ".tool-versions",
    "mise.toml",
    ".mise.toml",
    "rust-toolchain.toml",
)

# fmt: off
_LANGUAGES = {
    "bun": "javascript", "clojure": "clojure", "crystal": "crystal", "dart": "dart", "deno": "typescript",
    "dotnet": "c#", "dotnet-core": "c#", "elixir": "elixir", "elm": "elm", "erlang": "erlang", "flutter": "dart",
    "ghc": "haskell", "go": "go", "golang": "go", "haskell": "haskell", "java": "java", "julia": "julia",
    "kotlin": "kotlin", "lua": "lua", "luajit": "lua", "nim": "nim", "node": "javascript", "nodejs": "javascript",
    "ocaml": "ocaml", "perl": "perl", "php": "php", "python": "python", "r": "r", "ruby": "ruby", "rust": "rust",
    "scala": "scala", "swift": "swift", "zig": "zig",
}
_MANAGERS = frozenset((
    "bun", "bundler", "cargo", "composer", "gradle", "hatch", "leiningen", "maven", "npm", "pdm", "pip", "pipenv",
    "pixi", "pnpm", "poetry", "rebar", "sbt", "uv", "yarn",
))
# fmt: on
_REGISTRIES = {"cargo": "cargo", "gem": "gem", "go": "golang", "npm": "npm", "pipx": "pypi"}
_VERSION = re.compile(r"(?![^\s]*://)[A-Za-z0-9^~<>=*@][\w.+/@^~<>=*-]*")
_PREFIX = re.compile(r"(?:ruby|python|go|node)-(?=[0-9])")
_NOT_A_VERSION = ("ref:", "path:", "system", "file:")
_LONGEST = 200


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one file of a version manager."""
    sheet = ProjectSheet(file, tree)
    name = file.path.rpartition("/")[2]
    if name in _MISE:
        _mise(TomlDocument(file), sheet)
    elif name == "rust-toolchain.toml" or (name == "rust-toolchain" and "[toolchain]" in file.text):
        _rust(TomlDocument(file), sheet)
    elif name == ".tool-versions":
        for words, span in _lines(file):
            if len(words) > 1:
                _tool(sheet, words[0], words[1], span)
            else:
                sheet.problem(f"no version is given for {words[0][:_LONGEST]!r}", span[0])
    else:
        _single(file, sheet, _LANGUAGE_OF_FILE.get(name, ""))
    return sheet.claims


def _lines(file: SourceFile) -> Iterator[tuple[list[str], Span]]:
    """The words of each line that says something, comments left out."""
    for number, line in enumerate(file.lines, 1):
        if words := line[: 10 * _LONGEST].partition("#")[0].split():
            yield words, (number, number)


def _single(file: SourceFile, sheet: ProjectSheet, language: str) -> None:
    """A file whose first line is a version."""
    for words, span in _lines(file):
        # Only pyenv takes several versions, and those on one line too.
        is_one = len(words) == 1 or language == "python"
        if not is_one or not all(len(word) <= _LONGEST and _VERSION.fullmatch(word) for word in words):
            raise UnreadableError(f"not a version: {' '.join(words)[:80]!r}", span[0])
        sheet.language(language, span, words[0], version=_PREFIX.sub("", words[0]))
        return


def _rust(document: TomlDocument, sheet: ProjectSheet) -> None:
    place = ("toolchain", "channel")
    if channel := document.text(*place):
        sheet.language("rust", document.span(*place), channel, version=channel)


def _tool(sheet: ProjectSheet, tool: str, version: str, span: Span) -> None:
    name = tool.removeprefix("core:").lower()
    stated = None if version.startswith(_NOT_A_VERSION) else version
    if name in _MANAGERS:
        sheet.manager(name, span, tool, version=stated)
    if name in _LANGUAGES:
        sheet.language(_LANGUAGES[name], span, tool, version=stated)
    registry, colon, package = tool.partition(":")
    if colon and registry in _REGISTRIES and package:
        package = package.partition("[")[0]
        sheet.declare(package, stated, span, "dev", tool, group="mise", ecosystem=_REGISTRIES[registry])


def _mise(document: TomlDocument, sheet: ProjectSheet) -> None:
    for tool in document.keys("tools"):
        span = document.span("tools", tool)
        if version := next(_versions(document.get("tools", tool)), ""):
            _tool(sheet, tool, version, span)
        else:
            sheet.problem(f"no version is given for {tool[:_LONGEST]!r}", span[0])
    for name in document.keys("tasks"):
        span = document.span("tasks", name)
        command = f"mise run {name}"
        sheet.runner(name, command, span, source="script")
        for script in _scripts(document.get("tasks", name)):
            if framework := framework_of(script):
                sheet.test_suite(framework, span, command, name)


def _versions(value: Any) -> Iterator[str]:
    """The versions of a tool: a string, a list, or a table with one."""
    for item in value if isinstance(value, list) else [value]:
        found = item.get("version") if isinstance(item, dict) else item
        if isinstance(found, str) and found:
            yield found


def _scripts(value: Any) -> Iterator[str]:
    """What a task runs: a string, a list, or a table with one."""
    found = value.get("run") if isinstance(value, dict) else value
    yield from (item for item in (found if isinstance(found, list) else [found]) if isinstance(item, str))
