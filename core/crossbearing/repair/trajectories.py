"""Reading what agents did: SWE-agent, mini-SWE-agent and OpenHands files, Claude Code and Codex transcripts, own
events.

Every reader gives the neutral :class:`~crossbearing.model.events.Event` stream; the format is told by the content. What
a format does not record (exit statuses in SWE-agent's) is None, never guessed.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.events import EVENT_KINDS, Event, Trajectory, event_of
from crossbearing.repair.agents import mini_events, openhands_events, swe_agent_events
from crossbearing.repair.transcripts import claude_events, codex_events

LONGEST = 256 << 20
Rows = list[Any]


def read_trajectory(path: Path) -> Trajectory:
    """Read a file in any of the formats; raises :class:`CrossbearingError` for one that is none of them."""
    try:
        if path.stat().st_size > LONGEST:
            raise CrossbearingError(f"trajectory {path} is larger than {LONGEST >> 20} MiB")
        text = path.read_text("utf-8", "replace")
    except OSError as problem:
        raise CrossbearingError(f"trajectory {path} cannot be read: {problem.strerror or problem}") from None
    return parse_trajectory(text, str(path))


def parse_trajectory(text: str, name: str = "trajectory") -> Trajectory:
    """Read the text of a trajectory; ``name`` is what messages call it."""
    data = _whole(text)
    rows = data if isinstance(data, list) else _rows(text) if data is None else [data]
    objects = [row for row in rows if isinstance(row, dict)]
    for source, fits, read in _FORMATS:
        if objects and fits(objects, data):
            return Trajectory(tuple(read(data if isinstance(data, dict) else objects)), source, _instance(objects[0]))
    raise CrossbearingError(
        f"{name} is no trajectory that can be read: expected one of {', '.join(format_[0] for format_ in _FORMATS)}"
    )


def _whole(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _rows(text: str) -> Rows:
    """The JSON values of a file of lines; lines that are none (cut off by a crash) are left out."""
    rows = []
    for line in text.split("\n"):
        try:
            rows.append(json.loads(line))
        except (ValueError, RecursionError):
            continue
    return rows


def _instance(first: dict[str, Any]) -> str:
    value = first.get("instance_id") or ""
    return value if isinstance(value, str) else ""


def _is_swe_agent(rows: Rows, data: Any) -> bool:
    return isinstance(data, dict) and isinstance(data.get("trajectory"), list)


def _is_mini(rows: Rows, data: Any) -> bool:
    if isinstance(data, list):  # bare messages, as the first versions wrote them
        return any("role" in row and "content" in row for row in rows[:3])
    return isinstance(data, dict) and isinstance(data.get("messages"), list)


def _is_openhands(rows: Rows, data: Any) -> bool:
    if isinstance(rows[0].get("history"), list):
        return True
    return any(isinstance(row.get("source"), str) and ("action" in row or "observation" in row) for row in rows[:20])


def _is_claude(rows: Rows, data: Any) -> bool:
    return any(row.get("type") in ("user", "assistant") and isinstance(row.get("message"), dict) for row in rows[:200])


def _is_codex(rows: Rows, data: Any) -> bool:
    kinds = ("session_meta", "response_item", "event_msg", "turn_context", "function_call", "function_call_output")
    items = data.get("items") if isinstance(data, dict) and "session" in data else None
    found = [item for item in items if isinstance(item, dict)] if isinstance(items, list) else rows
    return any(row.get("type") in kinds for row in found[:200])


def _is_neutral(rows: Rows, data: Any) -> bool:
    return all(row.get("kind") in EVENT_KINDS for row in rows)


def _neutral(rows: Rows) -> Iterator[Event]:
    """One JSON object an event, with the fields of :class:`Event`."""
    for number, row in enumerate(rows if isinstance(rows, list) else [rows]):
        yield event_of(row, number)


_FORMATS: tuple[tuple[str, Callable[[Rows, Any], bool], Callable[[Any], Iterator[Event]]], ...] = (
    ("crossbearing", _is_neutral, _neutral),
    ("swe-agent", _is_swe_agent, swe_agent_events),
    ("mini-swe-agent", _is_mini, mini_events),
    ("openhands", _is_openhands, openhands_events),
    ("claude-code", _is_claude, claude_events),
    ("codex", _is_codex, codex_events),
)
