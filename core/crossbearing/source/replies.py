"""The answers of a build system that lie in ignored folders, and are read all the same.

A build folder is ignored as a rule, and searching all that is ignored would take long. What CMake's file API leaves
there (``BUILD/.cmake/api/v1/reply``, cmake-file-api(7)) is looked for where build folders are: at the root, and below
folders that are named like one.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from crossbearing.source.disk import join
from crossbearing.source.paths import is_scannable, parents, to_text

REPLY = ".cmake/api/v1/reply"
_LIKE_A_BUILD = re.compile(r"build|out|bin|target|cmake", re.IGNORECASE)
_DEEPEST = 3
_MOST = 2_000


def reply_files(root: Path) -> list[str]:
    """The paths of the replies below ``root``, sorted; at most 2,000."""
    found: list[str] = []
    waiting = [(name, 1) for name in _folders(root, "")]
    while waiting and len(found) < _MOST:
        folder, depth = waiting.pop()
        reply = f"{folder}/{REPLY}"
        found += [f"{reply}/{name}" for name in _names(root, reply) if name.endswith(".json")]
        if depth < _DEEPEST and _LIKE_A_BUILD.search(folder.rpartition("/")[2]):
            waiting += [(f"{folder}/{name}", depth + 1) for name in _folders(root, folder)]
    return sorted(path for path in found if is_scannable(path))[:_MOST]


def _folders(root: Path, folder: str) -> Iterator[str]:
    try:
        with os.scandir(join(root, folder) if folder else os.fsencode(root)) as children:
            names = [to_text(child.name) for child in children if child.is_dir(follow_symlinks=False)]
    except OSError:
        return
    yield from (name for name in sorted(names) if name != ".git")


def _names(root: Path, folder: str) -> list[str]:
    # A link on the way could lead out of the tree, or in circles.
    try:
        if any(os.path.islink(join(root, path)) for path in (*parents(folder), folder)):  # noqa: PTH114
            return []
        return [to_text(name) for name in os.listdir(join(root, folder))]  # noqa: PTH208 - a Path cannot be made of bytes
    except OSError:
        return []
