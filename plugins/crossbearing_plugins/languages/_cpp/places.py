"""Where definitions belong: methods to classes that are written elsewhere, and what namespaces hold to the file.

The linker finds what another file has by name at the top level of that file. So members of namespaces are moved there,
with their full qualified names, and the name of a namespace stands for the file itself with all that it includes.
"""

import re
from bisect import bisect_right
from typing import Any

from attrs import evolve

from crossbearing.plugin import Definition, FileFacts, Import
from crossbearing_plugins.languages._cpp.types import type_name

MODULE = -1
NAMESPACE = re.compile(r"(?:inline\s+)?namespace\b")
_PLAIN_NAMESPACE = re.compile(r"namespace\b")
_UNSCOPED = re.compile(r"(?:typedef\s+)?enum\s+(?!class\b|struct\b)")
_SPECIAL = re.compile(r"template ?<\s*>")
_EXTERN = re.compile(r"extern\b(?![^=]*=)")
_WORD_BEFORE = re.compile(r"\b([^\W\d]\w*)\s*$")
_NO_NAMES_TEXT = "std public protected private return new delete throw case typename const else"
_NO_NAMES = frozenset(_NO_NAMES_TEXT.split())
_LOWER = re.compile(r"[a-z][a-z0-9_]*$")
DECLARED = "class "
"""Begins the module of an import that stands for the declaration of a class: what follows is its qualified name."""


def settle(facts: FileFacts, text: str) -> FileFacts:
    """Rewrite what the front end read so that the linker finds it by files and members alone."""
    for definition in facts.definitions:
        definition.signature = definition.signature.rstrip("\\ ")
    places = _Places(facts)
    places.move()
    places.write()
    _declare(facts, places)
    _second_names(facts)
    _name_spaces(facts, text)
    _complete(facts)
    return facts


