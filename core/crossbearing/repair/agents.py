"""The trajectory files of research agents: SWE-agent, mini-SWE-agent and OpenHands."""

import json
import re
from collections.abc import Iterator
from typing import Any

from crossbearing.model.events import Event

_SHELL_STATE = re.compile(r"\n?\((?:Open file|Current directory): [^\n]*\)|\n?bash-\$\s*$")
_REFUSED = re.compile(
    r"proposed edit has introduced|No replacement was performed|has NOT been applied|^Usage:|Invalid ", re.MULTILINE
)
_VIEWERS = frozenset(
    [
        "open",
        "goto",
        "scroll_up",
        "scroll_down",
        "search_dir",
        "search_file",
        "find_file",
        "view",
        "submit",
        "exit_cost",
        "exit_context",
        "exit_format",
        "exit_forfeit",
        "filemap",
        "review_on_submit_m",
    ]
)
_EDITORS = frozenset(("str_replace_editor", "str_replace_based_edit_tool", "edit_anthropic"))
_CHANGES = frozenset(("create", "str_replace", "insert", "undo_edit", "write"))
_BLOCK = re.compile(r"```(?:bash|sh|shell|mswea_bash_command)?[ \t]*\n(.*?)\n?```", re.DOTALL)
_RETURNCODE = re.compile(r"<returncode>\s*(-?\d+)\s*</returncode>")
_OUTPUT = re.compile(r"<output>\n?(.*?)(?:</output>|\Z)", re.DOTALL)


def swe_agent_events(data: dict[str, Any]) -> Iterator[Event]:
    """A ``.traj`` file: thoughts, actions and observations; edits are those of its editor commands."""
    step = 0
    for step, turn in enumerate(row for row in data["trajectory"] if isinstance(row, dict)):
        said = _text(turn.get("response")) or _text(turn.get("thought"))
        if said:
            yield Event("message", step, "assistant", said)
        yield from _swe_agent_action(step, _text(turn.get("action")), _text(turn.get("observation")), turn.get("state"))
    info = data.get("info")
    submission = _text(info.get("submission")) if isinstance(info, dict) else ""
    if submission:
        yield Event("submission", step, text=submission)


def _swe_agent_action(step: int, action: str, observation: str, state: Any) -> Iterator[Event]:
    words = action.split(None, 3)
    if not words or words[0] in _VIEWERS:
        return
    output = _SHELL_STATE.sub("", observation)
    is_refused = bool(_REFUSED.search(output[:2000]))
    if words[0] == "edit":
        if not is_refused:
            yield Event("edit", step, path=_open_file(state), output=output)
    elif words[0] == "create" and len(words) == 2:
        yield Event("edit", step, path=words[1], output=output, is_whole=True)
    elif words[0] in _EDITORS:
        if len(words) > 2 and words[1] in _CHANGES and not is_refused:
            yield Event("edit", step, path=words[2].strip("'\""), output=output, is_whole=words[1] == "create")
    else:
        yield Event("command", step, text=action.strip(), output=output)


def _open_file(state: Any) -> str:
    if isinstance(state, str):
        try:
            state = json.loads(state)
        except ValueError:
            return ""
    name = state.get("open_file") if isinstance(state, dict) else ""
    return name if isinstance(name, str) and name != "n/a" else ""


def mini_events(data: Any) -> Iterator[Event]:
    """A ``.traj.json`` file: chat messages, whose commands stand in code blocks or tool calls."""
    step = -1
    waiting: list[tuple[str, str]] = []
    messages = data["messages"] if isinstance(data, dict) else data
    for message in (row for row in messages if isinstance(row, dict)):
        role, text = _text(message.get("role")), _content(message.get("content"))
        if role == "assistant":
            for _, command in waiting:
                yield Event("command", step, text=command)
            step += 1
            if text:
                yield Event("message", step, "assistant", text)
            waiting = _commands(message, text)
        elif waiting:
            # The answer names its call; one that names none answers the first.
            key = _text(message.get("tool_call_id"))
            chosen = next((item for item in waiting if key and item[0] == key), waiting[0])
            waiting.remove(chosen)
            yield _answered(step, chosen[1], text, message.get("extra"))
        elif text:
            yield Event("message", max(step, 0), role, text)
    for _, command in waiting:
        yield Event("command", max(step, 0), text=command)
    info = data.get("info") if isinstance(data, dict) else None
    submission = _text(info.get("submission")) if isinstance(info, dict) else ""
    if submission:
        yield Event("submission", max(step, 0), text=submission)


