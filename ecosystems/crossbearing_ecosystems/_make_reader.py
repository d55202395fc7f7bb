"""A Makefile and what it includes, as its targets with their prerequisites and recipes."""

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from posixpath import normpath

from attrs import define, field

from crossbearing.plugin import FileTree, SourceFile
from crossbearing_ecosystems._make_lines import (
    LogicalLine,
    logical_lines,
    split_statement,
    split_words,
    variable_name,
    without_comment,
)
from crossbearing_ecosystems._make_values import HERE, Variables, stem_of
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Span

_NO_EXPORTS = frozenset({"MAKE", "MAKEFLAGS", "SHELL", "SHELLOPTS", "BASH_ENV"})
"""Variables that tell make itself something."""
_INCLUDES = frozenset({"include", "-include", "sinclude"})
_CONDITIONS = frozenset({"ifeq", "ifneq", "ifdef", "ifndef"})
_IGNORED = frozenset({"export", "unexport", "vpath", "undefine", "load", "-load"})
_WILDCARD = re.compile(r"\$[({]wildcard\s+([^(){}$]*)[)}]")
_ESCAPED = re.compile(r"\\([:#%\s])")
_FIRST_WORD = re.compile(r"[^\s(]*")
_MOST_FILES = 50
_MOST_PROBLEMS = 5
_MOST_TARGETS = 5_000
_MOST_PREREQUISITES = 1_000
_MOST_PATTERNS = 50


@define
class Rule:
    """A rule where it stands, with the lines of its recipe; conditional where some of these hold in one case only."""

    sheet: ProjectSheet
    span: Span
    branch: int
    recipe: list[LogicalLine] = field(factory=list)
    is_conditional: bool = False


@define
class Target:
    """A target, the rules for it with how each writes its name, and its prerequisites (None: not all are known)."""

    name: str
    rules: list[tuple[Rule, str]] = field(factory=list)
    prerequisites: list[str] | None = field(factory=list)
    stem: str | None = None
    is_double: bool = False

    def proof(self) -> tuple[Rule, str]:
        """The rule that makes the target: the last one with a recipe, or else the first."""
        return next((found for found in reversed(self.rules) if found[0].recipe), self.rules[0])


