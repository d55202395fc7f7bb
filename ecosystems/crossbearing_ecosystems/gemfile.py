"""Reads Gemfiles of Bundler: `Gemfile`, `gems.rb`, `*.gemfile` and those in `gemfiles/`. Nothing of them is run.

- **Dependencies**: every `gem`, at the line where its name stands, with its requirements as written
  (`gem "rack", ">= 2", "< 4"` is version `>= 2, < 4`). Its groups, given with it or by blocks, decide the kind:
  development by their names (`test`, `development`, `lint`), `optional: true` groups optional, all others needed at run
  time. The condition and the platforms are the marker; `git`, `github`, `path` and `source`, with the gem or by a
  block, are the source. What `*.gemfile` and `gemfiles/` list is for testing, so for development; and so is whatever a
  Gemfile lists beside `gemspec`, because users of the gem never get it.
- A loop over literals (`%w[a b].each { |name| gem name }`) is unrolled, and a name that one string is assigned to is
  followed. `eval_gemfile` is followed within the repository, 100 files at most.
- **Language**: `ruby "3.3"`, or the version in the file of `ruby file: ".ruby-version"`. **Package manager**: bundler.
- **Test frameworks** among the gems, and commands: `bundle install`, `bundle exec rspec` where there is a `spec`
  folder, `bin/rails test`, and a linter that is configured beside the Gemfile.

Example: `gem "pg", "~> 1.5", group: :web` on line 8 claims `pg`, version `~> 1.5`, group `web`, at line 8.

Limits: `gemspec` repeats nothing, because the gemspec is read for itself. A version that is computed is left out, and a
gem whose name is computed is listed in `errors`. Rakefiles are not read.
"""

import re
from collections.abc import Sequence
from posixpath import normpath
from typing import TYPE_CHECKING

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._project_sheet import DependencyKind, ProjectSheet
from crossbearing_ecosystems._ruby import Call, RubyFile, Word
from crossbearing_ecosystems._ruby_tools import claim_tools, is_development_group

if TYPE_CHECKING:
    from tree_sitter import Node

    from crossbearing_ecosystems._sheet import Span

VERSION = 1
PATTERNS = ("Gemfile", "gems.rb", "*.gemfile", "**/gemfiles/Gemfile*")

