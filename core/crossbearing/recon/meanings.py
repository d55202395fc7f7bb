"""What one use of a name means: rows of the reference table, or that it waits for values to be followed."""

from collections.abc import Set
from typing import NamedTuple

from attrs import define, field

from crossbearing.model.facts import Reference
from crossbearing.recon.overloads import Overloads
from crossbearing.recon.references import REFERENCE_KINDS, UNRESOLVED
from crossbearing.recon.resolve import CALLED, NO_ENTITY, Found, Resolver
from crossbearing.recon.rows import Row
from crossbearing.recon.symbols import UNKNOWN, Module, Project

CERTAIN = 1.0
OVERLOADED = 0.8
"""Confidence in one of several overloads that the arguments do not tell apart."""
"""Confidence of what scopes, imports, inheritance or a known receiver resolve."""
NO_VALUE = -1

KIND_NUMBERS = {kind: number for number, kind in enumerate(REFERENCE_KINDS)}
CALL = KIND_NUMBERS["call"]
CALLS = (CALL, KIND_NUMBERS["decorator"])
_READ = KIND_NUMBERS["read"]


@define(eq=False)
class Waiting:
    """Uses of one name in one scope that scopes, imports and types do not explain, or not alone.

    ``uses`` are the numbers of the references, of which ``first`` is the first; ``calls`` are the first few that have
    arguments.
    """

    module: Module
    kind: int
    receiver: int
    first: Reference
    meant: int = NO_ENTITY
    uses: list[int] = field(factory=list)
    calls: list[Reference] = field(factory=list)
    asked: frozenset[int] = frozenset()
    found: tuple[int, ...] = ()


class Meaning(NamedTuple):
    """What a use makes: rows; or that it waits; and the value that a call calls."""

    rows: tuple[Row, ...]
    called: int = NO_VALUE
    is_decorated: bool = False
    waits: bool = False
    kind: int = 0
    receiver: int = UNKNOWN
    meant: int = NO_ENTITY


_NOTHING = Meaning(())
_UNRESOLVED = {kind: Meaning(((kind, (UNRESOLVED, 0.0)),)) for kind in KIND_NUMBERS.values()}


def scope_of(module: Module, reference: Reference) -> int:
    """The scope in which a name is looked up: a decorator stands outside of what it decorates."""
    if reference.kind == "decorator" and reference.scope >= 0:
        return module.facts.definitions[reference.scope].scope
    return reference.scope


@define(eq=False)
class Meanings:
    """Says what uses mean, within one linking; values are followed in the languages of ``followed``."""

    project: Project
    resolver: Resolver
    overloads: Overloads
    followed: Set[str]

    def of(self, module: Module, reference: Reference) -> Meaning:
        """What the uses of a name in a scope make."""
        kind = KIND_NUMBERS[reference.kind]
        is_call = kind in CALLS
        name = reference.name
        found = self.resolver.follow(module, scope_of(module, reference), name, reference.line, is_read=not is_call)
        value = found.value
        if value >= 0:
            if is_call:
                return self._called(module, kind, found, reference.arguments)
            return _NOTHING if value & 1 else Meaning(((kind, (value >> 1, CERTAIN)),))
        says_nothing = found.passed == NO_ENTITY or _is_around(found.passed, module, reference.scope)
        rows: tuple[Row, ...] = () if says_nothing else ((_READ, (found.passed, CERTAIN)),)
        if is_call and value == UNKNOWN:
            return Meaning(rows, waits=True, kind=kind, receiver=found.receiver)
        if value == UNKNOWN and "." not in name:
            return Meaning((*rows, (kind, (UNRESOLVED, 0.0)))) if rows else _UNRESOLVED[kind]
        return Meaning(rows) if rows else _NOTHING

    def _called(self, module: Module, kind: int, found: Found, arguments: str) -> Meaning:
        """What the calls of a known value make."""
        value, language = found.value, module.facts.language
        is_open = language in self.followed and self._is_rebound(value)
        entity = value >> 1 if is_open else self.meant(value, kind)
        if entity != NO_ENTITY and self.project.kinds[entity] == "variable":
            return Meaning((), waits=True, kind=kind, receiver=found.receiver, meant=entity)
        called, certainty = self.callable(found), CERTAIN
        if kind == CALL and entity != NO_ENTITY and not value & 1 and language in self.overloads.languages:
            entity, is_certain = self.overloads.meant(entity, arguments)
            certainty = CERTAIN if is_certain else OVERLOADED
        rows = () if entity == NO_ENTITY or self._is_fragment(entity) else ((kind, (entity, certainty)),)
        return Meaning(rows, called, language in self.followed and called >= 0 and self.is_decorated(called >> 1))

    def _is_fragment(self, entity: int) -> bool:
        """Whether a class is only a part of one that the project does not define."""
        return self.project.kinds[entity] == "class" and self.project.definition(entity).is_part

    def callable(self, found: Found) -> int:
        """The value that a call calls; of a method, whether an object gives its first parameter."""
        value = self.resolver.plain(found.value)
        if value < 0 or self.project.kinds[value >> 1] != "method":
            return value
        receiver = found.receiver
        through_class = receiver >= 0 and not receiver & 1 and self.project.kinds[receiver >> 1] == "class"
        return value if through_class else value | 1

    def _is_rebound(self, value: int) -> bool:
        """Whether a variable is assigned to more than once, so that what it holds depends on the place."""
        if value & 1 or self.project.kinds[value >> 1] != "variable":
            return False
        module, definition = self.project.modules[self.project.owners[value >> 1]], self.project.definition(value >> 1)
        return len(module.bindings.get((definition.scope, definition.name), ())) > 1

    def is_decorated(self, entity: int) -> bool:
        """Whether something may stand in a function's place."""
        return self.project.kinds[entity] in ("function", "method") and bool(self.project.definition(entity).decorators)

    def meant(self, value: int, kind: int) -> int:
        """The entity that a use of ``value`` leads to: a call goes through a variable that names a function."""
        kinds = self.project.kinds
        if value & 1:
            method = self.resolver.member(value, "__call__") if kind == CALL else UNKNOWN
            return method >> 1 if method >= 0 else NO_ENTITY
        if kind == CALL and kinds[value >> 1] == "variable":
            held = self.resolver.plain(value)
            if held >= 0 and not held & 1 and kinds[held >> 1] in ("class", "function", "method"):
                return held >> 1
        return value >> 1


def head_of(name: str) -> str:
    """The first link of a dotted name, without the mark that it is called."""
    return name.partition(".")[0].removesuffix(CALLED)


def _is_around(entity: int, module: Module, scope: int) -> bool:
    """Whether a scope is inside of an entity, where names lead through that without being written so."""
    while scope >= 0:
        if module.entity + 1 + scope == entity:
            return True
        scope = module.facts.definitions[scope].scope
    return False
