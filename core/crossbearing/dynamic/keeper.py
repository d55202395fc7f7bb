"""The keeper: a small process between crossbearing and what it runs, so that nothing outlives the command.

Started as a script (``python -I -S keeper.py``), with a request as one line of JSON on standard input. It starts the
command in a session of its own, with standard input closed, keeps the first and last part of the output, and watches
time, memory, processes, output and disk. On Linux it is the *subreaper* of all that the command starts: whoever leaves
the session, or loses its parent, is still found and ended. When standard input closes (the caller has gone) or a limit
is reached, all of it is ended; the last line of its own standard output says what happened, as JSON.
"""

import ctypes
import json
import os
import select
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

_TICK = 0.05
_GRACE = 1.0
_PATIENCE = 20.0
_SET_CHILD_SUBREAPER = 36
_KEPT = 65_536


def main() -> int:
    """Read the request, run it, and print the account of it."""
    request = json.loads(sys.stdin.buffer.readline())
    keeper = Keeper(request)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, keeper.interrupted)
    print(json.dumps(keeper.run()), flush=True)  # noqa: T201 - a process of its own: this is its answer
    return 0


class Keeper:
    """One command and everything that it starts."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request = request
        self.why = ""
        self.detail = ""
        self.is_adopting = _adopt()
        self.output = _Output(int(request["output_bytes"]))
        self.peak_memory = 0
        self.peak_processes = 0
        self.next_disk = 0.0
        self.first_disk: int | None = None
        self.stalled = ""

    def interrupted(self, number: int, frame: object) -> None:
        """Remember to end everything."""
        self.why = self.why or "interrupted"

    def run(self) -> dict[str, Any]:
        """Run to the end or to a limit; then end what is left."""
        started = time.monotonic()
        try:
            process = self._start()
        except OSError as error:
            return {"why": "unstartable", "detail": error.strerror or str(error), "code": None, "survivors": 0}
        self._watch(process, started)
        left = self._end(process)
        seconds = time.monotonic() - started
        return {
            "why": self.why or "ended",
            "detail": self.detail,
            "code": process.returncode,
            "output": self.output.text(),
            "output_bytes": self.output.count,
            "seconds": round(seconds, 3),
            "memory_bytes": self.peak_memory,
            "processes": self.peak_processes,
            "left_behind": left[0],
            "survivors": left[1],
            "stalled": self.stalled,
        }

    def _start(self) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            self.request["command"],
            cwd=self.request["cwd"],
            env=self.request["environment"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        return process

    def _watch(self, process: "subprocess.Popen[bytes]", started: float) -> None:
        assert process.stdout is not None
        pipe, caller = process.stdout.fileno(), sys.stdin.fileno()
        open_ends, next_look = [pipe, caller], 0.0
        while not self.why:
            ready = select.select(open_ends, [], [], _TICK)[0]
            if caller in ready and not os.read(caller, 1024):
                self.why = "abandoned"
            if pipe in ready and not self.output.read(pipe):
                open_ends.remove(pipe)
            if _has_ended(process):
                return
            now = time.monotonic()
            if now >= next_look:
                self._look(process, now - started)
                next_look = now + _TICK

    def _look(self, process: "subprocess.Popen[bytes]", seconds: float) -> None:
        """Compare what the command uses with its limits."""
        request = self.request
        found = self._all(process)
        memory = sum(_resident(pid) for pid in found)
        self.peak_memory = max(self.peak_memory, memory)
        self.peak_processes = max(self.peak_processes, len(found))
        if seconds > request["seconds"]:
            self._stop("time", f"it ran for more than {request['seconds']:g} s")
        elif memory > request["memory_bytes"]:
            self._stop("memory", f"it used more than {_size(request['memory_bytes'])} of memory")
        elif len(found) > request["processes"]:
            self._stop("processes", f"it started more than {request['processes']} processes")
        elif self.output.count > request["output_bytes"]:
            self._stop("output", f"it printed more than {_size(request['output_bytes'])}")
        else:
            self._look_at_disk()
            self._look_at_events()

    def _stop(self, why: str, detail: str) -> None:
        self.why, self.detail = why, detail

    def _look_at_disk(self) -> None:
        """Sum the sizes of the run's folder, not more often than a twentieth of the time allows."""
        now = time.monotonic()
        if now < self.next_disk:
            return
        total = sum(_tree_size(folder) for folder in self.request["folders"])
        self.next_disk = now + max(0.5, 20 * (time.monotonic() - now))
        self.first_disk = total if self.first_disk is None else self.first_disk
        if total - self.first_disk > self.request["disk_bytes"]:
            self._stop("disk", f"it wrote more than {_size(self.request['disk_bytes'])} to disk")

    def _look_at_events(self) -> None:
        """A test that has been running for too long hangs: the last event in the file is its start."""
        path, limit = self.request["events"], self.request["stall_seconds"]
        try:
            age = time.time() - Path(path).stat().st_mtime
        except OSError:
            return
        if age > limit:
            test = _last_started(Path(path))
            if test:
                self.stalled = test
                self._stop("stalled", f"{test} ran for more than {limit:g} s")

    def _all(self, process: "subprocess.Popen[bytes]") -> list[int]:
        return _descendants(os.getpid()) if self.is_adopting else [process.pid]

    def _end(self, process: "subprocess.Popen[bytes]") -> tuple[int, int]:
        """End all that is left, and return how many outlived the command's own end, and how many outlived this."""
        left = 0 if self.why else len([pid for pid in self._all(process) if pid != process.pid])
        if self.why and self.why not in ("processes", "memory", "disk"):
            _signal_all(process, self._all(process), signal.SIGTERM)
            self._drain(process, _GRACE)
        deadline = time.monotonic() + _PATIENCE
        while True:
            found = self._all(process)
            _signal_all(process, found, signal.SIGKILL)
            _reap(process)
            if process.returncode is not None and not self._all(process):
                break
            if time.monotonic() > deadline:
                break
            if len(found) < 20:
                time.sleep(0.005)
        self._drain(process, 0.2)
        return left, len(self._all(process)) if self.is_adopting else 0

    def _drain(self, process: "subprocess.Popen[bytes]", seconds: float) -> None:
        assert process.stdout is not None
        pipe, deadline = process.stdout.fileno(), time.monotonic() + seconds
        while time.monotonic() < deadline:
            if select.select([pipe], [], [], 0.02)[0] and not self.output.read(pipe):
                break
            _reap(process)
            if process.returncode is not None and not self._all(process):
                self.output.read(pipe)
                break


