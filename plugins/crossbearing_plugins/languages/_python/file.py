"""What is known of one Python file while its statements are read."""

from bisect import bisect_right
from itertools import accumulate
from typing import Literal, NamedTuple

from crossbearing.plugin import Binding, Definition, FileFacts, StringLiteral
from crossbearing_plugins.languages._python.annotations import annotated_type
from crossbearing_plugins.languages._python.headers import one_line
from crossbearing_plugins.languages._python.names import DOTTED, INNER, STRING, bare, is_plain, kind_of, kinds_of
from crossbearing_plugins.languages._python.postfix import join_chains
from crossbearing_plugins.languages._python.scopes import Scope
from crossbearing_plugins.languages._python.strings import dotted_name_in, message_of
from crossbearing_plugins.languages._python.tokens import DROPPED, structures, tokenize
from crossbearing_plugins.languages._python.uses import Uses

MODULE = -1
SIMPLE, COMPOUND, DEFINITION, MATCH, CASE, ALIAS = range(6)
"""Forms of a statement: an ordinary one; one with blocks; ``def`` or ``class``; those that soft keywords begin."""

DefinitionKind = Literal["class", "function", "method", "variable"]
BindingKind = Literal["call", "annotation", "alias", "value"]

Statement = tuple[int, int, int]
"""Offsets of the start and end of a statement, decorators included, and its form."""


class AdjacentStrings(NamedTuple):
    """Adjacent string literals, which Python joins into one."""

    end: int
    parts: list[str]


