"""The facts of one file: definitions, references and bindings put together."""

import re
from typing import Literal

from crossbearing.plugin import (
    Binding,
    FileFacts,
    Import,
    Reference,
    SourceFile,
    StringLiteral,
    SyntaxProblem,
    UnreadableError,
)
from crossbearing_plugins.languages._treesitter.arguments import UNKNOWN as UNKNOWN_ARGUMENTS
from crossbearing_plugins.languages._treesitter.arguments import type_word
from crossbearing_plugins.languages._treesitter.chains import UNKNOWN
from crossbearing_plugins.languages._treesitter.definitions import Definitions
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.reading import RawAssignment, Reading, Span, read
from crossbearing_plugins.languages._treesitter.scopes import Declaration, Scopes
from crossbearing_plugins.languages._treesitter.strings import message
from crossbearing_plugins.languages._treesitter.text import Source, one_line
from crossbearing_plugins.languages._treesitter.uses import Use, Uses

MAX_LEANING = 8
"""How many local names may stand for each other."""
MAX_PROBLEMS = 100
_CLASS_NAME = re.compile(r"[\w$.]+")
_NAMED_VALUE = re.compile(r"@([^\s,]+)")
_MADE = re.compile(r"new\s+([\w.]+)")
_INFERRED = frozenset({"auto", "val", "var", "let", "def"})
_MODULE = -1
_LARGEST = 4_000_000
ReferenceKind = Literal["call", "read", "base", "decorator"]


def extract_facts(file: SourceFile, language: Language) -> FileFacts:
    """Read the facts of one file with the language's query."""
    return facts_of(file.text, language)


def facts_of(text: str, language: Language) -> FileFacts:
    """Read the facts of a text; all lines and columns are those of the text.

    Raises:
        UnreadableError: the text is longer than 4 million characters, which would take minutes.
    """
    if len(text) > _LARGEST:
        raise UnreadableError(f"longer than {_LARGEST} characters")
    reading = read(Source(text), language)
    scopes = Scopes(reading)
    locals_ = _open_locals(reading, scopes)
    definitions = Definitions(reading, scopes)
    definitions.declare()
    imports = _imports(reading, scopes, definitions)
    _declare_locals(reading, scopes, locals_)
    _assign(reading, scopes)
    uses = Uses(reading, scopes, definitions)
    uses.run()
    definitions.describe()
    facts = FileFacts(language.name, definitions.facts, imports=imports, docstring=definitions.docstring)
    builder = _Builder(reading, definitions, uses, facts)
    builder.attach()
    builder.references()
    builder.bindings()
    facts.literals = _literals(reading, scopes, definitions)
    facts.problems = _problems(reading)
    facts.exports = sorted(set(reading.exports)) if reading.exports_known else None
    facts.package = reading.package
    return facts


def _open_locals(reading: Reading, scopes: Scopes) -> list[tuple[int, int]]:
    """Pairs of a scope and a local's number; what the module's own scope declares becomes a definition instead."""
    order = sorted(range(len(reading.locals)), key=lambda at: reading.locals[at].name_at)
    places = [scopes.at(reading.locals[at].name_at[0]) for at in order]
    known = {raw.name_at[0] for raw in scopes.definitions}
    found = []
    for at, scope in zip(order, places, strict=True):
        local = reading.locals[at]
        place = scopes.function_around(scope) if local.hoisted else scope
        if place != 0:
            found.append((place, at))
        elif local.name_at[0] not in known:
            raw = reading.add_definition("variable", local.name_at, local.name_at)
            raw.type, raw.value = local.type, local.value
            scopes.add_variable(raw)
            known.add(local.name_at[0])
    return found


def _declare_locals(reading: Reading, scopes: Scopes, found: list[tuple[int, int]]) -> None:
    for scope, at in found:
        local = reading.locals[at]
        word = reading.source.data[slice(*local.name_at)]
        declared = scopes.names[scope].get(word)
        if declared is None:
            declared = scopes.names[scope][word] = Declaration(word, scope, local.name_at[0], is_local=True)
        if declared.is_local:
            declared.values.append((local.name_at[0], local.type, local.value))


