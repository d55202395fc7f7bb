"""Which of several definitions of one name takes the arguments of a call.

Overloads are told apart by how many arguments they take, by the labels that these may have, and then by the words of
types, as far as arguments show theirs: the types of literals, of what is created or cast, and those that variables are
declared with. Where that leaves several, the first is likely, not certain.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from attrs import define, field

from crossbearing.recon.likeness import type_fit
from crossbearing.recon.resolve import Resolver
from crossbearing.recon.signatures import Signature, signature_of
from crossbearing.recon.symbols import Project

SPREAD = "*?"
"""An argument that stands for any number of them."""
CLOSURE = "{}"
"""An argument behind the brackets: its label is not written."""


class Arguments(NamedTuple):
    """The arguments of a call.

    ``labels`` are empty where an argument has none, and None for a closure behind the brackets; ``types`` are empty
    where nothing is known of one. ``is_open`` says that there may be more.
    """

    labels: tuple[str | None, ...]
    is_open: bool
    types: tuple[str, ...]


@lru_cache(maxsize=1 << 12)
def read_labels(arguments: str) -> Arguments:
    """Read what a front end says of arguments: ``?String, key=?, *?, {}``."""
    parts = [part.strip() for part in arguments.split(",")] if arguments else []
    plain = [part for part in parts if part != SPREAD]
    labels = tuple(None if part == CLOSURE else part.rpartition("=")[0] for part in plain)
    return Arguments(labels, len(plain) < len(parts), tuple(part.rpartition("?")[2].strip("{}") for part in plain))


def fits(signature: Signature | None, arguments: Arguments) -> bool:
    """Whether a call with these arguments may be one of a definition; of an unknown signature it may."""
    if signature is None:
        return True
    count = len(arguments.labels)
    if count > signature.most or (count < signature.least and not arguments.is_open):
        return False
    named = [label for label in arguments.labels if label]
    return all(any(label in item.words for item in signature.parameters) for label in named)


def agrees(signature: Signature | None, arguments: Arguments) -> bool:
    """Whether the labels are those of the parameters in their order, as languages ask for that have labels."""
    if signature is None:
        return False
    position, is_going_on = 0, False
    for label in arguments.labels:
        if is_going_on and label == "":
            continue
        while position < len(signature.parameters):
            parameter = signature.parameters[position]
            if label is None or (parameter.label or "_") == (label or "_"):
                break
            if not (parameter.is_optional or parameter.is_variadic):
                return False
            position += 1
        else:
            return False
        is_going_on = signature.parameters[position].is_variadic
        position += 1
    return True


def takes_exactly(signature: Signature | None, arguments: Arguments) -> bool:
    """Whether a definition has as many parameters as a call has arguments."""
    return signature is not None and not arguments.is_open and signature.most == len(arguments.labels)


def likeness(signature: Signature | None, arguments: Arguments) -> int:
    """How well the types of the arguments are those of the parameters, each taken at its place or by its label."""
    if signature is None or not signature.parameters:
        return 0
    last, total = len(signature.parameters) - 1, 0
    for at, (label, given) in enumerate(zip(arguments.labels, arguments.types, strict=True)):
        if given:
            named = [item for item in signature.parameters if label and label in item.words]
            total += type_fit(given, (named or [signature.parameters[min(at, last)]])[0].kinds)
    return total


class Choice(NamedTuple):
    """The position of the one that a call means, or -1 if none takes the arguments; others may be meant as well."""

    position: int
    is_certain: bool


def best(signatures: Sequence[Signature | None], arguments: Arguments) -> Choice:
    """Which of several definitions a call means."""
    fitting = [at for at, signature in enumerate(signatures) if fits(signature, arguments)]
    fitting = [at for at in fitting if agrees(signatures[at], arguments)] or fitting
    if len(fitting) < 2:
        return Choice(fitting[0] if fitting else -1, is_certain=True)
    scores = [likeness(signatures[at], arguments) for at in fitting]
    first = max(scores)
    likely = [at for at, score in zip(fitting, scores, strict=True) if score == first]
    # What takes just these arguments goes before what has defaults or takes any number.
    likely = [at for at in likely if takes_exactly(signatures[at], arguments)] or likely
    # Those that an override or a declaration repeats are no others.
    return Choice(likely[0], len({_kinds_of(signatures[at]) for at in likely}) == 1)


def _kinds_of(signature: Signature | None) -> tuple[str | frozenset[str], ...] | None:
    if signature is None:
        return None
    return (signature.receiver, *(parameter.kinds for parameter in signature.parameters))


@define(eq=False)
class Overloads:
    """Chooses among the definitions of one name in one place, in the ``languages`` where calls tell them apart."""

    project: Project
    resolver: Resolver
    languages: frozenset[str]
    _siblings: dict[tuple[int, str], list[int]] = field(factory=dict)

    def meant(self, entity: int, arguments: str) -> tuple[int, bool]:
        """The function or method that a call of ``entity`` by its name means, and whether no other may be meant."""
        if self.project.kinds[entity] not in ("function", "method"):
            return entity, True
        siblings = self._all_of(entity)
        if len(siblings) < 2:
            return entity, True
        if arguments == SPREAD:
            return entity, False
        signatures = [self._signature(item) for item in siblings]
        chosen, is_certain = best(signatures, read_labels(arguments))
        if chosen < 0:
            return entity, False
        if self.project.definition(siblings[chosen]).is_part:
            return self._defined(siblings, signatures, chosen), is_certain
        return siblings[chosen], is_certain

    def fitting(self, methods: Sequence[int], arguments: str) -> list[int]:
        """Those of some methods that take the arguments; all if none does."""
        given = read_labels(arguments)
        found = [item for item in methods if fits(self._signature(item), given)]
        return found or list(methods)

    def _signature(self, entity: int) -> Signature | None:
        definition = self.project.definition(entity)
        return signature_of(definition.name, definition.signature)

    def _defined(self, siblings: Sequence[int], signatures: Sequence[Signature | None], chosen: int) -> int:
        """What a declaration declares: the definition with as many parameters; defaults stand at the declaration."""
        wanted = signatures[chosen]
        for at, signature in enumerate(signatures):
            same = wanted is not None and signature is not None and len(wanted.parameters) == len(signature.parameters)
            if same and not self.project.definition(siblings[at]).is_part:
                return siblings[at]
        return siblings[chosen]

    def _all_of(self, entity: int) -> list[int]:
        """All functions and methods of an entity's name in its place, those of ancestors last."""
        definition = self.project.definition(entity)
        module = self.project.modules[self.project.owners[entity]]
        scope = entity if definition.scope < 0 else module.entity + 1 + definition.scope
        place = module.entity if definition.scope < 0 else self.project.wholes.get(scope, scope)
        found = self._siblings.get((place, definition.name))
        if found is None:
            found = list(dict.fromkeys(self._find(place, definition.name)))
            found = [item for item in found if self.project.kinds[item] in ("function", "method")]
            self._siblings[place, definition.name] = found
        return found

    def _find(self, place: int, name: str) -> Iterator[int]:
        if self.project.kinds[place] == "module":
            module = self.project.modules[self.project.owners[place]]
            yield from self._in_scope(place, name)
            if module.package is not None:
                yield from self.project.overloads.get((module.package, name), ())
        elif self.project.kinds[place] == "class":
            for cls in self.resolver.hierarchy.ancestors(place):
                for part in (cls, *self.project.parts.get(cls, ())):
                    yield from self._in_scope(part, name)
        else:
            yield from self._in_scope(place, name)

    def _in_scope(self, entity: int, name: str) -> Iterator[int]:
        place = self.project.place(entity)
        module = self.project.modules[place.module]
        for binder in module.scopes[place.scope + 1].get(name, ()):
            if binder >= 0:
                yield module.entity + 1 + binder
