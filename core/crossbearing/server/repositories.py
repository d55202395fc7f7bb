"""The repositories that a server may answer about, each opened once and kept warm."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from crossbearing.harness import Harness
from crossbearing.model.errors import CrossbearingError

MOST_OPEN = 8
"""Repositories kept warm at the same time; the idle one that was used longest ago is closed for a further one."""


class Repositories:
    """Harnesses by folder, for folders inside ``roots`` only.

    Symbolic links are followed before a folder is compared with the roots. Safe to use from several threads; a harness
    takes its own turns.
    """

    def __init__(self, roots: Sequence[Path], open_harness: Callable[[Path], Harness]) -> None:
        self._roots = tuple(root.resolve() for root in roots)
        self._open = open_harness
        self._lock = threading.Lock()
        self._harnesses: dict[Path, Harness] = {}
        self._users: Counter[Path] = Counter()

    @contextmanager
    def harness(self, repo: str = "", within: Sequence[Path] | None = None) -> Iterator[Harness]:
        """Lend the harness of ``repo``: a path, absolute or below the first root, which it means where it is empty.

        ``within`` are further roots, those of the client; None where it has named none. Raises
        :class:`CrossbearingError` for a folder outside the roots, and for one that is no repository.
        """
        try:
            place = (self._roots[0] / repo).resolve()
        except (OSError, ValueError):
            raise CrossbearingError(f"{repo!r} is no path") from None
        if not _is_inside(place, self._roots) or (within is not None and not _is_inside(place, within)):
            raise CrossbearingError(f"{repo or '.'!r} lies outside the folders that this server may read")
        with self._lock:
            harness = self._harnesses.pop(place, None)
            if harness is None:
                self._make_room()
                harness = self._open(place)
            self._harnesses[place] = harness
            self._users[place] += 1
        try:
            yield harness
        finally:
            with self._lock:
                self._users[place] -= 1

    def _make_room(self) -> None:
        idle = [place for place in self._harnesses if not self._users[place]]
        for place in idle[: max(0, len(self._harnesses) - MOST_OPEN + 1)]:
            self._harnesses.pop(place).close()

    def close(self) -> None:
        """Close every harness."""
        with self._lock:
            while self._harnesses:
                self._harnesses.popitem()[1].close()


def _is_inside(place: Path, roots: Sequence[Path]) -> bool:
    return any(place == root or root in place.parents for root in roots)
