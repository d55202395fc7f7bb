"""Reading blobs from a git repository through one long-lived ``git cat-file``."""

import os
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO

from crossbearing.source.entry import MEBIBYTE, Entry
from crossbearing.source.git import Git, GitError, Process

UNAVAILABLE = "git does not have its content (a partial or damaged clone)"
# Requests in flight must fit the smallest pipe (a page), or git and we would each wait for the other to read.
_BATCH = 60
_BATCH_BYTES = 8 * MEBIBYTE


class ObjectReader:
    """Reads entries by their object id; safe to use from several threads and in a forked child.

    ``objects`` has the object ids, by path, of entries that are known by another digest.
    """

    def __init__(self, git: Git) -> None:
        self.objects: Mapping[str, str] = {}
        self._git = git
        self._lock = threading.Lock()
        self._process: Process | None = None
        self._end: Callable[[], object] = lambda: None
        self._owner = os.getpid()

    def read(self, entries: Iterable[Entry]) -> Iterator[bytes | str]:
        """Yield for each entry its content, or the reason why there is none."""
        batch: list[str] = []
        size = 0
        for entry in entries:
            if batch and (len(batch) == _BATCH or size + entry.size > _BATCH_BYTES):
                yield from self._exchange(batch)
                batch, size = [], 0
            batch.append(entry.digest or self.objects[entry.path])
            size += entry.size
        if batch:
            yield from self._exchange(batch)

    def blobs(self, names: list[str]) -> list[bytes | str]:
        """Return the content of each object named, or the reason why there is none."""
        return [
            answer for start in range(0, len(names), _BATCH) for answer in self._exchange(names[start : start + _BATCH])
        ]

    def close(self) -> None:
        """End the process; the next read would start another."""
        with self._lock:
            self._stop()

    def _exchange(self, names: list[str]) -> list[bytes | str]:
        if self._owner != os.getpid():
            # A forked child leaves its parent's process and lock alone.
            self._lock, self._process, self._owner = threading.Lock(), None, os.getpid()
        answers: list[bytes | str] = []
        with self._lock:
            while len(answers) < len(names):
                fresh, known = self._process is None, len(answers)
                try:
                    self._ask(names[known:], answers)
                except (OSError, EOFError, ValueError, GitError):
                    self._stop()
                    # Git ends at an object that it finds damaged. If a new process does so at once, it is this one.
                    if fresh and len(answers) == known:
                        answers.append(UNAVAILABLE)
        return answers

    def _ask(self, names: list[str], answers: list[bytes | str]) -> None:
        requests, replies = self._pipes()
        requests.write("".join(f"{name}\n" for name in names).encode("ascii"))
        requests.flush()
        for _ in names:
            _, kind, *size = replies.readline().split()
            if kind == b"missing":
                answers.append(UNAVAILABLE)
                continue
            data = replies.read(int(size[0]))
            if replies.read(1) != b"\n":
                raise EOFError
            answers.append(data)

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        if self._process is None:
            self._process = self._git.start("cat-file", "--batch")
            self._end = weakref.finalize(self, _end, self._process, os.getpid())
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin, self._process.stdout

    def _stop(self) -> None:
        if self._process is not None:
            self._end()
            self._process = None


def _end(process: Process, owner: int) -> None:
    if owner == os.getpid():
        # Git only reads: nothing is lost by not waiting for the end of what it is about to say.
        process.kill()
        process.communicate()
