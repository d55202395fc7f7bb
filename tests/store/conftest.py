"""A store in a fresh directory, programs run as processes of their own, and this folder's helper modules."""

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crossbearing.store import Store

HERE = Path(__file__).parent
CORE = HERE.parent.parent / "core"
sys.path.append(str(HERE))

RunPython = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def build_dir(tmp_path: Path) -> Path:
    return tmp_path / "build"


@pytest.fixture
def store(build_dir: Path) -> Iterator[Store]:
    with Store.open(build_dir) as opened:
        yield opened


@pytest.fixture
def start_python() -> Iterator[RunPython]:
    """Start a Python program with arguments; it imports the project's packages as the tests do."""
    started: list[subprocess.Popen[str]] = []

    def start(program: str, *arguments: object) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), str(CORE), *sys.path])},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
