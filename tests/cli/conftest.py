import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
_GIT_IDENTITY = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_AUTHOR_DATE": "2020-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_COMMITTER_DATE": "2020-01-01T00:00:00Z",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}


@pytest.fixture
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The process's environment with folders of its own for configuration and cache, and no switches set."""
    home = tmp_path_factory.mktemp("home")
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CROSSBEARING_", "XDG_", "GIT_", "PYTHON"))
        and name not in ("RECON", "LOCALIZE", "FUSION", "NO_COLOR")
    }
    return {**kept, "HOME": str(home)}


@pytest.fixture
def crossbearing(environment: dict[str, str]) -> Run:
    """Run the installed command line to its end; ``stdin`` is its input."""
    command = Path(sys.executable).with_name("crossbearing")

    def run(
        *arguments: str | Path, stdin: str | bytes = "", cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> "subprocess.CompletedProcess[str]":
        done = subprocess.run(
            [str(command), *map(str, arguments)],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=cwd,
            env={**environment, **(env or {})},
            timeout=120,
            check=False,
        )
        out, err = (stream.decode("utf-8", "strict") for stream in (done.stdout, done.stderr))
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return run


@pytest.fixture
def git() -> Callable[..., str]:
    """Run git in a folder, with a fixed identity and time."""

    def run(folder: Path, *arguments: str) -> str:
        environment = {**os.environ, **_GIT_IDENTITY}
        done = subprocess.run(["git", *arguments], cwd=folder, env=environment, capture_output=True, check=True)
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    return run


@pytest.fixture
def repository(tmp_path: Path, git: Callable[..., str]) -> Path:
    """A small git repository of a calculator with a fault in ``Parser.peek``."""
    root = tmp_path / "calc"
    for name, content in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Add the calculator")
    return root


FILES = {
    "pyproject.toml": """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "calc"
version = "1.0"
requires-python = ">=3.11"
dependencies = ["attrs>=24"]

[project.scripts]
calc = "calc.main:main"

[tool.pytest.ini_options]
testpaths = ["tests"]
""",
    "calc/__init__.py": '"""A calculator."""\n',
    "calc/tokens.py": '''\
"""Splitting text into tokens."""


def tokenize(text):
    """Yield the numbers and operators of an expression."""
    number = ""
    for character in text:
        if character.isdigit():
            number += character
        else:
            if number:
                yield number
            number = ""
            if character.strip():
                yield character
    if number:
        yield number
''',
    "calc/parser.py": '''\
"""Parsing sums."""

from calc.tokens import tokenize


class Parser:
    """Reads an expression."""

    def __init__(self, text):
        self.tokens = list(tokenize(text))
        self.position = 0

    def peek(self):
        """Return the token under the cursor."""
        return self.tokens[self.position]

    def advance(self):
        """Return the token under the cursor and step over it."""
        token = self.peek()
        self.position += 1
        return token

    def parse_sum(self):
        """Parse a sum of numbers."""
        total = int(self.advance())
        while self.position < len(self.tokens) and self.peek() == "+":
            self.advance()
            total += int(self.advance())
        return total
''',
    "calc/main.py": '''\
"""The command line of the calculator."""

import sys

from calc.parser import Parser


def main():
    """Print the value of the expression."""
    print(Parser(" ".join(sys.argv[1:])).parse_sum())
''',
    "calc/report.py": '''\
"""Formatting of results."""


def as_table(rows):
    """Lay rows out in columns."""
    widths = [max(len(str(cell)) for cell in column) for column in zip(*rows)]
    return "\\n".join("  ".join(str(cell).ljust(width) for cell, width in zip(row, widths)) for row in rows)
''',
    "tests/test_parser.py": """\
from calc.parser import Parser


def test_sum():
    assert Parser("1 + 2").parse_sum() == 3
""",
}

ISSUE = """\
IndexError when the expression is empty

`Parser.peek` raises when there are no tokens:

```
Traceback (most recent call last):
  File "/home/me/calc/calc/main.py", line 10, in main
    print(Parser(" ".join(sys.argv[1:])).parse_sum())
  File "/home/me/calc/calc/parser.py", line 25, in parse_sum
    total = int(self.advance())
  File "/home/me/calc/calc/parser.py", line 19, in advance
    token = self.peek()
  File "/home/me/calc/calc/parser.py", line 15, in peek
    return self.tokens[self.position]
IndexError: list index out of range
```
"""


@pytest.fixture
def issue() -> str:
    """A report of the repository's fault."""
    return ISSUE


@pytest.fixture
def check_schema() -> Callable[[str], dict[str, object]]:
    """Parse JSON output, check it against the shipped schema that it names, and return it."""
    import json
    from importlib.resources import files

    import jsonschema

    def check(text: str) -> dict[str, object]:
        data = json.loads(text)
        name = data["schema"].removeprefix("crossbearing.").partition("/")[0]
        schema = json.loads((files("crossbearing") / "schemas" / f"{name}.schema.json").read_text("utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.Draft202012Validator(schema).validate(data)
        assert data["schema"] == schema["$id"]
        return data  # type: ignore[no-any-return]

    return check