_HOSTS = {
    "github": "https://github.com/",
    "gitlab": "https://gitlab.com/",
    "bitbucket": "https://bitbucket.org/",
    "gist": "https://gist.github.com/",
}
_DIRECTIVES = frozenset({"eval_gemfile", "gem", "gemspec", "group", "ruby", "source"})
_RUBY_VERSION = re.compile(r"\s*(?:ruby[-\s]+)?(?P<version>[0-9][\w.]*)")
_GEMSPEC = re.compile(r"^[ \t]*gemspec\b", re.MULTILINE)
_MOST_INCLUDES = 100


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one Gemfile and those that it evaluates."""
    name = file.path.rpartition("/")[2]
    if name.endswith(".lock") or (name == "gems.rb" and b"source" not in file.data and b"gemspec" not in file.data):
        return []
    reader = _Reader(file, tree)
    reader.read_all()
    return reader.claims


class _Reader:
    """The state of reading a Gemfile and what it includes."""

    def __init__(self, file: SourceFile, tree: FileTree) -> None:
        self.file = file
        self.tree = tree
        self.is_variant = file.path.endswith(".gemfile") or "/gemfiles/" in f"/{file.path}"
        self.is_of_gem = bool(_GEMSPEC.search(file.text))
        self.claims: list[Claim] = []
        self.seen = {file.path}
        self.waiting = [file]

    def read_all(self) -> None:
        while self.waiting:
            file = self.waiting.pop()
            self.sheet = ProjectSheet(file, self.tree, "gem")
            self.gems: dict[str, Span] = {}
            try:
                self._read(file)
            except UnreadableError as problem:
                if file is self.file:
                    raise
                self.sheet.claims = []
                self.sheet.problem(problem.reason, problem.line or 1)
            self.claims += self.sheet.claims

    def _read(self, file: SourceFile) -> None:
        self.ruby = RubyFile(file)
        first: Call | None = None
        for item in self.ruby.visit():
            if isinstance(item, Call) and not item.receiver and item.method in _DIRECTIVES:
                first = first or item
                self._directive(item)
        if line := self.ruby.error_line:
            if first is None:
                raise UnreadableError("unparseable: not the syntax of Ruby", line)
            self.sheet.problem("not the syntax of Ruby", line)
        if first is not None and file is self.file:
            self._conventions(first)

    def _directive(self, call: Call) -> None:
        if call.method == "gem" and call.positional:
            self._gem(call)
        elif call.method == "ruby":
            self._language(call)
        elif call.method == "eval_gemfile" and call.positional:
            self._include(call)

    def _conventions(self, first: Call) -> None:
        """What the file says by being there."""
        if self.is_variant:
            return
        span = (first.line, first.line)
        self.sheet.manager("bundler", self.gems.get("bundler", span), first.method)
        self.sheet.runner("install", "bundle install", span, first.method, source="convention")
        claim_tools(self.sheet, self.gems)

    def _gem(self, call: Call) -> None:
        name = self.ruby.word(call.positional[0], call.scope)
        if name is None or not name.text.strip():
            self.sheet.problem("the name of a gem is computed", call.line)
            return
        version = self.ruby.requirement(call.positional[1:], call.scope)
        groups = self._groups(call)
        self.gems.setdefault(name.text, name.span)
        self.sheet.declare(
            name.text,
            version or None,
            name.span,
            self._kind(call, groups),
            group=", ".join(groups),
            marker=self._marker(call),
            source=self._source(call),
        )

    def _all(self, node: "Node | None", call: Call) -> list[Word]:
        return self.ruby.words(node, call.scope) if node is not None else []

    def _first(self, node: "Node | None", call: Call) -> str:
        return next((word.text for word in self._all(node, call)), "")

    def _blocks(self, call: Call, *methods: str) -> list[Call]:
        return [block for block in call.scope.blocks if block.method in methods and not block.receiver]

    def _groups(self, call: Call) -> tuple[str, ...]:
        words = [
            word
            for block in self._blocks(call, "group")
            for node in block.positional
            for word in self._all(node, block)
        ]
        for key in ("group", "groups"):
            words += self._all(call.keywords.get(key), call)
        return tuple(dict.fromkeys(word.text for word in words if word.text != "default"))

    def _kind(self, call: Call, groups: tuple[str, ...]) -> DependencyKind:
        if self.is_variant or self.is_of_gem or (groups and all(map(is_development_group, groups))):
            return "dev"
        is_optional = any(
            "optional" in block.keywords and block.keywords["optional"].type == "true"
            for block in self._blocks(call, "group")
        )
        return "optional" if is_optional else "runtime"

    def _marker(self, call: Call) -> str:
        conditions = list(call.scope.conditions)
        for block in self._blocks(call, "platform", "platforms", "install_if"):
            names = [word.text for node in block.positional for word in self._all(node, block)]
            conditions += [f"platforms: {', '.join(names)}"] if names else []
        for key in ("platform", "platforms"):
            if names := [word.text for word in self._all(call.keywords.get(key), call)]:
                conditions.append(f"platforms: {', '.join(names)}")
        return " and ".join(conditions)

    def _source(self, call: Call) -> str:
        """Where a gem comes from, if not from the source of the whole file; its own options go before its blocks."""
        for key in ("path", "git", *_HOSTS, "source"):
            if place := self._first(call.keywords.get(key), call):
                return _located(key, place)
        for block in reversed(self._blocks(call, "path", "git", *_HOSTS, "source")):
            if block.positional and (place := self._first(block.positional[0], block)):
                return _located(block.method, place)
        return ""

    def _language(self, call: Call) -> None:
        version = self.ruby.requirement(call.positional, call.scope)
        if not version and (name := self._first(call.keywords.get("file"), call)):
            found = self.tree.read(normpath(self.sheet.beside(name)))
            match = _RUBY_VERSION.match(found.text[:200]) if found else None
            version = match["version"] if match else ""
        self.sheet.language("ruby", (call.line, call.line), version=version)

    def _include(self, call: Call) -> None:
        name = self._first(call.positional[0], call)
        target = normpath(self.sheet.beside(name))
        if not name:
            self.sheet.problem("the path of an included Gemfile is computed", call.line)
        elif target.startswith(("/", "../")):
            self.sheet.problem(f"included file {name!r} is outside of the repository", call.line)
        elif (found := self.tree.read(target)) is None:
            self.sheet.problem(f"included file {name!r} does not exist", call.line)
        elif target not in self.seen and len(self.seen) < _MOST_INCLUDES and not _has_own_claim(target):
            self.seen.add(target)
            self.waiting.append(found)


def _has_own_claim(path: str) -> bool:
    """Say whether a file is read for its own name, so that an include need not repeat it."""
    folder, _, name = path.rpartition("/")
    return name in PATTERNS or name.endswith(".gemfile") or (folder.endswith("gemfiles") and name.startswith("Gemfile"))


def _located(kind: str, place: str) -> str:
    """The URL or path that an option of a gem stands for."""
    if kind not in _HOSTS or "://" in place:
        return place
    owner, _, name = place.partition("/")
    return _HOSTS[kind] + (place if name or kind == "gist" else f"{owner}/{owner}")
