"""Checks that a plugin's answer is what its hook promises: a wrong one is that plugin's error, and nobody else's.

Every check returns None, or the reason why the answer is refused. The cost is linear in the answer and vectorized
where answers are large.
"""

from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from typing import Any

Arguments = Mapping[str, Any]

# Rounding may carry a normalized score this far out of its range.
_ROUNDING = 1e-9


def wrong_answer(hook: str, value: Any, arguments: Arguments) -> str | None:
    """Say why ``value`` is no answer to ``hook``, or return None where it is one."""
    check = _CHECKS.get(hook)
    return check(value, arguments) if check else None


def _expected(what: str, value: Any) -> str:
    return f"returned {type(value).__name__}, expected {what}"


def _claims(value: Any, arguments: Arguments) -> str | None:
    from crossbearing.model.claims import Claim

    if not isinstance(value, list | tuple):
        return _expected("a list or tuple of claims", value)
    return next((_expected("claims", item) for item in value if not isinstance(item, Claim)), None)


def _facts(value: Any, arguments: Arguments) -> str | None:
    from crossbearing.model.facts import MODULE_SCOPE, FileFacts

    if not isinstance(value, FileFacts):
        return _expected("FileFacts", value)
    count = len(value.definitions)
    for index, definition in enumerate(value.definitions):
        if not MODULE_SCOPE <= definition.scope < index:
            return f"definition {definition.qualname!r} has scope {definition.scope}, not that of an earlier definition"
        if not 1 <= definition.start_line <= definition.line <= definition.end_line:
            return f"definition {definition.qualname!r} is not within its own lines"
    for facts in (value.references, value.imports, value.bindings, value.literals):
        for fact in facts:
            if not MODULE_SCOPE <= fact.scope < count:
                return f"{type(fact).__name__} on line {fact.line} has scope {fact.scope}, which is no definition"
    return None


def _links(value: Any, arguments: Arguments) -> str | None:
    from crossbearing.model.facts import ModuleLinks

    if not isinstance(value, Mapping):
        return _expected("a mapping of paths to ModuleLinks", value)
    files = arguments["files"]
    for path, links in value.items():
        if path not in files:
            return f"links {path!r}, which is not one of its files"
        if not isinstance(links, ModuleLinks):
            return f"links {path!r} to {type(links).__name__}, expected ModuleLinks"
        if len(links.targets) != len(files[path].imports):
            return f"gives {path!r} {len(links.targets)} targets for {len(files[path].imports)} imports"
    return None


def _hits(value: Any, arguments: Arguments) -> str | None:
    from crossbearing.model.context import SignalHit

    if not isinstance(value, list | tuple):
        return _expected("a list or tuple of SignalHit", value)
    for hit in value:
        if not isinstance(hit, SignalHit):
            return _expected("SignalHit", hit)
        if fault := _no_entity(hit.entity, arguments):
            return f"points at {fault}"
    return None


def _footing(value: Any, arguments: Arguments) -> str | None:
    from crossbearing.model.context import Footing, Stop

    if isinstance(value, Stop):
        return None if value.reason else "stops without saying why"
    if not isinstance(value, Footing):
        return _expected("Footing or Stop", value)
    entities = (value.named, value.root, *(tie.entity for tie in value.ties))
    if fault := next((fault for entity in entities if (fault := _no_entity(entity, arguments))), None):
        return f"shows {fault}"
    below = arguments["below"]
    if below.root == value.root and not set(below.ties) <= set(value.ties):
        return "shows less than the rung below"
    return None if value.reason else "is climbed without saying why"


def _no_entity(entity: int | None, arguments: Arguments) -> str | None:
    outside = entity is not None and not 0 <= entity < len(arguments["query"].graph)
    return f"entity {entity}, which does not exist" if outside else None


