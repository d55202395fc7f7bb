"""Folders that other users can reach, for tests of what an ordinary user may not do."""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def is_reachable(folder: Path) -> bool:
    """Say whether every user may pass through ``folder`` and all that it lies in."""
    return all(path.is_dir() and path.stat().st_mode & stat.S_IXOTH for path in (folder, *folder.parents))


@contextmanager
def reachable_folder() -> Iterator[Path]:
    """A new folder that any user can reach; skips the test where the machine has no place for one."""
    places = [Path(tempfile.gettempdir()), Path("/var/tmp"), Path("/dev/shm")]
    place = next((place for place in places if is_reachable(place) and os.access(place, os.W_OK)), None)
    if place is None:
        pytest.skip("no folder for temporary files is open to every user")
    with tempfile.TemporaryDirectory(dir=place) as name:
        Path(name).chmod(0o755)
        yield Path(name).resolve()
