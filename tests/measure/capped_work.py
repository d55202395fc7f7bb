"""Work that the tests of limits send to a process: it must live in an importable module."""

import os
import signal
import time
from pathlib import Path

_KEPT: list[bytes] = []


class Diary:
    """Writes down every item, and does what it says."""

    def __init__(self, path: Path, *, is_broken: bool = False) -> None:
        self.path = path
        self.is_broken = is_broken

    def __enter__(self) -> "Diary":
        if self.is_broken:
            os._exit(1)
        return self

    def __exit__(self, *_: object) -> None:
        self._write("closed")

    def __call__(self, item: str) -> None:
        self._write(item)
        if item == "sleep":
            time.sleep(600)
        if item == "grow":
            _KEPT.append(b"x" * (300 << 20))
            time.sleep(600)
        if item == "keep":
            _KEPT.append(b"x" * (60 << 20))
            time.sleep(0.3)
        if item == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        if item == "exit":
            os._exit(7)

    def words(self) -> list[str]:
        return [line.split()[1] for line in self.path.read_text().splitlines()]

    def processes(self) -> list[str]:
        return sorted({line.split()[0] for line in self.path.read_text().splitlines()})

    def _write(self, word: str) -> None:
        with self.path.open("a") as file:
            file.write(f"{os.getpid()} {word}\n")
