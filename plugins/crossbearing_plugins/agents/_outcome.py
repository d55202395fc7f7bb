"""From a program that has ended to an attempt."""

import json
from pathlib import Path
from typing import Any

from crossbearing.plugin import AgentTask, Attempt, ProgramRun, UnreadableError

_SHOWN = 200
USAGE_FILE = "usage.json"


def attempt_of(instance: AgentTask, run: ProgramRun, usage: dict[str, Any], patch: str | None = None) -> Attempt:
    """Describe an attempt: the patch is what has changed in the folder, unless another is given.

    Raises :class:`UnreadableError` where the program could not be started at all.
    """
    if run.code is None and run.why == "unstartable":
        raise UnreadableError(run.detail)
    changed = instance.diff() if patch is None else patch
    status, reason = _status(run)
    return Attempt(changed, status, run.code, _whole(usage.get("tokens")), _amount(usage.get("cost")), reason)


def read_usage(instance: AgentTask) -> dict[str, Any]:
    """What the agent says it took; nothing where it says nothing that can be read."""
    return read_object(instance.output / USAGE_FILE)


def read_object(path: Path) -> dict[str, Any]:
    """The object in a JSON file, or an empty one."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _status(run: ProgramRun) -> Any:
    if run.why != "ended":
        return "timeout", run.detail or f"ended by {run.why}"
    if run.code:
        last = run.output.strip().rpartition("\n")[2][:_SHOWN]
        return "failed", f"exit code {run.code}" + (f": {last}" if last else "")
    return "finished", ""


def _whole(value: Any) -> int | None:
    amount = _amount(value)
    return None if amount is None else int(amount)


def _amount(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < float("inf") else None
