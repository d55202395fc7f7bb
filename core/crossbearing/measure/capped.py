"""Running a repository's instances in a process of their own, with a limit on the time and memory of each.

The process goes on from instance to instance, so that what one has parsed serves the next. One that takes too long or
too much is killed with all that it holds, its instance is a miss that says why, and a fresh process goes on with the
next. Memory that earlier instances left behind is not held against an instance: one that takes too much in a process
that has done others before is tried once more, alone.
"""

import json
import os
import pickle
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from attrs import define, field, frozen

from crossbearing.model.errors import CrossbearingError

_LOOK_EVERY = 0.05
_MEBIBYTE = 1024 * 1024
_PROGRAM = """
import json, sys
sys.path[:] = json.loads(sys.stdin.buffer.readline())
from crossbearing.measure.capped import serve
serve(int(sys.argv[1]))
"""


@frozen
class Caps:
    """What one instance may take: wall-clock ``seconds``, and mebibytes of resident ``memory``; None: all there is."""

    seconds: float | None = None
    memory: int | None = None

    def __bool__(self) -> bool:
        return self.seconds is not None or self.memory is not None

    def check(self) -> None:
        """Raise :class:`CrossbearingError` where this machine cannot tell how much memory a process takes."""
        if self.memory is not None and not Path("/proc/self/statm").exists():
            raise CrossbearingError("a limit on memory needs /proc (Linux); leave --memory out")


NO_CAPS = Caps()


class Work(Protocol):
    """Does items one by one within a ``with`` statement; what it has to say it writes where its caller will look."""

    def __call__(self, item: Any, /) -> None:
        """Do one item."""

    def __enter__(self) -> Any:
        """Begin."""

    def __exit__(self, *_: object) -> None:
        """Let go of everything."""


@frozen
class Miss:
    """An item that was not done, and why."""

    position: int
    reason: str


def run_capped(work: Work, items: list[Any], caps: Caps) -> Iterator[Miss]:
    """Call ``work`` with every item in a process under ``caps``, and yield those that it was killed or died over.

    ``work`` and the items are pickled. The process ends when this one does.
    """
    start = 0
    while start < len(items):
        child = _Child.start(work, items[start:])
        try:
            reason = child.attend(caps)
        finally:
            child.end()
        if reason is None:
            return
        # Alone it may fit, and a crash may be an earlier item's doing.
        is_fresh = child.current == 0
        if is_fresh or reason.startswith(_TOO_LONG):
            yield Miss(start + child.current, reason)
            start += child.current + 1
        else:
            start += child.current


_TOO_LONG = "took longer than"


@define(eq=False)
class _Child:
    """The process, where it tells of its steps, and which item it is at."""

    process: subprocess.Popen[bytes]
    steps: int
    current: int = 0
    begun: float = field(factory=time.monotonic)
    is_working: bool = False
    received: bytes = b""

    @classmethod
    def start(cls, work: Work, items: list[Any]) -> "_Child":
        reading, writing = os.pipe()
        process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, str(writing)],
            pass_fds=[writing],
            stdin=subprocess.PIPE,
            stdout=sys.__stderr__,
        )
        os.close(writing)
        child = cls(process, reading)
        try:
            child._send(json.dumps(sys.path).encode() + b"\n" + pickle.dumps((work, items)))
        except BaseException:
            child.end()
            raise
        return child

    def _send(self, data: bytes) -> None:
        if self.process.stdin is not None:
            with suppress(BrokenPipeError):  # of one that died at once: its exit says so
                self.process.stdin.write(data)
                self.process.stdin.flush()  # and kept open: its end tells the child that this process is gone

    def attend(self, caps: Caps) -> str | None:
        """Wait until every item is done (None), or the process is killed or dies: the reason."""
        while True:
            ready, _, _ = select.select([self.steps], [], [], _LOOK_EVERY)
            if ready:
                data = os.read(self.steps, 4096)
                if not data:
                    return self._fate()
                self._note(data)
            if self.is_working and (reason := self._excess(caps)):
                return reason

    def _note(self, data: bytes) -> None:
        *lines, self.received = (self.received + data).split(b"\n")
        for line in lines:
            word, _, number = line.partition(b" ")
            self.current = int(number)
            self.is_working = word == b"begin"
            self.begun = time.monotonic()

    def _excess(self, caps: Caps) -> str:
        if caps.seconds is not None and time.monotonic() - self.begun > caps.seconds:
            return f"{_TOO_LONG} {caps.seconds:g} s"
        if caps.memory is not None and resident(self.process.pid) > caps.memory * _MEBIBYTE:
            return f"took more than {caps.memory} MB of memory"
        return ""

    def _fate(self) -> str | None:
        status = self.process.wait()
        if status == 0 and not self.is_working:
            return None
        if status < 0:
            return f"the process was killed by {signal.Signals(-status).name}"
        return f"the process exited with status {status}"

    def end(self) -> None:
        """Kill the process where it still runs."""
        self.process.kill()
        if self.process.stdin is not None:
            with suppress(BrokenPipeError):
                self.process.stdin.close()
        self.process.wait()
        os.close(self.steps)


def resident(process: int) -> int:
    """Bytes of memory that a process has in use; 0 for one that is gone."""
    try:
        pages = Path(f"/proc/{process}/statm").read_bytes().split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def serve(steps: int) -> None:
    """Do the items that are sent on standard input, telling of each step; what a fresh process runs."""
    # The terminal's Ctrl-C reaches the whole group; the caller ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work, items = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own caller
    threading.Thread(target=_follow_caller, daemon=True).start()
    with work:
        for number, item in enumerate(items):
            os.write(steps, f"begin {number}\n".encode())
            work(item)
            os.write(steps, f"done {number}\n".encode())
    sys.stdout.flush()
    os._exit(0)


def _follow_caller() -> None:
    """Exit at once when the caller is gone: it holds standard input open."""
    while os.read(0, 1):
        pass
    os._exit(1)