class PythonFile:
    """The tokens, scopes and facts of a file; the readers of statements add to them."""

    def __init__(self, text: str, statements: list[Statement]) -> None:
        self.text = text
        *lines, rest = text.split("\n")
        self.line_starts = list(accumulate([len(line) + 1 for line in lines], initial=0))
        if rest:
            self.line_starts.append(len(text))
        self.facts = FileFacts("python")
        self.tokens = tokenize(text)
        self.kinds = kinds_of({DROPPED, *self.tokens.texts})
        unusual = {token for token, kind in self.kinds.items() if kind >= STRING}
        odd = [(index, self.kinds[token]) for index, token in enumerate(self.tokens.texts) if token in unusual]
        self.begins = {start for start, _, _ in statements}
        self.literals = self._literals([index for index, kind in odd if kind == STRING])
        self.silent: set[int] = set()
        self.has_star = False
        self.dynamic_names: dict[int, str] = {}
        self.scope = Scope("module", None, MODULE, len(text) + 1)
        self.scopes = [self.scope]
        chains = join_chains(self.tokens, [index for index, kind in odd if kind == DOTTED])
        inner = [index for index, kind in odd if kind == INNER]
        self.uses = Uses(self.tokens, self.kinds, chains, inner, self.scopes, self.begins)

    def line(self, offset: int) -> int:
        """The line of an offset."""
        return bisect_right(self.line_starts, offset)

    def position(self, offset: int) -> tuple[int, int]:
        """The line, from 1, and the column, from 0, of an offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1]

    def hold(self, index: int, *, known: bool = False) -> None:
        """Note that token ``index`` binds a name to a plain value in the current scope; ``known``: it can be told."""
        text = self.tokens.texts[index]
        name = bare(text)
        scope = self.scope
        if name not in scope.globals:
            scope.plain.add(name)
            if not known:
                scope.unknown.append((name, self.tokens.starts[index]))
            if text == name:
                self.uses.overrides[index] = ""
        elif text != name:
            self.uses.mention(name, self.tokens.starts[index], scope, scope.definition)

    def assign(self, index: int, start: int, end: int, annotation: str = "", value: str = "") -> None:
        """Note that a statement from ``start`` to ``end`` assigns to the name at token ``index``.

        In a module or class the first assignment to a name defines a variable, shown with ``value``.
        """
        scope = self.scope
        name = bare(self.tokens.texts[index])
        if scope.kind == "function":
            self.hold(index, known=bool(annotated_type(annotation)))
            return
        self.uses.overrides[index] = ""
        if name not in scope.firm:
            declared = f"{name}: {annotation}" if annotation else name
            shown = f"{declared} = {value}" if value else declared
            self.define(name, "variable", self.tokens.starts[index], start, end, shown, annotation)

    def define(
        self, name: str, kind: DefinitionKind, offset: int, start: int, end: int, signature: str, annotation: str = ""
    ) -> int:
        """Add a definition to the current scope and return its index."""
        line_starts, definitions = self.line_starts, self.facts.definitions
        line = bisect_right(line_starts, offset)
        scope = self.scope
        scope.firm.add(name)
        outer = scope.definition
        definitions.append(
            Definition(
                name=name,
                qualname=name if outer < 0 else f"{definitions[outer].qualname}.{name}",
                kind=kind,
                line=line,
                column=offset - line_starts[line - 1],
                start_line=line if start >= line_starts[line - 1] else bisect_right(line_starts, start),
                end_line=bisect_right(line_starts, max(start, end - 1)),
                scope=outer,
                signature=signature,
                annotation=annotation,
            )
        )
        return len(definitions) - 1

    def bind(self, name: str, value: str, kind: BindingKind, offset: int, definition: int) -> None:
        """Note what a name was bound from."""
        self.facts.bindings.append(Binding(name, value, kind, bisect_right(self.line_starts, offset), definition))

    def annotation(self, first: int, last: int, start: int, end: int, scope: Scope, definition: int) -> str:
        """Read an annotation in tokens ``first:last``, offsets ``start`` to ``end``, and return its text."""
        self.uses.add(first, last, scope, definition)
        texts = self.tokens.texts
        quoted = [index for index in range(first, last) if texts[index][-1] in "\"'" and texts[index][0] != "#"]
        if quoted:
            values = any(text.rpartition(".")[2] == "Literal" for text in texts[first:last])
            for index in quoted:
                offset = self.tokens.starts[index]
                self.silent.add(offset)
                if not values and (name := dotted_name_in(texts[index])):
                    self.uses.mention(name, offset + texts[index].index(name), scope, definition)
        return one_line(self.tokens, start, end).strip()

    def bind_annotation(self, name: str, annotation: str, offset: int, definition: int) -> None:
        """Note the class that an annotation names for ``name``, if it names one."""
        if value := annotated_type(annotation):
            self.bind(name, value, "annotation", offset, definition)

    def detach(self, index: int) -> None:
        """Make the name at token ``index``, which an ``=`` follows, a name that is read."""
        name = self.tokens.detach(index)
        self.kinds.setdefault(name, kind_of(name))

    def target_names(self, first: int, last: int) -> list[int]:
        """The tokens that are bound as names in an assignment target; attributes and items are not."""
        texts, gaps = self.tokens.texts, self.tokens.gaps
        names: list[int] = []
        inside = 0
        for index in range(first, last):
            before = "]"
            for sign in structures[gaps[index]] if index > first else "":
                if sign in "([{":
                    inside += bool(inside or (sign == "[" and before in "])"))
                elif sign in ")]}" and inside:
                    inside -= 1
                before = sign
            text = texts[index]
            if text[0] == "#":
                continue
            if inside:
                inside += text[-1] == "("
            elif text[-1] == "=":
                if "." not in text:
                    names.append(index)
            elif is_plain(text) and structures[gaps[index + 1]][:1] != "[":
                names.append(index)
            elif text[-1] == "(":
                inside = 1
        return names

    def messages(self) -> list[StringLiteral]:
        """The string literals of two words or more, without documentation and annotations."""
        ranges = self.uses.ranges
        firsts = [first for first, _, _, _ in ranges]
        result = []
        for start, literal in self.literals.items():
            if start not in self.silent and (text := message_of(literal.parts)) is not None:
                place = bisect_right(firsts, self.tokens.first_at(start)) - 1
                definition = ranges[place][3] if place >= 0 else MODULE
                result.append(StringLiteral(text, self.line(start), definition))
        return result

    def _literals(self, strings: list[int]) -> dict[int, AdjacentStrings]:
        """Group adjacent strings, by the offset of the first; strings inside replacement fields are left out."""
        texts, starts, begins = self.tokens.texts, self.tokens.starts, self.begins
        literals: dict[int, AdjacentStrings] = {}
        parts: list[str] = []
        first = end = 0
        previous = -1
        for index in strings:
            start = starts[index]
            if start < end:
                continue
            text = texts[index]
            near = index == previous + 1 or texts[index - 1][0] == "#" or texts[previous][0] in "fFtTrR"
            previous = index
            if near and parts and start not in begins and _is_space(self.text[end:start]):
                parts.append(text)
            else:
                first, parts = start, [text]
            end = start + len(text)
            literals[first] = AdjacentStrings(end, parts)
        return literals


def _is_space(between: str) -> bool:
    """Say whether a text between strings holds only space and comments."""
    between = between.strip(" \t\n\\\f")
    return not between or (between[0] == "#" and all(line.lstrip()[:1] in ("#", "") for line in between.split("\n")))
