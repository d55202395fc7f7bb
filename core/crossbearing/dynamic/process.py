"""Running a command under the keeper."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

from crossbearing.dynamic.limits import Limits
from crossbearing.model.errors import CrossbearingError

_KEEPER = Path(__file__).with_name("keeper.py")
# Beyond its own limit the keeper needs time to end what it keeps.
_MARGIN = 40.0


@frozen
class Account:
    """What became of a command.

    ``why`` is ``ended``, or the limit that ended it (``time``, ``stalled``, ``memory``, ``processes``, ``output``,
    ``disk``), ``interrupted``, ``abandoned`` or ``unstartable``, with a sentence in ``detail``. ``left_behind`` counts
    the processes that the command left running and that were ended, ``survivors`` those that could not be.
    """

    why: str
    code: int | None
    detail: str = ""
    output: str = ""
    output_bytes: int = 0
    seconds: float = 0.0
    memory_bytes: int = 0
    processes: int = 0
    left_behind: int = 0
    survivors: int = 0
    stalled: str = ""


def run_kept(
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    limits: Limits,
    events: Path,
    folders: Sequence[Path] = (),
    stop: int | None = None,
) -> Account:
    """Run ``command`` to its end or to a limit; nothing that it started is left running when this returns.

    ``events`` is the file that the command appends to as it goes on; ``folders`` are watched for their size. ``stop``
    is a file descriptor: when something can be read from it, the command is ended as ``abandoned``. An exception here
    (an interrupt, for one) ends the command as well. Raises :class:`CrossbearingError` where the keeper itself cannot
    run.
    """
    request = {
        "command": list(command),
        "cwd": str(cwd),
        "environment": dict(environment),
        "events": str(events),
        "folders": [str(folder) for folder in folders],
        "seconds": limits.seconds,
        "stall_seconds": limits.test_seconds,
        "memory_bytes": limits.memory_bytes,
        "processes": limits.processes,
        "output_bytes": limits.output_bytes,
        "disk_bytes": limits.disk_bytes,
    }
    keeper = subprocess.Popen(
        [sys.executable, "-I", "-S", str(_KEEPER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        cwd=os.sep,
    )
    try:
        answer = _answer(keeper, request, limits.seconds + _MARGIN, stop)
    except BaseException:
        _let_go(keeper)
        raise
    _let_go(keeper)
    return _account(answer)


def _answer(
    keeper: "subprocess.Popen[bytes]", request: Mapping[str, object], seconds: float, stop: int | None
) -> bytes:
    """What the keeper says at the end; raises :class:`CrossbearingError` where it says nothing in ``seconds``."""
    assert keeper.stdin is not None
    assert keeper.stdout is not None
    # Standard input stays open: that it closes is how the keeper learns that nobody waits any more.
    keeper.stdin.write(json.dumps(request).encode() + b"\n")
    keeper.stdin.flush()
    told: list[bytes] = []
    deadline = time.monotonic() + seconds
    watched = [keeper.stdout.fileno(), *([] if stop is None else [stop])]
    while ready := select.select(watched, [], [], max(0.0, deadline - time.monotonic()))[0]:
        if stop is not None and stop in ready:
            watched.remove(stop)
            keeper.stdin.close()
            continue
        data = os.read(keeper.stdout.fileno(), 1 << 16)
        if not data:
            return b"".join(told)
        told.append(data)
    raise CrossbearingError("the process that watches the test run does not answer; it was stopped from outside")


def _let_go(keeper: "subprocess.Popen[bytes]") -> None:
    """Close the keeper's standard input and wait until it has ended everything; wake it up if need be."""
    for stream in (keeper.stdin, keeper.stdout):
        try:
            if stream is not None:
                stream.close()
        except OSError:
            continue
    if keeper.poll() is None:
        keeper.send_signal(signal.SIGCONT)
    try:
        keeper.wait(_MARGIN)
    except subprocess.TimeoutExpired:
        keeper.kill()
        keeper.wait()


def _account(answer: bytes) -> Account:
    try:
        told = json.loads(answer.splitlines()[-1])
    except (IndexError, ValueError):
        raise CrossbearingError("the process that watches the test run ended unexpectedly") from None
    return Account(**told)
