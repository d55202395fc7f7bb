"""A plugin's options: the tables of a profile turned into the plugin's own ``Options`` class.

``Options`` is an attrs class with annotated fields, defaults and, where needed, validators. Every field that is wrong
is reported, all in one error; values are taken as TOML gives them and never converted from one type to another, save an
integer where a float is asked for and an array where a tuple or set is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

import attrs

from crossbearing.model.errors import CrossbearingError
from crossbearing.registry.contract import BrokenContract
from crossbearing.registry.names import suggestion

# The field that is wrong (empty: no single one) and what is wrong with it.
Complaint = tuple[str, str]


def _nowhere(field: str) -> str:
    return ""


class Origin(NamedTuple):
    """Where options come from: the name of their source, and what gives a field's place, as ``file:line: ``."""

    source: str
    place: Callable[[str], str] = _nowhere


class OptionsError(CrossbearingError):
    """A profile gives a plugin options that it does not take; an error of the profile, not of the plugin."""


def read_options(plugin: Any, qualified: str, given: Mapping[str, Any] | None, origin: "Origin") -> Any:
    """Return the plugin's options with the fields of ``given`` set, or None where the plugin takes none.

    ``origin`` says in errors where the fields are set. Raises :class:`OptionsError` for what the profile got wrong, and
    :class:`~crossbearing.registry.contract.BrokenContract` where the ``Options`` class itself is unusable.
    """
    options = getattr(plugin, "Options", None)
    if options is None:
        if given:
            raise OptionsError(f"{origin.source}: options of {qualified} do not fit: the plugin takes no options")
        return None
    if not (isinstance(options, type) and attrs.has(options)):
        raise BrokenContract("Options must be an attrs class")
    if not given:
        return options()
    value, problems = _structured(options, given)
    if problems:
        told = "; ".join(f"{origin.place(name)}{reason}" for name, reason in sorted(problems))
        raise OptionsError(f"{origin.source}: options of {qualified} do not fit: {told}")
    return value


def _structured(options: type, given: Mapping[str, Any]) -> tuple[Any, list[Complaint]]:
    fields = {field.alias: field for field in attrs.fields(attrs.resolve_types(options)) if field.init}
    problems = [
        (name, f"unknown field {name!r}, {suggestion(name, fields)}") for name in sorted(given) if name not in fields
    ]
    values: dict[str, Any] = {}
    for name in fields.keys() & given.keys():
        try:
            values[name] = _value(given[name], fields[name].type)
        except Exception:  # whatever a converter raises, the sentence below is what the user needs
            problems.append((name, f"{name} = {given[name]!r}, expected {type_name(fields[name].type)}"))
    if any(field.default is attrs.NOTHING and name in given and name not in values for name, field in fields.items()):
        return None, problems
    value, complaints = _validated(options, values)
    return value, problems + complaints


def _validated(options: type, values: dict[str, Any]) -> tuple[Any, list[Complaint]]:
    """Create the object with its validators off, then run them field by field, so that all complaints are heard."""
    try:
        with attrs.validators.disabled():
            instance = options(**values)
        problems = list(_complaints(options, instance))
        return (None, problems) if problems else (options(**values), [])
    except Exception as problem:
        return None, [("", str(problem) or type(problem).__name__)]


def _complaints(options: type, instance: Any) -> Iterator[Complaint]:
    for field in attrs.fields(options):
        if field.validator is None:
            continue
        value = getattr(instance, field.name)
        try:
            field.validator(instance, field, value)
        except Exception as problem:
            # attrs' own validators pass the attribute and more as further arguments; the sentence comes first.
            reason = problem.args[0] if problem.args else type(problem).__name__
            yield field.alias, f"{field.alias} = {value!r}, {reason}"


def _value(raw: Any, expected: Any) -> Any:
    if _taken_apart(raw, expected):
        raise TypeError("a string or table is no array")
    return _converter().structure(raw, Any if expected is None else expected)


def _taken_apart(raw: Any, expected: Any) -> bool:
    """Say whether ``raw`` holds a string or table where an array is expected; cattrs would iterate over it."""
    arguments = [argument for argument in get_args(expected) if argument not in (Ellipsis, NoneType)]
    if _is_collection(expected):
        items = raw if isinstance(raw, list) else ()
        return isinstance(raw, str | Mapping) or any(_all_take_apart(item, arguments) for item in items)
    return get_origin(expected) in (Union, UnionType) and _all_take_apart(raw, arguments)


def _all_take_apart(raw: Any, choices: Sequence[Any]) -> bool:
    return bool(choices) and all(_taken_apart(raw, choice) for choice in choices)


def _is_collection(expected: Any) -> bool:
    origin = get_origin(expected) or expected
    return isinstance(origin, type) and not issubclass(origin, str) and issubclass(origin, Sequence | Set)


def type_name(expected: Any) -> str:
    """Name a type as a person would: ``int``, ``tuple[str, ...]``, ``'a' or 'b'``."""
    if expected is None or expected is type(None):
        return "None"
    if get_origin(expected) is Literal:
        return " or ".join(map(repr, get_args(expected)))
    if isinstance(expected, type) and not get_args(expected):
        return expected.__name__
    return str(expected).replace("typing.", "").replace("collections.abc.", "")


@cache
def _converter() -> Any:
    from cattrs import Converter

    converter = Converter(forbid_extra_keys=True)
    for kind, accepted in ((bool, (bool,)), (int, (int,)), (float, (int, float)), (str, (str,))):
        converter.register_structure_hook(kind, _exactly(kind, accepted))
    return converter


def _exactly(kind: type, accepted: tuple[type, ...]) -> Any:
    def structure(raw: Any, _: Any) -> Any:
        if not isinstance(raw, accepted) or (isinstance(raw, bool) and kind is not bool):
            raise TypeError(f"expected {kind.__name__}")
        return kind(raw)

    return structure
