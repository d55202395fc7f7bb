"""``--trace``: one line on stderr for each import of a plugin and each call of a hook, with its time."""

import sys
from typing import Any


class Trace:
    """Writes what plugins do as it happens; structlog is imported with the first line."""

    def __init__(self) -> None:
        self._logger: Any = None

    def note(self, hook: str, plugin: str, file: str, seconds: float, problem: BaseException | None = None) -> None:
        """Write one call; with a problem, its whole traceback follows."""
        if self._logger is None:
            self._logger = _logger()
        about = {"file": file} if file else {}
        about |= {"milliseconds": f"{seconds * 1000:.3f}", "outcome": "failed" if problem else "ok"}
        self._logger.info(hook, plugin=plugin, **about, exc_info=problem)


def _logger() -> Any:
    import structlog

    # Bound here and not configured globally: a program that embeds this one keeps its own logging.
    return structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        processors=[
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(key_order=["event", "plugin"]),
        ],
        wrapper_class=structlog.BoundLogger,
    )
