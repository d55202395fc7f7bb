"""Standard streams as a hostile or clumsy caller leaves them, and plugins that print."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Shell = Callable[..., "subprocess.CompletedProcess[bytes]"]
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")


@pytest.fixture
def shell(environment: dict[str, str]) -> Shell:
    """Run the command line with redirections; ``crossbearing`` is it, and ``PIPESTATUS`` can be asked."""

    def run(line: str, **env: str) -> "subprocess.CompletedProcess[bytes]":
        script = f"crossbearing() {{ '{sys.executable}' -m crossbearing \"$@\"; }}; {line}"
        return subprocess.run(
            ["bash", "-c", script], env={**environment, **env}, capture_output=True, timeout=120, check=False
        )

    return run


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_failure(shell: Shell, repository: Path, tmp_path: Path, closed: str):
    scan = f"crossbearing scan {repository} --build-dir {tmp_path / 'build'}"
    done = shell(f"{scan} --format json {closed}")
    assert (done.returncode, done.stderr) == (0, b"")
    if ">&-" not in closed.replace("2>&-", ""):
        assert json.loads(done.stdout)["repo"] == "calc"
    refused = shell(f"crossbearing scan {tmp_path / 'absent'} {closed}")
    assert refused.returncode == 2
    assert b"Traceback" not in refused.stderr


def test_a_closed_standard_input_is_an_empty_one(shell: Shell):
    done = shell("crossbearing locate <&-")
    assert (done.returncode, done.stderr) == (2, b"crossbearing: error: standard input is empty\n")


@FULL
@pytest.mark.parametrize(
    "arguments", ["plugins list", "plugins list --format json", "locate absent --format json", "--help", "--version"]
)
def test_a_full_disk_is_said_and_is_no_bug(shell: Shell, arguments: str):
    done = shell(f"crossbearing {arguments} >/dev/full")
    assert done.returncode == 2
    last = done.stderr.splitlines()[-1]
    assert last == b"crossbearing: error: the answer cannot be written to standard output: No space left on device"
    assert b"bug" not in done.stderr


@FULL
def test_the_exit_code_does_not_depend_on_standard_error(shell: Shell):
    assert shell("crossbearing locate absent 2>/dev/full").returncode == 2
    assert shell("crossbearing locate absent 2>&1 >/dev/null | true; exit ${PIPESTATUS[0]}").returncode == 2


def test_nothing_of_an_answer_that_nobody_reads_lands_on_standard_error(shell: Shell):
    done = shell("crossbearing profiles show --format json | head -c 1; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"{", b"")


NOISY = '''
"""Prints wherever it can."""
import os
import sys
from crossbearing.plugin import NoEvidence, hookimpl
print("noise of the import")
VERSION = 1
@hookimpl
def collect(query):
    """Print."""
    print("noise of the call")
    sys.stdout.write("noise without an end")
    os.write(1, b"noise of a library\\n")
    os.system("echo noise of a process")
    return NoEvidence("only noise")
'''


def test_what_plugins_print_stays_out_of_the_answer(shell: Shell, repository: Path, tmp_path: Path):
    info = tmp_path / "site" / "noisy-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: noisy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[crossbearing.channels]\nnoisy = noisy\n")
    (tmp_path / "site" / "noisy.py").write_text(NOISY)
    line = f"echo Parser.peek fails | crossbearing locate --repo {repository} --format "
    done = shell(f"{line} json", PYTHONPATH=os.fspath(tmp_path / "site"))
    assert json.loads(done.stdout)["schema"] == "crossbearing.locate/1"
    for source in ("the import", "the call", "without an end", "a library", "a process"):
        assert f"noise of {source}".replace("of without", "without").encode() in done.stderr
    table = shell(f"{line} table", PYTHONPATH=os.fspath(tmp_path / "site"))
    assert b"noise " not in table.stdout.replace(b"only noise", b"")
    assert table.stdout.startswith(b"calc")


def test_a_plugin_that_exits_is_no_success(environment: dict[str, str]):
    script = (
        "import sys, crossbearing.cli.plugins_list as command\n"
        "def leave(arguments): sys.exit(0)\n"
        "command.run = leave\n"
        "from crossbearing.cli import main\n"
        "sys.exit(main(['plugins', 'list']))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"unexpected SystemExit" in done.stderr
