"""What scripts of continuous integration do, where, and on which line."""

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crossbearing.plugin import SourceFile
from crossbearing_ecosystems._ci_script import Script, joined, read_steps
from crossbearing_ecosystems._ci_text import is_commands, line_finder, script_of
from crossbearing_ecosystems._yaml import YamlDocument

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)
FOLDERS = frozenset({"docs", "web", "web/app"})


def script(text: str) -> Script:
    return Script(text, lambda offset: text.count("\n", 0, offset) + 1)


def steps(text: str, directory: str = "") -> list[tuple[str, str, str, int]]:
    found = read_steps(script(text), directory, FOLDERS.__contains__)
    return [(step.purpose, step.command, step.directory, step.line) for step in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("echo pytest\n# pytest\ncat <<END\npytest\nEND\n", []),
        ("pytest -x  # all of them\n", [("test", "pytest -x", "", 1)]),
        ("set -e\npytest \\\n    -n 4 \\\n    --cov\n", [("test", "pytest -n 4 --cov", "", 2)]),
        (
            "npm ci && npm run build && npm test",
            [("install", "npm ci", "", 1), ("build", "npm run build", "", 1), ("test", "npm test", "", 1)],
        ),
        ("pip install -U pip\n# all\npip install .\n", [("install", "pip install -U pip\npip install .", "", 1)]),
        ("ruff check . && flake8; pylint x", [("lint", "ruff check . && flake8; pylint x", "", 1)]),
        (
            "if [ $X ]; then\n  pytest -n 4\nelse\n  pytest\nfi\n",
            [("test", "pytest -n 4", "", 2), ("test", "pytest", "", 4)],
        ),
        ("pytest a\necho and\npytest b\npytest a\n", [("test", "pytest a", "", 1), ("test", "pytest b", "", 3)]),
        ("go list ./... | xargs go test | tee log", [("test", "go list ./... | xargs go test", "", 1)]),
        ("PATH=x:$PATH python -m pytest", [("test", "PATH=x:$PATH python -m pytest", "", 1)]),
        ('bash -c "cd web && npm test"', [("test", 'bash -c "cd web && npm test"', "", 1)]),
        ("(\n  pytest\n)\n{ ruff check .; }", [("test", "pytest", "", 2), ("lint", "ruff check .", "", 4)]),
        ("! mypy src", [("typecheck", "mypy src", "", 1)]),
        (
            'args=(\n  tests/test_docs.py  # don\'t\n  --ignore\n)\nargs+=(tests/a.py)\npytest "${args[@]}"\n',
            [("test", 'pytest "${args[@]}"', "", 6)],
        ),
        ("for i in $(ls # it's\n); do pytest; done", [("test", "for i in $(ls # it's\n); do pytest; done", "", 2)]),
    ],
)
def test_commands(text: str, expected: list[tuple[str, str, str, int]]) -> None:
    assert steps(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cd web\nnpm test\ncd app && npm test\n", [("test", "npm test", "web"), ("test", "npm test", "web/app")]),
        ("cd web\ncd ..\nnpm test", [("test", "npm test", "")]),
        ("cd -- ./web/\nnpm test", [("test", "npm test", "web")]),
        ("(cd web; npm test)\nnpm run lint", [("test", "npm test", "web"), ("lint", "npm run lint", "")]),
        ("pushd web\nnpm test\npopd\nnpm test", [("test", "npm test", "web"), ("test", "npm test", "")]),
        ("cd web\ncd -\nnpm test", [("test", "npm test", "")]),
        ("cd $GITHUB_WORKSPACE/web\nnpm test", [("test", "npm test", "web")]),
        ("cd ${{ github.workspace }}\nnpm test", [("test", "npm test", "")]),
        ("Set-Location web\\app\ndotnet test", [("test", "dotnet test", "web/app")]),
    ],
)
def test_folders(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert [step[:3] for step in steps(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "cd $X\npytest",
        "cd\npytest",
        "cd ~/x\npytest",
        "cd /srv\npytest",
        "cd ../..\npytest",
        "popd\npytest",
        "mkdir out\ncd out\ncmake ..\nctest",
        "cd out; cd ..; pytest",
        "cd web/*/\npytest",
    ],
)
def test_a_folder_that_is_not_known_keeps_the_script_up_to_the_command(text: str) -> None:
    assert [step[:3] for step in steps(f"{text}\necho done", "web")] == [("test", text, "web")]


def test_a_structure_is_not_cut_in_two() -> None:
    text = "for x in a b; do\n  cd $x\n  pytest\ndone"
    assert steps(text) == [("test", text, "", 3)]


def test_a_command_in_a_loop_stands_with_the_loop() -> None:
    loop = "for x in a b; do\n  while read y; do\n    pytest $x/$y\n  done\n  ruff check $x\ndone"
    assert steps(f"make build\n{loop} < list\nmypy .") == [
        ("build", "make build", "", 1),
        ("test", loop, "", 4),
        ("lint", loop, "", 6),
        ("typecheck", "mypy .", "", 8),
    ]


def test_loops_of_other_shells_end_nowhere_and_keep_nothing() -> None:
    assert steps("for %%x in (a b) do echo %%x\npytest") == [("test", "pytest", "", 2)]


def test_scripts_of_one_shell_are_read_as_one() -> None:
    whole, starts = joined([script("cd web"), script("echo\nnpm ci"), script("npm test")])
    assert (whole.text, starts) == ("cd web\necho\nnpm ci\nnpm test", [0, 7, 19])
    found = read_steps(whole, "", FOLDERS.__contains__)
    assert [(step.command, step.directory, step.line, step.first) for step in found] == [
        ("npm ci", "web", 2, 12),
        ("npm test", "web", 1, 19),
    ]


@pytest.mark.parametrize(
    ("text", "shell", "expected"),
    [
        ("pytest", "", True),
        ("pytest", "bash -l {0}", True),
        ("pytest", "C:\\msys64\\usr\\bin\\Bash.exe", True),
        ("pytest", "pwsh", True),
        ("pytest", "python", False),
        ("pytest", "perl {0}", False),
        ("#!/bin/sh\npytest", "", True),
        ("#!/usr/bin/env bash\npytest", "", True),
        ("#!/usr/bin/env python3\nimport pytest", "sh", False),
    ],
)
def test_shells(text: str, shell: str, expected: bool) -> None:
    assert is_commands(text, shell) is expected


@pytest.mark.parametrize(("shell", "mark"), [("bash", "\\"), ("pwsh", "`"), ("cmd", "^")])
def test_each_shell_continues_lines_its_own_way(shell: str, mark: str) -> None:
    text = f"run: |\n  dotnet test {mark}\n    --no-build\n"
    file = SourceFile("x.yml", text.encode())
    found = read_steps(script_of(YamlDocument(file).get("run"), file.lines, shell), "", lambda _: False)
    assert [(step.command, step.line) for step in found] == [("dotnet test --no-build", 2)]


WORDS = st.text(alphabet="abcé-", min_size=1, max_size=6)
LINES = st.lists(st.lists(WORDS, max_size=4).map(" ".join), min_size=1, max_size=8)


@settings(deadline=None, max_examples=300)
@given(
    LINES.map("\n".join),
    st.sampled_from(["|", ">", '"', "'", None]),
    st.sampled_from([20, 60]),
    st.booleans(),
)
@example("a a\na", '"', 20, False)
def test_the_line_of_each_word(text: str, style: str | None, width: int, nested: bool) -> None:
    """Words are made different from each other, so that the line which holds one is the line it stands on."""
    words = iter(range(1000))
    text = "\n".join(" ".join(f"{word}{next(words)}x" for word in line.split()) for line in text.split("\n"))
    value = {"jobs": [{"run": text}]} if nested else {"run": text}
    dumped = yaml.safe_dump(value, default_style=style, width=width, allow_unicode=True)
    file = SourceFile("x.yml", dumped.encode())
    document = YamlDocument(file)
    found = document.get("jobs", 0, "run") if nested else document.get("run")
    line_of = line_finder(found, file.lines)
    place = 0
    for word in text.split():
        place = found.index(word, place)
        assert word in file.lines[line_of(place) - 1]


@STEADY
@given(st.text(alphabet="ab cd\n;&|()'\"`$\\{}<>#=-fordne", max_size=80))
def test_any_script_is_read(text: str) -> None:
    for step in read_steps(script(text), "", lambda _: True):
        assert step.command
        assert step.command.strip() == step.command
        assert 0 <= step.first <= step.last < len(text)


@pytest.mark.parametrize(
    "text", ["(" * 20_000, "for x\n" * 4_000, "cd a\n" * 5_000, "'" * 20_000, "${{" * 9_000, "pytest|" * 3_000]
)
def test_hostile_scripts_are_read_in_bounded_time(text: str) -> None:
    read_steps(script(text), "", lambda _: True)
