"""Meson's expressions, evaluated while they are read, group by group, as brackets close: no tree, and no recursion."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from crossbearing_ecosystems._meson_lexer import Token
from crossbearing_ecosystems._meson_values import UNKNOWN, Arguments, Mark, Reference, reduce_items

_LONGEST = 20_000
_WORDS = frozenset({"and", "or", "not", "in"})
_CONSTANTS = {"true": True, "false": False}

Caller = Callable[[Any, str, Arguments], Any]
"""Called with the object of a method (None for a function), the name and the arguments."""


class _Group:
    """What is between two brackets, as far as it was read."""

    __slots__ = ("args", "function", "items", "key", "kind", "named", "owner", "pairs")

    def __init__(self, kind: str, owner: Any = None, function: str = "") -> None:
        self.kind = kind
        self.owner = owner
        self.function = function
        self.items: list[Any] = []
        self.args: list[Any] = []
        self.named: dict[str, Any] = {}
        self.pairs: dict[str, Any] = {}
        self.key: str | None = None

    def flush(self) -> None:
        """Take what was read since the last comma as an argument."""
        if not self.items:
            return
        value = reduce_items(self.items)
        self.items = []
        if self.key is None:
            self.args.append(value)
        elif self.kind == "{":
            self.pairs[self.key] = value
        else:
            self.named[self.key] = value
        self.key = None


def evaluate(tokens: Iterable[Token], variables: Mapping[str, Any], call: Caller) -> Any:
    """The value of an expression."""
    words = list(tokens)
    stack = [_Group("")]
    for number, token in enumerate(words):
        group = stack[-1]
        if token.kind == "mark":
            _mark(token.text, words, number, stack, call)
        elif token.kind in ("text", "number"):
            group.items.append(token.text if token.kind == "text" else _integer(token.text))
        elif token.kind == "format":
            group.items.append(_interpolated(token.text, variables))
        elif token.text in _WORDS:
            group.items.append(Mark(token.text))
        elif _is_mark(words, number - 1, ".") or _is_mark(words, number + 1, "("):
            # The name of a method or function is taken up by the bracket after it.
            continue
        elif _is_mark(words, number + 1, ":") and group.kind == "call" and not group.items:
            group.key = token.text
        else:
            group.items.append(_CONSTANTS.get(token.text, variables.get(token.text, UNKNOWN)))
    stack[0].flush()
    return stack[0].args[0] if stack[0].args else UNKNOWN


def _is_mark(words: list[Token], number: int, text: str) -> bool:
    return 0 <= number < len(words) and words[number].kind == "mark" and words[number].text == text


def _mark(text: str, words: list[Token], number: int, stack: list[_Group], call: Caller) -> None:
    group = stack[-1]
    if text in ("(", "[", "{"):
        stack.append(_opened(text, words, number, group))
    elif text in (")", "]", "}"):
        if len(stack) > 1:
            group.flush()
            stack.pop()
            stack[-1].items.append(_closed(group, call))
    elif text == ",":
        group.flush()
    elif text == ":":
        if group.kind == "{" and Mark("?") not in group.items:
            key = reduce_items(group.items) if group.items else UNKNOWN
            group.items = []
            group.key = key if isinstance(key, str) else ""
        elif group.key is None or group.items:
            group.items.append(Mark(":"))
    elif text != ".":
        group.items.append(Mark(text))


def _opened(text: str, words: list[Token], number: int, group: _Group) -> _Group:
    """The group that a bracket opens: a call, an index, or what is in parentheses, a list or a table."""
    before = words[number - 1] if number else None
    is_name = before is not None and before.kind == "name" and before.text not in _WORDS
    if text == "(" and before is not None and is_name:
        if not _is_mark(words, number - 2, "."):
            return _Group("call", None, before.text)
        return _Group("call", group.items.pop() if group.items else UNKNOWN, before.text)
    is_after_value = is_name or (before is not None and (before.kind == "text" or before.text in (")", "]", "}")))
    if text == "[" and is_after_value and group.items and not isinstance(group.items[-1], Mark):
        return _Group("index", group.items.pop())
    return _Group(text)


def _closed(group: _Group, call: Caller) -> Any:
    if group.kind == "call":
        return call(group.owner, group.function, Arguments(group.args, group.named))
    if group.kind == "[":
        return group.args
    if group.kind == "{":
        return group.pairs
    if group.kind == "index":
        return _item(group.owner, group.args[0] if group.args else UNKNOWN)
    return group.args[0] if group.args else UNKNOWN


def _item(owner: Any, key: Any) -> Any:
    if isinstance(owner, dict) and isinstance(key, str):
        return owner.get(key, UNKNOWN)
    if isinstance(owner, list) and isinstance(key, int) and -len(owner) <= key < len(owner):
        return owner[key]
    return owner if isinstance(owner, Reference) else UNKNOWN


def _integer(text: str) -> Any:
    try:
        return int(text, 0) if len(text) < 20 else UNKNOWN
    except ValueError:
        return int(text) if text.isdigit() else UNKNOWN


def _interpolated(text: str, variables: Mapping[str, Any]) -> Any:
    parts = text.split("@")
    for place in range(1, len(parts) - 1, 2):
        value = variables.get(parts[place], UNKNOWN)
        if not isinstance(value, str | int) or len(text) > _LONGEST:
            return UNKNOWN
        parts[place] = str(value)
    return "".join(parts) if len(parts) % 2 else UNKNOWN
