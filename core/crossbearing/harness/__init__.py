"""The interface for coding agents: open a repository once, ask as often as needed."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crossbearing.harness.flags import Flags
    from crossbearing.harness.harness import Harness

__all__ = ["Flags", "Harness"]

_HOMES = {"Flags": "crossbearing.harness.flags", "Harness": "crossbearing.harness.harness"}


def __getattr__(name: str) -> Any:
    # A command that only asks for the flags should not pay for the whole of localization.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