class MakeReader:
    """Reads a Makefile from top to bottom, includes in their places, each file once."""

    def __init__(self, file: SourceFile, tree: FileTree) -> None:
        self.tree = tree
        self.sheets = [ProjectSheet(file, tree)]
        self.directory = self.sheets[0].directory
        self.variables = Variables()
        self.targets: dict[str, Target] = {}
        self.phony: set[str] = set()
        self.exporting: set[str] = set()
        self._local: dict[str, dict[str, str | None]] = {}
        self._patterns: list[str] = []
        self.is_one_shell = self.is_complete = self.exports_all = False
        self._exports: set[str] = set()
        self.good = 0
        self._open: Rule | None = None
        self._prefix = "\t"
        self._branches = 0
        self._conditions: list[str] = []
        self._definition: tuple[str, str, int, list[str]] | None = None
        self._seen = {file.path}

    def read(self) -> None:
        """Read everything; what is wrong becomes a problem on the sheet of its file."""
        self.is_complete = True
        waiting: list[tuple[ProjectSheet, Iterator[LogicalLine]]] = []
        waiting.append((self.sheets[0], logical_lines(self.sheets[0].file.lines)))
        self._note(self.sheets[0].file.path)
        while waiting:
            sheet, lines = waiting[-1]
            line = next(lines, None)
            if line is None:
                waiting.pop()
                self._open = None
                continue
            included = list(self._take(sheet, line))
            waiting += ((other, logical_lines(other.file.lines)) for other in reversed(included))
        if self._conditions and self.good:
            self._problem(self.sheets[0], "missing endif", len(self.sheets[0].file.lines))

    def _note(self, path: str) -> None:
        name = path[len(self.directory) + 1 :] if self.directory else path
        self.variables.assign("MAKEFILE_LIST", "+=", name)

    def _problem(self, sheet: ProjectSheet, reason: str, line: int) -> None:
        if sum(claim.section == "errors" for claim in sheet.claims) < _MOST_PROBLEMS:
            # What a file ends with is no line of its own.
            last = len(sheet.file.lines) - (not sheet.file.lines[-1])
            sheet.problem(reason, min(line, max(last, 1)))

    def _take(self, sheet: ProjectSheet, line: LogicalLine) -> Iterable[ProjectSheet]:
        """Read one line and return the files to be read before the next one."""
        if self._definition is not None:
            self._define(line)
            return ()
        if line.text.startswith(self._prefix) and self._open is not None:
            self._cook(line)
            return ()
        text = without_comment(line.text).strip()
        if not text:
            return ()
        word = _FIRST_WORD.match(text)[0]  # type: ignore[index]
        rest = text[len(word) :].strip()
        if word in _CONDITIONS or (word in ("else", "endif") and not rest.startswith(("=", ":"))):
            self._branch(sheet, line, word, rest)
        elif word in _INCLUDES and not rest.startswith(("=", ":")):
            self.good += 1
            self._open = None
            return self._include(sheet, line, rest, is_needed=word == "include")
        else:
            self._state(sheet, line, text, word)
        return ()

    def _branch(self, sheet: ProjectSheet, line: LogicalLine, word: str, rest: str) -> None:
        self._branches += 1
        if word in _CONDITIONS:
            self._conditions.append(f"{word} {rest}")
        elif not self._conditions:
            self._problem(sheet, f"extraneous {word!r}", line.first)
        elif word == "endif":
            self._conditions.pop()
        else:
            self._conditions[-1] = "else"

    def _cook(self, line: LogicalLine) -> None:
        """A line of the recipe of the rule that was read last."""
        assert self._open is not None
        self._open.is_conditional = self._open.is_conditional or self._open.branch != self._branches
        self._open.recipe.append(LogicalLine(line.first, line.last, line.text.removeprefix(self._prefix)))

    def _define(self, line: LogicalLine) -> None:
        assert self._definition is not None
        name, operator, depth, body = self._definition
        word = line.text.split(None, 1)[:1]
        depth += (word == ["define"]) - (word == ["endef"])
        if depth:
            body.append(line.text)
            self._definition = (name, operator, depth, body)
        else:
            self._definition = None
            self._assign(name, operator, "\n".join(body))

    def _state(self, sheet: ProjectSheet, line: LogicalLine, text: str, word: str) -> None:
        """An assignment, a definition, or a rule."""
        if word in ("define", "override") and (
            match := re.fullmatch(r"(?:override\s+)?define\s+(\S+)\s*(\S*=)?", text)
        ):
            self._open = None
            self._definition = (match[1], match[2] or "=", 1, [])
            return
        statement = split_statement(text)
        if statement.separator.endswith("="):
            name, modifiers = variable_name(statement.left)
            if name:
                self.good += 1
                self._exports |= {name} if "export" in modifiers else set()
                self._open = None
                self._assign(name, statement.separator, statement.right)
                return
        elif statement.separator in (":", "::", "&:", "&::"):
            self.good += 1
            self._rule(sheet, line, statement.left, statement.separator, statement.right)
            return
        elif word in _IGNORED:
            self._open = None
            self.exports_all = self.exports_all or text == "export"
            self._exports |= set(text.split()[1:]) if word == "export" else set()
            return
        elif text.startswith(("$(", "${")):
            # What a call expands to is read by make, and not known here.
            return
        hint = " (did you mean TAB instead of spaces?)" if line.text.startswith(" ") and self._open else ""
        self._problem(sheet, f"missing separator{hint}", line.first)

    def _assign(self, name: str, operator: str, text: str) -> None:
        if name == ".RECIPEPREFIX":
            self._prefix = text[:1] or "\t"
        operator = ":=" if operator in ("::=", ":::=") else operator
        conditions = self._conditions
        if conditions == [f"ifndef {name}"] and operator in ("=", ":="):
            # The long way to write ?=.
            if self.variables.is_set(name):
                return
            conditions = []
        self.variables.assign(name, operator, text, is_certain=not conditions)

    def _rule(self, sheet: ProjectSheet, line: LogicalLine, left: str, separator: str, right: str) -> None:
        statement = split_statement(right)
        names = list(self._expanded(left))
        if statement.separator.endswith("="):
            self._set_local(names, statement.left, statement.separator, statement.right)
            return
        pattern, after, inline = "", right, None
        if statement.separator == ":":
            pattern, after = statement.left, statement.right
            statement = split_statement(after)
        if statement.separator == ";":
            after, inline = statement.left, statement.right
        prerequisites = self.variables.expand(after.replace("|", " "))
        needs = prerequisites.text.split() if prerequisites.is_complete else None
        patterns = self.variables.expand(pattern).text.split() if pattern else ()
        rule = Rule(sheet, (line.first, line.last), self._branches)
        if inline:
            rule.recipe.append(LogicalLine(line.first, line.last, inline))
        self._open = rule
        for name, spelling in names:
            if name == ".PHONY":
                self.phony.update(prerequisites.text.split())
            elif name in (".ONESHELL", ".EXPORT_ALL_VARIABLES"):
                self.is_one_shell = self.is_one_shell or name == ".ONESHELL"
                self.exports_all = self.exports_all or name != ".ONESHELL"
            elif "%" not in name and len(self.targets) < _MOST_TARGETS:
                stem = next((stem for p in patterns if (stem := stem_of(p, name)) is not None), None)
                found = [need.replace("%", stem, 1) for need in needs] if needs and stem else needs
                target = self.targets.setdefault(name, Target(name))
                target.rules.append((rule, spelling))
                target.is_double = target.is_double or "::" in separator
                target.stem = target.stem if stem is None else stem
                if found is None or target.prerequisites is None or len(found) > _MOST_PREREQUISITES:
                    target.prerequisites = None
                elif len(target.prerequisites) < _MOST_PREREQUISITES:
                    target.prerequisites += found

    def _expanded(self, text: str) -> Iterator[tuple[str, str]]:
        """The words of a list of targets with what they are written as; a word that is not known is none."""
        for word in split_words(text):
            expansion = self.variables.expand(word)
            if expansion.is_complete:
                yield from ((_ESCAPED.sub(r"\1", name), word) for name in expansion.text.split() or ())

    def depends_on_exports(self, name: str, script: str) -> bool:
        """Say whether a recipe may read a variable that is given to it through the environment.

        One of several lines (a program that a recipe runs) is read where a recipe names it, any other by any program.
        """
        if self.exports_all or name in self.exporting:
            return True
        exports = self._exports - _NO_EXPORTS
        return any(other in script or not self.variables.has_lines(other) for other in exports)

    def shell(self) -> str:
        """The shell that recipes ask for, where that is known; empty for that of make itself."""
        expansion = self.variables.expand("$(SHELL)")
        return expansion.text.rpartition("/")[2] if expansion.is_complete else ""

    def local_of(self, name: str) -> dict[str, str | None]:
        """The variables that are set for one target alone, by its name or by a pattern."""
        patterns = [pattern for pattern in self._patterns if stem_of(pattern, name) is not None]
        return {key: value for place in [*patterns, name] for key, value in self._local.get(place, {}).items()}

    def _set_local(self, names: list[tuple[str, str]], left: str, operator: str, text: str) -> None:
        variable, modifiers = variable_name(left)
        for name, _ in names:
            if "%" in name and name not in self._local and len(self._patterns) < _MOST_PATTERNS:
                self._patterns.append(name)
            before = self._local.setdefault(name, {})
            known = operator not in ("+=", "!=") and not self._conditions and variable not in before
            if "export" in modifiers:
                self.exporting.add(name)
            if operator != "?=" or not self.variables.is_set(variable):
                before[variable] = text if known else None

    def _include(self, sheet: ProjectSheet, line: LogicalLine, rest: str, *, is_needed: bool) -> list[ProjectSheet]:
        """The files that an include names, in the repository and not read before."""
        expansion = self.variables.expand(_WILDCARD.sub(r"\1", rest))
        if not expansion.is_complete:
            self.is_complete = False
            return []
        included: list[ProjectSheet] = []
        for word in expansion.text.split():
            path = normpath(f"{self.directory}/{word}" if self.directory else word)
            if word.startswith(HERE):
                path = normpath(f"{self.directory or '.'}/{word[len(HERE) :]}")
            found = self._glob(path) if any(mark in path for mark in "*?[") else [path]
            for name in found:
                included += self._open_file(sheet, line, name, word, is_needed=is_needed)
        return included

    def _open_file(
        self, sheet: ProjectSheet, line: LogicalLine, path: str, word: str, *, is_needed: bool
    ) -> Iterator[ProjectSheet]:
        if path in self._seen or len(self._seen) >= _MOST_FILES:
            return
        file = None if path.startswith(("../", "/")) else self.tree.read(path)
        if file is not None:
            self._seen.add(path)
            self._note(path)
            self.sheets.append(ProjectSheet(file, self.tree))
            yield self.sheets[-1]
        elif is_needed and path not in self.targets:
            self.is_complete = False
            self._problem(sheet, f"included file {word.replace(HERE, '.')!r} does not exist", line.first)

    def _glob(self, pattern: str) -> list[str]:
        folder = pattern.rpartition("/")[0]
        paths = (path for path in self.tree.paths if path.rpartition("/")[0] == folder or "*" in folder)
        return [path for path in paths if fnmatchcase(path, pattern)][:_MOST_FILES]
