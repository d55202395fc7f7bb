"""What a profile file may say: the fields of :class:`~crossbearing.model.profile.Profile`, and bounds on their values.

The structure is read off the model, so a field added there may be set in a profile at once. Here are only the bounds:
numbers that are invariants of the program cannot be raised by a profile.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, NamedTuple, get_args, get_origin

import attrs

from crossbearing.model.profile import Budgets, PluginChoice, Profile, RankingChoice
from crossbearing.registry.discovery import PluginRecord
from crossbearing.registry.names import suggestion

Path = tuple[str, ...]

MOST: dict[Path, int] = {
    ("prefilter", "size"): 200,
    ("expansion", "max_iterations"): 10,
    ("expansion", "max_nodes"): 200,
    ("ranking", "max_files"): 10,
    ("ranking", "max_entities"): 5,
    ("ranking", "max_statements"): 5,
    ("budgets", "manifest_tokens"): 5000,
    ("budgets", "header_tokens"): 500,
    ("budgets", "graph_tokens"): 3500,
    ("budgets", "context_tokens"): 4000,
}
"""Upper bounds of whole numbers; all others are only positive."""

CHOICES: dict[Path, tuple[str, ...]] = {
    ("prefilter", "kinds"): ("module", "class", "function", "method", "variable"),
    ("prefilter", "roles"): ("source", "test", "docs", "example", "generated", "vendored"),
}

SPECIFIED_CHANNELS = frozenset({"history", "sbfl"})
"""Channels that a profile may weigh although no installed plugin collects them; they then give no evidence."""

TITLES_TOKENS = 50
"""Room for the titles of a context that holds nothing but the manifest's header."""

_NOT_IN_FILES = ("name", "source")


class Fault(NamedTuple):
    """Something wrong with the value at ``path``; ``needle`` is the wrong element of an array, as it is written."""

    path: Path
    reason: str
    needle: str = ""


