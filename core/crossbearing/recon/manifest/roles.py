"""Which manifests speak for the repository itself, and which for something else that lies in it."""

from typing import Literal

from crossbearing.model.role import role_of
from crossbearing.source import Entry
from crossbearing.source.paths import folder_of

Standing = Literal["own", "support", "vendored", "none"]

_DEEPEST_SUPPORT = 1


def standing_of(entry: Entry) -> Standing:
    """Say what the claims of a manifest file are worth.

    ``own``: they are the repository's. ``support``: the file is near the top of the tests or the documentation, and
    lists what is needed there (``tests/requirements.txt``). ``vendored``: they tell of third-party code. ``none``:
    an example or a fixture of the tests describes itself alone. A generated file, such as a lock file, speaks for the
    folder that it lies in.
    """
    role = entry.role
    if role == "generated":
        folder = folder_of(entry.path)
        role = role_of(f"{folder}/_" if folder else "_")
        if role not in ("source", "generated"):
            return "none"
        return "own"
    if role in ("source", "vendored"):
        return "own" if role == "source" else "vendored"
    if role in ("test", "docs"):
        return "support" if _depth(entry.path) <= _DEEPEST_SUPPORT else "none"
    return "none"


def container_of(path: str) -> str:
    """The folder that makes a vendored path vendored: ``lib/vendor`` of ``lib/vendor/x/setup.py``."""
    return _first_folder(path, "vendored")


def _depth(path: str) -> int:
    """How many folders lie between a file and the folder that makes it test or documentation."""
    folder = _first_folder(path, "test", "docs")
    rest = path[len(folder) + 1 :] if folder else ""
    return rest.count("/")


def _first_folder(path: str, *roles: str) -> str:
    folders = path.split("/")[:-1]
    prefixes = ("/".join(folders[:count]) for count in range(1, len(folders) + 1))
    return next((prefix for prefix in prefixes if role_of(f"{prefix}/_") in roles), "")
