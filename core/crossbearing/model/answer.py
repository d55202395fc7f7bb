"""What the core gets back from a plugin: the value, who gave it, how long it took, or how it failed."""

from typing import Generic, Literal, TypeVar

from attrs import frozen

T = TypeVar("T")

Status = Literal["succeeded", "partial", "failed", "disabled", "unused"]


@frozen(eq=False)
class Answer(Generic[T]):
    """One plugin's answer to one hook call; ``value`` is None exactly where ``error`` says why.

    ``line`` is the line of the file that the plugin could not read, where it said so.
    """

    plugin: str
    value: T | None
    error: str | None = None
    seconds: float = 0.0
    line: int | None = None


@frozen(order=True)
class PluginStatus:
    """How one plugin fared in a run; ``reason`` explains every status but ``succeeded`` and ``unused``."""

    plugin: str
    status: Status
    version: int | None = None
    reason: str = ""
