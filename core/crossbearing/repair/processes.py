"""Running a shell command so that nothing of it outlives the call."""

import os
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

LONGEST = 200_000


class Ended(NamedTuple):
    """How a command ended: its exit status (None: its time was up) and the end of what it printed."""

    code: int | None
    output: str


def run_shell(
    command: str, folder: Path, *, timeout: float | None, environment: Mapping[str, str] | None = None
) -> Ended:
    """Run ``command`` in ``folder`` with the shell, without input; its whole session is killed when it ends or must
    end.
    """
    with subprocess.Popen(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=timeout)
            code: int | None = process.returncode
        except subprocess.TimeoutExpired:
            _kill(process.pid)
            output, _ = process.communicate()
            code = None
        finally:
            # What it started in the background holds no pipe any more, or holds it against the reader: end both.
            _kill(process.pid)
    return Ended(code, output[-LONGEST:].decode("utf-8", "replace"))


def _kill(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
