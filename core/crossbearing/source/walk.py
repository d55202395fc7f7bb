"""Walking a folder on disk in path order, without recursion and without following a link."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, Protocol

from attrs import frozen

from crossbearing.source.disk import join, os_reason
from crossbearing.source.paths import NEVER_SCANNED, to_text

Kind = Literal["file", "directory", "link", "special", "unreadable"]


@frozen
class Found:
    """Something met on the walk; ``reason`` says why something unreadable is so."""

    path: str
    kind: Kind
    size: int = 0
    reason: str = ""


class Selection(Protocol):
    """Decides what a walk visits, from the root down."""

    def enter(self, directory: str, names: frozenset[str]) -> str | None:
        """Take note of a directory (the root: empty) and the names in it before any of them is decided.

        Returns the reason to leave the directory out after all, or None.
        """

    def wants(self, path: str, kind: Kind) -> bool:
        """Say whether to enter the directory, or to report the file, link or special file, at ``path``."""


def walk(root: Path, selection: Selection) -> Iterator[Found]:
    """Yield what is selected below ``root``, in path order."""
    pending = [Found("", "directory")]
    while pending:
        found = pending.pop()
        if found.kind == "directory":
            pending.extend(_enter(root, found.path, selection))
        else:
            yield found


def _enter(root: Path, directory: str, selection: Selection) -> list[Found]:
    """What is selected in one directory, last path first."""
    try:
        with os.scandir(join(root, directory)) as scan:
            children = {to_text(child.name): child for child in scan}
    except OSError as error:
        return [Found(directory, "unreadable", reason=os_reason(error))]
    if reason := selection.enter(directory, frozenset(children)):
        return [Found(directory, "unreadable", reason=reason)]
    prefix = directory + "/" if directory else ""
    chosen = []
    for name, child in children.items():
        kind = _kind(child)
        if name not in NEVER_SCANNED and selection.wants(prefix + name, kind):
            chosen.append(_found(child, prefix + name, kind))
    return sorted(chosen, key=_path_order, reverse=True)


def _kind(child: "os.DirEntry[bytes]") -> Kind:
    try:
        if child.is_symlink():
            return "link"
        if child.is_dir(follow_symlinks=False):
            return "directory"
        return "file" if child.is_file(follow_symlinks=False) else "special"
    except OSError:
        return "unreadable"


def _found(child: "os.DirEntry[bytes]", path: str, kind: Kind) -> Found:
    if kind not in ("file", "unreadable"):
        return Found(path, kind)
    try:
        size = child.stat(follow_symlinks=False).st_size
    except OSError as error:
        return Found(path, "unreadable", reason=os_reason(error))
    return Found(path, "file", size)


def _path_order(found: Found) -> str:
    return found.path + "/" if found.kind == "directory" else found.path