def _imports(reading: Reading, scopes: Scopes, definitions: Definitions) -> list[Import]:
    """The imports in the order of the text; what they bind is declared."""
    order = sorted(reading.imports)
    found = []
    for raw in order:
        scope = scopes.function_around(scopes.at(raw.at)) if raw.module else 0
        line, column = reading.source.place(raw.at)
        module, level = reading.language.module(raw.module)
        found.append(Import(module, raw.name, raw.alias, line, column, level, definitions.number_at(scope)))
        # A file that gives one of its own names to others under a second one does not bind that itself.
        if raw.alias and raw.module:
            word = raw.alias.encode()
            scopes.names[scope].setdefault(word, Declaration(word, scope, raw.at, is_local=False))
    return found


def _assign(reading: Reading, scopes: Scopes) -> None:
    """Later values of names are evidence like their first."""
    for item in reading.assignments:
        word = reading.source.data[slice(*item.target)]
        at = scopes.at(item.target[0])
        while at >= 0 and word not in scopes.names[at]:
            at = scopes.parents[at]
        if at >= 0 and not item.prefix:
            scopes.names[at][word].values.append((item.target[0], item.type, item.value))


def _literals(reading: Reading, scopes: Scopes, definitions: Definitions) -> list[StringLiteral]:
    data, language = reading.source.data, reading.language
    spans = sorted(span for span in reading.strings if b" " in data[slice(*span)])
    found = []
    for span in spans:
        scope = scopes.at(span[0])
        if text := message(reading.text(span), language):
            found.append(StringLiteral(text, reading.source.line(span[0]), definitions.number_at(scope)))
    return found


def _problems(reading: Reading) -> list[SyntaxProblem]:
    root = reading.tree.root_node
    found: dict[int, SyntaxProblem] = {}
    pending = [root] if root.has_error else []
    while pending and len(found) < MAX_PROBLEMS:
        node = pending.pop()
        line = reading.source.line(min(node.start_byte, len(reading.source.data)))
        if node.is_missing:
            found.setdefault(line, SyntaxProblem(line, f"syntax error: {node.type} is missing"))
        elif node.is_error:
            found.setdefault(line, SyntaxProblem(line, "syntax error"))
        else:
            pending += [child for child in reversed(node.children) if child.has_error]
    return [found[line] for line in sorted(found)]


