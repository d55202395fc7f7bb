"""Definitions as facts: numbered, nested, with signature and documentation."""

from bisect import bisect_left

from crossbearing.plugin import Definition
from crossbearing_plugins.languages._treesitter.comments import Comments
from crossbearing_plugins.languages._treesitter.reading import RawDefinition, Reading, Span
from crossbearing_plugins.languages._treesitter.scopes import NOWHERE, Declaration, Scopes
from crossbearing_plugins.languages._treesitter.text import one_line

_MODULE = -1


class Definitions:
    """The definitions of a file.

    ``number_of`` gives for each raw definition its position among the facts, or that of the definition around it where
    it is none itself (a local variable, a method of nothing that the file knows).
    """

    def __init__(self, reading: Reading, scopes: Scopes) -> None:
        self.reading = reading
        self.scopes = scopes
        self.facts: list[Definition] = []
        self.raw = scopes.definitions
        self.kept = [raw.kind != "variable" or scopes.is_open(scopes.around[at]) for at, raw in enumerate(self.raw)]
        self.parents: list[int] = [scopes.owners[scope] for scope in scopes.around]
        self.known: dict[str, int] = {}
        """The classes, functions and variables of the module by name, as positions of raw definitions."""
        self._find_owners()
        self.number_of = [NOWHERE] * len(self.raw)
        self._number()

    def _find_owners(self) -> None:
        """Put methods that are written outside of their class into it."""
        known = self.known
        for at, raw in enumerate(self.raw):
            is_open = self.kept[at] and self.scopes.around[at] == 0 and raw.owner is None
            if is_open and (raw.name not in known or self.raw[known[raw.name]].kind == "variable"):
                known[raw.name] = at
        for at in range(len(self.raw)):
            raw = self.raw[at]
            if raw.owner is None:
                continue
            name = self.reading.language.owner(self.reading.text(raw.owner))
            if not name:
                self.parents[at] = NOWHERE
            elif name in known:
                self.parents[at] = known[name]
                self.raw[known[name]].kind = "class"
            elif self.reading.language.parts:
                self.parents[at] = known[name] = self._add_part(name, raw)
            else:
                self.kept[at] = False

    def _add_part(self, name: str, raw: RawDefinition) -> int:
        """Make a class for methods whose class the file does not define."""
        assert raw.owner is not None
        part = RawDefinition("class", (raw.start, raw.end), raw.owner, name, 0)
        part.is_part = True
        part.body = raw.owner[1]
        at = self.reading.source.data.find(name.encode(), raw.owner[0], raw.owner[1])
        part.name_at = (max(at, raw.owner[0]), raw.owner[1])
        part.start, part.end = part.name_at[0], part.name_at[1]
        self.raw.append(part)
        self.kept.append(True)
        self.parents.append(NOWHERE)
        self.scopes.around.append(0)
        self.scopes.opened.append(NOWHERE)
        return len(self.raw) - 1

    def _number(self) -> None:
        """Give each definition its number, enclosing ones first."""
        done = [False] * len(self.raw)
        for first in range(len(self.raw)):
            pending = [first]
            while pending:
                at = pending[-1]
                parent = self.parents[at]
                if done[at]:
                    pending.pop()
                elif parent != NOWHERE and not done[parent]:
                    pending.append(parent)
                else:
                    done[pending.pop()] = True
                    scope = self.number_of[parent] if parent != NOWHERE else _MODULE
                    self.number_of[at] = self._add(self.raw[at], scope) if self.kept[at] else scope

    def _add(self, raw: RawDefinition, scope: int) -> int:
        outer = self.facts[scope] if scope >= 0 else None
        kind = raw.kind
        if kind in ("function", "method"):
            kind = "method" if outer is not None and outer.kind == "class" else "function"
        source = self.reading.source
        line, column = source.place(raw.name_at[0])
        first = min(source.line(raw.start), line)
        self.facts.append(
            Definition(
                name=raw.name,
                qualname=f"{outer.qualname}.{raw.name}" if outer is not None else raw.name,
                kind=kind,  # type: ignore[arg-type]
                line=line,
                column=column,
                start_line=first,
                end_line=max(source.line(max(raw.end - 1, raw.start)), line),
                scope=scope,
                annotation=_type(self.reading, raw.type),
                is_part=raw.is_part,
            )
        )
        return len(self.facts) - 1

    def number_at(self, scope: int) -> int:
        """The position among the facts of the definition that a scope belongs to."""
        owner = self.scopes.owners[scope]
        return _MODULE if owner == NOWHERE else self.number_of[owner]

    def declare(self) -> None:
        """Enter the names of all definitions into the scopes that they are declared in."""
        names = self.scopes.names
        for at, raw in enumerate(self.raw):
            place = self.scopes.around[at]
            word = raw.name.encode()
            if not self.kept[at] and raw.kind != "variable":
                continue
            if raw.owner is not None and self.parents[at] != NOWHERE:
                place = self.scopes.opened[self.parents[at]]
                if place == NOWHERE:
                    continue
            number = self.number_of[at] if self.kept[at] else NOWHERE
            known = names[place].get(word)
            if known is None:
                known = Declaration(word, place, raw.name_at[0], is_local=not self.kept[at], definition=number)
                names[place][word] = known
            if raw.kind == "variable" and (raw.type is not None or raw.value is not None or not self.kept[at]):
                known.values.append((raw.name_at[0], raw.type, raw.value))

    def describe(self) -> None:
        """Give the definitions their signatures, bases, decorators' lines and documentation."""
        comments = Comments(self.reading)
        starts = sorted(self.reading.comments)
        order = sorted((raw.start, number) for number, raw in enumerate(self.raw) if self.kept[number])
        names = sorted((raw.name_at[0], at) for at, raw in enumerate(self.raw) if self.kept[at])
        self._cover_decorators(names)
        for _, at in order:
            raw, fact = self.raw[at], self.facts[self.number_of[at]]
            fact.signature = self._signature(raw, starts)
            fact.docstring = comments.above(fact.start_line)
        for span, inner in self.reading.docs:
            self._document(span, inner, names)
        self.docstring = self.docstring or comments.of_file()

    docstring = ""

    def following(self, place: int, names: list[tuple[int, int]]) -> int:
        """The definition whose name is the first after a place, or -1."""
        found = bisect_left(names, (place, -1))
        return self.number_of[names[found][1]] if found < len(names) else NOWHERE

    def _cover_decorators(self, names: list[tuple[int, int]]) -> None:
        source = self.reading.source
        for start, end in self.reading.decorators:
            number = self.following(end, names)
            if number != NOWHERE:
                fact = self.facts[number]
                fact.start_line = min(fact.start_line, source.line(start))

    def _document(self, span: Span, inner: bool, names: list[tuple[int, int]]) -> None:
        from crossbearing_plugins.languages._treesitter.strings import document

        text = document(self.reading.text(span))
        number = self.number_at(self.scopes.at(span[0])) if inner else self.following(span[1], names)
        if number == NOWHERE:
            self.docstring = text if inner else self.docstring
        else:
            self.facts[number].docstring = text

    def _signature(self, raw: RawDefinition, comments: list[Span]) -> str:
        start, end = raw.start, raw.body
        parts, position = [], start
        for at in range(bisect_left(comments, (start, 0)), len(comments)):
            if comments[at][0] >= end:
                break
            parts.append(self.reading.text((position, comments[at][0])))
            position = comments[at][1]
        text = "".join([*parts, self.reading.text((position, min(end, position + 2000)))])
        if raw.kind == "variable":
            text = text.strip().partition("\n")[0]
        return one_line(text).rstrip("{ ").removesuffix("=>").rstrip(" =:;")


def _type(reading: Reading, span: Span | None) -> str:
    if span is None:
        return ""
    return one_line(reading.text(span)).removeprefix(":").removeprefix("->").strip()
