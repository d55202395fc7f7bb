"""What a plugin must look like, checked once when it is imported.

pluggy accepts a misspelt hook, lets ``specname=`` escape selection, and gives meaning to the order of registration;
here all of that is refused with a sentence that says what to write instead.
"""

import inspect
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from crossbearing import hookspecs
from crossbearing.hookspecs import KINDS, PROJECT, Kind
from crossbearing.registry.names import suggestion

_MARK = f"{PROJECT}_impl"


class BrokenContract(Exception):  # noqa: N818 - the seat turns it into an answer; it is no error of the core
    """The plugin is not what its kind requires; the message says how."""


class Hook(NamedTuple):
    """One hook implementation and the names of the arguments it asks for, ``options`` included."""

    function: Callable[..., Any]
    arguments: tuple[str, ...]


class Contract(NamedTuple):
    """What a plugin declares: its version, the files it claims, and its hooks by name."""

    version: int
    claims: tuple[str, ...]
    hooks: dict[str, Hook]


def read_contract(plugin: Any, kind: Kind) -> Contract:
    """Return what ``plugin`` declares, or raise :class:`BrokenContract`."""
    hooks = {name: _hook(kind, name, function, marks) for name, function, marks in _marked(plugin)}
    for required in kind.required:
        if required not in hooks:
            raise BrokenContract(f"does not implement {required}: mark the function with @hookimpl")
    claims = _string_tuple(plugin, kind.claims) if kind.claims else ()
    return Contract(_version(plugin), claims, hooks)


def _string_tuple(plugin: Any, attribute: str) -> tuple[str, ...]:
    """Return a plugin's tuple of strings (``PATTERNS``, ``SUFFIXES``), or raise :class:`BrokenContract`."""
    value = getattr(plugin, attribute, None)
    if not isinstance(value, tuple | list) or not all(isinstance(item, str) and item for item in value):
        raise BrokenContract(f"{attribute} must be a tuple of non-empty strings, not {value!r}")
    return tuple(value)


@cache
def arguments_of(hook: str) -> tuple[str, ...]:
    """Return the arguments that a hook's specification offers, in order."""
    code = getattr(hookspecs, hook).__code__
    return tuple(code.co_varnames[: code.co_argcount])


def _version(plugin: Any) -> int:
    version = getattr(plugin, "VERSION", None)
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise BrokenContract(f"VERSION must be an integer from 1 up, not {version!r}")
    return version


def _marked(plugin: Any) -> Iterator[tuple[str, Callable[..., Any], dict[str, Any]]]:
    """Yield name, callable and marker options of everything that carries the hook marker; properties stay unread."""
    for name in sorted(dir(plugin)):
        static = inspect.getattr_static(plugin, name, None)
        marks = getattr(static, _MARK, None) or getattr(getattr(static, "__func__", None), _MARK, None)
        if isinstance(marks, dict):
            yield name, getattr(plugin, name), marks


def _hook(kind: Kind, name: str, function: Callable[..., Any], marks: dict[str, Any]) -> Hook:
    if marks.get("specname"):
        raise BrokenContract(f"{name} hides its hook behind specname=: name the function {marks['specname']} instead")
    if set_marks := sorted(mark for mark, value in marks.items() if value):
        raise BrokenContract(f"{name} is marked {', '.join(set_marks)}: plugins neither wrap nor order each other")
    if name not in kind.hooks:
        raise BrokenContract(f"{kind.name} has no hook {name!r}: {suggestion(name, kind.hooks)}")
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise BrokenContract(f"{name} must not be async")
    return Hook(function, tuple(_arguments(name, function)))


def _arguments(hook: str, function: Callable[..., Any]) -> Iterator[str]:
    offered = arguments_of(hook)
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            raise BrokenContract(f"{hook} must name its arguments; {parameter} cannot be passed by name")
        if parameter.name not in offered:
            raise BrokenContract(
                f"{hook} has an unknown argument {parameter.name!r}: {suggestion(parameter.name, offered)}"
            )
        yield parameter.name


def kind_of(qualified: str) -> Kind:
    """Return the kind that a known plugin's qualified name starts with."""
    return KINDS[qualified.partition(".")[0]]
