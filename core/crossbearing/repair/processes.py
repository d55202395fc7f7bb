"""Running a shell command so that nothing of it outlives the call."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from crossbearing.dynamic.limits import Limits
from crossbearing.dynamic.process import run_kept

_NEVER = 10.0**9  # seconds
_OF_ANOTHER_REPOSITORY = frozenset(("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX", "GIT_COMMON_DIR"))
_NO_FILE = Path(os.devnull, "none")


class Ended(NamedTuple):
    """How a command ended: its exit status (None: its time was up), and the first and last part of what it printed."""

    code: int | None
    output: str


def run_shell(
    command: str,
    folder: Path,
    *,
    timeout: float | None,
    environment: Mapping[str, str] | None = None,
    stop: int | None = None,
) -> Ended:
    """Run ``command`` in ``folder`` with the shell, without input, for at most ``timeout`` seconds, or until something
    can be read from the file descriptor ``stop``.

    Whatever it started ends with it, also what left its session, and also when this process is killed meanwhile: a
    keeper runs between the two. Only time is limited; the command is the user's own.
    """
    seconds = timeout or _NEVER
    # Where git started us (a hook), it names a repository that is not the one of the folder.
    inherited = {name: value for name, value in os.environ.items() if name not in _OF_ANOTHER_REPOSITORY}
    limits = Limits(
        seconds=seconds,
        test_seconds=_NEVER,
        memory_bytes=sys.maxsize,
        processes=sys.maxsize,
        output_bytes=sys.maxsize,
        disk_bytes=sys.maxsize,
    )
    account = run_kept(
        ["/bin/sh", "-c", command],
        cwd=folder,
        environment={**inherited, **(environment or {})},
        limits=limits,
        events=_NO_FILE,
        stop=stop,
    )
    return Ended(account.code if account.why == "ended" else None, account.output)
