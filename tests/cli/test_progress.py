import os
import pty
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def run_on_terminal(arguments: list[str], environment: dict[str, str]) -> tuple[str, str]:
    """Run with standard error on a terminal and standard output in a pipe; return both."""
    leader, follower = pty.openpty()
    shown: list[bytes] = []

    def watch() -> None:
        try:
            while data := os.read(leader, 65536):
                shown.append(data)
        except OSError:  # the other side was closed
            pass

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        command = [sys.executable, "-m", "crossbearing", *arguments]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=follower, env={**environment, "TERM": "xterm"}, check=True
        )
    finally:
        os.close(follower)
        watcher.join()
        os.close(leader)
    return done.stdout.decode(), b"".join(shown).decode()


def test_a_person_sees_how_far_a_scan_is(repository: Path, environment: dict[str, str]):
    out, err = run_on_terminal(["scan", str(repository)], environment)
    assert "files" in err
    assert "\x1b[" in err
    assert "\x1b[" not in out


@pytest.mark.parametrize("quieting", ["-q", "--trace"])
def test_progress_is_left_out_where_it_would_disturb(repository: Path, environment: dict[str, str], quieting: str):
    _, err = run_on_terminal(["scan", str(repository), quieting], environment)
    assert "\x1b[2K" not in err
    assert ("language.python" in err) == (quieting == "--trace")


def test_a_pipe_is_not_told(crossbearing: Run, repository: Path):
    assert crossbearing("scan", repository).stderr == ""
