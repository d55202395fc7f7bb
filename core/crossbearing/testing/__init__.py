"""The conformance kit that ships to plugin authors.

Inherit :class:`PluginConformance` in a test module, or run ``crossbearing plugins check KIND.NAME``.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crossbearing.testing.suite import PluginConformance

__all__ = ["PluginConformance"]


def __getattr__(name: str) -> Any:
    if name == "PluginConformance":
        from crossbearing.testing.suite import PluginConformance

        return PluginConformance
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
