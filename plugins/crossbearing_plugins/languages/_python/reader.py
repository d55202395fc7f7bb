"""Facts of one Python file, from its text and the statements that a parser found in it.

A parser front end says only what tokens cannot: where each statement begins and ends, which ones are compound, and
what did not parse. Everything else is read here, so that all front ends agree.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable

from crossbearing.plugin import FileFacts, SourceFile, SyntaxProblem
from crossbearing_plugins.languages._python.assignments import (
    assign_inside,
    assign_local,
    read_export,
    read_name,
    read_target,
)
from crossbearing_plugins.languages._python.bindings import (
    read_addition,
    read_alias,
    read_async,
    read_case,
    read_del,
    read_except,
    read_for,
    read_global,
    read_match,
    read_nonlocal,
    read_raise,
    read_result,
    read_with,
)
from crossbearing_plugins.languages._python.definitions import read_definition
from crossbearing_plugins.languages._python.file import (
    ALIAS,
    CASE,
    COMPOUND,
    DEFINITION,
    MATCH,
    MODULE,
    PythonFile,
    Statement,
)
from crossbearing_plugins.languages._python.imports import read_dynamic_imports, read_from, read_import
from crossbearing_plugins.languages._python.names import BUILTIN, CALL, CHAIN, INNER, NAME, OPENER, STORE, bare
from crossbearing_plugins.languages._python.scopes import close_scopes
from crossbearing_plugins.languages._python.strings import document_of

Reader = Callable[[PythonFile, int, int, int, int], bool]
"""Reads the statement of tokens ``first:last``, offsets ``start`` to ``end``; true where it took the tokens itself."""

_SOFT: dict[int, Reader] = {MATCH: read_match, CASE: read_case, ALIAS: read_alias}
_READERS: dict[str, Reader] = {
    "__all__.append": read_export,
    "__all__.extend": read_export,
    "async": read_async,
    "del": read_del,
    "except": read_except,
    "for": read_for,
    "from": read_from,
    "global": read_global,
    "import": read_import,
    "nonlocal": read_nonlocal,
    "raise": read_raise,
    "return": read_result,
    "with": read_with,
    "yield": read_result,
}
_ADDITIONS = (".add(", ".append(", ".appendleft(", ".extend(", ".insert(", ".update(")
_MAPPERS = frozenset(("filter(", "map("))
_BEFORE_NAME = re.compile(r"\s*(?:[\[(][\d,. ]*[\])],\s*)?")
_EXPORTS = ("__all__.append(", "__all__.extend(")
_STORES = frozenset((STORE, CHAIN))
_BINDING = frozenset((STORE, NAME, CHAIN, BUILTIN, OPENER))
"""Kinds of first tokens whose statements may bind names."""


def source_text(file: SourceFile) -> str:
    r"""The text of a file with ``\n`` as the only line ending, as Python itself reads it."""
    text = file.text
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def read_file(text: str, statements: list[Statement], problems: list[SyntaxProblem]) -> FileFacts:
    """Read the facts of a file from its statements, sorted by their start."""
    file = PythonFile(text, statements)
    _Walk(file, statements).run()
    note_callbacks(file)
    close_scopes(file.scopes)
    file.uses.ranges.sort(key=lambda entry: entry[0])
    read_dynamic_imports(file)
    facts = file.facts
    facts.references = file.uses.references(file.line_starts)
    facts.bindings += file.uses.unknown_values(facts.bindings, file.line_starts, has_star=file.has_star)
    facts.bindings.sort(key=lambda binding: binding.line)
    facts.literals = file.messages()
    facts.problems = problems
    return facts


def note_callbacks(file: PythonFile) -> None:
    """``map`` and ``filter`` call the function that they are given by name."""
    texts, gaps = file.tokens.texts, file.tokens.gaps
    for builtin in _MAPPERS & file.kinds.keys():
        for index in [index for index, text in enumerate(texts[:-1]) if text == builtin]:
            given = index + 1
            is_name = file.kinds[texts[given]] in (NAME, CHAIN) and _BEFORE_NAME.fullmatch(gaps[given])
            if is_name and gaps[given + 1].lstrip()[:1] in (",", ")"):
                file.uses.overrides.setdefault(given, "call")


class _Walk:
    """Goes through the statements of a file that bind names or have scopes inside, and hands each to its reader."""

    def __init__(self, file: PythonFile, statements: list[Statement]) -> None:
        self.file = file
        self.statements = statements
        self.starts = [start for start, _, _ in statements]
        starts = file.tokens.starts
        places = {start: index for index, start in enumerate(starts) if start in file.begins}
        self.bounds = [places[start] if start in places else bisect_left(starts, start) for start in self.starts]
        self.bounds.append(len(starts))
        self.inner = set(self.numbers(file.uses.inner))
        self.pending = 0

    def run(self) -> None:
        """Read the whole file."""
        file, bounds = self.file, self.bounds
        walrus = self.walruses()
        if self.statements:
            self.document(MODULE, 0)
        for number in sorted(self.binding() | self.inner | walrus.keys()):
            start, end, form = self.statements[number]
            while start >= file.scope.end:
                self.leave()
            for index in walrus.get(number, ()):
                assign_inside(file, index)
            if form == DEFINITION:
                self.define(number)
            elif self.read(form, bounds[number], bounds[number + 1], start, end):
                self.flush(bounds[number])
                self.pending = bounds[number + 1]
            elif number in self.inner:
                self.flush(bounds[number])
                self.pending = bounds[number + 1]
                self.add_expression(bounds[number], bounds[number + 1])
        while file.scope.parent is not None:
            self.leave()
        self.flush(len(file.tokens.texts))

    def binding(self) -> set[int]:
        """The numbers of the statements that may bind a name."""
        texts, text, kinds = [*self.file.tokens.texts, "#"], self.file.text, self.file.kinds
        binding = {
            token
            for token, kind in kinds.items()
            if kind in _BINDING
            or token in _EXPORTS
            or (kind == INNER and token[0] == "f")
            or (kind == CALL and token.endswith(_ADDITIONS))
        }
        found = {number for number, first in enumerate(self.bounds[:-1]) if texts[first] in binding}
        found |= {number for number, start in enumerate(self.starts) if text[start] in "([*"}
        found |= {number for number, (_, _, form) in enumerate(self.statements) if form > COMPOUND}
        return found

    def numbers(self, indexes: list[int]) -> dict[int, list[int]]:
        """The tokens at ``indexes`` by the statement in which they stand; the ``for`` of a loop is left out."""
        texts, bounds = self.file.tokens.texts, self.bounds
        found: dict[int, list[int]] = {}
        for index in indexes:
            number = bisect_right(bounds, index) - 1
            if number < 0:
                continue
            first = bounds[number]
            is_loop = texts[index][0] == "f" and (index == first or (index == first + 1 and texts[first] == "async"))
            if not is_loop:
                found.setdefault(number, []).append(index)
        return found

    def walruses(self) -> dict[int, list[int]]:
        """The tokens of names that ``:=`` binds, by statement."""
        if ":=" not in self.file.text:
            return {}
        gaps = self.file.tokens.gaps
        return self.numbers([at - 1 for at, gap in enumerate(gaps) if at and gap.lstrip().startswith(":=")])

    def define(self, number: int) -> None:
        """Read a definition's header and documentation, and enter its scope."""
        file = self.file
        start, end, _ = self.statements[number]
        first, last = self.bounds[number], self.bounds[number + 1]
        self.flush(first)
        outer = file.scope
        read_definition(file, first, last, start, end)
        self.pending = last
        body = number + 1
        if file.scope is not outer and body < len(self.starts) and self.starts[body] < end:
            self.document(file.scope.definition, body)

    def read(self, form: int, first: int, last: int, start: int, end: int) -> bool:
        """Read one statement; true where its reader took its tokens."""
        file = self.file
        if first == last:
            return False
        if form in _SOFT:
            return _SOFT[form](file, first, last, start, end)
        if file.tokens.starts[first] != start:
            starts_target = file.text[start] in "([*" and "=" in file.text[start:end]
            return starts_target and read_target(file, first, last, start, end)
        text = file.tokens.texts[first]
        kind = file.kinds[text]
        if text[-1] == "=" and file.scope.kind == "function" and kind in _STORES and assign_local(file, first, end):
            return False
        reader = _READERS.get(bare(text))
        if reader is not None:
            return reader(file, first, last, start, end)
        if text.endswith(_ADDITIONS):
            return read_addition(file, first, last, start, end)
        return kind in _BINDING and read_name(file, first, last, start, end)

    def add_expression(self, first: int, last: int) -> None:
        """Note the uses in a statement with comprehensions or lambdas; the ``for`` that begins a loop is none's."""
        words = [bare(text) for text in self.file.tokens.texts[first : first + 2]]
        begin = first + (words.index("for") + 1 if "for" in words and words[0] in ("for", "async") else 0)
        self.file.uses.add(begin, last, self.file.scope, self.file.scope.definition)

    def flush(self, upto: int) -> None:
        """The tokens since the last flush, up to ``upto``, are read in the current scope."""
        if self.pending < upto:
            scope = self.file.scope
            self.file.uses.ranges.append((self.pending, upto, scope, scope.definition))
            self.pending = upto

    def leave(self) -> None:
        """Return to the scope around the current one, which has ended."""
        file = self.file
        scope = file.scope
        following = bisect_left(self.starts, scope.end)
        self.flush(self.bounds[following])
        fact = file.facts.definitions[scope.definition]
        _, end, form = self.statements[following - 1]
        if form != DEFINITION:
            fact.end_line = max(file.line(max(end - 1, 0)), fact.line)
        outer = scope.parent
        while outer is not None and outer.kind == "inner":
            outer = outer.parent
        if outer is not None:
            file.scope = outer

    def document(self, definition: int, number: int) -> None:
        """Take the documentation of a definition from its first statement, if that is a string."""
        file, starts = self.file, self.file.tokens.starts
        start, end, _ = self.statements[number]
        first = self.bounds[number]
        begin = starts[first] if first < len(starts) else end
        literal = file.literals.get(begin)
        if literal is None or file.text[start:begin].strip("( \t\n\\"):
            return
        if file.text[literal.end : end].strip(") \t\n\\"):
            return
        file.silent.add(begin)
        text = document_of(literal.parts)
        if definition == MODULE:
            file.facts.docstring = text
        else:
            file.facts.definitions[definition].docstring = text
