import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.errors import CrossbearingError
from crossbearing.repair.trajectories import parse_trajectory, read_trajectory

SWE_AGENT = {
    "trajectory": [
        {"action": "create repro.py\n", "observation": "[File: repro.py]", "response": "I reproduce.", "state": "{}"},
        {"action": "python repro.py", "observation": "Traceback\n(Open file: n/a)\n(Current directory: /r)\nbash-$"},
        {"action": "open a.py", "observation": "..."},
        {"action": "edit 1:1\nx\nend_of_edit", "observation": "[File]", "state": '{"open_file": "/r/a.py"}'},
        {"action": "edit 1:1\nx(\nend_of_edit", "observation": "Your proposed edit has introduced new syntax error(s)"},
        {"action": "str_replace_editor str_replace /r/b.py --old_str x", "observation": "edited"},
        {"action": "submit", "observation": ""},
    ],
    "info": {"submission": "diff --git"},
}
MINI = {
    "instance_id": "a__b-1",
    "trajectory_format": "mini-swe-agent-1",
    "messages": [
        {"role": "user", "content": "fix it"},
        {"role": "assistant", "content": "THOUGHT\n```bash\nls -la\n```"},
        {"role": "user", "content": "<returncode>2</returncode>\n<output>\nno\n</output>"},
        {"role": "assistant", "content": None, "extra": {"actions": [{"command": "pwd", "tool_call_id": "1"}]}},
        {"role": "tool", "tool_call_id": "1", "content": "x", "extra": {"returncode": 0, "raw_output": "/r"}},
    ],
    "info": {"submission": "diff"},
}
OPENHANDS = [
    {"id": 1, "source": "user", "action": "message", "args": {"content": "fix"}},
    {"id": 2, "source": "agent", "action": "run", "args": {"command": "pytest", "thought": "test"}},
    {"id": 3, "source": "agent", "observation": "run", "content": "1 failed", "extras": {"metadata": {"exit_code": 1}}},
    {"id": 4, "source": "agent", "action": "edit", "args": {"path": "/r/a.py", "command": "str_replace"}},
]
CLAUDE = [
    {"type": "user", "message": {"role": "user", "content": "fix it"}},
    {
        "type": "assistant",
        "message": {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "I look."},
                {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "pytest"}},
                {"type": "tool_use", "id": "t2", "name": "Edit", "input": {"file_path": "/r/a.py"}},
            ],
        },
    },
    {
        "type": "user",
        "message": {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "t1", "is_error": True, "content": "Exit code 1\n1 failed"},
                {"type": "tool_result", "tool_use_id": "t2", "content": [{"type": "text", "text": "done"}]},
            ],
        },
    },
]
CODEX = [
    {"type": "session_meta", "payload": {"id": "x"}},
    {
        "type": "response_item",
        "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "fix"}]},
    },
    {
        "type": "response_item",
        "payload": {
            "type": "function_call",
            "name": "shell",
            "call_id": "1",
            "arguments": '{"command": ["bash", "-lc", "pytest"]}',
        },
    },
    {
        "type": "response_item",
        "payload": {
            "type": "function_call_output",
            "call_id": "1",
            "output": '{"output": "ok", "metadata": {"exit_code": 0}}',
        },
    },
    {
        "type": "response_item",
        "payload": {
            "type": "custom_tool_call",
            "name": "apply_patch",
            "call_id": "2",
            "input": "*** Begin Patch\n*** Update File: a.py\n",
        },
    },
    {
        "type": "response_item",
        "payload": {"type": "custom_tool_call_output", "call_id": "2", "output": "Exit code: 0\nOutput:\ndone"},
    },
]
NEUTRAL = [
    {"kind": "command", "step": 0, "text": "pytest", "output": "1 failed", "exit_code": 1},
    {"kind": "edit", "step": 1, "path": "a.py"},
    {"kind": "message", "step": 2, "role": "assistant", "text": "done"},
]


def lines(rows: list[Any]) -> str:
    return "\n".join(map(json.dumps, rows))


def told(text: str) -> tuple[str, list[tuple[Any, ...]]]:
    found = parse_trajectory(text)
    shown = [(e.kind, e.step, e.path or e.text, e.exit_code) for e in found.events if e.kind != "message"]
    return found.source, shown


def test_swe_agent():
    assert told(json.dumps(SWE_AGENT)) == (
        "swe-agent",
        [
            ("edit", 0, "repro.py", None),
            ("command", 1, "python repro.py", None),
            ("edit", 3, "/r/a.py", None),
            ("edit", 5, "/r/b.py", None),
            ("submission", 6, "diff --git", None),
        ],
    )
    (command,) = (event for event in parse_trajectory(json.dumps(SWE_AGENT)).events if event.kind == "command")
    assert command.output == "Traceback"


