"""The transcripts of coding assistants, one JSON object a line: Claude Code and Codex."""

import json
import re
from collections.abc import Iterator
from typing import Any

from crossbearing.model.events import Event, placed

_CLAUDE_CODE = re.compile(r"^(?:Error: )?Exit code (\d+)\n?")
_CODEX_CODE = re.compile(r"^(?:Exit code: |Process exited with code )(-?\d+)", re.MULTILINE)
_CODEX_BODY = re.compile(r"^Output:\n", re.MULTILINE)
_PATCHED = re.compile(r"^\*\*\* (Add|Update|Delete) File: (.+)$", re.MULTILINE)
_EDITORS = frozenset(("Edit", "MultiEdit", "Write", "NotebookEdit"))


def claude_events(rows: Any) -> Iterator[Event]:
    """Claude Code: messages whose parts are text, calls of tools and their results."""
    root = _root(rows)
    yield from (placed(event, root) for event in _claude(rows))


def _root(rows: Any) -> str:
    """The folder that the work began in, where a row tells it."""
    for row in rows if isinstance(rows, list) else [rows]:
        payload = row.get("payload")
        folder = _text(row.get("cwd")) or (_text(payload.get("cwd")) if isinstance(payload, dict) else "")
        if folder:
            return folder.rstrip("/")
    return ""


def _claude(rows: Any) -> Iterator[Event]:
    step = -1
    calls: dict[str, tuple[str, dict[str, Any]]] = {}
    for row in rows if isinstance(rows, list) else [rows]:
        message = row.get("message")
        if not isinstance(message, dict):
            continue
        role = _text(message.get("role")) or _text(row.get("type"))
        content = message.get("content")
        step += role == "assistant"
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        for part in parts if isinstance(parts, list) else []:
            if not isinstance(part, dict):
                continue
            kind = part.get("type")
            if kind == "text" and _text(part.get("text")).strip():
                yield Event("message", max(step, 0), role, _text(part.get("text")))
            elif kind == "tool_use":
                given = part.get("input")
                calls[_text(part.get("id"))] = (_text(part.get("name")), given if isinstance(given, dict) else {})
            elif kind == "tool_result":
                name, given = calls.pop(_text(part.get("tool_use_id")), ("", {}))
                yield from _claude_result(max(step, 0), name, given, part)


def _claude_result(step: int, name: str, given: dict[str, Any], part: dict[str, Any]) -> Iterator[Event]:
    is_error = part.get("is_error") is True
    if name in _EDITORS:
        if not is_error:
            path = _text(given.get("file_path")) or _text(given.get("notebook_path"))
            yield Event("edit", step, path=path, text=_text(given.get("content")), is_whole=name == "Write")
    elif name == "Bash":
        output = _joined(part.get("content"))
        match = _CLAUDE_CODE.match(output)
        code = int(match[1]) if match else None if is_error else 0
        yield Event("command", step, text=_text(given.get("command")), output=output, exit_code=code)


def codex_events(rows: Any) -> Iterator[Event]:
    """Codex: response items, in a ``payload`` or bare; the first versions wrote them as one object's ``items``."""
    if isinstance(rows, dict) and isinstance(rows.get("items"), list):
        rows = [item for item in rows["items"] if isinstance(item, dict)]
    root = _root(rows)
    yield from (placed(event, root) for event in _codex(rows))


def _codex(rows: Any) -> Iterator[Event]:
    step = -1
    calls: dict[str, tuple[str, Any]] = {}
    for row in rows if isinstance(rows, list) else [rows]:
        payload = row.get("payload")
        item = payload if isinstance(payload, dict) and row.get("type") == "response_item" else row
        kind, call = item.get("type"), _text(item.get("call_id"))
        if kind == "message":
            role, said = _text(item.get("role")), _joined(item.get("content"))
            step += role == "assistant"
            if said.strip():
                yield Event("message", max(step, 0), role, said)
        elif kind in ("function_call", "custom_tool_call", "local_shell_call"):
            step += 1
            calls[call] = (_text(item.get("name")), item.get("arguments") or item.get("input") or item.get("action"))
        elif kind in ("function_call_output", "custom_tool_call_output") and call in calls:
            yield from _codex_result(max(step, 0), *calls.pop(call), item.get("output"))


def _codex_result(step: int, name: str, given: Any, output: Any) -> Iterator[Event]:
    command = _codex_command(given)
    text, code = _codex_output(output)
    patched = _PATCHED.findall(given if isinstance(given, str) and "***" in given else command)
    if patched and not code:
        for change, path in patched:
            yield Event("edit", step, path=path.strip(), is_whole=change == "Add")
    elif command and not patched:
        yield Event("command", step, text=command, output=text, exit_code=code)


def _codex_command(given: Any) -> str:
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            return ""
    if not isinstance(given, dict):
        return ""
    command = given.get("command") or given.get("cmd")
    if isinstance(command, list):
        words = [_text(word) for word in command]
        return words[-1] if len(words) == 3 and words[1] in ("-c", "-lc") else " ".join(words)
    return _text(command)


def _codex_output(output: Any) -> tuple[str, int | None]:
    if isinstance(output, str):
        try:
            data = json.loads(output)
        except ValueError:
            data = None
        if isinstance(data, dict) and "output" in data:
            metadata = data.get("metadata")
            code = metadata.get("exit_code") if isinstance(metadata, dict) else None
            return _text(data["output"]), code if isinstance(code, int) else None
    text = _joined(output)
    match, body = _CODEX_CODE.search(text[:2000]), _CODEX_BODY.search(text)
    return text[body.end() :] if body else text, int(match[1]) if match else None


def _joined(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(_text(part.get("text")) for part in content if isinstance(part, dict))
    return _text(content)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