class _Output:
    """The first and the last of what is printed; the rest is only counted."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.count = 0
        self.head = b""
        self.tail = b""

    def read(self, pipe: int) -> bool:
        """Read what is there, a little at a time; False at the end of the stream."""
        for _ in range(64):
            try:
                data = os.read(pipe, 1 << 20)
            except BlockingIOError:
                return True
            if not data:
                return False
            self.count += len(data)
            room = _KEPT // 2 - len(self.head)
            if room > 0:
                self.head += data[:room]
                data = data[room:]
            self.tail = (self.tail + data)[-_KEPT // 2 :]
            if self.count > self.limit:
                return True
        return True

    def text(self) -> str:
        cut = self.count - len(self.head) - len(self.tail)
        gap = f"\n[... {cut} bytes left out ...]\n".encode() if cut > 0 else b""
        return (self.head + gap + self.tail).decode("utf-8", "replace")


def _adopt() -> bool:
    """Become the parent of orphaned descendants; False where the system cannot do that."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        return bool(ctypes.CDLL(None, use_errno=True).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _has_ended(process: "subprocess.Popen[bytes]") -> bool:
    _reap(process)
    return process.returncode is not None


def _reap(process: "subprocess.Popen[bytes]") -> None:
    """Collect every dead child; the command's own code is kept."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            if process.returncode is None:
                process.returncode = -1
            return
        if pid == 0:
            return
        if pid == process.pid:
            process.returncode = os.waitstatus_to_exitcode(status)


def _descendants(root: int) -> list[int]:
    """All living processes below ``root``, from the parents that the system names."""
    children: dict[int, list[int]] = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            parent = _parent(entry.path)
            if parent is not None:
                children.setdefault(parent, []).append(int(entry.name))
    found, waiting = [], [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _parent(folder: str) -> int | None:
    try:
        text = Path(folder, "stat").read_bytes()
    except OSError:
        return None
    fields = text.rpartition(b")")[2].split()
    return None if fields[0] in (b"Z", b"X") else int(fields[1])


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0


def _signal_all(process: "subprocess.Popen[bytes]", found: list[int], number: int) -> None:
    # A group is signalled in one go: nobody in it can fork in between.
    groups = {process.pid} if process.returncode is None else set()
    own = os.getpgrp()
    for pid in found:
        try:
            groups.add(os.getpgid(pid))
        except OSError:
            continue
    for group in sorted(groups - {own}):
        try:
            os.killpg(group, number)
        except OSError:
            continue
    for pid in found:
        try:
            os.kill(pid, number)
        except OSError:
            continue


def _tree_size(folder: str) -> int:
    total, waiting = 0, [folder]
    while waiting:
        try:
            entries = list(os.scandir(waiting.pop()))
        except OSError:
            continue
        for entry in entries:
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if stat.S_ISDIR(status.st_mode):
                waiting.append(entry.path)
            elif stat.S_ISREG(status.st_mode):
                total += status.st_blocks * 512
    return total


def _last_started(path: Path) -> str:
    """The test that the last line of the events starts, or nothing."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 100_000))
        lines = file.read().splitlines()
    try:
        event = json.loads(lines[-1])
    except (IndexError, ValueError):
        return ""
    return str(event.get("test", "")) if event.get("event") == "start" else ""


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


if __name__ == "__main__":
    sys.exit(main())