class _Places:
    """Finds for each definition the one that it belongs to."""

    def __init__(self, facts: FileFacts) -> None:
        self.facts = facts
        self.old = facts.definitions
        self.spaces = {
            number
            for number, item in enumerate(self.old)
            if item.kind == "class" and not item.is_part and NAMESPACE.match(item.signature)
        }
        self.parts = {
            number
            for number, item in enumerate(self.old)
            if item.is_part and item.kind == "class" and item.scope == MODULE
        }
        self.names = {part for number in self.spaces for part in self.old[number].qualname.split(".")}
        self.classes: dict[str, int] = {}
        for number, item in enumerate(self.old):
            is_class = item.kind == "class" and number not in self.spaces and number not in self.parts
            if is_class and (item.qualname not in self.classes or self.old[self.classes[item.qualname]].is_part):
                self.classes[item.qualname] = number
        self.starts = sorted((self.old[number].start_line, number) for number in self.spaces)
        self.scopes = [item.scope for item in self.old]
        self.qualnames: dict[int, str] = {}
        self.added: dict[str, int] = {}

    def space_at(self, line: int) -> str:
        """The namespace around a line."""
        at = bisect_right(self.starts, (line, len(self.old))) - 1
        number = self.starts[at][1] if at >= 0 else MODULE
        while number >= 0 and self.old[number].end_line < line:
            number = self.old[number].scope
        return self.old[number].qualname if number >= 0 else ""

    def move(self) -> None:
        """Decide the scope of every definition, of classes first: methods may belong to them."""
        order = sorted(range(len(self.old)), key=lambda number: self.old[number].kind != "class")
        for number in order:
            item = self.old[number]
            if item.scope in self.parts:
                self._place(number, self.old[item.scope])
            elif item.scope in self.spaces:
                self.scopes[number] = MODULE
                self.qualnames[number] = item.qualname
                if number in self.spaces:
                    item.name = item.name.rpartition(".")[2]
            elif item.scope == MODULE and number not in self.parts and number not in self.spaces:
                space = self.space_at(item.line)
                self.qualnames[number] = f"{space}.{item.name}" if space else item.name
            elif number in self.spaces:
                self.qualnames[number] = item.qualname
                item.name = item.name.rpartition(".")[2]
            elif item.kind == "variable" and _UNSCOPED.match(self.old[item.scope].signature):
                self._enumerator(number, item.scope)

    def _enumerator(self, number: int, enum: int) -> None:
        """Names in a plain enumeration belong to what it stands in."""
        around = self.scopes[enum]
        self.scopes[number] = around
        if around == MODULE:
            space = self.space_at(self.old[number].line)
            self.qualnames[number] = f"{space}.{self.old[number].name}" if space else self.old[number].name

    def _place(self, number: int, part: Definition) -> None:
        """Put a method that is defined outside of its class into it."""
        item, path = self.old[number], part.name.split("::")
        space = self.space_at(item.line)
        while path and path[0] in self.names and not self._class_in(space, path):
            space = self._joined(space, path.pop(0))
        if not path:
            self.scopes[number] = MODULE
            self.qualnames[number] = f"{space}.{item.name}"
            return
        found = self._class_in(space, path)
        if found is None:
            while len(path) > 1 and _LOWER.match(path[0]) and path[0] not in self.classes:
                space = self._joined(space, path.pop(0))
            found = self._add_part(space, path, part)
        self.scopes[number] = found
        if item.kind == "class":
            self.classes.setdefault(f"{self.old[found].qualname}.{item.name}", number)

    def _joined(self, space: str, name: str) -> str:
        """A namespace in another, if the file does not say that it stands for itself."""
        if space == name or space.endswith(f".{name}") or name in {item.partition(".")[0] for item in (space,)}:
            return space
        return f"{space}.{name}" if space else name

    def _class_in(self, space: str, path: list[str]) -> int | None:
        name = ".".join(path)
        while True:
            found = self.classes.get(f"{space}.{name}" if space else name)
            if found is not None or not space:
                return found
            space = space.rpartition(".")[0]

    def _add_part(self, space: str, path: list[str], part: Definition) -> int:
        """A class that stands for one in another file, with those around it."""
        around, name = MODULE, space
        for depth, word in enumerate(path):
            name = f"{name}.{word}" if name else word
            if name not in self.added:
                self.added[name] = len(self.old)
                self.old.append(evolve(part, name=word, qualname=name, scope=around, signature=word, is_part=True))
                self.scopes.append(around)
                self.qualnames[len(self.old) - 1] = name
                if depth:
                    # The linker joins parts at the top level; this one inherits from what it stands for.
                    self.old[-1].bases = (".".join(path[: depth + 1]),)
            around = self.added[name]
        return around

    def write(self) -> None:
        """Number the definitions anew, enclosing ones first, and move what refers to them."""
        numbers, order = self._order()
        facts = self.facts
        facts.definitions = [self.old[number] for number in order]
        for number in order:
            item = self.old[number]
            item.scope = numbers[self.scopes[number]]
            around = facts.definitions[item.scope] if item.scope >= 0 else None
            item.qualname = f"{around.qualname}.{item.name}" if around else self.qualnames.get(number, item.name)
            if item.kind in ("function", "method"):
                item.kind = "method" if around is not None and around.kind == "class" else "function"
            item.is_part = item.is_part or number in self.spaces or bool(_SPECIAL.match(item.signature))
            if item.annotation:
                item.annotation = type_name(item.annotation) or item.annotation
            item.bases = tuple(base.replace("::", ".").removeprefix(".") for base in item.bases)
        placed: list[Any] = [*facts.references, *facts.imports, *facts.bindings, *facts.literals]
        for fact in placed:
            fact.scope = MODULE if fact.scope in self.spaces or fact.scope in self.parts else numbers[fact.scope]

    def _order(self) -> tuple[dict[int, int], list[int]]:
        numbers, order = {MODULE: MODULE}, list[int]()
        for first in range(len(self.old)):
            pending = [] if first in self.parts else [first]
            while pending:
                number = pending[-1]
                if number in numbers:
                    pending.pop()
                elif self.scopes[number] not in numbers and self.scopes[number] not in pending:
                    pending.append(self.scopes[number])
                else:
                    if self.scopes[number] not in numbers:
                        self.scopes[number] = MODULE
                    numbers[pending.pop()] = len(order)
                    order.append(number)
        return numbers, order


