"""Parameters of functions and the arguments that calls give them."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crossbearing.recon.expressions import Expression, read_arguments

_LAMBDA = re.compile(r"\blambda\b(?P<list>.*):", re.DOTALL)
_NAME = re.compile(r"[^\W\d]\w*")


class Parameter(NamedTuple):
    """One parameter: its name, ``*`` or ``**`` where it takes all that is left, its default value as written."""

    name: str
    star: str
    default: str


def parameters_of(signature: str) -> tuple[Parameter, ...]:
    """The parameters in a signature of the form ``name(a, b: int = 1, *rest)`` or ``lambda a, b: ...``."""
    return tuple(_parameters(_list_in(signature)))


def _list_in(signature: str) -> str:
    found = _LAMBDA.search(signature)
    if found:
        return found["list"]
    _, _, inside = signature.partition("(")
    depth = 1
    for position, sign in enumerate(inside):
        depth += (sign in "([{") - (sign in ")]}")
        if not depth:
            return inside[:position]
    return ""


def _parameters(text: str) -> Iterator[Parameter]:
    for part in _split(text):
        declared, _, default = part.partition("=")
        stripped = declared.strip()
        name = _NAME.match(stripped.lstrip("*"))
        if name:
            star = "*" * (len(stripped) - len(stripped.lstrip("*")))
            yield Parameter(name[0], star, "" if default.strip() == "..." else default.strip())


def _split(text: str) -> Iterator[str]:
    depth = start = 0
    for position, sign in enumerate(text):
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "," and not depth:
            yield text[start:position]
            start = position + 1
    yield text[start:]


class Given(NamedTuple):
    """What a parameter gets: the value itself, an item of it (``*``), or what it has under a name (``**``)."""

    value: Expression
    star: str = ""


def given_to(parameters: Sequence[Parameter], name: str, arguments: str, bound: int) -> Iterator[Given]:
    """The arguments of a call that parameter ``name`` gets; the first ``bound`` parameters are given otherwise."""
    places = [parameter.name for parameter in parameters]
    if name not in places:
        return
    place, star = places.index(name), parameters[places.index(name)].star
    rest = next((at for at, parameter in enumerate(parameters) if parameter.star == "*"), len(parameters))
    position = bound
    for entry in read_arguments(arguments):
        value = entry.parts[0]
        if entry.text == "*":
            if star != "**" and place >= position:
                yield Given(value, "*")
        elif entry.text == "**":
            if star != "*":
                yield Given(value, "**")
        elif entry.text:
            if entry.text == name or (star == "**" and entry.text not in places):
                yield Given(value)
        else:
            if (position == place and not star) or (star == "*" and position >= rest):
                yield Given(value)
            position += 1
