"""Which of several definitions of one name takes the arguments of a call.

Overloads are told apart by how many arguments they take and by the labels that these may have, not by types: the first
that fits is meant. Signatures are read as the languages with overloads write them: a list in brackets behind the name,
with ``=`` before a default value, and ``...``, ``vararg``, ``params`` or ``*`` where one takes all that is left.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from attrs import define, field

from crossbearing.recon.resolve import Resolver
from crossbearing.recon.symbols import Project

SPREAD = "*?"
"""An argument that stands for any number of them."""
CLOSURE = "{}"
"""An argument behind the brackets: its label is not written."""
MANY = 1 << 30

_STRING = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'')
_DEFAULT = re.compile(r"(?<![=!<>])=(?![=>])")
_WORD = re.compile(r"[^\W\d]\w*")
_VARIADIC = re.compile(r"\.\.\.|\b(?:vararg|params)\s|(?<!:):(?!:)[^=]*\*\s*$")
_GIVEN = re.compile(r"\s*(?:implicit|using)\b")
_RECEIVER = re.compile(r"\s*this\s")
_LABELS = re.compile(r"\s*(?:@\w+\s+)*`?([^\W\d]\w*)`?(?:\s+`?[^\W\d]\w*`?)?\s*:(?!:)")
_GENERIC = r"`?\s*(?:[<\[](?:[^()<>\[\]]|[<\[][^()<>\[\]]*[>\]])*[>\]]\s*)?\("


class Parameter(NamedTuple):
    """One parameter as far as calls show it; ``label`` is None where the language has no labels of its own."""

    words: frozenset[str]
    label: str | None
    is_optional: bool
    is_variadic: bool


class Signature(NamedTuple):
    """The parameters of a definition, and how many arguments a call gives."""

    parameters: tuple[Parameter, ...]
    least: int
    most: int


@lru_cache(maxsize=1 << 14)
def signature_of(name: str, text: str) -> Signature | None:
    """Read what stands in the brackets behind ``name``; None where there are none."""
    text = _STRING.sub('""', text)
    match = re.search(rf"(?<!\w){re.escape(name)}{_GENERIC}", text)
    if match is None:
        return None
    parts = [part for part in _parts(text, match.end()) if part.strip() and part.strip() != "void"]
    if parts and _GIVEN.match(parts[0]):
        return Signature((), 0, len(parts))
    parameters = tuple(map(_parameter, parts))
    least = sum(not (item.is_optional or item.is_variadic) for item in parameters)
    most = MANY if any(item.is_variadic for item in parameters) else len(parameters)
    return Signature(parameters, least, most)


def _parameter(text: str) -> Parameter:
    default = _DEFAULT.search(text)
    declared = text[: default.start()] if default else text
    label = _LABELS.match(declared)
    # What ``this`` stands before (C#) is given before the point where it is called as a member.
    is_optional = default is not None or _RECEIVER.match(text) is not None
    words = frozenset(_WORD.findall(declared))
    return Parameter(words, label and label[1], is_optional, _VARIADIC.search(declared) is not None)


def _parts(text: str, start: int) -> Iterator[str]:
    """What stands between commas up to the closing bracket."""
    depth = 0
    for at in range(start, len(text)):
        sign = text[at]
        if sign in "([{<":
            depth += 1
        elif sign in ")]}" or (sign == ">" and text[at - 1] not in "-="):
            if sign == ")" and depth <= 0:
                break
            depth = max(0, depth - 1)
        elif sign == "," and depth <= 0:
            yield text[start:at]
            start = at + 1
    else:
        at = len(text)
    yield text[start:at]


class Arguments(NamedTuple):
    """The arguments of a call: the label of each, empty where it has none, None for a closure behind the brackets."""

    labels: tuple[str | None, ...]
    is_open: bool


@lru_cache(maxsize=1 << 12)
def read_labels(arguments: str) -> Arguments:
    """Read what a front end says of arguments: ``?, key=?, *?, {}``."""
    parts = [part.strip() for part in arguments.split(",")] if arguments else []
    plain = [part for part in parts if part != SPREAD]
    labels = tuple(None if part == CLOSURE else part.rpartition("=")[0] for part in plain)
    return Arguments(labels, len(plain) < len(parts))


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


def best(signatures: Sequence[Signature | None], arguments: Arguments) -> int:
    """The position of the one that a call means, or -1 if none takes the arguments."""
    fitting = [at for at, signature in enumerate(signatures) if fits(signature, arguments)]
    agreeing = [at for at in fitting if agrees(signatures[at], arguments)]
    return (agreeing or fitting or [-1])[0]


@define(eq=False)
class Overloads:
    """Chooses among the definitions of one name in one place, in the ``languages`` where calls tell them apart."""

    project: Project
    resolver: Resolver
    languages: frozenset[str]
    _siblings: dict[tuple[int, str], list[int]] = field(factory=dict)

    def meant(self, entity: int, arguments: str) -> int:
        """The function or method that a call of ``entity`` by its name means."""
        if self.project.kinds[entity] not in ("function", "method"):
            return entity
        siblings = self._all_of(entity)
        if len(siblings) < 2 or arguments == SPREAD:
            return entity
        signatures = [self._signature(item) for item in siblings]
        chosen = best(signatures, read_labels(arguments))
        if chosen < 0:
            return entity
        if self.project.definition(siblings[chosen]).is_part:
            return self._defined(siblings, signatures, chosen)
        return siblings[chosen]

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
            for cls in self.resolver.ancestors(place):
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
