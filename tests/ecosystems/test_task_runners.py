"""Taskfiles and Procfiles, and what the task runners have in common."""

from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Claim, Runner, SourceFile, TestSuite, UnreadableError, UnreadablePart
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import procfile, taskfile
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._recipes import one_script
from crossbearing_ecosystems._test_targets import Task, claim_test_suites

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)


def claims_of(plugin: Any, text: str, **others: str) -> list[Claim]:
    path = "Taskfile.yml" if plugin is taskfile else "Procfile"
    tree = MemoryTree("small", {path: text.encode(), **{name: body.encode() for name, body in others.items()}})
    claims = list(plugin.parse_manifest(tree.read(path), tree))
    assert unproved(claims, tree) == []
    return claims


def runners(claims: list[Claim]) -> dict[str, tuple[str, str]]:
    return {claim.name: (claim.command, claim.directory) for claim in claims if isinstance(claim, Runner)}


@pytest.mark.parametrize(
    ("lines", "script"),
    [
        ([], ""),
        (["cd a && b"], "cd a && b"),
        (["a", "b"], "a\nb"),
        (["cd a && b", "c"], "(cd a && b)\nc"),
        (["export A=1", "A=1; b", "A=1 b", "c"], "(export A=1)\n(A=1; b)\nA=1 b\nc"),
        (["cd a # there", "b"], None),
        (["set -e", "b # c"], "(set -e)\nb # c"),
    ],
)
def test_lines_with_shells_of_their_own(lines: list[str], script: str | None) -> None:
    assert one_script(lines) == script


def test_a_framework_is_claimed_once_with_the_target_that_a_person_would_name() -> None:
    file = SourceFile("tasks", b"unit: pytest\ncover: pytest --cov\ntest: unit e2e\ne2e: cypress run\nlatest: jest\n")
    sheet = ProjectSheet(file, MemoryTree("small", {"tasks": file.data}))
    tasks = [
        Task("unit", "pytest", sheet, (1, 1), "run unit"),
        Task("cover", "pytest --cov", sheet, (2, 2), "run cover"),
        Task("test", "", sheet, (3, 3), "run test", ("unit", "e2e", "test")),
        Task("e2e", "cypress run", sheet, (4, 4), "run e2e"),
        Task("latest", "jest", sheet, (5, 5), "run latest"),
    ]
    claim_test_suites({task.name: task for task in tasks})
    assert [
        (claim.framework, claim.command, claim.evidence.line) for claim in sheet.claims if isinstance(claim, TestSuite)
    ] == [
        ("pytest", "run test", 1),
        ("cypress", "run test", 4),
    ]


@pytest.mark.parametrize(
    ("task", "command"),
    [
        ("go test ./...", "go test ./..."),
        ("[a, b]", "a\nb"),
        ("{cmd: a}", "a"),
        ("{cmds: ['echo {{.X}} {{ .Y }}']}", "echo 1 1-2"),
        ("{vars: {X: own}, cmds: ['echo {{.X}}']}", "echo own"),
        ("{cmds: ['a {{.CLI_ARGS}}']}", "a"),
        ("{cmds: [{cmd: a, silent: true}]}", "a"),
        ("{cmds: ['echo {{.UNSET}}']}", "task t"),
        ("{cmds: ['echo {{.SHELL}}']}", "task t"),
        ("{cmds: ['echo {{.X | upper}}']}", "task t"),
        ("{cmds: [{task: other}]}", "task t"),
        ("{cmds: [{defer: a}]}", "task t"),
        ("{deps: [other], cmds: [a]}", "task t"),
        ("{env: {A: b}, cmds: [a]}", "task t"),
        ("{requires: {vars: [A]}, cmds: [a]}", "task t"),
        ("{dir: '{{.X}}', cmds: [a]}", "task t"),
        ("{dir: ../out, cmds: [a]}", "task t"),
        ("{}", "task t"),
    ],
)
def test_what_a_task_runs(task: str, command: str) -> None:
    text = f"version: 3\nvars: {{X: '1', Y: '{{{{.X}}}}-2', SHELL: {{sh: date}}}}\ntasks:\n  t: {task}\n"
    assert runners(claims_of(taskfile, text)) == {"t": (command, "")}


def test_tasks_that_are_no_runners() -> None:
    text = "tasks:\n  a: {internal: true, cmds: [a]}\n  b-*: [b]\n  c: [c]\n  '': [d]\n"
    assert runners(claims_of(taskfile, text)) == {"c": ("c", "")}


def test_folders_of_tasks() -> None:
    assert runners(claims_of(taskfile, "tasks:\n  a: {dir: ./web/, cmds: [a]}\n  b: {dir: ., cmds: [b]}\n")) == {
        "a": ("a", "web"),
        "b": ("b", ""),
    }


def test_includes_that_lead_to_each_other_end() -> None:
    text = "includes: {x: ./x.yml}\ntasks: {a: [a]}\n"
    others = {"x.yml": "includes: {y: ./Taskfile.yml, z: x.yml}\ntasks: {b: [b]}\n"}
    claims = claims_of(taskfile, text, **others)
    assert set(runners(claims)) == {"a", "x:b"}
    problems = [(str(claim.evidence), claim.reason) for claim in claims if isinstance(claim, UnreadablePart)]
    assert problems == [
        ("x.yml:1", "included file './Taskfile.yml' includes this one"),
        ("x.yml:1", "included file 'x.yml' includes this one"),
    ]


def test_a_file_may_be_included_twice() -> None:
    text = "includes: {x: ./x.yml, y: ./x.yml}\n"
    assert set(runners(claims_of(taskfile, text, **{"x.yml": "tasks: {b: [b]}\n"}))) == {"x:b", "y:b"}


NAMES = st.from_regex(r"[a-z][a-z0-9_-]{0,5}", fullmatch=True)
COMMANDS = st.sampled_from(["pytest", "go test ./...", "echo 'a: b'", "cd x && make"])


@STEADY
@given(st.dictionaries(NAMES, COMMANDS, min_size=1, max_size=5), st.sampled_from(["\n", "\r\n", "\n\n# c\n"]))
def test_generated_processes(processes: dict[str, str], end: str) -> None:
    found = runners(claims_of(procfile, end.join(f"{name}: {command}" for name, command in processes.items())))
    assert {name: command for name, (command, _) in found.items()} == processes


@STEADY
@given(st.dictionaries(NAMES, st.lists(COMMANDS, min_size=1, max_size=3), min_size=1, max_size=5))
def test_generated_tasks(tasks: dict[str, list[str]]) -> None:
    lines = ["version: '3'", "tasks:"]
    for name, commands in tasks.items():
        lines += [f'  "{name}":', "    cmds:", *(f'      - "{command}"' for command in commands)]
    found = runners(claims_of(taskfile, "\n".join(lines)))
    assert {name: command for name, (command, _) in found.items()} == {
        name: one_script(commands) for name, commands in tasks.items()
    }


@pytest.mark.parametrize("plugin", [procfile, taskfile], ids=["procfile", "taskfile"])
@STEADY
@given(text=st.text(alphabet="tasks: v\n{}[]-'\"&*<.#", max_size=80) | st.text(max_size=40))
def test_any_text(plugin: Any, text: str) -> None:
    try:
        claims_of(plugin, text)
    except (UnreadableError, UnicodeEncodeError):
        return