def _commands(message: dict[str, Any], text: str) -> list[tuple[str, str]]:
    extra = message.get("extra")
    actions = extra.get("actions") if isinstance(extra, dict) else None
    if isinstance(actions, list):
        found = [
            (_text(each.get("tool_call_id")), _text(each.get("command"))) for each in actions if isinstance(each, dict)
        ]
        if any(command for _, command in found):
            return [each for each in found if each[1]]
    calls = message.get("tool_calls")
    if isinstance(calls, list) and calls:
        return [each for call in calls if (each := _tool_call(call))[1]]
    blocks = _BLOCK.findall(text)
    return [("", blocks[0].strip())] if len(blocks) == 1 else []


def _tool_call(call: Any) -> tuple[str, str]:
    function = call.get("function") if isinstance(call, dict) else None
    try:
        arguments = json.loads(function.get("arguments") or "{}") if isinstance(function, dict) else {}
    except (ValueError, TypeError):
        arguments = {}
    return _text(call.get("id")) if isinstance(call, dict) else "", _text(arguments.get("command"))


def _answered(step: int, command: str, text: str, extra: Any) -> Event:
    code: Any = extra.get("returncode") if isinstance(extra, dict) else None
    raw = extra.get("raw_output") if isinstance(extra, dict) else None
    if (match := _RETURNCODE.search(text)) and not isinstance(code, int):
        code = int(match[1])
    shown = _OUTPUT.search(text)
    output = raw if isinstance(raw, str) else shown[1] if shown else text
    return Event("command", step, text=command, output=output, exit_code=code if isinstance(code, int) else None)


def openhands_events(rows: Any) -> Iterator[Event]:
    """An event stream, or a line of ``output.jsonl`` with its history; only the first instance of several is read."""
    first = rows if isinstance(rows, dict) else rows[0]
    told = first.get("history")
    history: list[Any] = told if isinstance(told, list) else rows
    flat: list[Any] = []
    for row in history:
        flat += row if isinstance(row, list) else [row]  # older files pair an action with its observation
    yield from _openhands([row for row in flat if isinstance(row, dict)])
    result = first.get("test_result")
    submission = _text(result.get("git_patch")) if isinstance(result, dict) else _text(first.get("git_patch"))
    if submission:
        yield Event("submission", len(flat), text=submission)


def _openhands(rows: list[dict[str, Any]]) -> Iterator[Event]:
    step = -1
    command = ""
    for row in rows:
        arguments = _table(row.get("args"))
        action, observation = row.get("action"), row.get("observation")
        if isinstance(action, str):
            step += 1
            said = _text(arguments.get("thought")) or (_text(arguments.get("content")) if action == "message" else "")
            if said:
                role = "user" if row.get("source") == "user" else "assistant"
                yield Event("message", step, role, said)
            command = _text(arguments.get("command")) if action == "run" else ""
            if action in ("write", "edit") and arguments.get("command") != "view":
                is_whole = action == "write" or arguments.get("command") == "create"
                content = _text(arguments.get("file_text")) or _text(arguments.get("content"))
                yield Event("edit", step, path=_text(arguments.get("path")), text=content * is_whole, is_whole=is_whole)
        elif observation == "run":
            extras = _table(row.get("extras"))
            told = _text(extras.get("command")) or command
            yield Event(
                "command", max(step, 0), text=told, output=_text(row.get("content")), exit_code=_exit_code(extras)
            )
            command = ""


def _exit_code(extras: dict[str, Any]) -> int | None:
    metadata = extras.get("metadata")
    code = metadata.get("exit_code") if isinstance(metadata, dict) else extras.get("exit_code")
    return code if isinstance(code, int) and code != -1 else None


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _content(value: Any) -> str:
    if isinstance(value, list):
        return "\n".join(_text(part.get("text")) for part in value if isinstance(part, dict))
    return _text(value)
