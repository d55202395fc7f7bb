"""What the linker's values may be beside definitions and their instances, and how they are joined."""

from collections.abc import Iterable
from typing import NamedTuple

from crossbearing.recon.expressions import Expression

MAX_VALUES = 8
"""A name that may hold more values than this says nothing."""


class Box(NamedTuple):
    """A list or mapping: as it is written, where, and the name it was given, through which items may be added."""

    expression: Expression
    place: "Place"
    owner: tuple[int, int, str] | None = None


class Many(NamedTuple):
    """Some sequence of any of these values; ``pairs``: of pairs with them."""

    values: "Values"
    pairs: bool = False


class Generator(NamedTuple):
    """What a call of a generator function gives."""

    function: int


class BoxMethod(NamedTuple):
    """A method of a list or mapping."""

    box: Box
    name: str


Value = int | Box | Many | Generator | BoxMethod
"""As in :mod:`crossbearing.recon.symbols`; ``2 * method + 1`` is a method bound to its object."""
Values = tuple[Value, ...]
NOTHING: Values = ()


class Place(NamedTuple):
    """Where an expression stands: module number, scope, line."""

    module: int
    scope: int
    line: int


def join(groups: Iterable[Values]) -> Values:
    """All values once; too many say nothing."""
    found: dict[Value, None] = {}
    for group in groups:
        for value in group:
            found[value] = None
        if len(found) > MAX_VALUES:
            return NOTHING
    return tuple(found)


def chain_of(expression: Expression) -> str:
    """A name with members and calls as references write it, or nothing where it is anything else."""
    links: list[str] = []
    suffix = ""
    while True:
        if expression.form == "call" and not suffix:
            suffix = "()"
        elif expression.form in ("member", "name"):
            links.append(expression.text + suffix)
            suffix = ""
            if expression.form == "name":
                return ".".join(reversed(links))
        else:
            return ""
        expression = expression.parts[0]


def path_of(expression: Expression) -> str:
    """A name with members and items at constant keys, as bindings of items write it; nothing for anything else."""
    links: list[str] = []
    while expression.form != "name":
        if expression.form == "member":
            links.append(f".{expression.text}")
        elif expression.form == "item" and expression.text:
            links.append(f"[{expression.text}]")
        else:
            return ""
        expression = expression.parts[0]
    return expression.text + "".join(reversed(links))


def slice_of(key: str) -> slice:
    """The slice that a key like ``1:-1`` means."""
    start, _, stop = key.partition(":")
    return slice(int(start) if start else None, int(stop) if stop else None)


def parts_at(parts: tuple[Expression, ...], key: str) -> tuple[Expression, ...]:
    """The parts of a list at a constant index; all for no index."""
    if not key:
        return parts
    if key[0] == '"' or not -len(parts) <= int(key) < len(parts):
        return ()
    return (parts[int(key)],)
