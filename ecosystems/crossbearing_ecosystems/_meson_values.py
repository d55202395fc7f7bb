"""The values of Meson's expressions, as far as they are known without running it, and their operators."""

from collections.abc import Iterator
from typing import Any, NamedTuple

_LONGEST = 20_000
_MOST_ITEMS = 50_000
_LARGEST = 1 << 60
_COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">=", "in"})
_LEVELS = (frozenset({"*", "/", "%"}), frozenset({"+", "-"}), _COMPARISONS, frozenset({"and"}), frozenset({"or"}))


class Unknown:
    """What only Meson knows."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown()


class Mark(NamedTuple):
    """An operator between values."""

    text: str


class Reference(NamedTuple):
    """A target or dependency: the names that depending on it means, and the name by itself of a target."""

    names: tuple[str, ...]
    target: str = ""


class SourcePath(NamedTuple):
    """A file that ``files()`` named, relative to the repository."""

    path: str


class Host(NamedTuple):
    """An object of Meson whose methods matter: ``meson``, a compiler, a subproject."""

    kind: str
    name: str = ""


class Arguments(NamedTuple):
    """What a function is called with."""

    values: list[Any]
    named: dict[str, Any]

    def text(self, place: int) -> str:
        """A positional string, or an empty one."""
        value = self.values[place] if place < len(self.values) else None
        return value if isinstance(value, str) else ""


def reduce_items(items: list[Any]) -> Any:
    """The value of operands and operators in a row."""
    if len(items) == 1:
        return UNKNOWN if isinstance(items[0], Mark) else items[0]
    if Mark("?") in items:
        return _ternary(items)
    flat = _signs(items)
    for level in _LEVELS:
        flat = _one_level(flat, level)
    return flat[0] if len(flat) == 1 and not isinstance(flat[0], Mark) else UNKNOWN


def _ternary(items: list[Any]) -> Any:
    """``condition ? one : other``; where the condition is not known, what both may lead to."""
    question = items.index(Mark("?"))
    if Mark(":") not in items[question:]:
        return UNKNOWN
    colon = items.index(Mark(":"), question)
    rest = items[colon + 1 :]
    parts = (items[:question], items[question + 1 : colon], rest)
    if Mark("?") in rest or not all(parts):
        return UNKNOWN
    condition, one, other = (reduce_items(part) for part in parts)
    if isinstance(condition, bool):
        return one if condition else other
    return either(one, other)


def either(one: Any, other: Any) -> Any:
    """A value that may be one or the other: the union of lists and references, else nothing known."""
    if one is UNKNOWN or one == other or one == []:
        return other
    if other is UNKNOWN or other == []:
        return one
    if any(isinstance(value, list | Reference | SourcePath) for value in (one, other)):
        items: list[Any] = []
        for item in (*_listed(one), *_listed(other)):
            if item not in items[-50:]:
                items.append(item)
        return items[:_LONGEST]
    return UNKNOWN


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _signs(items: list[Any]) -> list[Any]:
    """Apply ``not`` and the sign, which bind tightest."""
    found: list[Any] = []
    for place in range(len(items) - 1, -1, -1):
        item = items[place]
        if item == Mark("not") and found and found[-1] == Mark("in"):
            # Whether something is in a list is not known either way.
            continue
        if item == Mark("not") and found:
            value = found.pop()
            found.append(not value if isinstance(value, bool) else UNKNOWN)
        elif item == Mark("-") and found and (place == 0 or isinstance(items[place - 1], Mark)):
            value = found.pop()
            found.append(-value if isinstance(value, int) and not isinstance(value, bool) else UNKNOWN)
        else:
            found.append(item)
    return found[::-1]


def _one_level(items: list[Any], level: frozenset[str]) -> list[Any]:
    found: list[Any] = []
    for item in items:
        is_right_side = len(found) > 1 and isinstance(found[-1], Mark) and found[-1].text in level
        if is_right_side and not isinstance(item, Mark):
            operator = found.pop().text
            found.append(_combined(found.pop(), operator, item))
        else:
            found.append(item)
    return found


def _combined(left: Any, operator: str, right: Any) -> Any:
    if operator == "+":
        return added(left, right)
    if operator == "/" and isinstance(left, str) and isinstance(right, str):
        return f"{left}/{right}" if not right.startswith("/") else right
    if operator in ("and", "or"):
        decisive = operator == "or"
        if decisive in (left, right) and (left is decisive or right is decisive):
            return decisive
        return (not decisive) if isinstance(left, bool) and isinstance(right, bool) else UNKNOWN
    if operator in ("==", "!=") and isinstance(left, str | int) and isinstance(right, str | int):
        return (left == right) == (operator == "==")
    return UNKNOWN


def added(left: Any, right: Any) -> Any:
    """``left + right``; of an unknown side the known one remains, where that is a list."""
    if isinstance(left, str) and isinstance(right, str):
        return left + right if len(left) + len(right) <= _LONGEST else UNKNOWN
    if isinstance(left, int) and isinstance(right, int) and abs(left) + abs(right) < _LARGEST:
        return left + right
    if isinstance(left, list):
        more = right if isinstance(right, list) else [right]
        return [*left, *more] if len(left) + len(more) <= _LONGEST else left
    if isinstance(left, dict) and isinstance(right, dict):
        return {**left, **right}
    if isinstance(right, list) and not isinstance(left, str | int | dict):
        return right
    return UNKNOWN


def flatten(value: Any) -> Iterator[Any]:
    """The items of nested lists, in their order."""
    waiting = [value]
    for _ in range(_MOST_ITEMS):
        if not waiting:
            return
        item = waiting.pop()
        if isinstance(item, list):
            waiting += reversed(item)
        else:
            yield item
