"""From an issue to a ranked list of places: mining, pre-filter, expansion, evidence, fusion, ranking, confidence."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crossbearing.localize.pipeline import fusion_question, locate
    from crossbearing.localize.request import LocateRequest

_HOMES = {"fusion_question": "pipeline", "LocateRequest": "request", "locate": "pipeline"}

__all__ = ["LocateRequest", "fusion_question", "locate"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
