"""What language plugins say of the syntax of a text."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crossbearing.registry import PluginHost

Shape = Callable[[str, str], str | None]


def shape_of(host: "PluginHost") -> Shape:
    """A function of a path and its text that gives a mark of the syntax, without layout and comments.

    It asks the enabled language plugin that claims the path for its ``SHAPE``; None where that has none, or the text
    has syntax errors. Plugins are imported on the first call.
    """

    @cache
    def plugins() -> "Callable[[str], str | None]":
        from crossbearing.recon.dispatch import Languages

        return Languages.of(host).by_suffix

    def shape(path: str, text: str) -> str | None:
        plugin = plugins()(path)
        told: Shape | None = host.attribute(plugin, "SHAPE", None) if plugin else None
        return told(path, text) if told else None

    return shape
