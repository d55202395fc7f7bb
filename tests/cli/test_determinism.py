"""The exported graph does not depend on how it came about."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from crossbearing.recon.gather import IN_PROCESS_BYTES

Run = Callable[..., "subprocess.CompletedProcess[str]"]

MODULES = 40
FUNCTIONS = 170
SCRIPT = """\
import {{ run }} from "./m{other}.js";
export class Tool{number} {{
  start() {{ return run(this.name); }}
}}
export function run(name) {{ return new Tool{number}().start(); }}
"""


def python_module(number: int) -> str:
    """A module that uses its neighbours, with names that several modules share."""
    other = (number + 1) % MODULES
    head = (
        f'"""Module {number}."""\n\nfrom pkg.m{other:02} import Base{other:02}, helper\n'
        f"import pkg.m{other:02} as next_\n\n\n"
        f"class Base{number:02}:\n    def close(self):\n        return helper(self)\n\n\n"
        f"class Child{number:02}(Base{other:02}):\n    def open_all(self, item):\n        item.close()\n"
        "        return self.close()\n\n\ndef helper(value):\n    return value.unknown_method()\n"
    )
    body = "".join(
        f"\n\ndef step_{number}_{item}(first, second):\n"
        f'    """Do step {item} of module {number}, and nothing else that would matter to anyone."""\n'
        f"    found = Child{number:02}()\n    found.open_all(first)\n    next_.helper(second)\n"
        f"    return step_{number}_{(item + 1) % FUNCTIONS}(found, helper(first))\n"
        for item in range(FUNCTIONS)
    )
    return head + body


def write_repository(root: Path, numbers: list[int]) -> Path:
    """More source text than is parsed in the calling process, written in the order of ``numbers``."""
    (root / "pkg").mkdir(parents=True)
    (root / "web").mkdir()
    for number in numbers:
        (root / "pkg" / f"m{number:02}.py").write_text(python_module(number), "utf-8")
        (root / "web" / f"m{number}.js").write_text(SCRIPT.format(number=number, other=(number + 1) % MODULES), "utf-8")
    (root / "pkg" / "__init__.py").write_text("from pkg.m00 import *\n", "utf-8")
    (root / "pkg" / "broken.py").write_text("def broken(:\n    x = = 1\n", "utf-8")
    (root / "README.md").write_text("# Steps\n\nMany of them.\n", "utf-8")
    return root


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write_repository(tmp_path_factory.mktemp("first") / "project", list(range(MODULES)))
    assert sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) > IN_PROCESS_BYTES
    return root


@pytest.fixture
def export(crossbearing: Run, tmp_path: Path) -> Callable[..., str]:
    def run(repository: Path, name: str, **environment: str) -> str:
        build = ("--build-dir", tmp_path / name)
        done = crossbearing("graph", "export", "--repo", repository, *build, env=environment)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return run


def test_the_export_is_the_same_whatever_the_hash_seed_the_order_of_files_and_the_processes(
    large: Path, export: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    first = export(large, "one", PYTHONHASHSEED="1")
    assert first.count('"type": "invoke"') > MODULES * FUNCTIONS
    other = write_repository(tmp_path / "other" / "project", list(reversed(range(MODULES))))
    assert export(other, "two", PYTHONHASHSEED="2") == first
    assert export(other, "two", PYTHONHASHSEED="3") == first  # from what is kept
    if hasattr(os, "sched_setaffinity"):
        allowed = os.sched_getaffinity(0)
        try:
            os.sched_setaffinity(0, {min(allowed)})
            assert export(large, "three", PYTHONHASHSEED="4") == first
        finally:
            os.sched_setaffinity(0, allowed)


def test_a_scan_that_was_killed_goes_on_to_the_same_export(
    large: Path, export: Callable[..., str], environment: dict[str, str], tmp_path: Path
):
    expected = export(large, "whole")
    build = tmp_path / "killed"
    command = [sys.executable, "-m", "crossbearing", "scan", str(large), "--build-dir", str(build)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as process:
        while process.poll() is None and not facts_in(build):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    kept = facts_in(build)
    assert kept
    assert export(large, "killed") == expected
    assert rows_of(build, "SELECT count(*) FROM facts WHERE number <= ?", kept) == kept


def test_an_edit_and_its_undoing_leave_the_same_export(large: Path, export: Callable[..., str], tmp_path: Path):
    edited = tmp_path / "edited" / "project"
    shutil.copytree(large, edited)
    before = export(edited, "kept")
    path = edited / "pkg" / "m03.py"
    text = path.read_text("utf-8")
    path.write_text(
        text.replace("def helper(value)", "def helper(value, more=None)") + "\n\nlate = helper(1)\n", "utf-8"
    )
    changed = export(edited, "kept")
    assert changed != before
    assert export(edited, "cold") == changed
    path.write_text(text, "utf-8")
    assert export(edited, "kept") == before


def facts_in(build: Path) -> int:
    """How many files' facts a store has."""
    return rows_of(build, "SELECT count(*) FROM facts") if (build / "recon.db").exists() else 0


def rows_of(build: Path, query: str, *parameters: int) -> int:
    try:
        with closing(sqlite3.connect(f"file:{build / 'recon.db'}?mode=ro", uri=True, timeout=5)) as connection:
            return int(connection.execute(query, parameters).fetchone()[0])
    except sqlite3.OperationalError:
        return 0  # not there yet