class _Builder:
    """Writes uses as references, and what is known of names as bindings.

    A local name is left as written where the linker can know which one is meant: it belongs to a named function in
    which its spelling has one meaning. Elsewhere what it holds takes its place: ``App().run`` for ``app.run``, or
    ``?``.
    """

    def __init__(self, reading: Reading, definitions: Definitions, uses: Uses, facts: FileFacts) -> None:
        self.reading = reading
        self.definitions = definitions
        self.scopes = definitions.scopes
        self.uses = uses
        self.facts = facts
        self.receivers = frozenset(reading.language.receivers.values())
        self.used: dict[int, Declaration] = {}
        self.bases = {span[0] for raw in definitions.raw for span in raw.bases}
        self.bases |= {start for start, _ in reading.bases} | {span[0] for _, span in reading.owned_bases}
        self.decorators = {start for start, _ in reading.decorators}

    def attach(self) -> None:
        """Give definitions the names of their bases and decorators."""
        definitions, scopes = self.definitions, self.scopes
        for raw, number in zip(definitions.raw, definitions.number_of, strict=True):
            if raw.bases and raw.kind != "variable":
                self._add_bases(number, raw.bases)
        for span in sorted(self.reading.bases):
            number = definitions.number_at(scopes.at(span[0]))
            if number >= 0:
                self._add_bases(number, [span])
        for owner_span, span in self.reading.owned_bases:
            name = self.reading.language.owner(self.reading.text(owner_span))
            if name in definitions.known:
                self._add_bases(definitions.number_of[definitions.known[name]], [span])
        for span in self.reading.returns:
            owner = scopes.owners[scopes.at(span[0])]
            # Further in, it belongs to a function without a name.
            if owner >= 0 and span[0] < definitions.raw[owner].body and definitions.kept[owner]:
                fact = self.facts.definitions[definitions.number_of[owner]]
                fact.annotation = one_line(self.reading.text(span))
        names = sorted((raw.name_at[0], at) for at, raw in enumerate(definitions.raw) if definitions.kept[at])
        for span in sorted(self.reading.decorators):
            number = definitions.following(span[1], names)
            if number >= 0:
                fact = self.facts.definitions[number]
                fact.decorators = (*fact.decorators, self._chain_at(span).removesuffix("()"))

    def _add_bases(self, number: int, spans: list[Span]) -> None:
        fact = self.facts.definitions[number]
        fact.bases = tuple(dict.fromkeys((*fact.bases, *map(self._chain_at, spans))))

    def _chain_at(self, span: Span) -> str:
        use = self.uses.by_start.get(span[0])
        return use.chain[1] if use is not None and use.chain[2] <= span[1] else one_line(self.reading.text(span))

    def references(self) -> None:
        """Write the references in the order of the text."""
        rows = self.uses.rows
        for use in self.uses.local_uses:
            declared = use.declared
            number = self.uses.number_at(use.scope)
            for name, at, is_call in use.chain[0]:
                says_something = is_call or ("." in name and declared is not None and bool(declared.values))
                if says_something and (name := self._local(use, name, at)):
                    rows.append((at, name, is_call, number, use.start))
        rows.sort()
        bases, decorators = self.bases, self.decorators
        places = self.reading.source.places([row[0] for row in rows])
        called_with, has_arguments = self.reading.called_with, self.reading.language.overloads
        found = []
        for (at, name, is_call, number, start), (line, column) in zip(rows, places, strict=True):
            kind: ReferenceKind = "call" if is_call else "read"
            if start in bases and not is_call:
                kind = "base"
            elif start in decorators:
                kind = "decorator"
            arguments = self._typed(called_with.get(at, UNKNOWN_ARGUMENTS), at) if is_call and has_arguments else ""
            found.append(Reference(name, line, column, number, kind, arguments))
        self.facts.references = found

    def _typed(self, arguments: str, at: int) -> str:
        """The arguments of the call at a place, with the types that the names among them are declared with."""
        if "@" not in arguments:
            return arguments
        scope = self.scopes.at(at)
        return _NAMED_VALUE.sub(lambda match: self._type_of(match[1], scope), arguments)

    def _type_of(self, name: str, scope: int) -> str:
        declared = self.uses.lookup(scope, name.encode())
        if declared is None:
            return ""
        if declared.definition >= 0:
            return type_word(self.facts.definitions[declared.definition].annotation)
        written = {self._written_type(kind, value) for _, kind, value in declared.values}
        return written.pop() if len(written) == 1 else ""

    def _written_type(self, kind: Span | None, value: Span | None) -> str:
        if kind is not None and (word := type_word(self.reading.text(kind))) not in _INFERRED:
            return word
        made = None if value is None else _MADE.match(self.reading.text(value))
        return made[1].rpartition(".")[2] if made else ""

    def _local(self, use: Use, name: str, at: int) -> str:
        declared = use.declared
        assert declared is not None
        if name.startswith(UNKNOWN):
            return name
        if self._is_clear(declared, use.scope):
            self.used[id(declared)] = declared
            return name
        head = declared.name.decode("utf-8", "replace")
        rest = name.removeprefix(head)
        form = self._form(declared, at, 0)
        if form != UNKNOWN and rest:
            return form + rest
        if rest:
            dotted = rest.partition(".")[2]
            return f"{UNKNOWN}.{dotted}" if dotted else ""
        outer = self.uses.lookup(self.scopes.parents[declared.scope], declared.name)
        return name if outer is None else ""

    def _is_clear(self, declared: Declaration, scope: int) -> bool:
        home, number = self.uses.number_at(declared.scope), self.uses.number_at(scope)
        meanings = self.uses.meanings
        return home != _MODULE and all(len(meanings[at, declared.name]) < 2 for at in {home, number})

    def _form(self, declared: Declaration, at: int, depth: int) -> str:
        """What a local name holds at a place, as a chain."""
        if depth >= MAX_LEANING or not declared.values:
            return UNKNOWN
        values = sorted(declared.values, key=lambda value: value[0])
        _, type_, value = next((item for item in reversed(values) if item[0] <= at), values[0])
        if type_ is not None:
            match = _CLASS_NAME.match(self.reading.language.type_name(self.reading.text(type_)))
            return f"{match[0]}()" if match else UNKNOWN
        use = None if value is None else self.uses.by_start.get(value[0])
        if value is None or use is None or use.chain[2] != value[1]:
            return UNKNOWN
        inner = use.declared
        if inner is None or not inner.is_local or use.chain[1] == UNKNOWN:
            return use.chain[1]
        if inner is declared:
            return UNKNOWN
        if self._is_clear(inner, use.scope):
            self.used[id(inner)] = inner
            return use.chain[1]
        form = self._form(inner, value[0], depth + 1)
        return UNKNOWN if form == UNKNOWN else form + use.chain[1].removeprefix(inner.name.decode("utf-8", "replace"))

    def bindings(self) -> None:
        """Write what names hold, in the order of the lines."""
        done: set[int] = set()
        for names in self.scopes.names:
            for declared in names.values():
                if not declared.is_local:
                    self._bind(declared, keep_unknown=False)
        for item in self.reading.assignments:
            self._bind_member(item)
        # A value may be a chain that starts with a local name in turn.
        while pending := [item for key, item in self.used.items() if key not in done]:
            for declared in pending:
                done.add(id(declared))
                self._bind(declared, keep_unknown=True)
        self.facts.bindings.sort(key=lambda binding: (binding.line, binding.name, binding.value))

    def _bind(self, declared: Declaration, *, keep_unknown: bool) -> None:
        values = declared.values or ([(declared.place, None, None)] if keep_unknown else [])
        for place, type_, value in values:
            self._write(declared.name.decode("utf-8", "replace"), place, type_, value, declared.scope, keep_unknown)

    def _bind_member(self, item: RawAssignment) -> None:
        use = self.uses.by_start.get(item.target[0])
        scope = self.scopes.at(item.target[0])
        target = item.prefix + self.reading.text(item.target)
        if use is not None and not item.prefix:
            target = use.chain[1]
        if target.partition(".")[0] in self.receivers and "." in target:
            self._write(target, item.target[0], item.type, item.value, scope, keep_unknown=False)

    def _write(
        self, name: str, place: int, type_: Span | None, value: Span | None, scope: int, keep_unknown: bool
    ) -> None:
        held, kind = UNKNOWN, "alias"
        if type_ is not None:
            held = self.reading.language.type_name(one_line(self.reading.text(type_))) or UNKNOWN
            kind = "annotation" if held != UNKNOWN else "alias"
        elif value is not None:
            use = self.uses.by_start.get(value[0])
            if use is not None and use.chain[2] == value[1] and use.chain[1] != name:
                held, kind = self._held(use, value[0])
        if held != UNKNOWN or keep_unknown:
            line = self.reading.source.line(place)
            number = self.uses.number_at(scope)
            self.facts.bindings.append(Binding(name, held, kind, line, number))  # type: ignore[arg-type]

    def _held(self, use: Use, at: int) -> tuple[str, str]:
        name = use.chain[1]
        if use.declared is not None and use.declared.is_local:
            name = self._local(use, name, at) or UNKNOWN
        if name == UNKNOWN or name.startswith(f"{UNKNOWN}."):
            return UNKNOWN, "alias"
        return (name[:-2], "call") if name.endswith("()") else (name, "alias")