def structural_faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what is wrong with one file taken by itself: unknown keys, wrong types, values out of bounds."""
    yield from _table(data, Profile, ())


def _table(data: Mapping[str, Any], model: type, path: Path) -> Iterator[Fault]:
    fields = {field.name: field.type for field in attrs.fields(model)}
    if model is Profile:
        fields = {"extends": str} | {name: kind for name, kind in fields.items() if name not in _NOT_IN_FILES}
    if model is PluginChoice:
        fields = fields | {"enable": fields["disable"]}
    for key, value in data.items():
        if key in fields:
            yield from _value(value, fields[key], (*path, key))
        else:
            yield Fault((*path, key), f"unknown key, {suggestion(key, fields)}")


def _value(value: Any, kind: Any, path: Path) -> Iterator[Fault]:
    if isinstance(kind, type) and attrs.has(kind):
        if isinstance(value, dict):
            yield from _table(value, kind, path)
        else:
            yield _unexpected(path, value, "a table")
    elif get_origin(kind) is dict:
        yield from _mapping(value, get_args(kind)[1], path)
    elif get_origin(kind) is tuple:
        yield from _names(value, path)
    else:
        yield from _LEAVES.get(kind, _anything)(value, path)


def _mapping(value: Any, kind: Any, path: Path) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield _unexpected(path, value, "a table")
        return
    for key, item in value.items():
        yield from _value(item, kind, (*path, key))


def _names(value: Any, path: Path) -> Iterator[Fault]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        yield _unexpected(path, value, "an array of strings")
        return
    for index, item in enumerate(value):
        if item in value[:index]:
            yield Fault(path, f"{item!r} stands there twice", item)
        elif path in CHOICES and item not in CHOICES[path]:
            yield Fault(path, f"unknown {item!r}, {suggestion(item, CHOICES[path])}", item)


def _count(value: Any, path: Path) -> Iterator[Fault]:
    most = MOST.get(path)
    if isinstance(value, bool) or not isinstance(value, int) or value < 1 or (most is not None and value > most):
        yield _unexpected(path, value, f"a whole number from 1 {f'to {most}' if most else 'up'}")


def _weight(value: Any, path: Path) -> Iterator[Fault]:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not isfinite(value) or value < 0:
        yield _unexpected(path, value, "a finite number from 0 up")


def _text(value: Any, path: Path) -> Iterator[Fault]:
    if not isinstance(value, str):
        yield _unexpected(path, value, "a string")


def _truth(value: Any, path: Path) -> Iterator[Fault]:
    if not isinstance(value, bool):
        yield _unexpected(path, value, "true or false")


def _anything(value: Any, path: Path) -> Iterator[Fault]:
    yield from ()


_LEAVES: dict[Any, Callable[[Any, Path], Iterator[Fault]]] = {int: _count, float: _weight, str: _text, bool: _truth}


def _unexpected(path: Path, value: Any, expected: str) -> Fault:
    return Fault(path, f"expected {expected}, not {_shown(value)}")


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "an array"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def semantic_faults(data: Mapping[str, Any], records: Iterable[PluginRecord]) -> Iterator[Fault]:
    """Yield what is wrong with a whole profile, all it extends merged in: names of plugins, and weights."""
    qualified = {record.qualified for record in records}
    for key in ("only", "disable", "enable"):
        for name in data.get("plugins", {}).get(key, ()):
            if name not in qualified:
                yield Fault(("plugins", key), f"unknown plugin {name!r}, {suggestion(name, qualified)}", name)
    for name in data.get("options", {}):
        if name not in qualified:
            yield Fault(("options", name), f"unknown plugin {name!r}, {suggestion(name, qualified)}")
    kinds = ("channel", "executor", "expansion", "fusion", "reranker", "rung")
    bare = {kind: _bare(kind, qualified) for kind in kinds}
    for path in (("expansion", "name"), ("fusion", "name"), ("executor",)):
        yield from _plugin_choice(data, path, bare[path[0]])
    for name in data.get("ladder", {}).get("rungs", ()):
        if name not in bare["rung"]:
            yield Fault(("ladder", "rungs"), f"unknown rung {name!r}, {suggestion(name, bare['rung'])}", name)
    reranker = data.get("rerank", {}).get("name", "")
    if reranker and reranker not in bare["reranker"]:
        reason = f"unknown reranker plugin {reranker!r}, {suggestion(reranker, bare['reranker'])}"
        yield Fault(("rerank", "name"), reason)
    yield from _budget_faults(data.get("budgets", {}))
    yield from _channel_faults(data, bare["channel"] | SPECIFIED_CHANNELS)


def _budget_faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    budgets = Budgets()
    header = data.get("header_tokens", budgets.header_tokens)
    if data.get("context_tokens", budgets.context_tokens) < header + TITLES_TOKENS:
        reason = f"leaves no room for the manifest's header of {header} tokens and {TITLES_TOKENS} of titles"
        yield Fault(("budgets", "context_tokens"), reason)


def _bare(kind: str, qualified: Iterable[str]) -> set[str]:
    return {name.removeprefix(f"{kind}.") for name in qualified if name.startswith(f"{kind}.")}


def _plugin_choice(data: Mapping[str, Any], path: Path, known: set[str]) -> Iterator[Fault]:
    value: Any = data
    for key in path:
        value = value.get(key, {})
    if value and value not in known:
        yield Fault(path, f"unknown {path[0]} plugin {value!r}, {suggestion(value, known)}")


def _channel_faults(data: Mapping[str, Any], channels: set[str]) -> Iterator[Fault]:
    fusion, ranking = data.get("fusion", {}), data.get("ranking", {})
    groups = fusion.get("groups", {})
    for group, members in groups.items():
        if group in channels:
            yield Fault(("fusion", "groups", group), "a group must not have the name of a channel")
        yield from _unknown(("fusion", "groups", group), members, channels)
    yield from _weights(("prefilter", "weights"), data.get("prefilter", {}).get("weights", {}), channels)
    yield from _weights(("fusion", "weights"), fusion.get("weights", {}), channels | groups.keys())
    for key in ("backing", "unbacked"):
        known = channels | groups.keys() | set(getattr(RankingChoice(), key))
        yield from _unknown(("ranking", key), ranking.get(key, ()), known)
    if channel := fusion.get("distance_channel"):
        yield from _unknown(("fusion", "distance_channel"), [channel], channels)


def _unknown(path: Path, names: Iterable[str], known: set[str]) -> Iterator[Fault]:
    for name in names:
        if name not in known:
            yield Fault(path, f"unknown channel {name!r}, {suggestion(name, known)}", name)


def _weights(path: Path, weights: Mapping[str, float], known: set[str]) -> Iterator[Fault]:
    for name in weights:
        if name not in known:
            yield Fault((*path, name), f"unknown channel {name!r}, {suggestion(name, known)}")
    if weights and not any(weights.values()):
        yield Fault(path, "all weights are 0")
