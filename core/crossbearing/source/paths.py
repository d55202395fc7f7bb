"""Paths as text and as bytes, and the names of repositories."""

import re
from pathlib import Path

NEVER_SCANNED = frozenset({".git", ".crossbearing"})
"""Names that no scanned path contains: git's own data, and the build directory."""

_UNSAFE = frozenset({"", ".", ".."})
_OWNED = re.compile(r"[^+]+\+([^+]+)")
_GIT_DIRECTORY_NAMES = frozenset({".git", "repo"})


def to_text(path: bytes) -> str:
    """Decode a path; bytes that are not UTF-8 become surrogate escapes (PEP 383), whatever the locale."""
    return path.decode("utf-8", "surrogateescape")


def to_bytes(path: str) -> bytes:
    """Undo :func:`to_text`."""
    return path.encode("utf-8", "surrogateescape")


def is_scannable(path: str) -> bool:
    """Say whether no part of ``path`` is git's data, the build directory, or a step out of the tree."""
    return not any(part in NEVER_SCANNED or part in _UNSAFE for part in path.split("/"))


def parents(path: str) -> list[str]:
    """Every directory above ``path``, outermost first, without the root: ``a/b/c`` has ``a`` and ``a/b``."""
    return [path[:index] for index, character in enumerate(path) if character == "/"]


def folder_of(path: str) -> str:
    """The directory that ``path`` lies in; empty at the root."""
    return path.rpartition("/")[0]


def repository_name(directory: Path) -> str:
    """The name of the repository kept at ``directory``, which is a working tree, a folder or a git directory.

    A git directory is named by what holds it: ``flask/.git``, ``flask.git`` and ``pallets+flask/repo`` (a mirror named
    by owner and name) are all ``flask``.
    """
    name = directory.name
    if name == ".git" or (name in _GIT_DIRECTORY_NAMES and _OWNED.fullmatch(directory.parent.name)):
        name = directory.parent.name
    name = name.removesuffix(".git") or name
    if match := _OWNED.fullmatch(name):
        name = match[1]
    return name or "repository"