def _evidence(value: Any, arguments: Arguments) -> str | None:
    from crossbearing.model.evidence import Evidence, NoEvidence

    if isinstance(value, NoEvidence):
        return None if value.reason else "says that it has no evidence without saying why"
    if not isinstance(value, Evidence):
        return _expected("Evidence or NoEvidence", value)
    if not isinstance(value.scores, Mapping):
        return f"scores are {type(value.scores).__name__}, expected a mapping"
    return _scores(value.scores, getattr(arguments["query"], "population", None))


def _scores(scores: Mapping[int, float], population: Any) -> str | None:
    import numpy as np

    values = np.fromiter(scores.values(), np.float64, len(scores))
    entities = np.fromiter(scores, np.int64, len(scores))
    wrong = ~((values >= -_ROUNDING) & (values <= 1 + _ROUNDING))
    if wrong.any():
        first = int(wrong.argmax())
        return f"scores entity {entities[first]} {values[first]:g}, outside [0, 1]"
    if population is None:
        return None
    outside = (entities < 0) | (entities >= len(population))
    outside[~outside] = ~population[entities[~outside]]
    return f"scores entity {entities[outside.argmax()]}, which is no candidate" if outside.any() else None


def _expansion(value: Any, arguments: Arguments) -> str | None:
    from crossbearing.model.query import Expansion

    if not isinstance(value, Expansion):
        return _expected("Expansion", value)
    lost = next((seed.entity for seed in arguments["seeds"] if seed.entity not in value.distances), None)
    return None if lost is None else f"the pool lacks the seed {lost}"


def _fused(value: Any, arguments: Arguments) -> str | None:
    from crossbearing.model.query import FusedPlaces

    places = value if isinstance(value, FusedPlaces) else FusedPlaces(value, {})
    if not isinstance(places.entities, dict) or not isinstance(places.files, dict):
        return _expected("a dict of scores", value)
    for what, scores in (("entity", places.entities), ("file", places.files)):
        for number, score in scores.items():
            if not isfinite(score):
                return f"scores {what} {number} {score}"
    return None


def _reranked(value: Any, arguments: Arguments) -> str | None:
    from crossbearing.model.shortlist import Reranked

    if not isinstance(value, list | tuple):
        return _expected("a list or tuple of Reranked", value)
    return next((_expected("Reranked", item) for item in value if not isinstance(item, Reranked)), None)


def _text(value: Any, arguments: Arguments) -> str | None:
    return None if isinstance(value, str) else _expected("str", value)


def _iterable(value: Any, arguments: Arguments) -> str | None:
    return None if isinstance(value, Iterable) else _expected("an iterator of results", value)


def _attempt(value: Any, arguments: Arguments) -> str | None:
    from crossbearing.model.attempt import Attempt

    if not isinstance(value, Attempt):
        return _expected("Attempt", value)
    if value.status not in ("finished", "failed", "timeout"):
        return f"ends as {value.status!r}, expected finished, failed or timeout"
    for what, amount in (("tokens", value.tokens), ("cost", value.cost)):
        if amount is not None and not (isfinite(amount) and amount >= 0):
            return f"{what} are {amount}, expected None or a number from 0 up"
    if not isinstance(value.patch, str):
        return _expected("a patch that is str", value.patch)
    return None if value.status == "finished" or value.reason else f"is {value.status} without saying why"


def _staged(value: Any, arguments: Arguments) -> str | None:
    expected = getattr(arguments["state"], "ANSWER", object)
    return None if isinstance(value, expected) else _expected(expected.__name__, value)


_CHECKS: dict[str, Callable[[Any, Arguments], str | None]] = {
    "parse_manifest": _claims,
    "extract": _facts,
    "link_modules": _links,
    "check": _hits,
    "climb": _footing,
    "collect": _evidence,
    "expand": _expansion,
    "fuse": _fused,
    "rerank": _reranked,
    "render": _text,
    "map": _iterable,
    "attempt": _attempt,
    "run": _staged,
}