def _declare(facts: FileFacts, places: _Places) -> None:
    """Classes that are only declared are where the project defines them."""
    classes = {item.name for item in facts.definitions if item.kind == "class" and item.scope == MODULE}
    kept = []
    for item in facts.imports:
        if item.module == DECLARED:
            if item.alias in classes:
                continue
            classes.add(item.alias)
            space = places.space_at(item.line)
            item.module += f"{space}.{item.name}" if space else item.name
            item.scope = MODULE
        kept.append(item)
    facts.imports = kept


def _second_names(facts: FileFacts) -> None:
    """``using Store = detail::Store;`` means the class of that namespace, not itself."""
    for item in facts.definitions:
        if item.kind != "class" or item.scope != MODULE or len(item.bases) != 1:
            continue
        base = item.bases[0]
        if base.endswith(f".{item.name}") and base != item.qualname:
            item.bases = (base.replace(".", "::"),)
            facts.imports.append(Import(f"{DECLARED}.{base}", item.name, item.bases[0], item.line, item.column))


def _name_spaces(facts: FileFacts, text: str) -> None:
    """Let words before ``::`` that no class of the file has stand for the file itself, where they are namespaces."""
    known = {item.name for item in facts.definitions if item.kind == "class" and not NAMESPACE.match(item.signature)}
    known |= {item.alias for item in facts.imports} | _NO_NAMES
    place, line, last = 0, 1, 0
    for piece in text.split("::")[:-1]:
        place += len(piece) + 2
        match = _WORD_BEFORE.search(piece[-80:])
        if match is None or match[1] in known:
            continue
        known.add(match[1])
        start = place - 2 - len(match[0])
        line, last = line + text.count("\n", last, start), start
        facts.imports.append(Import(match[1], "", match[1], line, start - (text.rfind("\n", 0, start) + 1)))


def _complete(facts: FileFacts) -> None:
    """Import what the file only declares from where it is defined."""
    top = [item for item in facts.definitions if item.scope == MODULE and item.kind != "class"]
    for item in top:
        item.is_part = item.is_part or (item.kind == "variable" and _EXTERN.match(item.signature) is not None)
    defined = {item.qualname for item in top if not item.is_part}
    for item in top:
        if item.is_part and item.qualname not in defined and not _SPECIAL.match(item.signature):
            defined.add(item.qualname)
            facts.imports.append(Import("", item.name, item.name, item.line, item.column))
    facts.imports.sort(key=lambda statement: (statement.line, statement.column))
    _leave_inner(facts)
    for binding in facts.bindings:
        # ``log::Writer log``: the type is not what the name holds.
        if binding.value.startswith(f"{binding.name}."):
            binding.value = binding.value[len(binding.name) + 1 :]
    names = {(item.line, item.column) for item in facts.definitions}
    facts.references = [item for item in facts.references if item.name and (item.line, item.column) not in names]


def _leave_inner(facts: FileFacts) -> None:
    """``shop::clean`` is not what the file has as ``shop::detail::clean``, which has the name of what is meant."""
    spaces = {item.qualname for item in facts.definitions if _PLAIN_NAMESPACE.match(item.signature)}
    own: dict[str, list[str]] = {}
    for item in facts.definitions:
        if item.scope == MODULE and item.kind != "class":
            own.setdefault(item.name, []).append(item.qualname.rpartition(".")[0])
    for reference in facts.references:
        path, dot, last = reference.name.rpartition(".")
        places = own.get(last) if dot and "(" not in path else None
        if places and all(place in spaces and place.startswith(f"{path}.") for place in places):
            reference.name = f"{path}.?.{last}"