def test_mini_swe_agent():
    found = parse_trajectory(json.dumps(MINI))
    commands = [(e.text, e.exit_code, e.output.strip()) for e in found.events if e.kind == "command"]
    assert commands == [("ls -la", 2, "no"), ("pwd", 0, "/r")]
    assert (found.instance, found.submission, found.steps) == ("a__b-1", "diff", 2)
    assert parse_trajectory(json.dumps(MINI["messages"])).source == "mini-swe-agent"


@pytest.mark.parametrize("text", [json.dumps(OPENHANDS), json.dumps({"instance_id": "x", "history": OPENHANDS})])
def test_openhands(text: str):
    assert told(text) == ("openhands", [("command", 1, "pytest", 1), ("edit", 2, "/r/a.py", None)])


def test_claude_code():
    assert told(lines(CLAUDE)) == ("claude-code", [("command", 0, "pytest", 1), ("edit", 0, "/r/a.py", None)])


def test_codex():
    assert told(lines(CODEX)) == ("codex", [("command", 0, "pytest", 0), ("edit", 1, "a.py", None)])


def test_codex_of_the_first_versions():
    items = [row["payload"] for row in CODEX if row["type"] == "response_item"]
    assert told(json.dumps({"session": {"id": "x"}, "items": items})) == told(lines(CODEX))


def test_neutral_events():
    assert told(lines(NEUTRAL)) == ("crossbearing", [("command", 0, "pytest", 1), ("edit", 1, "a.py", None)])


def test_a_line_that_was_cut_off_is_left_out():
    assert told(lines(CLAUDE) + '\n{"type": "ass')[0] == "claude-code"


@pytest.mark.parametrize("text", ["", "[]", "{}", "no json", "[1, 2]", '{"a": 1}'])
def test_what_is_no_trajectory_is_refused(text: str):
    with pytest.raises(CrossbearingError, match="no trajectory that can be read"):
        parse_trajectory(text)


def test_a_missing_file_is_refused(tmp_path: Path):
    with pytest.raises(CrossbearingError, match="cannot be read"):
        read_trajectory(tmp_path / "nothing")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["role", "content", "type", "action", "args", "extra", "message", "payload", "cwd", "id", "output"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.sampled_from(["trajectory", "messages", "history"]), st.lists(JSON, max_size=4))
def test_no_content_breaks_the_readers(key: str, rows: list[Any]):
    parse_trajectory(json.dumps({key: rows}))


KEYS = ["type", "message", "payload", "source", "action", "observation", "args", "extras", "cwd", "kind", "output"]
VALUES = ["assistant", "user", "response_item", "function_call", "function_call_output", "run", "edit", "agent"]
ROWS = st.lists(st.dictionaries(st.sampled_from(KEYS), JSON | st.sampled_from(VALUES), max_size=6), max_size=5)


@given(ROWS)
def test_no_line_breaks_the_readers(rows: list[dict[str, Any]]):
    try:
        events = parse_trajectory("\n".join(map(json.dumps, rows))).events
    except CrossbearingError:
        return
    assert all(isinstance(event.text, str) and isinstance(event.path, str) for event in events)


@pytest.mark.parametrize(
    "row",
    [
        {"type": "assistant", "message": {"content": 5}},
        {"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": 5, "content": 5}]}},
        {"type": "response_item", "payload": {"type": "function_call", "arguments": 5, "call_id": [1]}},
        {"kind": "edit", "path": 5, "step": "x", "exit_code": True, "is_whole": 1},
    ],
)
def test_fields_of_other_types_are_left_out(row: dict[str, Any]):
    assert all(event.exit_code is None for event in parse_trajectory(json.dumps(row)).events)


@pytest.mark.parametrize(
    ("path", "command"), [("a.py", "pytest a.py"), ("src/a.py", "ls . && cat a.py /tmp/repository")]
)
def test_paths_are_told_from_where_the_work_began(path: str, command: str):
    row = {"cwd": "/tmp/repo", "type": "assistant"}
    text = command.replace("a.py", "/tmp/repo/a.py").replace(" . ", " /tmp/repo ")
    calls = [
        {"type": "tool_use", "id": "1", "name": "Write", "input": {"file_path": f"/tmp/repo/{path}", "content": "x"}},
        {"type": "tool_use", "id": "2", "name": "Bash", "input": {"command": text}},
    ]
    results = [{"type": "tool_result", "tool_use_id": str(number), "content": ""} for number in (1, 2)]
    rows = [{**row, "message": {"role": "assistant", "content": calls}}]
    rows.append({**row, "type": "user", "message": {"role": "user", "content": results}})
    found = parse_trajectory("\n".join(map(json.dumps, rows))).events
    assert [event.path or event.text for event in found] == [path, command]
    assert found[0].is_whole
