"""The variables of a list file as far as they are known without running CMake.

Whether a condition holds is mostly not known, so that a variable may have several values: those that it was given on
the ways there. What is not known at all stays in a text as a reference, between two marks that no text can hold.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from crossbearing_ecosystems._build_sheet import Place
from crossbearing_ecosystems._cmake_lexer import Argument

REPOSITORY = "/\ue002"
"""Stands for the folder of the repository in paths."""
BUILD = "/\ue005"
"""Stands for the folder that is built in."""

_UNKNOWN, _END = "\ue000", "\ue001"
_DOLLAR = "\ue003"
_REFERENCE = re.compile(r"\$(?P<scope>ENV|CACHE)?\{(?P<name>[A-Za-z0-9_./+@:-]*)\}")
_WHOLE = re.compile(r"\$\{([A-Za-z0-9_./+-]+)\}")
_MARKED = re.compile(f"{_UNKNOWN}([^{_END}]*){_END}")
_ESCAPE = re.compile(r"\\(?:\r\n|(.))", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r"}
_LONGEST = 50_000
_MOST_VALUES = 6
_DEEPEST = 8

Conditions = tuple[str, ...]


class Value(NamedTuple):
    """What a variable may hold, the last assignment last; ``conditions`` are those under which that one was made."""

    texts: tuple[str, ...]
    is_certain: bool
    conditions: Conditions = ()
    place: Place | None = None


class Scope:
    """The variables of a folder or function, and those of the scope around it.

    A macro has no scope of its own: its arguments lie over the scope that it is called in (``shares``).
    """

    def __init__(self, parent: "Scope | None" = None, *, shares: bool = False) -> None:
        self.parent = parent
        self.shares = shares
        self._own: dict[str, Value | None] = {}

    def get(self, name: str) -> Value | None:
        """The value of a variable, or None where nothing is known of it."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope._own:
                return scope._own[name]
            scope = scope.parent
        return None

    def put(self, name: str, value: Value | None) -> None:
        """Set a variable; None means that nothing is known of it any more."""
        scope = self
        while scope.shares and scope.parent is not None and name not in scope._own:
            scope = scope.parent
        scope._own[name] = value

    def bind(self, name: str, text: str, place: Place | None = None) -> None:
        """Set an argument of a call or the variable of a loop."""
        self._own[name] = Value((text,), is_certain=True, place=place)

    def outer(self) -> "Scope | None":
        """The scope that ``PARENT_SCOPE`` means."""
        scope = self
        while scope.shares and scope.parent is not None:
            scope = scope.parent
        return scope.parent

    def assign(self, name: str, text: str, conditions: Conditions, place: Place, *, is_sure: bool) -> None:
        """Give a variable a value that it has under ``conditions``.

        Unless the scope itself is only there under them (``is_sure``), it may also keep those that it has.
        """
        before = self.get(name)
        if is_sure or before is None:
            self.put(name, Value((text,), is_sure and is_known(text), conditions, place))
            return
        kept = before.texts[:-1] if before.conditions == conditions else before.texts
        texts = (*(other for other in kept if other != text), text)[-_MOST_VALUES:]
        certain = before.conditions == conditions and before.is_certain
        self.put(name, Value(texts, certain, conditions, place))

    def doubt(self, name: str) -> None:
        """Something that is not modelled may have changed the variable."""
        if (value := self.get(name)) is not None and value.is_certain:
            self.put(name, value._replace(is_certain=False))


def known_texts(value: Value, conditions: Conditions) -> tuple[str, ...]:
    """The values that a variable may have under ``conditions``."""
    if value.conditions and conditions[: len(value.conditions)] == value.conditions:
        return value.texts[-1:]
    return value.texts


def is_known(text: str) -> bool:
    """Say whether a text holds no reference to an unknown variable."""
    return _UNKNOWN not in text


def references(text: str) -> list[str]:
    """The names of the unknown variables in a text."""
    return _MARKED.findall(text)


def readable(text: str) -> str:
    """A text as people write it: unknown variables as references, paths relative to the repository."""
    if REPOSITORY in text:
        text = text.replace(f"{REPOSITORY}/", "").replace(REPOSITORY, ".")
    text = text.replace(BUILD, "${CMAKE_BINARY_DIR}")
    return _MARKED.sub(r"${\1}", text) if _UNKNOWN in text else text


def expand(text: str, scope: Scope) -> str:
    """Replace the references of a text by the last value of each variable, and what is escaped by what is meant."""
    if "\\" in text:
        text = text.replace("\\$", _DOLLAR)
    for _ in range(_DEEPEST):
        if "${" not in text and "$ENV{" not in text:
            break
        replaced = _REFERENCE.sub(lambda match: _lookup(match, scope), text)
        if len(replaced) > _LONGEST:
            return unknown("…")
        if replaced == text:
            break
        text = replaced
    if "${" in text:
        text = text.replace("${", f"{_UNKNOWN}…{_END}{{")
    if "\\" in text:
        text = _ESCAPE.sub(lambda match: _LETTERS.get(match[1] or "", match[1] or ""), text)
    return text.replace(_DOLLAR, "$")


def unknown(name: str) -> str:
    """A reference to a variable of which nothing is known."""
    return f"{_UNKNOWN}{name}{_END}"


def _lookup(match: re.Match[str], scope: Scope) -> str:
    name = match["name"]
    value = None if match["scope"] else scope.get(name)
    if value is None:
        return unknown(f"ENV:{name}" if match["scope"] == "ENV" else name)
    return value.texts[-1]


def expand_all(arguments: Sequence[Argument], scope: Scope, conditions: Conditions) -> Iterator[str]:
    """The arguments of a command as it receives them: lists are taken apart where they are not quoted."""
    for argument in arguments:
        if argument.kind == "bracket":
            yield argument.text
        elif argument.kind != "bare":
            yield expand(argument.text, scope)
        elif "$" not in argument.text and ";" not in argument.text and "\\" not in argument.text:
            yield argument.text
        else:
            yield from _expand_bare(argument.text, scope, conditions)


def _expand_bare(text: str, scope: Scope, conditions: Conditions) -> Iterable[str]:
    """A list that stands alone gives the items of all values that it may have."""
    if (whole := _WHOLE.fullmatch(text)) and (value := scope.get(whole[1])) is not None:
        texts = known_texts(value, conditions)
        if len(texts) > 1:
            return dict.fromkeys(item for one in texts for item in split_list(one))
    return split_list(expand(text, scope))


def split_list(text: str) -> list[str]:
    """The items of a list; a semicolon within brackets or within a generator expression separates none."""
    if ";" not in text:
        return [text] if text else []
    if "$<" not in text and "[" not in text:
        return [item for item in text.split(";") if item]
    items: list[str] = []
    start = depth = 0
    for place, letter in enumerate(text):
        if letter == "[" or (letter == "$" and text.startswith("$<", place)):
            depth += 1
        elif letter in "]>" and depth:
            depth -= 1
        elif letter == ";" and not depth:
            items.append(text[start:place])
            start = place + 1
    return [item for item in (*items, text[start:]) if item]
