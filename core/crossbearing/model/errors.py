"""Errors that a user can act on."""


class CrossbearingError(Exception):
    """Bad input, described in one sentence that says what was wrong, where, and what was expected.

    The command line prints the sentence on stderr and exits with code 2.
    """


class PluginError(CrossbearingError):
    """A plugin that was addressed by name failed, or broke its contract."""

    def __init__(self, plugin: str, reason: str) -> None:
        self.plugin = plugin
        self.reason = reason
        super().__init__(f"plugin {plugin}: {reason}")

    def __reduce__(self) -> tuple[type["PluginError"], tuple[str, str]]:
        return type(self), (self.plugin, self.reason)


class UnreadableError(CrossbearingError):
    """Raised by a plugin for a file that it cannot read, with the line where known."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.reason = reason
        self.line = line
        super().__init__(reason)

    def __reduce__(self) -> tuple[type["UnreadableError"], tuple[str, int | None]]:
        return type(self), (self.reason, self.line)


class LostItemError(CrossbearingError):
    """Raised by an executor for an item that it could not finish: every worker that had it died.

    ``position`` counts the items from 0.
    """

    def __init__(self, position: int, reason: str) -> None:
        self.position = position
        self.reason = reason
        super().__init__(f"item {position} was lost: {reason}")

    def __reduce__(self) -> tuple[type["LostItemError"], tuple[int, str]]:
        return type(self), (self.position, self.reason)


class OracleStoppedError(CrossbearingError):
    """Raised by an oracle that cannot go on, with what stopped it ("interrupted").

    A shrinker then answers with the best so far.
    """
